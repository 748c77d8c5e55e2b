/** Booking channels: web, email and telephone links are accepted, and links that run code are rejected. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DATA_SETS, factsWithPaths } from "../../../src/compile/data/datasets.ts";
import { loadDamaged } from "../../support/damage.ts";

const ADDRESSES: readonly [address: string, isAccepted: boolean][] = [
  ["https://stays.example.com/1", true],
  ["mailto:hello@cottage.example", true],
  ["mailto:hello@cottage.example?subject=Stay", true],
  ["tel:+441632960147", true],
  ["http://stays.example.com/1", false],
  ["mailto:", false],
  ["mailto:hello", false],
  ["tel:01632960147", false],
  ["tel:+44 1632 960147", false],
  ["javascript:alert(1)", false],
  ["data:text/html,x", false],
];

const BOOKABLE: readonly [address: string, isAccepted: boolean][] = [
  ["https://stays.example.com/1", true],
  ["https://localhost/1", false],
  ["https://[stays.example.com/1", false],
  ["mailto:hello@cottage.example", true],
  ["tel:+441632960147", true],
];

const booking = DATA_SETS.find(({ name }) => name === "booking");
const pattern = booking?.schema.properties?.["channels"]?.items?.properties?.["url"]?.pattern ?? "";

for (const [address, isAccepted] of ADDRESSES) {
  test(`the published schema ${isAccepted ? "accepts" : "rejects"} the channel ${address}`, () => {
    assert.notEqual(pattern, "");
    assert.equal(new RegExp(pattern, "u").test(address), isAccepted);
  });
}

for (const [address, isAccepted] of BOOKABLE) {
  test(`booking.json ${isAccepted ? "may" : "may not"} have the channel ${address}`, () => {
    const channels = [{ platform: "A", url: address, supportsInstantBook: null }];
    const { findings } = loadDamaged({ "booking.json": JSON.stringify({ channels }) });
    assert.equal(findings.some(({ message }) => message.startsWith("url in entry 1 of channels")), !isAccepted);
  });
}

test("factsWithPaths() returns only strings and numbers, keyed by path", () => {
  const facts = factsWithPaths({ a: { b: "words", c: 1.5, d: true, e: null, f: ["x"] }, g: "more" });
  assert.deepEqual([...facts], [["a.b", "words"], ["a.c", 1.5], ["g", "more"]]);
});
