/**
 * The package: its dependencies, the commands of its scripts, the build, the packed files and the test suites.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { test } from "node:test";
import { ROOT, SCRIPTS, SUITES, filesBelow, testFiles } from "./support/suites.ts";

const MANIFEST = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

const PACKAGES = ["@types/node", "c8", "tsx", "typescript"];

test("the program needs four packages to be built and none to run", () => {
  assert.deepEqual(Object.keys(MANIFEST.devDependencies).sort(), PACKAGES);
  for (const kind of ["dependencies", "optionalDependencies", "peerDependencies", "bundleDependencies"]) {
    assert.equal(MANIFEST[kind], undefined, kind);
  }
  assert.equal(MANIFEST["private"], true);
  for (const hook of ["preinstall", "install", "postinstall", "prepare"])
    assert.ok(!(hook in SCRIPTS), `nothing runs on ${hook}`);
});

for (const [name, script] of Object.entries(SCRIPTS)) {
  test(`npm run ${name} runs only node, npm and the four packages, with a syntax that sh and cmd share`, () => {
    for (const command of script.split(" && ")) {
      const [program = ""] = command.split(" ");
      const unquoted = command.replaceAll(/"[^"]*"/g, "");
      assert.doesNotMatch(unquoted, /[*?$`'|;<>%^&~]|^\w+=/, "only one shell would understand it");
      if (program === "node" || program === "npm") continue;
      const [owner = ""] = realpathSync(join(ROOT, "node_modules/.bin", program)).split("node_modules/").slice(-1);
      assert.ok(PACKAGES.some((name) => owner.startsWith(`${name}/`)), `${program} is ${owner}`);
    }
  });
}

test("the build needs only the compiler, writes one file per source file, and deletes stale files", (context) => {
  const folder = mkdtempSync(join(tmpdir(), "a build "));
  context.after(() => rmSync(folder, { recursive: true }));
  for (const name of ["src", "data", "content", "package.json", "tsconfig.json"])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  const installed = join(folder, "node_modules");
  for (const name of ["typescript", "@typescript", "@types", "undici-types"]) {
    cpSync(join(ROOT, "node_modules", name), join(installed, name), { recursive: true });
  }
  mkdirSync(join(installed, ".bin"));
  symlinkSync("../typescript/bin/tsc", join(installed, ".bin/tsc"));
  mkdirSync(join(folder, "dist/old"), { recursive: true });
  writeFileSync(join(folder, "dist/old/stale.js"), "");
  // Without the folders that npm adds to PATH for the script that runs this test.
  const PATH = [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter);
  execFileSync("npm", ["run", "--silent", "build"], { cwd: folder, env: { HOME: folder, PATH }, stdio: "pipe" });
  const wanted = filesBelow(join(folder, "src")).map((name) => name.replace(/\.ts$/, ".js"));
  assert.deepEqual(filesBelow(join(folder, "dist")), wanted);
  for (const name of wanted)
    assert.match(readFileSync(join(folder, "dist", name), "utf8"), /^\/\*\*/, `${name} begins with what it is for`);
});

test("the packed files are the program, its data and pages, and the deployment scripts", () => {
  const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const packed: readonly { readonly files: readonly { readonly path: string }[] }[] = JSON.parse(output);
  const paths = packed.flatMap(({ files }) => files.map(({ path }) => path));
  for (const path of [
    "dist/server.js",
    "dist/serve/http/exchange.js",
    "data/cottage.json",
    "content/index.md",
    "scripts/deploy/install.sh",
    "CHANGELOG.md",
  ])
    assert.ok(paths.includes(path), path);
  const inFolders = /^(?:dist|data|content|scripts\/deploy)\//;
  const others = ["CHANGELOG.md", "LICENSE", "README.md", "package.json", "scripts/cottage.mjs"];
  assert.deepEqual(paths.filter((path) => !inFolders.test(path)).sort(), others);
});

test("the packed program says that it has none of the scripts for owners", (context) => {
  const folder = mkdtempSync(join(tmpdir(), "packed "));
  context.after(() => rmSync(folder, { recursive: true }));
  cpSync(join(ROOT, "scripts/cottage.mjs"), join(folder, "scripts/cottage.mjs"));
  for (const flag of ["--new", "--renew", "--card"]) {
    const { status, stderr } = spawnSync(process.execPath, ["scripts/cottage.mjs", "my", flag], {
      cwd: folder,
      encoding: "utf8",
    });
    assert.equal(status, 2);
    assert.equal(
      stderr,
      `${flag} is not part of the packed program, which is for servers: use the program folder on your computer\n`,
    );
  }
});

const CI = readFileSync(join(ROOT, ".ci/run"), "utf8");

test("every test file is run: by npm test, or by a suite that .ci/run names", () => {
  const run = [undefined, ...SUITES].flatMap((suite) => testFiles(suite));
  assert.deepEqual(run.sort(), filesBelow(join(ROOT, "test"), ".test.ts").sort());
  const [, suites = ""] = /^suites=\((.*)\)$/m.exec(CI) ?? [];
  assert.deepEqual(suites.split(" ").sort(), [...SUITES].sort());
});

for (const suite of SUITES) {
  test(`npm run test:${suite} runs every file of its folder`, () => {
    const files = testFiles(suite);
    assert.ok(files.length > 0);
    const script = SCRIPTS[`test:${suite}`] ?? "";
    if (script.includes(`test/run.ts ${suite}`)) return;
    assert.ok(script.endsWith(`npm test --prefix test/${suite}`), script);
    const words: readonly string[] = JSON.parse(
      readFileSync(join(ROOT, "test", suite, "package.json"), "utf8"),
    ).scripts.test.split(" ");
    const patterns = words.map(
      (word) => new RegExp(`^${word.replaceAll(".", "\\.").replaceAll("[!", "[^").replaceAll("*", "[^/]*")}$`),
    );
    for (const file of files) {
      const name = file.slice(`${suite}/`.length);
      assert.ok(patterns.some((pattern) => pattern.test(name)), `${name} is run by ${words.join(" ")}`);
    }
  });
}
