/**
 * Preconditions, by the grammar and in the order of RFC 9110, section 13.
 *
 * Without a Last-Modified of ours dates are ignored, as sections 13.1.3 and 13.1.4 ask; Range is, as section 14.2 allows.
 */

import type { HttpRequest } from "./message.ts";

const ENTITY_TAG = /[\t ]*(?:,[\t ]*)*(W\/)?("[\x21\x23-\x7e\x80-\uffff]*")[\t ]*(?=,|$)/gy;

/** Whether a list of entity tags, or "*", names this strong tag. Tags must be quoted; commas may stand inside them. */
function lists(field: string, etag: string, comparison: "strong" | "weak"): boolean {
  if (field === etag || field.trim() === "*") return true;
  return [...field.matchAll(ENTITY_TAG)].some(([, weak, tag]) => tag === etag && (weak === undefined || comparison === "weak"));
}

export function precondition({ headers }: HttpRequest, etag: string): "none" | "not_modified" | "failed" {
  const { "if-match": ifMatch, "if-none-match": ifNoneMatch } = headers;
  if (ifMatch !== undefined && !lists(ifMatch, etag, "strong")) return "failed";
  return ifNoneMatch !== undefined && lists(ifNoneMatch, etag, "weak") ? "not_modified" : "none";
}
