/**
 * UI texts in one language: sentences with placeholders, plural forms, dates, times, numbers, names of countries.
 *
 * The texts come from a table; this module contains none and reads no file.
 */

import { concat, type Inline, type Piece, verbatim } from "../fragments/piece.ts";

/** Forms of a text by the value named "count": a number such as "0", or a plural category (CLDR) such as "one". */
export type PluralForms = { readonly [numberOrCategory: string]: string; readonly other: string };

export type WordTable = Readonly<Record<string, string | PluralForms>>;

type Values<T> = Readonly<Record<string, T>>;

const PLACEHOLDER = /\{(\w+)\}/g;

/** Returns the names of a sentence's placeholders, each once. */
export function placeholdersIn(sentence: string): string[] {
  const names = Array.from(sentence.matchAll(PLACEHOLDER), ([, name = ""]) => name);
  return [...new Set(names)];
}

/** Uses Intl for plural categories and for what the table lacks only: the first use of Intl takes 22 ms and 9 MB. */
export class Words {
  /** A BCP 47 tag. */
  readonly language: string;
  readonly #table: WordTable;
  #pluralRules: Intl.PluralRules | undefined;

  constructor(table: WordTable, language: string) {
    this.language = language;
    this.#table = table;
  }

  /** Returns the text with its placeholders replaced. Numbers are formatted; strings are inserted unchanged. */
  format(name: string, values: Values<string | number> = {}): string {
    return this.#text(name, values["count"]).replace(PLACEHOLDER, (_, placeholder: string) => {
      const value = values[placeholder] ?? "";
      return typeof value === "number" ? this.formatNumber(value) : value;
    });
  }

  /** Returns the text as markdown and HTML. Values may be pieces. */
  formatPieces(name: string, values: Values<Inline>): Piece {
    const text = this.#text(name, values["count"]);
    const pieces: Inline[] = [];
    let end = 0;
    for (const { 0: placeholder, 1: valueName = "", index } of text.matchAll(PLACEHOLDER)) {
      const value = values[valueName] ?? "";
      pieces.push(verbatim(text.slice(end, index)), typeof value === "number" ? this.formatNumber(value) : value);
      end = index + placeholder.length;
    }
    return concat([...pieces, verbatim(text.slice(end))]);
  }

  #text(name: string, count: unknown): string {
    const text = this.#table[name] ?? name;
    if (typeof text === "string") return text;
    const exact = text[String(count)];
    if (exact !== undefined) return exact;
    this.#pluralRules ??= new Intl.PluralRules(this.language);
    return text[this.#pluralRules.select(Number(count))] ?? text.other;
  }

  /** Returns e.g. "1,204" or "4.8". */
  formatNumber(value: number): string {
    if (!this.#isListed("number languages")) return value.toLocaleString(this.language, { maximumFractionDigits: 20 });
    const [whole = "", fraction] = String(value).split(".");
    const isGrouped = whole.length >= Number(this.format("grouped from digits"));
    const digits = isGrouped ? whole.replace(/(?<=\d)(?=(?:\d{3})+$)/g, this.format("group mark")) : whole;
    return fraction === undefined ? digits : `${digits}${this.format("decimal mark")}${fraction}`;
  }

  /** Returns e.g. "2 November 2026" for `2026-11-02`, a calendar date without a time zone. */
  formatDate(text: string): string {
    const date = new Date(text);
    if (!this.#isListed("date languages")) {
      return date.toLocaleDateString(this.language, { dateStyle: "long", timeZone: "UTC" });
    }
    const day = String(date.getUTCDate());
    const month = this.format("months").split(" ")[date.getUTCMonth()] ?? "";
    return this.format(day === "1" ? "date.first" : "date", { day, month, year: String(date.getUTCFullYear()) });
  }

  /** Tells whether the patterns of the table are right for this regional variant of its language. */
  #isListed(name: string): boolean {
    return this.format(name).split(" ").includes(this.language);
  }

  /** Returns e.g. "4 pm", "16 h" or "16.00" for `16:00`. */
  formatTime(time: string): string {
    const [hours = "", minute = ""] = time.split(":");
    const hour = Number(hours);
    const half = hour < 12 ? "time.morning" : "time.afternoon";
    const hourOnDial = this.format("clock") === "12" ? hour % 12 || 12 : hour;
    return this.format(minute === "00" ? `${half}.full` : half, { hour: String(hourOnDial), minute });
  }

  /** Returns e.g. "2, 5 and 10". */
  formatList(items: readonly string[]): string {
    const last = items.at(-1) ?? "";
    return items.length < 2 ? last : this.format("and", { items: items.slice(0, -1).join(", "), last });
  }

  /** Returns the name of a language (BCP 47) or country (ISO 3166), or its code if it has no name. */
  displayName(kind: "language" | "country", code: string): string {
    const name = `${kind}.${code}`;
    if (Object.hasOwn(this.#table, name)) return this.format(name);
    const type = kind === "country" ? "region" : "language";
    return new Intl.DisplayNames(this.language, { type }).of(code) ?? code;
  }
}
