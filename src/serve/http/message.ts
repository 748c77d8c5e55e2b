/**
 * HTTP messages as plain values, which handlers receive and return.
 *
 * They have no reference to a connection.
 */

/** Header fields as a flat list of alternating names and values, the raw format of `writeHead`. */
export type FieldLines = readonly string[];

/** Header fields by lower-case name. Repeated lines are joined with ", " (RFC 9110, section 5.3). */
export type RequestFields = Readonly<Record<string, string | undefined>>;

export type HttpRequest = Readonly<{
  method: string;
  /** Path without the query. Only unreserved characters are percent-decoded. */
  path: string;
  headers: RequestFields;
  body: Buffer;
}>;

export type HttpResponse = Readonly<{
  kind: "response";
  status: number;
  headers: FieldLines;
  /** Chunks to send before `body`. */
  prefix?: readonly (string | Buffer)[];
  body: Buffer;
  /** Failure code, for the access log. */
  reason?: string;
  /** Cause of an internal error; logged, never sent. */
  exception?: unknown;
  /** Closes the connection after this response. */
  close?: true | undefined;
}>;

/** An error response before it is rendered as JSON or HTML. */
export type Failure = Readonly<{
  kind: "failure";
  status: number;
  code: string;
  /** Additional header fields, e.g. Allow. */
  fields: FieldLines;
  /** The failure as JSON. */
  body: Buffer;
  close?: true | undefined;
}>;

/** A response that is computed only after its cost, in tokens of the rate limit, was charged. */
export type DeferredResponse = Readonly<{
  kind: "deferred";
  cost: number;
  respond: () => HttpResponse;
}>;

export type Handler = (request: HttpRequest) => HttpResponse | Failure | DeferredResponse;
export type RenderFailure = (request: HttpRequest, failure: Failure) => HttpResponse;

export const NO_BODY: Buffer = Buffer.alloc(0);

type Content = Pick<HttpResponse, "prefix" | "body">;

export function wholeBody({ prefix = [], body }: Content): Buffer {
  return Buffer.concat([...prefix.map((chunk) => Buffer.from(chunk)), body]);
}

/** Returns the number of bytes of prefix and body. */
export function bodyLength({ prefix = [], body }: Content): number {
  let bytes = body.length;
  for (const chunk of prefix) bytes += Buffer.byteLength(chunk);
  return bytes;
}
