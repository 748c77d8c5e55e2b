/** The mutations of `npm run mutants`. Comments, strings, types and imports are not mutated. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { applyMutation, mutationsOf } from "../scripts/mutants/mutations.ts";
import { TESTED_ELSEWHERE, testsOf } from "../scripts/mutants/tests.ts";
import { filesBelow, ROOT } from "./support/suites.ts";

const SOURCES: readonly (readonly [source: string, mutants: readonly string[]])[] = [
  ["a < b;", ["a <= b;"]],
  ["a >= b;", ["a > b;"]],
  ["a === b && c !== d;", ["a !== b && c !== d;", "a === b || c !== d;", "a === b && c === d;"]],
  ["a += b + 1;", ["a -= b + 1;", "a += b - 1;"]],
  ["f(true);", ["f(false);"]],
  ["const LINES_MAX = 2_000;", ["const LINES_MAX = 4000;"]],
  ["const least = 2_000;", []],
  ["Math.min(a, b);", ["Math.max(a, b);"]],
  ["list.some(isOdd);", ["list.every(isOdd);"]],
  ["f(!a);", ["f(a);"]],
  ["  if (a) return;\nb();", ["  \nb();"]],
  ["// a < b\n/* true */ a;", []],
  ['f("a < b", \'true\', /a && !b/);', []],
  ["f(a / b, c / d);", ["f(a * b, c / d);", "f(a / b, c * d);"]],
  ["f(`a < b ${c < d} true`);", ["f(`a < b ${c <= d} true`);"]],
  ["f(`${g({ a: `${b > 1}` })} true`);", ["f(`${g({ a: `${b >= 1}` })} true`);"]],
  ['import { some } from "./a < b.ts";', []],
  ["export interface Answer {\n  readonly ok: true;\n}", []],
  ["type Flag = true | false;", []],
];

for (const [source, mutants] of SOURCES) {
  test(`${JSON.stringify(source)} has ${mutants.length} mutants`, () => {
    const mutated = mutationsOf(source).map((mutation) => applyMutation(source, mutation));
    assert.deepEqual(mutated, mutants);
  });
}

test("a mutation has the number of its line", () => {
  assert.deepEqual(mutationsOf("a;\n\nb < c;").map(({ line, operator }) => [line, operator]), [[3, "boundary"]]);
});

test("the tests of every module exist, and each row of the table applies to a module", () => {
  const unused = new Set(TESTED_ELSEWHERE);
  for (const path of filesBelow(join(ROOT, "src"))) {
    for (const name of testsOf(`src/${path}`)) assert.ok(existsSync(join(ROOT, name)), `${path}: ${name}`);
    const row = TESTED_ELSEWHERE.find(([pattern]) => pattern.test(path));
    if (row !== undefined) unused.delete(row);
  }
  assert.deepEqual([...unused], []);
});
