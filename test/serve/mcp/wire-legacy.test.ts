/** Responses to clients of the legacy era, for each of its revisions. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { mcpHandlers } from "../../../src/serve/mcp/endpoint.ts";
import { toolResult } from "../../../src/compile/discovery/mcp.ts";
import { SETTINGS, TOOL_NAMES, ask, costOf, messagesIn, post, summary } from "./fixture.ts";
import { bodyLength } from "../../../src/serve/http/message.ts";
import { joinBody } from "../../support/conform.ts";
import { isObject } from "../../support/json.ts";

const CLIENT = { capabilities: {}, clientInfo: { name: "a client", version: "1" } };
const INVALID = "error -32602";
const UNKNOWN = "error -32601";

/** Method and params of a request with id 1, and the response in every revision and without the field. */
const REQUESTS: readonly [method: string, params: unknown, answer: string][] = [
  ["initialize", { protocolVersion: "2025-06-18", ...CLIENT }, "200 result"],
  ["initialize", { protocolVersion: 20250618, ...CLIENT }, `200 ${INVALID}`],
  ["ping", undefined, "200 result"],
  ["ping", {}, "200 result"],
  ["ping", null, "200 result"],
  ["ping", { _meta: { progressToken: 7 } }, "200 result"],
  ["ping", [], `200 ${INVALID}`],
  ["ping", "now", `200 ${INVALID}`],
  ["tools/list", undefined, "200 result"],
  ["tools/list", {}, "200 result"],
  ["tools/list", { cursor: null }, "200 result"],
  ["tools/list", { cursor: "" }, "200 result"],
  ["tools/list", { cursor: "page-2" }, `200 ${INVALID}`],
  ["tools/list", { cursor: 2 }, `200 ${INVALID}`],
  ["tools/call", { name: "get-cottage", arguments: {} }, "200 result"],
  ["tools/call", { name: "list-reviews" }, "200 result"],
  ["tools/call", { name: "list-attractions", arguments: null }, "200 result"],
  ["tools/call", { name: "get-booking-options", arguments: { random_string: "x" } }, "200 result"],
  ["tools/call", { name: "get-cottage", arguments: [] }, `200 ${INVALID}`],
  ["tools/call", { name: "get-cottage", arguments: "{}" }, `200 ${INVALID}`],
  ["tools/call", { name: "get-cottage", arguments: 0 }, `200 ${INVALID}`],
  ["tools/call", { name: "get-house", arguments: {} }, `200 ${INVALID}`],
  ["tools/call", { name: "Get-Cottage", arguments: {} }, `200 ${INVALID}`],
  ["tools/call", { name: "constructor", arguments: {} }, `200 ${INVALID}`],
  ["tools/call", { name: "__proto__", arguments: {} }, `200 ${INVALID}`],
  ["tools/call", { name: 7, arguments: {} }, `200 ${INVALID}`],
  ["tools/call", { arguments: {} }, `200 ${INVALID}`],
  ["tools/call", undefined, `200 ${INVALID}`],
  ["prompts/list", {}, "200 result"],
  ["resources/list", undefined, "200 result"],
  ["resources/templates/list", { cursor: "" }, "200 result"],
  ["resources/list", { cursor: "2" }, `200 ${INVALID}`],
  ["resources/read", { uri: "a:b" }, `200 ${UNKNOWN}`],
  ["prompts/get", { name: "p" }, `200 ${UNKNOWN}`],
  ["logging/setLevel", { level: "info" }, `200 ${UNKNOWN}`],
  ["server/discover", {}, `200 ${UNKNOWN}`],
  ["subscriptions/listen", { notifications: {} }, `200 ${UNKNOWN}`],
  ["toString", {}, `200 ${UNKNOWN}`],
  ["__proto__", {}, `200 ${UNKNOWN}`],
  ["", {}, `200 ${UNKNOWN}`],
];

const REVISIONS = [undefined, "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] as const;

for (const version of REVISIONS) {
  describe(`a request with MCP-Protocol-Version ${version ?? "absent"}`, () => {
    for (const [method, params, answer] of REQUESTS) {
      test(`${method} ${JSON.stringify(params) ?? "without params"} → ${answer}`, () => {
        const request = post({ jsonrpc: "2.0", id: 1, method, params }, { "mcp-protocol-version": version });
        assert.equal(summary(ask(request)), answer);
      });
    }
  });
}

/** Bodies that get no reply, and bodies with several messages. */
const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
const call = { jsonrpc: "2.0", id: "c", method: "tools/call", params: { name: "list-reviews" } };
const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
const initialize = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-03-26", ...CLIENT },
};
const BODIES: readonly [body: unknown, answer: string][] = [
  [initialized, "202 nothing"],
  [{ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }, "202 nothing"],
  [{ jsonrpc: "2.0", method: "tools/list" }, "202 nothing"], // without an id nobody waits for an answer
  [{ jsonrpc: "2.0", id: 1, result: {} }, "202 nothing"],
  [{ jsonrpc: "2.0", id: 1, error: { code: -1, message: "no" } }, "202 nothing"],
  [[ping], "200 [result]"],
  [[ping, initialized, call], "200 [result, result]"],
  [[initialized, initialized], "202 nothing"],
  [[{ jsonrpc: "2.0", id: 1, result: {} }], "202 nothing"],
  [
    [ping, 1, [], { jsonrpc: "2.0", id: null, method: "ping" }],
    "200 [result, error -32600, error -32600, error -32600]",
  ],
  [[ping, { ...ping, method: "pong" }], "200 [result, error -32601]"],
  [[initialize], "200 [result]"],
  [[initialize, ping], "200 [error -32600, result]"],
  [{ ...ping, id: "x".repeat(1024) }, "200 result"],
  [{ ...ping, id: "x".repeat(1025) }, "400 failure invalid_request"],
  [[ping, { ...ping, id: "x".repeat(1025) }], "200 [result, error -32600]"],
  [[], "400 failure invalid_request"],
  [Array.from({ length: 50 }, () => initialized), "202 nothing"],
  [Array.from({ length: 51 }, () => initialized), "400 failure batch_too_large"],
];

for (const version of REVISIONS) {
  for (const [body, answer] of BODIES) {
    test(`MCP-Protocol-Version ${version ?? "absent"}: ${JSON.stringify(body).slice(0, 90)} → ${answer}`, () => {
      assert.equal(summary(ask(post(body, { "mcp-protocol-version": version }))), answer);
    });
  }
}

/** Requested revisions, and the ones that `initialize` agrees on. */
const NEGOTIATION: readonly [asked: unknown, agreed: string][] = [
  ["2024-11-05", "2024-11-05"],
  ["2025-03-26", "2025-03-26"],
  ["2025-06-18", "2025-06-18"],
  ["2025-11-25", "2025-11-25"],
  ["2026-07-28", "2025-11-25"], // supported, but without initialize
  ["2027-01-01", "2025-11-25"],
  ["2025-05-01", "2025-11-25"],
  ["2024-10-07", "2025-11-25"], // older than all supported ones
  ["DRAFT-2026-v1", "2025-11-25"],
  ["1.0", "2025-11-25"],
  ["", "2025-11-25"],
  [undefined, "2025-06-18"],
];

for (const [asked, agreed] of NEGOTIATION) {
  test(`initialize asking for ${JSON.stringify(asked) ?? "nothing"} agrees on ${agreed}`, () => {
    const params = { protocolVersion: asked, ...CLIENT };
    // No revision is negotiated yet, so the field may name any that has initialize.
    for (const version of [undefined, "2025-06-18", "1999-01-01"]) {
      const request = post(
        { jsonrpc: "2.0", id: 1, method: "initialize", params },
        { "mcp-protocol-version": version },
      );
      const [message] = messagesIn(ask(request));
      assert.ok(isObject(message) && isObject(message["result"]));
      assert.equal(message["result"]["protocolVersion"], agreed);
    }
  });
}

for (const version of ["2026-07-27", "2025-6-18", "latest", ""]) {
  for (const method of ["ping", "tools/list", "tools/call", "unknown"]) {
    test(`MCP-Protocol-Version ${JSON.stringify(version)} on ${method} is refused with the list of revisions`, () => {
      const response = ask(post({ jsonrpc: "2.0", id: 5, method, params: {} }, { "mcp-protocol-version": version }));
      assert.equal(summary(response), "400 error -32022");
      const [message] = messagesIn(response);
      assert.ok(isObject(message) && isObject(message["error"]));
      assert.equal(message["id"], 5);
      assert.deepEqual(message["error"]["data"], {
        supported: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
        requested: version,
      });
    });
  }
  test(`MCP-Protocol-Version ${JSON.stringify(version)} is refused for a notification`, () => {
    for (const body of [initialized, { jsonrpc: "2.0", id: 1, result: {} }, [ping]]) {
      assert.equal(summary(ask(post(body, { "mcp-protocol-version": version }))), "400 failure bad_request");
    }
  });
}

test("a batch costs as many requests as it has messages, and its replies keep their order", () => {
  const batch = [{ ...ping, id: "b" }, initialized, { ...ping, id: "a" }, "no message"];
  const response = ask(post(batch));
  assert.equal(costOf(post(batch)), 4);
  assert.deepEqual(
    messagesIn(response).map((each) => isObject(each) && each["id"]),
    ["b", "a", null],
  );
  assert.equal(costOf(post(ping)), 1);
});

test("lists that are not offered are empty", () => {
  const EMPTY = {
    "prompts/list": "prompts",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
  };
  for (const [method, member] of Object.entries(EMPTY)) {
    assert.deepEqual(messagesIn(ask(post({ jsonrpc: "2.0", id: 1, method }))), [
      { jsonrpc: "2.0", id: 1, result: { [member]: [] } },
    ]);
  }
});

test("an id of 1,025 characters is refused and not repeated", () => {
  const long = { ...ping, id: "x".repeat(1025) };
  assert.equal(summary(ask(post(long))), "400 failure invalid_request");
  assert.equal(summary(ask(post([long, ping]))), "200 [error -32600, result]");
  assert.ok(ask(post(long)).body.length < 500);
});

const TOO_LONG = "The replies to this batch would exceed 1048576 bytes; send this request by itself.";

test("a batch refuses the requests whose replies would make it too long", () => {
  const result = toolResult({ list: "x".repeat(200_000) }, []);
  const tools = SETTINGS.tools.map((tool) => (tool.name === "list-reviews" ? { ...tool, result } : tool));
  const { POST } = mcpHandlers({ ...SETTINGS, tools });
  const list = (id: number) => ({ ...call, id, params: { name: "list-reviews" } });
  const batch = [list(0), initialized, list(1), list(2), list(3), { ...ping, id: 4 }, { ...initialize, id: 5 }];
  const priced = POST?.(post(batch));
  assert.ok(priced?.kind === "deferred");
  const response = priced.respond();
  assert.ok(bodyLength(response.body) < 1024 * 1024);
  const told = messagesIn(joinBody(response));
  assert.deepEqual(
    told.map((message) => {
      assert.ok(isObject(message));
      const { id, error } = message;
      return [id, isObject(error) ? error["message"] : "ok"];
    }),
    [
      ...[0, 1].map((id) => [id, "ok"]),
      ...[2, 3].map((id) => [id, TOO_LONG]),
      [4, "ok"],
      [5, "initialize must be sent by itself."],
    ],
  );
});

test("responses share the result of a tool", () => {
  for (const length of [10, 200_000]) {
    const result = toolResult({ list: "é".repeat(length) }, []);
    const { POST } = mcpHandlers({ ...SETTINGS, tools: SETTINGS.tools.map((tool) => ({ ...tool, result })) });
    const response = POST?.(post({ ...call, id: "é", params: { name: "list-reviews" } }));
    assert.ok(response?.kind === "response");
    assert.equal(response.body[1], result);
    const [message] = messagesIn(joinBody(response));
    assert.ok(isObject(message) && isObject(message["result"]));
    assert.equal(message["id"], "é");
    assert.deepEqual(message["result"]["structuredContent"], { list: "é".repeat(length) });
  }
});

test("the result of a call is the served JSON, as text and byte for byte as a value", () => {
  for (const name of TOOL_NAMES) {
    const response = ask(post({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } }));
    const [message] = messagesIn(response);
    assert.ok(isObject(message) && isObject(message["result"]));
    const { content, structuredContent, isError, ...rest } = message["result"];
    assert.deepEqual(rest, {});
    assert.equal(isError, false);
    assert.deepEqual(content, [{ type: "text", text: JSON.stringify(structuredContent) }]);
    assert.ok(response.body.includes(`"structuredContent":${JSON.stringify(structuredContent)},`));
  }
});
