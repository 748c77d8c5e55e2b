/** Amenities in the owner's words → the names that search engines list; what is not there is never announced. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { knownFeatures } from "../../../src/compile/pages/structured-data.ts";
import { sampleFacts, wordsIn } from "../../support/sample.ts";

const AMENITIES: readonly [language: string, amenity: string, expected: string][] = [
  ["en-GB", "Fibre Wi-Fi (70 Mbit/s)", "wifi"],
  ["en-GB", "Wood-burning stove, logs included", "fireplace"],
  ["en-GB", "No Wi-Fi, no television", ""],
  ["en-GB", "Wi-Fi, but not upstairs", "wifi"],
  ["en-GB", "Not wheelchair accessible", ""],
  ["en-GB", "The house isn’t wheelchair accessible", ""],
  ["en-GB", "Kitchen without a microwave", ""],
  ["en-GB", "Kitchen, without a microwave", "kitchen"],
  ["en-GB", "Wheelchair accessible", "wheelchairAccessible"],
  ["en-GB", "Private parking for two cars", "parkingType=Free"],
  ["en-GB", "Paid parking nearby", "parkingType=Paid"],
  ["en-GB", "Parking", ""],
  ["en-GB", "Heated outdoor swimming pool", "poolType=Outdoor"],
  ["en-GB", "Swimming pool", ""],
  ["de", "WLAN", "wifi"],
  ["de", "Kein WLAN", ""],
  ["de", "Geschirrspülmaschine und Waschmaschine", "washerDryer"],
  ["de", "Einbauküche ohne Mikrowelle", ""],
  ["de", "Nicht rollstuhlgerecht", ""],
  ["de", "Kostenloser Parkplatz am Haus", "parkingType=Free"],
  ["de", "Dachterrasse", "patio"],
  ["fr", "Pas de télévision", ""],
  ["fr", "Lave-linge et sèche-linge", "washerDryer"],
  ["fr", "Four et micro-ondes", "ovenStove microwave"],
  ["fr", "Non accessible en fauteuil roulant", ""],
  ["fr", "Sans climatisation", ""],
  ["es", "Sin calefacción", ""],
  ["es", "Chimenea", "fireplace"],
  ["es", "Piscina exterior", "poolType=Outdoor"],
  ["it", "Senza ascensore", ""],
  ["it", "Aria condizionata", "ac"],
  ["it", "Lavatrice", "washerDryer"],
  ["nl", "Geen wifi", ""],
  ["nl", "Open keuken", "kitchen"],
  ["nl", "Niet rolstoeltoegankelijk", ""],
  ["nl", "Gratis parkeerplaats", "parkingType=Free"],
  ["en-GB", "Microwave oven", "microwave"],
  ["en-GB", "Off-street parking", ""],
  ["en-GB", "Private parking, £10 a day", ""],
  ["en-GB", "Pool table in the garden room", ""],
  ["en-GB", "Beach towels", ""],
  ["en-GB", "Cast-iron bath", ""],
  ["en-GB", "Ski lift 2 km away", ""],
  ["en-GB", "Barbecues are forbidden", ""],
  ["de", "Stufenlos regelbare Heizung", "heating"],
  ["de", "Backofen mit Grill", "ovenStove"],
  ["de", "Hallenbad im Nachbarort", ""],
  ["de", "Stellplatz abseits der Straße", ""],
  ["de", "Teilweise barrierefrei", ""],
  ["de", "Haus mit keinerlei WLAN", ""],
  ["fr", "Four micro-ondes", "microwave"],
  ["fr", "Maison de plain-pied", ""],
  ["fr", "Serviettes de plage fournies", ""],
  ["fr", "Barbecue interdit", ""],
  ["fr", "Le wifi n’est plus disponible", ""],
  ["fr", "Lave-vaisselle et plaques à induction", "ovenStove"],
  ["es", "Horno microondas", "microwave"],
  ["es", "Barbacoa y plancha de gas", "outdoorGrill"],
  ["es", "Ninguno de los baños tiene calefacción", ""],
  ["it", "Forno a microonde", "microwave"],
  ["it", "Lettino da sole in giardino", ""],
  ["it", "Barbecue vietato", ""],
  ["nl", "Magnetron met grill", "microwave"],
  ["nl", "Deels rolstoeltoegankelijk", ""],
  ["nl", "Eigen parkeerplaats, € 5 per dag", ""],
];

for (const [language, amenity, expected] of AMENITIES) {
  test(`${language}: "${amenity}" is ${expected || "nothing that is listed"}`, () => {
    const found = knownFeatures([amenity], wordsIn(language)).map(({ name, value }) => (value === true ? name : `${name}=${value}`));
    assert.equal(found.join(" "), expected);
  });
}

test("the sample's amenities are told as far as search engines list them", () => {
  const names = knownFeatures(sampleFacts().cottage.amenities, wordsIn("en-GB")).map(({ name }) => name);
  assert.deepEqual(names, ["wifi", "washerDryer", "kitchen", "ovenStove", "microwave", "fireplace", "heating", "tv", "crib", "childFriendly", "patio", "outdoorGrill", "parkingType"]);
});
