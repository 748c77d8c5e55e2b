import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { DATA_SETS } from "../../../src/compile/data/datasets.ts";
import { DATA, findingLines, loadDamaged, loadIn, replaced, sampleText, withCopy } from "../../support/damage.ts";

test("the sample has nothing wrong with it", () => {
  const { facts, findings } = loadIn(DATA);
  assert.deepEqual(findings, []);
  assert.equal(facts.cottage.bedrooms, 3);
});

test("facts come with the constants that the files leave out, in the order that the schemas have", () => {
  const { facts } = loadIn(DATA);
  for (const { name, schema } of DATA_SETS) {
    const written: string[] = Object.keys(facts[name]);
    assert.equal(written[0], "object");
    assert.deepEqual(written, Object.keys(schema.properties ?? {}).filter((key) => written.includes(key)));
  }
  assert.equal(facts.cottage.type, "LodgingBusiness");
});

const NO_TEXT = 'must be text in quotation marks, such as "some words", not';
const NO_URI =
  'must be a full web address that begins with https:// and has no spaces or accents, such as "https://www.example.com/cottage", not';
const NO_CHANNEL =
  "must be a full web address that begins with https://, or mailto: and an email address, or tel: and a number, without spaces, " +
  'such as "https://www.example.com/cottage", not';
const NO_DATE = 'must be a day that the calendar has, written year-month-day, such as "2026-07-31", not';

/** What is written in place of what, in which file; the mark ‸ stands before what the sentence is about. */
const DAMAGES: readonly [name: string, file: string, from: string, to: string, sentence: string][] = [
  // Wrong types
  [
    "text for a number", "reviews", '"rating": 5', '"rating": ‸"five"',
    'rating in entry 1 of reviews must be a whole number from 1 to 5, not "five"',
  ],
  [
    "a number in quotation marks", "cottage", '"bedrooms": 3', '"bedrooms": ‸"3"',
    'bedrooms must be a whole number from 0 to 50, not "3": write 3, without quotation marks',
  ],
  [
    "a decimal comma", "reviews", '"ratingValue": 4.8', '"ratingValue": ‸"4,8"',
    'ratingValue must be a number from 0 to 10, not "4,8": write 4.8, without quotation marks',
  ],
  [
    "yes for true", "cottage", '"petsAllowed": true', '"petsAllowed": ‸"yes"',
    'petsAllowed must be true or false, not "yes": write true, without quotation marks',
  ],
  [
    "yes where nothing may stand as well", "booking", '"supportsInstantBook": true', '"supportsInstantBook": ‸"yes"',
    'supportsInstantBook in entry 1 of channels must be true or false (or null), not "yes": write true, without quotation marks',
  ],
  [
    "a number for text", "site", '"emergencyNumber": "999"', '"emergencyNumber": ‸999',
    `emergencyNumber ${NO_TEXT} 999`,
  ],
  [
    "nothing for text", "cottage", '"postalCode": "QX4 7WF"', '"postalCode": ‸null',
    `postalCode in address ${NO_TEXT} null`,
  ],
  ["empty text", "cottage", '"name": "Wrenfold Cottage"', '"name": ‸""', `name ${NO_TEXT} ""`],
  ["an empty entry", "cottage", '"Microwave"', '‸" "', `entry 6 of amenities ${NO_TEXT} " "`],
  [
    "text for a list", "site", '"languagesSpoken": ["en", "de"]', '"languagesSpoken": ‸"en"',
    'languagesSpoken must be a list in [ ], not "en"',
  ],
  [
    "text for a group", "cottage", '"bedTypes": { "king": 2, "double": 1 }', '"bedTypes": ‸"two kings"',
    'bedTypes must be a group of fields in { }, not "two kings"',
  ],
  [
    "an empty list", "site", '"languagesSpoken": ["en", "de"]', '"languagesSpoken": ‸[]',
    "languagesSpoken must have 1 or more entries, not 0",
  ],

  // Values out of range or of the wrong form
  [
    "six stars", "reviews", '"rating": 5', '"rating": ‸6',
    "rating in entry 1 of reviews must be a whole number from 1 to 5, not 6",
  ],
  [
    "half a star", "reviews", '"rating": 5', '"rating": ‸4.5',
    "rating in entry 1 of reviews must be a whole number from 1 to 5, not 4.5",
  ],
  [
    "a negative number of bathrooms", "cottage", '"bathrooms": 2', '"bathrooms": ‸-2',
    "bathrooms must be a whole number from 0 to 50, not -2",
  ],
  [
    "a number past all bounds", "cottage", '"bathrooms": 2', '"bathrooms": ‸1e999',
    "bathrooms must be a whole number from 0 to 50, not Infinity",
  ],
  [
    "an impossible day", "reviews", '"2026-10-19"', '‸"2026-02-30"',
    `datePublished in entry 1 of reviews ${NO_DATE} "2026-02-30"`,
  ],
  [
    "a day as people write it", "reviews", '"2026-10-19"', '‸"19/10/2026"',
    `datePublished in entry 1 of reviews ${NO_DATE} "19/10/2026"`,
  ],
  [
    "an address without the s of https", "cottage", '"https://wrenfold.example/"', '‸"http://wrenfold.example/"',
    `url ${NO_URI} "http://wrenfold.example/"`,
  ],
  [
    "an address without https://", "booking", '"https://social.example.net/wrenfold"', '‸"social.example.net/wrenfold"',
    `url in entry 3 of channels ${NO_CHANNEL} "social.example.net/wrenfold": write "https://social.example.net/wrenfold"`,
  ],
  [
    "a country's name for its code", "cottage", '"addressCountry": "GB"', '"addressCountry": ‸"England"',
    'addressCountry in address must be a country code of two capital letters, such as "GB", not "England"',
  ],
  [
    "a time on the twelve-hour clock", "site", '"checkinTime": "16:00"', '"checkinTime": ‸"4pm"',
    'checkinTime must be a time of day on the 24-hour clock, such as "16:00", not "4pm"',
  ],
  [
    "a telephone number without its country", "site", '"+44 1632 960147"', '‸"01632 960147"',
    'telephone in contact must be a telephone number with the country\'s code, such as "+44 1632 960147", not "01632 960147"',
  ],
  [
    "an address that is none of e-mail", "site", '"hello@wrenfold.example"', '‸"hello at wrenfold"',
    'email in contact must be an e-mail address, such as "hello@example.com", not "hello at wrenfold"',
  ],
  [
    "another kind of object", "booking", '"note"', '"object": ‸"bookings", "note"',
    'object must be "booking_options", not "bookings"',
  ],

  // Fields
  ["a missing field", "reviews", '{\n      "author": "Priya S.",', "‸{", 'entry 1 of reviews lacks the field "author"'],
  ["a missing group", "cottage", '"bedTypes": { "king": 2, "double": 1 },', "", 'the file lacks the field "bedTypes"'],
  [
    "a misspelt field", "reviews", '"author": ', '"autor": ‸',
    'autor in entry 1 of reviews is not a known field; did you mean "author"?',
  ],
  [
    "a field in other letters", "cottage", '"petsAllowed": ', '"pets_allowed": ‸',
    'pets_allowed is not a known field; did you mean "petsAllowed"?',
  ],
  [
    "a field of one's own", "booking", '"platform"', '"colour": ‸"red", "platform"',
    "colour in entry 1 of channels is not a known field; the fields here are platform, url, supportsInstantBook; what has no field can be said on a page",
  ],
  [
    "a field whose name is no word", "booking", '"platform"', '"\\u001b[2J": ‸1, "platform"',
    '"\\u001b[2J" in entry 1 of channels is not a known field; the fields here are platform, url, supportsInstantBook; what has no field can be said on a page',
  ],

  // What does not fit together
  [
    "swapped coordinates that no globe has", "site", '"latitude": 54.26483', '"latitude": ‸-154.2',
    "latitude in entry 1 of map must be a number from -90 to 90, not -154.2; perhaps latitude and longitude are swapped",
  ],
  [
    "swapped coordinates", "cottage", '"latitude": 54.26835, "longitude": -2.16417',
    '"latitude": ‸-2.16417, "longitude": 54.26835',
    "latitude in geo is -2.16417 and longitude 54.26835, which is not in GB; the other way round it is, so swap the two numbers",
  ],
  [
    "two average ratings", "reviews", '"ratingValue": 4.8', '"ratingValue": ‸4.7',
    "ratingValue is 4.7, but ratingValue in aggregateRating in cottage.json is 4.8; write the same number in both files",
  ],
  [
    "two numbers of reviews", "reviews", '"reviewCount": 47', '"reviewCount": ‸48',
    "reviewCount is 48, but reviewCount in aggregateRating in cottage.json is 47; write the same number in both files",
  ],
  [
    "a scale upside down", "cottage", '"bestRating": 5, "worstRating": 1', '"bestRating": 5, "worstRating": ‸5',
    "worstRating in aggregateRating must be less than bestRating, which is 5, not 5",
  ],
  [
    "an average beyond its scale", "cottage", '"ratingValue": 4.8, "reviewCount": 47, "bestRating": 5',
    '"ratingValue": ‸4.8, "reviewCount": 47, "bestRating": 4',
    "ratingValue in aggregateRating must be a number from 1 (worstRating) to 4 (bestRating), not 4.8",
  ],
  [
    "a place on the map that is misspelt", "site", '{ "name": "Kettle Force"', '{ "name": ‸"Kettel Force"',
    'name in entry 3 of map is "Kettel Force", which is no attraction in attractions.json; did you mean Kettle Force?',
  ],
  [
    "a place on the map that is no attraction", "site", '{ "name": "Kettle Force"', '{ "name": ‸"Bus stop"',
    'name in entry 3 of map is "Bus stop", which is no attraction in attractions.json',
  ],
];

for (const [name, file, from, to, sentence] of DAMAGES) {
  test(`${name} in ${file}.json is told with its place`, () => {
    const { text, place } = replaced(sampleText(file), from, to);
    assert.deepEqual(findingLines(loadDamaged({ [`${file}.json`]: text })), [`data/${file}.json:${place || "1:1"}: error: ${sentence}`]);
  });
}

/** Text that is no JSON; test/compile/json/mistakes.test.ts has the sentences word by word. */
const NO_JSON: readonly [name: string, from: string, to: string, words: RegExp][] = [
  [
    "a field that is there twice", '"bathrooms": 2,', '"bathrooms": 2,\n  ‸"bathrooms": 1,',
    /"bathrooms" is there twice, on line \d+ and on line \d+/,
  ],
  ["a comma after the last field", '"double": 1 }', '"double": 1‸, }', /one too many: remove it/],
  ["a missing comma", '"bedrooms": 3,', '"bedrooms": 3‸', /a comma is missing here: write one/],
  ["curly quotation marks", '"Microwave"', "‸“Microwave”", /quotation mark “ where only the straight double one will do/],
  ["a remark", '"bedrooms": 3,', '"bedrooms": 3, ‸// and an attic', /remarks are not possible in this file/],
  ["a capital letter", '"petsAllowed": true', '"petsAllowed": ‸True', /write it in small letters/],
  ["a number with a comma in it", '"ratingValue": 4.8,', '"ratingValue": 4‸,8,', /4\.8/],
];

for (const [name, from, to, words] of NO_JSON) {
  test(`${name} is told with its place`, () => {
    const { text, place } = replaced(sampleText("cottage"), from, to);
    const lines = findingLines(loadDamaged({ "cottage.json": text }));
    assert.equal(lines.length, 1, lines.join("\n"));
    assert.ok(lines[0]?.startsWith(`data/cottage.json:${place}: error: `), `${place}: ${lines[0]}`);
    assert.match(lines.join(), words);
  });
}

test("more listed than counted reviews are told, and a count that differs as well", () => {
  const reviews = replaced(sampleText("reviews"), '"reviewCount": 47', '"reviewCount": ‸3');
  const cottage = replaced(sampleText("cottage"), '"reviewCount": 47', '"reviewCount": 3');
  const listed = loadIn(DATA).facts.reviews.reviews.length;
  const tooMany = `data/reviews.json:${reviews.place}: error: reviewCount must be at least ${listed}, the number of reviews that are listed below, not 3`;
  assert.deepEqual(findingLines(loadDamaged({ "reviews.json": reviews.text, "cottage.json": cottage.text })), [tooMany]);
  const differs = `data/reviews.json:${reviews.place}: error: reviewCount is 3, but reviewCount in aggregateRating in cottage.json is 47; write the same number in both files`;
  assert.deepEqual(findingLines(loadDamaged({ "reviews.json": reviews.text })), [differs, tooMany]);
});

test("without a review there is no average to hold to the scale", () => {
  const none = '{ "ratingValue": 0, "reviewCount": 0, "reviews": [] }';
  const { text } = replaced(sampleText("cottage"), '"ratingValue": 4.8, "reviewCount": 47', '"ratingValue": 0, "reviewCount": 0');
  assert.deepEqual(findingLines(loadDamaged({ "reviews.json": none, "cottage.json": text })), []);
});

test("what may be left out is left out", () => {
  const site = JSON.parse(sampleText("site"));
  delete site.map;
  delete site.photos;
  delete site.contact.telephone;
  const { facts, findings } = loadDamaged({ "site.json": JSON.stringify(site) });
  assert.deepEqual(findings, []);
  assert.equal(facts.site.map, undefined);
});

const ADDRESSES: readonly [baseUrl: string, url: string][] = [
  ["https://house.example", "https://house.example/"],
  ["http://192.168.1.20:3000", "https://192.168.1.20:3000/"],
  ["http://localhost:3000", "https://localhost.invalid/"],
];

for (const [baseUrl, url] of ADDRESSES) {
  test(`an address that is left out is ${url} at ${baseUrl}`, () => {
    const { url: _, ...cottage } = JSON.parse(sampleText("cottage"));
    const { facts, findings } = loadDamaged({ "cottage.json": JSON.stringify(cottage) }, baseUrl);
    assert.deepEqual(findings, []);
    assert.equal(facts.cottage.url, url);
  });
}

test("coordinates in a country whose bounds are not known are left alone", () => {
  const { text } = replaced(sampleText("cottage"), '"addressCountry": "GB"', '"addressCountry": "FJ"');
  assert.deepEqual(findingLines(loadDamaged({ "cottage.json": text })), []);
});

test("coordinates outside the country both ways round are left alone", () => {
  const { text } = replaced(sampleText("cottage"), '"latitude": 54.26835', '"latitude": 24.26835');
  assert.deepEqual(findingLines(loadDamaged({ "cottage.json": text })), []);
});

test("a byte order mark does no harm and counts as no column", () => {
  const text = sampleText("booking");
  assert.deepEqual(findingLines(loadDamaged({ "booking.json": `\ufeff${text}` })), []);
  const place = findingLines(loadDamaged({ "booking.json": "\ufeff[]" }));
  assert.deepEqual(place, ["data/booking.json:1:1: error: the file must be a group of fields in { }, not a list"]);
});

test("lines that end with CR LF are counted as an editor counts them", () => {
  const text = sampleText("reviews");
  const { text: damaged, place } = replaced(text, '"rating": 5', '"rating": ‸6');
  const [line] = findingLines(loadDamaged({ "reviews.json": damaged.replaceAll("\n", "\r\n") }));
  assert.ok(line?.startsWith(`data/reviews.json:${place}: error: rating in entry 1`), line);
});

const FILES: readonly [name: string, content: Uint8Array | string, line: string][] = [
  [
    "in Latin-1", Buffer.from('{ "note": "Gîte" }', "latin1"),
    'data/booking.json: error: the file is not saved as UTF-8: in your editor choose "Save with encoding", UTF-8',
  ],
  ["that is a list", "[]", "data/booking.json:1:1: error: the file must be a group of fields in { }, not a list"],
  ["that is one number", "7", "data/booking.json:1:1: error: the file must be a group of fields in { }, not 7"],
];

for (const [name, content, line] of FILES) {
  test(`a file ${name} is told`, () => assert.deepEqual(findingLines(loadDamaged({ "booking.json": content })), [line]));
}

test("a file that is missing, and a folder in the place of one, are told", () => {
  withCopy((directory) => {
    rmSync(join(directory, "reviews.json"));
    rmSync(join(directory, "site.json"));
    mkdirSync(join(directory, "site.json"));
    assert.deepEqual(findingLines(loadIn(directory)), [
      `data/reviews.json: error: the file is missing: there is no such file in ${directory}`,
      "data/site.json: error: the file is a folder, not a file",
    ]);
  });
});

test("a folder that is not there lacks every file, and a file in its place is told", () => {
  const lines = findingLines(loadIn(join(DATA, "none")));
  assert.deepEqual(
    lines.map((line) => line.split(":", 1).join("")),
    ["cottage", "reviews", "attractions", "booking", "site"].map((name) => `data/${name}.json`),
  );
  const [line] = findingLines(loadIn(join(DATA, "site.json")));
  assert.match(line ?? "", /^data\/cottage\.json: error: the file cannot be read: .*site\.json is a file, not a folder$/);
});

test("a file that cannot be read for a reason of the system is told with the system's word for it", () => {
  const [line] = findingLines(loadIn("x".repeat(5000)));
  assert.equal(line, "data/cottage.json: error: the file cannot be read (ENAMETOOLONG)");
});

test("everything that is wrong is told at once, file by file and line by line", () => {
  withCopy((directory) => {
    const damage = (name: string, ...edits: readonly [from: string, to: string][]): void => {
      const path = join(directory, `${name}.json`);
      writeFileSync(path, edits.reduce((text, [from, to]) => replaced(text, from, to).text, readFileSync(path, "utf8")));
    };
    damage("cottage", ['"bathrooms"', '"bathroms"'], ['"addressRegion": "Sillerdale",', ""], ['"smokingAllowed": false', '"smokingAllowed": "no"']);
    damage("attractions", ['"summary"', "summary"]);
    damage("reviews", ['"reviewCount": 47', '"reviewCount": 1']);
    damage("site", ['{ "name": "Kettle Force"', '{ "name": "Kettel Force"']);
    rmSync(join(directory, "booking.json"));
    assert.deepEqual(
      findingLines(loadIn(directory)).map((line) => line.replace(/(?<=error: .{30}).*/, "")),
      [
        'data/cottage.json:6:14: error: address lacks the field "addre',
        "data/cottage.json:16:15: error: bathroms is not a known field;",
        "data/cottage.json:45:21: error: smokingAllowed must be true or",
        "data/reviews.json:4:18: error: reviewCount must be at least 1",
        'data/attractions.json:7:7: error: found summary: "The village pu',
        "data/booking.json: error: the file is missing: there is ",
      ],
    );
  });
});
