/**
 * Parses JSON, and finds the line and column of the values in it.
 */

import type { Location } from "../finding.ts";
import { type Message, ParseError } from "../message.ts";
import { endOf, JsonWalker } from "./walk.ts";

type JsonResult = Readonly<
  { value: unknown; error?: never } | { value?: never; error: { location: Location; message: Message } }
>;

/** Parses JSON. Stricter than `JSON.parse`: duplicate field names and very deep nesting are errors too. */
export function readJson(text: string): JsonResult {
  try {
    new JsonWalker(text).walkDocument();
    return { value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return { error: { location: endOf(text.slice(0, error.offset)), message: error.details } };
  }
}

/**
 * Returns, for each JSON pointer (RFC 6901), where its value starts in valid JSON, or else where its nearest existing
 * ancestor starts.
 */
export function locate(text: string, pointers: readonly string[]): (Location | undefined)[] {
  const wantedPointers = new Set(pointers.flatMap(selfAndAncestors));
  const locations = new Map<string, Location>();
  new JsonWalker(text, (pointer, start) => {
    if (wantedPointers.has(pointer)) locations.set(pointer, start);
  }).walkDocument();
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
