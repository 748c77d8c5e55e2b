/** Direction, region and name of languages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { languageName, openGraphLocale, textDirection } from "../../../src/compile/pages/locale.ts";

const LOCALES: readonly [tag: string, direction: "ltr" | "rtl", locale: string, name: string][] = [
  ["en", "ltr", "en_GB", "English"],
  ["en-US", "ltr", "en_US", "American English"],
  ["fr", "ltr", "fr_FR", "Français"],
  ["de-CH", "ltr", "de_CH", "Schweizer Hochdeutsch"],
  ["cs", "ltr", "cs_CZ", "Čeština"],
  ["he", "rtl", "he_IL", "עברית"],
  ["ar", "rtl", "ar_AR", "العربية"],
  ["fa-IR", "rtl", "fa_IR", "فارسی (ایران)"],
  ["az-Arab", "rtl", "az_AZ", "آذربایجان دیلی (عرب)"],
  ["ur-Latn", "ltr", "ur_UR", "اردو (لاطینی)"],
];

for (const [tag, direction, locale, name] of LOCALES) {
  test(`${tag} is written ${direction}, its locale is ${locale}`, () => {
    assert.equal(textDirection(tag), direction);
    assert.equal(openGraphLocale(tag), locale);
    if (tag.length < 6) assert.equal(languageName(tag), name);
  });
}
