/** The words of each language: days, countries and languages as Intl has them, counted words by their number. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { placeholdersIn, type WordTable } from "../../../src/compile/words/words.ts";
import { ROOT, wordsIn } from "../../support/sample.ts";

const FOLDER = join(ROOT, "content/words");
const TABLES = new Map(
  readdirSync(FOLDER).map((file): [string, WordTable] => [
    file.replace(".json", ""),
    JSON.parse(readFileSync(join(FOLDER, file), "utf8")),
  ]),
);
const ENGLISH = TABLES.get("en") ?? {};

for (const [language, table] of TABLES) {
  test(`${language}: every day of a leap year is worded as Intl words it`, () => {
    const tags = String(table["day languages"]).split(" ");
    for (const tag of tags) {
      const format = new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" });
      const words = wordsIn(tag);
      for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2025, 0, 1); at += 86_400_000) {
        // What Intl does not do and people do: the first of a month has a form of its own in French and Italian.
        const worded = words.formatDate(new Date(at).toISOString().slice(0, 10)).replace(/^1(?:er|º) /, "1 ");
        assert.equal(worded, format.format(at), tag);
      }
    }
  });

  test(`${language}: languages and countries are named as Intl names them`, () => {
    for (const [name, word] of Object.entries(table)) {
      const [kind, code = ""] = name.split(".");
      if (kind !== "language" && kind !== "country") continue;
      const names = new Intl.DisplayNames(language, { type: kind === "country" ? "region" : kind });
      assert.equal(word, names.of(code));
    }
  });

  test(`${language}: it has the words that English has, with the same values, and every form that its numbers want`, () => {
    assert.deepEqual(Object.keys(table).toSorted(), Object.keys(ENGLISH).toSorted());
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((each) => each !== "many");
    for (const [name, entry] of Object.entries(ENGLISH)) {
      const own = table[name];
      assert.equal(typeof own, typeof entry, name);
      if (typeof own === "object") assert.deepEqual(Object.keys(own).toSorted(), categories.toSorted(), name);
      const sentences = (words: typeof entry): string[] => (typeof words === "string" ? [words] : Object.values(words));
      const wanted = new Set(sentences(entry).flatMap(placeholdersIn));
      for (const sentence of sentences(own ?? "")) assert.deepEqual(new Set(placeholdersIn(sentence)), wanted, `${name}: ${sentence}`);
    }
  });
}

const BRITISH = wordsIn("en-GB");
const WORDS: readonly [worded: string, expected: string][] = [
  [BRITISH.formatDate("2026-11-02"), "2 November 2026"],
  [wordsIn("en-US").formatDate("2026-11-02"), "November 2, 2026"],
  [wordsIn("sv").formatDate("2026-11-02"), "2 november 2026"],
  [BRITISH.displayName("language", "ja"), "Japanese"],
  [BRITISH.displayName("language", "qaa"), "qaa"],
  [BRITISH.displayName("country", "NZ"), "New Zealand"],
  [BRITISH.format("bedrooms", { count: 1 }), "1 bedroom"],
  [BRITISH.format("bedrooms", { count: 3 }), "3 bedrooms"],
  [BRITISH.formatList(["2", "5", "10"]), "2, 5 and 10"],
  [BRITISH.formatList(["2"]), "2"],
  [BRITISH.formatNumber(4.8), "4.8"],
  [BRITISH.formatPieces("place", { town: "*Town*", region: "Shire" }).markdown, "Holiday cottage in \\*Town\\*, Shire."],
];

for (const [worded, expected] of WORDS) {
  test(expected, () => assert.equal(worded, expected));
}
