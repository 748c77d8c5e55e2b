/**
 * Every failure of this service is one JSON shape: `{"error":{"code","message","hint"?}}`.
 *
 * A failure describes the request and never the server: no stack, no path on disk, no exception's text.
 */

import type { FieldLines, HttpResponse } from "./message.ts";

/** Codes are stable and closed, and no status comes from elsewhere; `content/developers.md` says when each is given. */
export const FAILURES = {
  permanent_redirect: 308,
  bad_request: 400,
  parse_error: 400,
  invalid_request: 400,
  batch_too_large: 400,
  body_too_deep: 400,
  forbidden_host: 403,
  forbidden_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  precondition_failed: 412,
  body_too_large: 413,
  target_too_long: 414,
  unsupported_media_type: 415,
  expectation_failed: 417,
  rate_limited: 429,
  fields_too_large: 431,
  internal_error: 500,
  not_implemented: 501,
  unavailable: 503,
  version_not_supported: 505,
} as const;

export type FailureCode = keyof typeof FAILURES;

/** Sent with every answer, good or bad: any page may read it, as the type it says. */
export const PUBLIC_FIELDS: FieldLines = Object.entries({
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Link, RateLimit, RateLimit-Policy, Retry-After",
  "X-Content-Type-Options": "nosniff",
}).flat();

export const CLOSE: FieldLines = ["Connection", "close"];

/** Of an answer to one request alone, which nobody may keep. */
export function unstored(mediaType: string, bytes: number, more: FieldLines = []): FieldLines {
  return ["Content-Type", mediaType, "Content-Length", String(bytes), "Cache-Control", "no-store", ...PUBLIC_FIELDS, ...more];
}

/** The message names what was asked and what is wrong with it, the hint the remedy. */
export function failure(code: FailureCode, message: string, hint?: string, fields: FieldLines = []): HttpResponse {
  const body = Buffer.from(JSON.stringify({ error: { code, message, hint } }));
  return { status: FAILURES[code], headers: unstored("application/json", body.length, fields), body, reason: code };
}
