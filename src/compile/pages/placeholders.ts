/**
 * Replaces the placeholders in content files with facts and fragments, e.g. `{{cottage.bedrooms}}` with a number.
 */

import { isDay } from "../data/values.ts";
import type { Location } from "../finding.ts";
import type { Piece } from "../fragments/piece.ts";
import { markupOf } from "../html.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import type { Message } from "../message.ts";
import { closest } from "../suggest.ts";
import type { Locale } from "../words/locale.ts";
import type { Reporter, SourceText } from "./front-matter.ts";

export type PlaceholderValues = Readonly<{
  locale: Locale;
  /** Keyed by path, e.g. `cottage.bedrooms`. */
  facts: ReadonlyMap<string, string | number>;
  /** Keyed by placeholder, e.g. `{{reviews.list}}`. */
  fragments: ReadonlyMap<string, Piece>;
  /** Names of data files with errors. Their facts are not reported as unknown. */
  invalidFiles: readonly string[];
}>;

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const PLACEHOLDER_LINE = /^\{\{\s*(?<name>.*?)\s*\}\}$/;

/** Fills in facts. Leaves fragments, which need a line of their own between two blank lines, as `{{name}}`. */
export function fillBody(
  body: readonly string[],
  bodyLine: number,
  values: PlaceholderValues,
  report: Reporter,
): string[] {
  return body.map((text, index) => {
    const placeholder = text.replace(PLACEHOLDER_LINE, "{{$<name>}}");
    const hasBlankLinesAround = isBlank(body[index - 1]) && isBlank(body[index + 1]);
    if (hasBlankLinesAround && values.fragments.has(placeholder)) return placeholder;
    return fillPlaceholders({ text, start: { line: bodyLine + index, column: 1 } }, values, report, escapeMarkdown);
  });
}

/** Replaces placeholders with facts, which `escape` converts to the format of the text. Reports unknown facts. */
export function fillPlaceholders(
  { text, start }: SourceText,
  values: PlaceholderValues,
  report: Reporter,
  escape = (fact: string) => fact,
): string {
  return text.replace(PLACEHOLDER, (_placeholder, name: string, offset: number) => {
    const fact = formatFact(name.trim(), values);
    if (fact === undefined) reportUnknown(name.trim(), { ...start, column: start.column + offset }, values, report);
    return escape(fact ?? "");
  });
}

/** Converts a column in a filled line to the column in the owner's line. */
export function columnInSource(source: string, filledColumn: number, values: PlaceholderValues): number {
  let growth = 0;
  for (const match of source.matchAll(PLACEHOLDER)) {
    const [placeholder, name = ""] = match;
    const fact = escapeMarkdown(formatFact(name.trim(), values) ?? "");
    if (match.index + growth + fact.length >= filledColumn) break;
    growth += fact.length - placeholder.length;
  }
  return filledColumn - growth;
}

const TIMES_OF_DAY = ["site.checkinTime", "site.checkoutTime"];

function formatFact(path: string, { facts, locale }: PlaceholderValues): string | undefined {
  const fact = facts.get(path);
  if (fact === undefined) return undefined;
  // Coordinates use a decimal point in every language, because guests paste them into map apps.
  if (path.startsWith("cottage.geo.")) return String(fact);
  if (typeof fact === "number") return locale.formatNumber(fact);
  if (TIMES_OF_DAY.includes(path)) return locale.formatTime(fact);
  return isDay(fact) ? locale.formatDate(fact) : fact;
}

function reportUnknown(name: string, location: Location, values: PlaceholderValues, report: Reporter): void {
  const { facts, fragments, invalidFiles } = values;
  const placeholder = `{{${name}}}`;
  const [dataFile = ""] = name.split(".");
  if (fragments.has(placeholder)) {
    report(location, { code: "fragment-not-alone", values: { placeholder } });
  } else if (!invalidFiles.includes(dataFile)) {
    const fragmentNames = Array.from(fragments.keys(), (key) => key.slice("{{".length, -"}}".length));
    const guess = suggestName(name, [...facts.keys(), ...fragmentNames]);
    report(location, { code: "fact-unknown", values: { name, guess } });
  }
}

function suggestName(name: string, knownNames: readonly string[]): Message {
  const guess = findUniqueBySuffix(name, knownNames) ?? closest(name, knownNames);
  return guess === undefined ? { code: "fact-list" } : { code: "guess", values: { guess } };
}

/** Finds the only known name with the same last two parts or, if there is none, with the same last part. */
function findUniqueBySuffix(name: string, knownNames: readonly string[]): string | undefined {
  const parts = name.split(".");
  const suffixes = [parts.slice(-2), parts.slice(-1)].map((lastParts) => `.${lastParts.join(".")}`);
  const matches = suffixes.map((suffix) => knownNames.filter((knownName) => knownName.endsWith(suffix)));
  return matches.find(({ length }) => length === 1)?.[0];
}

const SECTION_START = /^(?=## )/m;

/** Blanks out the headings of sections that contain nothing but empty fragments, e.g. if there are no reviews. */
export function withoutEmptySections(markdown: string, { fragments }: PlaceholderValues): string {
  const isEmptyFragment = (line: string): boolean => {
    const fragment = fragments.get(line);
    return fragment?.markdown === "" && markupOf(fragment.html) === "";
  };
  const sections = markdown.split(SECTION_START).map((section) => {
    const [, ...content] = section.split("\n").filter((line) => !isBlank(line));
    const isEmptySection = content.length > 0 && content.every(isEmptyFragment);
    return isEmptySection ? section.replace(/^## .*/, "") : section;
  });
  return sections.join("");
}

/** Replaces fragments with their markdown. */
export function insertFragments(markdown: string, { fragments }: PlaceholderValues): string {
  const lines: string[] = [];
  for (const line of markdown.split("\n")) {
    const fragment = fragments.get(line);
    // If a fragment has no markdown, drop the blank line above it too.
    if (fragment?.markdown === "") lines.pop();
    else lines.push(fragment?.markdown ?? line);
  }
  return `${lines.join("\n").replace(/^\n+/, "").trimEnd()}\n`;
}

function isBlank(line = ""): boolean {
  return line.trim() === "";
}
