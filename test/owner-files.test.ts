import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { EXAMPLES, ownerFiles } from "../scripts/owner-files.ts";
import { FILES } from "../src/compile/data/datasets.ts";
import { validate } from "../src/compile/data/schema.ts";
import { ROOT } from "./support/sample.ts";

for (const [path, text] of ownerFiles()) {
  test(`data/${path} is derived from the schemas (npm run owner-files writes it)`, () => {
    assert.ok(readFileSync(`${ROOT}data/${path}`, "utf8") === text, `data/${path} is out of date`);
  });
}

for (const { name, schema } of FILES) {
  for (const [field, member] of Object.entries(schema.properties ?? {})) {
    const example = EXAMPLES[`${name}.${field}`];
    if (member.items === undefined || (example === undefined && member.items.properties === undefined)) continue;
    test(`the example of an entry in ${field} of ${name}.json is valid`, () => {
      assert.deepEqual(validate(member, [example], "data/a.json").errors, []);
    });
  }
}
