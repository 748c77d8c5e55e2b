import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { layOut, STANDARD_ANSWERS } from "../scripts/new-cottage.ts";
import { check } from "../src/check.ts";
import { configure } from "../src/config.ts";

for (const answers of [STANDARD_ANSWERS, { ...STANDARD_ANSWERS, name: "Ty’r \"Môr\" & *Mynydd*", country: "FR", bedrooms: "0", sleeps: "1" }]) {
  test(`a folder laid out for ${answers.name} can be served, and says what is left to fill in`, (context) => {
    const folder = join(mkdtempSync(join(tmpdir(), "cottage-")), "mine");
    context.after(() => rmSync(join(folder, ".."), { recursive: true }));
    layOut(folder, answers, "2026-11-20");
    const environment = { DATA_DIR: join(folder, "data"), CONTENT_DIR: join(folder, "content") };
    const { ok, findings } = check(configure(environment), Date.UTC(2026, 10, 20));
    assert.equal(ok, true, JSON.stringify(findings, null, 2));
    const unfilled = findings.filter(({ message }) => message.includes('says "FILL IN"'));
    for (const file of ["data/cottage.json", "data/attractions.json", "data/booking.json", "data/site.json"]) {
      assert.ok(unfilled.some((each) => each.file === file), file);
    }
  });
}
