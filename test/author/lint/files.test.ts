import assert from "node:assert/strict";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { lintFiles } from "../../../src/author/lint/files.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { ROOT } from "../../support/sample.ts";

function foldersOfAnOwner() {
  const folder = temporaryFolder();
  const dataDirectory = join(folder, "data");
  const contentDirectory = join(folder, "content");
  cpSync(join(ROOT, "data"), dataDirectory, { recursive: true });
  mkdirSync(contentDirectory);
  return { dataDirectory, contentDirectory };
}

test("a folder of this version has no findings, and neither has the sample", () => {
  const folders = foldersOfAnOwner();
  assert.deepEqual(lintFiles(folders), []);
  assert.deepEqual(lintFiles({ dataDirectory: join(ROOT, "data"), contentDirectory: join(ROOT, "content") }), []);
});

const PICTURES: readonly (readonly [name: string, isReported: boolean])[] = [
  ["kitchen.jpg", false],
  ["kitchen-800.jpg", false],
  ["named-on-a-page.webp", false],
  ["share.png", false],
  ["favicon.svg", false],
  ["IMG_2034.JPG", true],
  ["garden-800.jpg", true],
  ["kitchen-2.jpg", true],
  ["kitchen-10.jpg", true],
  ["notes.txt", false],
  ["rules.pdf", false],
];

test("photographs that no page shows are reported, with the entry to add", () => {
  const folders = foldersOfAnOwner();
  const folder = folders.contentDirectory;
  mkdirSync(join(folder, "images"));
  for (const [name] of PICTURES) writeFileSync(join(folder, "images", name), "");
  writeFileSync(join(folder, "about.md"), "![x](/images/named-on-a-page.webp)");
  writeFileSync(join(folders.dataDirectory, "site.json"), '{ "photos": [{ "file": "kitchen.jpg" }] }');
  const findings = lintFiles(folders);
  const reported = PICTURES.filter(([, isReported]) => isReported).map(([name]) => `content/images/${name}`);
  assert.deepEqual(findings.map(({ file }) => file).sort(), reported.sort());
  assert.match(findings[0]?.message ?? "", /add \{ "file": "IMG_2034\.JPG", "alt": "what it shows" \} to "photos"/);
});

const TEXT_FILES: readonly (readonly [file: string, name: string | undefined])[] = [
  ["prices.md.txt", "prices.md"],
  ["prices.txt", "prices.md"],
  ["Prices.DOCX", "Prices.md"],
  ["words.json.txt", "words.json"],
  ["help.txt", undefined],
  ["prices.md", undefined],
  ["robots", undefined],
];

for (const [file, name] of TEXT_FILES) {
  test(`content/${file} is ${name === undefined ? "not reported" : `reported, and ${name} proposed`}`, () => {
    const folders = foldersOfAnOwner();
    writeFileSync(join(folders.contentDirectory, file), "");
    const findings = lintFiles(folders).map(({ file, values }) => `${file} ${values?.["name"]}`);
    assert.deepEqual(findings, name === undefined ? [] : [`content/${file} ${name}`]);
  });
}

test("files in the folder of facts that are not read are reported", () => {
  const folders = foldersOfAnOwner();
  for (const name of ["prices.json", "notes.txt", ".hidden", "README.md"])
    writeFileSync(join(folders.dataDirectory, name), "");
  const files = lintFiles(folders).map(({ file }) => file);
  assert.deepEqual(files, ["data/notes.txt", "data/prices.json"]);
});
