import assert from "node:assert/strict";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { lintFiles, lintPages, readPages } from "../../../src/author/lint/files.ts";
import { formatFinding } from "../../../src/compile/messages.ts";
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

function findUnused(folders: ReturnType<typeof foldersOfAnOwner>) {
  return lintFiles(folders, readPages(folders.contentDirectory));
}

test("a folder of this version has no findings, and neither has the sample", () => {
  const folders = foldersOfAnOwner();
  assert.deepEqual(findUnused(folders), []);
  assert.deepEqual(findUnused({ dataDirectory: join(ROOT, "data"), contentDirectory: join(ROOT, "content") }), []);
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
  const findings = findUnused(folders);
  const reported = PICTURES.filter(([, isReported]) => isReported).map(([name]) => `content/images/${name}`);
  assert.deepEqual(findings.map(({ file }) => file).sort(), reported.sort());
  assert.match(findings[0]?.message ?? "", /add \{ "file": "IMG_2034\.JPG", "alt": "what it shows" \} to "photos"/);
});

test("a photo that no page shows must first be renamed if its name is not valid", () => {
  const folders = foldersOfAnOwner();
  mkdirSync(join(folders.contentDirectory, "images"));
  writeFileSync(join(folders.contentDirectory, "images", "Στιγμιότυπο οθόνης 2026.png"), "");
  const [finding] = findUnused(folders).map((each) => formatFinding(each));
  assert.match(finding ?? "", /οθόνης 2026\.png: warning: .+: rename the file, for example to 2026\.png/);
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
    const findings = findUnused(folders).map(({ file, values }) => `${file} ${values?.["name"]}`);
    assert.deepEqual(findings, name === undefined ? [] : [`content/${file} ${name}`]);
  });
}

test("files in the folder of facts that are not read are reported", () => {
  const folders = foldersOfAnOwner();
  for (const name of ["prices.json", "notes.txt", ".hidden", "README.md"])
    writeFileSync(join(folders.dataDirectory, name), "");
  const files = findUnused(folders).map(({ file }) => file);
  assert.deepEqual(files, ["data/notes.txt", "data/prices.json"]);
});

const BRACES = "write two curly brackets before the name and two after it, as in {{cottage.name}}";

const LINES: readonly [line: string, told: string | undefined][] = [
  ["The door code is 1234.", 'this line mentions "door code"'],
  ["FILL IN", 'this line still says "FILL IN"'],
  ["Welcome to Wrenfold", 'this line contains "Wrenfold", which comes from the sample'],
  ["Welcome to Gull Cottage", undefined],
  ["AUSFÜLLEN: die letzten Kurven | und mehr", 'this line still says "AUSFÜLLEN: die letzten Kurven": replace'],
  ["See {cottage.name}", `this line contains {cottage.name}: ${BRACES}`],
  ["Write to {{site.contact.email} today", `this line contains {{site.contact.email}: ${BRACES}`],
  ["Write to {site.contact.email}} today", `this line contains {site.contact.email}}: ${BRACES}`],
  ["Call {{ contact.telephone }", `this line contains {{ contact.telephone }: ${BRACES}`],
  ["Write to {{site.contact.email}} or {{ site.contact.telephone }}", undefined],
  ["`{ \"a\": {b} }` and `${a.b}}`", undefined],
  ["See www.dales-rail.co.uk for trains", "this line contains www.dales-rail.co.uk, which will not become a link"],
  ["[www.dales-rail.co.uk](https://www.dales-rail.co.uk)", undefined],
];

for (const [line, told] of LINES) {
  test(`${line} on a page is ${told ?? "fine"}`, () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "about.md"), `---\ntitle: About\n---\n\n${line}\n`);
    const [first, ...others] = lintPages(readPages(folder), "Gull Cottage").map((finding) => formatFinding(finding));
    if (told === undefined) assert.equal(first, undefined);
    else assert.ok(first?.startsWith(`content/about.md:5:1: warning: ${told}`), first);
    assert.deepEqual(others, []);
  });
}

const FRONT_PAGES: readonly [text: string, isReported: boolean][] = [
  ["{{cottage.hero}}\n\n{{booking.channels}}\n", false],
  ["{{cottage.hero}}\n", true],
  ["{{ cottage.hero }}\n", true],
  ["{{ cottage.hero }}\n\n{{ booking.channels }}\n", false],
  ["# Gull Cottage\n", false],
];

for (const [text, isReported] of FRONT_PAGES) {
  const target = isReported ? "nowhere, which is reported" : "to the channels";
  test(`the button of ${JSON.stringify(text)} leads ${target}`, () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "index.md"), text);
    const lines = lintPages(readPages(folder), "Gull Cottage").map((finding) => formatFinding(finding));
    const [line = ""] = lines;
    assert.equal(lines.length, isReported ? 1 : 0);
    if (isReported) assert.match(line, /^content\/index\.md: warning: .* add \{\{booking\.channels\}\} on /);
  });
}

test("the sample's pages may speak of the sample, and nobody else's", () => {
  assert.deepEqual(lintPages(readPages(`${ROOT}content`), "Wrenfold Cottage"), []);
  assert.notDeepEqual(lintPages(readPages(`${ROOT}content`), "Gull Cottage"), []);
});
