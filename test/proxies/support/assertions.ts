/**
 * Asserts that a proxy passed on a response unchanged, and that a failure has the service's error format.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { HttpResponse, SendRequest, Fields } from "./client.ts";
import { deployed } from "./shipped.ts";

/** Fields that differ for each connection or response. */
const PASSING = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);
/** Fields that a proxy may add. */
const ADDED = new Set(["server", "via", "age", "cache-status", "alt-svc", ...PASSING]);

export function assertSameResponse(actual: HttpResponse, expected: HttpResponse, about: string): void {
  assert.equal(actual.status, expected.status, `status of ${about}`);
  for (const [name, value] of Object.entries(expected.fields)) {
    if (!PASSING.has(name)) assert.equal(actual.fields[name], value, `${name} of ${about}`);
  }
  for (const name of Object.keys(actual.fields))
    assert.ok(name in expected.fields || ADDED.has(name), `${name} was added to ${about}`);
  assert.ok(
    actual.body.equals(expected.body),
    `body of ${about}: ${actual.body.length} bytes, not ${expected.body.length}`,
  );
}

/** Asserts that a response is a failure in the service's JSON format. */
export function assertFailure({ status, fields, body }: HttpResponse, wanted: number, code: string): void {
  assert.equal(status, wanted, body.toString());
  assert.equal(fields["content-type"], "application/json");
  assert.equal(fields["cache-control"], "no-store");
  assert.equal(fields["access-control-allow-origin"], "*");
  assert.equal(fields["x-content-type-options"], "nosniff");
  const value: unknown = JSON.parse(body.toString());
  assert.ok(typeof value === "object" && value !== null && "error" in value);
  const { error } = value;
  assert.ok(typeof error === "object" && error !== null && "code" in error && "message" in error);
  assert.equal(error.code, code);
  assert.equal(typeof error.message, "string");
}

/** Fields that a browser sends when it opens an address. */
export const NAVIGATION: Fields = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8", "Sec-Fetch-Dest": "document" };

/** Asserts that, while the service is down, browsers get a page and programs get a JSON error. */
export async function assertUnavailable(request: SendRequest): Promise<void> {
  const page = await request("/about", { fields: NAVIGATION });
  assert.equal(page.status, 503);
  assert.equal(page.fields["content-type"], "text/html; charset=utf-8");
  assert.equal(page.fields["cache-control"], "no-store");
  assert.equal(page.fields["retry-after"], "5");
  assert.equal(page.body.toString(), readFileSync(deployed("away.html"), "utf8"));
  for (const path of ["/api/", "/api/v1/cottage", "/mcp", "/.well-known/mcp"])
    assertFailure(await request(path, { fields: NAVIGATION }), 503, "unavailable");
  assertFailure(await request("/about", { fields: { Accept: "text/html" } }), 503, "unavailable");
}
