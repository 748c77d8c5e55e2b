import assert from "node:assert/strict";
import test from "node:test";
import { locateValues, parseJson } from "../../../src/compile/json/json.ts";
import { formatMessage } from "../../../src/compile/messages.ts";
import { JSON_SAMPLE } from "../../support/json-sample.ts";
import { parseValid, parseWithBuiltIn } from "./parse.ts";

interface NestedValue {
  readonly pointer: string;
  readonly value: unknown;
}

/** Yields a value and all values nested in it, each with its JSON pointer (RFC 6901). */
function* nestedValues(value: unknown, pointer = ""): Generator<NestedValue> {
  yield { pointer, value };
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const step = name.replaceAll("~", "~0").replaceAll("/", "~1");
    yield* nestedValues(part, `${pointer}/${step}`);
  }
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

const LAYOUTS: readonly (readonly [name: string, text: string])[] = [
  ["as written", JSON_SAMPLE],
  ["on one line", JSON.stringify(JSON.parse(JSON_SAMPLE))],
  ["with one value per line", JSON.stringify(JSON.parse(JSON_SAMPLE), null, 2)],
  ["with CRLF", JSON_SAMPLE.replaceAll("\n", "\r\n")],
  ["with CR", JSON_SAMPLE.replaceAll("\n", "\r")],
  ["with much space", JSON_SAMPLE.replace(TOKENS, (token) => (token.length > 1 ? token : `\n ${token} \t\n `))],
  ["with an escaped name", JSON_SAMPLE.replace('"geo"', '"\\u0067e\\u006f"')],
];

for (const [name, text] of LAYOUTS) {
  test(`locateValues() finds each value of a document ${name}`, () => {
    const all = [...nestedValues(parseValid(text))];
    const places = locateValues(text, all.map(({ pointer }) => pointer));
    const lines = text.split(/(?<=\r\n|\r(?!\n)|\n)/);
    for (const { pointer, value } of all) {
      const { line, column } = places.get(pointer) ?? { line: 0, column: 0 };
      const found = lines.slice(line - 1).join("").slice(column - 1);
      assert.ok(prefixes(found).some((prefix) => sameJson(prefix, value)), `${pointer} is not ${found}`);
    }
    assert.equal(all.length, 35);
  });
}

function prefixes(text: string): string[] {
  return Array.from({ length: text.length }, (_, index) => text.slice(0, index + 1));
}

function sameJson(text: string, value: unknown): boolean {
  const parsed = parseWithBuiltIn(text);
  return parsed !== undefined && JSON.stringify(parsed.value) === JSON.stringify(value);
}

const PLACES: readonly (readonly [pointer: string, place: string])[] = [
  ["", "1:1"],
  ["/name", "3:11"],
  ["/geo/longitude", "4:47"],
  ["/amenities/1", "6:26"],
  ["/a~1b~0c/0/1/0", "12:44"],
  ["/__proto__/x", "13:22"],
  ["/reviews/1/datePublished", "10:5"], // a missing property is at its object
  ["/reviews/7", "8:14"],
  ["/reviews/0/body/deep", "9:44"], // a string has no properties
  ["/nothing/at/all", "1:1"],
  ["nonsense", "1:1"],
];

for (const [pointer, place] of PLACES) {
  test(`locateValues() finds ${JSON.stringify(pointer)} at ${place}`, () => {
    const places = locateValues(JSON_SAMPLE, [pointer, ""]);
    const [found, start] = [pointer, ""].map((key) => places.get(key));
    assert.equal(`${found?.line}:${found?.column}`, place);
    assert.deepEqual(start, { line: 1, column: 1 });
  });
}

test("a column counts UTF-16 code units", () => {
  assert.deepEqual(locateValues('["é", "🏡", 1]', ["/2"]).get("/2"), { line: 1, column: 13 });
});

test("parseJson() makes __proto__ an ordinary property", () => {
  const value = parseValid('{"__proto__": {"bedrooms": 3}}');
  assert.ok(typeof value === "object" && value !== null);
  assert.deepEqual(Object.keys(value), ["__proto__"]);
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
  assert.equal("bedrooms" in value, false);
});

/** Texts of a million characters. Quadratic time would be minutes. */
const LONG_TEXTS: readonly (readonly [name: string, text: string])[] = [
  ["opening brackets", "[".repeat(1e6)],
  ["brackets that match", "[".repeat(5e5) + "]".repeat(5e5)],
  ["nested objects", '{"a":'.repeat(2e5)],
  ["quotation marks", `[${'"'.repeat(1e6)}`],
  ["single quotation marks", `["${"'".repeat(1e6)}`],
  ["opening curly marks", `["${"“, ".repeat(333_333)}"x]`],
  ["strings without commas", `{"a${'"a'.repeat(5e5)}`],
  ["strings that do not end", `[${'"\n'.repeat(5e5)}`],
  ["backslashes", `["${"\\".repeat(1e6)}`],
  ["escaped marks", `["${'\\"'.repeat(5e5)}`],
  ["commas", `[${",".repeat(1e6)}`],
  ["colons", `{${":".repeat(1e6)}`],
  ["digits", `[${"1".repeat(1e6)}x]`],
  ["digits and commas", `{"a":${"1,".repeat(5e5)}x`],
  ["groups of digits", `[1${" 000".repeat(250_000)}x]`],
  ["spaces", `[1${" ".repeat(1e6)}x]`],
  ["words", `[${"a ".repeat(5e5)}`],
  ["lines", `[${"\n".repeat(1e6)}`],
  ["spaces after a name", `{"a:${" ".repeat(1e6)}" 1}`],
  ["slashes", `[${"/".repeat(1e6)}`],
  ["comments", `[${"#\n".repeat(5e5)}`],
  ["comments that do not end", `[${"/*".repeat(5e5)}`],
  ["odd spaces", `[${"\u00a0".repeat(1e6)}`],
  ["one name", `{${'"a":1,'.repeat(166_667)}"b":1}`],
  ["lines in a text, and nine more", `["a\n${"b\n".repeat(5e6)}`],
  ["numbers with commas, and nine more", `{"a":${"1,".repeat(5e6)}x`],
];

for (const [name, text] of LONG_TEXTS) {
  test(`parseJson() rejects a megabyte of ${name} in linear time`, () => {
    const before = performance.now();
    const reading = parseJson(text);
    assert.ok(performance.now() - before < 5000);
    assert.ok("error" in reading && formatMessage(reading.error.message).length <= 250);
  });
}
