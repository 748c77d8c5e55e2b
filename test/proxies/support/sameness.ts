/**
 * Whether what came through a proxy is what the service says, field by field and byte by byte.
 */
import assert from "node:assert/strict";
import type { Answer } from "./ask.ts";

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
