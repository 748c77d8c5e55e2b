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

/** Returns the fragment that the text names, if the text is a single placeholder, e.g. `{{reviews.list}}`. */
export function findFragment(text: string, { fragments }: PlaceholderValues): Fragment | undefined {
  const name = LONE_PLACEHOLDER.exec(text)?.[1]?.trim() ?? "";
  const piece = fragments.get(name);
  return piece && { fragmentName: name, html: `${markupOf(piece.html)}\n`, markdown: piece.markdown };
}

/** Returns the fact as text, `name` if its data file is invalid, or an error. */
export function findFact(name: string, values: PlaceholderValues): string | Message {
  const fact = formatFact(name, values);
  if (fact !== undefined) return fact;
  if (values.fragments.has(name)) return { code: "fragment-not-alone", values: { placeholder: `{{${name}}}` } };
  const [dataFile = ""] = name.split(".");
  // Do not report an invalid data file again.
  if (values.invalidFiles.includes(dataFile)) return name;
  if (isField(name)) return { code: "fact-unset", values: { name, file: dataFile } };
  return { code: "fact-unknown", values: { name, guess: suggestName(name, values) } };
}

const TIME_OF_DAY_NAMES = ["site.checkinTime", "site.checkoutTime"];

function formatFact(name: string, { facts, locale }: PlaceholderValues): string | undefined {
  const fact = facts.get(name);
  if (fact === undefined) return undefined;
  // Keep the decimal point, which map apps require in coordinates.
  if (name.startsWith("cottage.geo.")) return String(fact);
  if (typeof fact === "number") return locale.formatNumber(fact);
  if (TIME_OF_DAY_NAMES.includes(name)) return locale.formatTime(fact);
  if (isIsoDate(fact)) return locale.formatDate(fact);
  return fact;
}

/** Returns whether a path, e.g. `site.contact.whatsapp`, names a text or number field. */
function isField(path: string): boolean {
  const [fileName, ...names] = path.split(".");
  let schema: Schema<unknown> | undefined = FILES.find(({ name }) => name === fileName)?.schema;
  for (const name of names) schema = schema?.properties?.[name];
  const fallback = schema?.[RULES].fallback;
  return typeof fallback === "string" || typeof fallback === "number";
}

function suggestName(name: string, { facts, fragments }: PlaceholderValues): Message {
  const guess = closest(name, [...facts.keys(), ...fragments.keys()]);
  return guess === undefined ? { code: "fact-list" } : { code: "guess", values: { guess } };
}

/** Captures the lines below a level-2 heading. */
const SECTION = /^## .*((?:\n(?!## ).*)*)/gm;

/** Removes the headings of sections whose fragments are all empty, e.g. "## Reviews" without reviews. */
export function removeEmptySectionHeadings(markdown: string, values: PlaceholderValues): string {
  // Fragments may be empty only because of errors in the data files, so keep all headings.
  if (values.invalidFiles.length > 0) return markdown;
  return markdown.replace(SECTION, (section, body: string) => {
    // Keep the line break below the heading, to preserve later line numbers.
    return hasOnlyEmptyFragments(body, values) ? body : section;
  });
}

function hasOnlyEmptyFragments(body: string, values: PlaceholderValues): boolean {
  const lines = body.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 0 && lines.every((line) => isEmptyFragment(line, values));
}

function isEmptyFragment(line: string, values: PlaceholderValues): boolean {
  const fragment = findFragment(line, values);
  return fragment?.markdown === "" && fragment.html.trim() === "";
}
