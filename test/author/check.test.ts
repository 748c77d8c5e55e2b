import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { checkFolder, formatReport } from "../../src/author/check.ts";
import { loadTranslations } from "../../src/author/folder.ts";
import { sampleConfig } from "../support/sample.ts";
import { copySample, temporaryFolder } from "../support/folder.ts";

const NOT_YET = /The site cannot go online yet: correct the errors and fill in what is missing\.$/;
const NOW = Date.UTC(2026, 10, 20);

test("the sample has no findings", () => {
  const checked = checkFolder(sampleConfig(), NOW);
  assert.deepEqual([checked.ok, checked.isFinished], [true, true]);
  assert.deepEqual(checked.findings, []);
  const summary = /\nErrors: 0, warnings: 0\. No errors: the site can go online\.$/;
  assert.match(formatReport(checked, {}), summary);
});

const UNUSED_FILES: readonly [name: string, photos: string, codes: readonly string[]][] = [
  [
    "no errors",
    '"photos": []',
    ["advice-photos-none", "advice-file-unused", "advice-file-unused", "advice-photo-unused"],
  ],
  ["a misspelt photo", '"photos": [{ "file": "hal.jpg", "alt": "Hall" }]', ["image-misspelt"]],
  ["an unreadable site.json", '"photos": [', ["json-bracket-unclosed"]],
];

for (const [name, photos, expected] of UNUSED_FILES) {
  test(`files that nothing uses are reported only without errors: ${name}`, () => {
    const { folder, environment } = copySample();
    const path = join(folder, "data/site.json");
    const { photos: _, ...site } = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify(site).replace(/\}$/, `,${photos}${photos.endsWith("]") ? "}" : ""}`));
    for (const file of ["data/prices.txt", "content/prices.md.txt", "content/images/hall.jpg"]) {
      writeFileSync(join(folder, file), "");
    }
    const { findings } = checkFolder(sampleConfig(environment), NOW);
    assert.deepEqual(findings.map(({ code }) => code), expected);
  });
}

test("errors come before warnings", () => {
  const { folder, environment } = copySample();
  const [page, site] = [join(folder, "content/about.md"), join(folder, "data/site.json")];
  // The labels are not translated into Swedish, which is a warning.
  writeFileSync(site, readFileSync(site, "utf8").replace('"en-GB"', '"sv"'));
  appendFileSync(page, "\n[Here](/nowhere)\n");
  const levels = checkFolder(sampleConfig(environment), NOW).findings.map(({ level }) => level);
  assert.deepEqual(levels, ["error", "warning"]);
});

test("advice is given only once there are no errors", () => {
  const { folder, environment } = copySample();
  const page = join(folder, "content/about.md");
  const text = `${readFileSync(page, "utf8")}\nThe door code is 4711.`;
  const codes = () => checkFolder(sampleConfig(environment), NOW).findings.map(({ code }) => code);
  writeFileSync(page, `${text} [Here](/nowhere)\n`);
  assert.deepEqual(codes(), ["link-target-missing"]);
  writeFileSync(page, `${text}\n`);
  assert.deepEqual(codes(), ["advice-secret"]);
});

test("errors come first, and the last line says that it cannot go online", () => {
  const checked = checkFolder(sampleConfig({ DATA_DIR: "/nowhere" }), NOW);
  assert.equal(checked.ok, false);
  assert.equal(checked.findings[0]?.level, "error");
  assert.doesNotMatch(formatReport(checked, {}), /\u001b/);
  assert.match(formatReport(checked, {}), NOT_YET);
});

const CONCLUSIONS: readonly [paragraph: string, ok: boolean, isFinished: boolean, conclusion: RegExp][] = [
  ["It is quiet here.", true, true, /No errors: the site can go online\.$/],
  ["FILL IN: how to get here.", true, false, NOT_YET],
  ["[Here](/nowhere)", false, false, NOT_YET],
];

for (const [paragraph, ok, isFinished, conclusion] of CONCLUSIONS) {
  test(`with ${paragraph} on a page, ok is ${ok} and isFinished is ${isFinished}`, () => {
    const { folder, environment } = copySample();
    appendFileSync(join(folder, "content/about.md"), `\n${paragraph}\n`);
    const report = checkFolder(sampleConfig(environment), NOW);
    assert.deepEqual([report.ok, report.isFinished], [ok, isFinished]);
    assert.match(formatReport(report, {}), conclusion);
  });
}

test("the text is in the language of the table, and the report for programs stays English", () => {
  const { folder, environment } = copySample();
  appendFileSync(join(folder, "content/about.md"), "\nThe door code is 4711.\n");
  const report = checkFolder(sampleConfig(environment), NOW);
  const table = loadTranslations(germanData());
  const text = formatReport(report, table);
  assert.match(text, /^Geprüfter Ordner: /);
  assert.match(text, /\ncontent\/about\.md:\d+:10: Warnung: Diese Zeile enthält "code is 4711", und das /);
  assert.match(text, /\nFehler: 0, Warnungen: 1\. Keine Fehler: Die Website kann online gehen\.$/);
  assert.ok(report.findings.every(({ message }) => !message.includes("Zeile")));
});

function germanData(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "site.json"), '{ "language": "de" }');
  return folder;
}
