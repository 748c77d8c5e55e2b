/**
 * UI texts in one language: sentences with placeholders, plural forms, dates, numbers, names of languages and countries.
 *
 * They come from a table of texts; this module contains no text itself and reads no file.
 */

import { type Inline, concat, verbatim, type Piece } from "../fragments/piece.ts";

/** A sentence, or one sentence for each plural category of the language (CLDR), chosen by the value named "count". */
export type Text = string | { readonly [category: string]: string; readonly other: string };

export type WordTable = Readonly<Record<string, Text>>;

type Values<T> = Readonly<Record<string, T>>;

export interface Words {
  /** A BCP 47 tag. */
  readonly language: string;
  /** Returns the text with its placeholders replaced by values. */
  format(name: string, values?: Values<string | number>): string;
  /** Returns the same text as markdown and HTML. Values may be pieces. */
  formatPieces(name: string, values: Values<Inline>): Piece;
  formatNumber(value: number): string;
  /**
   * Returns a calendar date, e.g. "2 November 2026". It has no time zone.
   *
   * @param date e.g. `2026-11-02`
   */
  formatDate(date: string): string;
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

/** Creates the texts of one language. Intl is used only for what the table lacks: its first use takes 22 ms and 9 MB. */
export function createWords(table: WordTable, language: string): Words {
  let pluralRules: Intl.PluralRules | undefined;

  function sentence(name: string, count: unknown): string {
    const text = table[name] ?? name;
    if (typeof text === "string") return text;
    pluralRules ??= new Intl.PluralRules(language);
    const category = pluralRules.select(Number(count));
    return text[category] ?? text.other;
  }

  function format(name: string, values: Values<string | number> = {}): string {
    return sentence(name, values["count"]).replace(PLACEHOLDER, (_, placeholder: string) => String(values[placeholder] ?? ""));
  }

  function formatPieces(name: string, values: Values<Inline>): Piece {
    const text = sentence(name, values["count"]);
    const pieces: Inline[] = [];
    let end = 0;
    for (const { 0: placeholder, 1: valueName = "", index } of text.matchAll(PLACEHOLDER)) {
      pieces.push(verbatim(text.slice(end, index)), values[valueName] ?? "");
      end = index + placeholder.length;
    }
    pieces.push(verbatim(text.slice(end)));
    return concat(pieces);
  }

  function formatNumber(value: number): string {
    return String(value).replace(".", format("decimal mark"));
  }

  function formatDate(text: string): string {
    const date = new Date(text);
    const tags = format("day languages").split(" ");
    if (!tags.includes(language)) return date.toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" });
    const day = date.getUTCDate();
    const month = format("months").split(" ")[date.getUTCMonth()] ?? "";
    return format(day === 1 ? "day.first" : "day", { day, month, year: date.getUTCFullYear() });
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

  return { language, format, formatPieces, formatNumber, formatDate, formatList, displayName };
}
