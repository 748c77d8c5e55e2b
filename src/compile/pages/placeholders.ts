/**
 * Replaces placeholders in content files with facts, e.g. `{{cottage.bedrooms}}` with the number of bedrooms.
 */

import { isDay } from "../data/values.ts";
import type { Location } from "../finding.ts";
import type { Piece } from "../fragments/piece.ts";
import type { Message } from "../message.ts";
import { closest } from "../suggest.ts";
import type { Locale } from "../words/locale.ts";
import type { Reporter, SourceText } from "./front-matter.ts";

export type PlaceholderContext = Readonly<{
  locale: Locale;
  /** Keyed by path, e.g. `cottage.bedrooms`. */
  facts: ReadonlyMap<string, string | number>;
  /** Keyed by placeholder, e.g. `{{reviews.list}}`. */
  fragments: ReadonlyMap<string, Piece>;
  /** Names of data files that could not be parsed, e.g. `cottage`. Their facts are not reported as unknown. */
  unparsedFiles: readonly string[];
}>;

/** Text whose placeholders have been replaced. */
export type FilledText = SourceText & Readonly<{ insertions: readonly Insertion[] }>;

type Insertion = Readonly<{
  /** Offset in the filled text just after the inserted value. */
  end: number;
  /** Number of characters by which the filled text up to `end` is longer than its source. */
  growth: number;
}>;

/** Matches placeholders such as `{{cottage.bedrooms}}` or `{{ cottage.bedrooms }}`. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/**
 * Replaces placeholders with facts. Reports unknown facts, and fragments, which must be alone on their lines.
 *
 * @param escape escapes a fact for the format of the text; by default, the text is plain
 */
export function fillPlaceholders(
  { text, start }: SourceText,
  context: PlaceholderContext,
  report: Reporter,
  escape = (fact: string) => fact,
): FilledText {
  const insertions: Insertion[] = [];
  let growth = 0;
  const filledText = text.replace(PLACEHOLDER, (placeholder, name: string, offset: number) => {
    const location = { line: start.line, column: start.column + offset };
    const value = escape(lookUpFact(name.trim(), location, context, report));
    const end = offset + growth + value.length;
    growth += value.length - placeholder.length;
    insertions.push({ end, growth });
    return value;
  });
  return { text: filledText, start, insertions };
}

/** Maps a location in filled lines back to the owner's file. */
export function locationInFile(lines: readonly FilledText[], { line, column }: Location): Location {
  const { start, insertions } = lines[line - 1] ?? { start: { line, column: 1 }, insertions: [] };
  const growth = insertions.findLast(({ end }) => end < column)?.growth ?? 0;
  return { line: start.line, column: column - growth };
}

/** Returns the formatted fact. Reports an error and returns "" if the name is unknown or belongs to a fragment. */
function lookUpFact(name: string, location: Location, context: PlaceholderContext, report: Reporter): string {
  const { locale, facts, fragments, unparsedFiles } = context;
  const fact = facts.get(name);
  if (fact !== undefined) return formatFact(name, fact, locale);
  const [dataFile = ""] = name.split(".");
  const placeholder = `{{${name}}}`;
  if (fragments.has(placeholder)) {
    report(location, { code: "fragment-not-alone", values: { placeholder } });
  } else if (!unparsedFiles.includes(dataFile)) {
    const fragmentNames = Array.from(fragments.keys(), (key) => key.slice("{{".length, -"}}".length));
    const guess = suggestName(name, [...facts.keys(), ...fragmentNames]);
    report(location, { code: "fact-unknown", values: { name, guess } });
  }
  return "";
}

const TIMES_OF_DAY = ["site.checkinTime", "site.checkoutTime"];

function formatFact(path: string, fact: string | number, locale: Locale): string {
  // Coordinates use a decimal point in every language, because guests paste them into map apps.
  if (path.startsWith("cottage.geo.")) return String(fact);
  if (typeof fact === "number") return locale.formatNumber(fact);
  if (TIMES_OF_DAY.includes(path)) return locale.formatTime(fact);
  return isDay(fact) ? locale.formatDate(fact) : fact;
}

function suggestName(name: string, knownNames: readonly string[]): Message {
  const guess = findUniqueBySuffix(name, knownNames) ?? closest(name, knownNames);
  return guess === undefined ? { code: "fact-list" } : { code: "guess", values: { guess } };
}

/**
 * Finds the only known name that ends with the same two parts, or else the same last part. E.g. `contact.telephone` and
 * `site.telephone` both find `site.contact.telephone`.
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
