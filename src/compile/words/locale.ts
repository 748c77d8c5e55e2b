/**
 * Translates UI strings, and formats dates, times, numbers and lists.
 */

import { type Inline, inlineMarkup, type Piece } from "../fragments/piece.ts";

/** Plural forms of a string, keyed by exact count, e.g. "0", or by CLDR plural category, e.g. "one". */
export type PluralForms = { readonly [countOrCategory: string]: string; readonly other: string };

export type WordTable = Readonly<Record<string, string | PluralForms>>;

/** Formats of a built-in language. Loading `Intl` instead would take 22 ms and 9 MB. */
export type Formats = Readonly<{
  /** Language tags with these formats, e.g. `en-GB`. For other variants, e.g. `en-US`, `Intl` is used. */
  variants: readonly string[];
  decimalMark: string;
  groupMark: string;
  /** Minimum number of digits for thousands separators, e.g. 4 if 1204 is written "1,204". */
  groupedFromDigits: number;
  /** Numbers with the singular form ("one"), e.g. 0 and 1 in French. */
  singular: readonly number[];
  months: readonly string[];
  date: string;
  /** Ordinal for the first day of a month, e.g. "1er". */
  firstOfMonth?: string;
  time: string;
  fullHour: string;
  /** Undefined for the 24-hour clock. */
  dayPeriods?: readonly [am: string, pm: string];
  /** Names of languages, keyed by code. */
  language: Readonly<Record<string, string>>;
  country: Readonly<Record<string, string>>;
}>;

type Values<T> = Readonly<Record<string, T>>;

const PLACEHOLDER = /\{\w+\}/g;
/** Matches each position for a thousands separator, e.g. after the 1 of `1204`. */
const GROUP_BOUNDARY = /(?<=\d)(?=(?:\d{3})+$)/g;

export function placeholdersIn(sentence: string): string[] {
  return [...new Set(sentence.match(PLACEHOLDER))];
}

export class Locale {
  readonly language: string;
  /** Locales for `Intl`: the site's language, and English as the fallback instead of the system locale. */
  readonly #locales: readonly string[];
  readonly #table: WordTable;
  readonly #formats: Formats | undefined;

  constructor(table: WordTable, language: string, formats?: Formats) {
    this.language = language;
    this.#locales = [language, "en-GB"];
    this.#table = table;
    this.#formats = formats?.variants.includes(language) ? formats : undefined;
  }

  /** Returns the named string with placeholders filled in, or the name if no string exists. */
  translate(name: string, values: Values<string | number> = {}): string {
    return this.#fill(this.#text(name, values["count"]), values);
  }

  translateToMarkup(name: string, values: Values<Inline>): Piece {
    const text = this.#text(name, values["count"]);
    const placeholders = text.match(PLACEHOLDER) ?? [];
    const inserted = placeholders.map((placeholder) => this.#formatValue(placeholder, values));
    return inlineMarkup(text.split(PLACEHOLDER), ...inserted);
  }

  #text(name: string, count: unknown): string {
    const text = this.#table[name] ?? name;
    if (typeof text === "string") return text;
    return text[String(count)] ?? text[this.#pluralForm(Number(count))] ?? text.other;
  }

  #pluralForm(count: number): string {
    if (this.#formats === undefined) return new Intl.PluralRules(this.#locales).select(count);
    return this.#formats.singular.includes(count) ? "one" : "other";
  }

  #fill(text: string, values: Values<string | number>): string {
    return text.replace(PLACEHOLDER, (placeholder) => this.#formatValue(placeholder, values));
  }

  #formatValue<T>(placeholder: string, values: Values<T | number>): T | string {
    const value = values[placeholder.slice(1, -1)] ?? "";
    return typeof value === "number" ? this.formatNumber(value) : value;
  }

  formatNumber(value: number): string {
    const formats = this.#formats;
    if (formats === undefined) return value.toLocaleString(this.#locales, { maximumFractionDigits: 20 });
    const [whole = "", fraction] = String(value).split(".");
    const isGrouped = whole.length >= formats.groupedFromDigits;
    const digits = isGrouped ? whole.replace(GROUP_BOUNDARY, formats.groupMark) : whole;
    return fraction === undefined ? digits : `${digits}${formats.decimalMark}${fraction}`;
  }

  /** Formats an ISO date, e.g. `2026-11-02` as "2 November 2026". */
  formatDate(text: string): string {
    const date = new Date(text);
    const formats = this.#formats;
    if (formats === undefined) return date.toLocaleDateString(this.#locales, { dateStyle: "long", timeZone: "UTC" });
    const { firstOfMonth = "1", months } = formats;
    const day = date.getUTCDate() === 1 ? firstOfMonth : String(date.getUTCDate());
    const month = months[date.getUTCMonth()] ?? "";
    return this.#fill(formats.date, { day, month, year: String(date.getUTCFullYear()) });
  }

  /** Formats a time in the style of the language, e.g. `16:00` as "4 pm" or "16 h". */
  formatTime(time: string): string {
    const formats = this.#formats;
    if (formats === undefined) {
      const date = new Date(`1970-01-01T${time}Z`);
      return date.toLocaleTimeString(this.#locales, { timeStyle: "short", timeZone: "UTC" });
    }
    const { dayPeriods, fullHour } = formats;
    const [hours = "", minute = ""] = time.split(":");
    const hour = Number(hours);
    const clockHour = dayPeriods === undefined ? hour : hour % 12 || 12;
    const dayPeriod = dayPeriods?.[hour < 12 ? 0 : 1] ?? "";
    const template = minute === "00" ? fullHour : formats.time;
    return this.#fill(template, { hour: String(clockHour), minute, dayPeriod });
  }

  formatList(items: readonly string[]): string {
    const last = items.at(-1) ?? "";
    return items.length < 2 ? last : this.translate("and", { items: items.slice(0, -1).join(", "), last });
  }

  displayName(kind: "language" | "country", code: string): string {
    const builtInName = this.#formats?.[kind][code];
    if (builtInName !== undefined) return builtInName;
    const type = kind === "country" ? "region" : "language";
    return new Intl.DisplayNames(this.#locales, { type }).of(code) ?? code;
  }
}
