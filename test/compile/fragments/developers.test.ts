import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { DATA_SETS, type Facts } from "../../../src/compile/data/datasets.ts";
import { developerFragments } from "../../../src/compile/fragments/developers.ts";
import { FAILURE_STATUSES, BASE_FIELDS } from "../../../src/serve/http/message.ts";
import { BASE_URL, sampleFacts } from "../../support/sample.ts";
import { ROOT } from "../../support/suites.ts";

function fragments(rateLimit?: number): Readonly<Record<string, string>> {
  const made = developerFragments(sampleFacts(), BASE_URL, rateLimit);
  return Object.fromEntries(Object.entries(made).map(([name, { markdown }]) => [name, markdown]));
}

const limited = fragments(60);

/** Words that each fragment must contain. */
const SAID: readonly [fragment: string, words: readonly string[]][] = [
  ["licence", ["CC-BY-4.0", BASE_URL, "Wrenfold"]],
  ["limits", ["60 requests"]],
];

for (const [fragment, words] of SAID) {
  test(`the fragment ${fragment} says what it is there for`, () => {
    const text = limited[`developers.${fragment}`] ?? "";
    for (const word of words) assert.ok(text.includes(word), `${word} in ${text}`);
  });
}

test("no fragment has a hole", () => {
  assert.equal(Object.keys(limited).length, 2);
  for (const text of Object.values(limited)) assert.doesNotMatch(text, /undefined|\[object|NaN/);
});

test("the page lists every data set with its tool", () => {
  const page = readFileSync(join(ROOT, "content/developers.md"), "utf8");
  const listed = [...page.matchAll(/^- \[`GET (\/api\/v1\/\w+)`\]\(\1\): .*; MCP tool: `([\w-]+)`$/gm)];
  assert.deepEqual(
    listed.map(([, path, toolName]) => [path, toolName]),
    DATA_SETS.map(({ path, toolName }) => [path, toolName]),
  );
});

test("the page lists every code of a failure with its status, and no other", () => {
  const page = readFileSync(join(ROOT, "content/developers.md"), "utf8");
  const listed = [...page.matchAll(/^- `(\w+)`, (\d{3}): ./gm)].map(([, code, status]) => [code, Number(status)]);
  assert.deepEqual(listed, Object.entries(FAILURE_STATUSES));
});

const LICENCES: readonly [licence: Facts["site"]["licence"], expected: RegExp][] = [
  [{ name: "Open Data Commons Attribution", identifier: "ODC-By-1.0" }, /^The facts, .* licensed under ODC-By-1\.0; /],
  [
    { name: "our own terms", url: "https://brook.co.uk/terms" },
    /^The facts, .* licensed under our own terms; /,
  ],
  [undefined, /^No licence is stated\. /],
];

test("the licence is the one that the owner states, and none is claimed", () => {
  for (const [stated, expected] of LICENCES) {
    const { site: { licence: _, ...site }, ...facts } = sampleFacts();
    const siteFacts = stated === undefined ? site : { ...site, licence: stated };
    const made = developerFragments({ ...facts, site: siteFacts }, BASE_URL, 60);
    assert.match(made["developers.licence"]?.markdown ?? "", expected);
  }
});

test("where requests are not counted the page says so", () => {
  const free = fragments();
  assert.match(free["developers.limits"] ?? "", /has no rate limit/);
  assert.doesNotMatch(Object.values(free).join(), /undefined/);
});

test("the page lists every code of JSON-RPC that the endpoint sends", () => {
  const page = readFileSync(join(ROOT, "content/developers.md"), "utf8");
  const source = readFileSync(join(ROOT, "src/serve/mcp/messages.ts"), "utf8");
  const listed = [...page.matchAll(/^\| (-\d+) \| /gm)].map(([, code]) => code);
  const sent = [...source.matchAll(/: (-32\d{3}),$/gm)].map(([, code]) => code);
  assert.ok(sent.length >= 5);
  assert.deepEqual(listed.toSorted(), sent.toSorted());
});

test("the page lists the response fields that scripts may read", () => {
  const page = readFileSync(join(ROOT, "content/developers.md"), "utf8");
  const exposed = BASE_FIELDS[BASE_FIELDS.indexOf("Access-Control-Expose-Headers") + 1] ?? "";
  for (const field of exposed.split(", ")) assert.match(page, new RegExp(`Scripts can read.*\`${field}\``), field);
});
