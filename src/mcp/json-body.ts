/**
 * The body of a POST as a JSON value, or the failure that says why it is none.
 *
 * It does not look at what the value means. How many bytes there may be is the listener's to say.
 */

import { isUtf8 } from "node:buffer";
import { failure } from "../http/failure.ts";
import type { HttpRequest, HttpResponse } from "../http/message.ts";

/** No message of MCP comes near it; far more would only cost time to take apart. */
const DEPTH_MAX = 32;

/** @param hint tells in every failure how the body should have been */
export function jsonBody(request: HttpRequest, hint: string): { value: unknown } | { failure: HttpResponse } {
  const coding = request.headers["content-encoding"] ?? "identity";
  if (coding.toLowerCase() !== "identity") {
    const accepted = ["Accept-Encoding", "identity"];
    return { failure: failure("unsupported_media_type", "The request body must not be compressed.", hint, accepted) };
  }
  if (!isJson(request.headers["content-type"])) {
    const message = "The request body must be application/json in UTF-8, and Content-Type must say so.";
    return { failure: failure("unsupported_media_type", message, hint, ["Accept", "application/json"]) };
  }
  const text = request.body.toString();
  // What is no UTF-8 is decoded as this character, which a text may also have of its own.
  if (text.includes("\ufffd") && !isUtf8(request.body)) {
    return { failure: failure("parse_error", "The request body is not valid UTF-8.", hint) };
  }
  if (isTooDeep(request.body)) {
    return { failure: failure("body_too_deep", `The request body nests deeper than ${DEPTH_MAX} levels.`, hint) };
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { failure: failure("parse_error", "The request body is not valid JSON.", hint) };
  }
}

function isJson(contentType = ""): boolean {
  if (contentType === "application/json") return true;
  const charset = /;\s*charset=([^;]*)/i.exec(contentType)?.[1] ?? "utf-8";
  return /^\s*application\/json\s*(?:;|$)/i.test(contentType) && /^"?utf-?8"?\s*$/i.test(charset);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Counts brackets outside strings; in UTF-8 no byte of another character looks like one. */
function isTooDeep(body: Buffer): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < body.length && depth <= DEPTH_MAX; at += 1) {
    const byte = body[at];
    if (byte === QUOTE) inString = !inString;
    else if (inString) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return depth > DEPTH_MAX;
}
