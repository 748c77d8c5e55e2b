/**
 * Content files name facts by `{{cottage.bedrooms}}` and fragments by `{{reviews.list}}`; here the names become values.
 *
 * It replaces names and nothing else: no conditions, no loops, no defaults.
 */

import type { Fragments } from "../fragments/fragments.ts";
import type { Piece } from "../fragments/piece.ts";
import type { Words } from "../fragments/words.ts";
import { didYouMean } from "../suggest.ts";
import type { Place, Say } from "./front-matter.ts";

/** What a page of one language is filled with. */
export interface Filling {
  /** Every fact that is one word or number, as a page says it, by its path. */
  readonly facts: ReadonlyMap<string, string>;
  readonly fragments: Fragments;
  readonly words: Words;
  /** Of which files' facts nothing is known. */
  readonly lost: readonly string[];
  /** The day of the facts, `YYYY-MM-DD`. */
  readonly updated: string;
  /** What a target of a link or picture is called where it is served. */
  readonly addressOf: (target: string) => string;
  readonly sizeOf: (address: string) => string;
}

export interface FilledLine {
  readonly text: string;
  /** Of the line that names it, which is left as it is. */
  readonly fragment?: Piece;
  /** Where in the file a column of `text` is. */
  readonly placeOf: (column: number) => Place;
}

/** @param first the number of the first line */
export function fillLines(lines: readonly string[], first: number, filling: Filling, escape: (text: string) => string, say: Say): FilledLine[] {
  return lines.map((source, index): FilledLine => {
    const place = { line: first + index, column: 1 };
    const name = source.slice(2, -2);
    const fragment = source === `{{${name}}}` ? fragmentOf(filling, name) : undefined;
    if (fragment === undefined) return fillLine(source, place, filling, escape, say);
    if (!lines[index - 1]?.trim() && !lines[index + 1]?.trim()) return { text: source, fragment, placeOf: () => place };
    say(place.line, 1, `${source} needs an empty line above and below it`);
    return { text: "", placeOf: () => place };
  });
}

/**
 * @param at where the text begins in the file
 * @param escape how a fact is written so that it reads as itself
 */
export function fillLine(source: string, at: Place, filling: Filling, escape: (text: string) => string, say: Say): FilledLine {
  const { facts, fragments, lost } = filling;
  const values: { readonly from: number; readonly start: number; readonly end: number; readonly shift: number }[] = [];
  let shift = 0;
  const text = source.replace(/\{\{([^{}]*)\}\}/g, (whole: string, name: string, from: number) => {
    const fact = facts.get(name);
    if (fact === undefined && !lost.includes(name.replace(/\..*/, ""))) {
      const unknown = `there is no fact named ${name}${didYouMean(name, [...facts.keys(), ...Object.keys(fragments)])}`;
      say(at.line, at.column + from, fragmentOf(filling, name) === undefined ? unknown : `${whole} must stand alone on its line`);
    }
    const value = fact === undefined ? "" : escape(fact);
    const start = from + shift;
    shift += value.length - whole.length;
    values.push({ from, start, end: start + value.length, shift });
    return value;
  });
  const sourceColumn = (column: number): number => {
    const last = values.findLast(({ start }) => start < column);
    if (last === undefined) return column;
    // A place inside a value is the place of its name.
    return column <= last.end ? last.from + 1 : column - last.shift;
  };
  return { text, placeOf: (column) => ({ line: at.line, column: at.column - 1 + sourceColumn(column) }) };
}

function fragmentOf({ fragments }: Filling, name: string): Piece | undefined {
  return Object.hasOwn(fragments, name) ? fragments[name] : undefined;
}

/** Every word and number of the facts by its path, as `cottage.geo.latitude`; none of a list, whose entries have no names. */
export function factsIn(value: unknown, path = ""): [path: string, fact: string | number][] {
  if (typeof value === "string" || typeof value === "number") return [[path, value]];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => factsIn(member, path === "" ? name : `${path}.${name}`));
}
