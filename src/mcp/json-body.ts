/**
 * The body of a POST as a JSON value, or the failure that says why it is none. It does not look at what the value means.
 */

import { isUtf8 } from "node:buffer";
import { failure } from "../http/failure.ts";
import type { HttpRequest, HttpResponse } from "../http/message.ts";

/** No message of MCP comes near it. */
const DEPTH_MAX = 32;

/** @param hint tells in every failure how the body should have been */
export function jsonBody({ headers, body }: HttpRequest, hint: string): { value: unknown } | HttpResponse {
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    return failure("unsupported_media_type", "The request body must not be compressed.", hint, ["Accept-Encoding", "identity"]);
  }
  if (!isJson(headers["content-type"])) {
    const message = "The request body must be application/json in UTF-8, and Content-Type must say so.";
    return failure("unsupported_media_type", message, hint, ["Accept", "application/json"]);
  }
  const text = body.toString();
  // What is no UTF-8 is decoded as this character, which a text may also have of its own.
  if (text.includes("\ufffd") && !isUtf8(body)) return failure("parse_error", "The request body is not valid UTF-8.", hint);
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value) ? failure("body_too_deep", `The request body nests deeper than ${DEPTH_MAX} levels.`, hint) : { value };
  } catch {
    return failure("parse_error", "The request body is not valid JSON.", hint);
  }
}

function isJson(contentType = ""): boolean {
  if (contentType === "application/json") return true;
  const charset = /;\s*charset=([^;]*)/i.exec(contentType)?.[1] ?? "utf-8";
  return /^\s*application\/json\s*(?:;|$)/i.test(contentType) && /^"?utf-?8"?\s*$/i.test(charset);
}

function isTooDeep(value: unknown, levels = DEPTH_MAX): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}
