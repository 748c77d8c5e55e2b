/** From one content file to a draft: facts and fragments filled in, every mistake told by line and column. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Finding } from "../../../src/compile/finding.ts";
import { html, markupOf } from "../../../src/compile/html.ts";
import { markdownDocument, markdownText } from "../../../src/compile/pages/layout.ts";
import { draftPage, factsIn } from "../../../src/compile/pages/page.ts";
import { pictures } from "../../../src/compile/pictures/pictures.ts";
import { findingLine } from "../../../src/compile/finding.ts";
import { sampleFacts, wordsIn } from "../../support/sample.ts";

const WORDS = wordsIn("en-GB");

const SAMPLE = sampleFacts();

const FRAGMENTS = new Map([["reviews.list", { markdown: "> Good", html: html`<figure>Good</figure>` }]]);

const HEAD = `---
title: Rooms of {{cottage.name}}
description: What the rooms of the cottage are like, how many of them there are, and who sleeps where.
---
`;

const MATERIALS = {
  facts: { ...SAMPLE, cottage: { ...SAMPLE.cottage, name: "Fold & *Wren*" } },
  lost: [],
  fragments: FRAGMENTS,
  words: WORDS,
  baseUrl: "https://cottage.example",
  pictures: pictures({ ...SAMPLE.site, photos: [] }, "", [], () => Buffer.alloc(0)),
};

function draft(text: string) {
  const findings: Finding[] = [];
  const draft = draftPage("rooms", text, MATERIALS, findings);
  return { draft, title: draft.title, main: markupOf(draft.main), markdown: draft.text, findings: findings.map(findingLine) };
}

test("draftPage() fills facts into text as text, and into front matter as they are", () => {
  const { title, main, markdown, findings } = draft(`${HEAD}# {{cottage.name}}\n\nIt has {{cottage.bedrooms}}.\n`);
  assert.deepEqual(findings, []);
  assert.equal(title, "Rooms of Fold & *Wren*");
  assert.equal(markdown, "# Fold & \\*Wren\\*\n\nIt has 3.\n");
  assert.match(main, /<h1 id="[^"]*">Fold &amp; \*Wren\*<\/h1>/);
  assert.match(main, /<p>It has 3\.<\/p>/);
});

test("draftPage() puts a fragment's own HTML into the HTML and its markdown into the markdown", () => {
  const { main, markdown } = draft(`${HEAD}# Rooms\n\n{{reviews.list}}\n\nEnd\n`);
  assert.equal(markdown, "# Rooms\n\n> Good\n\nEnd\n");
  assert.ok(main.includes("<figure>Good</figure>") && !main.includes("{{"));
});

test("draftPage() makes sections, and a list of them when there are many", () => {
  const few = draft(`${HEAD}# Rooms\n\nText\n\n## One\n\na\n\n## Two\n\nb\n`).main;
  assert.match(
    few,
    /^<div class="opening">\n<h1 id="rooms">Rooms<\/h1>\n<p>Text<\/p>\n<\/div>\n<section aria-labelledby="one">\n<h2 id="one">One/,
  );
  assert.ok(!few.includes("<nav"));
  const many = draft(`${HEAD}# Rooms\n${[1, 2, 3, 4, 5, 6].map((n) => `\n## Part ${n}\n\ntext\n`).join("")}`).main;
  assert.ok(many.includes('<li><a href="#part-6">Part 6</a></li>'));
  assert.equal(many.match(/<section/g)?.length, 6);
});

test("draftPage() lets the keyboard reach what scrolls sideways", () => {
  const { main } = draft(`${HEAD}# Rooms\n\n| a |\n| --- |\n| b |\n\n\`\`\`js\n1 < 2\n\`\`\`\n`);
  assert.ok(main.includes('<pre><code class="language-js">1 &lt; 2'));
  assert.match(main, /<figure class="wide" aria-label="Table" tabindex="0">\n<table>[^]*<\/table>\n<\/figure>/);
});

test("draftPage() reads a file with Windows line ends", () => {
  const { findings, markdown } = draft(`${HEAD}# Rooms\n\nText\n`.replaceAll("\n", "\r\n"));
  assert.deepEqual(findings, []);
  assert.equal(markdown, "# Rooms\n\nText\n");
});

const MISTAKES: readonly [name: string, text: string, ...findings: string[]][] = [
  [
    "no front matter",
    "# Rooms\n",
    '1:1: error: the file must begin with a line "---", then "title: …" and "description: …", then another "---"',
  ],
  [
    "front matter without an end",
    "---\ntitle: Rooms\n",
    '1:1: error: the front matter has no end: put a line "---" below its last field',
    '1:1: error: a page has one heading of the first level ("# " and its words), not 0',
  ],
  ["a missing field", "---\ntitle: Rooms\n---\n# Rooms\n", '1:1: error: the front matter has no "description"'],
  ["an empty field", HEAD.replace(/title: .*/, "title:") + "# Rooms\n", '2:1: error: "title" is empty'],
  [
    "an unknown field",
    HEAD.replace("title", "titel") + "# Rooms\n",
    '2:1: error: "titel" is not a field of a page; there are title, description, label, updated',
    '1:1: error: the front matter has no "title"',
  ],
  [
    "a field given twice",
    HEAD.replace("---\ntitle: Rooms", "---\ntitle: Room\ntitle: Rooms") + "# Rooms\n",
    '3:1: error: "title" is given twice',
  ],
  [
    "a line that is no field",
    HEAD.replace("---\ntitle", "---\nhello\ntitle") + "# Rooms\n",
    '2:1: error: "hello" is no front matter: write a name, a colon and a value',
  ],
  ["an invisible character in front matter", HEAD.replace("Rooms", "Ro\u2028oms") + "# Rooms\n", "2:10: error: Remove the invisible character U+2028."],
  [
    "a day that is none",
    HEAD.replace("---\ntitle", "---\nupdated: 2026-02-30\ntitle") + "# Rooms\n",
    '2:10: error: "2026-02-30" is no day; write it as YYYY-MM-DD, such as 2026-11-02',
  ],
  [
    "an unknown fact in front matter",
    HEAD.replace("{{cottage.name}}", "{{cottage.nmae}}") + "# Rooms\n",
    "2:17: error: there is no fact named cottage.nmae; did you mean cottage.name?",
  ],
  [
    "an unknown fact in text",
    `${HEAD}# Rooms\n\n{{cottage.name}} has {{cottage.bedroms}} rooms\n`,
    "7:22: error: there is no fact named cottage.bedroms; did you mean cottage.bedrooms?",
  ],
  [
    "a name of no kind",
    `${HEAD}# Rooms\n\n{{toString}}\n`,
    "7:1: error: there is no fact named toString",
  ],
  [
    "a fragment inside a line",
    `${HEAD}# Rooms\n\nRead {{reviews.list}}\n`,
    "7:6: error: {{reviews.list}} must stand alone on its line",
  ],
  [
    "a fragment without empty lines around it",
    `${HEAD}# Rooms\n\ntext\n{{reviews.list}}\n`,
    "8:1: error: {{reviews.list}} needs an empty line above and below it",
  ],
  ["a mistake in the markdown behind a fact", `${HEAD}# Rooms\n\n{{cottage.name}} <b>bold</b>\n`, "7:18: error: "],
  ["a mistake in the markdown before a fact", `${HEAD}# Rooms\n\n<b>bold</b> {{cottage.name}}\n`, "7:1: error: "],
  [
    "two main headings",
    `${HEAD}# Rooms\n\n# More\n`,
    '5:1: error: a page has one heading of the first level ("# " and its words), not 2',
  ],
  [
    "a short description",
    HEAD.replace(/description: .*/, "description: Rooms") + "# Rooms\n",
    "3:14: warning: the description has 5 characters; search engines show 50 to 160 well",
  ],
  ["a long description", HEAD.replace("the rooms of", "the rooms of ".repeat(12)) + "# Rooms\n", "3:14: warning: "],
];

for (const [name, text, ...expected] of MISTAKES) {
  test(`draftPage() tells of ${name}`, () => {
    const { findings } = draft(text);
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
  ["[a](/llms.txt)", "[a](https://cottage.example/llms.txt)"],
  ["[a](https://example.org/about)", "[a](https://example.org/about)"],
  ["[a](mailto:a@example.org)", "[a](mailto:a@example.org)"],
];

for (const [source, expected] of LINKS) {
  test(`markdownDocument() makes ${source} absolute`, () => {
    const { draft: page } = draft(`${HEAD}# Rooms\n\n${source}\n\n\`\`\`md\n${source}\n\`\`\`\n`);
    const about = draftPage("about", HEAD.replace(/title: .*/, "title: About *us*"), MATERIALS, []);
    const site = { ...MATERIALS, drafts: [about, { ...page, title: "Rooms" }], stylePaths: [] };
    const text = markdownDocument(markdownText(page, site), page, site);
    assert.ok(text.includes(`\n\n${expected}\n\n`), text);
    assert.ok(text.includes(`\`\`\`md\n${source}\n`), "code is quoted and stays as it is");
    assert.match(text, /^# Rooms\n\n> For AI agents: .*\/llms\.txt\)\.\n/);
    assert.match(
      text,
      /\nPage: https:\/\/cottage\.example\/rooms\. Last changed: 2 November 2026\. Licence of the facts: CC-BY-4\.0\.\n\n## Sitemap\n/,
    );
    assert.ok(
      text.endsWith(
        "\n- [About \\*us\\*](https://cottage.example/about.md)\n- [Rooms](https://cottage.example/rooms.md)\n",
      ),
    );
  });
}

test("factsIn() finds words and numbers by their path, and nothing else", () => {
  const facts = new Map(factsIn({ a: { b: "words", c: 1.5, d: true, e: null, f: ["x"] }, g: "more" }));
  assert.deepEqual([...facts], [["a.b", "words"], ["a.c", 1.5], ["g", "more"]]);
});
