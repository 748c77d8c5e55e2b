import assert from "node:assert/strict";
import { test } from "node:test";
import type { Facts } from "../../../src/compile/data/datasets.ts";
import {
  bookingChannels,
  caveats,
  furtherSources,
  houseFacts,
  ownerNotes,
  reviewNote,
} from "../../../src/compile/discovery/facts-for-agents.ts";
import type { Page } from "../../../src/compile/pages/load.ts";
import { licenceTerms } from "../../../src/compile/data/descriptions.ts";
import { BASE_URL, sampleFacts } from "../../support/sample.ts";

const FACTS = sampleFacts();
const {
  beds: _beds,
  licence: LICENCE,
  reviewsFrom: _reviewsFrom,
  contentSignals: _signals,
  goodToKnow: _facts,
  ...REQUIRED
} = FACTS.site;

/** Returns the sample with only the required fields of the site, and the given ones. */
function withSite(site: Partial<Facts["site"]>): Facts {
  return { ...FACTS, site: { ...REQUIRED, ...site } };
}

function withCottage(cottage: Partial<Facts["cottage"]>, site: Partial<Facts["site"]> = {}): Facts {
  return { ...withSite(site), cottage: { ...FACTS.cottage, ...cottage } };
}

const CONTACT = {
  name: "Ida",
  email: "ida@brook.example",
  telephone: "+44 1",
  whatsapp: "+44 2",
  repliesWithinHours: 1,
};

const HOUSE: readonly [facts: Facts, sentence: string][] = [
  [withSite({}), "bedTypes does not count beds of other sizes."],
  [withSite({ beds: [] }), "bedTypes does not count beds of other sizes."],
  [
    withSite({
      beds: [
        { kind: "king", count: 1, room: "Attic" },
        { kind: "cot", count: 1 },
      ],
    }),
    "Beds: 1 king (Attic), 1 cot.",
  ],
  [withSite({ contact: { name: "Ida", email: "ida@brook.example" } }), "Host: Ida, ida@brook.example."],
  [withSite({ contact: CONTACT }), "Host: Ida, ida@brook.example, +44 1, WhatsApp +44 2."],
  [withSite({ contact: CONTACT }), "The host speaks en, de."],
  [withSite({ contact: CONTACT }), "The host answers email within 1 h."],
  [withSite({ floorArea: 85 }), "Floor area: 85 m²."],
  [withSite({ registrations: [{ name: "CIN", number: "IT123" }] }), "CIN: IT123."],
];

for (const [facts, sentence] of HOUSE) {
  test(`houseFacts() has the sentence "${sentence}"`, () => {
    assert.ok(houseFacts(facts).includes(sentence), houseFacts(facts).join("\n"));
  });
}

test("bookingChannels() has the address of each channel, and says which confirm a booking at once", () => {
  assert.deepEqual(bookingChannels(FACTS), [
    "Booking channels:",
    "Example Stays (short-term rental marketplace), https://stays.example.com/cottages/wrenfold (instant booking).",
    "Example Rooms (hotel booking platform), https://rooms.example.org/gb/hathersby/wrenfold-cottage.",
    "Example Social (enquiries), https://social.example.net/wrenfold.",
  ]);
});

test("ownerNotes() introduces the notes, and ends each with a punctuation mark", () => {
  assert.deepEqual(ownerNotes(withSite({ goodToKnow: ["No deposit", "Ask us!", "Two dogs."] })), [
    "The owner's notes:",
    "No deposit.",
    "Ask us!",
    "Two dogs.",
  ]);
  assert.deepEqual(ownerNotes(withSite({})), []);
});

const REVIEWS = FACTS.reviews.reviews;

const REVIEW_FACTS: readonly [reviews: Partial<Facts["reviews"]>, sentence: string][] = [
  [{ reviewCount: 0, ratingValue: 0, reviews: [] }, "There are no reviews yet; that is why the rating is 0."],
  [
    { reviewCount: 9, reviews: REVIEWS.slice(0, 2) },
    "2 of 9 reviews are listed; the average rating of all 9 is 4.8 out of 5.",
  ],
  [{ reviewCount: 9, reviews: [] }, "0 of 9 reviews are listed; the average rating of all 9 is 4.8 out of 5."],
];

for (const [reviews, sentence] of REVIEW_FACTS) {
  test(`reviewNote() says "${sentence}"`, () => {
    assert.equal(reviewNote({ ...FACTS, reviews: { ...FACTS.reviews, ...reviews } }), sentence);
  });
}

const SOURCE = "source: Wrenfold Cottage, https://cottage.example/.";

const TERMS: readonly [site: Partial<Facts["site"]>, terms: string][] = [
  [{}, "No licence is stated. Publishing these facts or reviews needs the owner's consent (hello@wrenfold.example)."],
  [
    { licence: { name: "House terms", url: "https://a.example/terms" } },
    `The facts, but not the guests' reviews or photographs, are licensed under House terms; ${SOURCE}`,
  ],
  [
    { licence: { name: "House terms", coversReviews: false } },
    `The facts, but not the guests' reviews or photographs, are licensed under House terms; ${SOURCE}`,
  ],
  [
    { licence: { name: "Creative Commons", identifier: "CC-BY-4.0", coversReviews: true } },
    `The facts and the guests' reviews, but not photographs, are licensed under CC-BY-4.0; ${SOURCE}`,
  ],
  [
    { ...(LICENCE && { licence: LICENCE }), contentSignals: { aiTrain: false } },
    `The facts, but not the guests' reviews or photographs, are licensed under CC-BY-4.0; ${SOURCE} ` +
      "The owner refuses their use for AI training.",
  ],
  [
    { contentSignals: { search: false, aiInput: false, aiTrain: false } },
    "No licence is stated. Publishing these facts or reviews needs the owner's consent (hello@wrenfold.example). " +
      "The owner refuses their use in AI answers and for AI training.",
  ],
];

for (const [site, terms] of TERMS) {
  test(`licenceTerms() for ${JSON.stringify(site)}`, () =>
    assert.equal(licenceTerms(withSite(site), BASE_URL).join(" "), terms));
}

const UNFINISHED =
  "The owner has not finished describing this cottage: texts with FILL IN are placeholders, " +
  "and numbers, times, rules and the position may be defaults.";

const CAVEATS: readonly [facts: Facts, sentences: readonly string[]][] = [
  [FACTS, []],
  [withSite({ language: "eng-GB" }), ["The owner's texts are in the language eng-GB."]],
  [withSite({ language: "de-AT" }), ["The owner's texts are in the language de-AT."]],
  [withCottage({ description: "FILL IN: what it is like" }), [UNFINISHED]],
  [
    withCottage({ description: "AUSFÜLLEN: wie es ist" }, { language: "de-DE" }),
    [UNFINISHED.replace("FILL IN", "AUSFÜLLEN"), "The owner's texts are in the language de-DE."],
  ],
];

for (const [facts, sentences] of CAVEATS) {
  test(`caveats() of a site in ${facts.site.language}: ${sentences.length}`, () =>
    assert.deepEqual(caveats(facts), sentences));
}

function page(path: string, description = "What guests need"): Page {
  return {
    path,
    markdownPath: `${path}.md`,
    title: path,
    description,
    updated: "2026-11-02",
    language: "en",
    html: "",
    markdown: "",
    markdownText: "",
  };
}

const OTHERS = ["All pages: https://cottage.example/llms.txt.", "The host answers all other questions."];

const SOURCES: readonly [paths: readonly string[], sentences: readonly string[]][] = [
  [["/", "/about"], OTHERS],
  [
    ["/", "/welcome"],
    ["Guest guide: https://cottage.example/welcome (markdown: /welcome.md). What guests need", ...OTHERS],
  ],
];

for (const [paths, sentences] of SOURCES) {
  test(`furtherSources() of the pages ${paths.join(" ")}`, () => {
    const pages = paths.map((path) => page(path));
    assert.deepEqual(furtherSources({ facts: FACTS, pages, baseUrl: BASE_URL, rateLimit: 60 }), sentences);
  });
}
