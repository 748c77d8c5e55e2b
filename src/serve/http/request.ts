/**
 * Checks request heads more strictly than node:http. Reads request bodies and limits the memory they use.
 */

import type { Readable } from "node:stream";
import { type Failure, failure, type FailureCode, type HttpRequest, NO_BODY, type RequestFields } from "./message.ts";

export const FIELDS_MAX = 100;
const TARGET_LENGTH_MAX = 8192;
/** A full MCP batch is usually about 10 kB. */
export const BODY_BYTES_MAX = 64 * 1024;
/** Initial size of a body's buffer. A body that does not fit gets a larger buffer, and counts as large. */
const SMALL_BODY_BYTES = 8 * 1024;
/** Maximum number of large bodies being received at once, across all connections. */
const LARGE_BODIES_MAX = 128;

export type RequestHead = Readonly<{
  method: string;
  httpVersion: string;
  url: string;
  rawHeaders: readonly string[];
  headers: RequestFields;
}>;

/** Scheme and authority of a target in absolute form, e.g. `http://a.example:80/path`. */
const ABSOLUTE_FORM = /^https?:\/\/(?<authority>(?:\[[\da-f:.]+\]|[\w.~-]+)(?::\d{0,5})?)(?:\/|(?=\?)|$)/i;

const INVALID_TARGET = failure("bad_request", "The request target is not a valid path");

/**
 * Checks a request head and creates the request without its body. `bodyBytes` is the length of the body, or Infinity if
 * it is chunked. If the head is invalid, `failure` says why, and the path is "", which matches no route.
 */
export function toRequest(head: RequestHead) {
  const { method, url, headers } = head;
  const isChunked = headers["transfer-encoding"] !== undefined;
  const bodyBytes = isChunked ? Infinity : Number(headers["content-length"] ?? 0);
  const path = targetPath(url, method);
  const invalidTarget = path === "" ? INVALID_TARGET : undefined;
  const headFailure = checkHead(head) ?? invalidTarget;
  const validPath = headFailure === undefined ? path : "";
  const request: HttpRequest = { method, path: validPath, headers: withHostOfTarget(headers, url), body: NO_BODY };
  return { request, bodyBytes, failure: headFailure };
}

/** Replaces Host with the host and port of an absolute target URL (RFC 9112, section 3.2.2). */
function withHostOfTarget(headers: RequestFields, target: string): RequestFields {
  const host = ABSOLUTE_FORM.exec(target)?.groups?.["authority"];
  return host === undefined ? headers : { ...headers, host };
}

/** A host and optional port (RFC 9110, section 7.2). */
const VALID_HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+;=-]|%[\da-f]{2})+)(?::\d{0,5})?$/i;

const EXPECTS_CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

function checkHead({ httpVersion, url, rawHeaders, headers }: RequestHead): Failure | undefined {
  const { host, expect, "transfer-encoding": transferEncoding } = headers;
  const isHttp10 = httpVersion === "1.0";
  if (httpVersion !== "1.1" && !isHttp10) {
    return fatalFailure("version_not_supported", `HTTP/${httpVersion} is not supported`, "Use HTTP/1.1");
  }

  if (rawHeaders.length > 2 * FIELDS_MAX) {
    return fatalFailure("fields_too_large", `The request has more than ${FIELDS_MAX} header fields`);
  }

  if (transferEncoding !== undefined && isHttp10) {
    return fatalFailure("bad_request", "HTTP/1.0 has no Transfer-Encoding", "Use HTTP/1.1 or Content-Length");
  }
  if (transferEncoding !== undefined && transferEncoding.toLowerCase() !== "chunked") {
    return fatalFailure("not_implemented", "Only the chunked transfer coding is supported", "Use Content-Length");
  }

  // Only HTTP/1.0 requests may omit Host. Repeated Host fields are joined with a comma, which VALID_HOST rejects.
  const isHostValid = host === undefined ? isHttp10 : VALID_HOST.test(host);
  if (!isHostValid) return fatalFailure("bad_request", "A request needs exactly one valid Host field");

  if (url.length > TARGET_LENGTH_MAX) {
    return fatalFailure("target_too_long", `The request target is longer than ${TARGET_LENGTH_MAX} characters`);
  }

  // Ignore Expect in HTTP/1.0 (RFC 9110, section 10.1.1).
  if (expect !== undefined && !isHttp10 && !EXPECTS_CONTINUE.test(expect)) {
    return fatalFailure("expectation_failed", "Only Expect: 100-continue is supported", "Send no Expect field");
  }
  return undefined;
}

/** Creates a failure that closes the connection. After an invalid request, the start of the next one is unknown. */
function fatalFailure(code: FailureCode, message: string, hint?: string) {
  return failure(code, message, hint, { close: true });
}

/** Percent-encoded unreserved characters (RFC 3986, section 6.2.2.2). */
const ENCODED_UNRESERVED = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

/** Returns the path of a request target, e.g. `/a` for `http://b.example/%61?c`, or "" if the target is invalid. */
function targetPath(target: string, method: string): string {
  // `OPTIONS *` is about the whole server, not a path (RFC 9110, section 9.3.7).
  if (target === "*" && method === "OPTIONS") return "*";
  const pathAndQuery = target.replace(ABSOLUTE_FORM, "/");
  // Reject fragments, e.g. `#map` (RFC 9112, section 3.2).
  if (!pathAndQuery.startsWith("/") || pathAndQuery.includes("#")) return "";
  const [path = ""] = pathAndQuery.split("?", 1);
  return path.includes("%") ? decodeUnreserved(path) : path;
}

/**
 * Decodes letters, digits and other unreserved characters of a path, e.g. `%61` to `a`. Leaves `%2F` encoded, which
 * would become a separator. Returns "" if the percent-encoding is invalid.
 */
function decodeUnreserved(path: string): string {
  try {
    decodeURIComponent(path);
  } catch {
    return "";
  }
  return path.replaceAll(ENCODED_UNRESERVED, (encoded) => decodeURIComponent(encoded));
}

const TOO_LARGE = fatalFailure("body_too_large", `The request body is larger than ${BODY_BYTES_MAX} bytes`);

type OnBody = (body: Buffer) => void;
type OnFailure = (failed: Failure) => void;

/**
 * Returns a function that reads a request body. If more than `largeBodiesMax` large bodies are being received at once,
 * it closes the connection of the oldest.
 */
export function bodyReader(onOverload: () => void, largeBodiesMax = LARGE_BODIES_MAX) {
  const largeBodies = new Set<Readable>();

  const addLargeBody = (stream: Readable) => {
    largeBodies.add(stream);
    if (largeBodies.size <= largeBodiesMax) return;
    // A set keeps the order of insertion, so its first entry is the oldest.
    const [oldest = stream] = largeBodies;
    largeBodies.delete(oldest);
    oldest.destroy();
    onOverload();
  };

  const collectChunks = (stream: Readable, bytesMax: number, onBody: OnBody, onFailure: OnFailure) => {
    // Use one buffer, because many tiny chunks would take much more memory.
    let buffer = Buffer.alloc(Math.min(bytesMax, SMALL_BODY_BYTES));
    let length = 0;

    const stop = () => {
      stream.off("data", onData).off("end", onEnd).off("close", stop);
      largeBodies.delete(stream);
    };
    const onData = (chunk: Buffer) => {
      if (length + chunk.length > bytesMax) {
        stop();
        return onFailure(TOO_LARGE);
      }
      if (length + chunk.length > buffer.length) {
        addLargeBody(stream);
        buffer = Buffer.concat([buffer], bytesMax);
      }
      length += chunk.copy(buffer, length);
    };
    const onEnd = () => {
      stop();
      onBody(buffer.subarray(0, length));
    };
    stream.on("data", onData).on("end", onEnd).on("close", stop);
  };

  return (stream: Readable, bytes: number, onBody: OnBody, onFailure: OnFailure) => {
    if (bytes > BODY_BYTES_MAX && bytes < Infinity) return onFailure(TOO_LARGE);
    // Most bodies arrive together with the head. Reading them directly is faster than waiting for `data` events.
    process.nextTick(() => {
      const body: Buffer | null = stream.readableLength === bytes ? stream.read() : null;
      if (body === null) collectChunks(stream, Math.min(bytes, BODY_BYTES_MAX), onBody, onFailure);
      else onBody(body);
    });
  };
}
