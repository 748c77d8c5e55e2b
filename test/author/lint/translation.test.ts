import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { lintTranslation, readPages } from "../../../src/author/lint/files.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { ROOT } from "../../support/sample.ts";

const template = (path: string) => readFileSync(join(ROOT, "scripts/template", path), "utf8");
const PRIVACY = template("en/privacy.md").replaceAll(/FILL IN[^.]*/g, "Maria");
const GREEK = "# Απόρρητο\n\nΑυτός ο ιστότοπος δεν έχει λογαριασμούς και φόρμες.\n\n{{contact.details}}\n";
const ONE_LINE = PRIVACY.split("\n").find((line) => line.startsWith("- It runs no scripts."));

const PAGES: readonly (readonly [language: string, name: string, page: string, message: RegExp | undefined])[] = [
  ["el", "English", PRIVACY, /^"description: .+" is not translated into "el" yet: translate /],
  ["el", "German", template("de/privacy.md"), /^"/],
  ["el", "Greek", GREEK, undefined],
  ["el", "Greek, with an English line", `${GREEK}\r\n${ONE_LINE}\r\n`, /^"- It runs no scripts/],
  ["de-AT", "English", PRIVACY, /^"/],
  ["en-GB", "English", PRIVACY, undefined],
  ["de-AT", "German", template("de/privacy.md"), undefined],
];

for (const [language, name, page, message] of PAGES) {
  test(`in a site in ${language}, a page in ${name} is ${message === undefined ? "not " : ""}reported`, () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "privacy.md"), page);
    const [finding] = lintTranslation(readPages(folder), language);
    if (message === undefined) assert.equal(finding, undefined);
    else assert.match(finding?.message ?? "", message);
  });
}

test("the location of the first untranslated line is reported", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "about.md"), `${GREEK}\n${ONE_LINE}\n`);
  const locations = lintTranslation(readPages(folder), "el").map(({ file, line, level }) => [file, line, level]);
  assert.deepEqual(locations, [["content/about.md", 7, "warning"]]);
});
