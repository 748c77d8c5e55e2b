/** Refusals as the operator sees them: the reason in the access log. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { HttpRequest } from "../../../src/serve/http/message.ts";
import { ask, messagesIn, post } from "./fixture.ts";
import { CALL, modern } from "./modern.ts";

const rpc = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
const PING = rpc("ping");
const UNKNOWN_TOOL = rpc("tools/call", { name: "no-such-tool" });

const REASONS: readonly [name: string, request: HttpRequest, status: number, reason: string | undefined][] = [
  ["a result", post(PING), 200, undefined],
  ["a notification", post({ jsonrpc: "2.0", method: "notifications/initialized" }), 202, undefined],
  ["an unknown tool", post(UNKNOWN_TOOL), 200, "invalid_params"],
  ["an unknown method", post(rpc("no/such")), 200, "method_not_found"],
  ["an unknown method in the modern era", modern("no/such"), 404, "method_not_found"],
  ["a missing field", modern("tools/call", CALL, { fields: { "mcp-name": undefined } }), 400, "header_mismatch"],
  ["an unsupported version", post(PING, { "mcp-protocol-version": "1999-01-01" }), 400, "unsupported_protocol_version"],
  ["an id that is too long", post({ ...PING, id: "x".repeat(1025) }), 400, "invalid_request"],
  ["a batch of results", post([PING, PING]), 200, undefined],
  ["a batch with errors", post([PING, UNKNOWN_TOOL, rpc("no/such")]), 200, "invalid_params"],
  ["a batch with an invalid member", post([PING, 1]), 200, "invalid_request"],
  ["invalid JSON", post("{"), 400, "parse_error"],
  ["a foreign host", post(PING, { host: "evil.example" }), 403, "forbidden_host"],
];

for (const [name, request, status, reason] of REASONS) {
  test(`the reason in the access log for ${name} is ${reason}`, () => {
    const response = ask(request);
    assert.equal(response.status, status);
    assert.equal(response.reason, reason);
  });
}

const DEEP = `${"[".repeat(40)}${"]".repeat(40)}`;

const IDS: readonly [name: string, body: string, id: unknown][] = [
  ["a request that nests too deeply", `{"jsonrpc":"2.0","id":"a","method":"ping","params":{"x":${DEEP}}}`, "a"],
  ["a member of a batch without a method", '[{"jsonrpc":"2.0","id":7}]', 7],
  ["a member of a batch of another version", '[{"jsonrpc":"1.0","id":"b","method":"ping"}]', "b"],
  ["a member of a batch with an invalid id", '[{"jsonrpc":"2.0","id":1.5,"method":"ping"}]', null],
];

for (const [name, body, id] of IDS) {
  test(`the error for ${name} has the id ${JSON.stringify(id)}`, () => {
    const [message] = messagesIn(ask(post(body)));
    assert.ok(typeof message === "object" && message !== null && "id" in message && "error" in message);
    assert.equal(message.id, id);
  });
}
