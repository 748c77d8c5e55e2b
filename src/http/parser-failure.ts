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

/** An overflow before the first line ends is the target's doing, not the fields'. */
function isTargetOverflow(code: string, packet: Buffer | undefined): boolean {
  return code === "HPE_HEADER_OVERFLOW" && packet !== undefined && !packet.includes("\n");
}

/**
 * @param code the parser's error code
 * @param packet the bytes it failed on, when it tells
 */
export function parserFailure(code: string, packet?: Buffer): HttpResponse {
  if (isTargetOverflow(code, packet)) return failure("target_too_long", "The request target is too long");
  const [kind, message] = (Object.hasOwn(FAILURES, code) ? FAILURES[code] : undefined) ?? MALFORMED;
  return failure(kind, message);
}

/** A whole HTTP/1.1 response that ends its connection. */
export function rawResponse({ status, headers, body }: HttpResponse, reason: string, date: Date): Buffer {
  const lines = [`HTTP/1.1 ${status} ${reason}`, `Date: ${date.toUTCString()}`];
  for (let at = 0; at + 1 < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`), body]);
}
