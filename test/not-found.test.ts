/**
 * Responses with status 404: the JSON error for programs, and an HTML page for browser navigations.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestFields } from "../src/serve/http/message.ts";
import { responseField } from "./support/field.ts";
import { respond } from "./support/respond.ts";
import { codeOf, conform, request } from "./support/conform.ts";
import { sampleRouter } from "./support/sample.ts";

const router = sampleRouter();
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";
/** Fields that a browser adds to a navigation. */
const NAVIGATION = { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" };

const FOR_PEOPLE: readonly [method: string, path: string, headers: RequestFields][] = [
  ["GET", "/abuot", { accept: BROWSER, ...NAVIGATION }],
  ["HEAD", "/abuot", { accept: BROWSER, ...NAVIGATION }],
  ["GET", "/apiary", { accept: BROWSER, ...NAVIGATION }],
  ["GET", "/abuot", { accept: "text/html", ...NAVIGATION }],
  ["GET", "/abuot", { accept: "application/json;q=0.1, text/html;q=0.2", ...NAVIGATION }],
];

for (const [method, path, headers] of FOR_PEOPLE) {
  test(`${method} ${path} with ${JSON.stringify(headers)} is an HTML page with status 404`, () => {
    const { status, headers: fields, body } = respond(router, request({ method, path, headers }));
    assert.equal(status, 404);
    assert.equal(responseField(fields, "content-type"), "text/html; charset=utf-8");
    assert.equal(responseField(fields, "content-length"), String(body.length));
    assert.equal(responseField(fields, "cache-control"), "no-store");
    assert.equal(responseField(fields, "vary"), "Accept, Sec-Fetch-Dest");
    assert.equal(responseField(fields, "etag"), undefined);
    assert.equal(responseField(fields, "x-content-type-options"), "nosniff");
    assert.match(responseField(fields, "content-security-policy") ?? "", /^default-src 'none'/);
    assert.match(responseField(fields, "strict-transport-security") ?? "", /^max-age=/);
    assert.match(body.toString(), /^<!doctype html>/);
  });
}

const FOR_PROGRAMS: readonly [method: string, path: string, headers: RequestFields][] = [
  ["GET", "/abuot", {}],
  ["GET", "/abuot", { accept: "*/*" }],
  ["GET", "/abuot", { accept: "application/json" }],
  ["GET", "/abuot", { accept: "text/html" }],
  ["GET", "/abuot", { accept: BROWSER }],
  ["GET", "/abuot", { accept: "*/*", "sec-fetch-dest": "empty", "sec-fetch-mode": "cors" }],
  ["GET", "/abuot.jpg", { accept: BROWSER, "sec-fetch-dest": "image" }],
  ["GET", "/abuot", { accept: "application/json", ...NAVIGATION }],
  ["GET", "/abuot", { accept: "*/*", ...NAVIGATION }],
  ["GET", "/abuot", { accept: "text/html;q=0.5, application/json", ...NAVIGATION }],
  ["GET", "/abuot", NAVIGATION],
  ["POST", "/abuot", { accept: BROWSER, ...NAVIGATION }],
  ["DELETE", "/abuot", { accept: BROWSER, ...NAVIGATION }],
  ["GET", "/api/v1/prices", { accept: BROWSER, ...NAVIGATION }],
  ["GET", "/mcp/sse", { accept: BROWSER, ...NAVIGATION }],
  ["GET", "/.well-known/agent-card.json", { accept: BROWSER, ...NAVIGATION }],
];

for (const [method, path, headers] of FOR_PROGRAMS) {
  test(`${method} ${path} with ${JSON.stringify(headers)} is the JSON error`, () => {
    const response = conform(respond(router, request({ method, path, headers })));
    assert.equal(response.status, 404);
    assert.equal(codeOf(response), "not_found");
    assert.ok(response.body.toString().includes(path), "the message names the path");
    assert.ok(response.body.toString().includes("/openapi.json"), "the hint points to the description");
  });
}

test("a browser is redirected to the canonical path before it gets a 404 page", () => {
  assert.equal(respond(router, request({ path: "/about/", headers: { accept: BROWSER, ...NAVIGATION } })).status, 308);
});

test("the error for GET /mcp links to the page with the instructions", () => {
  const { status, body } = respond(router, request({ path: "/mcp" }));
  assert.equal(status, 405);
  const [, path = ""] = /; see (\/\w+)"/.exec(body.toString()) ?? [];
  const page = respond(router, request({ path, headers: { accept: BROWSER } }));
  assert.equal(page.status, 200);
  assert.ok(page.body.toString().includes('id="mcp"'));
});
