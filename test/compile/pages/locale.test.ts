/** Direction, region and name of languages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { languageName, openGraphLocale, textDirection } from "../../../src/compile/pages/locale.ts";

const LOCALES: readonly [tag: string, direction: "ltr" | "rtl", locale: string][] = [
  ["en", "ltr", "en_US"],
  ["en-GB", "ltr", "en_GB"],
  ["en-US", "ltr", "en_US"],
  ["fr", "ltr", "fr_FR"],
  ["de-CH", "ltr", "de_CH"],
  ["cs", "ltr", "cs_CZ"],
  ["he", "rtl", "he_IL"],
  ["ar", "rtl", "ar_EG"],
  ["fa-IR", "rtl", "fa_IR"],
  ["az-Arab", "rtl", "az_IR"],
  ["ur-Latn", "ltr", "ur_PK"],
];

for (const [tag, direction, locale] of LOCALES) {
  test(`${tag} is written ${direction}, its locale is ${locale}`, () => {
    assert.equal(textDirection(tag), direction);
    assert.equal(openGraphLocale(tag), locale);
  });
}

const NAMES: readonly [tag: string, others: readonly string[], name: string][] = [
  ["en", ["de"], "English"],
  ["en-GB", ["de", "fr"], "English"],
  ["en-GB", ["en-US"], "British English"],
  ["de-CH", [], "Deutsch"],
  ["fr", ["fr-CA"], "Français"],
  ["cs", [], "Čeština"],
  ["he", [], "עברית"],
];

for (const [tag, others, name] of NAMES) {
  test(`${tag} beside ${others.join(", ") || "nothing"} is called ${name}`, () =>
    assert.equal(languageName(tag, [tag, ...others]), name));
}
