import assert from "node:assert/strict";
import { test } from "node:test";

import { escapeMarkdown } from "../../../src/compile/markdown/escape-markdown.ts";
import { escapeHtml } from "../../../src/compile/html.ts";
import { toHtml } from "../../support/to-html.ts";

const ESCAPED: readonly (readonly [text: string, markdown: string])[] = [
  ["", ""],
  ['Bed & breakfast, £5 (each) — it\'s "très" bon!', 'Bed & breakfast, £5 (each) — it\'s "très" bon\\!'],
  ["2-bed, -5 °C, 1.5 miles, 10.", "2-bed, -5 °C, 1.5 miles, 10."],
  ["*deluxe* <b> [x] `y` \\ |", "\\*deluxe\\* \\<b> \\[x\\] \\`y\\` \\\\ \\|"],
  ["snake_case _x_", "snake_case \\_x\\_"],
  ["&amp; &#38; A&B &c", "\\&amp; \\&#38; A&B \\&c"],
  ["# 1 in C#", "\\# 1 in C\\#"],
  ["Route #5", "Route #5"],
  ["- item", "\\- item"],
  ["+", "\\+"],
  ["---", "\\---"],
  ["===", "\\==="],
  ["> 5", "\\> 5"],
  ["~~~", "\\~~~"],
  ["1. May", "1\\. May"],
  ["1984)", "1984\\)"],
  [" a\r\n\tb\u0000 c ", "a b c"],
  ["\u00a0a\u00a0b\uFEFF", "a\u00a0b"],
  ["a\ud800", "a\uFFFD"],
];

for (const [text, markdown] of ESCAPED) {
  test(`escapeMarkdown() writes ${JSON.stringify(text)} as ${JSON.stringify(markdown)}`, () => {
    assert.equal(escapeMarkdown(text), markdown);
  });
}

const PLACES: readonly (readonly [name: string, before: string, after: string, html: (text: string) => string])[] = [
  ["paragraph", "", "", (text) => `<p>${text}</p>\n`],
  ["line of a paragraph", "a\n", "\nb", (text) => `<p>a\n${text}\nb</p>\n`],
  ["sentence", "It is ", ".", (text) => `<p>It is ${text}.</p>\n`],
  ["heading", "## ", "", (text) => `<h2>${text}</h2>\n`],
  ["item", "- ", "\n- b", (text) => `<ul>\n<li>${text}</li>\n<li>b</li>\n</ul>\n`],
  ["quotation", "> ", "", (text) => `<blockquote>\n<p>${text}</p>\n</blockquote>\n`],
  ["text before a link", "", "[b](/b)", (text) => `<p>${text}<a href="/b">b</a></p>\n`],
  ["link", "[", "](/b)", (text) => `<p><a href="/b">${text}</a></p>\n`],
  ["picture", "![", "](/b)", (text) => `<p><img src="/b" alt="${text}" /></p>\n`],
  ["bold term", "- **", ":** b", (text) => `<ul>\n<li><strong>${text}:</strong> b</li>\n</ul>\n`],
];

const MARKS = [
  ..."*_`[]()!<>&;#-+=~|:.\\\"'{} a1é🎉\u00a0\n",
  "amp;",
  "![",
  "](/u)",
  "&#",
  "---",
  "1.",
  "  ",
  "<b>",
  "--",
  "10)",
];
const TEXTS = MARKS.flatMap((one) => MARKS.flatMap((two) => ["", ..." -.;a`|"].map((three) => one + two + three)));

/** Returns all strings for the first row, the paragraph, and a third of them for each other row, to save time. */
function textsFor(row: number): readonly string[] {
  return row === 0 ? TEXTS : TEXTS.filter((_, index) => index % 3 === row % 3);
}

for (const [row, [name, before, after, html]] of PLACES.entries()) {
  test(`escaped text renders as the original text: ${name}`, () => {
    for (const text of textsFor(row)) {
      const words = text.replace(/[\n ]+/g, " ").trim();
      if (words === "") continue;
      const { html: found, problems } = toHtml(before + escapeMarkdown(text) + after);
      assert.deepEqual([found, problems], [html(escapeHtml(words)), []], JSON.stringify(text));
    }
  });
}

test("escaped text renders as the original text: table cell", () => {
  for (const text of TEXTS) {
    const words = text.replace(/[\n ]+/g, " ").trim();
    const { html, problems } = toHtml(`| ${escapeMarkdown(text)} |\n| --- |`);
    assert.deepEqual(problems, [], JSON.stringify(text));
    assert.ok(html.includes(`<th scope="col">${escapeHtml(words)}</th>`), JSON.stringify(text));
  }
});
