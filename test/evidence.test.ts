import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { FOLDERS } from "../scripts/evidence.ts";
import { ROOT, SCRIPTS, filesBelow } from "./support/suites.ts";

function evidence(...words: readonly string[]): string {
  return execFileSync(process.execPath, ["--import", "tsx", "scripts/evidence.ts", ...words], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** The report with the changes since a commit. It includes a clean build, so it is made once. */
const REPORT = evidence("HEAD");

test("the evidence names what the program touches, what builds it, and the hash of a clean build", () => {
  for (const line of [
    /^Faces the network: \d+ files, \d+ lines, \d+\.\d kB /m,
    /^- node:http: src\/serve\/http\/listener\.ts$/m,
    /^### writes files: 4 places$/m,
    /^- src\/compile\/site-file\.ts:\d+: renameSync/m,
    /^### starts programs or threads: never$/m,
    /^### runs text as code: never$/m,
    /^### uses random numbers: never$/m,
    /^- src\/serve\/http\/exchange\.ts:\d+: return process\.uptime\(\)/m,
    /^- src\/run-server\.ts:\d+: .*\bDate\.now\b/m,
    /^### reads the environment: 1 places$/m,
    /^- \*\*typescript [\d.]+\*\*, Apache-2\.0, sha512-/m,
    /^sha256 of the names and bytes of `dist`: [\da-f]{64}$/m,
  ]) {
    assert.match(REPORT, line);
  }
  const imported = REPORT.slice(REPORT.indexOf("## Modules"), REPORT.indexOf("## Effects"));
  assert.doesNotMatch(imported, /^- (?!node:)/m, "nothing but node: is imported at run time");
});

/** Names imported from modules that access files or set timers. Calls of all others cannot be told by their names. */
const EFFECT_IMPORT = /^import \{([^}]*)\} from "node:(?:fs|timers\/promises)";$/gm;
const FS_MEMBER = /\bfs\.(\w+)\(/g;

test("the evidence has every line that accesses files or sets timers", () => {
  const effects = REPORT.slice(REPORT.indexOf("## Effects"));
  for (const path of filesBelow(join(ROOT, "src"))) {
    const text = readFileSync(join(ROOT, "src", path), "utf8");
    const imports = [...text.matchAll(EFFECT_IMPORT)].flatMap(([, names = ""]) => names.split(","));
    const imported = imports.map((name) => name.trim().split(" as ").at(-1) ?? "");
    const members = [...text.matchAll(FS_MEMBER)].map(([, name = ""]) => name);
    for (const [index, line] of text.split("\n").entries()) {
      const isCall = [...imported, ...members].some((name) => line.includes(`${name}(`));
      if (isCall) assert.ok(effects.includes(`src/${path}:${index + 1}: `), `${path}:${index + 1}: ${line}`);
    }
  }
});

test("the reading plan has every file of src once, with its purpose", () => {
  const plan = REPORT.slice(REPORT.indexOf("## Reading plan"), REPORT.indexOf("## Changed"));
  const planned = [...plan.matchAll(/^- src\/(\S+): \d+ lines, [\d.]+ kB\. [A-Z].{20,}$/gm)].map(([, path]) => path);
  assert.deepEqual(planned.sort(), filesBelow(join(ROOT, "src")));
  for (const [folder, first] of FOLDERS) assert.ok(existsSync(join(ROOT, folder, first)), `${folder}/${first}`);
  for (const [, , check] of FOLDERS) {
    for (const [name = ""] of check.matchAll(/test\/[\w./-]*\w/g)) assert.ok(existsSync(join(ROOT, name)), name);
    for (const [, name = ""] of check.matchAll(/npm run ([\w:]+)/g)) assert.ok(name in SCRIPTS, name);
  }
});

test("changes are listed since the commit named, and an unknown commit is reported", () => {
  assert.match(REPORT, /^## Changed since HEAD: /m);
  assert.match(evidence("no-such-commit"), /^There is no tag or commit no-such-commit\.$/m);
});

test("the bill of materials lists every locked package with its hash", () => {
  const bill = JSON.parse(evidence("--sbom"));
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  assert.equal(bill.bomFormat, "CycloneDX");
  assert.equal(bill.components.length, Object.keys(lock.packages).length - 1);
  for (const { name, hashes } of bill.components) assert.match(hashes[0].content, /^[\da-f]{128}$/, name);
  assert.deepEqual(
    bill.dependencies,
    [{ ref: "holiday-cottage", dependsOn: [] }],
    "and the program depends on none of them",
  );
});
