/** The limits of files that owners write: a file of one byte more is a finding that names the limit. */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { compile } from "../src/compile/compile.ts";
import { formatFinding } from "../src/compile/messages.ts";
import { temporaryFolder } from "./support/folder.ts";
import { ROOT, sampleConfig } from "./support/sample.ts";

const LIMITS: readonly (readonly [file: string, bytesMax: number, finding: string])[] = [
  [
    "data/cottage.json",
    32_000_000,
    "this file is too large (it is 32001 kB, and the limit is 32000 kB): make it smaller",
  ],
  ["content/about.md", 1_000_000, "this file is too large (it is 1001 kB, and the limit is 1000 kB): make it smaller"],
  ["content/words.json", 200_000, "this file is too large (it is 201 kB, and the limit is 200 kB): make it smaller"],
  ["content/owner.css", 1_000_000, "this file is too large (it is 1001 kB, and the limit is 1000 kB): make it smaller"],
];

for (const [file, bytesMax, finding] of LIMITS) {
  test(`${file} is reported above its limit, and read at its limit`, () => {
    const folder = temporaryFolder();
    cpSync(join(ROOT, "data"), join(folder, "data"), { recursive: true });
    mkdirSync(join(folder, "content"));
    const config = sampleConfig({ DATA_DIR: join(folder, "data"), CONTENT_DIR: join(folder, "content") });
    const findingsWith = (excess: number): string[] => {
      writeFileSync(join(folder, file), "");
      truncateSync(join(folder, file), bytesMax + excess);
      const lines = compile(config).findings.map((found) => formatFinding(found));
      return lines.filter((line) => line.endsWith("make it smaller"));
    };
    assert.deepEqual(findingsWith(0), []);
    assert.deepEqual(findingsWith(1), [`${file}: error: ${finding}`]);
  });
}
