import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ownerFiles } from "../scripts/owner-files.ts";
import { ROOT } from "./support/sample.ts";

for (const [path, text] of ownerFiles()) {
  test(`data/${path} is what the shapes say (npm run owner-files writes it)`, () => {
    assert.ok(readFileSync(`${ROOT}data/${path}`, "utf8") === text, `data/${path} is out of date`);
  });
}
