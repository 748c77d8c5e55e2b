/** Sentences for owners in other languages than English. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { formatCounts } from "../../src/author/check.ts";
import { loadTranslations, siteLanguage } from "../../src/author/folder.ts";
import { createFinding, formatFinding, formatMessage } from "../../src/compile/messages.ts";
import { placeholdersIn } from "../../src/compile/words/locale.ts";
import { ROOT } from "../support/sample.ts";
import { temporaryFolder } from "../support/folder.ts";

const PROGRAM_CONTENT = join(ROOT, "content");
const LANGUAGES = readdirSync(join(PROGRAM_CONTENT, "messages"))
  .map((file) => file.replace(".json", ""))
  .filter((language) => language !== "en");
const ENGLISH = tableOf("en");

function tableOf(language: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(PROGRAM_CONTENT, "messages", `${language}.json`), "utf8"));
}

test("there is a table for each language of the pages but English", () => {
  assert.deepEqual(LANGUAGES.toSorted(), ["de", "es", "fr", "it", "nl"]);
});

for (const language of LANGUAGES) {
  const table = tableOf(language);

  test(`${language}: every message of the catalogue is translated, with the same placeholders`, () => {
    assert.deepEqual(Object.keys(table).toSorted(), Object.keys(ENGLISH).toSorted());
    for (const [code, sentence] of Object.entries(table)) {
      const expected = placeholdersIn(ENGLISH[code] ?? "").toSorted();
      assert.deepEqual(placeholdersIn(sentence).toSorted(), expected, code);
    }
  });
}

const FOLDER = temporaryFolder();

function translationsFor(site: string) {
  writeFileSync(join(FOLDER, "site.json"), site);
  return loadTranslations(FOLDER);
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
    },
    line: 3,
    column: 5,
  },
);

const LINES: readonly [site: string, line: string][] = [
  [
    '{ "language": "de-AT" }',
    'data/site.json:3:5: Fehler: In email (contact) steht "me"; richtig wäre eine E-Mail-Adresse, zum Beispiel ' +
      '"hello@example.com"',
  ],
  [
    '{ "language": "fr", }',
    'data/site.json:3:5: erreur: email dans contact doit être une adresse e-mail, par exemple ' +
      '"hello@example.com", et non "me"',
  ],
  [
    '"language": "es"',
    'data/site.json:3:5: error: email en contact no puede ser "me": debe ser una dirección de correo ' +
      'electrónico, por ejemplo "hello@example.com"',
  ],
  [
    '{ "language": "it" }',
    'data/site.json:3:5: errore: email (contact): serve un indirizzo e-mail, per esempio "hello@example.com", non "me"',
  ],
  [
    '{ "language": "nl" }',
    'data/site.json:3:5: fout: email in contact is "me": gebruik een e-mailadres, bijvoorbeeld ' +
      '"hello@example.com"',
  ],
  ['{ "language": "en-GB" }', formatFinding(INVALID)],
  ['{ "language": "sv" }', formatFinding(INVALID)],
  ["", formatFinding(INVALID)],
];

for (const [site, line] of LINES) {
  test(`a finding for the owner of ${site || "an empty file"}`, () => {
    assert.equal(formatFinding(INVALID, translationsFor(site)), line);
  });
}

test("a folder without site.json is reported in English", () => {
  const messages = loadTranslations(join(FOLDER, "none"));
  assert.deepEqual(messages, ENGLISH);
});

test("counts are in the language of the messages", () => {
  assert.equal(formatCounts([INVALID], ENGLISH), "Errors: 1, warnings: 0");
  assert.equal(formatCounts([INVALID], tableOf("de")), "Fehler: 1, Warnungen: 0");
});

test("a message that a table lacks is in English", () => {
  const { "field-invalid": _, ...table } = tableOf("nl");
  assert.match(formatFinding(INVALID, table), /^data\/site\.json:3:5: [a-z]+: .* must be /);
});

const SERVER_MESSAGES: readonly (readonly [language: string, changed: string])[] = [
  ["en", "Changed: data/site.json"],
  ["de", "Geändert: data/site.json"],
  ["fr", "Modifié\u00a0: data/site.json"],
  ["de-AT", "Geändert: data/site.json"],
  ["sv", "Changed: data/site.json"],
  ["Deutsch", "Changed: data/site.json"],
];

for (const [language, changed] of SERVER_MESSAGES) {
  test(`the owner of a site in ${language} reads ${changed}`, () => {
    writeFileSync(join(FOLDER, "site.json"), `{ "language": "${language}" }`);
    const message = { code: "server-changed", values: { files: "data/site.json" } } as const;
    assert.equal(formatMessage(message, loadTranslations(FOLDER)), changed);
  });
}

test("the language of a site.json that is not saved as UTF-8 is read", () => {
  writeFileSync(join(FOLDER, "site.json"), Buffer.from('{ "language": "de", "name": "H\u00fctte" }', "latin1"));
  assert.equal(siteLanguage(FOLDER), "de");
});
