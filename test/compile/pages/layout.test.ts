/** The HTML of whole pages: head, navigation, links, structured data and error pages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Facts } from "../../../src/compile/data/datasets.ts";
import { formatFinding } from "../../../src/compile/messages.ts";
import { REQUIRED_PAGES } from "../../../src/compile/pages/page.ts";
import { BASE_URL } from "../../support/sample.ts";
import { CONTENT, errorPage, FACTS, load, pageAt } from "../../support/content.ts";

const SAMPLE = load();

/** Returns the targets of links, those within the site as paths. */
function linksOf(text: string, pattern: RegExp): string[] {
  const links = [...text.matchAll(pattern)].map(([, target = ""]) =>
    target.replace(BASE_URL, "").replaceAll("&amp;", "&"),
  );
  return [...new Set(links)].toSorted();
}

test("titles and descriptions of the pages are all different", () => {
  assert.equal(new Set(SAMPLE.pages.map(({ title }) => title)).size, REQUIRED_PAGES.length);
  assert.equal(new Set(SAMPLE.pages.map(({ description }) => description)).size, REQUIRED_PAGES.length);
});

test("the pages of a new cottage contain no position", () => {
  const facts: Facts = { ...FACTS, cottage: { ...FACTS.cottage, geo: { latitude: 0, longitude: 0 } } };
  for (const path of ["/", "/contact"]) {
    const { html, markdown } = pageAt(load(CONTENT, facts), path);
    assert.doesNotMatch(html + markdown, /Coordinates|"latitude"|[=/]0[,&/]|undefined/);
  }
});

for (const { path, markdownPath, html, markdown, title, description, updated } of SAMPLE.pages) {
  test(`${path} has title, description, canonical address and the link to its markdown`, () => {
    const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    assert.match(html, /^<!doctype html>\n<html lang="en-GB">\n/);
    for (const line of [
      `<title>${escaped(title)}</title>`,
      `<meta name="description" content="${escaped(description)}">`,
      `<meta property="og:description" content="${escaped(description)}">`,
      `<link rel="canonical" href="${BASE_URL}${path}">`,
      `<link rel="alternate" type="text/markdown" href="${markdownPath}" title="This page as Markdown">`,
      '<a class="skip" href="#main">',
      '<main id="main">',
      '<a class="skip agents" href="/llms.txt" tabindex="-1">',
      updated,
    ]) {
      assert.ok(html.includes(line), line);
    }
    assert.equal(html.match(/<h1/g)?.length, 1);
    const isInNavigation = !["/privacy", "/developers"].includes(path);
    assert.equal(html.match(/aria-current="page"/g)?.length, isInNavigation ? 1 : undefined);
    assert.equal(html.includes('<body class="front">'), path === "/");
    assert.match(html, /<\/nav>\n<a class="book" href="\/#booking_channels">/, "the button follows the navigation");
    assert.ok(!html.includes('<nav class="languages"'), "the sample has one language");
  });

  test(`${path} has no script, style, form or foreign file, as its security policy says`, () => {
    assert.deepEqual(html.match(/<script[^>]*>/g), ['<script type="application/ld+json">']);
    assert.doesNotMatch(html, /<style|<iframe|<form|<object|\sstyle=|\son[a-z]+="/);
    for (const [, source = ""] of html.matchAll(/ (?:src|srcset)="([^"]*)"/g)) assert.match(source, /^\/images\//);
    for (const [tag] of html.matchAll(/<link [^>]*>/g)) assert.match(tag, /canonical|href="\//);
  });

  test(`${path} links to the same places in HTML and in markdown`, () => {
    const main = html
      .slice(html.indexOf('<main id="main">'), html.indexOf("</main>"))
      .replace(/<nav class="contents"[^]*?<\/nav>/, "")
      .replace(/<a class="(?:book|rated)"[^>]*>/g, "");
    const twins = new Map(SAMPLE.pages.map((page) => [page.markdownPath, page.path]));
    const untwinned = (link: string): string => link.replace(/^\/[\w-]+\.md/, (twin) => twins.get(twin) ?? twin);
    const inMarkdown = linksOf(
      markdown
        .replace(/```[^]*?```/g, "")
        .replace(/^> For AI agents.*$/m, "")
        .replace(/^## Sitemap\n[^]*/m, ""),
      /\]\(([^)]*)\)/g,
    ).map(untwinned);
    assert.deepEqual([...new Set(inMarkdown)].toSorted(), linksOf(main, / (?:href|src)="((?![^"]*\.svg")[^"]*)"/g));
  });

  test(`${path} closes every element it opens, in order, and gives an id once`, () => {
    const open: string[] = [];
    for (const [tag, slash, name = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/gi)) {
      if (slash === "/") assert.equal(open.pop(), name, tag);
      else if (!/^(?:meta|link|img|br|hr)$/.test(name) && !tag.endsWith("/>")) open.push(name);
    }
    assert.deepEqual(open, []);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length);
  });
}

test("error pages look like the others, link to the front page, and are not indexed", () => {
  assert.deepEqual(SAMPLE.errorPages.map(([status]) => status), [404, 429, 503]);
  assert.match(errorPage(SAMPLE, 404), /<title>Page not found: Wrenfold Cottage<\/title>/);
  for (const html of SAMPLE.errorPages.map(([, text]) => text)) {
    assert.match(html, /<meta name="robots" content="noindex">/);
    assert.match(html, /<a href="\/">Back to Wrenfold Cottage<\/a>/);
    assert.doesNotMatch(html, /canonical|alternate|ld\+json|og:|aria-current|undefined/);
    for (const { path } of SAMPLE.pages) assert.ok(html.includes(`href="${path}"`), path);
  }
});

test("each column of the footer is a paragraph with one line for each entry", () => {
  const { html } = pageAt(SAMPLE, "/about");
  const columns = [...html.slice(html.indexOf("<footer")).matchAll(/<p>(.*)<\/p>/g)].map(([, lines = ""]) => lines);
  assert.deepEqual(columns.map((lines) => lines.split("<br>").length), [5, 4, 3]);
  assert.match(columns[0] ?? "", /^<strong>Wrenfold Cottage<\/strong><br>Wrenfold, Fold Lane, /);
});

test("pages link to their translations, and agree with them on the default", () => {
  const translations = [{ language: "de", url: "https://de.cottage.example/" }];
  const { pages } = load(CONTENT, { ...FACTS, site: { ...FACTS.site, translations } });
  const links = (path: string): string[] => {
    const { html } = pageAt({ ...SAMPLE, pages }, path);
    return Array.from(html.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g), ([, language, url]) => `${language} ${url}`);
  };
  assert.deepEqual(links("/about"), [
    "de https://de.cottage.example/about",
    "en-GB https://cottage.example/about",
    "x-default https://cottage.example/about",
  ]);
  assert.deepEqual(links("/developers"), []);
  const { html } = pageAt({ ...SAMPLE, pages }, "/");
  assert.match(html, /<a href="https:\/\/de\.cottage\.example\/" lang="de" hreflang="de">Deutsch<\/a>/);
});

test("a cottage in Italy has its address, default language, licence and floor area in the Italian form", () => {
  const { cottage, site } = FACTS;
  const translations = ["de", "fr"].map((language) => ({ language, url: `https://${language}.cottage.example/` }));
  const address = { ...cottage.address, addressCountry: "IT" };
  const aggregateRating = { ...cottage.aggregateRating, reviewCount: 0 };
  const beds = [{ kind: "cot", count: 0 }] as const;
  const facts: Facts = {
    ...FACTS,
    cottage: { ...cottage, address, aggregateRating },
    site: { ...site, language: "it", translations, beds, floorArea: 80, licence: { name: "Come volete" } },
  };
  const content = load(CONTENT, facts);
  const { html } = pageAt(content, "/");
  assert.match(html, /hreflang="x-default" href="https:\/\/de\.cottage\.example\/"/);
  assert.ok(html.includes(`<br>${address.postalCode} ${address.addressLocality}<br>${address.addressRegion}`));
  assert.match(html, /Come volete/);
  assert.match(html, /<dd>80\sm²<\/dd>/);
  assert.match(html, /"floorSize":\{"@type":"QuantitativeValue","value":80,"unitCode":"MTK"\}/);
  assert.doesNotMatch(html, /"aggregateRating"|undefined/);
});

test("markup in the owner's facts is text in HTML and markdown", () => {
  const evil = `</script><img src=x onerror=alert(1)>"'&{{base_url}}\`|*_[x](javascript:1)`;
  const soil = (value: unknown): unknown => {
    if (typeof value === "string")
      return /^(?:https:|\d|\+|[a-z]{2}(?:-[A-Z]{2})?$|[A-Z]{2}$)|@|\.(?:svg|webp)$/.test(value) ? value : value + evil;
    if (Array.isArray(value)) return value.map(soil);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]: [string, unknown]) => [name, soil(member)]));
  };
  const isFacts = (value: unknown): value is Facts => typeof value === "object" && value !== null && "cottage" in value;
  const facts = soil(FACTS);
  assert.ok(isFacts(facts));
  const { pages, findings } = load(CONTENT, facts);
  assert.deepEqual(findings.filter(({ level }) => level === "error").map((finding) => formatFinding(finding)), []);
  for (const { html, markdown } of pages) {
    assert.doesNotMatch(html, /<img(?! src="\/images\/)|<\/script><|href="javascript/);
    assert.doesNotMatch(markdown.replace(/```[^]*?\n```/g, ""), /(?<!\\)<img/);
  }
});

