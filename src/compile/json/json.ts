/**
 * Parses JSON, and finds the line and column of the values in it.
 */

import type { Location } from "../finding.ts";
import { ParseError } from "../parse-error.ts";
import type { Message } from "../message.ts";
import { walkJson } from "./walk.ts";

/**
 * Parses JSON and returns its value, or the first error. Never throws.
 *
 * Stricter than `JSON.parse`: duplicate field names and very deep nesting are errors too.
 */
export function readJson(text: string): Readonly<{ value: unknown } | { error: Location & Message }> {
  try {
    walkJson(text);
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof ParseError) return { error: { ...locationAt(text, error.offset), ...error.details } };
    // Should be unreachable: `JSON.parse` accepts everything that `walkJson` accepts.
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
 * Returns where the value at each JSON pointer (RFC 6901) starts or, if there is no such value, where its nearest
 * existing ancestor starts. Keeps the order of the pointers.
 *
 * @param text valid JSON
 */
export function locate(text: string, pointers: readonly string[]): Location[] {
  const wantedPointers = new Set(pointers.flatMap(selfAndAncestors));
  const locations = new Map<string, Location>();
  walkJson(text, (pointer, location) => {
    if (wantedPointers.has(pointer)) locations.set(pointer, location);
  });
  return pointers.map((pointer) => {
    const nearestFirst = selfAndAncestors(pointer).map((candidate) => locations.get(candidate));
    // The fallback is never used, because the outermost ancestor is the whole document.
    return nearestFirst.find((location) => location !== undefined) ?? { line: 1, column: 1 };
  });
}

/**
 * Returns a JSON pointer followed by its ancestors, innermost first. For example, `/map/0` gives `/map/0`, `/map` and
 * "".
 */
function selfAndAncestors(pointer: string): string[] {
  if (pointer === "") return [pointer];
  const parent = pointer.slice(0, pointer.lastIndexOf("/"));
  return [pointer, ...selfAndAncestors(parent)];
}
