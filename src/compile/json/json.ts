/**
 * Parses the owner's JSON files, and finds the line and column of a value in them.
 *
 * It does not know what a field means.
 */

import type { Location } from "../finding.ts";
import { ParseError } from "../parse-error.ts";
import type { Phrase } from "../phrase.ts";
import { type Path, readDocument } from "./locate.ts";

/** The place of a mistake in a JSON text, and the sentence that says how to correct it. */
export interface Mistake extends Location, Phrase {}

/**
 * Returns the value of a JSON text, or its first mistake. Never throws.
 *
 * Stricter than `JSON.parse`: duplicate names and nesting beyond a limit are mistakes too.
 */
export function readJson(text: string): { readonly value: unknown } | { readonly mistake: Mistake } {
  try {
    readDocument(text);
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof ParseError) return { mistake: { ...placeAt(text, error.offset), ...error.phrase } };
    // Fallback in case JSON.parse rejects input that readDocument accepts. No such input is known.
    return { mistake: { line: 1, column: 1, code: "json-invalid" } };
  }
}

/**
 * Returns the place where the value of each JSON pointer (RFC 6901) begins, in the order of the pointers. A missing
 * value has the place of its nearest ancestor.
 *
 * @param text a text that `readJson` accepts
 */
export function locate(text: string, pointers: readonly string[]): Location[] {
  const wantedPointers = new Set(pointers.flatMap(withAncestors));
  const places = new Map<string, Location>();
  readDocument(text, (path, place) => {
    const pointer = pointerTo(path);
    if (wantedPointers.has(pointer)) places.set(pointer, place);
  });
  return pointers.map((pointer) => {
    const nearest = withAncestors(pointer).find((ancestor) => places.has(ancestor)) ?? "";
    return places.get(nearest) ?? { line: 1, column: 1 };
  });
}

/** Formats a path as a JSON pointer (RFC 6901), e.g. `["map", 0]` as `/map/0`. */
export function pointerTo(path: Path): string {
  const segments = path.map((segment) => String(segment).replaceAll("~", "~0").replaceAll("/", "~1"));
  return segments.map((segment) => `/${segment}`).join("");
}

/** Returns a JSON pointer followed by the pointers of its ancestors, innermost first: `/map/0`, `/map`, and "". */
export function withAncestors(pointer: string): string[] {
  const pointers = [pointer];
  let ancestor = pointer;
  while (ancestor !== "") {
    ancestor = ancestor.slice(0, ancestor.lastIndexOf("/"));
    pointers.push(ancestor);
  }
  return pointers;
}

/** Converts an offset into a line and a column. A line ends with LF, CR or CRLF. */
function placeAt(text: string, offset: number): Location {
  const lines = text.slice(0, offset).split(/\r\n?|\n/);
  const lastLine = lines.at(-1) ?? "";
  return { line: lines.length, column: lastLine.length + 1 };
}
