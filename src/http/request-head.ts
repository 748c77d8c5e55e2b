/**
 * What node:http lets through and HTTP does not: checked on the request head, before anything else.
 *
 * A refusal of the head ends the connection, since what follows on it cannot be trusted to be framed
 * as we think (RFC 9112, section 11.2).
 */

import type { FailureCode } from "./failure.ts";
import { CLOSE, failure } from "./failure.ts";
import type { HttpResponse, RequestFields } from "./message.ts";

/** A request as node:http hands it over to a server. */
export interface RequestHead {
  readonly method: string;
  readonly httpVersion: string;
  /** The request target. */
  readonly url: string;
  /** Name, value, name, value … */
  readonly rawHeaders: readonly string[];
  readonly headers: RequestFields;
}

export const FIELDS_MAX = 100;
const TARGET_MAX = 8192;

/** uri-host [":" port] (RFC 9110, section 7.2); with repeated lines joined, a second Host fails for its comma. */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+;=-]|%[\da-f]{2})+)(?::\d{0,5})?$/i;

/** "*" is a question about the server itself (RFC 9110, section 9.3.7). */
export function pathOrRefusal({ method, httpVersion, url, rawHeaders, headers }: RequestHead): string | HttpResponse {
  const refuse = (code: FailureCode, message: string, hint?: string): HttpResponse => failure(code, message, hint, CLOSE);
  const { host, expect = "100-continue", "transfer-encoding": coding = "chunked" } = headers;
  const isOld = httpVersion === "1.0";
  if (httpVersion === "0.9") return refuse("bad_request", "The request line names no HTTP version", "Use HTTP/1.1");
  if (httpVersion !== "1.1" && !isOld) return refuse("version_not_supported", `HTTP/${httpVersion} is not spoken here`, "Use HTTP/1.1");
  if (rawHeaders.length > 2 * FIELDS_MAX) return refuse("fields_too_large", `The request has more than ${FIELDS_MAX} header fields`);
  if (isOld && headers["transfer-encoding"] !== undefined) {
    return refuse("bad_request", "HTTP/1.0 has no Transfer-Encoding", "Use HTTP/1.1 or Content-Length");
  }
  if (coding.toLowerCase() !== "chunked") {
    return refuse("not_implemented", "Of the transfer codings only chunked is understood", "Use Content-Length");
  }
  if (host === undefined ? !isOld : !HOST.test(host)) return refuse("bad_request", "A request needs exactly one valid Host field");
  if (url.length > TARGET_MAX) return refuse("target_too_long", `The request target is longer than ${TARGET_MAX} characters`);
  if (!isOld && !/(?:^|\W)100-continue(?:$|\W)/i.test(expect)) {
    return refuse("expectation_failed", "Of the expectations only 100-continue is met", "Send no Expect field");
  }
  if (url === "*" && method === "OPTIONS") return "*";
  return targetPath(url) ?? failure("bad_request", "The request target is not a path of this service", "Begin it with / and escape it as RFC 3986 says");
}

/** Section 3.2.2: a proxy's form of the target, up to its path. The authority is checked for form and then forgotten. */
const ABSOLUTE = /^https?:\/\/(?:\[[\da-f:.]+\]|[\w.~-]+)(?::\d{0,5})?(?:\/|(?=\?)|$)/i;

function targetPath(target: string): string | undefined {
  const local = target.replace(ABSOLUTE, "/");
  if (!local.startsWith("/") || local.includes("#")) return undefined;
  const query = local.indexOf("?");
  const path = query === -1 ? local : local.slice(0, query);
  return path.includes("%") ? decodeUnreserved(path) : path;
}

/** RFC 3986, section 6.2.2.2: an escaped unreserved character is the character. */
function decodeUnreserved(path: string): string | undefined {
  try {
    decodeURIComponent(path);
  } catch {
    return undefined;
  }
  return path.replaceAll(/%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi, (escape) => decodeURIComponent(escape));
}
