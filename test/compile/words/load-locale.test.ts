/** Loading of UI strings: built-in translations and the owner's words.json. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { formatFinding, formatMessage } from "../../../src/compile/messages.ts";
import { loadContent } from "../../../src/compile/pages/load.ts";
import { loadLocale } from "../../../src/compile/words/load-locale.ts";
import type { Locale } from "../../../src/compile/words/locale.ts";
import { errorPage, FACTS, loadWith } from "../../support/content.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { BASE_URL } from "../../support/sample.ts";
import { TABLES } from "../../support/tables.ts";

/** Returns the findings for a site in the given language, e.g. `1:15 word-forms`. */
function findingsIn(language: string, words: string | undefined): string[] {
  const { findings } = loadWith({ "words.json": words }, { language });
  assert.ok(findings.every(({ file }) => file === "content/words.json"));
  return findings.map(({ line, column, code, values }) => {
    const { names, field = "", forms } = values ?? {};
    const fieldName = typeof field === "object" ? formatMessage(field) : field;
    return [line === undefined ? "" : `${line}:${column}`, code, names ?? fieldName, forms ?? ""].join(" ").trim();
  });
}

const ENGLISH = TABLES.get("en") ?? {};
/** Strings that need no translation: those without words. */
const UNTRANSLATED = /^(?:area|colon|guests|developers|channel|review|attraction|way|north\.letter)$/;

/** Translates an English string: adds a letter, and gives it the plural forms. */
function translatedString(name: string, forms: readonly string[]): unknown {
  const text = ENGLISH[name] ?? "";
  return typeof text === "string" ? `ö ${text}` : Object.fromEntries(forms.map((form) => [form, `ö ${text.other}`]));
}

/** Returns whether a translation that lacks only this string is incomplete. */
function isRequired(name: string): boolean {
  const others = Object.keys(ENGLISH).filter((other) => other !== name);
  const own = Object.fromEntries(others.map((other) => [other, translatedString(other, ["one", "other"])]));
  const contentDirectory = temporaryFolder();
  writeFileSync(join(contentDirectory, "words.json"), JSON.stringify(own));
  return loadLocale("sv", contentDirectory).findings.length > 0;
}

const REQUIRED = Object.keys(ENGLISH).filter(isRequired);

test("the strings that need no translation are those that match UNTRANSLATED", () => {
  const untranslated = Object.keys(ENGLISH).filter((name) => !REQUIRED.includes(name));
  assert.deepEqual(untranslated, Object.keys(ENGLISH).filter((name) => UNTRANSLATED.test(name)));
});

/** Translates the strings that need it. */
function translated(forms: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(REQUIRED.map((name) => [name, translatedString(name, forms)]));
}

const LANGUAGES: readonly [language: string, forms: readonly string[]][] = [
  ["sv-FI", ["one", "other"]],
  ["pl", ["one", "few", "many"]],
  ["cy", ["zero", "one", "two", "few", "many", "other"]],
  ["ja", ["other"]],
];

for (const [language, forms] of LANGUAGES) {
  for (const words of [undefined, "{}", JSON.stringify(ENGLISH)]) {
    test(`${language}: without a translation, all strings are reported: ${words?.slice(0, 20)}`, () => {
      const { findings } = loadWith({ "words.json": words }, { language });
      const count = Object.keys(translated(forms)).length;
      assert.deepEqual(findings.map(({ code, values }) => [code, values?.["count"]]), [["words-missing", count]]);
    });
  }

  test(`${language}: a complete translation has no findings`, () => {
    assert.deepEqual(findingsIn(language, JSON.stringify({ ...ENGLISH, ...translated(forms) })), []);
    assert.deepEqual(findingsIn(language, JSON.stringify(translated(forms))), []);
  });
}

const FIRST_NAMES = Object.keys(translated([]));
const IN_ENGLISH: readonly [count: number, listed: string][] = [
  [1, "skip"],
  [12, FIRST_NAMES.slice(0, 12).join(", ")],
  [13, FIRST_NAMES.slice(0, 12).join(", ")],
];

for (const [count, listed] of IN_ENGLISH) {
  test(`${count} strings in English are reported as ${listed}`, () => {
    const own = Object.fromEntries(Object.entries(translated(["one", "other"])).slice(count));
    for (const words of [own, { ...ENGLISH, ...own }]) {
      const { findings } = loadWith({ "words.json": JSON.stringify(words) }, { language: "sv" });
      const values = findings.map((finding) => [finding.code, finding.values]);
      assert.deepEqual(values, [["words-missing", { language: "sv", count, names: listed }]]);
    }
  });
}

const WITH_ERRORS: readonly [words: string, codes: readonly string[]][] = [
  [JSON.stringify({ stars: { one: "a", few: "b", many: "c" } }), ["word-forms"]],
  ['{ "skip": "Hop",, }', ["json-comma-extra"]],
];

for (const [words, codes] of WITH_ERRORS) {
  test(`words.json has the errors [${codes.join()}]: ${words}`, () => {
    const contentDirectory = temporaryFolder();
    writeFileSync(join(contentDirectory, "words.json"), words);
    const settings = { contentDirectory, baseUrl: BASE_URL, rateLimit: 60 };
    const { findings } = loadContent(FACTS, settings);
    const found = findings.filter(({ file }) => file === "content/words.json").map(({ code }) => code);
    assert.deepEqual(found, codes);
  });
}

const DISPLAYED: readonly [language: string, words: string, actual: (locale: Locale) => string, expected: string][] = [
  ["pl", "{}", (locale) => locale.displayName("language", "de"), "niemiecki"],
  ["pl", "{}", (locale) => locale.displayName("country", "DE"), "Niemcy"],
  ["en-US", "{}", (locale) => locale.formatTime("16:00").replace(/\s/, " "), "4:00 PM"],
  ["fi", "{}", (locale) => locale.formatTime("16:30"), "16.30"],
  ["pl", "{}", (locale) => locale.formatDate("2026-11-02"), "2 listopada 2026"],
  ["pl", "{}", (locale) => locale.formatNumber(4.8), "4,8"],
  ["pl", '{ "formats": { "decimalMark": "." } }', (locale) => locale.formatNumber(4.8), "4,8"],
];

for (const [language, words, actual, expected] of DISPLAYED) {
  test(`${language}: ${words} displays ${expected}`, () => {
    const contentDirectory = temporaryFolder();
    writeFileSync(join(contentDirectory, "words.json"), words);
    const { locale } = loadLocale(language, contentDirectory);
    assert.equal(actual(locale), expected);
  });
}

const PLURALS: readonly [language: string, text: string, finding: string | undefined][] = [
  ["pl", '{ "one": "a", "few": "{count} b", "many": "{count} c" }', undefined],
  ["pl", '{ "one": "a", "few": "{count} b", "many": "{count} c", "other": "{count} d", "0": "e" }', undefined],
  [
    "pl",
    '{ "0": "Studio", "one": "{count} a", "other": "{count} b" }',
    "1:15 word-forms bedrooms many, one, few",
  ],
  ["en-GB", '"a"', "1:15 word-forms bedrooms other, one"],
  ["en-GB", '{ "one": "a", "oter": "b" }', "1:15 word-forms bedrooms other, one"],
  [
    "en-GB",
    '{ "one": "a", "other": "{count} b", "few": "c" }',
    "1:15 word-forms bedrooms other, one",
  ],
  ["ja", '{ "one": "a" }', "1:15 word-forms bedrooms other"],
  [
    "cy",
    '{ "one": "a" }',
    "1:15 word-forms bedrooms zero, one, two, few, other, many",
  ],
  ["he", '{ "one": "a", "two": "b", "other": "{count} c" }', undefined],
  ["uk", '{ "one": "a", "few": "{count} b", "many": "{count} c" }', "1:24 word-invalid one in bedrooms"],
  ["pl", '{ "one": "a", "few": "b", "many": "{count} c" }', "1:36 word-invalid few in bedrooms"],
];

for (const [language, text, expected] of PLURALS) {
  test(`${language}: the plural forms ${text} have ${expected === undefined ? "no" : "one"} error`, () => {
    const findings = findingsIn(language, `{ "bedrooms": ${text} }`);
    const errors = findings.filter((finding) => !finding.startsWith("words-missing"));
    assert.deepEqual(errors, expected === undefined ? [] : [expected]);
  });
}

const OWN_WORDS: readonly [words: string, finding: string][] = [
  ['{ "skip": "Hop over" }', ""],
  ['{ "$schema": "words.schema.json", "skip": "Hop over" }', ""],
  ['{ "bedrooms": { "one": "one bedroom", "other": "{count} bedrooms" } }', ""],
  ['{ "bedrooms": { "0": "One room", "one": "one bedroom", "other": "{count} bedrooms" } }', ""],
  ['{ "stars": { "0": "none", "one": "one star", "other": "{count} stars" } }', ""],
  ['{\n  "skp": "Hop over"\n}', '2:10: error: skp is not a known field; did you mean "skip"?'],
  ['{ "constructor": "Hop" }', "1:18: error: constructor is not the name of a text: for all the names, see "],
  ['{ "zzzzzz": "Hop" }', "1:13: error: zzzzzz is not the name of a text: for all the names, see "],
  ['{\n  "place": "Cottage in {twon}, {region}."\n}', "2:12: error: place must be text in quotation marks with "],
  ['{ "place": "Cottage in {town}." }', "1:12: error: place must be text in quotation marks with the same words "],
  [
    '{ "skip": "Hop {over}" }',
    "1:11: error: skip must be text in quotation marks with the same words in braces as the English text " +
      '"Skip to content"',
  ],
  ['{ "skip": "Hop }" }', "1:11: error: skip must be text in quotation marks with the same words in braces as "],
  ['{ "skip": { "one": "Hop", "other": "Hop" } }', "1:11: error: skip must be text in quotation marks with the same "],
  ['{ "skip": 1 }', "1:11: error: skip must be text in quotation marks with the same words in braces as "],
  ['{ "skip": "Hop\\u202e" }', "1:11: error: skip contains an invisible character (U+202E)"],
  ["[]", "1:1: error: this file must be a group of fields in { }, not "],
  ['{ "skip": "Hop",, }', "1:"],
];

for (const [words, finding] of OWN_WORDS) {
  test(`words.json is checked: ${words}`, () => {
    const found = loadWith({ "words.json": words }).findings.map((finding) => formatFinding(finding));
    if (finding === "") assert.deepEqual(found, []);
    else assert.ok(found[0]?.startsWith(`content/words.json:${finding}`), found.join("\n"));
  });
}

test("words.json overrides the built-in strings", () => {
  assert.match(errorPage(loadWith({}), 404), /<h1>Nothing here but sheep<\/h1>/);
  assert.match(errorPage(loadWith({ "words.json": undefined }), 404), /<h1>Page not found<\/h1>/);
});
