/**
 * Parses the owner's JSON files, and finds the line and column of a value in them. Independent of any schema.
 */

import type { Location } from "../finding.ts";
import { ParseError } from "../parse-error.ts";
import type { Phrase } from "../phrase.ts";
import { walkJson } from "./walk.ts";

/**
 * Parses JSON and returns its value, or the first error. Never throws.
 *
 * Stricter than `JSON.parse`: duplicate field names and very deep nesting are errors too.
 */
export function readJson(text: string): Readonly<{ value: unknown } | { error: Location & Phrase }> {
  try {
    walkJson(text);
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof ParseError) return { error: { ...locationAt(text, error.offset), ...error.phrase } };
    // Fallback in case JSON.parse rejects input that walkJson accepts. No such input is known.
    return { error: { line: 1, column: 1, code: "json-invalid" } };
  }
}

/** Returns the line and column of an offset. A line ends with LF, CR or CRLF. */
function locationAt(text: string, offset: number): Location {
  const lines = text.slice(0, offset).split(/\r\n?|\n/);
  const lastLine = lines.at(-1) ?? "";
  return { line: lines.length, column: lastLine.length + 1 };
}

/**
 * Returns the start of the value at each JSON pointer (RFC 6901), in the order of the pointers. If there is no such
 * value, the start of its nearest existing ancestor is returned.
 *
 * @param text valid JSON
 */
export function locate(text: string, pointers: readonly string[]): Location[] {
  const wantedPointers = new Set(pointers.flatMap(withAncestors));
  const locations = new Map<string, Location>();
  walkJson(text, (pointer, location) => {
    if (wantedPointers.has(pointer)) locations.set(pointer, location);
  });
  return pointers.map((pointer) => {
    const nearest = withAncestors(pointer).find((ancestor) => locations.has(ancestor)) ?? "";
    return locations.get(nearest) ?? { line: 1, column: 1 };
  });
}

/** Returns a JSON pointer and those of its ancestors, innermost first, e.g. `/map/0`, `/map` and "" for `/map/0`. */
function withAncestors(pointer: string): string[] {
  if (pointer === "") return [pointer];
  const parent = pointer.slice(0, pointer.lastIndexOf("/"));
  return [pointer, ...withAncestors(parent)];
}
