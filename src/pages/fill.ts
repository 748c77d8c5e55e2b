/**
 * Content files name facts by `{{cottage.bedrooms}}` and fragments by `{{reviews.list}}`; here the names become values.
 *
 * It replaces names and nothing else: no conditions, no loops, no defaults.
 */
import type { Fragments } from "../fragments/fragments.ts";
import type { Piece } from "../fragments/piece.ts";
import type { Words } from "../fragments/words.ts";
import { didYouMean } from "../suggest.ts";

/** What a page of one language is filled with. */
export interface Filling {
  /** Every fact that is one word or number, as a page says it, by its path. */
  readonly facts: ReadonlyMap<string, string>;
  readonly fragments: Fragments;
  readonly words: Words;
  /** Of which files' facts nothing is known. */
  readonly lost: readonly string[];
  /** What a target of a link or picture is called where it is served. */
  readonly addressOf: (target: string) => string;
}

export interface FilledLine {
  /** Of the file, counted from 1. */
  readonly number: number;
  readonly text: string;
  /** Of the line that names it, which is left as it is. */
  readonly fragment?: Piece;
  /** The column in the file of a column in `text`. */
  readonly sourceColumn: (column: number) => number;
}

/**
 * @param first the number of the first line
 * @param escape how a fact is written so that it reads as itself
 * @param say is told each problem
 */
export function fillLines(
  lines: readonly string[],
  first: number,
  { facts, fragments, lost }: Filling,
  escape: (text: string) => string,
  say: (line: number, column: number, message: string) => void,
): FilledLine[] {
  const fragmentOf = (name: string): Piece | undefined => (Object.hasOwn(fragments, name) ? fragments[name] : undefined);
  const isBlank = (index: number): boolean => (lines[index] ?? "").trim() === "";

  return lines.map((source, index): FilledLine => {
    const number = first + index;
    const valueOf = (name: string, at: number): string => {
      const value = facts.get(name);
      if (value !== undefined) return escape(value);
      if (lost.includes(name.split(".", 1).join())) return "";
      const unknown = `there is no fact named ${name}${didYouMean(name, [...facts.keys(), ...Object.keys(fragments)])}`;
      say(number, at + 1, fragmentOf(name) === undefined ? unknown : `{{${name}}} must stand alone on its line`);
      return "";
    };
    const [, alone = ""] = /^\{\{([^{}]*)\}\}$/.exec(source) ?? [];
    const fragment = fragmentOf(alone);
    if (fragment === undefined) return { number, ...fillLine(source, valueOf) };
    const isAlone = isBlank(index - 1) && isBlank(index + 1);
    if (!isAlone) say(number, 1, `{{${alone}}} needs an empty line above and below it`);
    return { number, text: isAlone ? source : "", sourceColumn: () => 1, ...(isAlone ? { fragment } : {}) };
  });
}

function fillLine(source: string, valueOf: (name: string, at: number) => string): Pick<FilledLine, "text" | "sourceColumn"> {
  /** Where a stretch begins in the text, and where in the source: by turns one taken as it is and a value. */
  const stretches: (readonly [start: number, from: number])[] = [[0, 0]];
  let text = "";
  let read = 0;
  for (const { 0: whole, 1: name = "", index } of source.matchAll(/\{\{([^{}]*)\}\}/g)) {
    text += source.slice(read, index);
    stretches.push([text.length, index]);
    text += valueOf(name, index);
    read = index + whole.length;
    stretches.push([text.length, read]);
  }
  return {
    text: text + source.slice(read),
    sourceColumn: (column) => {
      const at = stretches.findLastIndex(([start]) => start < column);
      const [start, from] = stretches[Math.max(at, 0)] ?? [0, 0];
      // A place inside a value is the place of its name.
      return at % 2 === 1 ? from + 1 : from + column - start;
    },
  };
}

/** Every word and number of the facts by its path, as `cottage.geo.latitude`; none of a list, whose entries have no names. */
export function factsIn(value: unknown, path = ""): [path: string, fact: string | number][] {
  if (typeof value === "string" || typeof value === "number") return [[path, value]];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => factsIn(member, path === "" ? name : `${path}.${name}`));
}
