import assert from "node:assert/strict";
import { test } from "node:test";
import { DATA_SETS, type Facts } from "../../../src/compile/data/datasets.ts";
import { llmsFullText, robots, securityText, sitemap } from "../../../src/compile/discovery/documents.ts";
import type { Service } from "../../../src/compile/discovery/facts-for-agents.ts";
import type { Page } from "../../../src/compile/pages/load.ts";
import { documentAt } from "../../support/discovery.ts";
import { send, BASE_URL, sampleFacts, sampleRouter } from "../../support/sample.ts";

const facts = sampleFacts();

const PAGES: readonly Page[] = [
  {
    path: "/",
    markdownPath: "/index.md",
    title: "Home",
    description: "All about it",
    markdown: "",
    markdownText: "# Home\n\n",
    updated: "2026-11-02",
    language: "en",
    html: "",
  },
  {
    path: "/about",
    markdownPath: "/about.md",
    title: "About",
    description: "More",
    markdown: "",
    markdownText: "\n# About\n",
    updated: "2026-11-02",
    language: "en",
    html: "",
  },
];

function llmsText(service: Service): string {
  return documentAt("/llms.txt", service).content;
}

const SERVICE: Service = { facts, pages: PAGES, baseUrl: BASE_URL, rateLimit: 60 };

test("llms.txt has a title, a summary, the endpoints, and lists of links", () => {
  const text = llmsText(SERVICE);
  const lines = text.split("\n");
  assert.equal(lines[0], "# Wrenfold Cottage");
  assert.match(
    lines[2] ?? "",
    /^> Wrenfold Cottage is a holiday cottage in Hathersby, Sillerdale\. Bedrooms: 3\. /,
  );
  assert.deepEqual(
    lines.filter((line) => line.startsWith("## ")),
    ["## Pages", "## Optional"],
  );
  assert.ok(lines.includes("- [Home](https://cottage.example/index.md): All about it"));
  for (const { path } of DATA_SETS) assert.ok(text.includes(BASE_URL + path), path);
});

test("llms.txt says where to book, also by telephone", () => {
  const channels = [{ platform: "Marian", url: "tel:+441632960147", supportsInstantBook: null }];
  const service = { ...SERVICE, facts: { ...facts, booking: { ...facts.booking, channels } } };
  assert.match(llmsText(service), / Booking channels: Marian, tel:\+441632960147\. The owner's notes: /);
});

test("llms.txt is short, and each of its links works", () => {
  const router = sampleRouter();
  const text = send(router, "GET", "/llms.txt").body.toString();
  assert.ok(text.length < 5000);
  const links = [...text.matchAll(/\]\((https:\/\/cottage\.example)(\/[^)]*)\)/g)].map(([, , path]) => path ?? "");
  assert.equal(links.length, 7);
  for (const path of links) assert.equal(send(router, "GET", path).status, 200, path);
});

test("llms.txt has the rating if there are reviews", () => {
  assert.match(llmsText(SERVICE), /the average rating of all 47 is 4\.8 out of 5\./);
  const reviews = { ...facts.reviews, ratingValue: 0, reviewCount: 0, reviews: [] };
  const text = llmsText({ ...SERVICE, facts: { ...facts, reviews } });
  assert.doesNotMatch(text, /out of 5/);
  assert.match(text, /There are no reviews yet/);
});

test("llmsFullText() is the text of every page except the one for developers", () => {
  const [home = assert.fail()] = PAGES;
  const developers = { ...home, path: "/developers", markdownText: "# For developers\n" };
  assert.equal(
    llmsFullText({ ...SERVICE, pages: [...PAGES, developers] }),
    "# Home\n\nPage: https://cottage.example/\n\n---\n\n# About\n\nPage: https://cottage.example/about\n",
  );
});

test("/llms-full.txt has each page's text once, without navigation", () => {
  const text = send(sampleRouter(), "GET", "/llms-full.txt").body.toString();
  assert.equal(text.match(/^# /gm)?.length, 5);
  assert.doesNotMatch(text, /^## Sitemap$|^> For agents/m);
});

test("the summary names the type of house", () => {
  const ofFlat: Facts = { ...facts, site: { ...facts.site, houseType: "Apartment" } };
  assert.match(llmsText({ ...SERVICE, facts: ofFlat }), /is a holiday apartment in /);
});

test("a name with characters of Markdown syntax is escaped", () => {
  const name = 'Gull: "the [Nest]" #1';
  const odd = { ...facts, cottage: { ...facts.cottage, name } };
  const guide = llmsText({ ...SERVICE, facts: odd, pages: [{ ...(PAGES[0] ?? assert.fail()), title: "All [of] it" }] });
  assert.match(guide, /^# Gull: "the \\\[Nest\\\]" #1\n/);
  assert.match(guide, /^- \[All \\\[of\\\] it\]\(/m);
});

test("sitemap() lists the pages by their public addresses, with the owner's dates", () => {
  const [home = assert.fail()] = PAGES;
  const pages = [home, { ...home, path: "/a&b", updated: "2026-07-31" }];
  assert.equal(
    sitemap({ ...SERVICE, pages }),
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
      "<url><loc>https://cottage.example/</loc><lastmod>2026-11-02</lastmod></url>\n" +
      "<url><loc>https://cottage.example/a&amp;b</loc><lastmod>2026-07-31</lastmod></url>\n" +
      "</urlset>\n",
  );
});

type Signals = NonNullable<Facts["site"]["contentSignals"]>;

const SIGNALS: readonly [signals: Signals | undefined, line: string][] = [
  [{ search: true, aiInput: true, aiTrain: true }, "Content-Signal: search=yes, ai-input=yes, ai-train=yes\n"],
  [{ search: true, aiTrain: false }, "Content-Signal: search=yes, ai-train=no\n"],
  [{}, ""],
  [undefined, ""],
];

for (const [signals, line] of SIGNALS) {
  test(`robots() allows everything and states the content signals ${JSON.stringify(signals)}`, () => {
    const { contentSignals: _, ...others } = facts.site;
    const site = signals === undefined ? others : { ...others, contentSignals: signals };
    assert.equal(
      robots({ ...facts, site }, BASE_URL),
      `User-agent: *\n${line}Allow: /\n\nSitemap: https://cottage.example/sitemap.xml\n`,
    );
  });
}

test("the API catalogue links both APIs to their descriptions and documentation", () => {
  const description = [{ href: "https://cottage.example/openapi.json", type: "application/json" }];
  const documentation = [{ href: "https://cottage.example/developers", type: "text/html" }];
  const response = send(sampleRouter(), "GET", "/.well-known/api-catalog");
  assert.deepEqual(JSON.parse(response.body.toString()), {
    linkset: [
      {
        anchor: "https://cottage.example/api/",
        "service-desc": description,
        "service-doc": documentation,
        status: [{ href: "https://cottage.example/readyz", type: "application/json" }],
      },
      {
        anchor: "https://cottage.example/mcp",
        "service-desc": description,
        "service-doc": documentation,
        "service-meta": [{ href: "https://cottage.example/mcp/server-card", type: "application/mcp-server-card+json" }],
      },
    ],
  });
});

test("securityText() has the contact and a placeholder for the expiry date", () => {
  assert.equal(
    securityText(sampleFacts(), BASE_URL),
    "Contact: mailto:hello@wrenfold.example\nExpires: {expires}\nPreferred-Languages: en, de\n" +
      "Canonical: https://cottage.example/.well-known/security.txt\n",
  );
});

test("security.txt never expires, however long the server runs", () => {
  let now = Date.UTC(2026, 10, 20, 23, 59);
  const router = sampleRouter({ now: () => now });
  const requestAgain = () => send(router, "GET", "/.well-known/security.txt");
  const first = requestAgain();
  assert.deepEqual(requestAgain(), first);
  assert.match(first.body.toString(), /Expires: 2027-05-19T/);
  now += 60_000;
  assert.match(requestAgain().body.toString(), /Expires: 2027-05-20T/);
});
