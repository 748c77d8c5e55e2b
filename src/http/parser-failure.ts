/**
 * The answer when Node's parser gives up on what a client sent, as bytes for the bare socket.
 *
 * The parser's own message is not repeated: it can quote what was sent.
 */
import type { FailureCode } from "./failure.ts";
import { failure } from "./failure.ts";
import type { HttpResponse } from "./message.ts";
import { NO_BODY } from "./message.ts";

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
const METHOD = /^[!#$%&'*+.^_`|~\w-]+ /;

/**
 * The parser's codes alone do not tell an over-long target from over-long fields, nor an unknown method
 * from bytes that are no HTTP at all.
 */
function kindOf(code: string, packet: string, read: number): readonly [code: FailureCode, message: string] {
  const known = (Object.hasOwn(FAILURES, code) ? FAILURES[code] : undefined) ?? MALFORMED;
  if (code === "HPE_INVALID_METHOD") return METHOD.test(packet.slice(packet.lastIndexOf("\n", read) + 1)) ? known : MALFORMED;
  if (code !== "HPE_HEADER_OVERFLOW") return known;
  const seen = packet.slice(0, read).trimStart();
  return METHOD.test(seen) && !seen.includes("\n") ? TARGET_TOO_LONG : known;
}

/** Whether a connection's error is the parser's, which can be answered, and not the network's. */
export function isParserError(code: string): boolean {
  return code.startsWith("HPE_") || code.startsWith("ERR_HTTP_");
}

/**
 * @param code the parser's error code
 * @param packet the bytes it failed in, when it tells
 * @param read how many of them it had read, when it tells
 */
export function parserFailure(code: string, packet: Buffer = NO_BODY, read = packet.length): HttpResponse {
  const [kind, message] = kindOf(code, packet.toString("latin1"), read);
  return failure(kind, message);
}

/** A whole HTTP/1.1 response that ends its connection. */
export function rawResponse({ status, headers, body }: HttpResponse, reason: string, date: Date): Buffer {
  const lines = [`HTTP/1.1 ${status} ${reason}`, `Date: ${date.toUTCString()}`];
  for (let at = 0; at + 1 < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`), body]);
}
