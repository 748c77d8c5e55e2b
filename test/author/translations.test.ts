/** Sentences for owners in other languages than English. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isTranslated, loadTranslations, translatedCounts, translatedLine } from "../../src/author/translations.ts";
import { createFinding, formatFinding } from "../../src/compile/finding.ts";
import { placeholdersIn } from "../../src/compile/words/words.ts";
import { ROOT } from "../support/sample.ts";
import { temporaryFolder } from "../support/folder.ts";

const PROGRAM_CONTENT = join(ROOT, "content");
const LANGUAGES = readdirSync(join(PROGRAM_CONTENT, "messages"))
  .map((file) => file.replace(".json", ""))
  .filter((language) => language !== "en");
const ENGLISH = tableOf("en");

/** Families of codes that every table has. The sentences of others may be English. */
const FAMILIES =
  "file json field list value expected hint rating map words page front-matter link image advice check level watch";
const TRANSLATED = new RegExp(`^(?:${FAMILIES.replaceAll(" ", "|")})-`);

function tableOf(language: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(PROGRAM_CONTENT, "messages", `${language}.json`), "utf8"));
}

test("there is a table for each language of the pages but English", () => {
  assert.deepEqual(LANGUAGES.toSorted(), ["de", "es", "fr", "it", "nl"]);
});

for (const language of LANGUAGES) {
  const table = tableOf(language);

  test(`${language}: every sentence has a code of the catalogue and only its placeholders`, () => {
    for (const [code, sentence] of Object.entries(table)) {
      assert.ok(Object.hasOwn(ENGLISH, code), code);
      if (code === "check-counts") continue;
      const expected = placeholdersIn(ENGLISH[code] ?? "").toSorted();
      assert.deepEqual(placeholdersIn(sentence).toSorted(), expected, code);
    }
  });

  test(`${language}: the sentences that owners see most often are translated`, () => {
    const codes = Object.keys(ENGLISH).filter((code) => TRANSLATED.test(code));
    assert.ok(codes.length > 130, String(codes.length));
    assert.deepEqual(
      codes.filter((code) => !Object.hasOwn(table, code)),
      [],
    );
  });
}

const FOLDER = temporaryFolder();

function translationsFor(site: string) {
  writeFileSync(join(FOLDER, "site.json"), site);
  return loadTranslations({ dataDirectory: FOLDER, programContent: PROGRAM_CONTENT });
}

const INVALID = createFinding(
  "error",
  "data/site.json",
  {
    code: "field-invalid",
    values: {
      field: { code: "field-in-group", values: { name: "email", group: "contact" } },
      expected: { code: "expected-email", values: { example: "hello@example.com" } },
      found: '"me"',
      hint: "",
    },
  },
  { line: 3, column: 5 },
);

const LINES: readonly [site: string, line: string][] = [
  [
    '{ "language": "de-AT" }',
    'data/site.json:3:5: Fehler: email (contact): Erwartet wird eine E-Mail-Adresse, zum Beispiel ' +
      '"hello@example.com", nicht "me"',
  ],
  [
    '{ "language": "fr", }',
    'data/site.json:3:5: erreur: email (contact)\u00a0: il faut une adresse e-mail, par exemple ' +
      '"hello@example.com", et non "me"',
  ],
  [
    '"language": "es"',
    'data/site.json:3:5: error: email (contact): se espera una dirección de correo electrónico, por ' +
      'ejemplo "hello@example.com", no "me"',
  ],
  [
    '{ "language": "it" }',
    'data/site.json:3:5: errore: email (contact): serve un indirizzo e-mail, per esempio "hello@example.com", non "me"',
  ],
  [
    '{ "language": "nl" }',
    'data/site.json:3:5: fout: email (contact): verwacht wordt een e-mailadres, bijvoorbeeld ' +
      '"hello@example.com", niet "me"',
  ],
  ['{ "language": "en-GB" }', formatFinding(INVALID)],
  ['{ "language": "sv" }', formatFinding(INVALID)],
  ["", formatFinding(INVALID)],
];

for (const [site, line] of LINES) {
  test(`a finding for the owner of ${site || "an empty file"}`, () => {
    assert.equal(translatedLine(INVALID, translationsFor(site)), line);
  });
}

test("a folder without site.json is reported in English", () => {
  assert.equal(loadTranslations({ dataDirectory: join(FOLDER, "none"), programContent: PROGRAM_CONTENT }), undefined);
});

test("counts need no plural in other languages", () => {
  assert.equal(translatedCounts([INVALID]), "1 error, 0 warnings, 0 notices");
  assert.equal(translatedCounts([INVALID], tableOf("de")), "Fehler: 1, Warnungen: 0, Hinweise: 0");
});

test("a sentence that a table lacks stays English", () => {
  const { "field-invalid": _, ...table } = tableOf("nl");
  assert.match(translatedLine(INVALID, table), /^data\/site\.json:3:5: [a-z]+: .* must be /);
  assert.equal(isTranslated([INVALID], tableOf("nl")), true);
  assert.equal(isTranslated([INVALID], table), false);
});
