/**
 * Checks that pages, markdown and structured data contain the data of the API.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { openBrowser, withPage } from "./support/chromium.ts";
import { openDetails } from "./support/layout.ts";
import { type ApiFacts, fetchFacts, PATHS, type RunningServer, startServer } from "./support/server.ts";

let server: RunningServer;
let browser: Browser;
let facts: ApiFacts;
/** Visible text of the front page, with scripts disabled. */
let visibleText: string;
let markdown: string;

before(async () => {
  server = await startServer();
  browser = await openBrowser();
  facts = await fetchFacts(server.origin);
  visibleText = await withPage(browser, { javaScriptEnabled: false }, async (page) => {
    await page.goto(server.origin);
    for (const summary of await page.locator("summary").all()) await summary.click();
    return collapseSpaces(await page.locator("main").innerText());
  });
  markdown = collapseSpaces(
    (await (await fetch(`${server.origin}/index.md`)).text()).replaceAll(/\\([!-/:-@[-`{-~])/g, "$1"),
  );
});

after(async () => {
  await browser.close();
  await server.stop();
});

function collapseSpaces(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

function formatDate(day: string): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
}

/** Returns the strings that a page must contain for each piece of data, in order. */
function expectedStrings(): readonly (readonly [name: string, texts: readonly string[]])[] {
  const { cottage, reviews, attractions, booking } = facts;
  const { ratingValue, bestRating, reviewCount } = cottage.aggregateRating;
  const { streetAddress, addressLocality, addressRegion, postalCode } = cottage.address;
  return [
    ["the name", [cottage.name]],
    ["the description", [cottage.description]],
    ["the rating", [`${ratingValue} out of ${bestRating}`, `from ${reviewCount} reviews`]],
    ["the address", [streetAddress, addressLocality, addressRegion, postalCode].map((text) => text ?? "nothing")],
    ["the position", [`${cottage.geo.latitude}, ${cottage.geo.longitude}`]],
    ["the area", [cottage.containedInPlace]],
    ["the beds", [`${cottage.bedTypes.king} king-size bed`, `${cottage.bedTypes.double} double bed`]],
    ["the price range", [cottage.priceRange]],
    ...cottage.amenities.map((each) => [`amenity: ${each}`, [each]] as const),
    ...reviews.map(
      ({ author, rating, datePublished, body }) =>
        [`review of ${author}`, [body, author, `${rating} out of 5`, formatDate(datePublished)]] as const,
    ),
    ...attractions.map(
      ({ name, distanceFromCottage, summary }) =>
        [`attraction: ${name}`, [name, distanceFromCottage, summary]] as const,
    ),
    ["the note on booking", [booking.note]],
    ...booking.channels.map(
      ({ platform, supportsInstantBook }) =>
        [
          `channel: ${platform}`,
          [
            platform,
            ...(supportsInstantBook === true
              ? ["instant booking"]
              : supportsInstantBook === false
                ? ["booking on request"]
                : []),
          ],
        ] as const,
    ),
  ];
}

/** Returns the first string that does not occur after the previous ones; undefined if all occur in order. */
function firstMissing(text: string, wanted: readonly string[]): string | undefined {
  let from = 0;
  for (const each of wanted) {
    const at = text.indexOf(collapseSpaces(each), from);
    if (at === -1) return each;
    from = at + each.length;
  }
  return undefined;
}

test("the front page and its markdown contain all data of the API", () => {
  for (const [name, texts] of expectedStrings()) {
    assert.equal(firstMissing(visibleText, texts), undefined, `${name} in the page`);
    assert.equal(firstMissing(markdown, texts), undefined, `${name} in the markdown`);
  }
  assert.ok(expectedStrings().length > 50);
});

test("a missing string is reported", () => {
  assert.equal(firstMissing(visibleText, ["A helicopter pad"]), "A helicopter pad");
});

test("counts and links on the page match the API", async () => {
  await withPage(browser, {}, async (page) => {
    await page.goto(server.origin);
    assert.equal(await page.locator(".amenities li").count(), facts.cottage.amenities.length);
    assert.equal(await page.locator(".reviews figure").count(), facts.reviews.length);
    assert.equal(await page.locator(".attractions li").count(), facts.attractions.length);
    const buttons = await page
      .locator("a.button")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    assert.deepEqual(
      buttons,
      facts.booking.channels.map(({ url }) => url),
    );
    const spread = await page
      .locator(".spread dd")
      .evaluateAll((counts) => counts.map(({ textContent }) => textContent));
    assert.deepEqual(
      spread,
      [5, 4, 3, 2, 1].map((stars) => String(facts.reviews.filter(({ rating }) => rating === stars).length)),
    );
  });
});

test("structured data matches the API", async () => {
  const page = await (await fetch(server.origin)).text();
  const [, text = ""] = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(page) ?? [];
  const graph: readonly Record<string, unknown>[] = JSON.parse(text)["@graph"];
  const data = graph.find((node) => node["@type"] === "VacationRental") ?? {};
  const { cottage, reviews } = facts;
  for (const name of ["name", "description", "priceRange", "sameAs", "petsAllowed", "smokingAllowed"]) {
    assert.deepEqual(data[name], Object(cottage)[name], name);
  }
  assert.deepEqual(data["address"], { "@type": "PostalAddress", ...cottage.address });
  assert.deepEqual(data["geo"], { "@type": "GeoCoordinates", ...cottage.geo });
  assert.deepEqual(
    data["amenityFeature"],
    cottage.amenities.map((name) => ({ "@type": "LocationFeatureSpecification", name, value: true })),
  );
  assert.deepEqual(
    data["review"],
    reviews.map(({ author, rating, datePublished, body }) => ({
      "@type": "Review",
      inLanguage: "en-GB",
      author: { "@type": "Person", name: author },
      datePublished,
      reviewRating: { "@type": "Rating", ratingValue: rating, bestRating: 5, worstRating: 1 },
      reviewBody: body,
    })),
  );
});

/** Reduces text to its letters and digits, because HTML and markdown use different punctuation. */
function lettersAndDigits(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();
}

for (const path of PATHS) {
  test(`the markdown of ${path} contains every sentence of the page`, async () => {
    const source = await (await fetch(server.origin + path, { headers: { accept: "text/markdown" } })).text();
    const words = lettersAndDigits(source.replaceAll(/\]\([^)\s]*\)/g, " "));
    const texts = await withPage(browser, {}, async (page) => {
      await page.goto(server.origin + path);
      await page.evaluate(openDetails);
      const elements = page.locator("main :is(h1, h2, h3, p, dt, dd, td, th, address, pre, li, figcaption)");
      return elements.evaluateAll((all) =>
        all.flatMap((element) => {
          const isExcluded = element.closest("nav, svg, .map, .offer") !== null;
          return isExcluded || !(element instanceof HTMLElement) ? [] : [element.innerText];
        }),
      );
    });
    for (const text of texts) assert.ok(words.includes(lettersAndDigits(text)), `"${text}" is in the markdown`);
    assert.ok(texts.length > 5);
  });
}
