/**
 * Looks up the values of placeholders: facts, e.g. `{{cottage.bedrooms}}`, and fragments, e.g. `{{reviews.list}}`.
 */

import { closest } from "../corrections.ts";
import { FILES } from "../data/datasets.ts";
import { isIsoDate, RULES, type Schema } from "../data/schema.ts";
import type { Piece } from "../fragments/piece.ts";
import { markupOf } from "../html.ts";
import type { Fragment } from "../markdown/lines.ts";
import type { Message } from "../messages.ts";
import type { Locale } from "../words/locale.ts";

export type PlaceholderValues = Readonly<{
  locale: Locale;
  /** Keyed by name, e.g. `cottage.bedrooms`. */
  facts: ReadonlyMap<string, string | number>;
  /** Keyed by name, e.g. `reviews.list`. */
  fragments: ReadonlyMap<string, Piece>;
  invalidFiles: readonly string[];
}>;

const LONE_PLACEHOLDER = /^\{\{([^{}]*)\}\}$/;

/** Returns the fragment if a paragraph is a fragment's placeholder, e.g. `{{reviews.list}}`. */
export function findFragment(paragraph: string, { fragments }: PlaceholderValues): Fragment | undefined {
  const name = LONE_PLACEHOLDER.exec(paragraph)?.[1]?.trim() ?? "";
  const piece = fragments.get(name);
  return piece && { fragmentName: name, html: `${markupOf(piece.html)}\n`, markdown: piece.markdown };
}

/** Returns the text of a fact, e.g. "3" for `cottage.bedrooms`, or an error if there is none. */
export function findFact(name: string, values: PlaceholderValues): string | Message {
  const { facts, fragments, invalidFiles, locale } = values;
  const fact = facts.get(name);
  if (fact !== undefined) return formatFact(name, fact, locale);
  if (fragments.has(name)) return { code: "fragment-not-alone", values: { placeholder: `{{${name}}}` } };
  const [file = ""] = name.split(".");
  // The fact is missing because its data file is invalid. A site with errors is not served, so any text will do.
  if (invalidFiles.includes(file)) return name;
  if (isField(name)) return { code: "fact-unset", values: { name, file } };
  const guess = closest(name, [...facts.keys(), ...fragments.keys()]);
  const advice: Message = guess === undefined ? { code: "fact-list" } : { code: "guess", values: { guess } };
  return { code: "fact-unknown", values: { name, guess: advice } };
}

const TIME_OF_DAY_NAMES = ["site.checkinTime", "site.checkoutTime"];

function formatFact(name: string, fact: string | number, locale: Locale): string {
  // Keep the decimal point, which map apps require in coordinates.
  if (name.startsWith("cottage.geo.")) return String(fact);
  if (typeof fact === "number") return locale.formatNumber(fact);
  if (TIME_OF_DAY_NAMES.includes(name)) return locale.formatTime(fact);
  return isIsoDate(fact) ? locale.formatDate(fact) : fact;
}

/** Returns whether a path, e.g. `site.contact.whatsapp`, names a text or number field. */
function isField(path: string): boolean {
  const [fileName, ...names] = path.split(".");
  let schema: Schema<unknown> | undefined = FILES.find(({ name }) => name === fileName)?.schema;
  for (const name of names) schema = schema?.properties?.[name];
  const fallback = schema?.[RULES].fallback;
  return typeof fallback === "string" || typeof fallback === "number";
}

/** Captures the lines below a level-2 heading. */
const SECTION = /^## .*((?:\n(?!## ).*)*)/gm;

/** Removes the headings of sections that contain only empty fragments, e.g. "## Reviews" without reviews. */
export function removeEmptySectionHeadings(markdown: string, values: PlaceholderValues): string {
  // If a data file is invalid, its fragments may be empty. Keep all headings, because pages may link to them.
  if (values.invalidFiles.length > 0) return markdown;
  return markdown.replace(SECTION, (section, linesBelow: string) => {
    // `linesBelow` begins with the line break of the heading, so later line numbers stay the same.
    return hasOnlyEmptyFragments(linesBelow, values) ? linesBelow : section;
  });
}

function hasOnlyEmptyFragments(text: string, values: PlaceholderValues): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const fragments = lines.map((line) => findFragment(line, values));
  return lines.length > 0 && fragments.every((fragment) => fragment?.markdown === "" && fragment.html.trim() === "");
}
