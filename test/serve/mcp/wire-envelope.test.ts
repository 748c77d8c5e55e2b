/** Body and HTTP fields of requests of 2026-07-28, and the responses if they disagree. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ask, messagesIn, post, summary } from "./fixture.ts";
import { CALL, KEY, META, VERSION, modern } from "./modern.ts";
import type { Changes, Row } from "./modern.ts";
import { isObject } from "../../support/json.ts";

const CLIENT = { [`${KEY}clientInfo`]: { name: "a client", version: "1" } };

const without = (key: string) => Object.fromEntries(Object.entries(META).filter(([name]) => name !== KEY + key));
const saying = (version: unknown) => ({ ...META, [`${KEY}protocolVersion`]: version });
const field = (name: string, value: string | undefined): Changes => ({ fields: { [name]: value } });
const named = (value: string | undefined) => modern("tools/call", CALL, field("mcp-name", value));
const base64 = (text: string) => `=?base64?${Buffer.from(text).toString("base64")}?=`;
const ENVELOPES: readonly Row[] = [
  ["_meta with clientInfo", modern("tools/list", {}, { meta: { ...META, ...CLIENT } }), "200 result"],
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
  [
    "another MCP-Protocol-Version",
    modern("tools/list", {}, field("mcp-protocol-version", "2025-11-25")),
    "400 error -32020",
  ],
  [
    "MCP-Protocol-Version twice",
    modern("tools/list", {}, field("mcp-protocol-version", `${VERSION}, ${VERSION}`)),
    "400 error -32020",
  ],
  // First a disagreement is reported, then an unsupported version, then the rest of the envelope.
  ["an unknown revision in the body alone", modern("tools/list", {}, { meta: saying("v999.0.0") }), "400 error -32020"],
  [
    "an unknown revision",
    modern("tools/list", {}, { meta: saying("v999.0.0"), fields: { "mcp-protocol-version": "v999.0.0" } }),
    "400 error -32022",
  ],
  [
    "an unknown revision with an envelope of its own",
    modern(
      "no/such",
      {},
      {
        meta: { [`${KEY}protocolVersion`]: "2031-01-01" },
        fields: { "mcp-protocol-version": "2031-01-01", "mcp-method": "x" },
      },
    ),
    "400 error -32022",
  ],
  ["no Mcp-Method", modern("tools/list", {}, field("mcp-method", undefined)), "400 error -32020"],
  ["another Mcp-Method", modern("tools/list", {}, field("mcp-method", "prompts/list")), "400 error -32020"],
  ["Mcp-Method in capitals", modern("tools/list", {}, field("mcp-method", "TOOLS/LIST")), "400 error -32020"],
  [
    "a wrong Mcp-Method on an unknown method",
    modern("no/such", {}, field("mcp-method", "tools/list")),
    "400 error -32020",
  ],
  ["no Mcp-Name", named(undefined), "400 error -32020"],
  ["another Mcp-Name", named("list-reviews"), "400 error -32020"],
  ["Mcp-Name in capitals", named("GET-COTTAGE"), "400 error -32020"],
  [
    "an Mcp-Name without a name in the body",
    modern("tools/call", {}, field("mcp-name", "get-cottage")),
    "400 error -32020",
  ],
  ["an Mcp-Name where none belongs", modern("tools/list", {}, field("mcp-name", "x")), "200 result"],
  ["Mcp-Name in base64", named(base64("get-cottage")), "200 result"],
  ["another Mcp-Name in base64", named(base64("list-reviews")), "400 error -32020"],
  ["Mcp-Name in base64 without its padding", named("=?base64?Z2V0LWNvdHRhZ2U?="), "400 error -32020"],
  ["Mcp-Name in base64 with other characters", named("=?base64?Z2V0!!!LWNvdHRhZ2U=?="), "400 error -32020"],
  ["Mcp-Name in base64 that is not UTF-8", named("=?base64?/w==?="), "400 error -32020"],
  ["Mcp-Name that only begins like base64", named("=?base64?Z2V0LWNvdHRhZ2U="), "400 error -32020"],
  [
    "an unknown tool in base64",
    modern("tools/call", { name: "Häuschen" }, field("mcp-name", base64("Häuschen"))),
    "200 error -32602",
  ],
  ["Mcp-Name without Mcp-Method", modern("tools/call", CALL, field("mcp-method", undefined)), "400 error -32020"],
  ["an unknown method without Mcp-Name", modern("resources/read", { uri: "a:b" }), "404 error -32601"],
  [
    "fields of other extensions",
    modern("tools/call", CALL, { fields: { "mcp-param-x": "1", "mcp-session-id": "s" } }),
    "200 result",
  ],
];

const legacyMeta = { _meta: { [`${KEY}protocolVersion`]: "2025-11-25" } };
const at = { "mcp-protocol-version": VERSION };
const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
const MODERN_PING = { ...ping, params: { _meta: META } };
const BATCH_WITH_ERROR = "200 [result, result, error -32600]";
const BETWEEN: readonly Row[] = [
  ["a request without an envelope under a modern field", post(ping, at), "400 error -32602"],
  [
    "initialize without an envelope under a modern field",
    post({ ...ping, method: "initialize" }, at),
    "400 error -32020",
  ],
  ["an envelope that names a revision of the other era", post({ ...ping, params: legacyMeta }), "200 result"],
  [
    "the same, and the field agrees",
    post({ ...ping, params: legacyMeta }, { "mcp-protocol-version": "2025-11-25" }),
    "200 result",
  ],
  ["the same, and the field does not", post({ ...ping, params: legacyMeta }, at), "400 error -32020"],
  ["a batch", post([ping], at), "400 failure invalid_request"],
  ["a batch with a request that names a modern revision", post([ping, MODERN_PING]), "400 failure invalid_request"],
  [
    "the same, and the field names an older one",
    post([ping, MODERN_PING], { "mcp-protocol-version": "2025-11-25" }),
    "400 failure invalid_request",
  ],
  [
    "a batch with a request that names an unknown revision",
    post([{ ...ping, params: { _meta: { [`${KEY}protocolVersion`]: "2027-01-01" } } }]),
    "400 failure invalid_request",
  ],
  ["a batch that names an older revision", post([ping, { ...ping, params: legacyMeta }, 1]), BATCH_WITH_ERROR],
  ["a response", post({ jsonrpc: "2.0", id: 1, result: {} }, at), "400 failure invalid_request"],
  [
    "a notification",
    post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1, _meta: META } }, at),
    "202 nothing",
  ],
  [
    "a notification without an envelope",
    post({ jsonrpc: "2.0", method: "notifications/initialized" }, at),
    "202 nothing",
  ],
];

for (const [group, rows] of Object.entries({ "one request": ENVELOPES, "between the eras": BETWEEN })) {
  describe(group, () => {
    for (const [what, request, answer] of rows) {
      test(`${what} → ${answer}`, () => assert.equal(summary(ask(request)), answer));
    }
  });
}

test("the error for an unsupported version lists the supported ones and the requested one", () => {
  const request = modern("tools/list", {}, { meta: saying("v9"), fields: { "mcp-protocol-version": "v9" } });
  const [message] = messagesIn(ask(request));
  assert.ok(isObject(message) && isObject(message["error"]));
  assert.deepEqual(message["error"]["data"], {
    supported: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
    requested: "v9",
  });
});
