import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { signature } from "../src/watch.ts";

test("signature() changes with every change of a folder, and with nothing else", (context) => {
  const folder = mkdtempSync(join(tmpdir(), "watch-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const seen = [signature(folder)];
  const changes: readonly (() => void)[] = [
    () => writeFileSync(join(folder, "a.json"), "{}"),
    () => writeFileSync(join(folder, "a.json"), "{ }"),
    () => renameSync(join(folder, "a.json"), join(folder, "b.json")),
    () => mkdirSync(join(folder, "images")),
    () => writeFileSync(join(folder, "images", "a.jpg"), ""),
    () => rmSync(join(folder, "b.json")),
  ];
  for (const change of changes) {
    change();
    seen.push(signature(folder));
    assert.equal(signature(folder), seen.at(-1));
  }
  assert.equal(new Set(seen).size, seen.length);
});

test("signature() of a folder that is not there is empty", () => {
  assert.equal(signature("/nowhere/at/all"), "");
});
