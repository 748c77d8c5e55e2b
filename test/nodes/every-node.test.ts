/**
 * Runs the tests, the build and the program without a build on every supported Node.
 */
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../support/folder.ts";
import { ROOT, testFiles } from "../support/suites.ts";
import { NODE_MAJORS, OLDER_MAJORS, nodePath, oldestNodePath } from "./nodes.ts";

/** Release lines of Node that can run TypeScript sources. */
const TYPE_STRIPPING_MAJORS = NODE_MAJORS.filter((major) => major >= 22);

/** The npm registry has the oldest releases for x64 only. */
const OLDEST = process.arch === "x64" ? OLDER_MAJORS.map(oldestNodePath) : [];

const BINARIES: readonly string[] = [...OLDEST, ...NODE_MAJORS.map(nodePath)];

/** Paths below `test` of the tests that an old release runs: those of the server and the program. */
const SERVER_TEST = /^(?:serve\/|[^/]+$)/;

/** Returns the environment for npm scripts with another Node, without the options of the current process. */
function environment(node: string, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, ...rest } = process.env;
  return { ...rest, npm_node_execpath: node, PATH: `${dirname(node)}:${process.env["PATH"] ?? ""}`, ...more };
}

for (const node of BINARIES) {
  const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  const isOldest = OLDEST.includes(node);
  test(`${isOldest ? "the server's tests pass" : "the whole suite passes"} on Node ${version}`, () => {
    const paths = testFiles().filter((path) => !isOldest || SERVER_TEST.test(path));
    const files = paths.map((path) => `test/${path}`);
    const { stdout } = spawnSync(node, ["--import", "tsx", "--test", "--test-reporter=tap", ...files], {
      cwd: ROOT,
      env: environment(node),
      encoding: "utf8",
      maxBuffer: 1 << 28,
      timeout: 1_200_000,
    });
    const failed = stdout.split("\n").filter((line) => /^\s*not ok /.test(line));
    assert.deepEqual(failed, []);
    assert.match(stdout, /^# fail 0$/m);
  });
}

test("a clean build has the same bytes on every Node", () => {
  const script = `import { buildHash } from "./scripts/evidence.ts"; process.stdout.write(buildHash());`;
  const words = ["--import", "tsx", "--input-type=module", "-e", script];
  const hashes = BINARIES.map((node) =>
    execFileSync(node, words, { cwd: ROOT, env: environment(node), encoding: "utf8" }),
  );
  assert.match(hashes[0] ?? "", /^[\da-f]{64}$/);
  assert.deepEqual(new Set(hashes).size, 1, hashes.join("\n"));
});

test("a compiled site has the same bytes on every Node", () => {
  const folder = temporaryFolder();
  const hashes = BINARIES.map((node, index) => {
    const file = join(folder, `site-${index}`);
    const settings = { BASE_URL: "https://cottage.example", RATE_LIMIT: "60" };
    execFileSync(node, ["dist/server.js", ".", "--compile", file], { cwd: ROOT, env: environment(node, settings) });
    return createHash("sha256").update(readFileSync(file)).digest("hex");
  });
  assert.equal(new Set(hashes).size, 1, hashes.join("\n"));
});

for (const major of TYPE_STRIPPING_MAJORS) {
  const name = `node src/server.ts serves on Node ${major} without installed packages and without a build`;
  test(name, { timeout: 30_000 }, async () => {
    const folder = join(temporaryFolder(), String(major));
    for (const item of ["src", "data", "content", "package.json"]) {
      cpSync(join(ROOT, item), join(folder, item), { recursive: true });
    }
    const env = environment(nodePath(major), { PORT: "0", ACCESS_LOG: "off" });
    const server = spawn(nodePath(major), ["src/server.ts"], { cwd: folder, env });
    try {
      let output = "";
      let port: string | undefined;
      for await (const chunk of server.stdout) {
        output += String(chunk);
        port = /Listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
        if (port !== undefined) break;
      }
      const response = await fetch(`http://127.0.0.1:${port ?? "0"}/api/v1/cottage`);
      assert.equal(response.status, 200);
      assert.match(await response.text(), /"object":"cottage"/);
    } finally {
      server.kill();
    }
  });
}
