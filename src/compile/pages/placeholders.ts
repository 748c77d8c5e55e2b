/**
 * Replaces placeholders in content files, such as `{{cottage.bedrooms}}`, with facts and fragments.
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
  /** Keyed by name, e.g. `reviews.list`. */
  fragments: ReadonlyMap<string, Piece>;
  /** Names of data files with errors, whose facts are incomplete. */
  invalidFiles: readonly string[];
}>;

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const PLACEHOLDER_LINE = /^\{\{(.*)\}\}$/;

/** Returns the fragment that replaces a line such as `{{reviews.list}}`, or undefined for any other line. */
export function fragmentOf(line: string, { fragments }: PlaceholderValues): Piece | undefined {
  const [, name = ""] = PLACEHOLDER_LINE.exec(line) ?? [];
  return fragments.get(name);
}

/** Replaces placeholders in a page's body with facts. Leaves a fragment's placeholder that is between blank lines. */
export function fillBody(
  body: readonly string[],
  firstLineNumber: number,
  values: PlaceholderValues,
  report: Reporter,
): string[] {
  return body.map((text, index) => {
    const normalizedText = text.replace(PLACEHOLDER, (_placeholder, name: string) => `{{${name.trim()}}}`);
    const isFragment = fragmentOf(normalizedText, values) !== undefined;
    const hasBlankNeighbours = isBlank(body[index - 1]) && isBlank(body[index + 1]);
    if (isFragment && hasBlankNeighbours) return normalizedText;
    const start = { line: firstLineNumber + index, column: 1 };
    return fillPlaceholders({ text, start }, values, report, escapeMarkdown);
  });
}

/** Replaces each placeholder with its fact, passed through `escape`. Reports and removes one without a fact. */
export function fillPlaceholders(
  { text, start }: SourceText,
  values: PlaceholderValues,
  report: Reporter,
  escape = (fact: string) => fact,
): string {
  return text.replace(PLACEHOLDER, (_placeholder, spacedName: string, offset: number) => {
    const name = spacedName.trim();
    const fact = formatFact(name, values);
    if (fact !== undefined) return escape(fact);
    reportPlaceholder(name, { ...start, column: start.column + offset }, values, report);
    return "";
  });
}

/** Converts a 1-based column in a line whose placeholders are filled in to the column in the original line. */
export function columnInSource(sourceLine: string, filledColumn: number, values: PlaceholderValues): number {
  let addedLength = 0;
  for (const match of sourceLine.matchAll(PLACEHOLDER)) {
    const [placeholder, name = ""] = match;
    const fact = escapeMarkdown(formatFact(name.trim(), values) ?? "");
    // The index is 0-based, but this sum is a 1-based column.
    const lastFactColumn = match.index + addedLength + fact.length;
    // Only facts that end before the column shift it.
    if (filledColumn <= lastFactColumn) break;
    addedLength += fact.length - placeholder.length;
  }
  return filledColumn - addedLength;
}

const TIME_OF_DAY_PATHS = ["site.checkinTime", "site.checkoutTime"];

/** Formats a fact by its path or else its type. */
function formatFact(path: string, { facts, locale }: PlaceholderValues): string | undefined {
  const fact = facts.get(path);
  if (fact === undefined) return undefined;
  // Coordinates use a decimal point in every language, because guests paste them into map apps.
  if (path.startsWith("cottage.geo.")) return String(fact);
  if (typeof fact === "number") return locale.formatNumber(fact);
  if (TIME_OF_DAY_PATHS.includes(path)) return locale.formatTime(fact);
  return isDay(fact) ? locale.formatDate(fact) : fact;
}

/** Reports a placeholder that cannot be filled in: a misplaced fragment, or an unknown name. */
function reportPlaceholder(name: string, location: Location, values: PlaceholderValues, report: Reporter): void {
  const { facts, fragments, invalidFiles } = values;
  if (fragments.has(name)) {
    report(location, { code: "fragment-not-alone", values: { placeholder: `{{${name}}}` } });
    return;
  }
  // The errors of an invalid file have already been reported.
  const [dataFile = ""] = name.split(".");
  if (invalidFiles.includes(dataFile)) return;
  const guess = suggestName(name, [...facts.keys(), ...fragments.keys()]);
  report(location, { code: "fact-unknown", values: { name, guess } });
}

function suggestName(name: string, knownNames: readonly string[]): Message {
  const guess = findUniqueBySuffix(name, knownNames) ?? closest(name, knownNames);
  return guess === undefined ? { code: "fact-list" } : { code: "guess", values: { guess } };
}

/** Finds the only known name that ends with the last two parts of `name` or else with its last part. */
function findUniqueBySuffix(name: string, knownNames: readonly string[]): string | undefined {
  for (const partCount of [2, 1]) {
    const suffix = `.${name.split(".").slice(-partCount).join(".")}`;
    const matches = knownNames.filter((knownName) => knownName.endsWith(suffix));
    if (matches.length === 1) return matches[0];
  }
  return undefined;
}

const SECTION_START = /^(?=## )/m;

/** Blanks out the heading of each section with only empty fragments, e.g. if there are no reviews. */
export function blankOutEmptySections(markdown: string, values: PlaceholderValues): string {
  const sections = markdown.split(SECTION_START).map((section) => {
    if (!section.startsWith("## ")) return section;
    const [heading = "", ...contentLines] = section.split("\n").filter((line) => !isBlank(line));
    const isEmptySection = contentLines.length > 0 && contentLines.every((line) => isEmptyFragment(line, values));
    return isEmptySection ? section.slice(heading.length) : section;
  });
  return sections.join("");
}

function isEmptyFragment(line: string, values: PlaceholderValues): boolean {
  const fragment = fragmentOf(line, values);
  return fragment?.markdown === "" && markupOf(fragment.html) === "";
}

/** Replaces fragments' placeholder lines with Markdown. Removes blank lines at the start and the end. */
export function insertFragments(markdown: string, values: PlaceholderValues): string {
  const lines: string[] = [];
  for (const line of markdown.split("\n")) {
    const fragment = fragmentOf(line, values);
    // If a fragment is empty, remove the blank line above it too.
    if (fragment?.markdown === "") lines.pop();
    else lines.push(fragment?.markdown ?? line);
  }
  return `${lines.join("\n").replace(/^\n+/, "").trimEnd()}\n`;
}

function isBlank(line = ""): boolean {
  return line.trim() === "";
}
