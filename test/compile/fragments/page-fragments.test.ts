/** A fragment's two forms carry the same facts: whatever fact is changed, both change or neither does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cottageFragments as fragmentsOf, type Fragments } from "../../../src/compile/fragments/fragments.ts";
import { markupOf } from "../../../src/compile/html.ts";
import { toHtml } from "../../support/to-html.ts";
import type { Photograph } from "../../../src/compile/pictures/pictures.ts";
import { EMPTY, type Piece } from "../../../src/compile/fragments/piece.ts";
import { shownReviews } from "../../../src/compile/fragments/reviews.ts";
import type { Facts } from "../../../src/compile/data/datasets.ts";
import { sampleFacts, wordsIn } from "../../support/sample.ts";

const SAMPLE = sampleFacts();
/** With what the sample does not say. */
const FACTS: Facts = { ...SAMPLE, site: { ...SAMPLE.site, rooms: 6, floorArea: 96 } };

const PHOTOS: readonly Photograph[] = [
  { path: "/images/front.1.jpg", alt: "The front in June", width: 1600, height: 1200, srcset: "" },
  { path: "/images/kitchen.2.jpg", alt: "The kitchen table", width: 1600, height: 1200, srcset: "" },
];

const WORDS = wordsIn("en-GB");

function cottageFragments(facts: Facts, photos: readonly Photograph[]): Fragments {
  return fragmentsOf(facts, facts.site.language === "en-GB" ? WORDS : wordsIn(facts.site.language), photos);
}

function htmlOf({ html }: Piece): string {
  return markupOf(html);
}

/** What a reader is told: the text, and where links and pictures lead, and which days are meant. */
function told(html: string): string {
  const targets = [...html.matchAll(/ (?:href|src|alt|datetime)="([^"]*)"/g)].map(([, target = ""]) => target);
  return `${html.replace(/<title[^>]*>[^<]*<\/title>|<[^>]*>/g, " ")} ${targets.join(" ")}`;
}

type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

/** Every way to change one word, number or flag, by its path. */
function changes(
  value: Value,
  path: readonly string[] = [],
): { readonly path: readonly string[]; readonly to: Value }[] {
  if (typeof value === "string") return [{ path, to: changedText(value) }];
  if (typeof value === "number")
    return [{ path, to: Number.isInteger(value) ? (value === 5 ? 4 : value + 1) : value + 0.1 }];
  if (typeof value === "boolean") return [{ path, to: !value }];
  if (value === null) return [{ path, to: true }];
  return Object.entries(value).flatMap(([name, member]: [string, Value]) => changes(member, [...path, name]));
}

function changedText(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return "2024-02-29";
  if (/^\d\d:\d\d$/.test(text)) return "11:11";
  if (/^[a-z]{2}(?:-[A-Z]{2})?$/.test(text)) return "fr";
  return /^[A-Z]{2}$/.test(text) ? "IE" : `${text}xyz`;
}

function changed(facts: Facts, path: readonly string[], to: Value): Facts {
  const copy = structuredClone(facts);
  const [last = "", ...back] = path.toReversed();
  const parent = back.reverse().reduce((value: object, name): object => Reflect.get(value, name), copy);
  Reflect.set(parent, last, to);
  return copy;
}

const BEFORE = cottageFragments(FACTS, PHOTOS);

/** The map is a drawing of what the list beside it says in words, so its markdown is empty. */
const DRAWN = ["attractions.map"];

for (const name of Object.keys(BEFORE).filter((each) => !DRAWN.includes(each))) {
  test(`{{${name}}} tells the same facts in markdown and in HTML`, () => {
    const before = BEFORE[name] ?? EMPTY;
    let carried = name === "cottage.gallery" ? 1 : 0;
    const all: Value = JSON.parse(JSON.stringify(FACTS));
    for (const { path, to } of changes(all)) {
      const after = cottageFragments(changed(FACTS, path, to), PHOTOS)[name] ?? EMPTY;
      // Its markdown has a word that its HTML, a picture, does not need.
      if (name === "cottage.gallery" && path.join(".") === "site.language") continue;
      const inMarkdown = told(toHtml(after.markdown).html) !== told(toHtml(before.markdown).html);
      const inHtml = told(htmlOf(after)) !== told(htmlOf(before));
      assert.equal(inMarkdown, inHtml, `${path.join(".")} is told in ${inMarkdown ? "markdown" : "HTML"} only`);
      if (inHtml) carried += 1;
    }
    assert.ok(carried > 0, "it tells something");
  });

  test(`{{${name}}} says every word of its markdown in its HTML`, () => {
    const { markdown } = BEFORE[name] ?? EMPTY;
    const rendered = toHtml(markdown);
    assert.deepEqual(rendered.problems, []);
    if (name === "cottage.gallery") return; // its first picture stands at the top of the page
    const words = (html: string): string[] =>
      told(html)
        .toLowerCase()
        .match(/[\p{L}\p{N}£@]+/gu) ?? [];
    const inHtml = new Set(words(htmlOf(BEFORE[name] ?? EMPTY)));
    assert.deepEqual(
      words(rendered.html).filter((word) => !inHtml.has(word)),
      [],
    );
  });
}

/** Facts that pages have as sentences, as links or for programs, and not in a fragment. */
const NOT_TOLD = [
  /^cottage\.bedTypes\./, // the beds of site.json, which the two agree on, are told by room
  /^site\.(?:licence|contentSignals)\./,
  /^cottage\.(?:object|type|description|url|sameAs\.\d+|aggregateRating\.worstRating)$/,
  /^(?:reviews|attractions|booking)\.object$/,
  /^reviews\.(?:ratingValue|reviewCount)$/, // the profile has them too, and they must agree
  /^site\.(?:identifier|language|emergencyNumber|updated|reviewsFrom|(?:photos|beds|licence|contentSignals)\..*)$/,
  /^site\.map\.\d+\.(?:latitude|longitude)$/, // a degree more or less need not change the direction
];

test("every other fact is told by a fragment", () => {
  const all: Value = JSON.parse(JSON.stringify(FACTS));
  const everything = (facts: Facts): string =>
    Object.values(cottageFragments(facts, PHOTOS))
      .map((each) => told(htmlOf(each)))
      .join();
  const before = everything(FACTS);
  const untold = changes(all).filter(({ path, to }) => everything(changed(FACTS, path, to)) === before);
  const unexpected = untold
    .map(({ path }) => path.join("."))
    .filter((path) => !NOT_TOLD.some((pattern) => pattern.test(path)));
  assert.deepEqual(unexpected, []);
});

test("a map's marks keep apart from each other and from the house, and follow the coordinates", () => {
  const drawing = htmlOf(BEFORE["attractions.map"] ?? EMPTY);
  const marks = [...drawing.matchAll(/class="mark" cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => ({
    x: Number(x),
    y: Number(y),
  }));
  assert.equal(marks.length, FACTS.site.map?.length);
  for (const [index, one] of marks.entries()) {
    assert.ok(Math.hypot(one.x - 170, one.y - 170) > 28);
    for (const other of marks.slice(0, index)) assert.ok(Math.hypot(one.x - other.x, one.y - other.y) > 23.5);
  }
  const [pub] = marks;
  assert.ok(pub !== undefined && pub.x > 170 && pub.y > 170, "the pub is to the south-east");
});

test("places on one spot are drawn beside each other", () => {
  const { latitude, longitude } = FACTS.cottage.geo;
  const map = FACTS.attractions.attractions.map(({ name }) => ({ name, latitude, longitude }));
  const drawing = htmlOf(
    cottageFragments({ ...FACTS, site: { ...FACTS.site, map } }, PHOTOS)["attractions.map"] ?? EMPTY,
  );
  const spots = [...drawing.matchAll(/class="mark" (cx="[\d.]+" cy="[\d.]+")/g)].map(([, spot]) => spot);
  assert.equal(new Set(spots).size, map.length);
});

test("a cottage without reviews, map, photographs, list of beds or telephone has fragments all the same", () => {
  const { map: _, photos: __, beds: ___, ...site } = FACTS.site;
  const { name, email } = site.contact;
  const facts: Facts = {
    ...FACTS,
    cottage: { ...FACTS.cottage, aggregateRating: { ...FACTS.cottage.aggregateRating, reviewCount: 0 } },
    reviews: { ...FACTS.reviews, reviewCount: 0, reviews: [] },
    site: { ...site, contact: { name, email } },
  };
  const fragments = cottageFragments(facts, []);
  assert.equal(fragments["reviews.rating"]?.markdown, "Nobody has written a review yet.");
  assert.match(fragments["cottage.facts"]?.markdown ?? "", /2 king-size beds, 1 double bed/);
  assert.ok(!htmlOf(fragments["cottage.hero"] ?? EMPTY).includes("out of"));
  for (const fragment of Object.values(fragments))
    assert.ok(!/undefined|NaN/.test(htmlOf(fragment) + fragment.markdown));
});

/** As many reviews as that, their days in no order. */
function manyReviews(count: number): Facts {
  const [review] = FACTS.reviews.reviews;
  assert.ok(review !== undefined);
  const day = (index: number): string =>
    new Date(Date.UTC(2020, 0, 1 + ((index * 37) % count))).toISOString().slice(0, 10);
  const reviews = Array.from({ length: count }, (_, index) => ({ ...review, datePublished: day(index) }));
  return { ...FACTS, reviews: { ...FACTS.reviews, reviewCount: count, reviews } };
}

test("of many reviews a page shows the newest two dozen, says where all of them are, and spreads them all", () => {
  const facts = manyReviews(250);
  const days = facts.reviews.reviews.map(({ datePublished }) => datePublished).toSorted();
  assert.deepEqual(
    shownReviews(facts).map(({ datePublished }) => datePublished),
    days.toReversed().slice(0, 24),
  );
  const { "reviews.list": list, "reviews.rating": rating } = cottageFragments(facts, PHOTOS);
  for (const text of [list?.markdown ?? "", htmlOf(list ?? EMPTY)]) {
    assert.equal(text.split(facts.reviews.reviews[0]?.author ?? "").length - 1, 24);
    assert.match(text, /These are the 24 newest of 250\./);
    assert.match(text, /\/api\/v1\/reviews/);
  }
  assert.match(rating?.markdown ?? "", /Star ratings from 250 reviews/);
});

test("two dozen reviews are all shown, in the owner's order", () => {
  const facts = manyReviews(24);
  assert.deepEqual(shownReviews(facts), facts.reviews.reviews);
  assert.doesNotMatch(cottageFragments(facts, PHOTOS)["reviews.list"]?.markdown ?? "", /newest/);
});
