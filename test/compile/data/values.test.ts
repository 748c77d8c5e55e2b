import assert from "node:assert/strict";
import { test } from "node:test";
import { factsByPath } from "../../../src/compile/data/values.ts";

test("factsByPath() returns only strings and numbers, keyed by path", () => {
  const facts = factsByPath({ a: { b: "words", c: 1.5, d: true, e: null, f: ["x"] }, g: "more" });
  assert.deepEqual([...facts], [["a.b", "words"], ["a.c", 1.5], ["g", "more"]]);
});
