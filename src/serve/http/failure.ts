/**
 * Failures: error responses with the JSON body `{"error":{"code","message","hint"?}}`.
 *
 * They contain no stack trace, file path or exception message.
 */

import type { Failure, FieldLines, HttpResponse } from "./message.ts";

/** HTTP statuses by failure code. The codes are public API: `content/developers.md` documents them. */
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

const EXPOSED = "Allow, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Markdown-Tokens";

/** Fields of every response. Scripts of any origin may read it, and browsers must not sniff its media type. */
export const PUBLIC_FIELDS: FieldLines = [
  ...["Access-Control-Allow-Origin", "*", "Access-Control-Expose-Headers", EXPOSED],
  ...["X-Content-Type-Options", "nosniff"],
];

export function noStoreFields(mediaType: string, bytes: number, extraFields: FieldLines = []): FieldLines {
  const contentFields = ["Content-Type", mediaType, "Content-Length", String(bytes), "Cache-Control", "no-store"];
  return [...contentFields, ...PUBLIC_FIELDS, ...extraFields];
}

/** Creates a failure. The message tells the client what is wrong, and the hint what to do. */
export function failure(
  code: FailureCode,
  message: string,
  hint?: string,
  { fields = [], close }: Partial<Pick<Failure, "fields" | "close">> = {},
): Failure {
  const body = Buffer.from(JSON.stringify({ error: { code, message, hint } }));
  return { kind: "failure", status: FAILURES[code], code, fields, body, close };
}

/** Creates the response to a failed request, by default with the JSON body. */
export function failureResponse(
  { status, code, fields, body: json, close }: Failure,
  mediaType = "application/json",
  body = json,
  extraFields: FieldLines = [],
): HttpResponse {
  const headers = noStoreFields(mediaType, body.length, [...fields, ...extraFields]);
  return { kind: "response", status, headers, body, reason: code, close };
}
