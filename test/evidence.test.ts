import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "./support/sample.ts";

function evidence(...words: readonly string[]): string {
  return execFileSync(process.execPath, ["--import", "tsx", "scripts/evidence.ts", ...words], { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

test("the evidence names what the program touches, what builds it, and the hash of a clean build", () => {
  const report = evidence();
  for (const line of [
    /^- node:http: src\/http\/listener\.ts$/m,
    /^### writes files: never$/m,
    /^### starts programs or threads: never$/m,
    /^### runs text as code: never$/m,
    /^### uses chance: never$/m,
    /^### reads the environment: 1 places$/m,
    /^- \*\*typescript [\d.]+\*\*, Apache-2\.0, sha512-/m,
    /^sha256 of the names and bytes of `dist`: [\da-f]{64}$/m,
  ]) {
    assert.match(report, line);
  }
  const imported = report.slice(report.indexOf("## Modules"), report.indexOf("## What it does"));
  assert.doesNotMatch(imported, /^- (?!node:)/m, "nothing but node: is imported at run time");
});

test("the bill of materials lists every locked package with its hash", () => {
  const bill = JSON.parse(evidence("--sbom"));
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  assert.equal(bill.bomFormat, "CycloneDX");
  assert.equal(bill.components.length, Object.keys(lock.packages).length - 1);
  for (const { name, hashes } of bill.components) assert.match(hashes[0].content, /^[\da-f]{128}$/, name);
  assert.deepEqual(bill.dependencies, [{ ref: "holiday-cottage", dependsOn: [] }], "and the program depends on none of them");
});
