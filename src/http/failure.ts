/**
 * Every failure of this service is one JSON shape: `{"error":{"code","message","hint"?}}`.
 *
 * A failure describes the request and never the server: no stack, no path on disk, no exception's text.
 */

import type { FieldLines, HttpResponse } from "./message.ts";

/** Code, status, and when: the codes are stable and closed, and a status never comes from anywhere but this table. */
export const FAILURES = {
  permanent_redirect: [308, "The path lacks or adds a slash; `Location` has the right one"],
  bad_request: [400, "The request is not sound HTTP, or its target is not sound"],
  parse_error: [400, "The body of `POST /mcp` is not JSON"],
  invalid_request: [400, "The body of `POST /mcp` is JSON, but no JSON-RPC message"],
  batch_too_large: [400, "Too many messages in one batch"],
  body_too_deep: [400, "The body nests too deeply"],
  forbidden_host: [403, "The Host field names a host this server does not answer for"],
  forbidden_origin: [403, "The page that asks is not allowed to"],
  not_found: [404, "Nothing is at this path; the message names it"],
  method_not_allowed: [405, "The path is right and the method is not; `Allow` lists those that are"],
  not_acceptable: [406, "A page is neither HTML nor markdown to your `Accept`"],
  request_timeout: [408, "The request did not arrive in time"],
  precondition_failed: [412, "`If-Match` names none of the current entity tags"],
  body_too_large: [413, "The body is too large"],
  target_too_long: [414, "The path is too long"],
  unsupported_media_type: [415, "The body is not `application/json`"],
  expectation_failed: [417, "`Expect` asks for something other than 100-continue"],
  rate_limited: [429, "Too many requests; `Retry-After` says how many seconds to wait"],
  fields_too_large: [431, "The header fields are too large or too many"],
  internal_error: [500, "A fault of ours; asking again later is fine"],
  not_implemented: [501, "A method or a coding that is not known here"],
  unavailable: [503, "The server is shutting down"],
  version_not_supported: [505, "Another version of HTTP than 1.0 and 1.1"],
} as const satisfies Record<string, readonly [status: number, when: string]>;

export type FailureCode = keyof typeof FAILURES;

/** Sent with every answer, good or bad: public data that any page may read, of exactly the type it says. */
export const PUBLIC_FIELDS: FieldLines = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  "ETag, Link, RateLimit, RateLimit-Policy, Retry-After",
  "X-Content-Type-Options",
  "nosniff",
];

export const CLOSE: FieldLines = ["Connection", "close"];

/** The fields of an answer to one request alone, which nobody may keep. */
export function unstored(mediaType: string, bytes: number): FieldLines {
  return ["Content-Type", mediaType, "Content-Length", String(bytes), "Cache-Control", "no-store", ...PUBLIC_FIELDS];
}

/** The message names what was asked and what is wrong with it, the hint how to mend it. */
export function failure(code: FailureCode, message: string, hint?: string, fields: FieldLines = []): HttpResponse {
  const body = Buffer.from(JSON.stringify({ error: { code, message, hint } }));
  return { status: FAILURES[code][0], headers: [...unstored("application/json", body.length), ...fields], body, reason: code };
}
