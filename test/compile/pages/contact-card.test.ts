/** The contact card as address books read it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { contactCard } from "../../../src/compile/pages/contact-card.ts";
import { sampleFacts } from "../../support/sample.ts";

const FACTS = sampleFacts();

test("the sample's card has everything that guests need to find and call the host", () => {
  assert.deepEqual(contactCard(FACTS, "https://cottage.example").bytes.toString().split("\r\n"), [
    "BEGIN:VCARD",
    "VERSION:3.0",
    "FN:Wrenfold Cottage",
    "N:Marian at Wrenfold;;;;",
    "ORG:Wrenfold Cottage",
    "EMAIL;TYPE=INTERNET:hello@wrenfold.example",
    "TEL;TYPE=VOICE:+441632960147",
    "ADR;TYPE=HOME:;;Wrenfold\\, Fold Lane;Hathersby;Sillerdale;QX4 7WF;GB",
    "GEO:54.26835;-2.16417",
    "URL:https://cottage.example/",
    "END:VCARD",
    "",
  ]);
});

test("separators are escaped", () => {
  const name = "Haus; am, See \\";
  const card = contactCard({ ...FACTS, cottage: { ...FACTS.cottage, name } }, "https://cottage.example");
  assert.ok(card.bytes.toString().includes("\r\nFN:Haus\\; am\\, See \\\\\r\n"));
});

test("the card of a new cottage has no position", () => {
  const geo = { latitude: 0, longitude: 0 };
  const card = contactCard({ ...FACTS, cottage: { ...FACTS.cottage, geo } }, "https://cottage.example");
  assert.doesNotMatch(card.bytes.toString(), /GEO:|\r\n\r\n/);
});
