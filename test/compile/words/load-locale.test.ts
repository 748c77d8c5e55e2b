/** Loading of UI strings: built-in translations and the owner's words.json. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { formatFinding } from "../../../src/compile/finding.ts";
import type { Content } from "../../../src/compile/pages/load.ts";
import { CONTENT, FACTS, load, loadWith } from "../../support/content.ts";
import { TABLES } from "../../support/tables.ts";

function errorPage({ errorPages }: Content, status: number): string {
  return new Map(errorPages).get(status) ?? "";
}

test("a language without a translation is reported, with the names of the first English strings", () => {
  const { findings } = load(CONTENT, { ...FACTS, site: { ...FACTS.site, language: "sv-FI" } });
  assert.match(
    findings.map((finding) => formatFinding(finding)).join("\n"),
    new RegExp(
      '^data/site\\.json: notice: the language is "sv-FI", but not all texts are translated ' +
        "\\(\\d+ still in English, such as skip, navigation, agents\\): translate the rest in content/words\\.json$",
    ),
  );
});

const MISSING: readonly [count: number, listed: string][] = [
  [1, "skip"],
  [3, "skip, navigation, agents"],
  [4, "skip, navigation, agents"],
];

for (const [count, listed] of MISSING) {
  test(`${count} English strings are reported as ${listed}`, () => {
    const required = Object.entries(TABLES.get("en") ?? {}).filter(([name]) => !/^(?:language|country)\./.test(name));
    const own = JSON.stringify(Object.fromEntries(required.slice(count)));
    const { findings } = loadWith({ "words.json": own }, { language: "sv" });
    const values = findings.filter(({ code }) => code === "words-missing").map(({ values }) => values);
    assert.deepEqual(values, [{ language: "sv", count, names: listed }]);
  });
}

const OWN_WORDS: readonly [words: string, finding: string][] = [
  ['{ "skip": "Hop over" }', ""],
  ['{ "bedrooms": { "one": "one bedroom", "other": "{count} bedrooms" } }', ""],
  ['{ "bedrooms": { "0": "One room", "one": "one bedroom", "other": "{count} bedrooms" } }', ""],
  [
    '{ "stars": { "0": "none", "one": "one star", "other": "{count} stars" } }',
    "1:19: error: stars/0 is not the name of a text: for all the names, see content/words/en.json in the " +
      "program folder",
  ],
  ['{\n  "skp": "Hop over"\n}', '2:10: error: skp is not a known field; did you mean "skip"?'],
  ['{ "zzzzzz": "Hop" }', "1:13: error: zzzzzz is not the name of a text: for all the names, see "],
  [
    '{\n  "place": "Cottage in {twon}, {region}."\n}',
    "2:12: error: place must be a sentence that contains {town} and {region}, such as ",
  ],
  [
    '{ "place": "Cottage in {town}." }',
    "1:12: error: place must be a sentence that contains {town} and {region}, such as ",
  ],
  ['{ "skip": "Hop {over}" }', "1:11: error: skip must be a sentence without { or }, such as "],
  ['{ "stars": "{count} stars" }', "1:12: error: stars must be a group of fields in { }, not "],
  ['{ "stars": { "other": "{count} stars" } }', '1:12: error: the field "one" is missing from stars: add it'],
  ['{ "skip": { "one": "Hop", "other": "Hop" } }', "1:11: error: skip must be a sentence without { or }, such as "],
  ['{ "skip": 1 }', "1:11: error: skip must be a sentence without { or }, such as "],
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
