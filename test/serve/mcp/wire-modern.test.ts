/** Responses to clients of 2026-07-28, for each method. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { HttpRequest } from "../../../src/serve/http/message.ts";
import { responseField } from "../../support/field.ts";
import { SETTINGS, ask, messagesIn, summary } from "./fixture.ts";
import { CALL, KEY, VERSION, modern } from "./modern.ts";
import type { Row } from "./modern.ts";
import { isObject } from "../../support/json.ts";

const SUPPORTED = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

const METHODS: readonly Row[] = [
  ["server/discover", modern("server/discover"), "200 result"],
  ["tools/list", modern("tools/list"), "200 result"],
  ["tools/list with a cursor", modern("tools/list", { cursor: "2" }), "200 error -32602"],
  ["tools/call", modern("tools/call", CALL), "200 result"],
  ["tools/call without arguments", modern("tools/call", { name: "list-reviews" }), "200 result"],
  ["tools/call with null for arguments", modern("tools/call", { ...CALL, arguments: null }), "200 result"],
  ["tools/call with an argument of no meaning", modern("tools/call", { ...CALL, arguments: { a: 1 } }), "200 result"],
  ["tools/call with a list of arguments", modern("tools/call", { ...CALL, arguments: [] }), "200 error -32602"],
  ["tools/call of an unknown tool", modern("tools/call", { name: "get-house" }), "200 error -32602"],
  ["tools/call of constructor", modern("tools/call", { name: "constructor" }), "200 error -32602"],
  ["tools/call without a name", modern("tools/call"), "200 error -32602"],
  [
    "subscriptions/listen without a filter",
    modern("subscriptions/listen"),
    "200 notifications/subscriptions/acknowledged, result",
  ],
  [
    "subscriptions/listen",
    modern("subscriptions/listen", { notifications: { toolsListChanged: true } }),
    "200 notifications/subscriptions/acknowledged, result",
  ],
  ["subscriptions/listen with a bad filter", modern("subscriptions/listen", { notifications: 1 }), "200 error -32602"],
  ["initialize", modern("initialize", { protocolVersion: VERSION }), "404 error -32601"],
  ["ping", modern("ping"), "404 error -32601"],
  ["logging/setLevel", modern("logging/setLevel", { level: "info" }), "404 error -32601"],
  ["prompts/list", modern("prompts/list"), "404 error -32601"],
  ["resources/list", modern("resources/list"), "404 error -32601"],
  ["resources/templates/list", modern("resources/templates/list"), "404 error -32601"],
  ["an id that is too long", modern("tools/list", {}, { id: "x".repeat(1025) }), "400 failure invalid_request"],
  ["prompts/get", modern("prompts/get", { name: "p" }), "404 error -32601"],
  ["resources/read", modern("resources/read", { uri: "a:b" }, { fields: { "mcp-name": "a:b" } }), "404 error -32601"],
  ["hasOwnProperty", modern("hasOwnProperty"), "404 error -32601"],
  ["no known method", modern("no/such"), "404 error -32601"],
];

for (const [what, request, answer] of METHODS) {
  test(`${what} → ${answer}`, () => assert.equal(summary(ask(request)), answer));
}

function resultOf(request: HttpRequest): Readonly<Record<string, unknown>> {
  const message = messagesIn(ask(request)).at(-1);
  assert.ok(isObject(message) && isObject(message["result"]));
  return message["result"];
}

const { name, title, version } = SETTINGS.server;
const ANSWERED_BY = { [`${KEY}serverInfo`]: { name, title, version } };

test("every result is complete and names the server; lists say how long they are fresh", () => {
  const discovered = resultOf(modern("server/discover"));
  assert.deepEqual(discovered, {
    resultType: "complete",
    supportedVersions: SUPPORTED,
    capabilities: { tools: {} },
    instructions: SETTINGS.instructions,
    ttlMs: 300_000,
    cacheScope: "public",
    _meta: ANSWERED_BY,
  });
  const { tools, ...list } = resultOf(modern("tools/list"));
  assert.deepEqual(list, { resultType: "complete", ttlMs: 300_000, cacheScope: "public", _meta: ANSWERED_BY });
  assert.ok(Array.isArray(tools) && tools.length === 4);
  const { content, structuredContent, ...rest } = resultOf(modern("tools/call", CALL));
  assert.deepEqual(rest, { resultType: "complete", isError: false, _meta: ANSWERED_BY });
  assert.deepEqual(content, [{ type: "text", text: JSON.stringify(structuredContent) }]);
});

test("a subscription is acknowledged and ended, both with the id of the request", () => {
  for (const id of [7, "sub-1", 'a "quoted" id\nof two lines']) {
    const response = ask(modern("subscriptions/listen", { notifications: { toolsListChanged: true } }, { id }));
    assert.equal(responseField(response.headers, "content-type"), "text/event-stream");
    assert.equal(responseField(response.headers, "x-accel-buffering"), "no");
    const _meta = { [`${KEY}subscriptionId`]: id };
    assert.deepEqual(messagesIn(response), [
      { jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged", params: { _meta, notifications: {} } },
      { jsonrpc: "2.0", id, result: { resultType: "complete", _meta } },
    ]);
  }
});
