import assert from "node:assert/strict";
import { test } from "node:test";
import { factsWithPaths } from "../../../src/compile/data/values.ts";

test("factsWithPaths() returns only strings and numbers, keyed by path", () => {
  const facts = factsWithPaths({ a: { b: "words", c: 1.5, d: true, e: null, f: ["x"] }, g: "more" });
  assert.deepEqual([...facts], [["a.b", "words"], ["a.c", 1.5], ["g", "more"]]);
});
