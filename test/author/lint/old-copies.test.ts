import assert from "node:assert/strict";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { adviceOnOldCopies } from "../../../src/author/lint/old-copies.ts";
import { findingLine } from "../../../src/compile/finding.ts";
import { temporaryFolder } from "../../support/program.ts";
import { ROOT } from "../../support/sample.ts";

function foldersOfAnOwner() {
  const folder = temporaryFolder();
  const dataDirectory = join(folder, "data");
  const contentDirectory = join(folder, "content");
  cpSync(join(ROOT, "data"), dataDirectory, { recursive: true });
  mkdirSync(contentDirectory);
  return { dataDirectory, contentDirectory, programData: join(ROOT, "data"), programContent: join(ROOT, "content") };
}

test("a folder of this version has no old copies, and neither has the sample", () => {
  const folders = foldersOfAnOwner();
  assert.deepEqual(adviceOnOldCopies(folders), []);
  const { programData, programContent } = folders;
  assert.deepEqual(adviceOnOldCopies({ ...folders, dataDirectory: programData, contentDirectory: programContent }), []);
});

test("schemas and a style sheet of an older version are reported once each, with what to do", () => {
  const folders = foldersOfAnOwner();
  for (const name of ["cottage", "site"]) writeFileSync(join(folders.dataDirectory, `schema/${name}.schema.json`), "{}\n");
  writeFileSync(join(folders.contentDirectory, "style.css"), "body {}\n");
  const [schemas = "", style = "", ...others] = adviceOnOldCopies(folders).map(findingLine);
  assert.match(schemas, /^data\/schema: notice: the schemas in this folder are of another version.* node .* --renew$/);
  assert.match(style, /^content\/style\.css: notice: this copy of the style sheet .* delete this file$/);
  assert.deepEqual(others, []);
});
