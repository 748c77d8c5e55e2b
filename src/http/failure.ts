/**
 * Every failure of this service is one JSON shape: `{"error":{"code","message","hint"?}}`.
 *
 * A failure describes the request and never the server: no stack, no path on disk, no exception's text.
 */
import type { FieldLines, HttpResponse } from "./message.ts";

/** The codes are stable and closed; a status never comes from anywhere but this table. */
export const FAILURE_STATUS = {
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
} as const satisfies Record<string, number>;

export type FailureCode = keyof typeof FAILURE_STATUS;

/** Sent with every answer, good or bad: public data that any page may read, of exactly the type it says. */
export const PUBLIC_FIELDS: FieldLines = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  "ETag, Link, RateLimit, RateLimit-Policy, Retry-After",
  "X-Content-Type-Options",
  "nosniff",
];

/**
 * @param message names what was asked and what is wrong with it
 * @param hint says how to mend the request
 * @param fields are sent besides the common ones, as `Allow` with a 405
 */
export function failure(code: FailureCode, message: string, hint?: string, fields: FieldLines = []): HttpResponse {
  // Texts are quoted one by one, which takes a fifth of the time that the whole object does: every miss pays for it.
  const hinted = hint === undefined ? "" : `,"hint":${JSON.stringify(hint)}`;
  const body = Buffer.from(`{"error":{"code":"${code}","message":${JSON.stringify(message)}${hinted}}}`);
  return {
    status: FAILURE_STATUS[code],
    headers: [
      "Content-Type",
      "application/json",
      "Content-Length",
      String(body.length),
      "Cache-Control",
      "no-store",
      ...PUBLIC_FIELDS,
      ...fields,
    ],
    body,
  };
}
