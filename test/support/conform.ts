/**
 * Rules that every response must follow. The tests apply them to each response.
 */
import assert from "node:assert/strict";
import {
  type Failure,
  failureResponse,
  FAILURE_STATUSES,
  type HttpRequest,
  type HttpResponse,
  NO_BODY,
} from "../../src/serve/http/message.ts";
import { responseField } from "./field.ts";

export function request(fields: Partial<HttpRequest> & { readonly path?: string } = {}): HttpRequest {
  return { method: "GET", path: "/", headers: {}, body: NO_BODY, ...fields };
}

const STATUSES_WITHOUT_BODY = new Set([202, 204, 304]);

/** Response as a client receives it. */
export type SentResponse = Pick<HttpResponse, "status" | "headers"> & { readonly body: Buffer };

/** Joins the parts of a response's body. */
export function joinBody(response: HttpResponse): Omit<HttpResponse, "body"> & SentResponse {
  const parts = response.body.map((part) => (typeof part === "string" ? Buffer.from(part) : part));
  return { ...response, body: Buffer.concat(parts) };
}

/** Asserts that a response follows the rules, and returns it. A failure is first rendered as a JSON response. */
export function conform(result: SentResponse | Failure): SentResponse {
  const response = "code" in result ? joinBody(failureResponse(result)) : result;
  const { status, headers, body } = response;
  const field = (name: string) => responseField(headers, name);
  assert.equal(headers.length % 2, 0, "field lines come in pairs");
  const names = headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  assert.equal(new Set(names).size, names.length, `a field is sent once: ${names.join(" ")}`);
  for (const text of headers) assert.match(text, /^[\x20-\x7e]*$/, "fields are printable ASCII");
  assert.equal(field("access-control-allow-origin"), "*", "scripts of any page may read the response");
  assert.equal(field("x-content-type-options"), "nosniff");
  for (const absent of ["set-cookie", "server", "x-powered-by", "last-modified", "age", "expires", "mcp-session-id"]) {
    assert.equal(field(absent), undefined, `${absent} is never sent`);
  }
  assert.notEqual(field("vary"), "*");
  if (STATUSES_WITHOUT_BODY.has(status)) {
    assert.equal(body.length, 0);
    assert.equal(field("content-type"), undefined);
  } else {
    assert.equal(field("content-length"), String(body.length), "Content-Length is exact");
    assert.notEqual(field("content-type"), undefined);
  }
  if (status === 200 && field("etag") !== undefined) {
    assert.match(field("etag") ?? "", /^"[\w-]{22}"$/, "the entity tag is strong");
    assert.match(field("cache-control") ?? "", /^public, max-age=\d+/);
  }
  if (status === 304) {
    assert.match(field("etag") ?? "", /^"[\w-]{22}"$/);
    assert.match(field("cache-control") ?? "", /^public, /);
    assert.equal(field("content-length"), undefined);
  }
  if (status === 405) assert.match(field("allow") ?? "", /^[A-Z]+(?:, [A-Z]+)*$/);
  if (status >= 400 || status === 308) checkFailure(response);
  return response;
}

/** Checks the format of an error: the service's own, or that of JSON-RPC if the request was parsed as JSON-RPC. */
function checkFailure({ status, headers, body }: SentResponse): void {
  assert.equal(responseField(headers, "content-type"), "application/json");
  assert.equal(responseField(headers, "cache-control"), "no-store");
  assert.equal(responseField(headers, "etag"), undefined);
  const value: unknown = JSON.parse(body.toString());
  assert.ok(typeof value === "object" && value !== null && "error" in value);
  if ("jsonrpc" in value) return;
  assert.deepEqual(Object.keys(value), ["error"]);
  const { error } = value;
  assert.ok(typeof error === "object" && error !== null && "code" in error && "message" in error);
  const { code, message, ...rest } = error;
  assert.ok(
    typeof code === "string" &&
      Object.entries(FAILURE_STATUSES).some(([name, number]) => name === code && number === status),
  );
  assert.ok(typeof message === "string" && message.length > 0);
  for (const [name, text] of Object.entries(rest)) {
    assert.equal(name, "hint");
    assert.equal(typeof text, "string");
  }
  assert.doesNotMatch(
    body.toString(),
    /\bat .*:\d+:\d+|node_modules|\/src\/|\/dist\//,
    "no stack trace or path of the server is sent",
  );
}

/** Parses the JSON body of a response. */
export function bodyOf({ body }: SentResponse): unknown {
  return JSON.parse(body.toString());
}

/** Returns `error.code` of a failure, or undefined for any other response. */
export function codeOf(response: SentResponse): unknown {
  if (responseField(response.headers, "content-type") !== "application/json") return undefined;
  const value = bodyOf(response);
  if (typeof value !== "object" || value === null || !("error" in value)) return undefined;
  const { error } = value;
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
