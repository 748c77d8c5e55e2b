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
  /** Names of data files with errors. Their facts are replaced with incomplete fallbacks. */
  invalidFiles: readonly string[];
}>;

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const PLACEHOLDER_LINE = /^\{\{(?<name>.*)\}\}$/;

/** Returns the fragment that replaces a line such as `{{reviews.list}}`, or undefined for any other line. */
export function fragmentOf(line: string, { fragments }: PlaceholderValues): Piece | undefined {
  const name = PLACEHOLDER_LINE.exec(line)?.groups?.["name"];
  return name === undefined ? undefined : fragments.get(name);
}

/**
 * Replaces the placeholders in a page's body with facts. Keeps a placeholder for a fragment, e.g. the list of reviews,
 * if there are blank lines above and below it.
 */
export function fillBody(
  body: readonly string[],
  firstLineNumber: number,
  values: PlaceholderValues,
  report: Reporter,
): string[] {
  return body.map((text, index) => {
    const normalizedText = text.replace(PLACEHOLDER, (_placeholder, name: string) => `{{${name.trim()}}}`);
    const isFragment = fragmentOf(normalizedText, values) !== undefined;
    if (isFragment && isBlank(body[index - 1]) && isBlank(body[index + 1])) return normalizedText;
    const start = { line: firstLineNumber + index, column: 1 };
    return fillPlaceholders({ text, start }, values, report, escapeMarkdown);
  });
}

/** Replaces each placeholder with its fact, passed through `escape`. Reports and removes other placeholders. */
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

/** Converts a 1-based column in a line with facts to the column in the original line with placeholders. */
export function columnInSource(originalLine: string, filledColumn: number, values: PlaceholderValues): number {
  let columnShift = 0;
  for (const match of originalLine.matchAll(PLACEHOLDER)) {
    const [placeholder, name = ""] = match;
    const fact = escapeMarkdown(formatFact(name.trim(), values) ?? "");
    const lastFactColumn = match.index + columnShift + fact.length;
    // A column inside a fact is counted from the start of its placeholder.
    if (filledColumn <= lastFactColumn) break;
    columnShift += fact.length - placeholder.length;
  }
  return filledColumn - columnShift;
}

const TIME_OF_DAY_PATHS = ["site.checkinTime", "site.checkoutTime"];

function formatFact(path: string, { facts, locale }: PlaceholderValues): string | undefined {
  const fact = facts.get(path);
  if (fact === undefined) return undefined;
  // Coordinates use a decimal point in every language, because guests paste them into map apps.
  if (path.startsWith("cottage.geo.")) return String(fact);
  if (typeof fact === "number") return locale.formatNumber(fact);
  if (TIME_OF_DAY_PATHS.includes(path)) return locale.formatTime(fact);
  return isDay(fact) ? locale.formatDate(fact) : fact;
}

/** Reports a fragment that is not alone, or an unknown name. */
function reportPlaceholder(name: string, location: Location, values: PlaceholderValues, report: Reporter): void {
  const { facts, fragments, invalidFiles } = values;
  if (fragments.has(name)) {
    report(location, { code: "fragment-not-alone", values: { placeholder: `{{${name}}}` } });
    return;
  }
  // The facts of an invalid file are incomplete, and its errors have already been reported.
  const [dataFile = ""] = name.split(".");
  if (invalidFiles.includes(dataFile)) return;
  const guess = suggestName(name, [...facts.keys(), ...fragments.keys()]);
  report(location, { code: "fact-unknown", values: { name, guess } });
}

function suggestName(name: string, knownNames: readonly string[]): Message {
  const guess = findUniqueBySuffix(name, knownNames) ?? closest(name, knownNames);
  return guess === undefined ? { code: "fact-list" } : { code: "guess", values: { guess } };
}

/** Finds the known name with the same last two parts or else the same last part. Exactly one name must match. */
function findUniqueBySuffix(name: string, knownNames: readonly string[]): string | undefined {
  for (const partCount of [2, 1]) {
    const suffix = `.${name.split(".").slice(-partCount).join(".")}`;
    const matches = knownNames.filter((knownName) => knownName.endsWith(suffix));
    if (matches.length === 1) return matches[0];
  }
  return undefined;
}

const SECTION_START = /^(?=## )/m;

/** Blanks out the heading of each section whose fragments are all empty, for example if there are no reviews. */
export function blankOutEmptySections(markdown: string, values: PlaceholderValues): string {
  const sections = markdown.split(SECTION_START).map((section) => {
    const [, ...contentLines] = section.split("\n").filter((line) => !isBlank(line));
    const isEmptySection = contentLines.length > 0 && contentLines.every((line) => isEmpty(fragmentOf(line, values)));
    return isEmptySection ? section.replace(/^## .*/, "") : section;
  });
  return sections.join("");
}

function isEmpty(fragment: Piece | undefined): boolean {
  return fragment?.markdown === "" && markupOf(fragment.html) === "";
}

/** Replaces each line that is the placeholder of a fragment with the Markdown of the fragment. */
export function insertFragments(markdown: string, values: PlaceholderValues): string {
  const lines: string[] = [];
  for (const line of markdown.split("\n")) {
    const fragment = fragmentOf(line, values);
    // A fragment has blank lines around it. If it has no Markdown, drop one of them.
    if (fragment?.markdown === "") lines.pop();
    else lines.push(fragment?.markdown ?? line);
  }
  return `${lines.join("\n").replace(/^\n+/, "").trimEnd()}\n`;
}

function isBlank(line = ""): boolean {
  return line.trim() === "";
}
