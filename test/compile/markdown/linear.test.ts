/**
 * Checks that time grows linearly with the length of a text, whatever the text repeats.
 *
 * A text that is eight times as long takes about eight times as long in linear time, and 64 times in quadratic time.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { fastestMs } from "../../support/stopwatch.ts";
import { parseFrontMatter } from "../../../src/compile/pages/front-matter.ts";
import { escapeMarkdown, escapeMarkdownUrl } from "../../../src/compile/markdown/escape-markdown.ts";
import { render } from "../../../src/compile/markdown/markdown.ts";
import { toHtml } from "../../support/to-html.ts";

const LENGTH = 20_000;
/** A text that takes less CPU time than this is not measured further. */
const FAST_MS = 80;
const RATIO_MAX = 24;

const UNITS: readonly string[] = [
  ..."*_`[]()!<>&\\#-+=~|:.;%@/\"' \n\t1aé🎉\u00a0",
  ...[
    "*a ",
    "a*",
    "*a*b",
    "_a*b",
    "**",
    "_a",
    "a_ ",
    "***",
    "[](",
    "[a](",
    "[a](/",
    "[a](((",
    "[a](/b)",
    "[a](/b\\",
    "[*a",
  ],
  ...[
    "![",
    "![a](/b)",
    "](",
    "](/",
    "\\[a](/b)",
    "`a` ",
    "``a`",
    "<a",
    "<1",
    "&a",
    "&amp",
    "&#",
    "> ",
    "> a\n",
    "- ",
    "- a\n",
  ],
  ...[
    "- a\n  - b\n",
    "1. ",
    "1) a\n2. b\n",
    "# ",
    "# a\n",
    "# a-2\n",
    " #",
    "a\n",
    "a  \n",
    "a\\\n",
    "a ",
    "```\n",
  ],
  ...[
    "| a ",
    "|a|\n",
    "|a|\n|-|\n",
    "\\|",
    "[a]:",
    "[`]",
    "- - x",
    "\u0301",
    "\u0315\u0300",
    "{{a",
    "{{a}}",
    "`{{a}}",
    "{{a}}. \n",
    "a: ",
    "  \n",
    "\r",
  ],
];

const AROUND: readonly ((repeated: string) => string)[] = [
  (it) => it,
  (it) => `a${it}`,
  (it) => `${it}x`,
  (it) => `# ${it}`,
  (it) => `- ${it}`,
  (it) => `> ${it}\n> z`,
  (it) => `[${it}](/b)`,
  (it) => `[a](/${it})`,
  (it) => `| ${it} |\n| - |`,
  (it) => `\`\`\`\n${it}`,
];

const READERS: readonly (readonly [name: string, read: (text: string) => unknown])[] = [
  ["render()", (text) => render(text)],
  ["render() with facts", (text) => render(text, { findFact: () => "1" })],
  ["render() with absolute URLs", (text) => render(text, { absoluteUrl: (target) => target })],
  ["escapeMarkdown()", escapeMarkdown],
  ["escapeMarkdownUrl()", escapeMarkdownUrl],
  ["parseFrontMatter()", (text) => parseFrontMatter(`---\ntitle: ${text}x\n${text}\n---\n`)],
];

for (const [name, read] of READERS) {
  test(`${name} takes linear time for a long run of any character or sequence`, (context) => {
    let worst = { ratio: 0, text: "" };
    for (const unit of UNITS) {
      for (const around of name.startsWith("render()") ? AROUND : AROUND.slice(0, 1)) {
        const ofLength = (length: number): string => around(unit.repeat(Math.ceil(length / unit.length)));
        const long = ofLength(LENGTH);
        if (fastestMs(() => read(long), 1) < FAST_MS) continue;
        const longTime = fastestMs(() => read(long), 5);
        if (longTime < FAST_MS) continue;
        const short = ofLength(LENGTH / 8);
        const ratio = longTime / fastestMs(() => read(short), 9);
        if (ratio > worst.ratio) worst = { ratio, text: long.slice(0, 20) };
      }
    }
    context.diagnostic(`worst: ${JSON.stringify(worst)}`);
    assert.ok(worst.ratio < RATIO_MAX, JSON.stringify(worst));
  });
}

test("toHtml() reads backtick runs of every length once", () => {
  const runs = (count: number): string =>
    Array.from({ length: count }, (_, index) => `${"`".repeat(index + 1)}a`).join("");
  const [long, short] = [runs(1600), runs(800)];
  const perCharacter = (text: string): number => fastestMs(() => toHtml(text), 3) / text.length;
  assert.ok(fastestMs(() => toHtml(long), 1) < FAST_MS || perCharacter(long) / perCharacter(short) < 4);
});
