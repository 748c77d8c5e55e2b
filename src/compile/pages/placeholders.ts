/**
 * Replaces placeholders in content files with facts, e.g. `{{cottage.bedrooms}}` with the number of bedrooms.
 *
 * There are no conditions, loops or default values.
 */

import type { Facts } from "../data/datasets.ts";
import { factsByPath, isDay } from "../data/values.ts";
import type { Location } from "../finding.ts";
import type { Piece } from "../fragments/piece.ts";
import type { Words } from "../words/words.ts";
import type { SourceText } from "./front-matter.ts";
import { guessPhrase, type Report } from "./report.ts";

/** A text whose placeholders are filled in. `sourcePlace` maps its columns to the file. */
export type FilledText = Readonly<{
  text: string;
  /** The place in the file where the text starts. */
  place: Location;
  values: readonly FilledValue[];
}>;

type FilledValue = Readonly<{
  /** The offset in the filled text at which the value ends. */
  end: number;
  /** The length of the filled text up to `end`, minus the length of its source. */
  growth: number;
}>;

export type PlaceholderContext = Readonly<{
  /** Facts as text by path, e.g. `cottage.bedrooms`. */
  factTexts: ReadonlyMap<string, string>;
  /** Fragments by name, e.g. `developers.limits`. */
  fragments: ReadonlyMap<string, Piece>;
  /** Names of data files that could not be parsed, e.g. `cottage`. Their facts are missing, but not reported. */
  unreadFiles: readonly string[];
}>;

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** Returns every fact as text by its path. Formats dates, times and numbers in the language of `words`. */
export function factTexts(facts: Facts, words: Words, baseUrl: string): Map<string, string> {
  const texts = new Map([["base_url", baseUrl]]);
  for (const [path, fact] of factsByPath(facts)) texts.set(path, formatFact(path, fact, words));
  return texts;
}

/**
 * Replaces the placeholders in a line with facts. Reports unknown names, and fragments, which need a line of their own.
 *
 * @param escape escapes a fact for the format of the line, e.g. markdown
 */
export function fillPlaceholders(
  source: SourceText,
  context: PlaceholderContext,
  escape: (text: string) => string,
  report: Report,
): FilledText {
  const { factTexts, fragments, unreadFiles } = context;
  const { line, column } = source;
  const values: FilledValue[] = [];
  let growth = 0;
  const text = source.text.replace(PLACEHOLDER, (placeholder: string, name: string, offset: number) => {
    const fact = factTexts.get(name);
    const place = { line, column: column + offset };
    const dataFile = name.replace(/\..*/, "");
    if (fragments.has(name)) {
      report(place, { code: "fragment-not-alone", values: { placeholder } });
    } else if (fact === undefined && !unreadFiles.includes(dataFile)) {
      const guess = guessPhrase(name, [...factTexts.keys(), ...fragments.keys()]);
      report(place, { code: "fact-unknown", values: { name, guess } });
    }
    const value = fact === undefined ? "" : escape(fact);
    growth += value.length - placeholder.length;
    values.push({ end: offset + placeholder.length + growth, growth });
    return value;
  });
  return { text, place: { line, column }, values };
}

/** Maps a column of the filled text, counted from 1, to the file. The result is inexact for a column inside a value. */
export function sourcePlace({ place, values }: FilledText, column: number): Location {
  const previousValue = values.findLast(({ end }) => end < column);
  const offset = column - 1 - (previousValue?.growth ?? 0);
  return { line: place.line, column: place.column + offset };
}

const TIMES_OF_DAY = ["site.checkinTime", "site.checkoutTime"];

/** Coordinates keep the decimal point in every language, because guests copy them into maps. */
function formatFact(path: string, fact: string | number, words: Words): string {
  if (typeof fact === "number") return path.startsWith("cottage.geo.") ? String(fact) : words.formatNumber(fact);
  if (TIMES_OF_DAY.includes(path)) return words.formatTime(fact);
  return isDay(fact) ? words.formatDate(fact) : fact;
}
