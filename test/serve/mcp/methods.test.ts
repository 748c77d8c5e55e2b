import assert from "node:assert/strict";
import { test } from "node:test";
import { callMethod, legacyMethods, modernMethods } from "../../../src/serve/mcp/methods.ts";
import { SUPPORTED_VERSIONS, protocolOf } from "../../../src/serve/mcp/messages.ts";
import { SETTINGS, TOOL_NAMES, ask, messagesIn, post } from "./fixture.ts";
import { isObject } from "../../support/json.ts";

const request = (method: string) => ({ kind: "request", id: 1, method, params: {} }) as const;

test("the error for an unknown method lists the methods", () => {
  for (const methods of [legacyMethods(SETTINGS), modernMethods(SETTINGS)]) {
    const outcome = callMethod(methods, request("no/such"));
    assert.ok(outcome.kind === "error");
    for (const method of methods.keys()) assert.ok(outcome.message.includes(method), method);
  }
});

test("the revisions are listed newest first, and only the newest has no handshake", () => {
  assert.deepEqual(SUPPORTED_VERSIONS, [...SUPPORTED_VERSIONS].sort().reverse());
  assert.deepEqual(
    SUPPORTED_VERSIONS.map((version) => protocolOf(version)),
    ["modern", "legacy", "legacy", "legacy", "legacy"],
  );
  assert.equal(protocolOf("constructor"), undefined);
});

test("the list has every tool", () => {
  const [message] = messagesIn(ask(post({ jsonrpc: "2.0", id: 1, method: "tools/list" })));
  assert.ok(isObject(message) && isObject(message["result"]));
  const { tools, ...rest } = message["result"];
  assert.deepEqual(rest, {});
  assert.ok(Array.isArray(tools));
  assert.deepEqual(
    tools.map(({ name }) => name),
    TOOL_NAMES,
  );
});

test("initialize returns the server, its tools capability and its instructions", () => {
  const [message] = messagesIn(
    ask(post({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-03-26" } })),
  );
  assert.ok(isObject(message));
  assert.deepEqual(message["result"], {
    protocolVersion: "2025-03-26",
    capabilities: { tools: {} },
    serverInfo: SETTINGS.server,
    instructions: SETTINGS.instructions,
  });
});
