import assert from "node:assert/strict";
import { test } from "node:test";
import { memoize } from "../../../src/serve/http/message.ts";

/** Looks the keys up in order and returns how often a value was computed. */
function computationsFor(keys: readonly string[]): number {
  let count = 0;
  const valueOf = memoize((key) => {
    count += 1;
    return { key };
  });
  for (const key of keys) assert.equal(valueOf(key).key, key);
  return count;
}

const distinctKeys = (count: number) => Array.from({ length: count }, (_, index) => `key ${index}`);
const longKey = "x".repeat(257);

const SEQUENCES: readonly [name: string, keys: readonly string[], computations: number][] = [
  ["one key twice", ["a", "a"], 1],
  ["the empty key twice", ["", ""], 1],
  ["two keys in turn", ["a", "b", "a", "b"], 2],
  ["as many keys as fit, twice", [...distinctKeys(32), ...distinctKeys(32)], 32],
  ["a key again after 1,000 others", ["a", ...distinctKeys(1000), "a"], 1002],
  ["a key of 256 characters twice", [longKey.slice(1), longKey.slice(1)], 1],
  ["a key of 257 characters twice", [longKey, longKey], 2],
];

for (const [name, keys, computations] of SEQUENCES) {
  test(`memoize() computes ${computations} for ${name}`, () => assert.equal(computationsFor(keys), computations));
}
