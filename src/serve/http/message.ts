/**
 * The HTTP messages that handlers receive and return.
 */

/** Alternating names and values, as in `rawHeaders` of node:http. */
export type RawHeaders = readonly string[];

/** Header fields keyed by lower-case name. Repeated fields are joined with ", ". */
export type RequestFields = Readonly<Record<string, string | undefined>>;

export type HttpRequest = Readonly<{
  method: string;
  /** The path without the query. Letters such as `%61` are decoded, but reserved characters such as `%2F` are not. */
  path: string;
  headers: RequestFields;
  body: Buffer;
}>;

/** The parts of a body, in order. Strings are sent as UTF-8. Buffers must not be changed. */
export type Body = readonly (string | Buffer)[];

export type HttpResponse = Readonly<{
  kind: "response";
  status: number;
  headers: RawHeaders;
  body: Body;
  reason?: string;
  close?: boolean;
}>;

/** An error or a redirect that has not yet been rendered as JSON or HTML. */
export type Failure = Readonly<{
  kind: "failure";
  status: number;
  code: FailureCode;
  headers: RawHeaders;
  body: Buffer;
  close: boolean;
}>;

/** A response that is computed only after its cost in rate-limit tokens has been charged. */
type DeferredResponse = Readonly<{ kind: "deferred"; cost: number; respond: () => HttpResponse }>;

export type Handler = (request: HttpRequest) => HttpResponse | Failure | DeferredResponse;
export type RenderFailure = (request: HttpRequest, failure: Failure) => HttpResponse;

export const NO_BODY = Buffer.alloc(0);

export function bodyLength(body: Body): number {
  return body.reduce((bytes, part) => bytes + Buffer.byteLength(part), 0);
}

/** Clients rely on the failure codes, so do not rename them. */
export const FAILURE_STATUSES = {
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

export type FailureCode = keyof typeof FAILURE_STATUSES;

/** Fields of every response. They let pages of all origins read it, and forbid browsers to guess its media type. */
export const BASE_FIELDS: RawHeaders = [
  "Access-Control-Allow-Origin", "*",
  "Access-Control-Expose-Headers", "Allow, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Markdown-Tokens",
  "X-Content-Type-Options", "nosniff",
];

export function noStoreResponse(status: number, mediaType: string, body: Body, extra: RawHeaders = []): HttpResponse {
  const headers = [
    "Content-Type", mediaType,
    "Content-Length", String(bodyLength(body)),
    "Cache-Control", "no-store",
    ...BASE_FIELDS,
    ...extra,
  ];
  return { kind: "response", status, headers, body };
}

/** Creates an error or a redirect. `hint` says how to fix the request. If `close` is set, the connection ends. */
export function failure(
  code: FailureCode,
  message: string,
  hint?: string,
  { headers = [], close = false }: { headers?: RawHeaders; close?: boolean } = {},
): Failure {
  const body = Buffer.from(JSON.stringify({ error: { code, message, hint } }));
  return { kind: "failure", status: FAILURE_STATUSES[code], code, headers, body, close };
}

export function failureResponse(failure: Failure, page?: Pick<Failure, "body" | "headers">): HttpResponse {
  const mediaType = page === undefined ? "application/json" : "text/html; charset=utf-8";
  const { body } = page ?? failure;
  const headers = [...failure.headers, ...(page?.headers ?? [])];
  const response = noStoreResponse(failure.status, mediaType, [body], headers);
  return { ...response, reason: failure.code, close: failure.close };
}

const RESULTS_MAX = 32;
const KEY_LENGTH_MAX = 256;

/** Memoizes a function of a header value. Clients choose the values, so the cache is bounded and cleared when full. */
export function memoize<T>(compute: (value: string) => T): (value: string) => T {
  const results = new Map<string, T>();
  return (value) => {
    const cached = results.get(value);
    if (cached !== undefined) return cached;
    const result = compute(value);
    if (value.length > KEY_LENGTH_MAX) return result;
    if (results.size >= RESULTS_MAX) results.clear();
    results.set(value, result);
    return result;
  };
}
