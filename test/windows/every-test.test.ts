/**
 * Runs the tests of `npm test` on Windows, except the files that need a Unix. Each of those is listed with the reason.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ROOT, testFiles } from "../support/suites.ts";
import { Windows } from "./wine.ts";

const NEEDS_UNIX: Readonly<Record<string, string>> = {
  "author/watch.test.ts": "symbolic links",
  "build.test.ts": "npm and a shell",
  "commands.test.ts": "sh",
  "compile/data/load.test.ts": "the system's words for unreadable files",
  "compile/data/mutants.test.ts": "processor time without that of Wine",
  "compile/files.test.ts": "symbolic links, pipes and permissions",
  "config.test.ts": "absolute paths that begin with a slash",
  "developers.test.ts": "sh and curl",
  "evidence.test.ts": "git",
  "owner-mistakes.test.ts": "file names that differ in upper case",
  "program.test.ts": "signals",
  "readme.test.ts": "sh and curl",
  "serve/site-file.test.ts": "permissions",
  "server.test.ts": "signals",
};

const TIMEOUT_MS = 900_000;

const windows = new Windows();
after(() => windows.remove());

test("every file that needs a Unix exists", () => {
  for (const path of Object.keys(NEEDS_UNIX)) assert.ok(testFiles().includes(path), path);
});

test("the tests that need no Unix pass on Windows", () => {
  const files = testFiles().filter((path) => NEEDS_UNIX[path] === undefined);
  const words = ["--test", "--test-concurrency=2", "--test-reporter=tap", ...files.map((path) => `test/${path}`)];
  const { stdout, stderr } = windows.node(words, { cwd: ROOT, timeout: TIMEOUT_MS });
  // Each failure with its reason: the block that follows the line, up to the next test.
  const failed = stdout.match(/^ *not ok [^]*?(?=^ *(?:# Subtest|ok |not ok |1\.\.))/gm) ?? [];
  assert.deepEqual(failed, [], stderr);
  assert.match(stdout, /^# fail 0$/m);
  assert.ok(Number(/^# pass (\d+)$/m.exec(stdout)?.[1]) > 1000);
});
