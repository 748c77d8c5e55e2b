import assert from "node:assert/strict";
import { test } from "node:test";
import { memoize } from "../../../src/serve/http/static-handlers.ts";

/** How often a text was made into something when all these were asked for. */
function madeFor(texts: readonly string[]): number {
  let count = 0;
  const value = memoize((text) => {
    count += 1;
    return { text };
  });
  for (const text of texts) assert.equal(value(text).text, text);
  return count;
}

const different = (count: number) => Array.from({ length: count }, (_, index) => `text ${index}`);
const long = "x".repeat(300);

const ASKED: readonly [what: string, texts: readonly string[], made: number][] = [
  ["a text twice", ["a", "a"], 1],
  ["the empty text twice", ["", ""], 1],
  ["two texts in turn", ["a", "b", "a", "b"], 2],
  ["as many as are kept, twice", [...different(32), ...different(32)], 32],
  ["one after a flood of others", ["a", ...different(1000), "a"], 1002],
  ["a long text twice", [long, long], 2],
];

for (const [what, texts, made] of ASKED) {
  test(`memoize() makes ${made} for ${what}`, () => assert.equal(madeFor(texts), made));
}
