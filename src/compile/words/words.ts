/**
 * The words that pages add to the owner's own: sentences, counted things, days, numbers, names of languages and countries.
 *
 * They come from a table of one language; this module holds no word itself and reads no file.
 */

import { type Inline, joined, literal, type Piece } from "../fragments/piece.ts";

/** By name. What is counted has a form for each category of its language's plural rules. */
export type WordTable = Readonly<Record<string, string | { readonly [category: string]: string; readonly other: string }>>;

type Values<T> = Readonly<Record<string, T>>;

export type Words = ReturnType<typeof wordsOf>;

const NAME = /\{(\w+)\}/;

/** Every name in braces of a sentence. */
export function namesIn(sentence: string): string[] {
  return [...new Set(sentence.split(NAME).filter((_, index) => index % 2 === 1))];
}

/**
 * Months, languages and countries that stand in the table spare asking Intl, whose first answer costs more than half
 * of what a bare start of Node takes, and 9 MB.
 */
export function wordsOf(table: WordTable, language: string) {
  let plurals: Intl.PluralRules | undefined;
  const parts = <T, U>(name: string, values: Values<T>, text: (words: string) => U): (T | U)[] => {
    let sentence = table[name] ?? name;
    if (typeof sentence === "object") {
      plurals ??= new Intl.PluralRules(language);
      sentence = sentence[plurals.select(Number(values["count"]))] ?? sentence.other;
    }
    return sentence.split(NAME).map((part, index) => (index % 2 === 0 ? text(part) : (values[part] ?? text(""))));
  };
  const say = (name: string, values: Values<string | number> = {}) => parts(name, values, String).join("");

  return {
    language,
    /** Values stand where their names stand in braces; what is counted is the value named "count". */
    say,
    /** The same of values that may be pieces. */
    tell: (name: string, values: Values<Inline>): Piece => joined(parts(name, values, literal)),
    number: (value: number) => String(value).replace(".", say("decimal mark")),
    /** "2 November 2026"; the day, `YYYY-MM-DD`, is a calendar date and belongs to no time zone. */
    day: (day: string) => {
      const date = new Date(day);
      if (!say("day languages").split(" ").includes(language)) {
        return date.toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" });
      }
      const month = String(say("months").split(" ")[date.getUTCMonth()]);
      return say(date.getUTCDate() === 1 ? "day.first" : "day", { day: date.getUTCDate(), month, year: date.getUTCFullYear() });
    },
    /** "2, 5 and 10" */
    all: (items: readonly string[]) =>
      items.length < 2 ? items.join("") : say("and", { items: items.slice(0, -1).join(", "), last: items.slice(-1).join("") }),
    /** The name that a language or country has in this language, or its code when it has none. */
    nameOf: (kind: "language" | "country", code: string) => {
      const name = `${kind}.${code}`;
      if (Object.hasOwn(table, name)) return say(name);
      return String(new Intl.DisplayNames(language, { type: kind === "country" ? "region" : kind }).of(code));
    },
  };
}
