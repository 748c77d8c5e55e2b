/** The content folder as the server loads it: the sample's without a complaint, a damaged one with all of them. */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { loadContent } from "../../../src/compile/pages/load.ts";
import { PAGES } from "../../../src/compile/pages/page.ts";
import { DATA_SETS, type Facts } from "../../../src/compile/data/datasets.ts";
import { developerFragments } from "../../../src/compile/discovery/developers.ts";
import { findingLine } from "../../../src/compile/finding.ts";
import { BASE_URL, ROOT, sampleFacts } from "../../support/sample.ts";

type Content = ReturnType<typeof loadContent>;
type Photos = NonNullable<Facts["site"]["photos"]>;

const CONTENT = join(ROOT, "content");
const FACTS = sampleFacts();
const FILES = [
  ...["/api/", "/openapi.json", "/llms.txt", "/llms-full.txt", "/sitemap.xml", "/.well-known/api-catalog"],
  ...["/.well-known/mcp", ...DATA_SETS.map(({ path }) => path)],
];

function load(directory = CONTENT, facts: Facts = FACTS): Content {
  const extra = developerFragments(FACTS, { baseUrl: BASE_URL, rateLimit: 60 });
  const content = loadContent(facts, extra, { baseUrl: BASE_URL, contentDirectory: directory, programContent: CONTENT });
  const paths = [
    ...content.pages.flatMap((page) => [page.path, page.markdownPath]),
    ...content.assets.map(({ path }) => path),
  ];
  return { ...content, findings: [...content.findings, ...content.linkFindings([...FILES, ...paths])] };
}

const SAMPLE = load();

/** Loads a copy of the sample's folder in which `files` are written, or taken away where undefined. */
function loadWith(
  files: Readonly<Record<string, string | Uint8Array | undefined>>,
  photos: Photos = [],
): Content {
  const directory = mkdtempSync(join(tmpdir(), "cottage-content-"));
  try {
    cpSync(CONTENT, directory, { recursive: true });
    for (const [name, content] of Object.entries(files)) {
      if (content === undefined) rmSync(join(directory, name));
      else writeFileSync(join(directory, name), content);
    }
    return load(directory, { ...FACTS, site: { ...FACTS.site, photos } });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function edited(name: string, from: string, to: string): Record<string, string> {
  const text = readFileSync(join(CONTENT, name), "utf8");
  assert.ok(text.includes(from), `content/${name} has ${from}`);
  return { [name]: text.replace(from, () => to) };
}

function lineOf(name: string, words: string): number {
  return (
    readFileSync(join(CONTENT, name), "utf8")
      .split("\n")
      .findIndex((line) => line.includes(words)) + 1
  );
}

function pageAt({ pages }: Content, path: string) {
  const page = pages.find((each) => each.path === path);
  assert.ok(page !== undefined);
  return page;
}

/** Paths within the site that a text links to. */
function linksOf(text: string, pattern: RegExp): string[] {
  const links = [...text.matchAll(pattern)].map(([, target = ""]) =>
    target.replace(BASE_URL, "").replaceAll("&amp;", "&"),
  );
  return [...new Set(links)].toSorted();
}

test("the sample's content has nothing wrong and nothing to improve", () => {
  assert.deepEqual(SAMPLE.findings.map(findingLine), []);
  assert.deepEqual(
    SAMPLE.pages.map(({ path }) => path),
    PAGES.map((name) => (name === "index" ? "/" : `/${name}`)),
  );
});

test("titles and descriptions of the pages are all different", () => {
  assert.equal(new Set(SAMPLE.pages.map(({ title }) => title)).size, PAGES.length);
  assert.equal(new Set(SAMPLE.pages.map(({ description }) => description)).size, PAGES.length);
});

for (const { path, markdownPath, html, markdown, title, description, updated } of SAMPLE.pages) {
  test(`${path} says in its head what it is and where its other forms are`, () => {
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
      '<a class="agents" href="/llms.txt">',
      updated,
    ]) {
      assert.ok(html.includes(line), line);
    }
    assert.equal(html.match(/<h1/g)?.length, 1);
    assert.equal(html.match(/aria-current="page"/g)?.length, path === "/privacy" ? undefined : 1);
  });

  test(`${path} obeys the security policy: nothing in it runs, styles or comes from elsewhere`, () => {
    assert.deepEqual(html.match(/<script[^>]*>/g), ['<script type="application/ld+json">']);
    assert.doesNotMatch(html, /<style|<iframe|<form|<object|\sstyle=|\son[a-z]+="/);
    for (const [, source = ""] of html.matchAll(/ (?:src|srcset)="([^"]*)"/g)) assert.match(source, /^\/images\//);
    for (const [tag] of html.matchAll(/<link [^>]*>/g)) assert.match(tag, /canonical|href="\//);
  });

  test(`${path} links to the same places in HTML and in markdown`, () => {
    const main = html
      .slice(html.indexOf('<main id="main">'), html.indexOf("</main>"))
      .replace(/<nav class="contents"[^]*?<\/nav>/, "")
      .replace(/<a class="book"[^>]*>/, "");
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

test("stylesheet and icon are what the pages link to", () => {
  const style = SAMPLE.assets.find(({ mediaType }) => mediaType.startsWith("text/css"));
  assert.ok(style !== undefined && style.immutable && /^\/style\.[0-9a-f]{10}\.css$/.test(style.path));
  assert.ok(pageAt(SAMPLE, "/about").html.includes(`<link rel="stylesheet" href="${style.path}">`));
  assert.ok(
    SAMPLE.assets.some(
      ({ path, mediaType, immutable }) => path === "/favicon.svg" && mediaType === "image/svg+xml" && !immutable,
    ),
  );
  const other = loadWith({ "style.css": "body { color: red; }" }).assets.find(({ mediaType }) =>
    mediaType.startsWith("text/css"),
  );
  assert.notEqual(other?.path, style.path);
});

test("the front page's JSON-LD says what the API says", () => {
  const [, json = ""] = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(pageAt(SAMPLE, "/").html) ?? [];
  const data: Record<string, unknown> = JSON.parse(json);
  const { cottage, reviews, site } = FACTS;
  assert.equal(data["@type"], "VacationRental");
  assert.equal(data["identifier"], site.identifier);
  assert.equal(data["latitude"], cottage.geo.latitude);
  assert.deepEqual(data["address"], { "@type": "PostalAddress", ...cottage.address });
  assert.deepEqual(data["aggregateRating"], {
    "@type": "AggregateRating",
    ...cottage.aggregateRating,
    ratingCount: cottage.aggregateRating.reviewCount,
  });
  assert.ok(Array.isArray(data["review"]) && data["review"].length === reviews.reviews.length);
  assert.ok(Array.isArray(data["amenityFeature"]) && data["amenityFeature"].length === cottage.amenities.length);
  const shown = (site.photos ?? []).flatMap(({ file }) => (file.endsWith(".svg") ? [] : [file.replace(/\.\w+$/, "")]));
  const images = Array.isArray(data["image"]) ? data["image"].map(String) : [];
  assert.deepEqual(images.map((url) => /\/images\/(.*)\.[0-9a-f]{10}\.webp$/.exec(url)?.[1]), shown, "a drawing is not claimed");
  assert.match(
    json,
    /"containsPlace":\{"@type":"Accommodation".*"occupancy":\{"@type":"QuantitativeValue","value":6\}/,
  );
});

test("every other page says in JSON-LD what it is about and where it stands", () => {
  for (const { path, html, title, description, updated } of SAMPLE.pages.slice(1)) {
    const [, json = ""] = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(html) ?? [];
    const { breadcrumb, ...data } = JSON.parse(json);
    assert.deepEqual(data, {
      "@context": "https://schema.org",
      "@type": "WebPage",
      "@id": BASE_URL + path,
      name: title,
      description,
      inLanguage: "en-GB",
      dateModified: updated,
      license: "https://creativecommons.org/licenses/by/4.0/",
      about: { "@id": `${BASE_URL}/#cottage` },
    });
    assert.deepEqual(
      breadcrumb.itemListElement.map(({ item }: { readonly item: string }) => item),
      [`${BASE_URL}/`, BASE_URL + path],
    );
  }
});

test("the pages for what is not there, too much or not now look like the others, lead home, and are in no index", () => {
  assert.deepEqual([...SAMPLE.refusals.keys()], [404, 429, 503]);
  assert.match(SAMPLE.refusals.get(404) ?? "", /<title>Page not found: Wrenfold Cottage<\/title>/);
  for (const html of SAMPLE.refusals.values()) {
    assert.match(html, /<meta name="robots" content="noindex">/);
    assert.match(html, /<a href="\/">Back to Wrenfold Cottage<\/a>/);
    assert.doesNotMatch(html, /canonical|alternate|ld\+json|og:|aria-current|undefined/);
    for (const { path } of SAMPLE.pages) assert.ok(html.includes(`href="${path}"`), path);
  }
});

test("an owner who writes in a language without texts is told which ones are English", () => {
  const { findings } = load(CONTENT, { ...FACTS, site: { ...FACTS.site, language: "sv-FI" } });
  assert.match(
    findings.map(findingLine).join("\n"),
    /^data\/site\.json: notice: the language is "sv-FI", but these \d+ texts are in English: skip, navigation, agents …; translate them in content\/words\.json$/,
  );
});

const OWN_WORDS: readonly [words: string, finding: string][] = [
  ['{ "skip": "Hop over" }', ""],
  ['{ "bedrooms": { "one": "one bedroom", "other": "{count} bedrooms" } }', ""],
  ['{ "bedrooms": { "0": "One room", "one": "one bedroom", "other": "{count} bedrooms" } }', ""],
  ['{ "stars": { "0": "none", "one": "one star", "other": "{count} stars" } }', '1:19: error: stars/0 is not a known field; '],
  ['{\n  "skp": "Hop over"\n}', '2:10: error: skp is not a known field; did you mean "skip"?'],
  ['{\n  "place": "Cottage in {twon}, {region}."\n}', "2:12: error: place must be a sentence with {town} and {region}, such as "],
  ['{ "place": "Cottage in {town}." }', "1:12: error: place must be a sentence with {town} and {region}, such as "],
  ['{ "skip": "Hop {over}" }', "1:11: error: skip must be a sentence without braces, such as "],
  ['{ "stars": "{count} stars" }', "1:12: error: stars must be a group of fields in { }, not "],
  ['{ "stars": { "other": "{count} stars" } }', '1:12: error: stars lacks the field "one"'],
  ['{ "skip": { "one": "Hop", "other": "Hop" } }', "1:11: error: skip must be a sentence without braces, such as "],
  ['{ "skip": 1 }', "1:11: error: skip must be a sentence without braces, such as "],
  ["[]", "1:1: error: the file must be a group of fields in { }, not "],
  ['{ "skip": "Hop",, }', "1:"],
];

for (const [words, finding] of OWN_WORDS) {
  test(`words of the owner's: ${words}`, () => {
    const found = loadWith({ "words.json": words }).findings.map(findingLine);
    if (finding === "") assert.deepEqual(found, []);
    else assert.ok(found[0]?.startsWith(`content/words.json:${finding}`), found.join("\n"));
  });
}

test("the owner's words lie over the program's, and no other site has them", () => {
  assert.match(SAMPLE.refusals.get(404) ?? "", /<h1>Nothing here but sheep<\/h1>/);
  assert.match(loadWith({ "words.json": undefined }).refusals.get(404) ?? "", /<h1>Page not found<\/h1>/);
});

const HEAD = "---\ntitle: Legal notice\ndescription: Who is responsible for this site, with address and telephone, as the law asks.\n---\n";

test("any other file of markdown is a page, with its markdown and a link in each footer", () => {
  const content = loadWith({ "legal-notice.md": `${HEAD}\n# Legal notice\n\nIt is us.\n` });
  assert.deepEqual(content.findings.map(findingLine), []);
  assert.match(pageAt(content, "/legal-notice").markdown, /^# Legal notice\n/);
  for (const { html, markdown } of content.pages) {
    assert.match(html, /<a href="\/legal-notice">Legal notice<\/a>/);
    assert.match(markdown, /\n- \[Legal notice\]\(https:\/\/cottage\.example\/legal-notice\.md\)/);
    assert.doesNotMatch(html.slice(0, html.indexOf("<main")), /legal-notice">Legal/);
  }
});

test("a page of the owner's may not stand where something else is, nor have a name that is no path", () => {
  const found = loadWith({ "api.md": `${HEAD}\n# API\n`, "Legal Notice.md": "x" }).findings.map(findingLine);
  assert.deepEqual(found, [
    "content/Legal Notice.md: warning: this file is no page: name it with small letters, digits and hyphens, as legal-notice.md",
    "content/api.md: error: the page cannot be at /api, where something else is: give its file another name",
  ]);
});

test("sites in several languages know each other, and agree which is for everybody else", () => {
  const translations = [{ language: "de", url: "https://de.cottage.example/" }];
  const { pages } = load(CONTENT, { ...FACTS, site: { ...FACTS.site, translations } });
  const links = (path: string): string[] => [...pageAt({ ...SAMPLE, pages }, path).html.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(([, language, url]) => `${language} ${url}`);
  assert.deepEqual(links("/about"), [
    "de https://de.cottage.example/about",
    "en-GB https://cottage.example/about",
    "x-default https://cottage.example/about",
  ]);
  assert.deepEqual(links("/developers"), []);
  assert.match(pageAt({ ...SAMPLE, pages }, "/").html, /<a href="https:\/\/de\.cottage\.example\/" lang="de" hreflang="de">Deutsch<\/a>/);
});

test("what the owner has no file of comes from the program, and the owner's style sheet is loaded last", () => {
  const { pages, assets, findings } = loadWith({
    "developers.md": undefined,
    "style.css": undefined,
    "images/favicon.svg": undefined,
    "owner.css": ":root { --heather: teal; }",
  });
  assert.deepEqual(findings.map(findingLine), []);
  const { html } = pageAt({ ...SAMPLE, pages }, "/developers");
  const styles = [...html.matchAll(/<link rel="stylesheet" href="([^"]*)">/g)].map(([, path = ""]) => path);
  assert.match(styles.join(" "), /^\/style\.[0-9a-f]{10}\.css \/owner\.[0-9a-f]{10}\.css$/);
  for (const path of [...styles, "/favicon.svg"]) assert.ok(assets.some((asset) => asset.path === path), path);
  assert.match(html, /<main id="main" lang="en">/);
  assert.match(html, /"inLanguage":"en"/);
});

const STYLES: readonly (readonly [css: string, finding: string | undefined])[] = [
  ['/* { @import */ a { content: "}"; }\n@media print { b { color: red; } }', undefined],
  ["a { color: red;\n", "1:3: error: this { has no } behind it"],
  ["a { color: red; }\n  }", "2:3: error: this } has no { before it"],
  ['@import "other.css";', "1:1: error: pages load no other style sheet: put its rules here instead of @import"],
];

for (const [css, finding] of STYLES) {
  test(`the owner's style sheet: ${JSON.stringify(css)}`, () => {
    const lines = loadWith({ "owner.css": css }).findings.map(findingLine);
    assert.deepEqual(lines, finding === undefined ? [] : [`content/owner.css:${finding}`]);
  });
}

test("a cottage elsewhere, with other facts, is told by its own", () => {
  const { cottage, site } = FACTS;
  const translations = [{ language: "de", url: "https://de.cottage.example/" }, { language: "fr", url: "https://fr.cottage.example/" }];
  const beds = [{ kind: "cot", count: 0 }] as const;
  const facts: Facts = {
    ...FACTS,
    cottage: { ...cottage, address: { ...cottage.address, addressCountry: "IT" }, aggregateRating: { ...cottage.aggregateRating, reviewCount: 0 } },
    site: { ...site, language: "it", translations, beds, floorArea: 80, licence: { name: "Come volete" } },
  };
  const content = load(CONTENT, facts);
  const { html } = pageAt(content, "/");
  assert.match(html, /hreflang="x-default" href="https:\/\/de\.cottage\.example\/"/);
  assert.ok(html.includes(`<br>${cottage.address.postalCode} ${cottage.address.addressLocality}<br>${cottage.address.addressRegion}`));
  assert.match(html, /Come volete/);
  assert.match(html, /<dd>80\sm²<\/dd>/);
  assert.match(html, /"floorSize":\{"@type":"QuantitativeValue","value":80,"unitCode":"MTK"\}/);
  assert.doesNotMatch(html, /"aggregateRating"|undefined/);
});

test("a file that is there and cannot be read is told of, and so is a broken front page", () => {
  const latin = Uint8Array.from([0xe9]);
  const found = loadWith({ "index.md": latin, "words.json": latin, "about.md": `${HEAD}\n# About\n\n[a](#nowhere) [b](/contact#%E9) [c](https://example.org/)\n` });
  assert.deepEqual(found.findings.map(findingLine).map((line) => line.replace(/ saved .*/, "")), [
    "content/words.json: error: the file is not",
    "content/index.md: error: the page / cannot be made: the file is not",
    "content/about.md:8:5: error: the link to #nowhere leads nowhere: this page has no such heading",
    "content/about.md:8:19: error: the link to #%E9 leads nowhere: /contact has no such heading",
  ]);
});

test("a picture that is named twice is served once", () => {
  const photo = { file: "share.png", alt: "The picture for shared links" };
  const { assets, findings } = loadWith({}, [photo, photo]);
  assert.deepEqual(findings.map(findingLine), []);
  assert.equal(new Set(assets.map(({ path }) => path)).size, assets.length);
});

test("text of the owner's is text wherever it comes to stand", () => {
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
  assert.deepEqual(findings.filter(({ level }) => level === "error").map(findingLine), []);
  for (const { html, markdown } of pages) {
    assert.doesNotMatch(html, /<img(?! src="\/images\/)|<\/script><|href="javascript/);
    assert.doesNotMatch(markdown, /(?<!\\)<img/);
  }
});

const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 4, 176, 6, 64, 3, 0, 0]);

test("photographs are served with their size, shown first, and told to search engines and to those who share the link", () => {
  const photos = [
    { file: "front.jpg", alt: 'The front, in "June"' },
    { file: "kitchen.jpg", alt: "The kitchen" },
  ];
  const content = loadWith({ "images/front.jpg": JPEG, "images/kitchen.jpg": Uint8Array.from([...JPEG, 1]) }, photos);
  assert.deepEqual(content.findings.map(findingLine), []);
  const images = content.assets.filter(({ mediaType }) => mediaType === "image/jpeg");
  assert.deepEqual(
    images.map(({ path }) => path.replace(/\.[0-9a-f]{10}\./, ".#.")),
    ["/images/front.#.jpg", "/images/kitchen.#.jpg"],
  );
  assert.ok(images.every(({ immutable }) => immutable));
  const { html, markdown } = pageAt(content, "/");
  const [front = "", kitchen = ""] = images.map(({ path }) => path);
  assert.ok(
    html.includes(
      `<img src="${front}" alt="The front, in &quot;June&quot;" width="1600" height="1200" decoding="async" fetchpriority="high">`,
    ),
  );
  assert.ok(
    html.includes(
      `<img src="${kitchen}" alt="The kitchen" width="1600" height="1200" decoding="async" loading="lazy">`,
    ),
  );
  assert.ok(!html.includes(".svg\" alt"), "the drawing gives way");
  assert.ok(html.includes(`<meta property="og:image" content="${BASE_URL}${front}">`));
  assert.ok(html.includes(`"image":["${BASE_URL}${front}","${BASE_URL}${kitchen}"]`));
  assert.ok(markdown.includes(`- [Picture: The kitchen](${BASE_URL}${kitchen})`));
});

type Mistake = readonly [
  name: string,
  files: Readonly<Record<string, string | Uint8Array | undefined>>,
  photos: Photos,
  expected: string,
];

const MISTAKES: readonly Mistake[] = [
  [
    "a missing page",
    { "about.md": undefined },
    [],
    "content/about.md:1:1: error: the page /about cannot be made: the file is missing: there is no such file in ",
  ],
  [
    "a page that is not UTF-8",
    { "about.md": Uint8Array.from([0x2d, 0x80]) },
    [],
    'content/about.md:1:1: error: the page /about cannot be made: the file is not saved as UTF-8: in your editor choose "Save with encoding", UTF-8',
  ],
  [
    "a misspelt fact",
    edited("about.md", "cottage.aggregateRating.reviewCount", "cottage.aggregateRating.reviewCuont"),
    [],
    `content/about.md:${lineOf("about.md", "reviewCount")}:69: error: there is no fact named cottage.aggregateRating.reviewCuont; did you mean cottage.aggregateRating.reviewCount?`,
  ],
  [
    "a misspelt fragment",
    edited("index.md", "{{reviews.list}}", "{{reviews.lists}}"),
    [],
    `content/index.md:${lineOf("index.md", "{{reviews.list}}")}:1: error: there is no fact named reviews.lists; did you mean reviews.list?`,
  ],
  [
    "a link to no page",
    edited("privacy.md", "[tell us](/contact)", "[tell us](/contacts)"),
    [],
    `content/privacy.md:${lineOf("privacy.md", "[tell us]")}:`,
  ],
  [
    "a link to no heading",
    edited("contact.md", "/welcome#getting-here", "/welcome#geting-here"),
    [],
    `content/contact.md:${lineOf("contact.md", "#getting-here")}:`,
  ],
  [
    "a heading that others link to, renamed",
    edited("index.md", "## Book a stay", "## Booking"),
    [],
    "content/about.md:",
  ],
  [
    "a photograph that is not there",
    {},
    [{ file: "none.jpg", alt: "Nothing" }],
    "data/site.json:1:1: error: photos: content/images/none.jpg is missing: there is no such file in ",
  ],
  [
    "a photograph nobody describes",
    { "images/a.jpg": JPEG },
    [{ file: "a.jpg", alt: " " }],
    'data/site.json:1:1: error: photos: a.jpg has no "alt": say in a few words what the photograph shows',
  ],
  [
    "a photograph of a type that is not served",
    {},
    [{ file: "a.heic", alt: "A" }],
    "data/site.json:1:1: error: photos: a.heic is a telephone's picture, and browsers do not show it: save it as JPEG (Windows: ",
  ],
  [
    "a photograph that is none",
    { "images/a.jpg": "hello" },
    [{ file: "a.jpg", alt: "A" }],
    "data/site.json:1:1: error: photos: content/images/a.jpg is not a picture of type image/jpeg, or is damaged",
  ],
  [
    "a photograph of many bytes",
    { "images/a.jpg": Buffer.concat([JPEG, Buffer.alloc(700_000)]) },
    [{ file: "a.jpg", alt: "A" }],
    "data/site.json:1:1: warning: photos: a.jpg (700 kB) is slow to load; make them 1600 pixels wide (Windows: ",
  ],
  [
    "a photograph of a type that nobody serves",
    {},
    [{ file: "a.tif", alt: "A" }],
    "data/site.json:1:1: error: photos: a.tif is of a type that is not served; use avif, jpeg, jpg, png, svg, webp",
  ],
  [
    "a width that is another in the name",
    { "images/a.jpg": JPEG, "images/a-800.jpg": JPEG },
    [{ file: "a.jpg", alt: "A" }],
    "data/site.json:1:1: warning: photos: content/images/a-800.jpg is 1600 pixels wide and not 800, so it is not used for a.jpg",
  ],
  [
    "a picture of another site",
    edited("about.md", "# ", "# ![A](https://elsewhere.example/a.jpg)"),
    [],
    `content/about.md:${lineOf("about.md", "# ")}:`,
  ],
  [
    "a picture that is not there",
    edited("about.md", "# ", "# ![A](/images/none.jpg)"),
    [],
    `content/about.md:${lineOf("about.md", "# ")}:`,
  ],
  [
    "a drawing that is no drawing",
    { "images/cottage.svg": "<p>A</p>" },
    [],
    "data/site.json:1:1: error: photos: content/images/cottage.svg is not a picture of type image/svg+xml, or is damaged",
  ],
  [
    "a drawing without a title",
    { "images/cottage.svg": '<svg viewBox="0 0 4 3"></svg>' },
    [],
    'data/site.json:1:1: error: photos: cottage.svg has no "alt"',
  ],
];

for (const [name, files, photos, expected] of MISTAKES) {
  test(`loadContent() tells of ${name}`, () => {
    const lines = loadWith(files, photos).findings.map((finding) => findingLine({ line: 1, column: 1, ...finding }));
    assert.ok(
      lines.some((line) => line.startsWith(expected)),
      `${expected}\n\n${lines.join("\n")}`,
    );
  });
}

test("loadContent() tells of every mistake at once, and says what was meant", () => {
  const lines = loadWith({
    ...edited("privacy.md", "[tell us](/contact)", "[tell us](/contacts)"),
    ...edited("contact.md", "/welcome#getting-here", "/welcome#geting-here"),
    "about.md": undefined,
  }).findings.map(findingLine);
  assert.equal(lines.length, 3);
  assert.match(lines.join("\n"), /the link to \/contacts leads nowhere; did you mean \/contact\?/);
  assert.match(
    lines.join("\n"),
    /the link to #geting-here leads nowhere: \/welcome has no such heading; did you mean getting-here\?/,
  );
});
