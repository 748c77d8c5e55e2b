import assert from "node:assert/strict";
import { createHash } from "node:crypto";
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

const SKILL_PATH = "/.well-known/agent-skills/holiday-cottage/SKILL.md";

function llmsText(service: Service): string {
  return documentAt("/llms.txt", service).content;
}

function skillText(service: Service): string {
  return documentAt(SKILL_PATH, service).content;
}

const SERVICE: Service = { facts, pages: PAGES, baseUrl: BASE_URL, rateLimit: 60 };

function withReviews(ratingValue: number, reviewCount: number): Facts {
  const aggregateRating = { ...facts.cottage.aggregateRating, ratingValue, reviewCount };
  return { ...facts, cottage: { ...facts.cottage, aggregateRating } };
}

test("llms.txt has a title, a summary, the endpoints, and lists of links", () => {
  const text = llmsText(SERVICE);
  const lines = text.split("\n");
  assert.equal(lines[0], "# Wrenfold Cottage");
  assert.match(
    lines[2] ?? "",
    /^> Wrenfold Cottage is a holiday cottage with 3 bedrooms in Hathersby, Sillerdale; it sleeps 6\. /,
  );
  assert.deepEqual(
    lines.filter((line) => line.startsWith("## ")),
    ["## Pages", "## Agents", "## Optional"],
  );
  assert.ok(lines.includes("- [Home](https://cottage.example/index.md): All about it"));
  for (const { path } of DATA_SETS) assert.ok(text.includes(BASE_URL + path), path);
  assert.match(text, /The limit is 60 requests a minute/);
});

test("llms.txt and the skill say where to book, also by telephone", () => {
  const channels = [{ platform: "Marian", url: "tel:+441632960147", supportsInstantBook: null }];
  const service = { ...SERVICE, facts: { ...facts, booking: { ...facts.booking, channels } } };
  for (const text of [llmsText(service), skillText(service)]) {
    assert.match(text, / Booking channels: Marian, tel:\+441632960147\. The owner's notes: /);
  }
});

test("llms.txt is short, and each of its links works", () => {
  const router = sampleRouter();
  const text = send(router, "GET", "/llms.txt").body.toString();
  assert.ok(text.length < 5000);
  const links = [...text.matchAll(/\]\((https:\/\/cottage\.example)(\/[^)]*)\)/g)].map(([, , path]) => path ?? "");
  assert.equal(links.length, 8);
  for (const path of links) assert.equal(send(router, "GET", path).status, 200, path);
});

test("llms.txt has no rating without reviews, and no limit if there is none", () => {
  assert.match(llmsText({ ...SERVICE, facts: withReviews(4.5, 2) }), /Rated 4\.5 out of 5 from 2 reviews\./);
  const none = withReviews(0, 0);
  const text = llmsText({ ...SERVICE, facts: { ...none, reviews: { ...none.reviews, reviewCount: 0, reviews: [] } } });
  assert.doesNotMatch(text, /Rated/);
  assert.match(text, /There are no reviews yet/);
  assert.doesNotMatch(llmsText({ ...SERVICE, rateLimit: undefined }), /a minute/);
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

test("the skill lists an endpoint and a tool for each data set, the pages and the host's address", () => {
  const text = skillText(SERVICE);
  assert.match(text, /^---\nname: holiday-cottage\ndescription: [^\n]{50,1024}\n---\n/);
  for (const { path, toolName } of DATA_SETS) assert.ok(text.includes(`| \`GET ${path}\` | \`${toolName}\` |`), path);
  assert.match(text, /index of all pages is https:\/\/cottage\.example\/llms\.txt/);
  assert.match(text, /^- \[About\]\(https:\/\/cottage\.example\/about\.md\): More$/m);
  assert.match(text, /## Limits\n\n- .*\n- .*\n- .*The host answers all other questions: hello@wrenfold\.example\.\n$/);
});

test("the index of skills has the digest of the skill as served", () => {
  const router = sampleRouter();
  const index = send(router, "GET", "/.well-known/agent-skills/index.json").body.toString();
  const skill = send(router, "GET", SKILL_PATH).body;
  const digest = createHash("sha256").update(skill).digest("hex");
  assert.equal(JSON.parse(index).skills[0].digest, `sha256:${digest}`);
  assert.equal(JSON.parse(index).skills[0].url, BASE_URL + SKILL_PATH);
  assert.ok(skill.toString().includes(`description: ${JSON.stringify(JSON.parse(index).skills[0].description)}\n`));
});

test("the summary names the type of house", () => {
  const ofFlat: Facts = { ...facts, site: { ...facts.site, houseType: "Apartment" } };
  assert.match(llmsText({ ...SERVICE, facts: ofFlat }), /is a holiday apartment with 3 bedrooms in /);
});

test("a name with characters of Markdown or YAML syntax is escaped", () => {
  const name = 'Gull: "the [Nest]" #1';
  const odd = { ...facts, cottage: { ...facts.cottage, name, bedrooms: 1 } };
  const guide = llmsText({ ...SERVICE, facts: odd, pages: [{ ...(PAGES[0] ?? assert.fail()), title: "All [of] it" }] });
  assert.match(guide, /^# Gull: "the \\\[Nest\\\]" #1\n/);
  assert.match(guide, /holiday cottage with 1 bedroom in /);
  assert.match(guide, /^- \[All \\\[of\\\] it\]\(/m);
  const [, description = ""] = /^description: (".*")$/m.exec(skillText({ ...SERVICE, facts: odd })) ?? [];
  assert.ok(String(JSON.parse(description)).includes(name));
});

test("llms.txt has singular nouns for counts of one, and links to translations", () => {
  const rated = withReviews(5, 1);
  const translations = [{ language: "de", url: "https://de.cottage.example/" }];
  const text = llmsText({
    ...SERVICE,
    facts: { ...rated, cottage: { ...rated.cottage, bedrooms: 1 }, site: { ...rated.site, translations } },
  });
  assert.match(text, /with 1 bedroom in/);
  assert.match(text, /from 1 review\./);
  assert.match(text, /^The same site in other languages: de, https:\/\/de\.cottage\.example\/\.$/m);
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
