/** Fragments for booking and contact, and the lines of an address. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cottageFragments, telephoneLink } from "../../../src/compile/fragments/fragments.ts";
import { townAndRegion } from "../../../src/compile/fragments/places.ts";
import { markupOf } from "../../../src/compile/html.ts";
import { photoWith } from "../../support/images.ts";
import { sampleFacts, localeFor } from "../../support/sample.ts";

const FACTS = sampleFacts();
const LOCALE = localeFor("en-GB");

const NUMBERS: readonly [telephone: string, target: string][] = [
  ["+44 1632 960147", "tel:+441632960147"],
  ["+33 4 67 99 99 99", "tel:+33467999999"],
  ["+1 (555) 010-9999", "tel:+15550109999"],
  ["+49 (0) 4662 1234", "tel:+4946621234"],
  ["+39 (0)6 1234567", "tel:+39061234567"],
];

for (const [telephone, target] of NUMBERS) {
  test(`${telephone} is dialled as ${target}`, () => {
    assert.ok(telephoneLink(telephone).markdown.includes(`(${target})`));
  });
}

const CHANNELS: readonly [platform: string, url: string, bookable: boolean | null | undefined, markup: RegExp][] = [
  [
    "Airbnb",
    "https://a.example.com/1",
    true,
    /href="https:\/\/a\.example\.com\/1" class="button instant"><strong>Airbnb<\/strong>: <em>instant/,
  ],
  ["Stays (b)", "https://a.example.com/1", false, /<strong>Stays \(b\)<\/strong>: <em>booking on request<\/em>/],
  ["Facebook", "https://a.example.com/1", null, /class="button"><strong>Facebook<\/strong><\/a>/],
  ["By telephone", "tel:+441632960148", undefined, /href="tel:\+441632960148" class="button"><strong>By telephone/],
  [
    "By mail",
    "mailto:a@b.example.com?subject=Stay",
    undefined,
    /href="mailto:a@b\.example\.com\?subject=Stay" class="button"><strong>By mail<\/strong><\/a>/,
  ],
];

for (const [platform, url, bookable, markup] of CHANNELS) {
  test(`the channel "${platform}" at ${url} is a button with its name in bold`, () => {
    const channels = [{ platform, url, ...(bookable === undefined ? {} : { supportsInstantBook: bookable }) }];
    const facts = { ...FACTS, booking: { ...FACTS.booking, channels } };
    const piece = cottageFragments(facts, LOCALE, [])["booking.channels"];
    assert.match(markupOf(piece.html), markup);
    assert.match(piece.markdown, /^- \[\*\*[^*]+\*\*(?:: .+)?\]\(/m);
    assert.ok(piece.markdown.includes(`[**${platform}**`) && piece.markdown.endsWith(`](${url})`), piece.markdown);
  });
}

test("the target of links to the booking channels begins below the heading, with the note", () => {
  const facts = { ...FACTS, booking: { ...FACTS.booking, note: "See the platforms." } };
  const markup = markupOf(cottageFragments(facts, LOCALE, [])["booking.channels"].html);
  assert.match(markup, /^<div id="booking_channels" class="booking">\n<p>See the platforms\.<\/p>\n<ul /);
});

test("mail and WhatsApp are links, and the host has a portrait only if there is one", () => {
  const contact = { ...FACTS.site.contact, whatsapp: "+44 7700 900123", repliesWithinHours: 1, about: "Grew up here." };
  const facts = { ...FACTS, site: { ...FACTS.site, contact } };
  const portrait = photoWith({ path: "/images/a.1.jpg", alt: "Marian", width: 400, height: 400 });
  const contactDetails = (image?: typeof portrait) => {
    return markupOf(cottageFragments(facts, LOCALE, [], image)["contact.details"].html);
  };
  const markup = contactDetails(portrait);
  assert.match(markup, /<div class="host"><img src="\/images\/a\.1\.jpg" alt="Marian"[^>]*><p>Grew up here\.<\/p>/);
  assert.match(markup, /href="mailto:hello@wrenfold\.example"/);
  assert.match(markup, /href="https:\/\/wa\.me\/447700900123"/);
  assert.match(markup, /usually within 1 hour/);
  assert.doesNotMatch(contactDetails(), /<img/);
  const { about: _, ...contactWithoutText } = contact;
  const factsWithoutText = { ...FACTS, site: { ...FACTS.site, contact: contactWithoutText } };
  for (const [image, isShown] of [[portrait, true], [undefined, false]] as const) {
    const fragment = cottageFragments(factsWithoutText, LOCALE, [], image)["contact.details"];
    assert.equal(markupOf(fragment.html).includes('class="host"'), isShown);
  }
});

const ADDRESSES: readonly [country: string, lines: readonly string[]][] = [
  ["GB", ["Hathersby", "Sillerdale QX4 7WF"]],
  ["US", ["Hathersby", "Sillerdale QX4 7WF"]],
  ["FR", ["QX4 7WF Hathersby", "Sillerdale"]],
  ["DE", ["QX4 7WF Hathersby", "Sillerdale"]],
];

for (const [addressCountry, lines] of ADDRESSES) {
  test(`an address in ${addressCountry} has the lines ${lines.join(" and ")}`, () => {
    assert.deepEqual(townAndRegion({ ...FACTS.cottage.address, addressCountry }), lines);
  });
}
