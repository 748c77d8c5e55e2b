/** The Markdown and the HTML of each fragment contain the same facts: if a fact changes, both change or neither. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cottageFragments as fragmentsOf } from "../../../src/compile/fragments/fragments.ts";
import { markupOf } from "../../../src/compile/html.ts";
import { toHtml } from "../../support/to-html.ts";
import type { Photo } from "../../../src/compile/pictures/photographs.ts";
import { EMPTY, type Piece } from "../../../src/compile/fragments/piece.ts";
import type { Facts } from "../../../src/compile/data/datasets.ts";
import { photoWith } from "../../support/images.ts";
import { sampleFacts, localeFor } from "../../support/sample.ts";

const SAMPLE = sampleFacts();
/** The sample's contact with further fields. */
const CONTACT = { ...SAMPLE.site.contact, whatsapp: "+44 7700 900123", repliesWithinHours: 3, about: "Grew up here." };
const FACTS: Facts = { ...SAMPLE, site: { ...SAMPLE.site, rooms: 6, floorArea: 96, contact: CONTACT } };

const PHOTOS: readonly Photo[] = [
  photoWith({ path: "/images/front.1.jpg", alt: "The front in June" }),
  photoWith({ path: "/images/kitchen.2.jpg", alt: "The kitchen table" }),
];

type Fragments = Readonly<Record<string, Piece>>;

const LOCALE = localeFor("en-GB");

function cottageFragments(facts: Facts, photos: readonly Photo[]): Fragments {
  return fragmentsOf(facts, facts.site.language === "en-GB" ? LOCALE : localeFor(facts.site.language), photos);
}

function htmlOf({ html }: Piece): string {
  return markupOf(html);
}

/** Returns everything that a reader learns: the text, the targets of links, the images and the dates. */
function contentOf(html: string): string {
  const targets = [...html.matchAll(/ (?:href|src|alt|datetime)="([^"]*)"/g)].map(([, target = ""]) => target);
  return `${html.replace(/<title[^>]*>[^<]*<\/title>|<[^>]*>/g, " ")} ${targets.join(" ")}`;
}

type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

/** Lists one change for each string, number and boolean, with its path. */
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

/** The map has no Markdown, because the list beside it contains the same facts. */
const HTML_ONLY = ["attractions.map"];

/** The fragments after each change of one fact, rendered once for all tests. */
const CHANGES: readonly { readonly path: string; readonly after: Fragments }[] = changes(
  JSON.parse(JSON.stringify(FACTS)),
).map(({ path, to }) => ({ path: path.join("."), after: cottageFragments(changed(FACTS, path, to), PHOTOS) }));

for (const name of Object.keys(BEFORE).filter((each) => !HTML_ONLY.includes(each))) {
  test(`{{${name}}} has the same facts in Markdown and in HTML`, () => {
    const before = BEFORE[name] ?? EMPTY;
    const htmlBefore = htmlOf(before);
    const wordsBefore = contentOf(toHtml(before.markdown).html);
    let differences = name === "cottage.gallery" ? 1 : 0;
    for (const { path, after: fragments } of CHANGES) {
      const after = fragments[name] ?? EMPTY;
      const htmlAfter = htmlOf(after);
      if (after.markdown === before.markdown && htmlAfter === htmlBefore) continue;
      // Only its Markdown has a word, in which the language matters.
      if (name === "cottage.gallery" && path === "site.language") continue;
      const inMarkdown = contentOf(toHtml(after.markdown).html) !== wordsBefore;
      const inHtml = contentOf(htmlAfter) !== contentOf(htmlBefore);
      assert.equal(inMarkdown, inHtml, `${path} is in ${inMarkdown ? "markdown" : "HTML"} only`);
      if (inHtml) differences += 1;
    }
    assert.ok(differences > 0, "some change makes a difference");
  });

  test(`{{${name}}} has every word of its Markdown in its HTML`, () => {
    const { markdown } = BEFORE[name] ?? EMPTY;
    const rendered = toHtml(markdown);
    assert.deepEqual(rendered.problems, []);
    const words = (html: string): string[] =>
      contentOf(html)
        .toLowerCase()
        .match(/[\p{L}\p{N}£@]+/gu) ?? [];
    // The links to photos begin with this word. The HTML shows the photos.
    const inHtml = new Set(["photo", ...words(htmlOf(BEFORE[name] ?? EMPTY))]);
    assert.deepEqual(
      words(rendered.html).filter((word) => !inHtml.has(word)),
      [],
    );
  });
}

/** Facts that are not in any fragment. */
const NOT_IN_FRAGMENTS = [
  /^cottage\.bedTypes\./, // the beds of site.json, which the two agree on, are told by room
  /^cottage\.(?:object|type|description|url|sameAs\.\d+|aggregateRating\.worstRating)$/,
  /^(?:reviews|attractions|booking)\.object$/,
  /^reviews\.(?:ratingValue|reviewCount)$/, // the profile has them too, and they must agree
  /^site\.(?:identifier|language|emergencyNumber|updated|reviewsFrom)$/,
  /^site\.(?:features|verification|photos|beds|licence|contentSignals)\./,
  /^site\.map\.\d+\.(?:latitude|longitude)$/, // a degree more or less need not change the direction
];

test("every other fact is in a fragment", () => {
  const everything = (fragments: Fragments): string =>
    Object.values(fragments)
      .map((fragment) => contentOf(htmlOf(fragment)))
      .join();
  const before = everything(BEFORE);
  const missing = CHANGES.filter(({ after }) => everything(after) === before).map(({ path }) => path);
  const unexpected = missing.filter((path) => !NOT_IN_FRAGMENTS.some((pattern) => pattern.test(path)));
  assert.deepEqual(unexpected, []);
});

test("a cottage without reviews, map, photographs, list of beds or telephone has valid fragments", () => {
  const { map: _, photos: __, beds: ___, ...site } = FACTS.site;
  const { name, email } = site.contact;
  const facts: Facts = {
    ...FACTS,
    cottage: { ...FACTS.cottage, aggregateRating: { ...FACTS.cottage.aggregateRating, reviewCount: 0 } },
    reviews: { ...FACTS.reviews, reviewCount: 0, reviews: [] },
    site: { ...site, contact: { name, email } },
  };
  const fragments = cottageFragments(facts, []);
  assert.deepEqual(fragments["reviews.rating"], EMPTY);
  assert.match(fragments["cottage.facts"]?.markdown ?? "", /2 king-size beds, 1 double bed/);
  assert.ok(!htmlOf(fragments["cottage.hero"] ?? EMPTY).includes("out of"));
  assert.deepEqual(fragments["attractions.map"], EMPTY);
  for (const fragment of Object.values(fragments))
    assert.ok(!/undefined|NaN/.test(htmlOf(fragment) + fragment.markdown));
});

test("the top of the front page names the type of house", () => {
  const facts: Facts = { ...FACTS, site: { ...FACTS.site, houseType: "Apartment" } };
  assert.match(cottageFragments(facts, [])["cottage.hero"]?.markdown ?? "", /\nHoliday flat in /);
});

/** Returns the sample with a number of reviews, whose dates are in no order. */
function manyReviews(count: number): Facts {
  const [review] = FACTS.reviews.reviews;
  assert.ok(review !== undefined);
  const day = (index: number): string =>
    new Date(Date.UTC(2020, 0, 1 + ((index * 37) % count))).toISOString().slice(0, 10);
  const reviews = Array.from({ length: count }, (_, index) => ({ ...review, datePublished: day(index) }));
  return { ...FACTS, reviews: { ...FACTS.reviews, reviewCount: count, reviews } };
}

test("a page shows six reviews, collapses the others, and has at most a hundred", () => {
  const cases: readonly [count: number, shown: number, onPage: number][] = [
    [6, 6, 6],
    [7, 6, 7],
    [100, 6, 100],
    [250, 6, 100],
  ];
  for (const [count, shown, onPage] of cases) {
    const facts = manyReviews(count);
    const list = cottageFragments(facts, PHOTOS)["reviews.list"] ?? EMPTY;
    const [open = "", folded = ""] = htmlOf(list).split("<details");
    assert.equal(open.split("<blockquote").length - 1, shown);
    assert.equal(folded.split("<blockquote").length - 1, onPage - shown);
    assert.equal(list.markdown.match(/^> /gm)?.length, onPage);
  }
});

test("the list of reviews has the owner's order", () => {
  const bodies = ["Nice.", "x".repeat(100), "Fine."];
  const reviews = bodies.map((body) => ({ author: "A", rating: 5, datePublished: "2026-01-01", body }));
  const facts = { ...FACTS, reviews: { ...FACTS.reviews, reviews } };
  const html = htmlOf(cottageFragments(facts, PHOTOS)["reviews.list"] ?? EMPTY);
  assert.deepEqual([...html.matchAll(/<p>(.*?)<\/p>/g)].map(([, body]) => body), bodies);
});

test("a review in another language has a lang attribute", () => {
  const languages = ["de", "en-GB", undefined].map((language) => {
    const review = {
      author: "A",
      rating: 5,
      datePublished: "2026-01-01",
      body: "Schön",
      ...(language && { language }),
    };
    const facts = { ...FACTS, reviews: { ...FACTS.reviews, reviews: [review] } };
    return / lang="(.*?)"/.exec(htmlOf(cottageFragments(facts, PHOTOS)["reviews.list"] ?? EMPTY))?.[1];
  });
  assert.deepEqual(languages, ["de", undefined, undefined]);
});

test("each attraction has the direction of its own position, and its number in the list on the map", () => {
  const { latitude, longitude } = FACTS.cottage.geo;
  const [summary] = FACTS.attractions.attractions;
  assert.ok(summary !== undefined);
  const entry = (name: string) => ({ ...summary, name });
  const facts: Facts = {
    ...FACTS,
    attractions: { ...FACTS.attractions, attractions: ["Nowhere", "North", "East"].map(entry) },
    site: {
      ...FACTS.site,
      map: [
        { name: "East", latitude, longitude: longitude + 0.1 },
        { name: "North", latitude: latitude + 0.1, longitude },
      ],
    },
  };
  const fragments = cottageFragments(facts, []);
  const { markdown } = fragments["attractions.list"] ?? EMPTY;
  assert.match(markdown, /^1\. (?!.*(?:north|east)).*\n2\. \*\*North\*\*.*\bnorth\b.*\n3\. \*\*East\*\*.*\beast\b/);
  const numbers = [...htmlOf(fragments["attractions.map"] ?? EMPTY).matchAll(/class="number"[^>]*>(\d+)</g)];
  assert.deepEqual(numbers.map(([, number]) => number).sort(), ["2", "3"]);
});

test("the map has the first 24 places of the list, and only these have a number beside the list", () => {
  const { latitude, longitude } = FACTS.cottage.geo;
  const [attraction] = FACTS.attractions.attractions;
  assert.ok(attraction !== undefined);
  const names = Array.from({ length: 30 }, (_, index) => `Place ${index + 1}`);
  const facts: Facts = {
    ...FACTS,
    attractions: { ...FACTS.attractions, attractions: names.map((name) => ({ ...attraction, name })) },
    site: { ...FACTS.site, map: names.map((name, index) => ({ name, latitude, longitude: longitude + index / 100 })) },
  };
  const fragments = cottageFragments(facts, []);
  const numbers = [...htmlOf(fragments["attractions.map"] ?? EMPTY).matchAll(/class="number"[^>]*>(\d+)</g)];
  assert.deepEqual(numbers.map(([, number]) => Number(number)), Array.from({ length: 24 }, (_, index) => index + 1));
  const classes = htmlOf(fragments["attractions.list"] ?? EMPTY).match(/<li[^>]*>/g);
  assert.deepEqual(classes, names.map((_, index) => (index < 24 ? '<li class="on-map">' : "<li>")));
});

test("a kind of bed with the count 0 is omitted", () => {
  const { beds: _, ...site } = FACTS.site;
  const facts = { ...FACTS, cottage: { ...FACTS.cottage, bedTypes: { king: 2, double: 0 } }, site };
  const { markdown } = cottageFragments(facts, [])["cottage.facts"] ?? EMPTY;
  assert.match(markdown, /2 king-size beds/);
  assert.doesNotMatch(markdown, /double|\b0\b/);
});

test("the key facts of a studio do not list bedrooms", () => {
  const facts = { ...FACTS, cottage: { ...FACTS.cottage, bedrooms: 0 } };
  const fragments = cottageFragments(facts, []);
  assert.match(fragments["cottage.hero"]?.markdown ?? "", /Studio/);
  assert.doesNotMatch(fragments["cottage.facts"]?.markdown ?? "", /Bedrooms/);
});

test("the rating breakdown has a row and a bar for each number of stars", () => {
  const [review] = FACTS.reviews.reviews;
  assert.ok(review !== undefined);
  const reviews = [5, 5, 5, 5, 4, 4, 4, 1].map((rating) => ({ ...review, rating }));
  const facts = { ...FACTS, reviews: { ...FACTS.reviews, reviewCount: 8, reviews } };
  const summary = cottageFragments(facts, [])["reviews.rating"] ?? EMPTY;
  const bars = [...htmlOf(summary).matchAll(/<progress max="8" value="(\d+)"/g)].map(([, count]) => Number(count));
  assert.deepEqual(bars, [4, 3, 0, 0, 1]);
  assert.match(summary.markdown, /\n\nStar ratings from 8 reviews\n\n- \*\*5 stars:\*\* 4\n- \*\*4 stars:\*\* 3\n/);
});

test("the average score names no platforms, because the owner's note says where the reviews come from", () => {
  const { markdown } = BEFORE["reviews.rating"] ?? EMPTY;
  assert.ok(markdown.startsWith("**4.8 out of 5** from 47 reviews.\n\n"), markdown);
});

test("the key facts call the price a guide price", () => {
  assert.match(BEFORE["cottage.facts"]?.markdown ?? "", /\*\*Guide price:\*\* £145–£260 a night/);
});

test("a review has five stars", () => {
  const [review] = FACTS.reviews.reviews;
  assert.ok(review !== undefined);
  const facts = { ...FACTS, reviews: { ...FACTS.reviews, reviewCount: 1, reviews: [{ ...review, rating: 2 }] } };
  const markup = htmlOf(cottageFragments(facts, [])["reviews.list"] ?? EMPTY);
  assert.equal(/★+☆+/.exec(markup)?.[0], "★★☆☆☆");
});

test("the rating at the top of the page is a link to the average score", () => {
  const anchor = /<a class="rated" href="#([^"]*)">/.exec(htmlOf(BEFORE["cottage.hero"] ?? EMPTY))?.[1];
  assert.ok(htmlOf(BEFORE["reviews.rating"] ?? EMPTY).includes(`<div id="${anchor}" class="rating">`));
});

test("the photo at the top of the page is a link to its file, but a drawing is not", () => {
  const heroWith = (path: string): string => {
    const photos = [photoWith({ path, alt: "The front" })];
    return htmlOf(cottageFragments(FACTS, photos)["cottage.hero"] ?? EMPTY);
  };
  assert.match(heroWith("/images/front.jpg"), /<div class="hero-photo"><a href="\/images\/front\.jpg"><img /);
  assert.match(heroWith("/images/front.svg"), /<div class="hero-photo"><img /);
});

test("a single photo is in no gallery", () => {
  assert.deepEqual(cottageFragments(FACTS, PHOTOS.slice(0, 1))["cottage.gallery"], EMPTY);
});

test("each link to a route has the name of the attraction for screen readers", () => {
  const [attraction] = FACTS.attractions.attractions;
  const link = /<a [^>]* aria-label="([^"]*)">([^<]*)</.exec(htmlOf(BEFORE["attractions.list"] ?? EMPTY));
  assert.equal(link?.[1], `${attraction?.name}: ${link?.[2]}`);
});

test("the key facts list the beds of each room", () => {
  const beds: Facts["site"]["beds"] = [
    { kind: "double", count: 1, room: "Attic" },
    { kind: "single", count: 1, room: "Hall" },
    { kind: "single", count: 2, room: "Hall" },
  ];
  const { markdown } = cottageFragments({ ...FACTS, site: { ...FACTS.site, beds } }, [])["cottage.facts"] ?? EMPTY;
  assert.ok(markdown.endsWith("- **Attic:** 1 double bed\n- **Hall:** 3 single beds"), markdown);
});

test("the key facts list the rooms only if a bed has one", () => {
  const listsFor = (beds: Facts["site"]["beds"]): number => {
    const { beds: _, ...site } = FACTS.site;
    const facts: Facts = { ...FACTS, site: beds === undefined ? site : { ...site, beds } };
    return htmlOf(cottageFragments(facts, [])["cottage.facts"] ?? EMPTY).split("<dl").length - 1;
  };
  assert.equal(listsFor([{ kind: "double", count: 1, room: "Attic" }]), 2);
  assert.equal(listsFor([{ kind: "double", count: 1 }]), 1);
  assert.equal(listsFor(undefined), 1);
});
