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

export interface Words {
  /** A BCP 47 tag. */
  readonly language: string;
  /** Returns the text with its placeholders replaced. Numbers are formatted; strings are inserted unchanged. */
  format(name: string, values?: Values<string | number>): string;
  /** Returns the same text as markdown and HTML. Values may be pieces. */
  formatPieces(name: string, values: Values<Inline>): Piece;
  /** Returns e.g. "1,204" or "4.8". */
  formatNumber(value: number): string;
  /**
   * Returns e.g. "2 November 2026".
   *
   * @param date a calendar date, e.g. `2026-11-02`. It has no time zone.
   */
  formatDate(date: string): string;
  /**
   * Returns e.g. "4 pm", "16 h" or "16:00".
   *
   * @param time e.g. `16:00`
   */
  formatTime(time: string): string;
  /** Returns e.g. "2, 5 and 10". */
  formatList(items: readonly string[]): string;
  /** Returns the name of a language (BCP 47) or country (ISO 3166), or its code if it has no name. */
  displayName(kind: "language" | "country", code: string): string;
}

const PLACEHOLDER = /\{(\w+)\}/g;

/** Returns the names of a sentence's placeholders, each once. */
export function placeholdersIn(sentence: string): string[] {
  const names = Array.from(sentence.matchAll(PLACEHOLDER), ([, name = ""]) => name);
  return [...new Set(names)];
}

/**
 * Creates the texts of one language.
 *
 * Intl is used only for a plural category and for what the table lacks: its first use takes 22 ms and 9 MB.
 */
export function createWords(table: WordTable, language: string): Words {
  let pluralRules: Intl.PluralRules | undefined;

  function textOf(name: string, count: unknown): string {
    const text = table[name] ?? name;
    if (typeof text === "string") return text;
    const exact = text[String(count)];
    if (exact !== undefined) return exact;
    pluralRules ??= new Intl.PluralRules(language);
    return text[pluralRules.select(Number(count))] ?? text.other;
  }

  function format(name: string, values: Values<string | number> = {}): string {
    return textOf(name, values["count"]).replace(PLACEHOLDER, (_, placeholder: string) => {
      const value = values[placeholder] ?? "";
      return typeof value === "number" ? formatNumber(value) : value;
    });
  }

  function formatPieces(name: string, values: Values<Inline>): Piece {
    const text = textOf(name, values["count"]);
    const pieces: Inline[] = [];
    let end = 0;
    for (const { 0: placeholder, 1: valueName = "", index } of text.matchAll(PLACEHOLDER)) {
      const value = values[valueName] ?? "";
      pieces.push(verbatim(text.slice(end, index)), typeof value === "number" ? formatNumber(value) : value);
      end = index + placeholder.length;
    }
    pieces.push(verbatim(text.slice(end)));
    return concat(pieces);
  }

  /** Tells whether the table's patterns are right for this regional variant of the language. */
  function isListed(name: string): boolean {
    return format(name).split(" ").includes(language);
  }

  function formatNumber(value: number): string {
    if (!isListed("number languages")) return value.toLocaleString(language, { maximumFractionDigits: 20 });
    const [whole = "", fraction] = String(value).split(".");
    const isGrouped = whole.length >= Number(format("grouped from digits"));
    const digits = isGrouped ? whole.replace(/(?<=\d)(?=(?:\d{3})+$)/g, format("group mark")) : whole;
    return fraction === undefined ? digits : `${digits}${format("decimal mark")}${fraction}`;
  }

  function formatDate(text: string): string {
    const date = new Date(text);
    if (!isListed("date languages")) return date.toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" });
    const day = String(date.getUTCDate());
    const month = format("months").split(" ")[date.getUTCMonth()] ?? "";
    const year = String(date.getUTCFullYear());
    return format(day === "1" ? "date.first" : "date", { day, month, year });
  }

  function formatTime(time: string): string {
    const [hours = "", minute = ""] = time.split(":");
    const hour = Number(hours);
    const half = hour < 12 ? "time.morning" : "time.afternoon";
    const name = minute === "00" ? `${half}.full` : half;
    const hourOnDial = format("clock") === "12" ? hour % 12 || 12 : hour;
    return format(name, { hour: String(hourOnDial), minute });
  }

  function formatList(items: readonly string[]): string {
    const last = items.at(-1) ?? "";
    if (items.length < 2) return last;
    return format("and", { items: items.slice(0, -1).join(", "), last });
  }

  function displayName(kind: "language" | "country", code: string): string {
    const name = `${kind}.${code}`;
    if (Object.hasOwn(table, name)) return format(name);
    const type = kind === "country" ? "region" : "language";
    return new Intl.DisplayNames(language, { type }).of(code) ?? code;
  }

  return { language, format, formatPieces, formatNumber, formatDate, formatTime, formatList, displayName };
}
