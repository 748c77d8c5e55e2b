/** The words known by heart are the ones Intl would give, and what is not known by heart is asked of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { BY_HEART, countryName, dayInWords, languageName } from "../../src/fragments/words.ts";

const { language } = BY_HEART;

test("every day of a leap year is worded as Intl words it", () => {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2025, 0, 1); at += 86_400_000) {
    assert.equal(dayInWords(new Date(at).toISOString().slice(0, 10), language), format.format(at));
  }
});

test("every language and country is named as Intl names it", () => {
  const languages = new Intl.DisplayNames(language, { type: "language" });
  for (const tag of BY_HEART.languages) assert.equal(languageName(tag, language), languages.of(tag));
  const countries = new Intl.DisplayNames(language, { type: "region" });
  for (const code of BY_HEART.countries) assert.equal(countryName(code, language), countries.of(code));
});

const WORDS: readonly [worded: string, expected: string][] = [
  [dayInWords("2026-11-02", "en-US"), "November 2, 2026"],
  [dayInWords("2026-11-02", "de"), "2. November 2026"],
  [dayInWords("2026-03-01", "de"), "1. März 2026"],
  [languageName("de", "fr"), "allemand"],
  [languageName("ja", language), "Japanese"],
  [languageName("qaa", language), "qaa"],
  [countryName("GB", "de"), "Vereinigtes Königreich"],
  [countryName("NZ", language), "New Zealand"],
];

for (const [worded, expected] of WORDS) {
  test(expected, () => assert.equal(worded, expected));
}
