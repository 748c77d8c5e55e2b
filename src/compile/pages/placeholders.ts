/**
 * Looks up placeholders of facts, e.g. `{{cottage.bedrooms}}`, and of generated fragments, e.g. `{{reviews.list}}`.
 */

import { didYouMean } from "../corrections.ts";
import { isIsoDate } from "../data/schema.ts";
import type { Piece } from "../fragments/piece.ts";
import { markupOf } from "../html.ts";
import type { Fragment } from "../markdown/lines.ts";
import type { Message } from "../messages.ts";
import type { Locale } from "../words/locale.ts";

export type PlaceholderValues = Readonly<{
  locale: Locale;
  baseUrl: string;
  facts: ReadonlyMap<string, string | number>;
  fragments: ReadonlyMap<string, Piece>;
}>;

const LONE_PLACEHOLDER = /^\{\{([^{}]*)\}\}$/;

/** Returns the generated block that replaces a paragraph such as `{{reviews.list}}`. */
export function findFragment(paragraph: string, { fragments, baseUrl }: PlaceholderValues): Fragment | undefined {
  const name = LONE_PLACEHOLDER.exec(paragraph)?.[1]?.trim() ?? "";
  const piece = fragments.get(name);
  if (piece === undefined) return undefined;
  // Make internal links absolute. `](` is always part of a link, because brackets in text are escaped.
  const markdown = piece.markdown.replaceAll("](/", `](${baseUrl}/`);
  return { fragmentName: name, html: `${markupOf(piece.html)}\n`, markdown };
}

/** Returns the text that replaces a placeholder, e.g. "3" for `cottage.bedrooms`, or an error. */
export function findFact(name: string, values: PlaceholderValues): string | Message {
  const { facts, fragments, locale } = values;
  const fact = facts.get(name);
  if (fact !== undefined) return formatFact(name, fact, locale);
  if (fragments.has(name)) return { code: "fragment-not-alone", values: { mark: `{{${name}}}` } };
  const advice = didYouMean(name, [...facts.keys(), ...fragments.keys()]) ?? { code: "fact-list" };
  return { code: "fact-unknown", values: { name, guess: advice } };
}

const TIME_OF_DAY = /^\d\d:\d\d$/;

function formatFact(name: string, fact: string | number, locale: Locale): string {
  // Do not localize coordinates, because map apps require a decimal point.
  if (name.startsWith("cottage.geo.")) return String(fact);
  if (typeof fact === "number") return locale.formatNumber(fact);
  if (TIME_OF_DAY.test(fact)) return locale.formatTime(fact);
  return isIsoDate(fact) ? locale.formatDate(fact) : fact;
}

/** Matches a level-2 heading and captures the lines below it. */
const SECTION = /^## .*((?:\n(?!## ).*)*)/gm;

/** Removes headings of sections that contain only empty fragments, e.g. "## Reviews" if there are no reviews. */
export function removeEmptySectionHeadings(markdown: string, values: PlaceholderValues): string {
  return markdown.replace(SECTION, (section, linesBelow: string) => {
    // `linesBelow` begins with the line break of the heading, so line numbers stay the same without the heading.
    return hasOnlyEmptyFragments(linesBelow, values) ? linesBelow : section;
  });
}

function hasOnlyEmptyFragments(text: string, values: PlaceholderValues): boolean {
  const lines = text.trim().split(/\s*\n\s*/);
  return lines.every((line) => {
    const fragment = findFragment(line, values);
    return fragment?.markdown === "" && fragment.html.trim() === "";
  });
}
