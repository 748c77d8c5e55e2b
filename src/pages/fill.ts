/**
 * Content files name facts by `{{cottage.bedrooms}}` and fragments by `{{reviews.list}}`; here the names become values.
 *
 * It replaces names and nothing else: no conditions, no loops, no defaults.
 */
import type { Facts } from "../data/datasets.ts";
import type { Fragment, Fragments } from "../fragments/fragment.ts";
import type { Words } from "../fragments/words.ts";
import { markupOf } from "../html.ts";
import type { LineProblem } from "./front-matter.ts";

export interface Filling {
  /** The value of a fact; undefined when there is none of that name. */
  readonly fact: (name: string) => string | undefined;
  readonly fragments: Fragments;
  /** What else could have been meant, as the end of a sentence. */
  readonly advice: (name: string) => string;
  /** For what the page adds of itself. */
  readonly words: Words;
}

export interface FilledLine {
  /** Of the file, counted from 1. */
  readonly number: number;
  readonly text: string;
  /** The line of a fragment that has its own HTML is left as it is, and carries both. */
  readonly fragment?: Fragment;
  readonly block?: string;
  /** The column in the file of a column in `text`. */
  readonly sourceColumn: (column: number) => number;
}

const NAME = /\{\{([^{}]*)\}\}/g;
const ALONE = /^\{\{([^{}]*)\}\}$/;

/**
 * @param escape how a fact is written so that it reads as itself
 * @param first the number of the first line
 */
export function fillLines(
  lines: readonly string[],
  first: number,
  filling: Filling,
  escape: (text: string) => string,
): { readonly lines: FilledLine[]; readonly problems: LineProblem[] } {
  const problems: LineProblem[] = [];
  const isBlank = (index: number): boolean => (lines[index] ?? "").trim() === "";

  const filled = lines.flatMap((source, index): FilledLine[] => {
    const number = first + index;
    const [, name = ""] = ALONE.exec(source) ?? [];
    const fragment = ownMember(filling.fragments, name);
    if (fragment === undefined) {
      const fill = (name: string, at: number): string =>
        escape(valueOf(name, filling, { line: number, column: at + 1 }, problems));
      return [{ number, ...fillLine(source, fill) }];
    }
    const sourceColumn = (column: number): number => column;
    if (!isBlank(index - 1) || !isBlank(index + 1)) {
      problems.push({ line: number, column: 1, message: `{{${name}}} needs an empty line above and below it` });
      return [{ number, text: "", sourceColumn }];
    }
    if (fragment.html !== undefined) return [{ number, text: source, fragment, block: markupOf(fragment.html), sourceColumn }];
    return fragment.markdown.split("\n").map((text) => ({ number, text, sourceColumn: () => 1 }));
  });
  return { lines: filled, problems };
}

function valueOf(
  name: string,
  { fact, fragments, advice }: Filling,
  at: Omit<LineProblem, "message">,
  problems: LineProblem[],
): string {
  const value = fact(name);
  if (value !== undefined) return value;
  const isFragment = ownMember(fragments, name) !== undefined;
  const message = isFragment
    ? `{{${name}}} must stand alone on its line`
    : `there is no fact named ${name}; ${advice(name)}`;
  problems.push({ ...at, message });
  return "";
}

function ownMember(fragments: Fragments, name: string): Fragment | undefined {
  return Object.hasOwn(fragments, name) ? fragments[name] : undefined;
}

function fillLine(
  source: string,
  valueOf: (name: string, at: number) => string,
): Pick<FilledLine, "text" | "sourceColumn"> {
  const steps: { readonly end: number; readonly sourceStart: number; readonly sourceEnd: number }[] = [];
  let text = "";
  let read = 0;
  for (const { 0: whole, 1: name = "", index } of source.matchAll(NAME)) {
    text += source.slice(read, index) + valueOf(name, index);
    read = index + whole.length;
    steps.push({ end: text.length, sourceStart: index, sourceEnd: read });
  }
  text += source.slice(read);
  return {
    text,
    sourceColumn: (column) => {
      const last = steps.findLast(({ end }) => end < column);
      const plain = last === undefined ? column : last.sourceEnd + column - last.end;
      const next = steps.find(({ end }) => end >= column);
      // A place inside a fact's value is the place of its name.
      return next === undefined ? plain : Math.min(plain, next.sourceStart + 1);
    },
  };
}

/** The fact at `cottage.geo.latitude`; undefined when there is none, or when it is not one word or number. */
export function factAt(facts: Facts, path: string): string | number | undefined {
  let value: unknown = facts;
  for (const name of path.split(".")) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}

/** Every path that `factAt` knows, except into lists, whose entries have no names. */
export function factPaths(value: unknown, prefix = ""): string[] {
  if (typeof value === "string" || typeof value === "number") return [prefix.slice(0, -1)];
  if (!isObject(value) || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => factPaths(member, `${prefix}${name}.`));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
