/**
 * HTTP messages as plain values: what handlers receive and return.
 *
 * Nothing here touches a connection.
 */

/** Header fields as a flat list of names and values, as `writeHead` takes them. */
export type FieldLines = readonly string[];

/** Header fields by lower-case name. Repeated lines are joined with ", " (RFC 9110, section 5.3). */
export type RequestFields = Readonly<Record<string, string | undefined>>;

export type HttpRequest = Readonly<{
  method: string;
  /** Path of the target, without the query. Unreserved characters are decoded. */
  path: string;
  headers: RequestFields;
  body: Buffer;
}>;

export type HttpResponse = Readonly<{
  kind: "response";
  status: number;
  headers: FieldLines;
  /** Parts of the body that precede `body`. */
  prefix?: readonly (string | Buffer)[];
  body: Buffer;
  /** Failure code, for the access log. */
  reason?: string;
  /** The exception behind an internal error; logged, never sent. */
  exception?: unknown;
  /** Whether the connection closes after this response. */
  close?: true | undefined;
}>;

/** A refusal, before it is rendered as JSON or HTML. */
export type Failure = Readonly<{
  kind: "failure";
  status: number;
  code: string;
  /** Header fields besides those of every failure. */
  fields: FieldLines;
  /** The failure as JSON. */
  body: Buffer;
  close?: true | undefined;
}>;

/** A response that costs several tokens of the rate limit and is computed after they were charged. */
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
  return Buffer.concat([...prefix.map((part) => Buffer.from(part)), body]);
}

export function bodyLength({ prefix = [], body }: Content): number {
  return prefix.reduce((length, part) => length + Buffer.byteLength(part), body.length);
}
