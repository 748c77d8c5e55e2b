import assert from "node:assert/strict";
import { test } from "node:test";
import { HELP, parseArguments } from "../src/cli.ts";

const SERVE = { name: "serve", folder: undefined, json: false };

const GOOD: readonly [words: readonly string[], command: object][] = [
  [[], SERVE],
  [["--watch"], { ...SERVE, name: "watch" }],
  [["--check"], { ...SERVE, name: "check" }],
  [["--check", "--json"], { ...SERVE, name: "check", json: true }],
  [["--json", "--check"], { ...SERVE, name: "check", json: true }],
  [["--health"], { ...SERVE, name: "health" }],
  [["--help"], { ...SERVE, name: "help" }],
  [["--version"], { ...SERVE, name: "version" }],
  [["my-cottage"], { ...SERVE, folder: "my-cottage" }],
  [["my cottage", "--check"], { ...SERVE, name: "check", folder: "my cottage" }],
  [["--watch", "my-cottage"], { ...SERVE, name: "watch", folder: "my-cottage" }],
  [["check"], { ...SERVE, folder: "check" }],
  [["./check"], { ...SERVE, folder: "./check" }],
  [["3000"], { ...SERVE, folder: "3000" }],
  [["--check", "--check"], { ...SERVE, name: "check" }],
];

for (const [words, command] of GOOD) {
  test(`server.js ${words.join(" ")}`, () => assert.deepEqual(parseArguments(words), command));
}

const BAD: readonly [words: readonly string[], problem: string][] = [
  [["--chekc"], "--chekc is not a flag; did you mean --check?"],
  [["--helth"], "--helth is not a flag; did you mean --health?"],
  [["--port"], "--port is not a flag; see --help"],
  [["-c"], "-c is not a flag; see --help"],
  [[""], " is not a flag; see --help"],
  [["a", "b c"], "Only one folder is read, not a and b c"],
  [["--json"], "--json goes with --check only"],
  [["--check", "--watch"], "--watch and --check cannot go together"],
  [["--check", "--health"], "--check and --health cannot go together"],
];

for (const [words, problem] of BAD) {
  test(`server.js ${words.join(" ")} is refused`, () => assert.equal(parseArguments(words), problem));
}

test("--help names every flag and every variable", () => {
  for (const name of ["--check", "--watch", "--health", "HOST", "PORT", "BASE_URL", "RATE_LIMIT", "TRUST_PROXY", "DATA_DIR", "CONTENT_DIR", "ACCESS_LOG"]) {
    assert.ok(HELP.includes(`  ${name} `), name);
  }
});
