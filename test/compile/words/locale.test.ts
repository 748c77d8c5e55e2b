/** UI strings of each language: dates, numbers and names agree with Intl, and plural forms are correct. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { placeholdersIn, type PluralForms, type Locale } from "../../../src/compile/words/locale.ts";
import { localeFor } from "../../support/sample.ts";
import { FORMATS, TABLES } from "../../support/tables.ts";

const ENGLISH = TABLES.get("en") ?? {};
const NUMBERS = [0, 7, 999, 1204, 12_040, 1_234_567, 4.8, 0.25, 1204.5, -3.5];
const NO_BREAK_SPACE = "\u00a0";

/** Returns the placeholders of each plural form. A string without plural forms counts as the form "other". */
function forms(text: string | PluralForms): [form: string, placeholders: string[]][] {
  const sentences: PluralForms = typeof text === "string" ? { other: text } : text;
  return Object.entries(sentences).map(([form, sentence]) => [form, placeholdersIn(sentence).toSorted()]);
}

for (const [language, { variants, singular, language: languages, country: countries }] of FORMATS) {
  test(`${language}: plural forms of counts agree with Intl`, () => {
    for (const tag of variants) {
      const rules = new Intl.PluralRules(tag);
      for (let count = 0; count < 1000; count += 1) {
        assert.equal(singular.includes(count) ? "one" : "other", rules.select(count), tag);
      }
    }
  });

  test(`${language}: every date of a leap year agrees with Intl`, () => {
    for (const tag of variants) {
      const intl = new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" });
      const locale = localeFor(tag);
      for (let day = Date.UTC(2024, 0, 1); day < Date.UTC(2025, 0, 1); day += 86_400_000) {
        const date = locale.formatDate(new Date(day).toISOString().slice(0, 10));
        // Intl does not know that French and Italian write the first of a month as an ordinal, and that "8." and the
        // month belong together in German.
        assert.equal(date.replace(/^1(?:er|º) /, "1 ").replace(NO_BREAK_SPACE, " "), intl.format(day), tag);
      }
    }
  });

  test(`${language}: numbers agree with Intl`, () => {
    for (const tag of variants) {
      for (const number of NUMBERS) assert.equal(localeFor(tag).formatNumber(number), number.toLocaleString(tag), tag);
    }
  });

  test(`${language}: names of languages and countries agree with Intl`, () => {
    for (const [type, names] of [["language", languages], ["region", countries]] as const) {
      const intl = new Intl.DisplayNames(language, { type });
      for (const [code, name] of Object.entries(names)) assert.equal(name, intl.of(code));
    }
  });
}

for (const [language, table] of TABLES) {
  test(`${language}: the strings have the names and placeholders of English, and all plural forms`, () => {
    assert.deepEqual(Object.keys(table).toSorted(), Object.keys(ENGLISH).toSorted());
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const categories = pluralCategories.filter((category) => category !== "many");
    for (const [name, english] of Object.entries(ENGLISH)) {
      const text = table[name] ?? "";
      assert.equal(typeof text, typeof english, name);
      if (typeof english !== "object" || typeof text !== "object") {
        assert.deepEqual(forms(text), forms(english), name);
        continue;
      }
      const numbers = Object.keys(english).filter((form) => /^\d+$/.test(form));
      assert.deepEqual(Object.keys(text).toSorted(), [...numbers, ...categories].toSorted(), name);
      const expected = placeholdersIn(english.other).toSorted();
      for (const [form, placeholders] of forms(text)) {
        if (!/^\d+$/.test(form)) assert.deepEqual(placeholders, expected, `${name}.${form}`);
      }
    }
  });
}

function size(locale: Locale, bedrooms: number, guests: number): string {
  return locale.translate("size", {
    bedrooms: locale.translate("bedrooms", { count: bedrooms }),
    guests: locale.translate("guests", { count: guests }),
  });
}

const SIZES: readonly [language: string, none: string, one: string, several: string][] = [
  ["en-GB", "Studio, sleeps 1.", "1 bedroom, sleeps 2.", "3 bedrooms, sleeps 6."],
  ["de", "Studio, Platz für 1 Gast.", "1 Schlafzimmer, Platz für 2 Gäste.", "3 Schlafzimmer, Platz für 6 Gäste."],
  ["fr", "Studio, 1 couchage.", "1 chambre, 2 couchages.", "3 chambres, 6 couchages."],
  ["es", "Estudio, 1 plaza.", "1 dormitorio, 2 plazas.", "3 dormitorios, 6 plazas."],
  ["it", "Monolocale, 1 posto letto.", "1 camera da letto, 2 posti letto.", "3 camere da letto, 6 posti letto."],
  ["nl", "Studio, voor 1 gast.", "1 slaapkamer, voor 2 gasten.", "3 slaapkamers, voor 6 gasten."],
];

for (const [language, none, one, several] of SIZES) {
  test(`${language}: plural forms of bedrooms and guests`, () => {
    const locale = localeFor(language);
    assert.deepEqual([size(locale, 0, 1), size(locale, 1, 2), size(locale, 3, 6)], [none, one, several]);
  });
}

const TIMES: readonly [language: string, arrival: string, departure: string][] = [
  ["en-GB", "from 4 pm", "by 10:30 am"],
  ["de", "ab 16 Uhr", "bis 10:30 Uhr"],
  ["fr", "à partir de 16 h", "avant 10 h 30"],
  ["es", "a partir de las 16:00", "antes de las 10:30"],
  ["it", "dalle 16:00", "entro le 10:30"],
  ["nl", "vanaf 16.00 uur", "vóór 10.30 uur"],
];

for (const [language, arrival, departure] of TIMES) {
  test(`${language}: check-in is ${arrival} and check-out is ${departure}`, () => {
    const locale = localeFor(language);
    const texts = [
      locale.translate("arrive", { time: locale.formatTime("16:00") }),
      locale.translate("leave", { time: locale.formatTime("10:30") }),
    ];
    assert.deepEqual(texts.map((text) => text.replaceAll(NO_BREAK_SPACE, " ")), [arrival, departure]);
  });
}

const BRITISH = localeFor("en-GB");
const FORMATTED: readonly [actual: string, expected: string][] = [
  [BRITISH.formatDate("2026-11-02"), "2 November 2026"],
  [
    localeFor("de").translateToMarkup("changed", { day: localeFor("de").formatDate("2026-11-02") }).markdown,
    "Zuletzt geändert am 2.\u00a0November 2026",
  ],
  [localeFor("en-US").formatDate("2026-11-02"), "November 2, 2026"],
  [localeFor("sv").formatDate("2026-11-02"), "2 november 2026"],
  // No `Intl` knows Latin, and the machine's own locale must not show.
  [localeFor("la").formatDate("2026-11-02"), "2 November 2026"],
  [localeFor("de-CH").formatNumber(4.8), "4.8"],
  [localeFor("de-AT").formatNumber(4.8), "4,8"],
  [localeFor("sv").formatNumber(1204), "1\u00a0204"],
  [BRITISH.formatTime("00:05"), "12:05\u00a0am"],
  [BRITISH.formatTime("12:00"), "12\u00a0pm"],
  [BRITISH.formatTime("23:59"), "11:59\u00a0pm"],
  [BRITISH.displayName("language", "ja"), "Japanese"],
  [BRITISH.displayName("language", "qaa"), "qaa"],
  [BRITISH.displayName("country", "NZ"), "New Zealand"],
  [BRITISH.translate("reviews", { count: 1204 }), "1,204 reviews"],
  [BRITISH.translateToMarkup("reviews", { count: 1204 }).markdown, "1,204 reviews"],
  [BRITISH.translateToMarkup("score", { rating: 4.8, best: 5 }).markdown, "4.8 out of 5"],
  [BRITISH.translate("no such text"), "no such text"],
  [BRITISH.formatList(["2", "5", "10"]), "2, 5 and 10"],
  [BRITISH.formatList(["2"]), "2"],
  [BRITISH.formatList([]), ""],
  [
    BRITISH.translateToMarkup("place", { town: "*Town*", region: "Shire" }).markdown,
    "Holiday cottage in \\*Town\\*, Shire.",
  ],
];

for (const [actual, expected] of FORMATTED) {
  test(`"${expected}"`, () => assert.equal(actual, expected));
}
