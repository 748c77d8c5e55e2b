/**
 * Maps errors of Node's HTTP parser to failures.
 *
 * The parser's own messages may quote the request, so they are never sent.
 */

import { failure } from "./failure.ts";
import type { Failure } from "./message.ts";

const FAILURES = new Map([
  ["HPE_HEADER_OVERFLOW", failure("fields_too_large", "The request line and header fields are longer than 16 KiB")],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", failure("body_too_large", "The chunk extensions are too long")],
  ["ERR_HTTP_REQUEST_TIMEOUT", failure("request_timeout", "The request took too long to arrive")],
]);
const MALFORMED = failure("bad_request", "The request is not well-formed HTTP/1.1");

export function parserFailure(code: string): Failure {
  return FAILURES.get(code) ?? MALFORMED;
}
