/**
 * Content files name facts by `{{cottage.bedrooms}}` and fragments by `{{reviews.list}}`; here the names become values.
 *
 * It replaces names and nothing else: no conditions, no loops, no defaults.
 */

import type { Facts } from "../data/datasets.ts";
import { isObject } from "../data/problems.ts";
import type { Piece } from "../fragments/piece.ts";
import type { Words } from "../fragments/words.ts";
import type { Place } from "../markdown/source.ts";
import { didYouMean } from "../suggest.ts";
import type { Pictures } from "./pictures.ts";

/** Is told each problem. */
export type Say = (line: number, column: number, message: string) => void;

/** What the pages of a site are made of. */
export interface Materials {
  readonly facts: Facts;
  /** Files of which nothing could be read, so that nothing is known of their names. */
  readonly lost: readonly string[];
  readonly fragments: ReadonlyMap<string, Piece>;
  readonly words: Words;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly pictures: Pictures;
}

/** Fills texts that begin `at` a place in the file; `escape` writes a fact so that it reads as itself. */
export function filler({ facts, lost, fragments, words, baseUrl }: Materials, say: Say) {
  const named = new Map([["base_url", baseUrl], ...factsIn(facts)]);
  return (source: string, at: Place, escape: (text: string) => string) => {
    const values: { readonly from: number; readonly start: number; readonly shift: number }[] = [];
    let shift = 0;
    const text = source.replace(/\{\{([^{}]*)\}\}/g, (whole: string, name: string, from: number) => {
      const fact = named.get(name);
      if (fragments.has(name)) say(at.line, at.column + from, `${whole} must stand alone on its line`);
      else if (fact === undefined && !lost.includes(name.replace(/\..*/, ""))) {
        say(at.line, at.column + from, `there is no fact named ${name}${didYouMean(name, [...named.keys(), ...fragments.keys()])}`);
      }
      const value = fact === undefined ? "" : escape(inWords(name, fact, words));
      const start = from + shift;
      shift += value.length - whole.length;
      values.push({ from, start, shift });
      return value;
    });
    /** Where in the file a column of the text is; a place inside a value is one inside its name. */
    const placeOf = (column: number): Place => {
      const last = values.findLast(({ start }) => start < column) ?? { from: 0, shift: 0 };
      return { line: at.line, column: at.column + Math.max(last.from, column - 1 - last.shift) };
    };
    return { text, placeOf };
  };
}

/** Days in words, numbers with the language's mark, but not coordinates, which are for navigators. */
function inWords(path: string, fact: string | number, words: Words): string {
  if (typeof fact === "number") return path.startsWith("cottage.geo.") ? String(fact) : words.number(fact);
  return /^\d{4}-\d\d-\d\d$/.test(fact) ? words.day(fact) : fact;
}

/** Every word and number of the facts by its path, as `cottage.geo.latitude`; none of a list, whose entries have no names. */
export function factsIn(value: unknown, path = ""): [path: string, fact: string | number][] {
  if (typeof value === "string" || typeof value === "number") return [[path, value]];
  const members = isObject(value) ? Object.entries(value) : [];
  return members.flatMap(([name, member]) => factsIn(member, path === "" ? name : `${path}.${name}`));
}
