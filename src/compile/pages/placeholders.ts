/**
 * Replaces `{{cottage.bedrooms}}` in content files by the fact of that path.
 *
 * It replaces names by values and does nothing else: there are no conditions, no loops and no defaults.
 */

import type { Facts } from "../data/datasets.ts";
import { factsByPath, isDay } from "../data/values.ts";
import type { Place } from "../finding.ts";
import type { Piece } from "../fragments/piece.ts";
import type { Words } from "../words/words.ts";
import type { SourceText } from "./front-matter.ts";
import { guessPhrase, type Report } from "./report.ts";

export type FilledText = Readonly<{
  text: string;
  place: Place;
  values: readonly FilledValue[];
}>;

type FilledValue = Readonly<{
  /** The offset after the value, in the filled text. */
  end: number;
  /** The difference in length between filled text and source, up to `end`. */
  growth: number;
}>;

export type PlaceholderContext = Readonly<{
  /** Every fact as text, by its path. */
  factTexts: ReadonlyMap<string, string>;
  fragments: ReadonlyMap<string, Piece>;
  /** Names of data files that could not be parsed: nothing is known of their facts. */
  unreadFiles: readonly string[];
}>;

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** Writes every fact as text: dates in words, and numbers with the decimal mark of the language. */
export function factTexts(facts: Facts, words: Words, baseUrl: string): Map<string, string> {
  const texts = new Map([["base_url", baseUrl]]);
  for (const [path, fact] of factsByPath(facts)) texts.set(path, textOf(path, fact, words));
  return texts;
}

/**
 * Replaces placeholders by facts. Reports unknown names.
 *
 * @param escape writes a fact so that the format around it reads it as plain text
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
    const file = name.replace(/\..*/, "");
    if (fragments.has(name)) {
      report(place, { code: "fragment-not-alone", values: { placeholder } });
    } else if (fact === undefined && !unreadFiles.includes(file)) {
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

/** Maps a column of the filled text, counted from 1, to the file. A column inside a value is mapped near its name. */
export function sourcePlace({ place, values }: FilledText, column: number): Place {
  const last = values.findLast(({ end }) => end < column);
  return { line: place.line, column: place.column + column - 1 - (last?.growth ?? 0) };
}

const TIMES_OF_DAY = ["site.checkinTime", "site.checkoutTime"];

/** Coordinates keep the decimal point, because people copy them into maps. */
function textOf(path: string, fact: string | number, words: Words): string {
  if (typeof fact === "number") return path.startsWith("cottage.geo.") ? String(fact) : words.formatNumber(fact);
  if (TIMES_OF_DAY.includes(path)) return words.formatTime(fact);
  return isDay(fact) ? words.formatDate(fact) : fact;
}
