/** Direction and name of languages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { languageName, textDirection } from "../../../src/compile/pages/languages.ts";

const DIRECTIONS: readonly [tag: string, direction: "ltr" | "rtl"][] = [
  ["en", "ltr"],
  ["en-GB", "ltr"],
  ["en-US", "ltr"],
  ["fr", "ltr"],
  ["de-CH", "ltr"],
  ["cs", "ltr"],
  ["he", "rtl"],
  ["ar", "rtl"],
  ["fa-IR", "rtl"],
  ["az-Arab", "rtl"],
  ["ur-Latn", "ltr"],
];

for (const [tag, direction] of DIRECTIONS) {
  test(`${tag} is written ${direction}`, () => {
    assert.equal(textDirection(tag), direction);
  });
}

const NAMES: readonly [tag: string, name: string][] = [
  ["en", "English"],
  ["en-GB", "English"],
  ["de-CH", "Deutsch"],
  ["fr", "Français"],
  ["cs", "Čeština"],
  ["he", "עברית"],
];

for (const [tag, name] of NAMES) {
  test(`${tag} is called ${name}`, () => assert.equal(languageName(tag), name));
}
