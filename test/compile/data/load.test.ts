import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { DATA_SETS } from "../../../src/compile/data/datasets.ts";
import {
  DATA,
  findingLines,
  loadDamaged,
  loadDataFolder,
  replaceMarked,
  sampleText,
  withDataCopy,
} from "../../support/damage.ts";
import { sampleFacts } from "../../support/sample.ts";

test("the sample has no findings", () => {
  const { facts, findings } = loadDataFolder(DATA);
  assert.deepEqual(findings, []);
  assert.equal(facts?.cottage.bedrooms, 3);
});

test("facts have the constants that the files omit, and the field order of the schemas", () => {
  const facts = sampleFacts();
  for (const { name, schema } of DATA_SETS) {
    const written: string[] = Object.keys(facts[name]);
    assert.equal(written[0], "object");
    assert.deepEqual(
      written,
      Object.keys(schema.properties ?? {}).filter((key) => written.includes(key)),
    );
  }
  assert.equal(facts.cottage.type, "LodgingBusiness");
});

/** Replacements in the sample's files, with the expected message. The mark ‸ precedes the expected location. */
const DAMAGES: readonly [name: string, file: string, from: string, to: string, sentence: string][] = [
  [
    "a field",
    "cottage",
    '"bedrooms": 3',
    '"bedrooms": ‸"3"',
    'bedrooms must be a whole number from 0 to 50 without quotation marks, not "3"',
  ],
  [
    "a field in a group",
    "cottage",
    '"postalCode": "QX4 7WF"',
    '"postalCode": ‸null',
    'postalCode in address must be text in quotation marks, such as "some words", not null',
  ],
  [
    "an entry",
    "cottage",
    '"Microwave"',
    '‸" "',
    'entry 6 of amenities must be text in quotation marks, such as "some words", not " "',
  ],
  [
    "a field in an entry",
    "reviews",
    '"rating": 5',
    '"rating": ‸6',
    "rating in entry 1 of reviews must be a whole number from 1 to 5, not 6",
  ],
  [
    "a missing field",
    "reviews",
    '{\n      "author": "Priya S.",',
    "‸{",
    'the field "author" is missing from entry 1 of reviews: add it',
  ],
  [
    "a missing group",
    "cottage",
    '"bedTypes": { "king": 2, "double": 1 },',
    "",
    'the field "bedTypes" is missing from this file: add it',
  ],
  [
    "a misspelt field",
    "reviews",
    '"author": ',
    '"autor": ‸',
    'autor in entry 1 of reviews is not a known field; did you mean "author"?',
  ],
  [
    "a field whose name has control characters",
    "booking",
    '"platform"',
    '"\\u001b[2J": ‸1, "platform"',
    '"\\u001b[2J" in entry 1 of channels is not a known field: use one of platform, url, ' +
      "supportsInstantBook, or write about it on a page instead",
  ],
  [
    "a photo with its folders",
    "site",
    '"file": "cottage.svg"',
    '"file": ‸"content/images/cottage.svg"',
    "file in entry 1 of photos must be the name of a file in content/images, without spaces or accents " +
      '(rename the file if necessary), such as "kitchen.jpg", not "content/images/cottage.svg"',
  ],

  // Inconsistent facts
  [
    "different average ratings",
    "reviews",
    '"ratingValue": 4.8',
    '"ratingValue": ‸4.7',
    "ratingValue is 4.7, but ratingValue in aggregateRating in cottage.json is 4.8: write the same number in " +
      "both files",
  ],
  [
    "different review counts",
    "reviews",
    '"reviewCount": 47',
    '"reviewCount": ‸48',
    "reviewCount is 48, but reviewCount in aggregateRating in cottage.json is 47: write the same number in both files",
  ],
  [
    "an average outside the scale",
    "cottage",
    '"ratingValue": 4.8, "reviewCount": 47, "bestRating": 5',
    '"ratingValue": ‸4.8, "reviewCount": 47, "bestRating": 4',
    "ratingValue in aggregateRating must be a number from 1 (worstRating) to 4 (bestRating), not 4.8: correct " +
      "the number or, if it is right, change the scale",
  ],
  [
    "different numbers of beds",
    "site",
    '"beds": [',
    '"beds": ‸[ { "kind": "double", "count": 1 },',
    'the number of beds of type "double" is 2 in beds, but 1 in bedTypes in cottage.json: write the same number ' +
      "in both files",
  ],
  [
    "a place on the map that is not an attraction",
    "site",
    '{ "name": "Kettle Force"',
    '{ "name": ‸"Bus stop"',
    'name in entry 3 of map is "Bus stop", which is not the name of an attraction in attractions.json: correct ' +
      "the name, or add the attraction to that file",
  ],
  [
    "a translation whose address has a path",
    "site",
    '"language": "en-GB",',
    '"language": "en-GB", "translations": [{ "language": "de", "url": ‸"https://de.cottage.example/de/" }],',
    "url in entry 1 of translations must be a web address that begins with https:// and has nothing after the " +
      'domain name, such as "https://de.cottage.example", not "https://de.cottage.example/de/"',
  ],

  // Text that is not JSON
  [
    "a comma after the last field",
    "cottage",
    '"double": 1 }',
    '"double": 1‸, }',
    'there is an extra comma here: remove it, as in { "bedrooms": 3, "bathrooms": 2 }',
  ],
];

for (const [name, file, from, to, sentence] of DAMAGES) {
  test(`${name} in ${file}.json is reported with line and column`, () => {
    const { text, location } = replaceMarked(sampleText(file), from, to);
    assert.deepEqual(findingLines(loadDamaged({ [`${file}.json`]: text })), [
      `data/${file}.json:${location || "1:1"}: error: ${sentence}`,
    ]);
  });
}

test("a finding has the code of its message and the values of the placeholders", () => {
  const { text } = replaceMarked(sampleText("reviews"), '"rating": 5', '"rating": ‸"6"');
  const [finding] = loadDamaged({ "reviews.json": text }).findings;
  assert.equal(finding?.code, "field-quoted");
  assert.deepEqual(finding?.values, {
    field: {
      code: "field-in-group",
      values: { name: "rating", group: { code: "field-entry", values: { number: 1, list: "reviews" } } },
    },
    expected: { code: "expected-integer", values: { minimum: 1, maximum: 5 } },
    found: '"6"',
  });
});

test("strings are normalised to NFC", () => {
  const { text } = replaceMarked(sampleText("cottage"), '"Wrenfold Cottage"', '"Cafe\u0301"');
  assert.equal(loadDamaged({ "cottage.json": text }).facts?.cottage.name, "Café");
});

test("a review count below the number of listed reviews is reported, besides a differing count", () => {
  const reviews = replaceMarked(sampleText("reviews"), '"reviewCount": 47', '"reviewCount": ‸3');
  const cottage = replaceMarked(sampleText("cottage"), '"reviewCount": 47', '"reviewCount": 3');
  const listed = sampleFacts().reviews.reviews.length;
  const tooMany =
    `data/reviews.json:${reviews.location}: error: reviewCount must be at least ${listed} (the number of ` +
      "reviews in this file), not 3";
  assert.deepEqual(findingLines(loadDamaged({ "reviews.json": reviews.text, "cottage.json": cottage.text })), [
    tooMany,
  ]);
  const differs =
    `data/reviews.json:${reviews.location}: error: reviewCount is 3, but reviewCount in aggregateRating in ` +
      "cottage.json is 47: write the same number in both files";
  assert.deepEqual(findingLines(loadDamaged({ "reviews.json": reviews.text })), [differs, tooMany]);
});

test("the rating is not checked against the scale if there are no reviews", () => {
  const none = '{ "ratingValue": 0, "reviewCount": 0, "reviews": [] }';
  const { text } = replaceMarked(
    sampleText("cottage"),
    '"ratingValue": 4.8, "reviewCount": 47',
    '"ratingValue": 0, "reviewCount": 0',
  );
  assert.deepEqual(findingLines(loadDamaged({ "reviews.json": none, "cottage.json": text })), []);
});

test("optional fields may be omitted", () => {
  const site = JSON.parse(sampleText("site"));
  delete site.map;
  delete site.photos;
  delete site.contact.telephone;
  const { facts, findings } = loadDamaged({ "site.json": JSON.stringify(site) });
  assert.deepEqual(findings, []);
  assert.ok(facts !== undefined);
  assert.equal(facts.site.map, undefined);
});

const ADDRESSES: readonly [baseUrl: string, url: string][] = [
  ["https://house.example", "https://house.example/"],
  ["http://192.168.1.20:3000", "https://192.168.1.20:3000/"],
  ["http://localhost:3000", "https://localhost.invalid/"],
];

for (const [baseUrl, url] of ADDRESSES) {
  test(`an omitted url is ${url} if BASE_URL is ${baseUrl}`, () => {
    const { url: _, ...cottage } = JSON.parse(sampleText("cottage"));
    const { facts, findings } = loadDamaged({ "cottage.json": JSON.stringify(cottage) }, baseUrl);
    assert.deepEqual(findings, []);
    assert.equal(facts?.cottage.url, url);
  });
}

test("a byte order mark is ignored, also in column numbers", () => {
  const text = sampleText("booking");
  assert.deepEqual(findingLines(loadDamaged({ "booking.json": `\ufeff${text}` })), []);
  const lines = findingLines(loadDamaged({ "booking.json": "\ufeff[]" }));
  const error = "error: this file must be a group of fields in { }, not a list (entries: 0)";
  assert.deepEqual(lines, [`data/booking.json:1:1: ${error}`]);
});

test("a line that ends with CR LF counts as one line", () => {
  const text = sampleText("reviews");
  const { text: damaged, location } = replaceMarked(text, '"rating": 5', '"rating": ‸6');
  const [line] = findingLines(loadDamaged({ "reviews.json": damaged.replaceAll("\n", "\r\n") }));
  assert.ok(line?.startsWith(`data/reviews.json:${location}: error: rating in entry 1`), line);
});

const FILES: readonly [name: string, content: Uint8Array | string, line: string][] = [
  [
    "in Latin-1",
    Buffer.from('{ "note": "Gîte" }', "latin1"),
    'data/booking.json: error: this file is not saved as UTF-8: in your editor, choose "Save As", then the ' +
      "encoding UTF-8",
  ],
  [
    "that is a list",
    "[]",
    "data/booking.json:1:1: error: this file must be a group of fields in { }, not a list (entries: 0)",
  ],
  ["that is one number", "7", "data/booking.json:1:1: error: this file must be a group of fields in { }, not 7"],
];

for (const [name, content, line] of FILES) {
  test(`a file ${name} is reported`, () =>
    assert.deepEqual(findingLines(loadDamaged({ "booking.json": content })), [line]));
}

test("a missing file and a folder with the name of a file are reported", () => {
  withDataCopy((directory) => {
    rmSync(join(directory, "reviews.json"));
    rmSync(join(directory, "site.json"));
    mkdirSync(join(directory, "site.json"));
    assert.deepEqual(findingLines(loadDataFolder(directory)), [
      `data/reviews.json: error: this file is missing: add it to ${directory}`,
      "data/site.json: error: this is a folder, a link (shortcut) or another special file: replace it with an " +
        "ordinary file",
    ]);
  });
});

function unreadable(code: string): string {
  const advice = "check that the program has permission to read it";
  return `data/cottage.json: error: this file could not be read (${code}): ${advice}`;
}

test("a missing data folder and a file with its name are reported", () => {
  const lines = findingLines(loadDataFolder(join(DATA, "none")));
  assert.deepEqual(
    lines.map((line) => line.split(":", 1).join("")),
    [...DATA_SETS, { name: "site" }].map(({ name }) => `data/${name}.json`),
  );
  const [line] = findingLines(loadDataFolder(join(DATA, "site.json")));
  assert.equal(line, unreadable("ENOTDIR"));
});

test("a read error is reported with its error code", () => {
  const [line] = findingLines(loadDataFolder("x".repeat(5000)));
  assert.equal(line, unreadable("ENAMETOOLONG"));
});

test("all errors in files are reported at once, ordered by line in each file, but the files are not compared", () => {
  withDataCopy((directory) => {
    const damage = (name: string, ...edits: readonly [from: string, to: string][]): void => {
      const path = join(directory, `${name}.json`);
      writeFileSync(
        path,
        edits.reduce((text, [from, to]) => replaceMarked(text, from, to).text, readFileSync(path, "utf8")),
      );
    };
    damage(
      "cottage",
      ['"bathrooms"', '"bathroms"'],
      ['"addressRegion": "Sillerdale",', ""],
      ['"smokingAllowed": false', '"smokingAllowed": "no"'],
    );
    damage("attractions", ['"summary"', "summary"]);
    damage("reviews", ['"reviewCount": 47', '"reviewCount": 1'], ['"ratingValue": 4.8', '"ratingValue": "4.8"']);
    damage("site", ['{ "name": "Kettle Force"', '{ "name": "Kettel Force"']);
    rmSync(join(directory, "booking.json"));
    assert.deepEqual(
      findingLines(loadDataFolder(directory)).map((line) => line.replace(/(?<=error: .{30}).*/, "")),
      [
        'data/cottage.json:6:14: error: the field "addressRegion" is m',
        "data/cottage.json:16:15: error: bathroms is not a known field;",
        "data/cottage.json:45:21: error: smokingAllowed must be true (y",
        "data/reviews.json:3:18: error: ratingValue must be a number f",
        "data/attractions.json:7:7: error: found summary: where a field s",
        "data/booking.json: error: this file is missing: add it t",
      ],
    );
  });
});

for (const [ratingValue, isOnScale] of [
  [0.9, false],
  [1, true],
  [5, true],
  [5.1, false],
] as const) {
  test(`an average rating of ${ratingValue} is ${isOnScale ? "on" : "off"} a scale from 1 to 5`, () => {
    const from = '"ratingValue": 4.8';
    const to = `"ratingValue": ${ratingValue}`;
    const files = ["cottage", "reviews"].map((name) => [`${name}.json`, sampleText(name).replace(from, to)]);
    const { findings } = loadDamaged(Object.fromEntries(files));
    assert.equal(findings.length === 0, isOnScale, findings.map(({ message }) => message).join());
  });
}
