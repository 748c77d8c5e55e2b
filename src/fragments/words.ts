/**
 * The words that pages add to the owner's own: sentences, counted things, days, numbers, names of languages and countries.
 *
 * They come from a table of one language; this module holds no word itself and reads no file.
 */
import { type Inline, joined, literal, type Piece } from "./piece.ts";

/** By name. What is counted has a form for each category of its language's plural rules: `{ "one": …, "other": … }`. */
export type WordTable = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

export type Values = Readonly<Record<string, string | number>>;

export interface Words {
  readonly language: string;
  /** Values stand where their names stand in braces; what is counted is the value named "count". */
  readonly say: (name: string, values?: Values) => string;
  /** The same of values that may be pieces. */
  readonly tell: (name: string, values: Readonly<Record<string, Inline>>) => Piece;
  readonly number: (value: number) => string;
  /** "2 November 2026"; the day, `YYYY-MM-DD`, is a calendar date and belongs to no time zone. */
  readonly day: (day: string) => string;
  /** "2, 5 and 10" */
  readonly all: (items: readonly string[]) => string;
  /** The name of a language, or its tag when it has none. */
  readonly languageName: (tag: string) => string;
  /** The name of a country, or its code when it has none. */
  readonly countryName: (code: string) => string;
}

const NAME = /\{(\w+)\}/;

/** Every name in braces of a sentence. */
export function namesIn(sentence: string): string[] {
  return [...new Set(sentence.split(NAME).filter((_, index) => index % 2 === 1))];
}

/**
 * Months, languages and countries that stand in the table spare asking Intl, whose first answer costs more than half
 * of what a bare start of Node takes, and 9 MB.
 */
export function wordsOf(table: WordTable, language: string): Words {
  let plurals: Intl.PluralRules | undefined;
  let days: Intl.DateTimeFormat | undefined;
  const own = (name: string): string | undefined => {
    const entry = Object.hasOwn(table, name) ? table[name] : undefined;
    return typeof entry === "object" ? undefined : entry;
  };
  const sentence = (name: string, count: unknown): string => {
    const entry = table[name] ?? name;
    if (typeof entry === "string") return entry;
    plurals ??= new Intl.PluralRules(language);
    return entry[plurals.select(Number(count))] ?? entry["other"] ?? name;
  };
  const parts = <T, U>(name: string, values: Readonly<Record<string, T>>, text: (words: string) => U): (T | U)[] =>
    sentence(name, values["count"])
      .split(NAME)
      .map((part, index) => (index % 2 === 0 ? text(part) : (values[part] ?? text(""))));
  const say = (name: string, values: Values = {}): string => parts(name, values, (words) => words).join("");

  return {
    language,
    say,
    tell: (name, values) => joined(parts(name, values, literal)),
    number: (value) => String(value).replace(".", say("decimal mark")),
    day: (day) => {
      if (!(own("day languages") ?? "").split(" ").includes(language)) {
        days ??= new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
        return days.format(new Date(`${day}T00:00:00Z`));
      }
      const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
      return say(date === 1 ? "day.first" : "day", { day: date, month: say("months").split(" ")[month - 1] ?? "", year });
    },
    all: (items) =>
      items.length < 2 ? items.join("") : say("and", { items: items.slice(0, -1).join(", "), last: items.at(-1) ?? "" }),
    languageName: (tag) => own(`language.${tag}`) ?? new Intl.DisplayNames(language, { type: "language" }).of(tag) ?? tag,
    countryName: (code) => own(`country.${code}`) ?? new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code,
  };
}
