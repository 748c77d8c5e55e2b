import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { lintPages } from "../../../src/author/lint/pages.ts";
import { formatFinding } from "../../../src/compile/messages.ts";
import { ROOT } from "../../support/sample.ts";
import { temporaryFolder } from "../../support/folder.ts";

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
    const [first, ...others] = lintPages(folder, "Gull Cottage").map((finding) => formatFinding(finding));
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
    const lines = lintPages(folder, "Gull Cottage").map((finding) => formatFinding(finding));
    const [line = ""] = lines;
    assert.equal(lines.length, isReported ? 1 : 0);
    if (isReported) assert.match(line, /^content\/index\.md: warning: .* add \{\{booking\.channels\}\} on /);
  });
}

test("the sample's pages may speak of the sample, and nobody else's", () => {
  assert.deepEqual(lintPages(`${ROOT}content`, "Wrenfold Cottage"), []);
  assert.notDeepEqual(lintPages(`${ROOT}content`, "Gull Cottage"), []);
});
