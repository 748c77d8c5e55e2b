import assert from "node:assert/strict";
import { test } from "node:test";
import { closest, removeTrunkZero } from "../../src/compile/corrections.ts";
import { stopwatch } from "../support/stopwatch.ts";

const TELEPHONES: readonly (readonly [telephone: string, expected: string])[] = [
  ["+49 (0) 4662 1234", "+49 4662 1234"],
  ["+44 (0)1632 960147", "+44 1632 960147"],
  ["+39 (0)6 1234567", "+39 06 1234567"],
];

for (const [telephone, expected] of TELEPHONES) {
  test(`removeTrunkZero("${telephone}") is ${expected}`, () => assert.equal(removeTrunkZero(telephone), expected));
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
