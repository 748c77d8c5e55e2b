import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createWatchedSource, findChanges, takeSnapshot, watchFolders } from "../../src/author/watch.ts";
import type { Log } from "../../src/run-server.ts";
import { copySample, temporaryFolder } from "../support/folder.ts";
import { sampleConfig } from "../support/sample.ts";

const foldersIn = (folder: string) => ({ dataDirectory: folder, contentDirectory: "/nowhere/at/all" });
const snapshot = (folder: string) => takeSnapshot(foldersIn(folder));

test("every change of a folder is seen, by the names of its files", () => {
  const folder = temporaryFolder();
  let before = snapshot(folder);
  const changes: readonly [change: () => void, names: readonly string[]][] = [
    [() => writeFileSync(join(folder, "a.json"), "{}"), ["a.json"]],
    [() => writeFileSync(join(folder, "a.json"), "{ }"), ["a.json"]],
    [() => renameSync(join(folder, "a.json"), join(folder, "b.json")), ["a.json", "b.json"]],
    [() => mkdirSync(join(folder, "images")), ["images"]],
    [() => writeFileSync(join(folder, "images/a.jpg"), ""), ["images/a.jpg"]], // and not its folder
    [() => symlinkSync("nowhere", join(folder, "link.md")), ["link.md"]],
    [() => writeFileSync(join(folder, "nowhere"), "x"), ["link.md", "nowhere"]],
    [() => writeFileSync(join(folder, "b.json"), "[ ]  "), ["b.json"]], // seen beside a link, which may lead nowhere
    [() => rmSync(join(folder, "b.json")), ["b.json"]],
    [() => writeFileSync(join(folder, ".about.md.swp"), "x"), []],
    [() => writeFileSync(join(folder, "about.md~"), "x"), []],
    [() => symlinkSync("somebody@somewhere.1", join(folder, ".#about.md")), []],
  ];
  for (const [change, names] of changes) {
    change();
    const after = snapshot(folder);
    assert.deepEqual(findChanges(before, after), names.map((name) => `data/${name}`));
    assert.deepEqual(findChanges(after, snapshot(folder)), []);
    before = after;
  }
});

test("a folder that does not exist has no files", () => {
  assert.deepEqual(snapshot("/nowhere/at/all"), new Map());
});

/** Signatures of the files `a` and `b` at each poll, a letter each or a hyphen if missing, and the reported files. */
const POLLS: readonly (readonly [
  name: string,
  polls: readonly (readonly [signatures: string, reported: readonly string[]])[],
])[] = [
  [
    "a change is reported at the second poll that finds it",
    [
      ["BA", []],
      ["BA", ["a"]],
      ["BA", []],
    ],
  ],
  [
    "a file that is still being written is not reported",
    [
      ["BA", []],
      ["CA", []],
      ["DA", []],
      ["DA", ["a"]],
    ],
  ],
  [
    "files saved one after the other are reported together",
    [
      ["BA", []],
      ["BB", []],
      ["BB", ["a", "b"]],
    ],
  ],
  [
    "a change that is taken back is not reported",
    [
      ["BA", []],
      ["AA", []],
      ["AA", []],
    ],
  ],
  [
    "a new file and one that is gone are reported",
    [
      ["-A", []],
      ["-A", ["a"]],
      ["AA", []],
      ["AA", ["a"]],
    ],
  ],
];

/** Writes file `a` with the first letter and `b` with the second. Files with the same letter have equal signatures. */
function writeFiles(folder: string, letters: string): void {
  for (const [index, name] of ["a", "b"].entries()) {
    const path = join(folder, name);
    const letter = letters[index] ?? "-";
    rmSync(path, { force: true });
    if (letter === "-") continue;
    writeFileSync(path, "x".repeat(letter.charCodeAt(0)));
    utimesSync(path, 0, 0);
  }
}

for (const [name, polls] of POLLS) {
  test(name, (context) => {
    context.mock.timers.enable({ apis: ["setInterval"] });
    const folder = temporaryFolder();
    writeFiles(folder, "AA");
    let reported: readonly string[] = [];
    watchFolders(foldersIn(folder), (files) => {
      reported = files;
    });
    for (const [letters, expected] of polls) {
      reported = [];
      writeFiles(folder, letters);
      context.mock.timers.tick(500);
      assert.deepEqual(reported, expected.map((file) => `data/${file}`), letters);
    }
  });
}

test("each load reports errors, warnings and counts", async () => {
  const { folder, environment } = copySample();
  const source = createWatchedSource(sampleConfig(environment));
  const page = join(folder, "content/about.md");
  const levels: string[] = [];
  const log: Log = (level) => levels.push(level);
  const first = await source.loadAndWatch?.(log, () => undefined);
  assert.ok(first?.site !== undefined);
  assert.deepEqual(levels, ["info"]);
  const load = async () => {
    levels.length = 0;
    const { site, problems } = await source.load(log);
    const warnings = levels.filter((level) => level === "warning");
    return [site !== undefined, problems.length, warnings.length, levels.length - warnings.length];
  };
  appendFileSync(page, "\nThe door code is 4711.\n");
  assert.deepEqual(await load(), [true, 0, 1, 1]);
  assert.deepEqual(await load(), [true, 0, 1, 1]);
  appendFileSync(page, "\n[Here](/nowhere)\n");
  assert.deepEqual(await load(), [false, 1, 0, 1]);
});
