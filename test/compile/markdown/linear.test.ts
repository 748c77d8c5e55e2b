/**
 * However long a text and whatever it repeats, eight times the text takes about eight times the work.
 *
 * Work is the processor's time and not the clock's, so that a busy machine does not matter; a text that is read in
 * less than `ENOUGH` of it is not measured any further. What grows with the square takes sixty-four times as long.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { stopwatch } from "../../support/stopwatch.ts";
import { parseFrontMatter } from "../../../src/compile/pages/front-matter.ts";
import { escapeMarkdown, escapeMarkdownUrl } from "../../../src/compile/markdown/escape-markdown.ts";
import { render, replaceTargets } from "../../../src/compile/markdown/markdown.ts";
import { toHtml } from "../../support/to-html.ts";

const LENGTH = 20_000;
const ENOUGH = 80;
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
    "~~~\n",
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
  ["replaceTargets()", (text) => replaceTargets(text, (target) => target)],
  ["escapeMarkdown()", escapeMarkdown],
  ["escapeMarkdownUrl()", escapeMarkdownUrl],
  ["parseFrontMatter()", (text) => parseFrontMatter(`---\ntitle: ${text}x\n${text}\n---\n`, () => {})],
];

/** The best of a few, for the garbage of others may be collected meanwhile. */
function work(read: (text: string) => unknown, text: string, times: number): number {
  const each = Array.from({ length: times }, () => {
    const spent = stopwatch();
    read(text);
    return spent();
  });
  return Math.min(...each);
}

for (const [name, read] of READERS) {
  test(`${name} takes linear time over a long run of any mark`, (context) => {
    let worst = { ratio: 0, text: "" };
    for (const unit of UNITS) {
      for (const around of name.startsWith("render()") ? AROUND : AROUND.slice(0, 1)) {
        const ofLength = (length: number): string => around(unit.repeat(Math.ceil(length / unit.length)));
        const long = ofLength(LENGTH);
        if (work(read, long, 1) < ENOUGH) continue;
        // The best of several runs, because a single one may be slow for reasons of the machine's.
        const least = work(read, long, 5);
        if (least < ENOUGH) continue;
        const ratio = least / work(read, ofLength(LENGTH / 8), 9);
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
  const perCharacter = (text: string): number => work(toHtml, text, 3) / text.length;
  assert.ok(work(toHtml, long, 1) < ENOUGH || perCharacter(long) / perCharacter(short) < 4);
});
