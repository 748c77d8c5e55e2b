/** Checks before a message is read: Host and Origin, media type, coding, and bodies that are not a message. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { responseField } from "../../support/field.ts";
import { mcpHandlers } from "../../../src/serve/mcp/endpoint.ts";
import { SETTINGS, ask, messagesIn, post, summary } from "./fixture.ts";
import { isObject } from "../../support/json.ts";

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const DEEP = (levels: number) =>
  `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${"[".repeat(levels)}${"]".repeat(levels)}}}`;

const BODIES: readonly [body: unknown, answer: string][] = [
  [PING, "200 result"],
  [` \n\t${PING} `, "200 result"],
  ['{"jsonrpc":"2.0","id":1,"method":"ping","extra":true}', "200 result"],
  ['{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', "200 result"], // the last of a name wins
  ["", "400 failure parse_error"],
  ["{", "400 failure parse_error"],
  [`${PING},`, "400 failure parse_error"],
  [`${PING}${PING}`, "400 failure parse_error"],
  ["{'jsonrpc':'2.0'}", "400 failure parse_error"],
  ['{"jsonrpc":"2.0","id":NaN,"method":"ping"}', "400 failure parse_error"],
  ['{"jsonrpc":"2.0","id":01,"method":"ping"}', "400 failure parse_error"],
  ["undefined", "400 failure parse_error"],
  [Buffer.from([0xff, 0xfe, 0x7b, 0x7d]), "400 failure parse_error"],
  [Buffer.from('{"jsonrpc":"2.0","id":"\xe9","method":"ping"}', "latin1"), "400 failure parse_error"],
  [Buffer.from(PING, "utf16le"), "400 failure parse_error"],
  [Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), "400 failure parse_error"], // a surrogate is no UTF-8
  ["null", "400 failure invalid_request"],
  ["1", "400 failure invalid_request"],
  ['"ping"', "400 failure invalid_request"],
  ["{}", "400 failure invalid_request"],
  ['{"id":1,"method":"ping"}', "400 failure invalid_request"],
  ['{"jsonrpc":"1.0","id":1,"method":"ping"}', "400 failure invalid_request"],
  ['{"jsonrpc":2.0,"id":1,"method":"ping"}', "400 failure invalid_request"],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', "400 failure invalid_request"],
  ['{"jsonrpc":"2.0","id":true,"method":"ping"}', "400 failure invalid_request"],
  ['{"jsonrpc":"2.0","id":[1],"method":"ping"}', "400 failure invalid_request"],
  ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', "400 failure invalid_request"],
  ['{"jsonrpc":"2.0","id":1e400,"method":"ping"}', "400 failure invalid_request"],
  ['{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', "400 failure invalid_request"],
  ['{"jsonrpc":"2.0","id":1,"method":null}', "400 failure invalid_request"],
  ['{"jsonrpc":"2.0","id":1}', "400 failure invalid_request"],
  ['{"jsonrpc":"2.0","id":1,"result":{},"error":{}}', "400 failure invalid_request"],
  ['{"__proto__":{"jsonrpc":"2.0","id":1,"method":"ping"}}', "400 failure invalid_request"],
  ["[]", "400 failure invalid_request"],
  [DEEP(30), "200 result"],
  [DEEP(31), "400 error -32600"],
  [`${"[".repeat(30_000)}${"]".repeat(30_000)}`, "400 failure body_too_deep"],
  ["[".repeat(100_000), "400 failure parse_error"],
  [`{"jsonrpc":"2.0","id":"${"[{".repeat(50)}\\"${"[".repeat(50)}","method":"ping"}`, "200 result"],
];

for (const [body, answer] of BODIES) {
  test(`${(Buffer.isBuffer(body) ? body.toString("hex") : String(body)).slice(0, 80)} → ${answer}`, () => {
    assert.equal(summary(ask(post(body))), answer);
  });
}

for (const id of [
  0,
  -1,
  7,
  Number.MAX_SAFE_INTEGER,
  "",
  "a",
  "1",
  'quote " and \\',
  "£",
  "\u2028",
  "\ud800",
  "constructor",
]) {
  test(`the id ${JSON.stringify(id)} is returned as it was sent`, () => {
    for (const method of ["ping", "tools/list", "no/such"]) {
      const [message] = messagesIn(ask(post({ jsonrpc: "2.0", id, method })));
      assert.ok(isObject(message));
      assert.equal(message["id"], id);
    }
  });
}

const FIELDS: readonly [name: string, value: string | undefined, answer: string][] = [
  ["content-type", "application/json", "200 result"],
  ["content-type", "Application/JSON; charset=UTF-8", "200 result"],
  ["content-type", 'application/json;charset="utf-8"', "200 result"],
  ["content-type", "application/json; profile=x", "200 result"],
  ["content-type", " application/json ;profile=x; charset=utf-8 ;a=b", "200 result"],
  ["content-type", "application/json; charset=iso-8859-1", "200 result"], // the body decides: this one is ASCII
  ["content-type", `application/json${";".repeat(10_000)}`, "200 result"],
  ["content-type", undefined, "415 failure unsupported_media_type"],
  ["content-type", "text/plain", "415 failure unsupported_media_type"],
  ["content-type", "application/x-www-form-urlencoded", "415 failure unsupported_media_type"],
  ["content-type", "application/jsonx", "415 failure unsupported_media_type"],
  ["content-type", "application/json, text/plain", "415 failure unsupported_media_type"],
  ["content-encoding", "identity", "200 result"],
  ["content-encoding", "gzip", "415 failure unsupported_media_type"],
  ["content-encoding", "br", "415 failure unsupported_media_type"],
  // The response is JSON whatever Accept says.
  ["accept", "application/json, text/event-stream", "200 result"],
  ["accept", "*/*", "200 result"],
  ["accept", "text/event-stream", "200 result"],
  ["accept", "text/html", "200 result"],
  ["accept", "", "200 result"],
  ["mcp-session-id", "left over from another server", "200 result"],
  ["last-event-id", "12", "200 result"],
  ["authorization", "Bearer not-needed", "200 result"],
];

for (const [name, value, answer] of FIELDS) {
  test(`${name}: ${value} → ${answer}`, () => assert.equal(summary(ask(post(PING, { [name]: value }))), answer));
}

test("415 names the accepted media type or coding", () => {
  const type = ask(post(PING, { "content-type": "text/plain" }));
  assert.equal(responseField(type.headers, "accept"), "application/json");
  const coding = ask(post(PING, { "content-encoding": "gzip" }));
  assert.equal(responseField(coding.headers, "accept-encoding"), "identity");
});

const LOCAL = mcpHandlers(SETTINGS);
const PUBLIC = mcpHandlers({ ...SETTINGS, baseUrl: "https://cottage.example" });

const HOST = "403 failure forbidden_host";
const ORIGIN = "403 failure forbidden_origin";
const ADMISSION: readonly [host: string | undefined, origin: string | undefined, local: string, published: string][] = [
  ["localhost:3000", undefined, "200 result", "200 result"],
  ["LOCALHOST", undefined, "200 result", "200 result"],
  ["127.0.0.1:8080", undefined, "200 result", "200 result"],
  ["127.9.9.9", undefined, "200 result", "200 result"],
  ["[::1]:3000", undefined, "200 result", "200 result"],
  ["[::1]", undefined, "200 result", "200 result"],
  [undefined, undefined, "200 result", "200 result"], // HTTP/1.0; the listener insists for 1.1
  ["cottage.example", undefined, HOST, "200 result"],
  ["Cottage.Example:443", undefined, HOST, "200 result"],
  ["evil.example", undefined, HOST, HOST],
  ["localhost.evil.example", undefined, HOST, HOST],
  ["127.0.0.1.evil.example", undefined, HOST, HOST],
  ["notlocalhost", undefined, HOST, HOST],
  ["cottage.example.evil.example", undefined, HOST, HOST],
  ["", undefined, HOST, HOST],
  ["localhost:3000", "http://localhost:6274", "200 result", "200 result"],
  ["localhost:3000", "https://127.0.0.1", "200 result", "200 result"],
  ["localhost:3000", "http://[::1]:5173", "200 result", "200 result"],
  ["localhost:3000", "http://evil.example", ORIGIN, "200 result"],
  ["localhost:3000", "http://localhost.evil.example", ORIGIN, "200 result"],
  ["localhost:3000", "http://localhost:3000@evil.example", ORIGIN, "200 result"],
  ["localhost:3000", "null", ORIGIN, "200 result"],
  ["localhost:3000", "", ORIGIN, "200 result"],
  ["localhost:3000", "file://localhost", ORIGIN, "200 result"],
  ["localhost:3000", "chrome-extension://abcdef", ORIGIN, "200 result"],
];

for (const [host, origin, local, published] of ADMISSION) {
  describe(`Host ${host ?? "absent"}, Origin ${origin ?? "absent"}`, () => {
    const sites = [["a local server", LOCAL, local] as const, ["a public server", PUBLIC, published] as const];
    for (const [site, methods, answer] of sites) {
      test(`on ${site} → ${answer}`, () => assert.equal(summary(ask(post(PING, { host, origin }), methods)), answer));
      test(`the preflight on ${site} agrees`, () => {
        const response = ask({ ...post("", { host, origin }), method: "OPTIONS" }, methods);
        assert.equal(summary(response), answer === "200 result" ? "204 nothing" : answer);
      });
    }
  });
}

test("messages do not repeat long names", () => {
  const long = "x".repeat(200_000);
  const calls = [{ method: long }, { method: "tools/call", params: { name: long } }];
  for (const call of calls) assert.ok(ask(post({ jsonrpc: "2.0", id: 1, ...call })).body.length < 500);
});
