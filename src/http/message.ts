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
  /** ASCII that goes out before `body`, so that answers which only begin differently share their bytes. */
  readonly start?: string;
  readonly body: Buffer;
  /** What the request counts for in the rate limit, when that is not 1 (a batch counts each of its messages). */
  readonly cost?: number;
}

/** Synchronous on purpose: everything an answer needs was made before the first request. */
export type Handler = (request: HttpRequest) => HttpResponse;

export const NO_BODY: Buffer = Buffer.alloc(0);

/** All that goes out after the head. */
export function wholeBody({ start = "", body }: Pick<HttpResponse, "start" | "body">): Buffer {
  return Buffer.concat([Buffer.from(start), body]);
}

/** The value of a request field, its repeated lines joined; undefined when it was not sent. `name` in lower case. */
export function requestField(request: HttpRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "object" ? value.join(", ") : value;
}

/** The value of a response field; undefined when it is not sent. `name` in any case. */
export function responseField(lines: FieldLines, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const at = lines.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === wanted);
  return at === -1 ? undefined : lines[at + 1];
}
