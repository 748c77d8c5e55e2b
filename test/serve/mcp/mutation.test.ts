/** Valid requests with pseudo-random damage. Each gets a well-formed response. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestFields } from "../../../src/serve/http/message.ts";
import type { RandomInteger } from "../../support/random.ts";
import { seededRandom } from "../../support/random.ts";
import { ask, post, summary } from "./fixture.ts";

const MUTANTS = 2000;
const VERSION = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientCapabilities": {},
};

const SEEDS: readonly [body: unknown, fields: RequestFields][] = [
  [{ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {} } }, {}],
  [{ jsonrpc: "2.0", id: "a", method: "tools/call", params: { name: "get-cottage", arguments: {} } }, {}],
  [{ jsonrpc: "2.0", id: 2, method: "tools/list", params: { cursor: null } }, { "mcp-protocol-version": "2025-11-25" }],
  [
    [
      { jsonrpc: "2.0", id: 3, method: "ping" },
      { jsonrpc: "2.0", method: "notifications/initialized" },
    ],
    {},
  ],
  [{ jsonrpc: "2.0", id: 4, result: {} }, {}],
  [
    { jsonrpc: "2.0", id: 5, method: "tools/call", params: { name: "list-reviews", _meta: META } },
    { "mcp-protocol-version": VERSION, "mcp-method": "tools/call", "mcp-name": "list-reviews" },
  ],
  [
    { jsonrpc: "2.0", id: "é", method: "subscriptions/listen", params: { notifications: {}, _meta: META } },
    { "mcp-protocol-version": VERSION, "mcp-method": "subscriptions/listen" },
  ],
];

/** Replacement values: every type, the ends of their ranges, and names that objects inherit. */
const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  "",
  "x",
  "__proto__",
  "constructor",
  "\u0000",
  "\ud800",
  "£".repeat(300),
  [],
  [[]],
  {},
  { length: 1 },
  { toString: 1 },
  JSON.parse('{"__proto__":{"method":"ping"}}'),
  "2026-07-28",
  "tools/call",
];

const KINDS = [
  "200 result",
  "200 […]",
  "200 notifications/subscriptions/acknowledged, result",
  "200 error -32601",
  "200 error -32602",
  "202 nothing",
  "400 error -32020",
  "400 error -32602",
  "400 failure invalid_request",
  "400 failure parse_error",
];

/** Removes, renames or replaces one property or array element somewhere in the value, or repeats an array. */
function mutateValue(value: unknown, random: RandomInteger): unknown {
  if (typeof value !== "object" || value === null || random(6) === 0) return VALUES[random(VALUES.length)];
  if (Array.isArray(value)) {
    const at = random(value.length);
    return random(4) === 0
      ? [...value, ...value]
      : value.map((each, index) => (index === at ? mutateValue(each, random) : each));
  }
  const entries = Object.entries(value);
  const at = random(entries.length);
  const how = random(5);
  return Object.fromEntries(
    entries.flatMap(([name, each], index) => {
      if (index !== at) return [[name, each]];
      if (how === 0) return [];
      if (how === 1)
        return [[["__proto__", "id", "method", "params", "_meta", name.toUpperCase()][random(6)] ?? name, each]];
      return [[name, mutateValue(each, random)]];
    }),
  );
}

/** Changes, cuts off or inserts one to four bytes. */
function mutateBytes(bytes: Buffer, random: RandomInteger): Buffer {
  let mutant = Buffer.from(bytes);
  for (let times = random(4); times >= 0; times -= 1) {
    const at = random(mutant.length + 1);
    const how = random(4);
    if (how === 0) mutant = mutant.subarray(0, at);
    else if (how === 1) mutant = Buffer.concat([mutant.subarray(0, at), mutant.subarray(at + 1)]);
    else if (how === 2)
      mutant = Buffer.concat([mutant.subarray(0, at), Buffer.from([random(256)]), mutant.subarray(at)]);
    else mutant = Buffer.concat([mutant.subarray(0, at), Buffer.from('{}[]",:\\0e-\u0000')]);
  }
  return mutant;
}

test(`${MUTANTS} mutants get well-formed responses, and none causes an exception`, () => {
  const random = seededRandom(20_250_618);
  const seen = new Set<string>();
  for (let count = 0; count < MUTANTS; count += 1) {
    const [body, fields] = SEEDS[count % SEEDS.length] ?? [{}, {}];
    const mutant = random(3) === 0 ? mutateBytes(Buffer.from(JSON.stringify(body)), random) : mutateValue(body, random);
    const response = ask(post(Buffer.isBuffer(mutant) ? mutant : (JSON.stringify(mutant) ?? ""), fields));
    const answer = summary(response);
    assert.doesNotMatch(response.body.toString(), /node:|\.ts:\d|at Object\.|TypeError/);
    seen.add(answer.replace(/\[.*\]/, "[…]"));
  }
  // The mutants are useful only if they reach every kind of response.
  for (const answer of KINDS) assert.ok(seen.has(answer), `no mutant was answered ${answer}`);
});
