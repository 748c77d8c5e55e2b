import assert from "node:assert/strict";
import test from "node:test";
import { parseJson } from "../../../src/compile/json/json.ts";
import { formatMessage, type Location, type Message } from "../../../src/compile/messages.ts";

function mistakeIn(text: string): Location & Message {
  const reading = parseJson(text);
  assert.ok("error" in reading, text);
  return { ...reading.error.location, ...reading.error.message };
}

const NO_VALUE =
  "where a value should be: put text in quotation marks, write numbers as in 1204, 4.8 or -5, and write true for " +
  "yes, false for no, or null for no value";

const NO_TEXT =
  'this text is not correct: end it with the straight quotation mark " on the same line. Inside it, write \\" for a ' +
  "quotation mark, \\n for a line break and \\\\ for a backslash, and no tab";

const NO_FIELD = 'where a field should be: write a name in quotation marks, a colon and a value, as in "bedrooms": 3';

const NO_COLON = 'after the name of a field, write one colon and a value, as in "bedrooms": 3';

const NO_COMMA = "a comma is missing before this: separate fields or entries with one comma each, as in";

const WRONG_COLON =
  "a colon is in the wrong place here: each field must be between { and }, with one colon and one value, as in " +
  '{ "bedrooms": 3 }';

const OUTSIDE = "outside the brackets of this file: it must begin with { and end with the } that closes it";

/** Damaged files, and the line, column and message of the first error in each. */
const MESSAGES: readonly (readonly [name: string, text: string, message: string])[] = [
  [
    "a comma after the last field",
    '{\n  "bedrooms": 3,\n}\n',
    '2:16 there is an extra comma here: remove it, as in { "bedrooms": 3, "bathrooms": 2 }',
  ],
  [
    "a comma after the last entry",
    '["sauna", "garden",]',
    '1:19 there is an extra comma here: remove it, as in [ "sauna", "garden" ]',
  ],
  [
    "two commas",
    '{ "bedrooms": 3,, "bathrooms": 2 }',
    '1:16 there is an extra comma here: remove it, as in { "bedrooms": 3, "bathrooms": 2 }',
  ],
  [
    "a comma before the first entry",
    '[, "sauna"]',
    '1:2 there is an extra comma here: remove it, as in [ "sauna", "garden" ]',
  ],
  [
    "no comma between two fields: reported where it belongs, at the end of the line before",
    '{\n  "bedrooms": 3\n  "bathrooms": 2\n}\n',
    `2:16 ${NO_COMMA} { "bedrooms": 3, "bathrooms": 2 }`,
  ],
  [
    "no comma after a list",
    '{\n  "amenities": [\n    "sauna"\n  ]\n\n  "bathrooms": 2\n}\n',
    `4:4 ${NO_COMMA} { "bedrooms": 3, "bathrooms": 2 }`,
  ],
  [
    "no comma between two entries",
    '[\n  "a wood stove in the living room, and a sauna"\n  "garden"\n]\n',
    `2:49 ${NO_COMMA} [ "sauna", "garden" ]`,
  ],
  ["a semicolon", '{\n  "bedrooms": 3;\n  "bathrooms": 2\n}\n', `2:16 ${NO_COMMA} { "bedrooms": 3, "bathrooms": 2 }`],
  ["a semicolon between two entries", '["sauna" ; "garden"]', `1:9 ${NO_COMMA} [ "sauna", "garden" ]`],
  ["a full stop", '{\n  "name": "Mill".\n  "bathrooms": 2\n}\n', `2:17 ${NO_COMMA} { "bedrooms": 3, "bathrooms": 2 }`],
  ["no colon", '{ "bedrooms" 3 }', `1:13 ${NO_COLON}`],
  ["no colon before a bracket", '{\n  "geo"\n  {\n  }\n}\n', `2:8 ${NO_COLON}`],
  ["no colon after a value on a line of its own", '{\n  "name":\n    "Mill",\n  "bedrooms" 3\n}\n', `4:13 ${NO_COLON}`],
  ["an equals sign", '{ "bedrooms" = 3, "bathrooms": 2 }', `1:13 ${NO_COLON}`],
  ["an arrow", '{ "name" => "Mill" }', `1:9 ${NO_COLON}`],
  ["two colons", '{ "checkIn": "15":"00" }', `1:18 ${WRONG_COLON}`],
  ["no value", '{\n  "name":,\n  "bedrooms": 3\n}\n', `2:9 ${NO_COLON}`],
  ["no value and no comma", '{\n  "name":\n  "bedrooms": 3\n}\n', `3:13 ${WRONG_COLON}`],
  ["a name alone", '{\n  "name",\n  "bedrooms": 3\n}\n', `2:9 ${NO_COLON}`],
  ["no name", "{ : 3 }", `1:3 found : 3 ${NO_FIELD}`],
  ["no name before a {", '{ { "x": 1 } }', `1:3 found { ${NO_FIELD}`],
  [
    "curly quotation marks",
    "{\n  “name”: “The Old Mill”\n}\n",
    '2:3 found the quotation mark “: use the straight double quotation mark " at both ends of the text instead',
  ],
  ["a curly mark at the end alone", '{\n  "name": "The Old Mill”,\n  "bedrooms": 3\n}\n', `2:26 ${NO_TEXT}`],
  ["a curly mark at the end of a name", '{ "name”: "The Old Mill" }', `1:11 ${NO_TEXT}`],
  [
    "single quotation marks",
    "{ \"name\": 'The owner's house', 'bedrooms': 3 }",
    "1:11 found the quotation mark ': use the straight double quotation mark \" at both ends of the text instead",
  ],
  [
    "guillemets",
    '["«sauna»", «sauna»]',
    '1:13 found the quotation mark «: use the straight double quotation mark " at both ends of the text instead',
  ],
  ["a name without marks", "{ bedrooms: 3 }", `1:3 found bedrooms: 3 ${NO_FIELD}`],
  ["something that is no field", '{\n  "bedrooms": 3,\n  and a sofa bed\n}\n', `3:3 found and a sofa bed ${NO_FIELD}`],
  [
    "a text without marks",
    '{\n  "name": The Old Mill, Haven,\n  "bedrooms": 3\n}\n',
    `2:11 found The Old Mill ${NO_VALUE}`,
  ],
  [
    "a web address without marks",
    '{ "url": https://example.com/mill }',
    `1:10 found https://example.com/mill ${NO_VALUE}`,
  ],
  [
    "a text without its opening mark",
    '{ "name": The Old Mill", "bedrooms": 3 }',
    `1:11 found The Old Mill ${NO_VALUE}`,
  ],
  ["a name without its opening mark", '{ name": "Mill" }', `1:3 found name ${NO_FIELD}`],
  ["a text without its closing mark", '{\n  "name": "The Old Mill,\n  "bedrooms": 3\n}\n', `2:25 ${NO_TEXT}`],
  ["a text without its closing mark, at the end of a list", '{ "amenities": ["sauna", "garden] }', `1:36 ${NO_TEXT}`],
  ["a name without its closing mark", '{\n  "bedrooms: 3,\n  "name: "Mill"\n}\n', `2:16 ${NO_TEXT}`],
  [
    "a text over several lines",
    '{\n  "body": "We had a lovely week.\n\nWe shall come again.",\n  "rating": 5\n}\n',
    `2:33 ${NO_TEXT}`,
  ],
  ["quotation marks within a text", '{ "name": "The "Old" Mill", "bedrooms": 3 }', `1:16 ${NO_TEXT}`],
  ["a tab", '["sauna\tgarden"]', `1:8 ${NO_TEXT}`],
  ["a control character", '["sauna\u0007"]', `1:8 ${NO_TEXT}`],
  ["a backslash", '["C:\\data"]', `1:5 ${NO_TEXT}`],
  ["a backslash at the end of a text", '{\n  "folder": "C:\\",\n  "bedrooms": 3\n}\n', `2:19 ${NO_TEXT}`],
  ["a backslash at the end of a line", '["Dear guest,\\\nwelcome"]', `1:14 ${NO_TEXT}`],
  ["a backslash before a single mark", "[\"the owner\\'s house\"]", `1:12 ${NO_TEXT}`],
  ["half a code", '["caf\\u9"]', `1:6 ${NO_TEXT}`],
  ["a time without marks", '{ "checkinTime": 16:00, "sleeps": 6 }', `1:18 found 16:00 ${NO_VALUE}`],
  [
    "degrees and minutes",
    "{\n  \"latitude\": 54°48'44\"N,\n  \"longitude\": 8.5\n}",
    `2:15 found 54°48'44 ${NO_VALUE}`,
  ],
  [
    "no closing brace before the next entry, where the indentation does not tell",
    '[ { "name": "Mill", { "name": "Beach" } ]',
    '1:19 the { on line 1 is not closed: add } before this point, as in { "bedrooms": 3, "bathrooms": 2 }',
  ],
  ["True", '{ "petsAllowed": True }', `1:18 found True ${NO_VALUE}`],
  ["yes", '{ "petsAllowed": yes }', `1:18 found yes ${NO_VALUE}`],
  ["sì", '{ "petsAllowed": sì }', `1:18 found sì ${NO_VALUE}`],
  ["wahr", '{ "petsAllowed": wahr }', `1:18 found wahr ${NO_VALUE}`],
  ["no", '{ "petsAllowed": no }', `1:18 found no ${NO_VALUE}`],
  ["None", '{ "supportsInstantBook": None }', `1:26 found None ${NO_VALUE}`],
  ["NULL", '{ "supportsInstantBook": NULL }', `1:26 found NULL ${NO_VALUE}`],
  ["undefined", '{ "supportsInstantBook": undefined }', `1:26 found undefined ${NO_VALUE}`],
  ["NaN", '{ "rating": NaN }', `1:13 found NaN ${NO_VALUE}`],
  [
    "a decimal comma",
    '{ "rating": 4,8 }',
    "1:14 a number cannot contain a comma: use a decimal point, as in 4.8, and no thousands separator, as in 1204500",
  ],
  [
    "a comma in a number that may mean either",
    '{ "latitude": 51,705 }',
    "1:17 a number cannot contain a comma: use a decimal point, as in 4.8, and no thousands separator, as in 1204500",
  ],
  [
    "commas between thousands",
    '{ "x": 1,204,500 }',
    "1:9 a number cannot contain a comma: use a decimal point, as in 4.8, and no thousands separator, as in 1204500",
  ],
  ["a space between thousands", "[1 204]", `1:2 found 1 204 ${NO_VALUE}`],
  [
    "several numbers",
    '{ "geo": 51,52,53 }',
    "1:12 a number cannot contain a comma: use a decimal point, as in 4.8, and no thousands separator, as in 1204500",
  ],
  ["a leading zero", "[07]", `1:2 found 07 ${NO_VALUE}`],
  ["a plus sign", "[+5]", `1:2 found +5 ${NO_VALUE}`],
  ["no digit before the point", "[-.5]", `1:2 found -.5 ${NO_VALUE}`],
  ["no digit after the point", "[5.]", `1:2 found 5. ${NO_VALUE}`],
  ["a minus sign from a web page", "[\u22125.2]", `1:2 found −5.2 ${NO_VALUE}`],
  ["a unit", "[5 km]", `1:2 found 5 km ${NO_VALUE}`],
  ["a date", "[2024-05-01]", `1:2 found 2024-05-01 ${NO_VALUE}`],
  [
    "remarks",
    '{\n  "bedrooms": 3, // one is small\n  "bathrooms": 2 // upstairs\n}\n',
    "2:18 comments are not allowed in this file: remove this one",
  ],
  ["a remark between marks", '{ "x": /* three */ 3 }', "1:8 comments are not allowed in this file: remove this one"],
  ["a remark with a hash", '# Our cottage\n{ "x": 3 }', "1:1 comments are not allowed in this file: remove this one"],
  [
    "a space from a web page",
    '{ "bedrooms":\u00a03 }',
    "1:14 there is a non-standard space or an invisible character here: remove it, or type an ordinary space instead",
  ],
  [
    "a name given twice",
    '{\n  "name": "Mill",\n  "bedrooms": 3,\n  "name": "Old Mill"\n}\n',
    '4:3 the field "name" appears twice, on line 2 and on line 4: keep only one',
  ],
  [
    "a name twice beside marks written as escapes",
    '{ "a": "\\u0022\\u0022", "x": 1, "x": 2 }',
    '1:32 the field "x" appears twice, on line 1 and on line 1: keep only one',
  ],
  [
    "a name twice on a line",
    '{ "x": 1, "x": 1 }',
    '1:11 the field "x" appears twice, on line 1 and on line 1: keep only one',
  ],
  ["no closing bracket", '{\n  "geo": {\n    "latitude": +51.7\n  }\n', `3:17 found +51.7 ${NO_VALUE}`],
  [
    "no closing bracket before a field",
    '{\n  "amenities": [\n    "sauna",\n    "garden"\n  "bedrooms": 3\n}\n',
    `4:13 ${NO_COMMA} [ "sauna", "garden" ]`,
  ],
  [
    "no closing bracket before an entry",
    '[\n  {\n    "name": "Beach"\n  {\n    "name": "Mill"\n  }\n]\n',
    '3:20 the { on line 2 is not closed: add } before this point, as in { "bedrooms": 3, "bathrooms": 2 }',
  ],
  [
    "the wrong closing bracket",
    '{\n  "amenities": ["sauna", "garden"},\n  "bedrooms": +3\n}\n',
    '2:34 the [ on line 2 is not closed: add ] before this point, as in [ "sauna", "garden" ]',
  ],
  [
    "a round bracket",
    '{ "amenities": ["sauna") }',
    '1:24 the [ on line 1 is not closed: add ] before this point, as in [ "sauna", "garden" ]',
  ],
  ["one closing bracket too many", '{ "bedrooms": 3 } }', `1:19 found } ${OUTSIDE}`],
  ["no opening bracket", '  "name": "Mill",\n  "bedrooms": 3\n}\n', `1:9 found : ${OUTSIDE}`],
  [
    "no opening bracket before a field",
    '{\n  "geo":\n    "latitude": 51.7\n  },\n  "bedrooms": 3\n}\n',
    `3:15 ${WRONG_COLON}`,
  ],
  [
    "no opening bracket before a list",
    '{\n  "amenities":\n    "sauna",\n    "garden"\n  ],\n  "bedrooms": 3\n}\n',
    `4:13 ${NO_COLON}`,
  ],
  ["fields in a list", '{\n  "geo": [\n    "latitude": 51.7,\n    "longitude": -5.2\n  ]\n}\n', `3:15 ${WRONG_COLON}`],
  ["text after the end", '{ "bedrooms": 3 }\n{ "bathrooms": 2 }\n', `2:1 found { ${OUTSIDE}`],
  ["a colon after the end", '{ "bedrooms": 3 }:\n', `1:18 found : ${OUTSIDE}`],
  [
    "brackets without end",
    "[".repeat(70),
    "1:65 too many brackets are open here (the limit is 64): close some of them first",
  ],
  ["an empty file", " \n", "2:1 this file is empty: write its fields between { and }"],
  ["a web page", "<!doctype html>\n<p>Mill</p>\n", `1:1 found <!doctype html> ${OUTSIDE}`],
  ["a word processor's file", "{\\rtf1\\ansi Mill}", `1:2 found \\rtf1\\ansi Mill ${NO_FIELD}`],
  ["plain text", "\nname: The Old Mill\nbedrooms: 3\n", `2:1 found name: The Old Mill ${OUTSIDE}`],
  [
    "no comma in a file without indentation",
    '{\n"geo": {\n"latitude": 51.7\n"longitude": -5.2\n}\n}\n',
    `3:17 ${NO_COMMA} { "bedrooms": 3, "bathrooms": 2 }`,
  ],
];

for (const [name, text, message] of MESSAGES) {
  test(`parseJson() reports ${name}`, () => {
    const mistake = mistakeIn(text);
    assert.equal(`${mistake.line}:${mistake.column} ${formatMessage(mistake)}`, message);
  });
}

const DOCUMENT = `{
  "object": "review_list",
  "name": "The Old Mill, Haven",
  "geo": {
    "latitude": 51.70512,
    "longitude": -5.2
  },
  "amenities": [
    "sauna",
    "wood stove: yes",
    "garden"
  ],
  "petsAllowed": true,
  "reviews": [
    {
      "author": "Ann",
      "body": "It was nice. See [1]"
    },
    {
      "author": "Bob",
      "body": "Well, {so so}"
    }
  ],
  "sameAs": [
    "https://example.com/a",
    "https://example.com/b"
  ],
  "url": "https://example.com/"
}
`;

/** Ways to damage a token: the tokens that they apply to, and the replacement of a token. */
const DAMAGE: readonly (readonly [name: string, applicable: RegExp, damage: (it: string) => string])[] = [
  ["a string without its opening mark", /^"/, (it) => it.slice(1)],
  ["a string without its closing mark", /^"/, (it) => it.slice(0, -1)],
  ["a string without marks", /^"/, (it) => it.slice(1, -1)],
  ["a string in curly marks", /^"/, (it) => `“${it.slice(1, -1)}”`],
  ["a string with a curly mark at its beginning", /^"/, (it) => `“${it.slice(1)}`],
  ["a string with a curly mark at its end", /^"/, (it) => `${it.slice(0, -1)}”`],
  ["a string in single marks", /^"/, (it) => `'${it.slice(1, -1)}'`],
  ["a string with marks inside", /^"/, (it) => `${it.slice(0, 3)}"${it.slice(3, 4)}"${it.slice(4)}`],
  ["a string on two lines", /^"/, (it) => `${it.slice(0, 3)}\n${it.slice(3)}`],
  ["a string twice", /^"/, (it) => it + it],
  ["a string with a word after it", /^"/, (it) => `${it} indeed`],
  ["no string", /^"/, () => ""],
  ["no comma", /,/, () => ""],
  ["a comma twice", /,/, () => ",,"],
  ["a semicolon", /,/, () => ";"],
  ["no colon", /:/, () => ""],
  ["a colon twice", /:/, () => "::"],
  ["an equals sign", /:/, () => "="],
  ["no bracket", /[{}[\]]/, () => ""],
  ["a bracket twice", /[{}[\]]/, (it) => it + it],
  ["a round bracket", /[}\]]/, () => ")"],
  ["another bracket", /[}\]]/, (it) => (it === "}" ? "]" : "}")],
  ["a comma before a bracket", /[}\]]/, (it) => `, ${it}`],
];

test("parseJson() reports damage on the same line or the next one, except a missing last bracket", () => {
  const missed: string[] = [];
  let count = 0;
  for (const [name, applicable, damage] of DAMAGE) {
    const tokens = [...DOCUMENT.matchAll(/"[^"]*"|[{}[\],:]/g)].filter(([token]) => applicable.test(token));
    assert.ok(tokens.length > 3, name);
    for (const { 0: token, index } of tokens) {
      count += 1;
      const text = DOCUMENT.slice(0, index) + damage(token) + DOCUMENT.slice(index + token.length);
      const line = DOCUMENT.slice(0, index).split("\n").length;
      if (Math.abs(mistakeIn(text).line - line) > 1) missed.push(`${name} on line ${line}`);
    }
  }
  assert.ok(count >= 463, String(count));
  assert.ok(missed.length <= 8, `${missed.length} of ${count}: ${missed.join("; ")}`);
});
