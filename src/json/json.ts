/**
 * The door of a leaf. `readJson` gives the value that `JSON.parse` gives, or one mistake, the first: a place in the text and
 * a sentence that says what to write instead. A member given twice and nesting without bound are mistakes as well, though `JSON.parse` lets them pass. It is pure, takes time in proportion to the text, and never throws.
 *
 * `JSON.parse` judges and makes the value. The reader here looks for what it refused or would lose, and for places; what a
 * value means is not known.
 */

import { DEPTH_MAX, readDocument } from "./reader.ts";
import type { Visit } from "./reader.ts";
import { Slip } from "./scalar.ts";

/** Both counted from 1; a column is one UTF-16 code unit, which is how most editors count. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Mistake extends Place {
  /** One sentence without a full stop. */
  readonly message: string;
}

export interface Json {
  readonly value: unknown;
  /**
   * Where the value, or the name, of the part that an RFC 6901 pointer names begins. Where nothing is there,
   * as for a missing member, it is the beginning of the value around the gap.
   */
  readonly place: (pointer: string, of: "key" | "value") => Place;
}

/** A byte order mark at the beginning is passed over and counts as no column, since no editor shows it. */
export function readJson(source: string): Json | { readonly mistake: Mistake } {
  const text = source.replace(/^\ufeff/, "");
  const parsed = parse(text);
  const slip = parsed !== undefined && hasLostNothing(text, parsed.value) ? undefined : firstSlip(text);
  if (slip !== undefined) return { mistake: { ...placer(text)(slip.at), message: slip.message } };
  if (parsed === undefined) return { mistake: { line: 1, column: 1, message: UNEXPLAINED } };
  let places: ReturnType<typeof placesIn> | undefined;
  return {
    ...parsed,
    place(pointer, of) {
      places ??= placesIn(text);
      for (let outer = pointer; ; outer = outer.slice(0, Math.max(0, outer.lastIndexOf("/")))) {
        const found = places.get(outer);
        if (found !== undefined) return outer === pointer ? found[of] : found.value;
      }
    },
  };
}

/** Not known to happen, and tested not to; yet a refused file never goes without a word. */
const UNEXPLAINED = 'this file is not JSON: it begins with { and ends with }, as in { "name": "Sea View Cottage" }';

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Spares reading what is well: a member that was given twice took the quotation marks of its name with it. */
function hasLostNothing(text: string, value: unknown): boolean {
  const marks = (json: string): number => json.split('"').length;
  try {
    return /^\s*\{/.test(text) && !text.includes("\\u0022") && marks(text) === marks(JSON.stringify(value)) && depthOf(value) <= DEPTH_MAX;
  } catch {
    return false; // So deep that no stack is.
  }
}

function depthOf(value: unknown): number {
  return typeof value !== "object" || value === null ? 0 : 1 + Object.values(value).reduce((deepest: number, each) => Math.max(deepest, depthOf(each)), 0);
}

function placesIn(text: string): ReadonlyMap<string, { readonly key: Place; readonly value: Place }> {
  const placeOf = placer(text);
  const places = new Map<string, { readonly key: Place; readonly value: Place }>();
  firstSlip(text, (pointer, key, value) => places.set(pointer, { key: placeOf(key), value: placeOf(value) }));
  return places;
}

function firstSlip(text: string, visit: Visit = () => undefined): Slip | undefined {
  try {
    readDocument(text, visit);
    return undefined;
  } catch (error) {
    if (error instanceof Slip) return error;
    throw error;
  }
}

/** Turns offsets into places; asked in the order of the text, so that it is passed over once. */
function placer(text: string): (offset: number) => Place {
  const breaks = /\r\n?|\n/g;
  let [line, start, next] = [1, 0, breaks.exec(text)];
  return (offset) => {
    for (; next !== null && breaks.lastIndex <= offset; next = breaks.exec(text)) [line, start] = [line + 1, breaks.lastIndex];
    return { line, column: offset - start + 1 };
  };
}
