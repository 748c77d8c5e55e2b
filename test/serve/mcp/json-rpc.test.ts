import assert from "node:assert/strict";
import { test } from "node:test";
import type { Body } from "../../../src/serve/http/message.ts";
import { jsonExcerpt, parseMessage, replyJson, rpcError, rpcResult } from "../../../src/serve/mcp/messages.ts";

const KINDS: readonly [json: string, kind: string, id?: string | number | null][] = [
  ['{"jsonrpc":"2.0","id":1,"method":"m"}', "request"],
  ['{"jsonrpc":"2.0","id":"","method":""}', "request"],
  ['{"jsonrpc":"2.0","id":-0,"method":"m"}', "request"],
  ['{"jsonrpc":"2.0","id":1,"method":"m","result":1}', "request"],
  ['{"jsonrpc":"2.0","method":"m"}', "notification"],
  ['{"jsonrpc":"2.0","method":"m","params":[1]}', "notification"],
  ['{"jsonrpc":"2.0","id":1,"result":null}', "response"],
  ['{"jsonrpc":"2.0","id":"1","error":{"code":1,"message":""}}', "response"],
  ['{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}', "response"],
  ['{"jsonrpc":"2.0","id":null,"result":1}', "invalid"],
  ['{"jsonrpc":"2.0","result":1}', "invalid"],
  ['{"jsonrpc":"2.0","id":1,"result":1,"error":{}}', "invalid", 1],
  ['{"jsonrpc":"2.0","id":1}', "invalid", 1],
  ['{"jsonrpc":"2.0","id":null,"method":"m"}', "invalid"],
  ['{"jsonrpc":"2.0","id":{},"method":"m"}', "invalid"],
  ['{"jsonrpc":"2.0","id":0.5,"method":"m"}', "invalid"],
  ['{"jsonrpc":"2.0","id":9007199254740992,"method":"m"}', "invalid"],
  [`{"jsonrpc":"2.0","id":"${"é".repeat(1024)}","method":"m"}`, "request"],
  [`{"jsonrpc":"2.0","id":"${"x".repeat(1025)}","method":"m"}`, "invalid"],
  ['{"jsonrpc":"2.0","id":1,"method":1}', "invalid", 1],
  ['{"jsonrpc":"2","id":1,"method":"m"}', "invalid", 1],
  ['{"id":1,"method":"m"}', "invalid", 1],
  ['[{"jsonrpc":"2.0","id":1,"method":"m"}]', "invalid"],
  ["null", "invalid"],
  ['"m"', "invalid"],
  ["2", "invalid"],
];

for (const [json, kind, id] of KINDS) {
  test(`${json.slice(0, 80)} is ${kind}`, () => {
    const message = parseMessage(JSON.parse(json));
    assert.equal(message.kind, kind);
    if (message.kind !== "invalid") return;
    assert.equal(message.error.name, "invalid_request");
    assert.match(message.error.message, /an integer within ±\(2\^53 - 1\) or at most 1024 characters as id\.$/);
    assert.equal(message.id, id ?? null);
  });
}

const RESULT = rpcResult({ price: "£1" });

const REPLIES: readonly [what: string, reply: Body, json: string][] = [
  ["a result", replyJson(1, RESULT), '{"jsonrpc":"2.0","id":1,"result":{"price":"£1"}}'],
  ["a result for a text id", replyJson('"é', RESULT), '{"jsonrpc":"2.0","id":"\\"é","result":{"price":"£1"}}'],
  [
    "an error",
    replyJson("a", rpcError("invalid_params", "no")),
    '{"jsonrpc":"2.0","id":"a","error":{"code":-32602,"message":"no"}}',
  ],
  [
    "an error with data and without an id",
    replyJson(null, rpcError("invalid_params", "no", { a: 1 })),
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"no","data":{"a":1}}}',
  ],
];

for (const [what, reply, json] of REPLIES) {
  test(`${what} is written as ${json}`, () => assert.equal(reply.join(""), json));
}

const EXCERPTS: readonly [value: unknown, text: string][] = [
  ["get-cottage", '"get-cottage"'],
  [undefined, "nothing"],
  [null, "null"],
  [{ a: 1 }, '{"a":1}'],
  ["\u0000\n", '"\\u0000\\n"'],
];

for (const [value, text] of EXCERPTS) test(`the excerpt ${text}`, () => assert.equal(jsonExcerpt(value), text));

test("replies share the buffer of their result", () => {
  for (const id of [0, 1, -1, 1000, "0", '"', "é", "\u{1f3e1}", "\ud800"]) {
    const reply = replyJson(id, RESULT);
    assert.equal(reply[1], RESULT.json);
    const message: unknown = JSON.parse(reply.join(""));
    assert.deepEqual(message, { jsonrpc: "2.0", id, result: { price: "£1" } });
  }
});

test("excerpts are short", () => {
  for (const value of ["x".repeat(5000), "\n".repeat(5000), { a: "x".repeat(5000) }])
    assert.ok(jsonExcerpt(value).length < 110);
});
