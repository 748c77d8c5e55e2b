/**
 * Preconditions, by the grammar and in the order of RFC 9110, section 13.
 *
 * We send entity tags and no Last-Modified, so the date preconditions have nothing to compare with
 * and are ignored, as sections 13.1.3 and 13.1.4 ask; Range is ignored, as section 14.2 allows.
 */

import type { HttpRequest } from "./message.ts";

const ENTITY_TAG = /[\t ]*(?:,[\t ]*)*(W\/)?("[\x21\x23-\x7e\x80-\uffff]*")[\t ]*(?=,|$)/gy;

/** Whether a list of entity tags, or "*", names this strong tag. Tags must be quoted; commas may stand inside them. */
function lists(field: string, etag: string, comparison: "strong" | "weak"): boolean {
  if (field === etag || field.trim() === "*") return true;
  return [...field.matchAll(ENTITY_TAG)].some(([, weak, tag]) => tag === etag && (weak === undefined || comparison === "weak"));
}

export type Precondition = "none" | "not_modified" | "failed";

export function precondition(request: HttpRequest, etag: string): Precondition {
  const ifMatch = request.headers["if-match"];
  if (ifMatch !== undefined && !lists(ifMatch, etag, "strong")) return "failed";
  const ifNoneMatch = request.headers["if-none-match"];
  return ifNoneMatch !== undefined && lists(ifNoneMatch, etag, "weak") ? "not_modified" : "none";
}
