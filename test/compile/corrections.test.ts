import assert from "node:assert/strict";
import { test } from "node:test";
import {
  closest,
  isLanguageCode,
  parseBoolean,
  parseCountry,
  parseDate,
  parseNumber,
  normalizeTelephone,
  parseLanguage,
  parseTime,
  proposeFileName,
  normalizeUrl,
} from "../../src/compile/corrections.ts";
import { stopwatch } from "../support/stopwatch.ts";

type Value = string | number | boolean | undefined;

const TABLES: readonly (readonly [
  read: (text: string) => Value,
  rows: readonly (readonly [text: string, value: Value])[],
])[] = [
  [
    parseLanguage,
    [
      ["Italiano", "it"],
      ["français", "fr"],
      ["Francais", "fr"],
      ["Italienisch", "it"],
      ["neerlandés", "nl"],
      ["en-GB", undefined],
      ["Polski", "pl"],
      ["polnisch", "pl"],
      ["Romanian", "ro"],
      ["עברית", "he"],
      ["pl", undefined],
      ["gr", "el"],
      ["GR", "el"],
      ["cz", "cs"],
      ["jp", "ja"],
      ["ell", "el"],
      ["ger", "de"],
      ["lld", undefined],
      ["cnr", undefined],
      ["qqq", undefined],
      ["xx", undefined],
      ["é", undefined],
      ["Klingon", undefined],
      ["", undefined],
    ],
  ],
  [
    proposeFileName,
    [
      ["küche.JPG", "kuche.JPG"],
      ["Κουζίνα.jpg", "photo.jpg"],
      ["WhatsApp Image 2026-05-01 at 10.11.12.jpeg", "WhatsApp_Image_2026-05-01_at_10.11.12.jpeg"],
      ["Στιγμιότυπο οθόνης 2026-05-03.png", "2026-05-03.png"],
      ["garden 800.jpg", "garden_800.jpg"],
    ],
  ],
  [
    isLanguageCode,
    [
      ["el", true],
      ["lld", true],
      ["cnr", true],
      ["gr", false],
      ["ell", false],
    ],
  ],
  [
    parseCountry,
    [
      ["Polska", "PL"],
      ["polen", "PL"],
      ["Germany", "DE"],
      ["Royaume-Uni", "GB"],
      ["Espana", "ES"],
      ["Cesko", "CZ"],
      ["Atlantis", undefined],
      ["", undefined],
    ],
  ],
  [
    parseNumber,
    [
      ["3", 3],
      [" 4,8 ", 4.8],
      ["-2.5", -2.5],
      ["+5", 5],
      ["−5.2", -5.2],
      ["07", 7],
      ["4 Sterne", 4],
      ["\u2212 4.8", -4.8],
      ["120 m²", 120],
      ["1,5 Bäder", 1.5],
      ["54°48'44\"N", 54.81222],
      ["", undefined],
      ["null", undefined],
      ["4-6", undefined],
      ["1 204", 1204],
      ["12\u00a0345,5", 12345.5],
      ["1'204'500", 1204500],
      ["-1’204", -1204],
      ["1 20", undefined],
      ["0 204", undefined],
      ["1.204 500", undefined],
      ["1.000,5", undefined],
      ["2 to 3", undefined],
      ["Sterne", undefined],
      ["2° 9′ 51.5″ W", -2.16431],
      ["8°30'E", 8.5],
      ["33°51''S", undefined],
      ["33.85° S", -33.85],
      ["2,5° W", -2.5],
      ["54°48'44\"", undefined], // north or south
      ["8°30'O", undefined], // Ost or ouest
    ],
  ],
  [
    parseBoolean,
    [
      ["yes", true],
      ["Oui", true],
      ["ja", true],
      ["sí", true],
      ["sì", true],
      ["si\u0300", true], // i and a combining accent
      ["vero", true],
      ["No", false],
      ["non", false],
      ["nein", false],
      ["nee", false],
      ["on request", undefined],
      ["", undefined],
    ],
  ],
  [
    parseDate,
    [
      ["14.08.2026", "2026-08-14"],
      ["2.11.2026", "2026-11-02"],
      ["31.12.2026", "2026-12-31"],
      ["2. 11. 2026", "2026-11-02"],
      ["14/08/2026", "2026-08-14"],
      ["08/14/2026", "2026-08-14"],
      ["07/07/2026", "2026-07-07"],
      ["02/11/2026", undefined], // two days
      ["12/11/2026", undefined],
      ["11/12/2026", undefined],
      ["12/13/2026", "2026-12-13"],
      ["2026-14-08", "2026-08-14"],
      ["2026/8/4", "2026-08-04"],
      ["August 2026", undefined],
    ],
  ],
  [
    parseTime,
    [
      ["16 Uhr", "16:00"],
      ["16.00", "16:00"],
      ["ab 16:30 Uhr", "16:30"],
      ["9:15", "09:15"],
      ["16", "16:00"],
      ["16h30", "16:30"],
      ["16 h", "16:00"],
      ["4 pm", "16:00"],
      ["4:30 p.m.", "16:30"],
      ["12am", "00:00"],
      ["12 pm", "12:00"],
      ["11 AM", "11:00"],
      ["16 pm", "16:00"],
      ["0 am", "00:00"],
      ["noon", undefined],
      ["16-18 Uhr", undefined],
    ],
  ],
  [
    normalizeTelephone,
    [
      ["+49 (0) 4662 1234", "+49 4662 1234"],
      ["+44 (0)1632 960147", "+44 1632 960147"],
      ["+39 (0)6 1234567", "+39 06 1234567"],
      ["0049 4662 1234", "+49 4662 1234"],
      ["+49 4662/1234", "+49 4662 1234"],
      ["04662 1234", "04662 1234"],
    ],
  ],
  [
    normalizeUrl,
    [
      ["www.example.com", "https://www.example.com"],
      ["http://example.com/a", "https://example.com/a"],
      ["HTTPS://example.com", "https://example.com"],
      ["https://example.com", "https://example.com"],
      ["https://example.com/reetdachhäuser", "https://example.com/reetdachh%C3%A4user"],
      ["https://küste.example/", "https://xn--kste-0ra.example/"],
      ["https://example.com/a b", "https://example.com/a%20b"],
      ["mailto:a@example.com", undefined],
      ["ftp://example.com", undefined],
      ["javascript:alert(1)", undefined],
    ],
  ],
];

for (const [read, rows] of TABLES) {
  for (const [text, value] of rows) {
    test(`${read.name}(${JSON.stringify(text).slice(0, 40)}) is ${value}`, () => assert.equal(read(text), value));
  }
}

const COTTAGE: readonly string[] = [
  ...["object", "name", "type", "description", "url", "address", "geo", "containedInPlace", "bedrooms", "bathrooms"],
  ...["bedTypes", "amenities", "petsAllowed", "smokingAllowed", "priceRange", "aggregateRating", "sameAs"],
];
const ADDRESS: readonly string[] = [
  "streetAddress",
  "addressLocality",
  "addressRegion",
  "postalCode",
  "addressCountry",
];
const GEO: readonly string[] = ["latitude", "longitude"];
const REVIEW: readonly string[] = ["author", "rating", "datePublished", "body"];
const PATHS: readonly string[] = ["/", "/welcome", "/about", "/contact", "/privacy", "/developers"];

const GUESSES: readonly (readonly [word: string, known: readonly string[], guess: string | undefined])[] = [
  ["bedroms", COTTAGE, "bedrooms"], // a letter left out
  ["bedrooomss", COTTAGE, "bedrooms"], // letters too many
  ["badrooms", COTTAGE, "bedrooms"], // another letter
  ["bathroms", COTTAGE, "bathrooms"], // more similar than bedrooms
  ["tpye", COTTAGE, "type"], // two letters swapped
  ["nmae", COTTAGE, "name"],
  ["ptpe", COTTAGE, undefined], // one of two letters is at the place of the other
  ["descriptoin", COTTAGE, "description"],
  ["aminities", COTTAGE, "amenities"],
  ["Bedrooms", COTTAGE, "bedrooms"], // capital letters
  ["URL", COTTAGE, "url"],
  ["pets_allowed", COTTAGE, "petsAllowed"], // words joined in another way
  ["price-range", COTTAGE, "priceRange"],
  ["same as", COTTAGE, "sameAs"],
  ["postcode", ADDRESS, "postalCode"],
  ["lattitude", GEO, "latitude"],
  ["longtitude", GEO, "longitude"],
  ["autor", REVIEW, "author"],
  ["stars", REVIEW, undefined],
  ["text", REVIEW, undefined],
  ["rate", REVIEW, undefined],
  ["rating", COTTAGE, undefined], // only the end of a name
  ["id", COTTAGE, undefined],
  ["beds", COTTAGE, undefined],
  ["garden", COTTAGE, undefined],
  ["wifi", COTTAGE, undefined],
  ["note", COTTAGE, undefined], // not name: two letters of four are too many
  ["phone", COTTAGE, undefined],
  ["descriptions in", COTTAGE, "description"], // three letters too many
  ["description text", COTTAGE, undefined], // four are too many, however long the word is
  ["owner", COTTAGE, undefined],
  ["", COTTAGE, undefined],
  ["_", COTTAGE, undefined],
  ["constructor", COTTAGE, undefined],
  ["name", [], undefined],
  ["/abuot", PATHS, "/about"],
  ["/contacts", PATHS, "/contact"],
  ["/imprint", PATHS, undefined],
  ["same", ["sama", "sami"], "sama"], // the first of two equally similar names
  ["x".repeat(65), ["x".repeat(64)], undefined], // too long to be compared
  ["x".repeat(64), [`${"x".repeat(63)}y`], `${"x".repeat(63)}y`],
];

for (const [word, known, guess] of GUESSES) {
  test(`closest(${JSON.stringify(word)}) is ${guess}`, () => assert.equal(closest(word, known), guess));
}

test("closest() is fast for a long word", () => {
  const spent = stopwatch();
  assert.equal(closest("a".repeat(1_000_000), COTTAGE), undefined);
  for (let round = 0; round < 1000; round += 1) closest("b".repeat(64), COTTAGE);
  assert.ok(spent() < 2000);
});
