/**
 * The answer when Node's parser gives up on what a client sent, as bytes for the bare socket.
 *
 * The parser's own message is not repeated: it can quote what was sent.
 */
import type { FailureCode } from "./failure.ts";
import { failure } from "./failure.ts";
import type { HttpResponse } from "./message.ts";

/** By the parser's error codes; every other one is a malformed request. */
const FAILURES: Readonly<Record<string, readonly [code: FailureCode, message: string]>> = {
  HPE_HEADER_OVERFLOW: ["fields_too_large", "The request line and header fields are longer than 16 KiB"],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ["body_too_large", "The chunk extensions are too long"],
  HPE_INVALID_METHOD: ["not_implemented", "The request method is not one that is known here"],
  ERR_HTTP_REQUEST_TIMEOUT: ["request_timeout", "The request took too long to arrive"],
};

const MALFORMED = ["bad_request", "The request is not well-formed HTTP/1.1"] as const;
const TARGET_TOO_LONG = ["target_too_long", "The request target is too long"] as const;

/** A method (RFC 9110, section 9.1: any token) and the space after it. */
const METHOD = /^[\r\n]*[!#$%&'*+.^_`|~\w-]+ /;

/**
 * The parser's codes alone do not tell an over-long target from over-long fields, nor an unknown method
 * from bytes that are no HTTP at all.
 */
function kindOf(code: string, seen: string | undefined): readonly [code: FailureCode, message: string] {
  const known = Object.hasOwn(FAILURES, code) ? FAILURES[code] : undefined;
  if (known === undefined || seen === undefined) return known ?? MALFORMED;
  const beginsWithMethod = METHOD.test(seen);
  if (code === "HPE_INVALID_METHOD" && !beginsWithMethod) return MALFORMED;
  if (code === "HPE_HEADER_OVERFLOW" && beginsWithMethod && !seen.trimStart().includes("\n")) return TARGET_TOO_LONG;
  return known;
}

/** Whether a connection's error is the parser's, which can be answered, and not the network's. */
export function isParserError(code: string): boolean {
  return code.startsWith("HPE_") || code.startsWith("ERR_HTTP_");
}

/**
 * @param code the parser's error code
 * @param packet the bytes it failed in, when it tells
 * @param read how many of them it had read
 */
export function parserFailure(code: string, packet?: Buffer, read?: number): HttpResponse {
  const [kind, message] = kindOf(code, packet?.toString("latin1", 0, code === "HPE_HEADER_OVERFLOW" ? read : undefined));
  return failure(kind, message);
}

/** A whole HTTP/1.1 response that ends its connection. */
export function rawResponse({ status, headers, body }: HttpResponse, reason: string, date: Date): Buffer {
  const lines = [`HTTP/1.1 ${status} ${reason}`, `Date: ${date.toUTCString()}`];
  for (let at = 0; at + 1 < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`), body]);
}
