import assert from "node:assert/strict";
import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { changedFiles, takeSnapshot, watchFolders } from "../../src/author/watch.ts";
import { temporaryFolder } from "../support/folder.ts";

const snapshot = (folder: string) => takeSnapshot({ data: folder });

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
    [() => writeFileSync(join(folder, "images/Thumbs.db"), "x"), []],
    [() => symlinkSync("somebody@somewhere.1", join(folder, ".#about.md")), []],
  ];
  for (const [change, names] of changes) {
    change();
    const after = snapshot(folder);
    assert.deepEqual(changedFiles(before, after), names.map((name) => `data/${name}`));
    assert.deepEqual(changedFiles(after, snapshot(folder)), []);
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
    watchFolders({ data: folder }, (files) => {
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
