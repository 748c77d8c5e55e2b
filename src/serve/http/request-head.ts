/**
 * What node:http lets through and HTTP does not: checked on the request head, before anything else.
 *
 * A refusal ends the connection: what follows may be framed otherwise than we think (RFC 9112, section 11.2).
 */

import { CLOSE, failure, type FailureCode } from "./failure.ts";
import type { HttpResponse, RequestFields } from "./message.ts";

/** As node:http hands it over; its `url` is the request target. */
export interface RequestHead {
  readonly method: string;
  readonly httpVersion: string;
  readonly url: string;
  readonly rawHeaders: readonly string[];
  readonly headers: RequestFields;
}

export const FIELDS_MAX = 100;
const TARGET_MAX = 8192;

/** uri-host [":" port] (RFC 9110, section 7.2); a second Host fails for the comma it is joined with. */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+;=-]|%[\da-f]{2})+)(?::\d{0,5})?$/i;

function refuse(code: FailureCode, message: string, hint?: string): HttpResponse {
  return failure(code, message, hint, CLOSE);
}

export function pathOrRefusal({ method, httpVersion, url, rawHeaders, headers }: RequestHead): string | HttpResponse {
  const { host, expect, "transfer-encoding": coding } = headers;
  const isOld = httpVersion === "1.0";
  if (httpVersion !== "1.1" && !isOld) return refuse("version_not_supported", `HTTP/${httpVersion} is not spoken here`, "Use HTTP/1.1");
  if (rawHeaders.length > 2 * FIELDS_MAX) return refuse("fields_too_large", `The request has more than ${FIELDS_MAX} header fields`);
  if (isOld && coding !== undefined) return refuse("bad_request", "HTTP/1.0 has no Transfer-Encoding", "Use HTTP/1.1 or Content-Length");
  if (coding !== undefined && coding.toLowerCase() !== "chunked") {
    return refuse("not_implemented", "Of the transfer codings only chunked is understood", "Use Content-Length");
  }
  if (host === undefined ? !isOld : !HOST.test(host)) return refuse("bad_request", "A request needs exactly one valid Host field");
  if (url.length > TARGET_MAX) return refuse("target_too_long", `The request target is longer than ${TARGET_MAX} characters`);
  if (!isOld && expect !== undefined && !/(?:^|\W)100-continue(?:$|\W)/i.test(expect)) {
    return refuse("expectation_failed", "Of the expectations only 100-continue is met", "Send no Expect field");
  }
  // A question about the server itself (RFC 9110, section 9.3.7).
  if (url === "*" && method === "OPTIONS") return url;
  return targetPath(url) ?? failure("bad_request", "The request target is not a path of this service", "Begin it with / and escape it as RFC 3986 says");
}

/** A proxy's form of the target, up to its path (section 3.2.2). The authority is forgotten. */
const ABSOLUTE = /^https?:\/\/(?:\[[\da-f:.]+\]|[\w.~-]+)(?::\d{0,5})?(?:\/|(?=\?)|$)/i;

function targetPath(target: string): string | undefined {
  const local = target.startsWith("/") ? target : target.replace(ABSOLUTE, "/");
  if (!local.startsWith("/") || local.includes("#")) return undefined;
  const path = local.replace(/\?.*/s, "");
  if (!path.includes("%")) return path;
  try {
    decodeURIComponent(path);
  } catch {
    return undefined;
  }
  // An escaped unreserved character is the character (RFC 3986, section 6.2.2.2).
  return path.replaceAll(/%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi, decodeURIComponent);
}
