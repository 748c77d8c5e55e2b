/**
 * HTTP messages as plain values: what a handler is given and what it gives back.
 */

/** Name, value, name, value …: the form `writeHead` takes without copying. */
export type FieldLines = readonly string[];

/** By lower-case name; repeated lines are joined by ", " (RFC 9110, section 5.3). */
export type RequestFields = Readonly<Record<string, string | undefined>>;

export interface HttpRequest {
  readonly method: string;
  /** Without the query, unreserved escapes decoded; it begins with "/". */
  readonly path: string;
  readonly headers: RequestFields;
  readonly body: Buffer;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: FieldLines;
  /** Goes out before `body` and is not joined with it, since answers share bytes. Texts are ASCII. */
  readonly start?: readonly (string | Buffer)[];
  readonly body: Buffer;
  /** For the log: the code of a failure. */
  readonly reason?: string;
}

/** An answer that costs more than one request: paid for before it is made. */
export interface Priced {
  readonly cost: number;
  readonly answer: () => HttpResponse;
}

/** Synchronous: all it needs was made before the first request. */
export type Handler = (request: HttpRequest) => HttpResponse | Priced;

/** Gives a failure the form that suits who asked, with the same status and fields. */
export type Refusals = (request: HttpRequest, failure: HttpResponse) => HttpResponse;

export const NO_BODY: Buffer = Buffer.alloc(0);

export function wholeBody({ start = [], body }: Pick<HttpResponse, "start" | "body">): Buffer {
  return Buffer.concat([...start.map((piece) => Buffer.from(piece)), body]);
}

export function bodyLength({ start = [], body }: Pick<HttpResponse, "start" | "body">): number {
  return start.reduce((sum, piece) => sum + piece.length, body.length);
}
