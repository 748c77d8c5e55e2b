/** What a client of 2026-07-28 gets: one request a body, its envelope inside, the standard fields around it. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { RequestFields } from "../../src/http/message.ts";
import { responseField } from "../../src/http/message.ts";
import { SETTINGS, ask, isRecord, messagesIn, post, summary } from "./fixture.ts";

const VERSION = "2026-07-28";
const SUPPORTED = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
const KEY = "io.modelcontextprotocol/";
const META = { [`${KEY}protocolVersion`]: VERSION, [`${KEY}clientCapabilities`]: {} };
const CLIENT = { [`${KEY}clientInfo`]: { name: "a client", version: "1" } };

interface Changes {
  readonly meta?: unknown;
  readonly fields?: RequestFields;
  readonly id?: unknown;
}

/** A good request with the changes that a row makes to it. */
function modern(method: string, params: object = {}, { meta = META, fields = {}, id = 1 }: Changes = {}) {
  const name = "name" in params && typeof params.name === "string" ? params.name : undefined;
  const standard = { "mcp-protocol-version": VERSION, "mcp-method": method, "mcp-name": name };
  return post({ jsonrpc: "2.0", id, method, params: { ...params, _meta: meta } }, { ...standard, ...fields });
}

const CALL = { name: "get-cottage", arguments: {} };

type Row = readonly [what: string, request: ReturnType<typeof post>, answer: string];

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
  ["subscriptions/listen without a filter", modern("subscriptions/listen"), "200 notifications/subscriptions/acknowledged, result"],
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
  ["prompts/get", modern("prompts/get", { name: "p" }), "404 error -32601"],
  ["resources/read", modern("resources/read", { uri: "a:b" }, { fields: { "mcp-name": "a:b" } }), "404 error -32601"],
  ["hasOwnProperty", modern("hasOwnProperty"), "404 error -32601"],
  ["no known method", modern("no/such"), "404 error -32601"],
];

const without = (key: string) => Object.fromEntries(Object.entries(META).filter(([name]) => name !== KEY + key));
const saying = (version: unknown) => ({ ...META, [`${KEY}protocolVersion`]: version });
const field = (name: string, value: string | undefined): Changes => ({ fields: { [name]: value } });
const named = (value: string | undefined) => modern("tools/call", CALL, field("mcp-name", value));
const base64 = (text: string) => `=?base64?${Buffer.from(text).toString("base64")}?=`;
const REFUSED: readonly Row[] = [
  ["_meta with clientInfo", modern("tools/list", {}, { meta: { ...META, ...CLIENT } }), "200 result"],
  ["_meta with a clientInfo that is no object", modern("tools/list", {}, { meta: { ...META, [`${KEY}clientInfo`]: "me" } }), "400 error -32602"],
  ["no _meta", modern("tools/list", {}, { meta: {} }), "400 error -32602"],
  ["_meta that is no object", modern("tools/list", {}, { meta: [META] }), "400 error -32602"],
  ["no revision in _meta", modern("tools/list", {}, { meta: without("protocolVersion") }), "400 error -32602"],
  ["a revision that is no string", modern("tools/list", {}, { meta: saying(20260728) }), "400 error -32602"],
  ["a revision that is null", modern("tools/list", {}, { meta: saying(null) }), "400 error -32602"],
  ["no clientCapabilities", modern("tools/list", {}, { meta: without("clientCapabilities") }), "400 error -32602"],
  [
    "clientCapabilities that are no object",
    modern("tools/list", {}, { meta: { ...META, [`${KEY}clientCapabilities`]: true } }),
    "400 error -32602",
  ],
  ["no MCP-Protocol-Version", modern("tools/list", {}, field("mcp-protocol-version", undefined)), "400 error -32020"],
  ["another MCP-Protocol-Version", modern("tools/list", {}, field("mcp-protocol-version", "2025-11-25")), "400 error -32020"],
  ["MCP-Protocol-Version twice", modern("tools/list", {}, field("mcp-protocol-version", `${VERSION}, ${VERSION}`)), "400 error -32020"],
  // A disagreement is told before an unknown revision, and that before the rest of the envelope.
  ["an unknown revision in the body alone", modern("tools/list", {}, { meta: saying("v999.0.0") }), "400 error -32020"],
  [
    "an unknown revision",
    modern("tools/list", {}, { meta: saying("v999.0.0"), fields: { "mcp-protocol-version": "v999.0.0" } }),
    "400 error -32022",
  ],
  [
    "an unknown revision with an envelope of its own",
    modern("no/such", {}, { meta: { [`${KEY}protocolVersion`]: "2031-01-01" }, fields: { "mcp-protocol-version": "2031-01-01", "mcp-method": "x" } }),
    "400 error -32022",
  ],
  ["no Mcp-Method", modern("tools/list", {}, field("mcp-method", undefined)), "400 error -32020"],
  ["another Mcp-Method", modern("tools/list", {}, field("mcp-method", "prompts/list")), "400 error -32020"],
  ["Mcp-Method in capitals", modern("tools/list", {}, field("mcp-method", "TOOLS/LIST")), "400 error -32020"],
  ["a wrong Mcp-Method on an unknown method", modern("no/such", {}, field("mcp-method", "tools/list")), "400 error -32020"],
  ["no Mcp-Name", named(undefined), "400 error -32020"],
  ["another Mcp-Name", named("list-reviews"), "400 error -32020"],
  ["Mcp-Name in capitals", named("GET-COTTAGE"), "400 error -32020"],
  ["an Mcp-Name without a name in the body", modern("tools/call", {}, field("mcp-name", "get-cottage")), "400 error -32020"],
  ["an Mcp-Name where none belongs", modern("tools/list", {}, field("mcp-name", "x")), "200 result"],
  ["Mcp-Name in base64", named(base64("get-cottage")), "200 result"],
  ["another Mcp-Name in base64", named(base64("list-reviews")), "400 error -32020"],
  ["Mcp-Name in base64 without its padding", named("=?base64?Z2V0LWNvdHRhZ2U?="), "400 error -32020"],
  ["Mcp-Name in base64 with other characters", named("=?base64?Z2V0!!!LWNvdHRhZ2U=?="), "400 error -32020"],
  ["Mcp-Name in base64 that is not UTF-8", named("=?base64?/w==?="), "400 error -32020"],
  ["Mcp-Name that only begins like base64", named("=?base64?Z2V0LWNvdHRhZ2U="), "400 error -32020"],
  ["an unknown tool in base64", modern("tools/call", { name: "Häuschen" }, field("mcp-name", base64("Häuschen"))), "200 error -32602"],
  ["Mcp-Name without Mcp-Method", modern("tools/call", CALL, field("mcp-method", undefined)), "400 error -32020"],
  ["resources/read without Mcp-Name", modern("resources/read", { uri: "a:b" }), "400 error -32020"],
  ["fields of other extensions", modern("tools/call", CALL, { fields: { "mcp-param-x": "1", "mcp-session-id": "s" } }), "200 result"],
];

const legacyMeta = { _meta: { [`${KEY}protocolVersion`]: "2025-11-25" } };
const at = { "mcp-protocol-version": VERSION };
const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
const BETWEEN: readonly Row[] = [
  ["a request without an envelope under a modern field", post(ping, at), "400 error -32602"],
  ["initialize without an envelope under a modern field", post({ ...ping, method: "initialize" }, at), "400 error -32020"],
  ["an envelope that names a revision of the other era", post({ ...ping, params: legacyMeta }), "200 result"],
  ["the same, and the field agrees", post({ ...ping, params: legacyMeta }, { "mcp-protocol-version": "2025-11-25" }), "200 result"],
  ["the same, and the field does not", post({ ...ping, params: legacyMeta }, at), "400 error -32020"],
  ["a batch", post([ping], at), "400 failure invalid_request"],
  ["a batch with an envelope in it", post([ping, { ...ping, params: { _meta: META } }]), "400 failure invalid_request"],
  ["a response", post({ jsonrpc: "2.0", id: 1, result: {} }, at), "400 failure invalid_request"],
  ["a notification", post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1, _meta: META } }, at), "202 nothing"],
  ["a notification without an envelope", post({ jsonrpc: "2.0", method: "notifications/initialized" }, at), "202 nothing"],
];

for (const [group, rows] of Object.entries({ METHODS, REFUSED, BETWEEN })) {
  describe(group, () => {
    for (const [what, request, answer] of rows) {
      test(`${what} → ${answer}`, () => assert.equal(summary(ask(request)), answer));
    }
  });
}

function resultOf(request: ReturnType<typeof post>): Readonly<Record<string, unknown>> {
  const message = messagesIn(ask(request)).at(-1);
  assert.ok(isRecord(message) && isRecord(message["result"]));
  return message["result"];
}

const { name, title, version } = SETTINGS.server;
const ANSWERED_BY = { [`${KEY}serverInfo`]: { name, title, version } };

test("every result says that it is complete and who gave it; lists say how long they stay fresh", () => {
  const discovered = resultOf(modern("server/discover"));
  assert.deepEqual(discovered, {
    resultType: "complete",
    supportedVersions: SUPPORTED,
    capabilities: { tools: {} },
    instructions: SETTINGS.instructions,
    ttlMs: 3_600_000,
    cacheScope: "public",
    _meta: ANSWERED_BY,
  });
  const { tools, ...list } = resultOf(modern("tools/list"));
  assert.deepEqual(list, { resultType: "complete", ttlMs: 3_600_000, cacheScope: "public", _meta: ANSWERED_BY });
  assert.ok(Array.isArray(tools) && tools.length === 4);
  const { content, structuredContent, ...rest } = resultOf(modern("tools/call", CALL));
  assert.deepEqual(rest, { resultType: "complete", isError: false, _meta: ANSWERED_BY });
  assert.deepEqual(content, [{ type: "text", text: JSON.stringify(structuredContent) }]);
});

test("an unknown revision is answered with those that are known and the one that was asked for", () => {
  const request = modern("tools/list", {}, { meta: saying("v9"), fields: { "mcp-protocol-version": "v9" } });
  const [message] = messagesIn(ask(request));
  assert.ok(isRecord(message) && isRecord(message["error"]));
  assert.deepEqual(message["error"]["data"], { supported: SUPPORTED, requested: "v9" });
});

test("a subscription is acknowledged and ended, both under the request's id", () => {
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
