/** The commands that do not start a server: what they print, and whether they succeed. */
import assert from "node:assert/strict";
import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runCommand } from "../../src/author/run-command.ts";
import { copySample, temporaryFolder } from "../support/folder.ts";

const CHECKS: readonly [words: string, paragraph: string, ok: boolean, output: RegExp][] = [
  ["--check", "It is quiet.", true, /the site can go online\.$/],
  ["--check", "FILL IN", true, /Still to fill in: 1\.$/],
  ["--check", "[Here](/nowhere)", false, /cannot go online yet\.$/],
  ["--check --finished", "It is quiet.", true, /the site can go online\.$/],
  ["--check --finished", "FILL IN", false, /Still to fill in: 1\.$/],
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
