import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestHead } from "../../../src/serve/http/request-head.ts";
import { pathOrRefusal } from "../../../src/serve/http/request-head.ts";
import { responseField } from "../../support/field.ts";
import { codeOf, conform } from "../../support/conform.ts";

const HEAD: RequestHead = { method: "GET", httpVersion: "1.1", url: "/about", headers: { host: "cottage.example" }, rawHeaders: [] };

const TARGETS: readonly [target: string, path: string | undefined][] = [
  ["/", "/"],
  ["/about", "/about"],
  ["/about?utm=1&x=/y#", undefined],
  ["/about?q", "/about"],
  ["/?", "/"],
  ["/a%62out", "/about"], // an escaped unreserved character is the character
  ["/%61%42%7e%2D%5f%30", "/aB~-_0"],
  ["/api%2Fv1", "/api%2Fv1"], // an escaped slash separates nothing
  ["/a%25b", "/a%25b"], // decoded once, never twice
  ["/caf%C3%A9", "/caf%C3%A9"],
  ["/%C3", undefined], // not UTF-8
  ["/%zz", undefined],
  ["/%", undefined],
  ["/a%0", undefined],
  ["/api/../about", "/api/../about"], // dot segments name nothing here
  ["/%2e%2e/about", "/../about"],
  ["//evil.example/about", "//evil.example/about"], // a path, never an authority
  ["http://other.example/about", "/about"], // the authority is not ours to believe
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
  test(`target ${JSON.stringify(target)} is the path ${path}`, () => {
    const admitted = pathOrRefusal({ ...HEAD, url: target });
    if (path !== undefined) return assert.equal(admitted, path);
    assert.ok(typeof admitted === "object");
    assert.equal(codeOf(conform(admitted)), "bad_request");
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
  ["a transfer coding besides chunked", { headers: { host: "a", "transfer-encoding": "gzip, chunked" } }, "not_implemented"],
  ["identity as a transfer coding", { headers: { host: "a", "transfer-encoding": "identity" } }, "not_implemented"],
  ["a transfer coding in HTTP/1.0", { httpVersion: "1.0", headers: { "transfer-encoding": "chunked" } }, "bad_request"],
];

for (const [name, head, code] of REFUSED) {
  test(`${name} is refused and the connection ends`, () => {
    const refusal = pathOrRefusal({ ...HEAD, ...head });
    assert.ok(typeof refusal === "object");
    assert.equal(codeOf(conform(refusal)), code);
    assert.equal(responseField(refusal.headers, "connection"), "close");
    assert.ok(refusal.body.length < 300, "what was sent is not echoed");
  });
}

for (const host of ["cottage.example", "cottage.example:3000", "localhost:3000", "127.0.0.1", "[::1]:3000", "COTTAGE.example.", "a_b-c.example"]) {
  test(`Host: ${host} is admitted`, () => assert.equal(pathOrRefusal({ ...HEAD, headers: { host } }), "/about"));
}

test("HTTP/1.0 needs no Host; OPTIONS may ask about the server itself; 8 KiB of target are fine", () => {
  assert.equal(pathOrRefusal({ ...HEAD, httpVersion: "1.0", headers: {} }), "/about");
  assert.equal(pathOrRefusal({ ...HEAD, method: "OPTIONS", url: "*" }), "*");
  assert.equal(typeof pathOrRefusal({ ...HEAD, url: `/${"x".repeat(8191)}` }), "string");
  assert.equal(pathOrRefusal({ ...HEAD, headers: { host: "a", "transfer-encoding": "Chunked" }, rawHeaders: Array<string>(200).fill("a") }), "/about");
});
