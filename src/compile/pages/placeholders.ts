/**
 * Replaces placeholders with facts (`{{cottage.bedrooms}}`) and generated fragments (`{{reviews.list}}`).
 */

import { FILES } from "../data/datasets.ts";
import { type JsonSchema, scalars } from "../data/schema.ts";
import { isIsoDate } from "../data/values.ts";
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
  /** Keyed by name, e.g. `cottage.bedrooms`. */
  facts: ReadonlyMap<string, string | number>;
  /** Keyed by name, e.g. `reviews.list`. */
  fragments: ReadonlyMap<string, Piece>;
  /** Names of data files that have errors. Some of their facts may be missing. */
  invalidFiles: readonly string[];
}>;

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const PLACEHOLDER_LINE = /^\{\{(.*)\}\}$/;

/** Returns the generated block that replaces a line such as `{{reviews.list}}`, or undefined for any other line. */
export function fragmentOf(line: string, { fragments }: PlaceholderValues): Piece | undefined {
  const name = PLACEHOLDER_LINE.exec(line)?.[1];
  return name === undefined ? undefined : fragments.get(name);
}

/**
 * Replaces the fact placeholders in a page's body: "Sleeps {{site.sleeps}}" becomes "Sleeps 6". Removes and reports
 * placeholders with unknown names. Leaves fragment placeholders, e.g. `{{reviews.list}}`, to `insertFragments`, but
 * removes and reports those that are not a paragraph of their own.
 */
export function fillBody(
  bodyLines: readonly string[],
  firstLineNumber: number,
  values: PlaceholderValues,
  report: Reporter,
): string[] {
  return bodyLines.map((line, index) => {
    const name = PLACEHOLDER_LINE.exec(line)?.[1]?.trim();
    const isFragment = name !== undefined && values.fragments.has(name);
    // Return the placeholder without spaces, because `fragmentOf` does not accept `{{ reviews.list }}`.
    if (isFragment && isOwnParagraph(bodyLines, index)) return `{{${name}}}`;
    const start = { line: firstLineNumber + index, column: 1 };
    // fillPlaceholders() also removes and reports a misplaced fragment placeholder.
    return fillPlaceholders({ text: line, start }, values, report, escapeMarkdown);
  });
}

function isOwnParagraph(lines: readonly string[], index: number): boolean {
  return isBlank(lines[index - 1] ?? "") && isBlank(lines[index + 1] ?? "");
}

/** Replaces each placeholder with the escaped fact of that name. Removes and reports it if there is no such fact. */
export function fillPlaceholders(
  { text, start }: SourceText,
  values: PlaceholderValues,
  report: Reporter,
  escape: (fact: string) => string,
): string {
  return text.replace(PLACEHOLDER, (_placeholder, rawName: string, offset: number) => {
    const name = rawName.trim();
    const fact = formatFact(name, values);
    if (fact !== undefined) return escape(fact);
    reportUnresolved(name, { ...start, column: start.column + offset }, values, report);
    return "";
  });
}

/**
 * Maps a 1-based column of a filled-in line back to the source line. For example, "guests" is at column 10 of
 * "Sleeps 6 guests", and at column 24 of "Sleeps {{site.sleeps}} guests".
 */
export function columnInSource(sourceLine: string, filledColumn: number, values: PlaceholderValues): number {
  const filledIndex = filledColumn - 1;
  // The total length of the placeholders so far, minus that of the facts that replace them.
  let extraLength = 0;
  for (const match of sourceLine.matchAll(PLACEHOLDER)) {
    const [placeholder, rawName = ""] = match;
    const fact = escapeMarkdown(formatFact(rawName.trim(), values) ?? "");
    // `match.index` is in the source line, so subtract `extraLength` to get an index in the filled-in line.
    const factEnd = match.index - extraLength + fact.length;
    // Stop at the first fact that ends after the column.
    if (filledIndex < factEnd) break;
    extraLength += placeholder.length - fact.length;
  }
  return filledColumn + extraLength;
}

const TIME_OF_DAY_NAMES = ["site.checkinTime", "site.checkoutTime"];

/** Formats the named fact for the page's locale, e.g. a date as "31 July 2026". Returns undefined for unknown names. */
function formatFact(name: string, { facts, locale }: PlaceholderValues): string | undefined {
  const fact = facts.get(name);
  if (fact === undefined) return undefined;
  // Coordinates use a decimal point in every language, because guests paste them into map apps.
  if (name.startsWith("cottage.geo.")) return String(fact);
  if (typeof fact === "number") return locale.formatNumber(fact);
  if (TIME_OF_DAY_NAMES.includes(name)) return locale.formatTime(fact);
  if (isIsoDate(fact)) return locale.formatDate(fact);
  return fact;
}

/** Reports a placeholder with an unknown name, or a fragment placeholder that is not a paragraph of its own. */
function reportUnresolved(name: string, location: Location, values: PlaceholderValues, report: Reporter): void {
  const { facts, fragments, invalidFiles } = values;
  if (fragments.has(name)) {
    report(location, { code: "fragment-not-alone", values: { placeholder: `{{${name}}}` } });
    return;
  }
  // If the data file has errors, they are already reported. They may be why the fact is missing, so stay silent.
  const [dataFile = ""] = name.split(".");
  if (invalidFiles.includes(dataFile)) return;
  if (isField(name)) {
    report(location, { code: "fact-unset", values: { name, file: dataFile } });
    return;
  }
  const guess = suggestName(name, [...facts.keys(), ...fragments.keys()]);
  report(location, { code: "fact-unknown", values: { name, guess } });
}

/** Returns whether the data files may have a string or a number with this path, e.g. `site.contact.whatsapp`. */
function isField(path: string): boolean {
  const [fileName, ...names] = path.split(".");
  let schema: JsonSchema | undefined = FILES.find(({ name }) => name === fileName)?.schema;
  for (const name of names) schema = schema?.properties?.[name];
  const scalar = schema === undefined ? undefined : scalars.get(schema);
  return typeof scalar?.fallback === "string" || typeof scalar?.fallback === "number";
}

function suggestName(name: string, knownNames: readonly string[]): Message {
  const guess = findUniqueBySuffix(name, knownNames) ?? closest(name, knownNames);
  return guess === undefined ? { code: "fact-list" } : { code: "guess", values: { guess } };
}

/**
 * Finds a known name that ends in the same two dot-separated parts as `name`, e.g. `cottage.geo.latitude` for
 * `geo.latitude`. If there is not exactly one such name, compares only the last part, e.g. finds `site.sleeps` for
 * `cottage.sleeps`. Returns undefined if there is not exactly one name then either.
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

/** Matches the empty string before a heading, so that splitting keeps the heading. */
const SECTION_START = /^(?=## )/m;
const SECTION_HEADING = /^## [^\n]*/;

/**
 * Removes the heading of each section that consists of empty fragments, e.g. "## Reviews" above `{{reviews.list}}` if
 * there are no reviews. Leaves an empty line in its place, so that the line numbers below it do not change.
 */
export function removeEmptySectionHeadings(markdown: string, values: PlaceholderValues): string {
  // Without the errors in its data file, a fragment might not be empty, and a link to its heading not broken.
  if (values.invalidFiles.length > 0) return markdown;
  const sections = markdown.split(SECTION_START).map((section) => {
    const body = section.replace(SECTION_HEADING, "");
    return hasOnlyEmptyFragments(body, values) ? body : section;
  });
  return sections.join("");
}

/** Returns whether a section's body consists of one or more empty fragments and nothing else. */
function hasOnlyEmptyFragments(body: string, values: PlaceholderValues): boolean {
  const lines = body.split("\n").filter((line) => !isBlank(line));
  return lines.length > 0 && lines.every((line) => isEmptyFragment(line, values));
}

function isEmptyFragment(line: string, values: PlaceholderValues): boolean {
  const fragment = fragmentOf(line, values);
  return fragment?.markdown === "" && markupOf(fragment.html) === "";
}

/**
 * Replaces fragment placeholders, e.g. `{{reviews.list}}`, with the generated Markdown. Removes blank lines from the
 * start and end of the result.
 */
export function insertFragments(markdown: string, values: PlaceholderValues): string {
  const lines: string[] = [];
  for (const line of markdown.split("\n")) {
    const fragment = fragmentOf(line, values);
    if (fragment === undefined) {
      lines.push(line);
    } else if (fragment.markdown === "") {
      // The placeholder is a paragraph of its own, so the lines around it are blank. Remove the one above.
      lines.pop();
    } else {
      lines.push(fragment.markdown);
    }
  }
  return `${lines.join("\n").replace(/^\n+/, "").trimEnd()}\n`;
}

function isBlank(line: string): boolean {
  return line.trim() === "";
}
