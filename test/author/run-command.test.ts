/** Arguments, and the commands that do not start a server: what they print, and whether they succeed. */
import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parseArguments, runCommand } from "../../src/author/run-command.ts";
import { copySample, temporaryFolder } from "../support/folder.ts";
import { ROOT } from "../support/sample.ts";

const GOOD: readonly [words: readonly string[], options: object, path?: string][] = [
  [[], {}],
  [["--watch"], { watch: true }],
  [["--check"], { check: true }],
  [["--check", "--json"], { check: true, json: true }],
  [["--check", "--finished"], { check: true, finished: true }],
  [["--json", "--check"], { check: true, json: true }],
  [["--help"], { help: true }],
  [["my-cottage"], {}, "my-cottage"],
  [["my cottage", "--check"], { check: true }, "my cottage"],
  [["--watch", "my-cottage"], { watch: true }, "my-cottage"],
  [["check"], {}, "check"],
  [["./check"], {}, "./check"],
  [["3000"], {}, "3000"],
  [["--check", "--check"], { check: true }],
  [["--compile", "site.cottage"], { compile: "site.cottage" }],
  [["my cottage", "--compile", "the site"], { compile: "the site" }, "my cottage"],
  [["--compile=site.cottage"], { compile: "site.cottage" }],
  [["--compile", "the site", "my cottage"], { compile: "the site" }, "my cottage"],
];

for (const [words, options, path] of GOOD) {
  test(`server.js ${words.join(" ")}`, () => {
    const command = parseArguments(words);
    assert.ok(command.kind === "command");
    assert.deepEqual([{ ...command.options }, command.path], [options, path]);
  });
}

const FLAGS = "the flags are --watch, --check, --compile, --help, --health, --version, --json, --finished";
const FILE_MISSING = `Option '--compile <value>' argument missing; ${FLAGS}`;
const FILE_AMBIGUOUS = `Option '--compile' argument is ambiguous; ${FLAGS}`;

const BAD: readonly [words: readonly string[], message: string][] = [
  [["--chekc"], `Unknown option '--chekc'; ${FLAGS}`],
  [["-c"], `Unknown option '-c'; ${FLAGS}`],
  [["--check=1"], `Option '--check' does not take an argument; ${FLAGS}`],
  [["a", "b c"], 'Only one folder is read, not a and b c; if it is one name, write "a b c" in quotation marks'],
  [["--finished"], "--json and --finished can only be used with --check"],
  [["--json"], "--json and --finished can only be used with --check"],
  [["--watch", "--json"], "--json and --finished can only be used with --check"],
  [["--check", "--watch"], "--watch and --check cannot be combined"],
  [["--check", "--health"], "--check and --health cannot be combined"],
  [["my-cottage", "--health"], "--health must be the only argument"],
  [["my-cottage", "--version"], "--version must be the only argument"],
  [["--compile"], FILE_MISSING],
  [["a", "--compile", "b", "--compile"], FILE_MISSING],
  [["a", "--compile", "--compile", "b"], FILE_AMBIGUOUS],
  [["a", "--compile", "--json"], FILE_AMBIGUOUS],
];

for (const [words, message] of BAD) {
  test(`server.js ${words.join(" ")} is refused`, () => {
    assert.deepEqual(parseArguments(words), { kind: "exit", status: 2, stream: "stderr", text: message });
  });
}

test("--help names every flag and every variable", () => {
  const help = readFileSync(join(ROOT, "content/help.txt"), "utf8");
  for (const name of [
    "--check",
    "--watch",
    "--compile",
    "--health",
    "HOST",
    "PORT",
    "BASE_URL",
    "RATE_LIMIT",
    "TRUST_PROXY",
    "DATA_DIR",
    "CONTENT_DIR",
    "ACCESS_LOG",
  ]) {
    assert.ok(help.includes(`  ${name} `), name);
  }
});

const CHECKS: readonly [words: string, paragraph: string, ok: boolean, output: RegExp][] = [
  ["--check", "It is quiet.", true, /the site can go online\.$/],
  ["--check", "FILL IN", true, /fill in what is missing\.$/],
  ["--check", "[Here](/nowhere)", false, /fill in what is missing\.$/],
  ["--check --finished", "It is quiet.", true, /the site can go online\.$/],
  ["--check --finished", "FILL IN", false, /fill in what is missing\.$/],
  ["--check --json", "FILL IN", true, /^\{\n[^]*"isFinished": false/],
];

for (const [words, paragraph, ok, output] of CHECKS) {
  test(`${words} ${ok ? "succeeds" : "fails"} if a page has ${paragraph}`, async () => {
    const { folder, environment } = copySample();
    appendFileSync(join(folder, "content/about.md"), `\n${paragraph}\n`);
    const result = await runCommand(words.split(" "), environment, false);
    assert.ok(result.kind === "exit");
    assert.deepEqual([result.status, result.stream], [ok ? 0 : 1, "stdout"]);
    assert.match(result.text, output);
  });
}

const INVALID_ENVIRONMENT: readonly [name: string, value: string][] = [
  ["BASE_URL", "https://cottage.example/path"],
  ["BASE_URL", "cottage.example"],
  ["PORT", "x"],
];

for (const [name, value] of INVALID_ENVIRONMENT) {
  test(`--check fails with ${name}=${value}`, async () => {
    const result = await runCommand(["--check"], { [name]: value }, false);
    assert.ok(result.kind === "exit");
    assert.deepEqual([result.status, result.stream], [1, "stderr"]);
    assert.match(result.text, new RegExp(`^${name} must be .*, not "${value}"$`));
  });
}

const COMPILATIONS: readonly [name: string, paragraph: string, path: string, ok: boolean, output: RegExp][] = [
  ["a site", "It is quiet.", "site.cottage", true, /^Compiled .* into .*site\.cottage: site [\w-]{12}, \d+ bytes$/],
  ["a site with an error", "[Here](/nowhere)", "site.cottage", false, /^content\/about\.md:\d+:\d+: error: /],
  ["a site into a missing folder", "It is quiet.", "nowhere/site.cottage", false, /could not be written: /],
];

for (const [name, paragraph, path, ok, output] of COMPILATIONS) {
  test(`--compile of ${name} ${ok ? "writes the file" : "fails and writes nothing"}`, async () => {
    const { folder, environment } = copySample();
    appendFileSync(join(folder, "content/about.md"), `\n${paragraph}\n`);
    const file = join(temporaryFolder(), path);
    const result = await runCommand(["--compile", file], environment, false);
    assert.ok(result.kind === "exit");
    assert.deepEqual([result.status, result.stream], ok ? [0, "stdout"] : [1, "stderr"]);
    assert.match(result.text, output);
    assert.equal(existsSync(file), ok);
  });
}
