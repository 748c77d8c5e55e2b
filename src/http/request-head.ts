/**
 * What node:http lets through and HTTP does not: checked on the request head, before anything else.
 *
 * A refusal of the head ends the connection, since what follows on it cannot be trusted to be framed
 * as we think (RFC 9112, section 11.2).
 */
import { CLOSE, failure } from "./failure.ts";
import type { HttpResponse, RequestFields } from "./message.ts";

/** A request head as node:http hands it over. */
export interface RequestHead {
  readonly method?: string | undefined;
  readonly httpVersion: string;
  /** The request target. */
  readonly url?: string | undefined;
  /** Name, value, name, value … */
  readonly rawHeaders: readonly string[];
}

export const FIELDS_MAX = 100;
export const TARGET_MAX = 8192;

/** uri-host [":" port] (RFC 9110, section 7.2); with repeated lines joined, a second Host fails for its comma. */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+;=-]|%[\da-f]{2})+)(?::\d{0,5})?$/i;

/** The path asked for ("*" for a question about the server itself, section 9.3.7 of RFC 9110), or the answer that refuses the request. */
export function pathOrRefusal(head: RequestHead, headers: RequestFields): string | HttpResponse {
  const problem = framingProblem(head, headers);
  if (problem !== undefined) return problem;
  const { method, url = "" } = head;
  if (url.length > TARGET_MAX) {
    return failure("target_too_long", `The request target is longer than ${TARGET_MAX} characters`, undefined, CLOSE);
  }
  const { expect = "100-continue" } = headers;
  if (head.httpVersion !== "1.0" && !/(?:^|\W)100-continue(?:$|\W)/i.test(expect)) {
    return failure("expectation_failed", "Of the expectations only 100-continue is met", "Send no Expect field", CLOSE);
  }
  if (url === "*" && method === "OPTIONS") return "*";
  return targetPath(url) ?? failure("bad_request", "The request target is not a path of this service", "Begin it with / and escape it as RFC 3986 says");
}

function framingProblem({ httpVersion, rawHeaders }: RequestHead, headers: RequestFields): HttpResponse | undefined {
  if (httpVersion !== "1.1" && httpVersion !== "1.0") {
    return httpVersion === "0.9"
      ? failure("bad_request", "The request line names no HTTP version", "Use HTTP/1.1", CLOSE)
      : failure("version_not_supported", `HTTP/${httpVersion} is not spoken here`, "Use HTTP/1.1", CLOSE);
  }
  if (rawHeaders.length > 2 * FIELDS_MAX) {
    return failure("fields_too_large", `The request has more than ${FIELDS_MAX} header fields`, undefined, CLOSE);
  }
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && httpVersion === "1.0") {
    return failure("bad_request", "HTTP/1.0 has no Transfer-Encoding", "Use HTTP/1.1 or Content-Length", CLOSE);
  }
  if (coding !== undefined && coding.toLowerCase() !== "chunked") {
    return failure("not_implemented", "Of the transfer codings only chunked is understood", "Use Content-Length", CLOSE);
  }
  const host = headers["host"];
  if (host === undefined ? httpVersion === "1.1" : !HOST.test(host)) {
    return failure("bad_request", "A request needs exactly one valid Host field", undefined, CLOSE);
  }
  return undefined;
}

/** The path of a request target, or undefined when the target has none of the forms we answer. */
function targetPath(target: string): string | undefined {
  const local = target.startsWith("/") ? target : absolutePath(target);
  if (local === undefined || local.includes("#")) return undefined;
  const query = local.indexOf("?");
  const path = query === -1 ? local : local.slice(0, query);
  return path.includes("%") ? decodeUnreserved(path) : path;
}

/** Section 3.2.2: a proxy's form of the target. Its authority is checked for form and then forgotten. */
const ABSOLUTE = /^https?:\/\/(?:\[[\da-f:.]+\]|[\w.~-]+)(?::\d{0,5})?(?=[/?]|$)/i;

function absolutePath(target: string): string | undefined {
  const authority = ABSOLUTE.exec(target)?.[0];
  if (authority === undefined) return undefined;
  const rest = target.slice(authority.length);
  return rest.startsWith("/") ? rest : `/${rest}`;
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
