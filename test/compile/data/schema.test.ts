import assert from "node:assert/strict";
import { test } from "node:test";
import { quotedExcerpt } from "../../../src/compile/json/json-file.ts";
import {
  array,
  boolean,
  choice,
  constant,
  DATE as DATE_FORMAT,
  integer,
  nullableBoolean,
  number,
  object,
  type Schema,
  setDescriptions,
  string,
  URI as URI_FORMAT,
  validate,
} from "../../../src/compile/data/schema.ts";
import { NAMED_SCHEMAS, site } from "../../../src/compile/data/datasets.ts";
import { formatMessage } from "../../../src/compile/messages.ts";
import { stopwatch } from "../../support/stopwatch.ts";

interface Problem {
  readonly pointer: string;
  readonly message: string;
}

/** Returns the problems of a value, each with its message but without the name of the field. */
function problems(schema: Schema<unknown>, value: unknown): Problem[] {
  return validate(schema, value, "data/a.json").errors.map(({ pointer = "", code, values }) => {
    return { pointer, message: formatMessage({ code, values: { ...values, field: "" } }).trim() };
  });
}

function normalized(schema: Schema<unknown>, value: unknown): unknown {
  return validate(schema, value, "data/a.json").normalized;
}

const TEXT = string();
const COUNT = integer(1, 5);
const RATING = number(0, 10);
const LATITUDE = number(-90, 90);
const FLAG = boolean();
const URI = string(URI_FORMAT);
const DATE = string(DATE_FORMAT);
const CLOCK = string({ pattern: "^\\d\\d:\\d\\d$", expectedCode: "expected-time", example: "16:00" });
const KIND = constant("cottage");
const KINDS = choice(["double", "sofa bed"]);
const WORDS = array(TEXT, { max: 9 });
const SOME = array(TEXT, { min: 1, max: 9 });
const PAIR = array(TEXT, { min: 2, max: 9 });
const MAYBE = nullableBoolean();
const REVIEW = object({ author: TEXT, rating: COUNT }, { source: URI });

const ACCEPTED: readonly [name: string, schema: Schema<unknown>, values: readonly unknown[]][] = [
  ["text", TEXT, ["a", " a ", "0", "é", "null", "a\nb"]],
  ["integer", COUNT, [1, 5, 3.0]],
  ["decimal", RATING, [0, 10, 4.85, -0]],
  ["flag", FLAG, [true, false]],
  [
    "uri",
    URI,
    [
      `https://a.example/${"a".repeat(1982)}`,
      "https://a.example",
      "https://a.example/b?c=%20d#e",
      "https://a.example:8443/",
    ],
  ],
  ["date", DATE, ["2026-07-31", "2024-02-29", "2000-02-29", "1999-12-31", "0001-01-01"]],
  ["pattern", CLOCK, ["16:00", "99:99"]],
  ["constant", KIND, ["cottage"]],
  ["choice", KINDS, ["double", "sofa bed"]],
  ["list", WORDS, [[], ["a"], ["a", "a"]]],
  ["list with a minimum length", SOME, [["a"], ["a", "b"]]],
  ["flag or null", MAYBE, [true, false, null]],
  [
    "record",
    REVIEW,
    [
      { author: "A", rating: 1 },
      { rating: 1, author: "A", source: "https://a.example/" },
    ],
  ],
];

for (const [name, schema, values] of ACCEPTED) {
  test(`${name} accepts what it describes`, () => {
    for (const value of values) {
      assert.deepEqual(problems(schema, value), [], JSON.stringify(value));
      assert.deepEqual(normalized(schema, value), value);
    }
  });
}

const NO_TEXT = 'must be text in quotation marks, such as "some words", not';
const NO_COUNT = "must be a whole number from 1 to 5, not";
const NO_RATING = "must be a number from 0 to 10, not";
const QUOTED_COUNT = "must be a whole number from 1 to 5 without quotation marks, not";
const QUOTED_RATING = "must be a number from 0 to 10 without quotation marks, not";
const NO_FLAG = "must be true (yes) or false (no), not";
const QUOTED_FLAG = "must be true (yes) or false (no) without quotation marks, not";
const NO_URI =
  "must be a full web address that begins with https:// and has no spaces or accents, such as " +
  '"https://www.example.com/cottage", not';
const NO_TIME = 'must be a time of day on the 24-hour clock, such as "16:00", not';
const NO_DATE = 'must be a valid date, written year-month-day, such as "2026-07-31", not';

const NO_TELEPHONE =
  'must be a telephone number that begins with + and the country code, such as "+44 1632 960147", not';

const { properties: SITE = {} } = site;
const CONTACT = SITE["contact"]?.properties ?? {};
const { properties: ADDRESS = {} } = NAMED_SCHEMAS["Address"];

const REFUSED: readonly [schema: Schema<unknown> | undefined, value: unknown, message: string][] = [
  [TEXT, 450, `${NO_TEXT} 450`],
  [TEXT, null, `${NO_TEXT} null`],
  [TEXT, true, `${NO_TEXT} true`],
  [TEXT, [], `${NO_TEXT} a list (entries: 0)`],
  [TEXT, {}, `${NO_TEXT} a group of fields in { }`],
  [TEXT, "", `${NO_TEXT} ""`],
  [TEXT, " \t", `${NO_TEXT} " \\t"`],
  [TEXT, "a\u2028b", "contains an invisible character (U+2028): remove it, or type the text again"],
  [TEXT, "\u202A+44 1632\u202C", "contains an invisible character (U+202A): remove it, or type the text again"],

  [CLOCK, " ", `${NO_TIME} " "`],
  [COUNT, 0, `${NO_COUNT} 0`],
  [COUNT, 6, `${NO_COUNT} 6`],
  [COUNT, 4.5, `${NO_COUNT} 4.5`],
  [COUNT, null, `${NO_COUNT} null`],
  [COUNT, Infinity, `${NO_COUNT} Infinity`], // JSON.parse returns it for 1e999
  [COUNT, "four", `${QUOTED_COUNT} "four"`],
  [COUNT, "many", `${QUOTED_COUNT} "many"`],
  [COUNT, "4 Sterne", `${QUOTED_COUNT} "4 Sterne"`],
  [COUNT, "", `${QUOTED_COUNT} ""`],
  [COUNT, " ", `${QUOTED_COUNT} " "`],
  [COUNT, "6", `${QUOTED_COUNT} "6"`],
  [COUNT, "4,5", `${QUOTED_COUNT} "4,5"`],
  [COUNT, "yes", `${QUOTED_COUNT} "yes"`],
  [COUNT, "4", `${QUOTED_COUNT} "4"`],

  [RATING, -0.1, `${NO_RATING} -0.1`],
  [RATING, 10.5, `${NO_RATING} 10.5`],
  [RATING, NaN, `${NO_RATING} NaN`],
  [RATING, "4,8", `${QUOTED_RATING} "4,8"`],
  [RATING, " 4.8 ", `${QUOTED_RATING} " 4.8 "`],
  [RATING, "1.000,5", `${QUOTED_RATING} "1.000,5"`],
  [LATITUDE, 145.2, "must be a number from -90 to 90, not 145.2"],
  [LATITUDE, "54.2", 'must be a number from -90 to 90 without quotation marks, not "54.2"'],
  [LATITUDE, null, "must be a number from -90 to 90, not null"],

  [FLAG, 1, `${NO_FLAG} 1`],
  [FLAG, null, `${NO_FLAG} null`],
  [FLAG, "1", `${QUOTED_FLAG} "1"`],
  [FLAG, "on request", `${QUOTED_FLAG} "on request"`],
  [FLAG, "Yes", `${QUOTED_FLAG} "Yes"`],
  [FLAG, "false", `${QUOTED_FLAG} "false"`],

  [URI, "http://a.example/", `${NO_URI} "http://a.example/"`],
  [URI, "https:/a.example/", `${NO_URI} "https:/a.example/"`],
  [URI, "https://", `${NO_URI} "https://"`],
  [URI, "https://a.example/b c", `${NO_URI} "https://a.example/b c"`],
  [URI, "https://ä.example/", `${NO_URI} "https://ä.example/"`],
  [URI, "https://localhost/", `${NO_URI} "https://localhost/"`],
  [URI, "https://a.example:99999/", `${NO_URI} "https://a.example:99999/"`],
  [URI, "www.a.example", `${NO_URI} "www.a.example"`],
  [URI, "HTTPS://a.example/", `${NO_URI} "HTTPS://a.example/"`],
  [URI, "javascript:alert(1)", `${NO_URI} "javascript:alert(1)"`],
  [URI, "", `${NO_URI} ""`],
  [URI, null, `${NO_URI} null`],

  [DATE, "2026-02-30", `${NO_DATE} "2026-02-30"`],
  [DATE, "2025-02-29", `${NO_DATE} "2025-02-29"`],
  [DATE, "1900-02-29", `${NO_DATE} "1900-02-29"`],
  [DATE, "2026-13-01", `${NO_DATE} "2026-13-01"`],
  [DATE, "2026-00-10", `${NO_DATE} "2026-00-10"`],
  [DATE, "2026-6-1", `${NO_DATE} "2026-6-1"`],
  [DATE, "31/07/2026", `${NO_DATE} "31/07/2026"`],
  [DATE, "2026-07-31T00:00:00Z", `${NO_DATE} "2026-07-31T00:00:00Z"`],
  [DATE, "2026-07-31\n", `${NO_DATE} "2026-07-31\\n"`],
  [DATE, 20260731, `${NO_DATE} 20260731`],

  [SITE["checkinTime"], "4pm", `${NO_TIME} "4pm"`],
  [SITE["checkinTime"], " 16:00", `${NO_TIME} " 16:00"`],
  [SITE["language"], "Deutsch", 'must be a language code, such as "en-GB", not "Deutsch"'],
  [SITE["language"], "Klingon", 'must be a language code, such as "en-GB", not "Klingon"'],
  [SITE["language"], "gr", 'must be a language code, such as "en-GB", not "gr"'],
  [SITE["language"], "ell", 'must be a language code, such as "en-GB", not "ell"'],
  [SITE["language"], "xx", 'must be a language code, such as "en-GB", not "xx"'],
  [SITE["language"], "EN", 'must be a language code, such as "en-GB", not "EN"'],
  [SITE["language"], "en-GB-GB", 'must be a language code, such as "en-GB", not "en-GB-GB"'],
  [CONTACT["telephone"], "04662 1234", `${NO_TELEPHONE} "04662 1234"`],
  [CONTACT["telephone"], "0049 4662 1234", `${NO_TELEPHONE} "0049 4662 1234"`],
  [
    CONTACT["email"],
    "hello at wrenfold",
    'must be an email address, such as "hello@example.com", not "hello at wrenfold"',
  ],
  [
    ADDRESS["addressCountry"],
    "gb",
    'must be a country code of two capital letters, such as "GB", not "gb"',
  ],
  [
    ADDRESS["addressCountry"],
    "Germany",
    'must be a country code of two capital letters, such as "GB", not "Germany"',
  ],
  [ADDRESS["addressCountry"], "England", 'must be a country code of two capital letters, such as "GB", not "England"'],
  [CLOCK, 16, `${NO_TIME} 16`],
  [KIND, "Cottage", 'must be one of "cottage", not "Cottage"'],
  [KIND, null, 'must be one of "cottage", not null'],

  [WORDS, "a", 'must be a list in [ ] of 0 to 9 entries, not "a"'],
  [WORDS, {}, "must be a list in [ ] of 0 to 9 entries, not a group of fields in { }"],
  [WORDS, null, "must be a list in [ ] of 0 to 9 entries, not null"],
  [SOME, [], "must be a list in [ ] of 1 to 9 entries, not a list (entries: 0)"],
  [PAIR, ["a"], "must be a list in [ ] of 2 to 9 entries, not a list (entries: 1)"],
  [array(TEXT, { max: 1 }), ["a", "b"], "must be a list in [ ] of 0 to 1 entries, not a list (entries: 2)"],
  [MAYBE, "no", 'must be true (yes), false (no) or null without quotation marks, not "no"'],
  [MAYBE, 0, "must be true (yes), false (no) or null, not 0"],
  [KINDS, "dubble", 'must be one of "double", "sofa bed", not "dubble"'],
  [KINDS, "Sofa bed", 'must be one of "double", "sofa bed", not "Sofa bed"'],
  [KINDS, 2, 'must be one of "double", "sofa bed", not 2'],
  [REVIEW, [], "must be a group of fields in { }, not a list (entries: 0)"],
  [REVIEW, "x", 'must be a group of fields in { }, not "x"'],
  [REVIEW, null, "must be a group of fields in { }, not null"],
];

for (const [schema, value, message] of REFUSED) {
  test(`${JSON.stringify(value)} ${message}`, () => {
    assert.ok(schema !== undefined);
    assert.deepEqual(problems(schema, value), [{ pointer: "", message }]);
  });
}

const KNOWN = "use one of author, rating, source, or write about it on a page instead";

const MEMBERS: readonly [name: string, schema: Schema<unknown>, value: unknown, problems: readonly Problem[]][] = [
  [
    "a missing property",
    REVIEW,
    { author: "A" },
    [{ pointer: "", message: 'the field "rating" is missing from : add it' }],
  ],
  ["no missing optional property", REVIEW, { author: "A", rating: 1 }, []],
  [
    "all missing properties",
    REVIEW,
    {},
    [
      { pointer: "", message: 'the field "author" is missing from : add it' },
      { pointer: "", message: 'the field "rating" is missing from : add it' },
    ],
  ],
  [
    "a misspelt property, but not as missing too",
    REVIEW,
    { autor: "A", rating: 1 },
    [{ pointer: "/autor", message: 'is not a known field; did you mean "author"?' }],
  ],
  [
    "a misspelt optional property",
    REVIEW,
    { author: "A", rating: 1, Source: "https://a.example/" },
    [{ pointer: "/Source", message: 'is not a known field; did you mean "source"?' }],
  ],
  [
    "an unknown property",
    REVIEW,
    { author: "A", rating: 1, x: 1 },
    [{ pointer: "/x", message: `is not a known field: ${KNOWN}` }],
  ],
  [
    "an unknown property similar to one that is present",
    REVIEW,
    { author: "A", rating: 1, ratings: 2 },
    [{ pointer: "/ratings", message: `is not a known field: ${KNOWN}` }],
  ],
  [
    "unknown properties named like inherited ones",
    REVIEW,
    JSON.parse('{"author":"A","rating":1,"__proto__":{},"constructor":1}'),
    [
      { pointer: "/__proto__", message: `is not a known field: ${KNOWN}` },
      { pointer: "/constructor", message: `is not a known field: ${KNOWN}` },
    ],
  ],
  [
    "the escaped pointer to a name with a slash and a tilde",
    REVIEW,
    { author: "A", rating: 1, "a/b~c": 1 },
    [{ pointer: "/a~1b~0c", message: `is not a known field: ${KNOWN}` }],
  ],
  [
    "problems in nested arrays and objects",
    object({ reviews: array(REVIEW, { max: 9 }) }),
    { reviews: [{ author: "A", rating: 1 }, { author: "", rating: 9 }, 7] },
    [
      { pointer: "/reviews/1/author", message: `${NO_TEXT} ""` },
      { pointer: "/reviews/1/rating", message: `${NO_COUNT} 9` },
      { pointer: "/reviews/2", message: "must be a group of fields in { }, not 7" },
    ],
  ],
];

for (const [name, schema, value, expected] of MEMBERS) {
  test(`validate() reports ${name}`, () => {
    assert.deepEqual(problems(schema, value), expected);
  });
}

test("quotedExcerpt() truncates and escapes strings", () => {
  assert.equal(quotedExcerpt("x".repeat(60)), `"${"x".repeat(60)}"`);
  assert.equal(quotedExcerpt("x".repeat(61)), `"${"x".repeat(60)}…"`);
  assert.equal(quotedExcerpt("\u001b[31m"), '"\\u001b[31m"');
});

const SCHEMAS: readonly [name: string, schema: Schema<unknown>, schema: object][] = [
  ["text", TEXT, { type: "string", pattern: "\\S" }],
  ["integer", COUNT, { type: "integer", minimum: 1, maximum: 5 }],
  ["decimal", LATITUDE, { type: "number", minimum: -90, maximum: 90 }],
  ["flag", FLAG, { type: "boolean" }],
  ["uri", URI, { type: "string", format: "uri", pattern: "^https://[\\x21-\\x7e]+$" }],
  ["date", DATE, { type: "string", format: "date" }],
  ["constant", KIND, { type: "string", const: "cottage" }],
  ["choice", KINDS, { type: "string", enum: ["double", "sofa bed"] }],
  ["list", WORDS, { type: "array", maxItems: 9, items: TEXT }],
  ["list with a minimum length", PAIR, { type: "array", minItems: 2, maxItems: 9, items: TEXT }],
  ["list with the default limit", array(TEXT), { type: "array", maxItems: 1000, items: TEXT }],
  ["flag or null", MAYBE, { anyOf: [{ type: "boolean" }, { type: "null" }] }],
  [
    "record",
    REVIEW,
    {
      type: "object",
      required: ["author", "rating"],
      properties: { author: TEXT, rating: COUNT, source: URI },
    },
  ],
];

const published = (schema: object) => JSON.parse(JSON.stringify(schema));

for (const [name, schema, expected] of SCHEMAS) {
  test(`the published schema of ${name}`, () => assert.deepEqual(published(schema), published(expected)));
}

test("setDescriptions() reports a field without a description", () => {
  const schema = object({ events: array(object({ place: string() })) });
  const descriptions = { fair: "A fair", "fair.events": "Its events", "fair.events[]": "An event" };
  const expected = { message: "content/fields.json has no description of fair.events.place" };
  assert.throws(() => setDescriptions(schema, "fair", descriptions), expected);
});

test("validation takes time proportional to the length of a string", () => {
  const pattern = '^[^\\s@<>",;]+@[^\\s@<>",;]+\\.[^\\s@<>",;]+$';
  const email = string({ pattern, expectedCode: "expected-email", example: "a@a.example" });
  const elapsed = stopwatch();
  for (const run of [".", "a.", "@", "-", "\u0000", " "]) {
    const value = `a@${run.repeat(1_000_000 / run.length)}@`;
    for (const schema of [email, TEXT, URI, DATE, CLOCK, KIND, KINDS, COUNT, FLAG]) problems(schema, value);
  }
  assert.ok(elapsed() < 2000);
});

test("a string with a pattern has at most 2000 characters", () => {
  const address = `https://a.example/${"a".repeat(1982)}`;
  assert.equal(problems(URI, address).length, 0);
  assert.equal(problems(URI, `${address}a`).length, 1);
});
