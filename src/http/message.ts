/**
 * HTTP messages as plain values: what a handler is given and what it gives back.
 *
 * Nothing here knows sockets, time or Node's own request and response objects.
 */

/** Field lines in the order sent: name, value, name, value … the form `writeHead` takes without copying. */
export type FieldLines = readonly string[];

/** Request fields by lower-case name; repeated lines are joined by ", " (RFC 9110, section 5.3). */
export type RequestFields = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface HttpRequest {
  readonly method: string;
  /** The target's path without its query, unreserved escapes decoded; it begins with "/". */
  readonly path: string;
  readonly headers: RequestFields;
  readonly body: Buffer;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: FieldLines;
  /** Goes out before `body`, piece by piece and never copied together: answers share their bytes. Texts are ASCII. */
  readonly start?: readonly (string | Buffer)[];
  readonly body: Buffer;
  /** Why it is a failure, for the log: its code. */
  readonly reason?: string;
}

/** An answer that counts for more than one request in the rate limit: paid for before it is made. */
export interface Priced {
  readonly cost: number;
  readonly answer: () => HttpResponse;
}

/** Synchronous on purpose: everything an answer needs was made before the first request. */
export type Handler = (request: HttpRequest) => HttpResponse | Priced;

/** Gives a failure the form that suits who asked: the same status and fields, and a page for people. */
export type Refusals = (request: Pick<HttpRequest, "method" | "path" | "headers">, failure: HttpResponse) => HttpResponse;

export const NO_BODY: Buffer = Buffer.alloc(0);

/** All that goes out after the head, joined. */
export function wholeBody({ start = [], body }: Pick<HttpResponse, "start" | "body">): Buffer {
  return Buffer.concat([...start.map((piece) => Buffer.from(piece)), body]);
}

/** How many bytes go out after the head. */
export function bodyLength({ start = [], body }: Pick<HttpResponse, "start" | "body">): number {
  return start.reduce((sum, piece) => sum + piece.length, body.length);
}

/** The value of a request field, its repeated lines joined; undefined when it was not sent. `name` in lower case. */
export function requestField(request: Pick<HttpRequest, "headers">, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "object" ? value.join(", ") : value;
}

/** The value of a response field; undefined when it is not sent. `name` in any case. */
export function responseField(lines: FieldLines, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const at = lines.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === wanted);
  return at === -1 ? undefined : lines[at + 1];
}
