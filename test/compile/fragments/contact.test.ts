/** Fragments for booking and contact, and the shapes of photos in the gallery. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bookingChannels, contactDetails, telephoneLink } from "../../../src/compile/fragments/contact.ts";
import { gallery } from "../../../src/compile/fragments/house.ts";
import { townAndRegion } from "../../../src/compile/fragments/places.ts";
import { markupOf } from "../../../src/compile/html.ts";
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
    /class="button instant" href="https:\/\/a\.example\.com\/1"><strong>Airbnb<\/strong>: <em>instant/,
  ],
  ["Stays (b)", "https://a.example.com/1", false, /<strong>Stays \(b\)<\/strong>: <em>booking on request<\/em>/],
  ["Facebook", "https://a.example.com/1", null, /<strong>Facebook<\/strong><\/a>/],
  ["By telephone", "tel:+441632960147", undefined, /href="tel:\+441632960147" data-contact="\+441632960147">/],
  [
    "By mail",
    "mailto:a@b.example.com?subject=Stay",
    undefined,
    /href="mailto:a@b\.example\.com\?subject=Stay" data-contact="a@b\.example\.com">/,
  ],
  [
    "By mail",
    "mailto:a@b.example.com",
    undefined,
    /href="mailto:a@b\.example\.com\?subject=Enquiry%3A%20Wrenfold%20Cottage&amp;body=Arrival%3A%0D%0A/,
  ],
];

for (const [platform, url, bookable, markup] of CHANNELS) {
  test(`the channel "${platform}" at ${url} is a button with its name in bold`, () => {
    const channels = [{ platform, url, ...(bookable === undefined ? {} : { supportsInstantBook: bookable }) }];
    const piece = bookingChannels({ ...FACTS, booking: { ...FACTS.booking, channels } }, LOCALE);
    assert.match(markupOf(piece.html), markup);
    assert.ok(piece.markdown.includes(`[${platform.replace(/[()]/g, "$&")}](${url}`));
  });
}

test("mail and WhatsApp are links, and the host has a portrait only if there is one", () => {
  const contact = { ...FACTS.site.contact, whatsapp: "+44 7700 900123", repliesWithinHours: 1, about: "Grew up here." };
  const facts = { ...FACTS, site: { ...FACTS.site, contact } };
  const portrait = { path: "/images/a.1.jpg", alt: "Marian", width: 400, height: 400, srcset: "" };
  const markup = markupOf(contactDetails(facts, LOCALE, portrait).html);
  assert.match(markup, /<div class="host"><img src="\/images\/a\.1\.jpg" alt="Marian"[^>]*><p>Grew up here\.<\/p>/);
  assert.match(markup, /href="mailto:hello@wrenfold\.example\?subject=[^"]*Departure/);
  assert.match(markup, /href="https:\/\/wa\.me\/447700900123"/);
  assert.match(markup, /usually within 1 hour/);
  assert.doesNotMatch(markupOf(contactDetails(facts, LOCALE, undefined).html), /<img/);
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

const SHAPES: readonly [width: number, height: number, item: string][] = [
  [1600, 1067, "<li>"],
  [1600, 1600, "<li>"],
  [1200, 1600, '<li class="tall">'],
  [2400, 900, '<li class="wide">'],
];

for (const [width, height, item] of SHAPES) {
  test(`a photo of ${width} by ${height} pixels is in ${item}, links to its file and has a caption`, () => {
    const photo = { path: "/images/b.1.jpg", alt: "The garden", width, height, srcset: "/images/b-800.jpg 800w" };
    const markup = markupOf(gallery([photo, photo], LOCALE).html);
    assert.ok(markup.includes(`${item}<figure><a href="/images/b.1.jpg"><img src="/images/b.1.jpg" srcset=`));
    assert.match(markup, /<figcaption aria-hidden="true">The garden<\/figcaption>/);
  });
}
