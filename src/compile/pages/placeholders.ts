/**
 * Replaces placeholders in content files with facts, e.g. `{{cottage.bedrooms}}` with the number of bedrooms.
 */

import type { Facts } from "../data/datasets.ts";
import { factsWithPaths, isDay } from "../data/values.ts";
import type { Location } from "../finding.ts";
import type { Piece } from "../fragments/piece.ts";
import type { Message } from "../message.ts";
import { closest } from "../suggest.ts";
import type { Locale } from "../words/locale.ts";
import type { SourceText } from "./front-matter.ts";
import type { Reporter } from "./report.ts";

/** Text whose placeholders have been replaced. */
export type FilledText = SourceText & Readonly<{ replacements: readonly Replacement[] }>;

type Replacement = Readonly<{
  /** Offset in the filled text just after the inserted value. */
  filledEnd: number;
  /** Offset in the source text just after the placeholder. */
  sourceEnd: number;
}>;

export type PageContext = Readonly<{
  /** Date for pages whose front matter has no `updated` field. */
  updated: string;
  /** Formatted facts, keyed by path, e.g. `cottage.bedrooms`. */
  factTexts: ReadonlyMap<string, string>;
  /** Keyed by name, e.g. `developers.limits`. */
  fragments: ReadonlyMap<string, Piece>;
  /** Names of data files that could not be parsed, e.g. `cottage`. */
  unparsedFiles: readonly string[];
}>;

/** Matches placeholders such as `{{cottage.bedrooms}}` or `{{ cottage.bedrooms }}`. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** Formats all facts for a locale. Returns a map from path to text, plus an entry for `base_url`. */
export function formatFacts(facts: Facts, locale: Locale, baseUrl: string): Map<string, string> {
  const texts = new Map([["base_url", baseUrl]]);
  for (const [path, fact] of factsWithPaths(facts)) texts.set(path, formatFact(path, fact, locale));
  return texts;
}

/**
 * Replaces the placeholders in a line with facts, and records where each replacement ends. Reports unknown facts, and
 * any fragment placeholder that shares its line with other text.
 *
 * @param escape escapes a fact for the format of the line, e.g. markdown
 */
export function fillPlaceholders(
  source: SourceText,
  context: PageContext,
  escape: (text: string) => string,
  report: Reporter,
): FilledText {
  const { line, column } = source.start;
  const replacements: Replacement[] = [];
  let filled = "";
  let position = 0;
  for (const match of source.text.matchAll(PLACEHOLDER)) {
    const [placeholder, name = ""] = match;
    const fact = lookUpFact(name.trim(), { line, column: column + match.index }, context, report);
    filled += source.text.slice(position, match.index) + escape(fact);
    position = match.index + placeholder.length;
    replacements.push({ filledEnd: filled.length, sourceEnd: position });
  }
  return { text: filled + source.text.slice(position), start: source.start, replacements };
}

/** Returns the formatted fact. Reports an error and returns "" if the name is unknown or belongs to a fragment. */
function lookUpFact(name: string, location: Location, context: PageContext, report: Reporter): string {
  const { factTexts, fragments, unparsedFiles } = context;
  const fact = factTexts.get(name);
  if (fact !== undefined) return fact;
  const [dataFile = ""] = name.split(".");
  // If the data file could not be parsed, that error has already been reported.
  const isReported = unparsedFiles.includes(dataFile);
  if (fragments.has(name)) {
    report(location, { code: "fragment-not-alone", values: { placeholder: `{{${name}}}` } });
  } else if (!isReported) {
    const guess = suggestName(name, [...factTexts.keys(), ...fragments.keys()]);
    report(location, { code: "fact-unknown", values: { name, guess } });
  }
  return "";
}

/**
 * Returns a "did you mean …?" message with the closest name or, if no name is close, a message that points to the list
 * of facts.
 */
function suggestName(name: string, knownNames: readonly string[]): Message {
  const guess = findUniqueBySuffix(name, knownNames) ?? closest(name, knownNames);
  return guess === undefined ? { code: "fact-list" } : { code: "guess", values: { guess } };
}

/**
 * Finds the one known name that ends with the same two parts, or else the same last part. E.g. `contact.telephone` and
 * `site.telephone` both find `site.contact.telephone`. Returns undefined if there is no unique match.
 */
function findUniqueBySuffix(name: string, knownNames: readonly string[]): string | undefined {
  const parts = name.split(".");
  for (const partCount of [2, 1]) {
    const suffix = `.${parts.slice(-partCount).join(".")}`;
    const matches = knownNames.filter((knownName) => knownName.endsWith(suffix));
    if (matches.length === 1) return matches[0];
  }
  return undefined;
}

/** Maps a location in filled lines back to the owner's file. */
export function locationInFile(lines: readonly FilledText[], { line, column }: Location): Location {
  const filled = lines[line - 1];
  if (filled === undefined) return { line, column };
  const previous = filled.replacements.findLast(({ filledEnd }) => filledEnd < column);
  const { filledEnd, sourceEnd } = previous ?? { filledEnd: 0, sourceEnd: 0 };
  return { line: filled.start.line, column: filled.start.column + sourceEnd + column - 1 - filledEnd };
}

const TIMES_OF_DAY = ["site.checkinTime", "site.checkoutTime"];

function formatFact(path: string, fact: string | number, locale: Locale): string {
  // Coordinates use a decimal point in every language, because guests paste them into map apps.
  if (path.startsWith("cottage.geo.")) return String(fact);
  if (typeof fact === "number") return locale.formatNumber(fact);
  if (TIMES_OF_DAY.includes(path)) return locale.formatTime(fact);
  return isDay(fact) ? locale.formatDate(fact) : fact;
}
