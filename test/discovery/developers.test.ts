import assert from "node:assert/strict";
import { test } from "node:test";
import { DATA_SETS } from "../../src/data/datasets.ts";
import { developerFragments } from "../../src/discovery/developers.ts";
import { FAILURES } from "../../src/http/failure.ts";
import { BASE_URL, sampleFacts } from "../support/sample.ts";

function fragments(rateLimit?: number): Readonly<Record<string, string>> {
  const made = developerFragments(sampleFacts(), { baseUrl: BASE_URL, rateLimit });
  return Object.fromEntries(Object.entries(made).map(([name, { markdown }]) => [name, markdown]));
}

const limited = fragments(60);

/** What each fragment has to say. */
const SAID: readonly [fragment: string, words: readonly string[]][] = [
  ["endpoints", DATA_SETS.map(({ path }) => path)],
  [
    "data",
    [
      "petsAllowed",
      "datePublished",
      "distanceFromCottage",
      "boolean or null, optional",
      "integer, 1 to 5",
      "string, date",
      ...DATA_SETS.map(({ tool }) => tool),
    ],
  ],
  ["errors", [...Object.keys(FAILURES), ...Object.values(FAILURES).map(([status, when]) => `Status ${status}. ${when}`)]],
  ["licence", ["CC-BY-4.0", BASE_URL, "Wrenfold"]],
  ["limits", ["60 requests", "429", "Retry-After"]],
];

for (const [fragment, words] of SAID) {
  test(`the fragment ${fragment} says what it is there for`, () => {
    const text = limited[`developers.${fragment}`] ?? "";
    for (const word of words) assert.ok(text.includes(word), `${word} in ${text}`);
  });
}

test("no fragment has a hole", () => {
  assert.equal(Object.keys(limited).length, 5);
  for (const text of Object.values(limited)) assert.doesNotMatch(text, /undefined|\[object|NaN/);
});

test("where requests are not counted the page says so", () => {
  const free = fragments();
  assert.match(free["developers.limits"] ?? "", /counts no requests/);
  assert.doesNotMatch(Object.values(free).join(), /undefined/);
});
