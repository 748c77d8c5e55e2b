/** Compiles single content files to pages: placeholders are replaced, and every error has a line and a column. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { formatFinding } from "../../../src/compile/messages.ts";
import { html, markupOf } from "../../../src/compile/html.ts";
import { markdownDocument } from "../../../src/compile/pages/layout.ts";
import { mentionedImages, type PageContext, type RenderedPage, renderPage } from "../../../src/compile/pages/page.ts";
import { factsWithPaths } from "../../../src/compile/data/datasets.ts";
import type { Image } from "../../../src/compile/pictures/images.ts";
import { sampleFacts, localeFor } from "../../support/sample.ts";

const LOCALE = localeFor("en-GB");

const SAMPLE = sampleFacts();

const FRAGMENTS = new Map([
  ["reviews.list", { markdown: "> Good", html: html`<figure>Good</figure>` }],
  ["attractions.map", { markdown: "", html: html`<svg></svg>` }],
  ["cottage.gallery", { markdown: "", html: html`` }],
]);

const HEAD = `---
title: Rooms of {{cottage.name}}
description: What the rooms of the cottage are like, how many of them there are, and who sleeps where.
---
`;

const FACTS = { ...SAMPLE, cottage: { ...SAMPLE.cottage, name: "Fold & *Wren*" } };

const BASE_URL = "https://cottage.example";

const NO_BYTES = Buffer.alloc(0);

function imageOfWidth(name: string, width: number, srcset = ""): Image {
  const path = name.replace(".", ".0123456789.");
  return {
    name,
    path: `/images/${path}`,
    mediaType: "image/jpeg",
    bytes: NO_BYTES,
    immutable: true,
    width,
    height: 900,
    versions: [],
    srcset,
  };
}

const IMAGES = new Map([
  ["/images/bay.jpg", imageOfWidth("bay.jpg", 1600, "/images/bay-800.jpg 800w, /images/bay.jpg 1600w")],
  ["/images/hill.jpg", imageOfWidth("hill.jpg", 900)],
]);

const CONTEXT: PageContext = {
  locale: LOCALE,
  updated: FACTS.site.updated,
  fragments: FRAGMENTS,
  facts: new Map([["base_url", BASE_URL], ["greeting", "Welcome!"], ["time", "4 p.m."], ...factsWithPaths(FACTS)]),
  images: IMAGES,
  baseUrl: BASE_URL,
  markdownPaths: new Map([["/about", "/about.md"], ["/rooms", "/rooms.md"]]),
};

function parse(text: string, name = "rooms") {
  const page = renderPage(name, text, CONTEXT);
  return {
    page,
    title: page.title,
    main: markupOf(page.main),
    markdown: page.markdownText,
    findings: page.findings.map((finding) => formatFinding(finding)),
  };
}

function markdownOf(page: RenderedPage, others: readonly RenderedPage[] = []): string {
  const pages = [...others, page];
  const site = {
    facts: FACTS,
    locale: LOCALE,
    baseUrl: BASE_URL,
    pages,
    gallery: { photos: [], portrait: undefined, previewImage: undefined },
    stylePaths: [],
  };
  return markdownDocument(page, site);
}

test("facts are escaped in the text and go into front matter as they are", () => {
  const { title, main, markdown, findings } = parse(`${HEAD}# {{cottage.name}}\n\nIt has {{cottage.bedrooms}}.\n`);
  assert.deepEqual(findings, []);
  assert.equal(title, "Rooms of Fold & *Wren*");
  assert.equal(markdown, "# Fold & \\*Wren\\*\n\nIt has 3.\n");
  assert.match(main, /<h1 id="[^"]*">Fold &amp; \*Wren\*<\/h1>/);
  assert.match(main, /<p>It has 3\.<\/p>/);
});

/** The facts are `Fold & *Wren*` (cottage.name), 3 (cottage.bedrooms), `Welcome!` (greeting) and `4 p.m.` (time). */
const FILLED: readonly [body: string, html: string, markdown: string][] = [
  ["{{cottage.name}}", "<p>Fold &amp; *Wren*</p>", "Fold & \\*Wren\\*"],
  ["`{{cottage.name}}`", "<p><code>Fold &amp; *Wren*</code></p>", "`Fold & *Wren*`"],
  ["``a`\n{{ cottage.name }}``", "<p><code>a` Fold &amp; *Wren*</code></p>", "``a`\nFold & *Wren*``"],
  ["\\`{{cottage.name}}\\`", "<p>`Fold &amp; *Wren*`</p>", "\\`Fold & \\*Wren\\*\\`"],
  ["\\{{cottage.name}}", "<p>{{cottage.name}}</p>", "\\{{cottage.name}}"],
  ["```\n{{cottage.name}}\n```", "<pre><code>Fold &amp; *Wren*\n</code></pre>", "```\nFold & *Wren*\n```"],
  [
    "- ```\n  {{cottage.name}}\n  ```",
    "<ul>\n<li>\n<pre><code>Fold &amp; *Wren*\n</code></pre>\n</li>\n</ul>",
    "- ```\n  Fold & *Wren*\n  ```",
  ],
  ["{{cottage.name}}. Welcome", "<p>Fold &amp; *Wren*. Welcome</p>", "Fold & \\*Wren\\*. Welcome"],
  ["{{cottage.bedrooms}}\\. are up", "<p>3. are up</p>", "3\\. are up"],
  ["{{greeting}}. And {{greeting}}.", "<p>Welcome!. And Welcome!.</p>", "Welcome\\!. And Welcome\\!."],
  [
    "By {{time}}. Not {{time}}, `{{time}}`.",
    "<p>By 4 p.m. Not 4 p.m., <code>4 p.m.</code>.</p>",
    "By 4 p.m. Not 4 p.m., `4 p.m.`.",
  ],
  ["Up are {{cottage.bedrooms}}. Yes", "<p>Up are 3. Yes</p>", "Up are 3. Yes"],
  ["`{{reviews.list}}`", "<p><code>{{reviews.list}}</code></p>", "`{{reviews.list}}`"],
  ["**{{cottage.bedrooms}}**rooms", "<p><strong>3</strong>rooms</p>", "**3**rooms"],
  ["[a](/?q={{ cottage.bedrooms }}&b)", '<p><a href="/?q=3&amp;b">a</a></p>', "[a](https://cottage.example/?q=3&b)"],
  ["> {{cottage.name}}\n> z", "<blockquote>\n<p>Fold &amp; *Wren*\nz</p>\n</blockquote>", "> Fold & \\*Wren\\*\n> z"],
];

for (const [body, html, markdown] of FILLED) {
  test(`the facts in ${JSON.stringify(body)} become text or code, and nothing else`, () => {
    const page = parse(`${HEAD}# Rooms\n\n${body}\n`);
    assert.deepEqual(page.findings, []);
    assert.ok(page.main.includes(`</h1>\n${html}\n`), page.main);
    assert.equal(page.markdown, `# Rooms\n\n${markdown}\n`);
  });
}

test("a fragment puts its HTML into the HTML and its markdown into the markdown", () => {
  const { main, markdown } = parse(`${HEAD}# Rooms\n\n{{reviews.list}}\n\nEnd\n`);
  assert.equal(markdown, "# Rooms\n\n> Good\n\nEnd\n");
  assert.ok(main.includes("<figure>Good</figure>") && !main.includes("{{"));
});

const SPACED: readonly [spaced: string, plain: string][] = [
  ["{{ cottage.bedrooms }} rooms", "{{cottage.bedrooms}} rooms"],
  ["Call {{site.contact.telephone }}", "Call {{site.contact.telephone}}"],
  ["{{ reviews.list }}", "{{reviews.list}}"],
  ["{{\u00a0reviews.list }}", "{{reviews.list}}"],
];

for (const [spaced, plain] of SPACED) {
  test(`${JSON.stringify(spaced)} is ${plain}`, () => {
    const [fromSpaced, fromPlain] = [spaced, plain].map((text) => parse(`${HEAD}# Rooms\n\n${text}\n`));
    assert.deepEqual(fromSpaced?.findings, []);
    assert.equal(fromSpaced?.main, fromPlain?.main);
    assert.equal(fromSpaced?.markdown, fromPlain?.markdown);
  });
}

test("each heading of the second level begins a section, and a long page lists them", () => {
  const few = parse(`${HEAD}# Rooms\n\nText\n\n## One\n\na\n\n## Two\n\nb\n`).main;
  const opening = '<div class="opening">\n<h1 id="rooms">Rooms</h1>\n<p>Text</p>\n</div>\n';
  assert.ok(few.startsWith(`${opening}<section aria-labelledby="one">\n<h2 id="one">One`), few);
  assert.ok(!few.includes("<nav"));
  const many = parse(`${HEAD}# Rooms\n${[1, 2, 3, 4, 5, 6].map((n) => `\n## Part ${n}\n\ntext\n`).join("")}`).main;
  assert.ok(many.includes('<li><a href="#part-6">Part 6</a></li>'));
  assert.equal(many.match(/<section/g)?.length, 6);
});

test("a wide table can be focused by keyboard, and is labelled with the heading above it", () => {
  const { main } = parse(`${HEAD}# Rooms\n\n| a |\n| --- |\n| b |\n\n\`\`\`js\n1 < 2\n\`\`\`\n`);
  assert.ok(main.includes('<pre><code class="language-js">1 &lt; 2'));
  assert.match(main, /<figure class="wide" aria-label="Rooms" tabindex="0">\n<table>[^]*<\/table>\n<\/figure>/);
});

test("a file may have Windows line ends", () => {
  const { findings, markdown } = parse(`${HEAD}# Rooms\n\nText\n`.replaceAll("\n", "\r\n"));
  assert.deepEqual(findings, []);
  assert.equal(markdown, "# Rooms\n\nText\n");
});

const FACT_LIST =
  ": fill in the field or correct the name (data/README.md lists the fields; " +
  "for example, site.contact.telephone is the field telephone in the group contact in site.json)";

const UNKNOWN_FACTS = ["site.telephone", "telephone", "house.sleeps", "kontakt.telefon"].map(
  (name): [name: string, text: string, finding: string] => [
    `the unknown fact ${name}`,
    `${HEAD}# Rooms\n\n{{${name}}}\n`,
    `7:1: error: {{${name}}} has no value${FACT_LIST}`,
  ],
);

const NO_FIELD =
  'this line is not a field, or a field that appears twice: between the "---" lines at the top, write only title, ' +
  "description, label, updated, each at most once, as in title: Contact";

/** After a placeholder, columns are those of the line with the fact in place of the placeholder. */
const MISTAKES: readonly [name: string, text: string, ...findings: string[]][] = [
  [
    "no front matter",
    "# Rooms\n",
    '1:1: error: this file must begin with a line "---", then "title: …" and "description: …", then another "---"',
  ],
  [
    "an empty file",
    "\n",
    '1:1: error: this file must begin with a line "---", then "title: …" and "description: …", then another "---"',
  ],
  [
    "blank lines above the front matter",
    `\n${HEAD}# Rooms\n`,
    '1:1: error: this file must begin with a line "---", then "title: …" and "description: …", then another "---"',
  ],
  [
    "front matter without an end",
    "---\ntitle: Rooms\n",
    '1:1: error: this file must begin with a line "---", then "title: …" and "description: …", then another "---"',
  ],
  [
    "a missing field",
    "---\ntitle: Rooms\n---\n# Rooms\n",
    '1:1: error: "description" is missing or empty: write it between the "---" lines at the top',
  ],
  [
    "an empty field",
    HEAD.replace(/title: .*/, "title:") + "# Rooms\n",
    '2:7: error: "title" is missing or empty: write it between the "---" lines at the top',
  ],
  [
    "an unknown field",
    HEAD.replace("title", "titel") + "# Rooms\n",
    `2:1: error: ${NO_FIELD}`,
  ],
  [
    "an unknown field with an accent",
    HEAD.replace("title", "tytuł") + "# Rooms\n",
    `2:1: error: ${NO_FIELD}`,
  ],
  [
    "a field without a colon",
    HEAD.replace("title:", "title") + "# Rooms\n",
    `2:1: error: ${NO_FIELD}`,
  ],
  [
    "a field given twice",
    HEAD.replace("---\ntitle: Rooms", "---\ntitle: Room\ntitle: Rooms") + "# Rooms\n",
    `3:1: error: ${NO_FIELD}`,
  ],
  [
    "a line that is no field",
    HEAD.replace("---\ntitle", "---\nhello\ntitle") + "# Rooms\n",
    `2:1: error: ${NO_FIELD}`,
  ],
  [
    "an invisible character in front matter",
    HEAD.replace("Rooms", "Ro\u2028oms") + "# Rooms\n",
    "2:10: error: Remove the invisible character U+2028.",
  ],
  [
    "a day that is none",
    HEAD.replace("---\ntitle", "---\nupdated: 2026-02-30\ntitle") + "# Rooms\n",
    '2:10: error: "2026-02-30" is not a valid date: write it as year-month-day, such as 2026-11-02',
  ],
  [
    "an unknown fact in front matter",
    HEAD.replace("{{cottage.name}}", "{{cottage.nmae}}") + "# Rooms\n",
    "2:17: error: {{cottage.nmae}} has no value; did you mean cottage.name?",
  ],
  [
    "an unknown fact in text",
    `${HEAD}# Rooms\n\n{{cottage.name}} has {{cottage.bedroms}} rooms\n`,
    "7:21: error: {{cottage.bedroms}} has no value; did you mean cottage.bedrooms?",
  ],
  [
    "a field that is not filled in",
    `${HEAD}# Rooms\n\n{{site.contact.whatsapp}}\n`,
    `7:1: error: {{site.contact.whatsapp}} has no value${FACT_LIST}`,
  ],
  [
    "a field that is neither a string nor a number",
    `${HEAD}# Rooms\n\n{{cottage.petsAllowed}}\n`,
    `7:1: error: {{cottage.petsAllowed}} has no value${FACT_LIST}`,
  ],
  [
    "a name of no kind",
    `${HEAD}# Rooms\n\n{{toString}}\n`,
    `7:1: error: {{toString}} has no value${FACT_LIST}`,
  ],
  ...UNKNOWN_FACTS,
  [
    "a fragment inside a line",
    `${HEAD}# Rooms\n\nRead {{reviews.list}}\n`,
    "7:6: error: {{reviews.list}} must be on a line of its own, with an empty line above and below it",
  ],
  [
    "a fragment without empty lines around it",
    `${HEAD}# Rooms\n\ntext\n{{reviews.list}}\n`,
    "8:1: error: {{reviews.list}} must be on a line of its own, with an empty line above and below it",
  ],
  [
    "a fragment in a list",
    `${HEAD}# Rooms\n\n- {{reviews.list}}\n`,
    "7:3: error: {{reviews.list}} must be on a line of its own, with an empty line above and below it",
  ],
  [
    "an unknown fact in code",
    `${HEAD}# Rooms\n\n- \`a\n  {{x}}\`\n\n\`\`\`\n{{ y }}\n\`\`\`\n`,
    `8:3: error: {{x}} has no value${FACT_LIST}`,
    `11:1: error: {{y}} has no value${FACT_LIST}`,
  ],
  ["a mistake in the markdown behind a fact in code", `${HEAD}# Rooms\n\n\`{{cottage.name}}\` <b>\n`, "7:17: error: "],
  ["a mistake in the markdown behind a fact", `${HEAD}# Rooms\n\n{{cottage.name}} <b>bold</b>\n`, "7:17: error: "],
  ["a mistake in the markdown before a fact", `${HEAD}# Rooms\n\n<b>bold</b> {{cottage.name}}\n`, "7:1: error: "],
  [
    "no main heading",
    `${HEAD}Rooms\n`,
    "5:1: error: the page has no main heading: begin its text with a line such as # Contact",
  ],
  [
    "two main headings",
    `${HEAD}# Rooms\n\n# More\n`,
    "7:1: error: a page must have only one main heading: begin this line with ## instead of #",
  ],
  [
    "three main headings, the last of them quoted",
    `${HEAD}# Rooms\n\n# More\n\n> # {{cottage.name}}\n`,
    "7:1: error: a page must have only one main heading: begin this line with ## instead of #",
    "9:3: error: a page must have only one main heading: begin this line with ## instead of #",
  ],
];

for (const [name, text, ...expected] of MISTAKES) {
  test(`a page is refused for ${name}`, () => {
    const { findings } = parse(text);
    assert.equal(findings.length, expected.length, findings.join("\n"));
    for (const [index, found] of findings.entries()) {
      const wanted = `content/rooms.md:${expected[index]}`;
      assert.ok(wanted.endsWith(": ") ? found.startsWith(wanted) : found === wanted, found);
    }
  });
}

const LINKS: readonly [source: string, markdown: string][] = [
  ["[a](/about)", "[a](https://cottage.example/about.md)"],
  ["[a](/about#who)", "[a](https://cottage.example/about.md#who)"],
  ["[a](#rooms)", "[a](https://cottage.example/rooms.md#rooms)"],
  ["[a](/images/hill.jpg#x)", "[a](https://cottage.example/images/hill.0123456789.jpg)"],
  ["[a](/llms.txt)", "[a](https://cottage.example/llms.txt)"],
  ["[a](https://example.org/about)", "[a](https://example.org/about)"],
  ["[a](mailto:a@example.org)", "[a](mailto:a@example.org)"],
];

for (const [source, expected] of LINKS) {
  test(`markdownDocument() makes ${source} absolute`, () => {
    const { page } = parse(`${HEAD}# Rooms\n\n${source}\n\n\`\`\`md\n${source}\n\`\`\`\n`);
    const { page: about } = parse(HEAD.replace(/title: .*/, "title: About *us*"), "about");
    const text = markdownOf({ ...page, title: "Rooms" }, [about]);
    assert.ok(text.includes(`\n\n${expected}\n\n`), text);
    assert.ok(text.includes(`\`\`\`md\n${source}\n`), "code stays as it is");
    assert.match(text, /^# Rooms\n\n> For AI agents: .*\/llms\.txt\)\.\n\n/);
    const footer =
      "Page: https://cottage.example/rooms. Last updated: 2 November 2026. Licence for the facts: CC-BY-4.0.";
    assert.ok(text.includes(`\n${footer}\n\n## Sitemap\n`), text);
    assert.ok(
      text.endsWith(
        "\n- [About \\*us\\*](https://cottage.example/about.md)\n- [Rooms](https://cottage.example/rooms.md)\n",
      ),
    );
  });
}

/** Beginnings of pages. The note for agents is always a separate block quote. */
const BEGINNINGS: readonly [body: string, markdown: RegExp][] = [
  ["# Rooms\n\nText\n", /^# Rooms\n\n> For AI agents: [^\n]*\n\nText\n/],
  ["# Rooms\nText\n", /^# Rooms\n\n> For AI agents: [^\n]*\n\nText\n/],
  ["# Rooms\n", /^# Rooms\n\n> For AI agents: [^\n]*\n\n---\n/],
  ["Two\nlines\n\n# Rooms\n", /^> For AI agents: [^\n]*\n\nTwo\nlines\n\n# Rooms\n/],
  ["```\ncode\n```\n\n# Rooms\n", /^> For AI agents: [^\n]*\n\n```\ncode\n```\n/],
];

for (const [body, expected] of BEGINNINGS) {
  test(`the markdown of a page keeps ${JSON.stringify(body)} apart from the note for agents`, () => {
    const { page, findings } = parse(HEAD + body);
    assert.deepEqual(findings, []);
    assert.match(markdownOf(page), expected);
  });
}

const EMPTY_LINES: readonly [body: string, markdown: string][] = [
  ["# Rooms\n\n```\na\n\n\n\nb\n```\n", "# Rooms\n\n```\na\n\n\n\nb\n```\n"],
  ["# Rooms\n\n{{attractions.map}}\n\nText\n", "# Rooms\n\nText\n"],
  ["# Rooms\n\n{{attractions.map}}\n\n{{attractions.map}}\n", "# Rooms\n"],
  ["\n\n# Rooms\n\n\n", "# Rooms\n"],
  ["# Rooms\n\nText\n\n{{cottage.gallery}}\n\n## End\n\nEnd\n", "# Rooms\n\nText\n\n## End\n\nEnd\n"],
];

const SECTIONS: readonly [body: string, headings: readonly string[]][] = [
  ["## One\n\na\n\n## Two\n\nb\n", ["One", "Two"]],
  ["## One\n\n{{cottage.gallery}}\n\n## Two\n\nb\n", ["Two"]],
  ["## One\n\na\n\n## Two\n\n{{cottage.gallery}}\n", ["One"]],
  ["## One\n\na\n\n## Two\n\n{{cottage.gallery}}\n\nb\n", ["One", "Two"]],
  ["## One\n\n{{attractions.map}}\n\n## Two\n\n", ["One", "Two"]],
];

for (const [body, headings] of SECTIONS) {
  test(`${JSON.stringify(body)} has the sections ${headings.join(" and ")}`, () => {
    const { main } = parse(`${HEAD}# Rooms\n\n${body}`);
    assert.deepEqual(
      [...main.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, heading]) => heading),
      headings,
    );
  });
}

for (const [body, expected] of EMPTY_LINES) {
  test(`${JSON.stringify(body)} is the markdown ${JSON.stringify(expected)}`, () => {
    assert.equal(parse(HEAD + body).markdown, expected);
  });
}

test("an image on a page has its size, its copies, and is loaded when it is needed", () => {
  const source = `${HEAD}# Rooms\n\n![Bay](/images/bay.jpg) ![Hill](/images/hill\\.jpg)\n`;
  const { main, page, findings } = parse(source);
  assert.deepEqual(findings, []);
  assert.ok(
    main.includes(
      '<img src="/images/bay.0123456789.jpg" alt="Bay" srcset="/images/bay-800.jpg 800w, /images/bay.jpg 1600w" ' +
        'sizes="(min-width: 40rem) 38rem, 100vw" width="1600" height="900" decoding="async" loading="lazy" />',
    ),
    main,
  );
  assert.deepEqual(
    page.links.map(({ target }) => target),
    ["/images/bay.jpg", "/images/hill.jpg"],
  );
  assert.deepEqual(mentionedImages(source), ["bay.jpg", "hill.jpg"]);
  assert.ok(markdownOf(page).includes("![Bay](https://cottage.example/images/bay.0123456789.jpg)"));
});
