import assert from "node:assert/strict";
import { test } from "node:test";

import { escapeMarkdown } from "../../src/compile/markdown/escape-markdown.ts";
import { escapeHtml } from "../../src/compile/html.ts";
import { render, replaceTargets } from "../../src/compile/markdown/markdown.ts";
import { EXAMPLES, compareAll, referenceHtml, seeded, summary } from "./compare.ts";

type Random = () => number;

const DOCUMENTS = 20_000;

const WORDS = [
  ...[
    "*",
    "**",
    "***",
    "_",
    "`",
    "``",
    "[",
    "]",
    "(",
    ")",
    "](/u)",
    "![",
    "!",
    "<",
    ">",
    "&",
    "&amp;",
    "|",
    "\\",
    "~",
    "=",
    ":",
  ],
  ...[
    "- ",
    "-",
    "1. ",
    "2. ",
    "#",
    "# ",
    "## ",
    "> ",
    "+ ",
    "---",
    "===",
    "```",
    "```\n",
    "1",
    "10.",
    ".",
    ",",
    '"',
    "'",
    "/",
  ],
  ...["\n", "\n", "\n\n", "\n  ", "\n   ", "\n    ", " ", "  ", "a", "b", "c d", "é", "—", "🎉", "\u00a0"],
  ...["[x](/y)", "![x](/y)", "[`]: /a\n", "*x*", "**y**", "`z`"],
];
const INDENTS = ["", "", "", "", " ", "  ", "  ", "  ", "   ", "    ", "     "];
const MARKS = [
  "- ",
  "- ",
  "-  ",
  "1. ",
  "1. ",
  "2. ",
  "10. ",
  "> ",
  ">",
  "# ",
  "```",
  "```js",
  "---",
  "",
  "",
  "",
  "-",
  "1.",
];
const LINES = [
  ...[
    "- a",
    "- b",
    "  c",
    "  - d",
    "  - e",
    "    f",
    "1. g",
    "2. h",
    "   i",
    "",
    "",
    "> q",
    "> - r",
    "  > s",
    "```",
    "  ```",
  ],
  ...["  x", "# h", "  # i", "---", "  ---"],
];

const pick = (from: readonly string[], random: Random): string => from[Math.floor(random() * from.length)] ?? "";

function several(random: Random, most: number, one: () => string): string {
  return Array.from({ length: 1 + Math.floor(random() * most) }, one).join("");
}

function crookedLine(random: Random): string {
  if (random() < 0.25) return "\n";
  const outer = random() < 0.3 ? pick(["> ", "- ", "1. "], random) + pick(INDENTS, random) : "";
  const words = pick(["a", "b", "a  ", "`x", "*b*", ""], random);
  return `${pick(INDENTS, random)}${outer}${pick(MARKS, random)}${words}\n`;
}

/** Returns an example with a part removed, a string inserted, or another example in its middle. */
function mutant(random: Random): string {
  const example = (): string => EXAMPLES[Math.floor(random() * EXAMPLES.length)]?.markdown ?? "";
  const text = example();
  const at = Math.floor(random() * (text.length + 1));
  const kind = random();
  if (kind < 0.4) return text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 3));
  return text.slice(0, at) + (kind < 0.8 ? pick(WORDS, random) : example()) + text.slice(at);
}

const GENERATORS: readonly (readonly [name: string, document: (random: Random) => string])[] = [
  ["marks and words", (random) => several(random, 14, () => pick(WORDS, random))],
  ["single marks", (random) => several(random, 10, () => pick([..."*`_[]()\\\n -#>!&;a1./:<\"'"], random))],
  [
    "emphasis",
    (random) => several(random, 12, () => pick(["*", "*", "**", "***", "a", " ", ".", "[", "](/u)", "🎉"], random)),
  ],
  ["crooked lines", (random) => several(random, 7, () => crookedLine(random))],
  ["lists", (random) => several(random, 7, () => `${pick(LINES, random)}\n`)],
  ["mutants of the examples", mutant],
];

for (const [name, document] of GENERATORS) {
  test(`random documents render alike or are rejected: ${name}`, (context) => {
    const random = seeded(20_260_101);
    const tally = compareAll(Array.from({ length: DOCUMENTS }, () => document(random)));
    context.diagnostic(summary(tally));
    assert.ok(tally.equal > DOCUMENTS / 20, "too little is accepted for the comparison to mean much");
  });
}

test("each of the first 65,536 characters next to delimiters renders alike or is rejected", (context) => {
  const surroundings = (it: string): string[] => [
    `${it}a`,
    `a${it}\n${it}b${it}`,
    `*a${it}* b ${it}*c*${it}d`,
    `a_${it}b${it}_c`,
    `[${it}a](/${it})`,
    `# ${it} #`,
    `- ${it}`,
    `\\${it}a`,
  ];
  const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  const tally = compareAll(characters.flatMap(surroundings));
  context.diagnostic(summary(tally));
  assert.ok(tally.equal > 400_000);
});

test("the reference implementation renders escaped text as the original text", () => {
  const random = seeded(7);
  const marks = [...WORDS, ..."{}$%^@;?+=_", "\t", "\r\n", "\u0000", "&#38;", "<b>", "1)", "~~~", "[a]: /b"];
  for (let count = 0; count < DOCUMENTS; count += 1) {
    const text = several(random, 8, () => pick(marks, random));
    const words = escapeHtml(text.replace(/[ \n\t\r\0]+/g, " ").trim());
    if (words === "") continue;
    const escaped = escapeMarkdown(text);
    assert.equal(referenceHtml(escaped), `<p>${words}</p>\n`, JSON.stringify(text));
    assert.equal(referenceHtml(`- ${escaped}`), `<ul>\n<li>${words}</li>\n</ul>\n`, JSON.stringify(text));
    assert.equal(referenceHtml(`# ${escaped}`), `<h1>${words}</h1>\n`, JSON.stringify(text));
    assert.equal(referenceHtml(`a\n${escaped}\nb`), `<p>a\n${words}\nb</p>\n`, JSON.stringify(text));
    assert.equal(referenceHtml(`[${escaped}](/b)`), `<p><a href="/b">${words}</a></p>\n`, JSON.stringify(text));
    assert.equal(referenceHtml(`${escaped}[a](/b)`), `<p>${words}<a href="/b">a</a></p>\n`, JSON.stringify(text));
  }
});

test("replaceTargets() finds the same targets as render()", () => {
  const random = seeded(8);
  for (const [, document] of GENERATORS) {
    for (let count = 0; count < DOCUMENTS; count += 1) {
      const text = `${document(random)}\n\n[z](/z)`;
      const { problems, targets } = render(text);
      if (problems.length > 0) continue;
      const found: string[] = [];
      replaceTargets(text, (target) => {
        found.push(target);
        return target;
      });
      assert.deepEqual(found, targets.map(({ target }) => target), JSON.stringify(text));
    }
  }
});
