/**
 * Translates UI strings, and formats dates, times, numbers and lists.
 */

import { type Inline, inlineMarkup, type Piece } from "../fragments/piece.ts";

/** Forms of a string, keyed by exact count, e.g. "0", or by CLDR plural category, e.g. "one". */
export type PluralForms = { readonly [countOrCategory: string]: string; readonly other: string };

export type WordTable = Readonly<Record<string, string | PluralForms>>;

type Values<T> = Readonly<Record<string, T>>;

const PLACEHOLDER = /\{\w+\}/g;

export function placeholdersIn(sentence: string): string[] {
  return [...new Set(sentence.match(PLACEHOLDER))];
}

/** Prefers the table's formats to those of `Intl`, because loading `Intl` takes 22 ms and 9 MB. */
export class Locale {
  readonly language: string;
  /** Locales to pass to `Intl`. If `Intl` does not support the first, it uses the second, not the system locale. */
  readonly #locales: readonly string[];
  readonly #table: WordTable;

  constructor(table: WordTable, language: string) {
    this.language = language;
    this.#locales = [language, "en-GB"];
    this.#table = table;
  }

  /** Returns the named string with placeholders filled in, or the name if no string exists. */
  translate(name: string, values: Values<string | number> = {}): string {
    const text = this.#text(name, values["count"]);
    return text.replace(PLACEHOLDER, (placeholder) => this.#formatValue(placeholder, values));
  }

  translateToMarkup(name: string, values: Values<Inline>): Piece {
    const text = this.#text(name, values["count"]);
    const placeholders = text.match(PLACEHOLDER) ?? [];
    const inserted = placeholders.map((placeholder) => this.#formatValue(placeholder, values));
    return inlineMarkup(text.split(PLACEHOLDER), ...inserted);
  }

  #formatValue<T>(placeholder: string, values: Values<T | number>): T | string {
    const value = values[placeholder.slice(1, -1)] ?? "";
    return typeof value === "number" ? this.formatNumber(value) : value;
  }

  #text(name: string, count: unknown): string {
    const text = this.#table[name] ?? name;
    if (typeof text === "string") return text;
    const exactForm = text[String(count)];
    if (exactForm !== undefined) return exactForm;
    return text[new Intl.PluralRules(this.#locales).select(Number(count))] ?? text.other;
  }

  formatNumber(value: number): string {
    if (!this.#listsLanguage("number languages")) {
      return value.toLocaleString(this.#locales, { maximumFractionDigits: 20 });
    }
    const [whole = "", fraction] = String(value).split(".");
    const digits = this.#groupDigits(whole);
    return fraction === undefined ? digits : `${digits}${this.#format("decimal mark")}${fraction}`;
  }

  #groupDigits(digits: string): string {
    const isLong = digits.length >= Number(this.#format("grouped from digits"));
    return isLong ? digits.replace(/(?<=\d)(?=(?:\d{3})+$)/g, this.#format("group mark")) : digits;
  }

  /** Formats an ISO date, e.g. `2026-11-02` as "2 November 2026". */
  formatDate(text: string): string {
    const date = new Date(text);
    if (!this.#listsLanguage("date languages")) {
      return date.toLocaleDateString(this.#locales, { dateStyle: "long", timeZone: "UTC" });
    }
    const day = String(date.getUTCDate());
    const month = this.#format("months").split(" ")[date.getUTCMonth()] ?? "";
    return this.translate(day === "1" ? "date.first" : "date", { day, month, year: String(date.getUTCFullYear()) });
  }

  /** Formats a time as usual in the language, e.g. `16:00` as "4 pm" or "16 h". */
  formatTime(time: string): string {
    const clock = this.#format("clock");
    if (!Object.hasOwn(this.#table, "time.morning")) {
      const date = new Date(`1970-01-01T${time}Z`);
      const hourCycle = clock === "" ? undefined : "h23";
      return date.toLocaleTimeString(this.#locales, { timeStyle: "short", timeZone: "UTC", hourCycle });
    }
    const [hours = "", minute = ""] = time.split(":");
    const hour = Number(hours);
    const half = hour < 12 ? "time.morning" : "time.afternoon";
    const clockHour = clock === "12" ? hour % 12 || 12 : hour;
    return this.translate(minute === "00" ? `${half}.full` : half, { hour: String(clockHour), minute });
  }

  /** Returns a format from the word table, or "" if there is none. For example, "clock" is "12" for a 12-hour clock. */
  #format(key: string): string {
    return String(this.#table[key] ?? "");
  }

  /** Returns whether the table's formats suit the site's language. For example, British dates do not suit `en-US`. */
  #listsLanguage(key: "number languages" | "date languages"): boolean {
    return this.#format(key).split(" ").includes(this.language);
  }

  formatList(items: readonly string[]): string {
    const last = items.at(-1) ?? "";
    return items.length < 2 ? last : this.translate("and", { items: items.slice(0, -1).join(", "), last });
  }

  displayName(kind: "language" | "country", code: string): string {
    const key = `${kind}.${code}`;
    if (Object.hasOwn(this.#table, key)) return this.translate(key);
    const type = kind === "country" ? "region" : "language";
    return new Intl.DisplayNames(this.#locales, { type }).of(code) ?? code;
  }
}
