/**
 * Checks of the request head that node:http does not make; path and authority of the request target.
 *
 * It knows no routes.
 */

import { failure, type FailureCode } from "./failure.ts";
import type { Failure, RequestFields } from "./message.ts";

/** Part of an IncomingMessage. `url` is the request target. */
export type RequestHead = Readonly<{
  method: string;
  httpVersion: string;
  url: string;
  rawHeaders: readonly string[];
  headers: RequestFields;
}>;

export const FIELDS_MAX = 100;
const TARGET_MAX = 8192;

/** `uri-host [":" port]` (RFC 9110, section 7.2). Two Host fields do not match, because a comma joins them. */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+;=-]|%[\da-f]{2})+)(?::\d{0,5})?$/i;

const EXPECTS_CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/**
 * Returns undefined for a valid head. Failures close the connection, because it may be unclear where the request ends
 * (RFC 9112, section 11.2).
 */
export function headFailure({ httpVersion, url, rawHeaders, headers }: RequestHead): Failure | undefined {
  const { host, expect, "transfer-encoding": coding } = headers;
  const isHttp10 = httpVersion === "1.0";
  if (httpVersion !== "1.1" && !isHttp10) {
    return closingFailure("version_not_supported", `HTTP/${httpVersion} is not supported`, "Use HTTP/1.1");
  }
  if (rawHeaders.length > 2 * FIELDS_MAX) {
    return closingFailure("fields_too_large", `The request has more than ${FIELDS_MAX} header fields`);
  }
  if (isHttp10 && coding !== undefined) {
    return closingFailure("bad_request", "HTTP/1.0 has no Transfer-Encoding", "Use HTTP/1.1 or Content-Length");
  }
  if (coding !== undefined && coding.toLowerCase() !== "chunked") {
    return closingFailure("not_implemented", "Only the chunked transfer coding is supported", "Use Content-Length");
  }
  if (host === undefined ? !isHttp10 : !HOST.test(host)) {
    return closingFailure("bad_request", "A request needs exactly one valid Host field");
  }
  if (url.length > TARGET_MAX) {
    return closingFailure("target_too_long", `The request target is longer than ${TARGET_MAX} characters`);
  }
  if (expect !== undefined && !isHttp10 && !EXPECTS_CONTINUE.test(expect)) {
    return closingFailure("expectation_failed", "Only Expect: 100-continue is supported", "Send no Expect field");
  }
  return undefined;
}

function closingFailure(code: FailureCode, message: string, hint?: string): Failure {
  return failure(code, message, hint, { close: true });
}

/** Scheme and authority of a target in absolute form, e.g. `http://a.example:80/path` (RFC 9112, section 3.2.2). */
const ABSOLUTE = /^https?:\/\/((?:\[[\da-f:.]+\]|[\w.~-]+)(?::\d{0,5})?)(?:\/|(?=\?)|$)/i;

/** Returns the authority of a target in absolute form; undefined for any other target. */
export function targetAuthority(target: string): string | undefined {
  return target.startsWith("/") ? undefined : ABSOLUTE.exec(target)?.[1];
}

/** Percent-encoded letters, digits and `-._~`, which are equivalent to the plain ones (RFC 3986, section 6.2.2.2). */
const UNRESERVED = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

/** Returns the path of a target with only unreserved characters decoded, or undefined if the target is invalid. */
export function targetPath(target: string, method: string): string | undefined {
  // OPTIONS * applies to the server as a whole (RFC 9110, section 9.3.7).
  if (target === "*" && method === "OPTIONS") return target;
  const originForm = target.startsWith("/") ? target : target.replace(ABSOLUTE, "/");
  // A fragment is never part of a target (RFC 9112, section 3.2).
  if (!originForm.startsWith("/") || originForm.includes("#")) return undefined;
  const query = originForm.indexOf("?");
  const path = query === -1 ? originForm : originForm.slice(0, query);
  if (!path.includes("%")) return path;
  try {
    decodeURIComponent(path);
  } catch {
    return undefined;
  }
  return path.replaceAll(UNRESERVED, decodeURIComponent);
}
