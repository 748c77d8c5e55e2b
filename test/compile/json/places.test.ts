import assert from "node:assert/strict";
import test from "node:test";
import { locateValues, nearestLocation, parseJson } from "../../../src/compile/json/json.ts";
import { formatMessage } from "../../../src/compile/messages.ts";
import { JSON_SAMPLE } from "../../support/json-sample.ts";

function valueOf(text: string): unknown {
  const reading = parseJson(text);
  assert.ok("value" in reading, "error" in reading ? JSON.stringify(reading.error) : "");
  return reading.value;
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

interface Part {
  readonly pointer: string;
  readonly value: unknown;
}

/** Every part of a value, and its RFC 6901 pointer. */
function* parts(value: unknown, pointer = ""): Generator<Part> {
  yield { pointer, value };
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const step = name.replaceAll("~", "~0").replaceAll("/", "~1");
    yield* parts(part, `${pointer}/${step}`);
  }
}

const MARKS = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

const LAYOUTS: readonly (readonly [name: string, text: string])[] = [
  ["as written", JSON_SAMPLE],
  ["on one line", JSON.stringify(JSON.parse(JSON_SAMPLE))],
  ["one part a line", JSON.stringify(JSON.parse(JSON_SAMPLE), null, 2)],
  ["with CRLF", JSON_SAMPLE.replaceAll("\n", "\r\n")],
  ["with CR", JSON_SAMPLE.replaceAll("\n", "\r")],
  ["with much space", JSON_SAMPLE.replace(MARKS, (it) => (it.length > 1 ? it : `\n ${it} \t\n `))],
  ["with an escaped name", JSON_SAMPLE.replace('"geo"', '"\\u0067e\\u006f"')],
];

for (const [name, text] of LAYOUTS) {
  test(`locateValues() finds each part of a document ${name}`, () => {
    const all = [...parts(valueOf(text))];
    const places = locateValues(text);
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
  const plain = parsed(text);
  return plain !== undefined && JSON.stringify(plain.value) === JSON.stringify(value);
}

const PLACES: readonly (readonly [pointer: string, place: string])[] = [
  ["", "1:1"],
  ["/name", "3:11"],
  ["/geo/longitude", "4:47"],
  ["/amenities/1", "6:26"],
  ["/a~1b~0c/0/1/0", "12:44"],
  ["/__proto__/x", "13:22"],
  ["/reviews/1/datePublished", "10:5"], // missing: the object that should hold it
  ["/reviews/7", "8:14"],
  ["/reviews/0/body/deep", "9:44"], // nothing stands within a string
  ["/nothing/at/all", "1:1"],
  ["nonsense", "1:1"],
];

for (const [pointer, place] of PLACES) {
  test(`nearestLocation() finds ${JSON.stringify(pointer)} at ${place}`, () => {
    const { line, column } = nearestLocation(pointer, locateValues(JSON_SAMPLE));
    assert.equal(`${line}:${column}`, place);
  });
}

test("a column counts UTF-16 code units", () => {
  assert.deepEqual(locateValues('["é", "🏡", 1]').get("/2"), { line: 1, column: 13 });
});

test("parseJson() makes __proto__ a member like any other", () => {
  const value = valueOf('{"__proto__": {"bedrooms": 3}}');
  assert.ok(typeof value === "object" && value !== null);
  assert.deepEqual(Object.keys(value), ["__proto__"]);
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
  assert.equal("bedrooms" in value, false);
});

/** Each is a million characters long; time that grew with the square of the length would be minutes. */
const HARD: readonly (readonly [name: string, text: string])[] = [
  ["opening brackets", "[".repeat(1e6)],
  ["brackets that match", "[".repeat(5e5) + "]".repeat(5e5)],
  ["members within members", '{"a":'.repeat(2e5)],
  ["quotation marks", `[${'"'.repeat(1e6)}`],
  ["single quotation marks", `["${"'".repeat(1e6)}`],
  ["opening curly marks", `["${"“, ".repeat(333_333)}"x]`],
  ["texts without commas", `{"a${'"a'.repeat(5e5)}`],
  ["texts that do not end", `[${'"\n'.repeat(5e5)}`],
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
  ["remarks", `[${"#\n".repeat(5e5)}`],
  ["remarks that do not end", `[${"/*".repeat(5e5)}`],
  ["odd spaces", `[${"\u00a0".repeat(1e6)}`],
  ["one name", `{${'"a":1,'.repeat(166_667)}"b":1}`],
  ["lines in a text, and nine more", `["a\n${"b\n".repeat(5e6)}`],
  ["numbers with commas, and nine more", `{"a":${"1,".repeat(5e6)}x`],
];

for (const [name, text] of HARD) {
  test(`a megabyte of ${name} is refused in no time`, () => {
    const before = performance.now();
    const reading = parseJson(text);
    assert.ok(performance.now() - before < 5000);
    assert.ok("error" in reading && formatMessage(reading.error.message).length <= 250);
  });
}
