/** The printed card for the table: its text and the address in its QR code. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawing, publicOrigin, tableCard } from "../scripts/card/card.ts";
import { sampleFacts, localeFor } from "./support/sample.ts";

const ORIGINS: readonly [addresses: readonly string[], origin: string | undefined][] = [
  [["https://cottage.example", "https://other.example/"], "https://cottage.example"],
  [["http://localhost:3000", "https://other.example/house"], "https://other.example"],
  [["http://127.0.0.1:3000", "https://localhost.invalid/"], undefined],
  [["http://[::1]:3000"], undefined],
];

for (const [addresses, origin] of ORIGINS) {
  test(`${addresses.join(" and ")} can be reached at ${origin ?? "no address"}`, () => {
    assert.equal(publicOrigin(...addresses), origin);
  });
}

test("the card has the name, the guide's address and code, the numbers and the position", () => {
  const facts = sampleFacts();
  const markup = tableCard(facts, "https://cottage.example", localeFor("en-GB"));
  for (const text of ["Wrenfold Cottage", "cottage.example/welcome", "999", "+44 1632 960147", "54.26835, -2.16417"]) {
    assert.ok(markup.includes(text), text);
  }
  assert.ok(markup.includes(drawing("https://cottage.example/welcome")));
});
