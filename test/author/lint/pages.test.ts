import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { adviceOnPages } from "../../../src/author/lint/pages.ts";
import { findingLine } from "../../../src/compile/finding.ts";
import { ROOT } from "../../support/sample.ts";

const LINES: readonly [line: string, told: string | undefined][] = [
  ["The door code is 1234.", 'this line speaks of a "door code"'],
  ["FILL IN", 'this line says "FILL IN"'],
  ["Welcome to Wrenfold", 'this line has "Wrenfold", which is from the sample cottage'],
  ["Welcome to Gull Cottage", undefined],
];

for (const [line, told] of LINES) {
  test(`${line} on a page is ${told ?? "fine"}`, () => {
    const folder = mkdtempSync(join(tmpdir(), "cottage-pages-"));
    try {
      writeFileSync(join(folder, "about.md"), `---\ntitle: About\n---\n\n${line}\n`);
      const [first, ...others] = adviceOnPages(folder, "Gull Cottage").map(findingLine);
      if (told === undefined) assert.equal(first, undefined);
      else assert.ok(first?.startsWith(`content/about.md:5:1: warning: ${told}`), first);
      assert.deepEqual(others, []);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

test("the sample's pages may speak of the sample, and nobody else's", () => {
  assert.deepEqual(adviceOnPages(`${ROOT}content`, "Wrenfold Cottage"), []);
  assert.notDeepEqual(adviceOnPages(`${ROOT}content`, "Gull Cottage"), []);
});
