import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { adviceOnPictures } from "../../../src/author/lint/pictures.ts";
import { temporaryFolder } from "../../support/program.ts";

const PICTURES: readonly (readonly [name: string, isReported: boolean])[] = [
  ["kitchen.jpg", false],
  ["kitchen-800.jpg", false],
  ["named-on-a-page.webp", false],
  ["share.png", false],
  ["favicon.svg", false],
  ["IMG_2034.JPG", true],
  ["garden-800.jpg", true],
  ["notes.txt", false],
];

test("photographs that no page shows are reported, with the entry to add", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "images"));
  for (const [name] of PICTURES) writeFileSync(join(folder, "images", name), "");
  writeFileSync(join(folder, "about.md"), "![x](/images/named-on-a-page.webp)");
  const findings = adviceOnPictures(folder, ["kitchen.jpg"]);
  const reported = PICTURES.filter(([, isReported]) => isReported).map(([name]) => `content/images/${name}`);
  assert.deepEqual(findings.map(({ file }) => file).sort(), reported.sort());
  assert.match(findings[0]?.message ?? "", /add \{ "file": "IMG_2034\.JPG", "alt": "what it shows" \} to "photos"/);
});
