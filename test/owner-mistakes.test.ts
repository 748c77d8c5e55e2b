/**
 * What owners do wrong, and what `--check` tells them of it: a line of a file of the sample is changed, and one finding
 * must say the cause.
 */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { check } from "../src/author/check.ts";
import { configure } from "../src/config.ts";
import { findingLine } from "../src/compile/finding.ts";
import { ROOT } from "./support/sample.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "cottage-mistakes-"));
after(() => rmSync(FOLDER, { recursive: true }));
for (const name of ["data", "content"]) cpSync(join(ROOT, name), join(FOLDER, name), { recursive: true });

function told(baseUrl = "https://cottage.example"): string[] {
  const environment = { BASE_URL: baseUrl, DATA_DIR: join(FOLDER, "data"), CONTENT_DIR: join(FOLDER, "content") };
  return check(configure(environment), Date.UTC(2026, 10, 20)).findings.map(findingLine);
}

const BEFORE = new Set(told());

function assertTold(expected: RegExp): void {
  const lines = told().filter((line) => !BEFORE.has(line));
  assert.ok(lines.some((line) => expected.test(line)), `${expected}\n${lines.join("\n")}`);
}

const COTTAGE = "data/cottage.json";
const SITE = "data/site.json";
const REVIEWS = "data/reviews.json";
const BOOKING = "data/booking.json";
const ABOUT = "content/about.md";

const MISTAKES: readonly (readonly [name: string, file: string, from: string, to: string, told: RegExp])[] = [
  // Words of other languages and other programs
  ["non", COTTAGE, '"petsAllowed": true', '"petsAllowed": "non"', /error: petsAllowed must be true or false, not "non": write false, without/],
  ["oui", COTTAGE, '"petsAllowed": true', '"petsAllowed": "oui"', /write true, without quotation marks$/],
  ["nein", COTTAGE, '"petsAllowed": true', '"petsAllowed": "Nein"', /write false, without quotation marks$/],
  ["sí", COTTAGE, '"petsAllowed": true', '"petsAllowed": "sí"', /write true, without quotation marks$/],
  ["vero", COTTAGE, '"petsAllowed": true', '"petsAllowed": "vero"', /write true, without quotation marks$/],
  ["nee", COTTAGE, '"petsAllowed": true', '"petsAllowed": "nee"', /write false, without quotation marks$/],
  ["non without marks", COTTAGE, '"petsAllowed": true', '"petsAllowed": non', /found non: write true for yes and false for no/],
  ["TRUE", COTTAGE, '"petsAllowed": true', '"petsAllowed": TRUE', /found TRUE: write it in small letters/],
  ["None", BOOKING, '"supportsInstantBook": true', '"supportsInstantBook": None', /found None: write null where there is no value/],
  ["EN for en", SITE, '"languagesSpoken": ["en", "de"]', '"languagesSpoken": ["EN", "de"]', /must be a language code, such as "en-GB", not "EN": write "en"/],
  ["a language's name", SITE, '"language": "en-GB"', '"language": "English"', /language must be a language code, such as "en-GB", not "English"/],
  ["a language with its country twice", SITE, '"languagesSpoken": ["en", "de"]', '"languagesSpoken": ["en-GB-GB"]', /entry 1 of languagesSpoken must be a language code, such as "en-GB", not "en-GB-GB"/],
  ["gb for GB", COTTAGE, '"addressCountry": "GB"', '"addressCountry": "gb"', /not "gb": write "GB"/],
  ["a country's name", COTTAGE, '"addressCountry": "GB"', '"addressCountry": "France"', /must be a country code of two capital letters, such as "GB", not "France"/],
  ["a bed in capitals", SITE, '"kind": "double"', '"kind": "Double"', /not "Double": write "double"/],
  ["a bed nobody knows", SITE, '"kind": "double"', '"kind": "hammock"', /kind in entry 3 of beds must be one of "king", "queen", "double", "single", "bunk", "sofa bed", "cot", not "hammock"/],

  // Numbers
  ["a decimal comma", COTTAGE, '"latitude": 54.26835', '"latitude": 54,26835', /a number has a decimal point, not a comma: write it as in 4\.8/],
  ["a decimal comma in marks", REVIEWS, '"ratingValue": 4.8', '"ratingValue": "4,8"', /not "4,8": write 4\.8, without quotation marks/],
  ["a number in marks", COTTAGE, '"bedrooms": 3', '"bedrooms": "3"', /not "3": write 3, without quotation marks/],
  ["a number with its unit", COTTAGE, '"bedrooms": 3', '"bedrooms": 3 rooms', /found 3 rooms: write 3 alone, or a text in quotation marks/],
  ["a minus sign of print", COTTAGE, '"longitude": -2.16417', '"longitude": −2.16417', /this minus sign is a special one: type the hyphen, as in -4\.8/],
  ["a lost minus sign", COTTAGE, '"longitude": -2.16417', '"longitude": 2.16417', /warning: geo is far from every place on the map, as from The Tup and Tally, which is 2\d\d km away; is a number mistyped, a minus sign lost, or are the two swapped\?/],
  ["a place far away", SITE, '"longitude": -2.06777', '"longitude": 2.06777', /warning: entry 6 of map places Carrow Dairy, which is 2\d\d km away from the cottage/],
  ["latitude and longitude swapped", COTTAGE, '"latitude": 54.26835, "longitude": -2.16417', '"latitude": -2.16417, "longitude": 54.26835', /warning: latitude in geo and longitude are swapped: the other way round the cottage is near the places on the map/],
  ["latitude and longitude of a place swapped", SITE, '"latitude": 54.27732, "longitude": -2.18904', '"latitude": -2.18904, "longitude": 54.27732', /warning: entry 3 of map places .*, which is \d+ km away from the cottage; .* or are the two swapped\?/],
  ["beds that disagree", SITE, '"kind": "double", "count": 1', '"kind": "double", "count": 2', /beds list 2 of the kind "double", but bedTypes in cottage\.json counts 1/],
  ["a negative area", SITE, '"sleeps": 6', '"sleeps": 6, "floorArea": -80', /floorArea must be a number from 5 to 10000, not -80/],

  // Text
  ["a typed line break", REVIEWS, "Exactly as described, and", "Exactly as described,\nand", /this text has no closing quotation mark on its line: write one, or \\n for each line break/],
  ["Word's quotation marks", COTTAGE, '"Wrenfold Cottage"', "“Wrenfold Cottage”", /found the quotation mark “ where only the straight double one will do: write " at both ends/],
  ["single quotation marks", COTTAGE, '"Wrenfold Cottage"', "'Wrenfold Cottage'", /found the quotation mark ' where/],
  ["no quotation marks", COTTAGE, '"Wrenfold Cottage"', "Wrenfold Cottage", /found Wrenfold Cottage: write a text in quotation marks/],
  ["a quotation in a text", COTTAGE, '"Wrenfold Cottage"', '"The "old" Wrenfold Cottage"', /write \\" for a mark within a text/],
  ["a tab in a text", COTTAGE, '"Wrenfold Cottage"', '"Wrenfold\tCottage"', /there is a tab or an invisible character inside this text/],
  ["a line separator", REVIEWS, "Exactly as described", "Exactly as\\u2028described", /body in entry \d+ of reviews has an invisible character \(U\+2028\) in it: remove it/],
  ["a mark of order", REVIEWS, "Exactly as described", "\\ufeffExactly as described", /has an invisible character \(U\+FEFF\) in it: remove it/],
  ["a next-line character", REVIEWS, "Exactly as described", "Exactly as\u0085described", /has an invisible character \(U\+0085\) in it: remove it/],
  ["a delete character", REVIEWS, "Exactly as described", "Exactly as\u007fdescribed", /has an invisible character \(U\+007F\) in it: remove it/],
  ["half a character", REVIEWS, "Exactly as described", "Exactly as\\ud83d described", /has an invisible character \(U\+D83D\) in it: remove it/],

  // Fields
  ["what has no field", SITE, '"sleeps": 6', '"sleeps": 6, "minimumStay": 3', /minimumStay is not a known field; the fields here are .*; what has no field can be said on a page/],
  ["a field with a blank in it", COTTAGE, '"petsAllowed"', '"pets allowed"', /"pets allowed" is not a known field; did you mean "petsAllowed"\?/],
  ["a field twice", COTTAGE, '"bathrooms": 2', '"bathrooms": 2,\n  "bathrooms": 1', /the field "bathrooms" is there twice, on line \d+ and on line \d+: keep only one/],
  ["one comma too many", COTTAGE, '"double": 1 }', '"double": 1, }', /this comma is one too many: remove it/],
  ["one comma too few", COTTAGE, '"bedrooms": 3,', '"bedrooms": 3', /a comma is missing here: write one before what follows/],
  ["a bracket not closed", COTTAGE, '"First-aid kit"\n  ],', '"First-aid kit",', /the \[ on line \d+ is not closed before what follows here: write \] first/],
  ["a remark", COTTAGE, '"bedrooms": 3,', '"bedrooms": 3, // and an attic', /comments are not possible in this file: remove this one/],
  ["a web address without https", BOOKING, '"https://social.example.net/wrenfold"', '"social.example.net/wrenfold"', /not "social\.example\.net\/wrenfold": write "https:\/\/social\.example\.net\/wrenfold"/],
  ["an e-mail address as a link", SITE, '"hello@wrenfold.example"', '"mailto:hello@wrenfold example"', /email in contact must be an email address/],
  ["a telephone number without its country", SITE, '"+44 1632 960147"', '"01632 960147"', /telephone in contact must be a telephone number that begins with \+ and the country's code/],
  ["a time as people say it", SITE, '"checkinTime": "16:00"', '"checkinTime": "4 pm"', /checkinTime must be a time of day on the 24-hour clock, such as "16:00", not "4 pm"/],
  ["a day as people write it", SITE, '"updated": "2026-11-02"', '"updated": "2.11.2026"', /updated must be a day that the calendar has, written year-month-day/],
  ["a day that is not there", SITE, '"updated": "2026-11-02"', '"updated": "2026-02-30"', /updated must be a day that the calendar has/],

  // Pages
  ["one brace", ABOUT, "Wrenfold was never", "{cottage.name} was never", /about\.md:9:1: warning: this line has \{cottage\.name\} with one brace: write two/],
  ["a fact misspelt", ABOUT, "Wrenfold was never", "{{cottage.nmae}} was never", /about\.md:9:\d+: error: there is no fact named cottage\.nmae; did you mean cottage\.name\?/],
  ["a title in quotation marks", ABOUT, "title: About {{cottage.name}} and the people who look after it", 'title: "About us and the people who look after it"', /about\.md:2:1: warning: this line has title: "About us .*" in quotation marks, which guests will see: leave them out/],
  ["a bare address", ABOUT, "Wrenfold was never", "See www.dales.example: Wrenfold was never", /about\.md:9:1: warning: this line has www\.dales\.example: which is no link like this: write \[some words\]/],
  ["a door code", ABOUT, "Wrenfold was never", "The door code is 4711. Wrenfold was never", /about\.md:9:1: warning: this line speaks of a "door code"/],
  ["a link to no page", ABOUT, "Wrenfold was never", "[Write](/contacts). Wrenfold was never", /about\.md:9:9: error: the link to \/contacts leads nowhere; did you mean \/contact\?/],
];

for (const [name, file, from, to, expected] of MISTAKES) {
  test(`${name} in ${file} is told with its cause`, () => {
    const path = join(FOLDER, file);
    const text = readFileSync(path, "utf8");
    assert.ok(text.includes(from), from);
    try {
      writeFileSync(path, text.replace(from, () => to));
      assertTold(expected);
    } finally {
      writeFileSync(path, text);
    }
  });
}

const RENAMED: readonly (readonly [from: string, to: string, told: RegExp])[] = [
  [COTTAGE, "data/cottage.json.txt", /^data\/cottage\.json: error: the file is missing: .*, but there is cottage\.json\.txt: rename it to cottage\.json$/],
  [REVIEWS, "data/Reviews.json", /^data\/reviews\.json: error: the file is missing: .*, but there is Reviews\.json: rename it to reviews\.json$/],
  [ABOUT, "content/About.md", /the page \/about cannot be made: the file is missing: .*, but there is About\.md: rename it to about\.md$/],
];

for (const [from, to, expected] of RENAMED) {
  test(`${to} in the place of ${from} is told`, () => {
    try {
      renameSync(join(FOLDER, from), join(FOLDER, to));
      assertTold(expected);
    } finally {
      renameSync(join(FOLDER, to), join(FOLDER, from));
    }
  });
}

test("a file of facts that nobody reads is told", () => {
  const path = join(FOLDER, "data", "prices.json");
  try {
    writeFileSync(path, "{}");
    assertTold(/^data\/prices\.json: warning: this file is not read; the files of facts are cottage\.json, /);
  } finally {
    rmSync(path);
  }
});

test("mistakes in all files are told at once, in facts and in pages", () => {
  const edits = [[COTTAGE, '"bedrooms": 3', '"bedrooms": "3"'], [REVIEWS, '"ratingValue": 4.8', '"ratingValue": 4,8'], [ABOUT, "Wrenfold was", "{{cottage.nmae}} {{reviews.nmae}} was"], [SITE, '"file": "cottage.svg"', '"file": "Photo été.jpg"']] as const;
  const before = edits.map(([file]) => [join(FOLDER, file), readFileSync(join(FOLDER, file), "utf8")] as const);
  try {
    for (const [file, from, to] of edits) writeFileSync(join(FOLDER, file), readFileSync(join(FOLDER, file), "utf8").replace(from, to));
    const errors = told().filter((line) => line.includes(": error: "));
    assert.equal(errors.length, 4, errors.join("\n"));
    for (const [file] of edits) assert.ok(errors.some((line) => line.startsWith(file)), file);
  } finally {
    for (const [path, text] of before) writeFileSync(path, text);
  }
});

test("the site's own address may be left out, and another one is told once the site is public", () => {
  const path = join(FOLDER, COTTAGE);
  const text = readFileSync(path, "utf8");
  const url = '  "url": "https://wrenfold.example/",\n';
  try {
    writeFileSync(path, text.replace(url, ""));
    assert.ok(!told().some((line) => line.includes("error")));
    writeFileSync(path, text.replace(url, '  "url": "https://www.wrenfold.co.uk/",\n'));
    assertTold(/data\/cottage\.json:5:10: warning: url is https:\/\/www\.wrenfold\.co\.uk\/, but BASE_URL is https:\/\/cottage\.example; leave the field out/);
    assert.ok(!told("http://localhost:3000").some((line) => line.includes("leave the field out")));
  } finally {
    writeFileSync(path, text);
  }
});
