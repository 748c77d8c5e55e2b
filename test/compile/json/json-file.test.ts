/** Findings about fields of JSON files, and their lines. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createFieldFinding, locateFindings } from "../../../src/compile/json/json-file.ts";
import { createFinding } from "../../../src/compile/messages.ts";
import { temporaryFolder } from "../../support/folder.ts";

const FINDINGS = [
  createFieldFinding("error", "site/beds/0", "field-invalid"),
  createFinding("error", "content/about.md", { code: "page-required", line: 3, column: 1 }),
  createFieldFinding("warning", "site/updated", "advice-future"),
  createFinding("error", "data/site.json", { code: "file-missing" }),
];

function locate(siteText: string) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "site.json"), siteText);
  return locateFindings({ dataDirectory: folder, contentDirectory: folder }, FINDINGS);
}

test("locateFindings() groups findings by file, and sorts those of each file by line", () => {
  const findings = locate('{\n  "updated": "",\n  "beds": [\n    {}\n  ]\n}\n');
  assert.deepEqual(
    findings.map(({ file, line, column, code }) => [file, line, column, code]),
    [
      ["data/site.json", undefined, undefined, "file-missing"],
      ["data/site.json", 2, 14, "advice-future"],
      ["data/site.json", 4, 5, "field-invalid"],
      ["content/about.md", 3, 1, "page-required"],
    ],
  );
  assert.ok(findings.every((finding) => !("pointer" in finding)));
});

test("if a file became invalid after it was checked, its findings have no lines", () => {
  assert.deepEqual(locate("{").map(({ line }) => line), [undefined, undefined, undefined, 3]);
});
