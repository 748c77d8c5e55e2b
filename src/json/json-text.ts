/**
 * Reads a data file's JSON (RFC 8259): the value, and the line and column of each part of it when asked.
 *
 * `JSON.parse` decides what is JSON. Whatever it lets pass but would lose or spoil is refused here as well: a name
 * given twice in one object, half a character, nesting without bound. What a value means is not known here.
 */
import { DEPTH_MAX, findMistakes } from "./json-mistakes.ts";
import { countNames, locator } from "./json-walk.ts";
import { placer } from "./text-place.ts";
import type { Place, TextProblem } from "./text-place.ts";

export type { Place, TextProblem } from "./text-place.ts";

export interface JsonText {
  readonly value: unknown;
  /**
   * Where the value, or the name, of the part that an RFC 6901 pointer names begins. Where nothing is there,
   * as for a missing member, it is the beginning of the value around the gap.
   */
  place(pointer: string, of: "key" | "value"): Place;
}

export type JsonReading = { readonly document: JsonText } | { readonly problems: readonly TextProblem[] };

/** A byte order mark at the beginning is passed over and counts as no column, since no editor shows it. */
export function readJson(source: string): JsonReading {
  const text = source.startsWith("\ufeff") ? source.slice(1) : source;
  const parsed = parse(text);
  if (parsed !== undefined && !needsALook(text, parsed.value)) return { document: document(text, parsed.value) };
  const problems = findMistakes(text);
  if (problems.length > 0) return { problems };
  return parsed === undefined ? { problems: [UNEXPLAINED] } : { document: document(text, parsed.value) };
}

/** Not known to happen, and tested not to; yet a refused file never goes without a word. */
const UNEXPLAINED: TextProblem = {
  line: 1,
  column: 1,
  message: 'this file is not JSON: it begins with { and ends with }, as in { "name": "Sea View Cottage" }',
};

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/**
 * Whether text that `JSON.parse` accepts must be read with care. A repeated name leaves fewer members in the
 * value than names in the text, so comparing two counts finds it without remembering a single name.
 */
function needsALook(text: string, value: unknown): boolean {
  return countNames(text) !== countMembers(value, 0) || SURROGATE_ESCAPE.test(text) || LONE_SURROGATE.test(text);
}

const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;
const LONE_SURROGATE = /[\ud800-\udfff]/u;

/** Not a number when the value is nested too deep, and so unequal to every count. */
function countMembers(value: unknown, depth: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (depth === DEPTH_MAX) return NaN;
  let members = 0;
  if (!Array.isArray(value)) members = Object.keys(value).length;
  for (const part of Object.values(value)) members += countMembers(part, depth + 1);
  return members;
}

/** Nothing is located until a place is asked for: a good file pays for nothing but the counts. */
function document(text: string, value: unknown): JsonText {
  let locate: ReturnType<typeof locator> | undefined;
  let placeOf: ReturnType<typeof placer> | undefined;
  return {
    value,
    place(pointer, of) {
      locate ??= locator(text);
      placeOf ??= placer(text);
      return placeOf(locate(pointer, of));
    },
  };
}
