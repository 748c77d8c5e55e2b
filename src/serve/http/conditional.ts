/**
 * Preconditions of a request, in the order of RFC 9110, section 13.2.2.
 *
 * Responses have no Last-Modified, so conditions with dates are ignored (sections 13.1.3 and 13.1.4).
 */

import type { HttpRequest } from "./message.ts";

/** Matches one entity tag of a list, with the commas before it. Commas inside the quotation marks are part of a tag. */
const ENTITY_TAG = /[\t ]*(?:,[\t ]*)*(W\/)?("[\x21\x23-\x7e\x80-\uffff]*")[\t ]*(?=,|$)/gy;

/** Evaluates If-Match and If-None-Match for a strong entity tag. */
export function precondition({ headers }: HttpRequest, etag: string): "none" | "not_modified" | "failed" {
  const { "if-match": ifMatch, "if-none-match": ifNoneMatch } = headers;
  if (ifMatch !== undefined && !matches(ifMatch, etag, "strong")) return "failed";
  return ifNoneMatch !== undefined && matches(ifNoneMatch, etag, "weak") ? "not_modified" : "none";
}

/** Reports whether a field is `*` or lists a strong entity tag. The weak comparison also accepts the tag with `W/`. */
function matches(field: string, etag: string, comparison: "strong" | "weak"): boolean {
  if (field === etag || field.trim() === "*") return true;
  const tags = [...field.matchAll(ENTITY_TAG)];
  return tags.some(([, weak, tag]) => tag === etag && (weak === undefined || comparison === "weak"));
}
