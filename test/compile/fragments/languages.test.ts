/** Fragments in each language. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cottageFragments } from "../../../src/compile/fragments/fragments.ts";
import { sketchMap } from "../../../src/compile/fragments/sketch-map.ts";
import { markupOf } from "../../../src/compile/html.ts";
import { sampleFacts, localeFor } from "../../support/sample.ts";

const FACTS = sampleFacts();
const NO_BREAK_SPACES = /[\u00a0\u202f]/g;

const CAPTIONS: readonly [language: string, caption: string][] = [
  ["en-GB", "The rings mark 0.5 km, 2 km and 5 km as the crow flies;"],
  ["de", "Die Kreise zeigen 0,5 km, 2 km und 5 km Luftlinie;"],
  ["fr", "Les cercles indiquent 0,5 km, 2 km et 5 km à vol d’oiseau ;"],
  ["es", "Los círculos marcan 0,5 km, 2 km y 5 km en línea recta;"],
  ["it", "I cerchi indicano 0,5 km, 2 km e 5 km in linea d’aria;"],
  ["nl", "De cirkels geven 0,5 km, 2 km en 5 km hemelsbreed aan;"],
];

for (const [language, caption] of CAPTIONS) {
  test(`${language}: the caption of the map lists the distances of the rings`, () => {
    const map = markupOf(sketchMap([{ number: 1, kilometres: 6, bearing: 1 }], "The Mill", localeFor(language)));
    const text = map.replaceAll(NO_BREAK_SPACES, " ");
    assert.ok(text.includes(`<figcaption>${caption}`), text);
  });
}

function addressIn(containedInPlace: string): string {
  const facts = { ...FACTS, cottage: { ...FACTS.cottage, containedInPlace } };
  return cottageFragments(facts, localeFor("en-GB"), [])["cottage.address"]?.markdown ?? "";
}

test("the containing place is omitted if it is the region of the address", () => {
  const { addressRegion } = FACTS.cottage.address;
  assert.match(addressIn("The Dales"), /\n\nThe Dales\.\n/);
  assert.equal(addressIn(addressRegion).split(addressRegion).length, 2);
});
