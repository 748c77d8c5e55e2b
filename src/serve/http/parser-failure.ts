/**
 * Maps errors of Node's HTTP parser to failures.
 *
 * The parser's own messages may quote the request, so they are never sent.
 */

import { failure } from "./failure.ts";
import { type Failure, NO_BODY } from "./message.ts";

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
 * Returns the failure for a parser error. The parser reports unknown methods and bytes that are not HTTP with the same
 * code. The line of the packet in which it stopped tells them apart.
 */
export function parserFailure(code: string, packet: Buffer = NO_BODY, bytesParsed = packet.length): Failure {
  const text = packet.toString("latin1");
  const line = text.slice(text.lastIndexOf("\n", bytesParsed) + 1);
  if (code === "HPE_INVALID_METHOD" && !METHOD.test(line)) return MALFORMED;
  return FAILURES.get(code) ?? MALFORMED;
}
