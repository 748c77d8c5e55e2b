/**
 * Parses the owner's JSON texts: the value that `JSON.parse` returns, or the first mistake with its place and its cure.
 *
 * A field given twice and nesting without bound are mistakes too, although `JSON.parse` accepts them. Pure, linear in
 * time, and never throws. It does not know what a value means.
 */

import type { Place } from "../finding.ts";
import { ParseError } from "../parse-error.ts";
import type { Phrase } from "../phrase.ts";
import { type Path, readDocument } from "./locate.ts";

export interface Mistake extends Place, Phrase {}

export function readJson(text: string): { readonly value: unknown } | { readonly mistake: Mistake } {
  try {
    readDocument(text);
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof ParseError) return { mistake: { ...placeAt(text, error.offset), ...error.phrase } };
    // A fallback: the tests find no text that readDocument accepts and JSON.parse rejects.
    return { mistake: { line: 1, column: 1, code: "json-invalid" } };
  }
}

/**
 * Returns the places where the values of some RFC 6901 pointers begin, in the same order. The place of a missing value
 * is that of the value around it.
 *
 * @param text a text that `readJson` accepts
 */
export function locate(text: string, pointers: readonly string[]): Place[] {
  const wanted = new Set(pointers.flatMap(withAncestors));
  const places = new Map<string, Place>();
  readDocument(text, (path, place) => {
    const pointer = pointerTo(path);
    if (wanted.has(pointer)) places.set(pointer, place);
  });
  return pointers.map((pointer) => {
    const nearest = withAncestors(pointer).find((ancestor) => places.has(ancestor)) ?? "";
    return places.get(nearest) ?? { line: 1, column: 1 };
  });
}

/** Formats a path as an RFC 6901 pointer. */
export function pointerTo(path: Path): string {
  const segments = path.map((segment) => String(segment).replaceAll("~", "~0").replaceAll("/", "~1"));
  return segments.map((segment) => `/${segment}`).join("");
}

/** Returns a pointer and those of the values around it, the innermost first. */
export function withAncestors(pointer: string): string[] {
  const pointers = [pointer];
  for (let end = pointer.lastIndexOf("/"); end >= 0; end = pointer.lastIndexOf("/", end - 1)) {
    pointers.push(pointer.slice(0, end));
    if (end === 0) break;
  }
  return pointers;
}

function placeAt(text: string, offset: number): Place {
  const lines = text.slice(0, offset).split(/\r\n?|\n/);
  const lastLine = lines.at(-1) ?? "";
  return { line: lines.length, column: lastLine.length + 1 };
}
