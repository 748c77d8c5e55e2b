/**
 * Pseudo-random envelopes, compared with a second implementation of the specification: the first error in its order
 * decides the response (MCP 2026-07-28, Versioning; Streamable HTTP, "Server Validation").
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestFields } from "../../../src/serve/http/message.ts";
import type { RandomInteger } from "../../support/random.ts";
import { seededRandom } from "../../support/random.ts";
import { TOOL_NAMES, ask, messagesIn, post, summary } from "./fixture.ts";
import { isObject } from "../../support/json.ts";

const ENVELOPES = 20_000;
const KEY = "io.modelcontextprotocol/";
const MODERN = "2026-07-28";
const LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

// Undefined values are not sent.
const METHODS = [
  ...["tools/call", "tools/call", "tools/call", "tools/list", "server/discover", "subscriptions/listen", "ping"],
  ...["initialize", "prompts/list", "resources/read", "prompts/get", "toString", "", "x".repeat(300), "\u00e9"],
];
const INVALID_CLAIMS = ["v999", "", `${MODERN} `, 20260728, null, [MODERN], undefined];
const CLAIMS = [MODERN, MODERN, MODERN, MODERN, MODERN, ...LEGACY, ...INVALID_CLAIMS];
const FIELD_VERSIONS = [MODERN, ...LEGACY, `${MODERN}, ${MODERN}`, "v999", "", undefined];
const OBJECTS = [{}, {}, {}, {}, {}, { roots: {} }, undefined, null, [], "x", 1];
const OTHER_NAMES = ["get-house", "constructor", "__proto__", "H\u00e4uschen", "=?base64?x?=", "", 7, null, undefined];
const NAMES = [...TOOL_NAMES, ...TOOL_NAMES, ...OTHER_NAMES];
const IDS = [1, 0, -1, 2 ** 53 - 1, "", "a", "\u00e9", "\ud800", "\u2028", "x".repeat(1024)];

interface Envelope {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly fields: RequestFields;
}

function oneOf<T>(values: readonly T[], random: RandomInteger): T {
  return values[random(values.length)] as T;
}

/** The field for a value: mostly the same, plain or in base64, sometimes another or none. */
function echo(value: unknown, random: RandomInteger): string | undefined {
  const text = String(value);
  const base64 = Buffer.from(text).toString("base64");
  const invalid = [`${base64}=`, base64.replaceAll("=", ""), `!${base64}`, "/w==", ""];
  const damaged = invalid.map((value) => `=?base64?${value}?=`);
  const same = [text, text, text, text, `=?base64?${base64}?=`, `=?base64?${base64}?=`];
  const others = [text.toUpperCase(), `${text}, ${text}`, `=?base64?${base64}`, "get-house", "", undefined];
  return oneOf([...same, ...damaged, ...others], random);
}

function envelope(random: RandomInteger): Envelope {
  const method = oneOf(METHODS, random);
  const claim = oneOf(CLAIMS, random);
  const name = method === "tools/call" || random(4) === 0 ? oneOf(NAMES, random) : undefined;
  const uri = method === "resources/read" ? oneOf(["a:b", "", undefined], random) : undefined;
  return {
    method,
    params: { name, uri },
    meta: {
      [`${KEY}protocolVersion`]: claim,
      [`${KEY}clientCapabilities`]: oneOf(OBJECTS, random),
      [`${KEY}clientInfo`]: random(3) === 0 ? oneOf(OBJECTS, random) : undefined,
    },
    fields: {
      "mcp-protocol-version": random(4) > 0 && typeof claim === "string" ? claim : oneOf(FIELD_VERSIONS, random),
      "mcp-method": random(8) === 0 ? echo(method, random) : method,
      "mcp-name": random(4) === 0 ? echo(name ?? uri, random) : textOf(uri ?? name),
    },
  };
}

const isNoObject = (value: unknown): boolean => typeof value !== "object" || value === null || Array.isArray(value);

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Decodes a field in the base64 form of the specification. */
function plain(field: string): string | undefined {
  if (!field.startsWith("=?base64?") || !field.endsWith("?=") || field.length < 11) return field;
  try {
    const bytes = atob(field.slice(9, -2));
    if (btoa(bytes) !== field.slice(9, -2)) return undefined;
    const codes = Uint8Array.from(bytes, (char) => char.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(codes);
  } catch {
    return undefined;
  }
}

/** The expected response, in the form of `summary`. */
function expected({ method, params, meta, fields }: Envelope): string {
  const claim = meta[`${KEY}protocolVersion`];
  const said = fields["mcp-protocol-version"];
  if (claim === undefined) {
    if (said === undefined || LEGACY.includes(String(said))) return legacy(method, params);
    if (method === "initialize") return said === MODERN ? "400 error -32020" : legacy(method, params);
    return said === MODERN ? "400 error -32602" : "400 error -32022";
  }
  if (typeof claim !== "string") return "400 error -32602";
  if (LEGACY.includes(claim)) return said === undefined || said === claim ? legacy(method, params) : "400 error -32020";
  if (said !== claim) return "400 error -32020";
  if (claim !== MODERN) return "400 error -32022";
  if (isNoObject(meta[`${KEY}clientCapabilities`])) return "400 error -32602";
  if (fields["mcp-method"] !== method) return "400 error -32020";
  const named = params["name"];
  if (method === "tools/call") {
    const field = fields["mcp-name"];
    if (field === undefined ? named !== undefined : plain(String(field)) !== named) return "400 error -32020";
  }
  if (method === "tools/call") return TOOL_NAMES.includes(String(named)) ? "200 result" : "200 error -32602";
  if (method === "subscriptions/listen") return "200 notifications/subscriptions/acknowledged, result";
  return method === "tools/list" || method === "server/discover" ? "200 result" : "404 error -32601";
}

function legacy(method: string, { name }: Envelope["params"]): string {
  if (method === "tools/call") return TOOL_NAMES.includes(String(name)) ? "200 result" : "200 error -32602";
  return ["initialize", "ping", "tools/list", "prompts/list"].includes(method) ? "200 result" : "200 error -32601";
}

test(`${ENVELOPES} envelopes get the response of a second implementation of the specification`, () => {
  const random = seededRandom(20_260_728);
  const seen = new Map<string, number>();
  for (let count = 0; count < ENVELOPES; count += 1) {
    const made = envelope(random);
    const id = oneOf(IDS, random);
    const { method, params, meta, fields } = made;
    const response = ask(post({ jsonrpc: "2.0", id, method, params: { ...params, _meta: meta } }, fields));
    const answer = summary(response);
    assert.equal(answer, expected(made), JSON.stringify(made));
    for (const message of messagesIn(response)) {
      assert.ok(isObject(message) && (message["id"] === id || "method" in message));
    }
    assert.ok(response.body.length < 20_000, "no answer grows with what was sent");
    seen.set(answer, (seen.get(answer) ?? 0) + 1);
  }
  // The envelopes are useful only if they reach every kind of response often.
  assert.equal(seen.size, 8, [...seen.keys()].join(", "));
  for (const [answer, times] of seen) assert.ok(times > 100, `${answer} only ${times} times`);
});
