/**
 * The door of a leaf. `readJson` gives the value that `JSON.parse` gives, or one mistake, the first: a place in the text and
 * a sentence that says what to write instead. A member given twice and nesting without bound are mistakes as well, though
 * `JSON.parse` lets them pass. Pure, linear in time, never throws; what a value means is not known.
 */

import { type Place, readDocument, Slip } from "./locate.ts";

export interface Mistake extends Place {
  /** One sentence without a full stop. */
  readonly message: string;
}

export interface Json {
  readonly value: unknown;
  /**
   * Where the value that an RFC 6901 pointer names begins. Where nothing is there, as for a missing member, it is the
   * beginning of the value around the gap.
   */
  readonly place: (pointer: string) => Place;
}

export function readJson(text: string): Json | { readonly mistake: Mistake } {
  try {
    readDocument(text);
    return { value: JSON.parse(text), place: finder(text) };
  } catch (error) {
    // That the reader lets pass what JSON.parse refuses is not known to happen, and tested not to.
    const { at, message } = error instanceof Slip ? error : { at: 0, message: "this file is not JSON" };
    return { mistake: { ...placeAt(text, at), message } };
  }
}

/** Reads the text once more when first asked: only a file in which something is wrong is. */
function finder(text: string): Json["place"] {
  const places = new Map<string, Place>();
  return (pointer) => {
    if (places.size === 0) readDocument(text, (path, place) => places.set(pointerTo(path), place));
    for (let outer = pointer; ; outer = outer.slice(0, Math.max(0, outer.lastIndexOf("/")))) {
      const found = places.get(outer);
      if (found !== undefined) return found;
    }
  };
}

/** As an RFC 6901 pointer. */
export function pointerTo(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function placeAt(text: string, offset: number): Place {
  const lines = text.slice(0, offset).split(/\r\n?|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
