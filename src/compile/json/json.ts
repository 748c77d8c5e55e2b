/**
 * Parses JSON, and finds the line and column of the values in it.
 */

import type { Location } from "../finding.ts";
import { ParseError } from "../parse-error.ts";
import type { Message } from "../message.ts";
import { endOf, walkJson } from "./walk.ts";

type JsonResult = Readonly<
  { value: unknown; error?: never } | { value?: never; error: { location: Location; message: Message } }
>;

/**
 * Parses JSON and returns its value, or the first error. Never throws.
 *
 * Stricter than `JSON.parse`: duplicate field names and very deep nesting are errors too.
 */
export function readJson(text: string): JsonResult {
  try {
    walkJson(text);
    return { value: JSON.parse(text) };
  } catch (error) {
    // `JSON.parse` accepts everything `walkJson` accepts, so errors other than `ParseError` should never occur.
    const { offset, details } = error instanceof ParseError ? error : new ParseError(0, "json-invalid");
    return { error: { location: endOf(text.slice(0, offset)), message: details } };
  }
}

/**
 * Returns, in the order of `pointers`, where the value at each JSON pointer (RFC 6901) starts. If it does not exist,
 * uses its nearest existing ancestor.
 *
 * @param text valid JSON
 */
export function locate(text: string, pointers: readonly string[]): (Location | undefined)[] {
  const wantedPointers = new Set(pointers.flatMap(selfAndAncestors));
  const locations = new Map<string, Location>();
  walkJson(text, (pointer, location) => {
    if (wantedPointers.has(pointer)) locations.set(pointer, location);
  });
  return pointers.map((pointer) => {
    const nearest = selfAndAncestors(pointer).find((candidate) => locations.has(candidate)) ?? "";
    return locations.get(nearest);
  });
}

/** Lists a JSON pointer and its ancestors, e.g. `/map/0`, `/map` and "" for `/map/0`. */
function selfAndAncestors(pointer: string): string[] {
  if (pointer === "") return [pointer];
  const parent = pointer.slice(0, pointer.lastIndexOf("/"));
  return [pointer, ...selfAndAncestors(parent)];
}
