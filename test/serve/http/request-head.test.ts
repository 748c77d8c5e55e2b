import assert from "node:assert/strict";
import { test } from "node:test";
import { toRequest, type RequestHead } from "../../../src/serve/http/request.ts";
import { codeOf, conform } from "../../support/conform.ts";

const HOST = { host: "cottage.example" };
const HEAD: RequestHead = { method: "GET", httpVersion: "1.1", url: "/about", headers: HOST, rawHeaders: [] };

function pathOf(url: string, method = "GET"): string | undefined {
  const { request, failure } = toRequest({ ...HEAD, method, url });
  assert.equal(failure === undefined, request.path !== "");
  return failure === undefined ? request.path : undefined;
}

const TARGETS: readonly [target: string, path: string | undefined][] = [
  ["/", "/"],
  ["/about", "/about"],
  ["/about?utm=1&x=/y#", undefined],
  ["/about?q", "/about"],
  ["/?", "/"],
  ["/a%62out", "/about"], // percent-encoded unreserved characters are decoded
  ["/%61%42%7e%2D%5f%30", "/aB~-_0"],
  ["/api%2Fv1", "/api%2Fv1"], // an encoded slash separates no segments
  ["/a%25b", "/a%25b"], // decoded once, never twice
  ["/caf%C3%A9", "/caf%C3%A9"],
  ["/%C3", undefined], // not UTF-8
  ["/%zz", undefined],
  ["/%", undefined],
  ["/a%0", undefined],
  ["/api/../about", "/api/../about"], // dot segments are not resolved
  ["/%2e%2e/about", "/../about"],
  ["//evil.example/about", "//evil.example/about"], // a path, never an authority
  ["http://other.example/about", "/about"], // the authority does not choose the path
  ["HTTPS://other.example:8443/about?x", "/about"],
  ["http://other.example", "/"],
  ["http://other.example?x", "/"],
  ["http://[::1]:80/", "/"],
  ["http://user@other.example/", undefined],
  ["http:///about", undefined],
  ["ftp://other.example/about", undefined],
  ["javascript:alert(1)", undefined],
  ["about", undefined],
  ["*", undefined],
  ["", undefined],
];

for (const [target, path] of TARGETS) {
  test(`the path of target ${JSON.stringify(target)} is ${path}`, () => assert.equal(pathOf(target), path));
}

const AUTHORITIES: readonly [target: string, authority: string | undefined][] = [
  ["/about", undefined],
  ["//evil.example/about", undefined],
  ["*", undefined],
  ["http://other.example/about", "other.example"],
  ["HTTPS://Other.example:8443?x", "Other.example:8443"],
  ["http://[::1]:80", "[::1]:80"],
  ["ftp://other.example/", undefined],
];

for (const [url, authority = HOST.host] of AUTHORITIES) {
  test(`the authority of target ${url} is ${authority}`, () => {
    assert.equal(toRequest({ ...HEAD, url }).request.headers["host"], authority);
  });
}

const REFUSED: readonly [name: string, head: Partial<RequestHead>, code: string][] = [
  ["HTTP/0.9", { httpVersion: "0.9" }, "version_not_supported"],
  ["HTTP/2.0 in the text form", { httpVersion: "2.0" }, "version_not_supported"],
  ["HTTP/1.2", { httpVersion: "1.2" }, "version_not_supported"],
  ["no Host", { headers: {} }, "bad_request"],
  ["two Host lines", { headers: { host: "a.example, b.example" } }, "bad_request"],
  ["an empty Host", { headers: { host: "" } }, "bad_request"],
  ["Host with a path", { headers: { host: "a.example/x" } }, "bad_request"],
  ["Host with a user", { headers: { host: "user@a.example" } }, "bad_request"],
  ["Host with a space", { headers: { host: "a b" } }, "bad_request"],
  ["Host with an odd port", { headers: { host: "a.example:http" } }, "bad_request"],
  ["Host with a bare IPv6 address", { headers: { host: "::1" } }, "bad_request"],
  ["too many fields", { rawHeaders: Array<string>(202).fill("a") }, "fields_too_large"],
  ["a long target", { url: `/${"x".repeat(8192)}` }, "target_too_long"],
  [
    "a transfer coding besides chunked",
    { headers: { host: "a", "transfer-encoding": "gzip, chunked" } },
    "not_implemented",
  ],
  ["identity as a transfer coding", { headers: { host: "a", "transfer-encoding": "identity" } }, "not_implemented"],
  ["a transfer coding in HTTP/1.0", { httpVersion: "1.0", headers: { "transfer-encoding": "chunked" } }, "bad_request"],
];

for (const [name, head, code] of REFUSED) {
  test(`${name} is refused and closes the connection`, () => {
    const { failure } = toRequest({ ...HEAD, ...head });
    assert.ok(failure !== undefined);
    assert.equal(codeOf(conform(failure)), code);
    assert.equal(failure.close, true);
    assert.ok(failure.body.length < 300, "the request is not echoed");
  });
}

const HOSTS = [
  ...["cottage.example", "cottage.example:3000", "COTTAGE.example.", "a_b-c.example"],
  ...["localhost:3000", "127.0.0.1", "[::1]:3000"],
];

for (const host of HOSTS) {
  test(`Host: ${host} is valid`, () => {
    assert.equal(toRequest({ ...HEAD, headers: { host } }).failure, undefined);
  });
}

const VALID: readonly [name: string, head: Partial<RequestHead>][] = [
  ["HTTP/1.0 without Host", { httpVersion: "1.0", headers: {} }],
  ["a target of 8 KiB", { url: `/${"x".repeat(8191)}` }],
  ["100 fields", { rawHeaders: Array<string>(200).fill("a") }],
  ["chunked in another case", { headers: { host: "a", "transfer-encoding": "Chunked" } }],
  ["Expect: 100-continue", { headers: { host: "a", expect: "100-continue" } }],
  ["any expectation in HTTP/1.0", { httpVersion: "1.0", headers: { expect: "200-ok" } }],
];

for (const [name, head] of VALID) {
  test(`${name} is valid`, () => assert.equal(toRequest({ ...HEAD, ...head }).failure, undefined));
}

test("only OPTIONS may have the target *", () => {
  assert.equal(pathOf("*", "OPTIONS"), "*");
  assert.equal(pathOf("*"), undefined);
});
