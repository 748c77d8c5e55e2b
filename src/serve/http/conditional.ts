/**
 * Preconditions of a request, by the grammar and in the order of RFC 9110, section 13.
 *
 * Responses have no Last-Modified, so dates are ignored (sections 13.1.3 and 13.1.4), and so is Range (section 14.2).
 */

import type { HttpRequest } from "./message.ts";

/** A member of a list of entity tags. Tags are quoted and may contain commas. */
const ENTITY_TAG = /[\t ]*(?:,[\t ]*)*(W\/)?("[\x21\x23-\x7e\x80-\uffff]*")[\t ]*(?=,|$)/gy;

/** Evaluates If-Match and If-None-Match for a strong entity tag. */
export function precondition({ headers }: HttpRequest, etag: string): "none" | "not_modified" | "failed" {
  const { "if-match": ifMatch, "if-none-match": ifNoneMatch } = headers;
  if (ifMatch !== undefined && !matches(ifMatch, etag, "strong")) return "failed";
  return ifNoneMatch !== undefined && matches(ifNoneMatch, etag, "weak") ? "not_modified" : "none";
}

/** Reports whether a list of entity tags, or "*", contains a strong tag. */
function matches(field: string, etag: string, comparison: "strong" | "weak"): boolean {
  if (field === etag || field.trim() === "*") return true;
  const tags = [...field.matchAll(ENTITY_TAG)];
  return tags.some(([, weak, tag]) => tag === etag && (weak === undefined || comparison === "weak"));
}
