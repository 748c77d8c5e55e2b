/**
 * Whether what came through a proxy is what the service says, field by field and byte by byte.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Answer, Ask, Fields } from "./ask.ts";
import { deployed } from "./shipped.ts";

/** Fields of one connection or one moment. */
const PASSING = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);
/** Fields that a proxy may add. */
const ADDED = new Set(["server", "via", "age", "cache-status", "alt-svc", ...PASSING]);

export function assertSame(came: Answer, said: Answer, about: string): void {
  assert.equal(came.status, said.status, `status of ${about}`);
  for (const [name, value] of Object.entries(said.fields)) {
    if (!PASSING.has(name)) assert.equal(came.fields[name], value, `${name} of ${about}`);
  }
  for (const name of Object.keys(came.fields))
    assert.ok(name in said.fields || ADDED.has(name), `${name} was added to ${about}`);
  assert.ok(came.body.equals(said.body), `body of ${about}: ${came.body.length} bytes, not ${said.body.length}`);
}

/** The Error shape. */
export function assertFailure({ status, fields, body }: Answer, wanted: number, code: string): void {
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

/** What a browser sends that goes to an address. */
export const NAVIGATION: Fields = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8", "Sec-Fetch-Dest": "document" };

/** With the service away: a page for people, the Error shape for programs. */
export async function assertAway(ask: Ask): Promise<void> {
  const page = await ask("/about", { fields: NAVIGATION });
  assert.equal(page.status, 503);
  assert.equal(page.fields["content-type"], "text/html; charset=utf-8");
  assert.equal(page.fields["cache-control"], "no-store");
  assert.equal(page.fields["retry-after"], "5");
  assert.equal(page.body.toString(), readFileSync(deployed("away.html"), "utf8"));
  for (const path of ["/api/", "/api/v1/cottage", "/mcp", "/.well-known/mcp"])
    assertFailure(await ask(path, { fields: NAVIGATION }), 503, "unavailable");
  assertFailure(await ask("/about", { fields: { Accept: "text/html" } }), 503, "unavailable");
}
