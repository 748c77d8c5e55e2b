/** Fragments for booking and contact, and the shapes of photos in the gallery. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bookingChannels, contactDetails, telephoneLink } from "../../../src/compile/fragments/contact.ts";
import { gallery } from "../../../src/compile/fragments/gallery.ts";
import { townAndRegion } from "../../../src/compile/fragments/places.ts";
import { markupOf } from "../../../src/compile/html.ts";
import { ROOT, sampleFacts, localeFor } from "../../support/sample.ts";

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
  [
    "By telephone",
    "tel:+441632960147",
    undefined,
    /href="tel:\+441632960147"><strong>By telephone<\/strong> <bdi>\+441632960147<\/bdi>/,
  ],
  [
    "By mail",
    "mailto:a@b.example.com?subject=Stay",
    undefined,
    /href="mailto:a@b\.example\.com\?subject=Stay"><strong>By mail<\/strong> <bdi>a@b\.example\.com<\/bdi>/,
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

const RATIOS: readonly [width: number, height: number, className: string][] = [
  [1600, 1067, "r18"],
  [1600, 1200, "r16"],
  [1600, 1600, "r12"],
  [1200, 1600, "r9"],
  [1067, 1600, "r8"],
  [500, 1600, "r6"],
  [2400, 900, "r32"],
  [4000, 900, "r36"],
];

for (const [width, height, className] of RATIOS) {
  test(`a photo of ${width} by ${height} has the class ${className}, links to its file and has a caption`, () => {
    const photo = { path: "/images/b.1.jpg", alt: "The garden", width, height, srcset: "/images/b-800.jpg 800w" };
    const markup = markupOf(gallery([photo, photo], LOCALE).html);
    const start = `<figure class="${className}"><a href="/images/b.1.jpg"><img src="/images/b.1.jpg" srcset=`;
    assert.ok(markup.includes(start), markup);
    assert.match(markup, /<figcaption aria-hidden="true" data-number="1\/1">The garden<\/figcaption>/);
  });
}

test("the style sheet has a class for each ratio", () => {
  const style = readFileSync(join(ROOT, "content/style.css"), "utf8");
  for (let twelfths = 6; twelfths <= 36; twelfths += 1) {
    assert.ok(style.includes(`.r${twelfths} { --ratio: ${twelfths} / 12; }`), String(twelfths));
  }
});

const ROWS: readonly [ratios: readonly number[], rows: readonly number[]][] = [
  [[], []],
  [[18], [1]],
  [[18, 18, 18], [3]],
  [[18, 18, 18, 18], [2, 2]],
  [[18, 18, 18, 18, 18], [2, 3]],
  [Array.from({ length: 7 }, () => 18), [2, 3, 2]],
  [[8, 8, 8, 8], [4]],
  [[36, 18, 18], [1, 2]],
  [[36, 36, 8, 36], [1, 2, 1]],
];

for (const [ratios, rows] of ROWS) {
  test(`photos with the ratios ${ratios.join(", ")} are in rows of ${rows.join(", ")}`, () => {
    const photos = [18, ...ratios].map((ratio) => {
      return { path: "/images/b.1.jpg", alt: "The garden", width: ratio * 100, height: 1200, srcset: "" };
    });
    const [, ...parts] = markupOf(gallery(photos, LOCALE).html).split("<div>");
    assert.deepEqual(parts.map((row) => row.split("<figure").length - 1), rows);
  });
}
