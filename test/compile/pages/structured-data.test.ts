/** The pages as schema.org terms: what the owner states, and nothing else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Facts } from "../../../src/compile/data/datasets.ts";
import { BASE_URL } from "../../support/sample.ts";
import { CONTENT, FACTS, load, pageAt } from "../../support/content.ts";

type Node = Readonly<Record<string, unknown>>;

const SAMPLE = load();

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function jsonOf(html: string): Node {
  const [, json = ""] = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(html) ?? [];
  const value: unknown = JSON.parse(json);
  assert.ok(isNode(value));
  return value;
}

function nodesOf(value: unknown): Node[] {
  assert.ok(Array.isArray(value));
  return value.filter(isNode);
}

/** Returns the node of that type on the front page of the sample with other facts. */
function nodeWith(type: string, changes: Partial<Facts> = {}): Node {
  const { pages } = load(CONTENT, { ...FACTS, ...changes });
  const { "@graph": graph } = jsonOf(pageAt({ ...SAMPLE, pages }, "/").html);
  const node = nodesOf(graph).find((candidate) => candidate["@type"] === type);
  assert.ok(node !== undefined);
  return node;
}

/** Returns `name` or `name=value` for each feature that search engines filter by. */
function featuresWith(site: Partial<Facts["site"]>): string[] {
  const { containsPlace } = nodeWith("VacationRental", { site: { ...FACTS.site, ...site } });
  assert.ok(isNode(containsPlace));
  return nodesOf(containsPlace["amenityFeature"]).map(({ name, value }) =>
    value === true ? String(name) : `${name}=${value}`,
  );
}

test("the front page describes the cottage with the facts of the API", () => {
  const rental = nodeWith("VacationRental");
  const { cottage, reviews, site, booking } = FACTS;
  assert.equal(rental["@id"], `${BASE_URL}/#cottage`);
  assert.equal(rental["identifier"], site.identifier);
  assert.equal(rental["additionalType"], "Cottage");
  assert.equal(rental["latitude"], cottage.geo.latitude);
  assert.deepEqual(rental["address"], { "@type": "PostalAddress", ...cottage.address });
  assert.deepEqual(rental["aggregateRating"], {
    "@type": "AggregateRating",
    ...cottage.aggregateRating,
    ratingCount: cottage.aggregateRating.reviewCount,
  });
  assert.equal(nodesOf(rental["review"]).length, reviews.reviews.length);
  assert.equal(nodesOf(rental["amenityFeature"]).length, cottage.amenities.length);
  assert.deepEqual(
    nodesOf(rental["potentialAction"]),
    // The third channel of the sample only takes enquiries.
    booking.channels
      .slice(0, 2)
      .map(({ platform, url }) => ({ "@type": "ReserveAction", name: platform, target: url })),
  );
  assert.deepEqual(
    rental["additionalProperty"],
    (site.goodToKnow ?? []).map((value) => ({ "@type": "PropertyValue", name: "goodToKnow", value })),
  );
  const { containsPlace } = rental;
  assert.ok(isNode(containsPlace));
  assert.deepEqual(containsPlace["occupancy"], { "@type": "QuantitativeValue", value: 6 });
});

test("no drawing is claimed to be a photograph", () => {
  const photographs = (FACTS.site.photos ?? []).filter(({ file }) => !file.endsWith(".svg"));
  const images = nodeWith("VacationRental")["image"];
  assert.ok(Array.isArray(images));
  const names = images.map((url) => /\/images\/(.*)\.[0-9a-f]{10}\.webp$/.exec(String(url))?.[1]);
  assert.deepEqual(names, photographs.map(({ file }) => file.replace(".webp", "")));
});

test("the front page describes the site and itself", () => {
  assert.deepEqual(nodeWith("WebSite"), {
    "@type": "WebSite",
    "@id": `${BASE_URL}/#site`,
    url: `${BASE_URL}/`,
    name: FACTS.cottage.name,
    inLanguage: "en-GB",
  });
  const page = nodeWith("WebPage");
  assert.equal(page["dateModified"], pageAt(SAMPLE, "/").updated);
  assert.equal(page["license"], "https://creativecommons.org/licenses/by/4.0/");
});

test("every other page describes itself and what it is about", () => {
  for (const { path, html, title, description, updated } of SAMPLE.pages.slice(1)) {
    assert.deepEqual(jsonOf(html), {
      "@context": "https://schema.org",
      "@type": "WebPage",
      "@id": BASE_URL + path,
      url: BASE_URL + path,
      name: title,
      description,
      inLanguage: path === "/developers" ? jsonOf(html)["inLanguage"] : "en-GB",
      dateModified: updated,
      license: "https://creativecommons.org/licenses/by/4.0/",
      isPartOf: { "@id": `${BASE_URL}/#site` },
      about: { "@id": `${BASE_URL}/#cottage` },
    });
  }
});

test("features are those that the owner chose, each once, with the values that Google wants", () => {
  const features = ["wifi", "freeParking", "outdoorPool", "wifi"] as const;
  assert.deepEqual(featuresWith({ features: [...features] }), [
    ...["wifi", "parkingType=Free", "poolType=Outdoor"],
    ...["petsAllowed", "smokingAllowed=false"],
  ]);
});

test("no amenity is guessed, and the first registration alone is a licence", () => {
  const { features: _, ...site } = FACTS.site;
  const registrations = [{ name: "CIN", number: "IT1" }, { name: "Stars", number: "Four" }];
  const { pages } = load(CONTENT, { ...FACTS, site: { ...site, registrations } });
  const { "@graph": graph } = jsonOf(pageAt({ ...SAMPLE, pages }, "/").html);
  const containsPlace = nodesOf(graph)[0]?.["containsPlace"];
  assert.ok(isNode(containsPlace));
  const names = nodesOf(containsPlace["amenityFeature"]).map(({ name, value }) => `${name}=${value}`);
  assert.deepEqual(names, ["petsAllowed=true", "smokingAllowed=false", "licenseNum=IT1"]);
});

test("a house is of the type that the owner chose", () => {
  assert.equal(nodeWith("VacationRental", { site: { ...FACTS.site, houseType: "Gite" } })["additionalType"], "Gite");
});

test("a review states its language", () => {
  const { reviews } = FACTS;
  const [first, ...others] = reviews.reviews;
  assert.ok(first !== undefined);
  const changed = { ...reviews, reviews: [{ ...first, language: "de" }, ...others] };
  const languages = nodesOf(nodeWith("VacationRental", { reviews: changed })["review"]).map(
    ({ inLanguage }) => inLanguage,
  );
  assert.ok(languages.includes("de") && languages.includes("en-GB"));
});

test("a cottage can be reserved on web pages alone", () => {
  const channels = [
    { platform: "By letter", url: "mailto:hello@wrenfold.example", supportsInstantBook: null },
    { platform: "Example Stays", url: "https://www.example.com/wrenfold", supportsInstantBook: true },
  ];
  const actions = nodesOf(nodeWith("VacationRental", { booking: { ...FACTS.booking, channels } })["potentialAction"]);
  assert.deepEqual(actions.map(({ name }) => name), ["Example Stays"]);
});

test("without reviews no rating is claimed", () => {
  const { cottage } = FACTS;
  const aggregateRating = { ...cottage.aggregateRating, reviewCount: 0 };
  assert.equal(nodeWith("VacationRental", { cottage: { ...cottage, aggregateRating } })["aggregateRating"], undefined);
});

test("beds with the count 0 and cots are not listed", () => {
  const beds = [{ kind: "king", count: 2 }, { kind: "double", count: 0 }, { kind: "cot", count: 1 }] as const;
  const { containsPlace } = nodeWith("VacationRental", { site: { ...FACTS.site, beds: [...beds] } });
  assert.ok(isNode(containsPlace));
  assert.deepEqual(nodesOf(containsPlace["bed"]).map(({ numberOfBeds }) => numberOfBeds), [2]);
});
