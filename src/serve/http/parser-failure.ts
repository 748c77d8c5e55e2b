/**
 * Maps errors of Node's HTTP parser to failures.
 *
 * The parser's own messages may quote the request, so they are never sent.
 */

import { failure } from "./failure.ts";
import { type Failure, NO_BODY } from "./message.ts";

/** Failures by the `code` of a parser error. */
const FAILURES = new Map([
  ["HPE_HEADER_OVERFLOW", failure("fields_too_large", "The request line and header fields are longer than 16 KiB")],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", failure("body_too_large", "The chunk extensions are too long")],
  ["HPE_INVALID_METHOD", failure("not_implemented", "The request method is not supported")],
  ["ERR_HTTP_REQUEST_TIMEOUT", failure("request_timeout", "The request took too long to arrive")],
]);
const MALFORMED = failure("bad_request", "The request is not well-formed HTTP/1.1");

/** A method (RFC 9110, section 9.1: any token) and the space after it. */
const METHOD = /^[!#$%&'*+.^_`|~\w-]+ /;

/**
 * Returns the failure for a parser error. The parser reports an invalid method both for an unknown method and for bytes
 * that are not HTTP. The line in which it stopped tells them apart.
 *
 * @param packet the packet in which the parser stopped
 * @param bytesParsed offset in the packet at which it stopped
 */
export function parserFailure(code: string, packet: Buffer = NO_BODY, bytesParsed = packet.length): Failure {
  if (code === "HPE_INVALID_METHOD") {
    const text = packet.toString("latin1");
    const line = text.slice(text.lastIndexOf("\n", bytesParsed) + 1);
    if (!METHOD.test(line)) return MALFORMED;
  }
  return FAILURES.get(code) ?? MALFORMED;
}
