import assert from "node:assert/strict";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { changed, signatures } from "../../src/author/watch.ts";
import { temporaryFolder } from "../support/program.ts";

test("every change of a folder is seen, by the names of its files", () => {
  const folder = temporaryFolder();
  let before = signatures(folder);
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
    const after = signatures(folder);
    assert.deepEqual(changed(before, after), names);
    assert.deepEqual(changed(after, signatures(folder)), []);
    before = after;
  }
});

test("a folder that is not there has no files", () => {
  assert.equal(signatures("/nowhere/at/all").size, 0);
});
