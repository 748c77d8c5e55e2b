import assert from "node:assert/strict";
import { test } from "node:test";

import { escapeMarkdown } from "../../src/compile/markdown/escape-markdown.ts";
import { escapeHtml } from "../../src/compile/html.ts";
import { render } from "../../src/compile/markdown/markdown.ts";
import { type RandomInteger, seededRandom } from "../support/random.ts";
import { EXAMPLES, compareAll, referenceHtml, summary } from "./compare.ts";

const DOCUMENTS = 20_000;

const WORDS = [
  ...["*", "**", "***", "_", "`", "``", "[", "]", "(", ")", "](/u)", "![", "!", "<", ">", "&", "&amp;", "|", "\\"],
  ...["~", "=", ":", "- ", "-", "1. ", "2. ", "#", "# ", "## ", "> ", "+ ", "---", "===", "```", "```\n", "1"],
  ...["10.", ".", ",", '"', "'", "/", "\n", "\n", "\n\n", "\n  ", "\n   ", "\n    ", " ", "  ", "a", "b", "c d"],
  ...["é", "—", "🎉", "\u00a0", "[x](/y)", "![x](/y)", "[`]: /a\n", "*x*", "**y**", "`z`"],
];
const INDENTS = ["", "", "", "", " ", "  ", "  ", "  ", "   ", "    ", "     "];
const MARKS = [
  ...["- ", "- ", "-  ", "1. ", "1. ", "2. ", "10. ", "> ", ">", "# ", "```", "```js", "---", "", "", "", "-"],
  "1.",
];
const LINES = [
  ...["- a", "- b", "  c", "  - d", "  - e", "    f", "1. g", "2. h", "   i", "", "", "> q", "> - r", "  > s"],
  ...["```", "  ```", "  x", "# h", "  # i", "---", "  ---"],
];

function pick(strings: readonly string[], randomBelow: RandomInteger): string {
  return strings[randomBelow(strings.length)] ?? "";
}

/** Joins up to `maximum` strings, and at least one. */
function joinRandomly(randomBelow: RandomInteger, maximum: number, create: () => string): string {
  return Array.from({ length: 1 + randomBelow(maximum) }, create).join("");
}

/** Returns a line with random indents and block markers. */
function blockLine(random: RandomInteger): string {
  if (random(4) === 0) return "\n";
  const outer = random(10) < 3 ? pick(["> ", "- ", "1. "], random) + pick(INDENTS, random) : "";
  const words = pick(["a", "b", "a  ", "`x", "*b*", ""], random);
  return `${pick(INDENTS, random)}${outer}${pick(MARKS, random)}${words}\n`;
}

/** Returns an example with a part removed, a string inserted, or another example in its middle. */
function mutateExample(randomBelow: RandomInteger): string {
  const pickExample = (): string => EXAMPLES[randomBelow(EXAMPLES.length)]?.markdown ?? "";
  const text = pickExample();
  const offset = randomBelow(text.length + 1);
  const kind = randomBelow(5);
  if (kind < 2) return text.slice(0, offset) + text.slice(offset + 1 + randomBelow(3));
  return text.slice(0, offset) + (kind < 4 ? pick(WORDS, randomBelow) : pickExample()) + text.slice(offset);
}

const GENERATORS: readonly (readonly [name: string, create: (random: RandomInteger) => string])[] = [
  ["marks and words", (random) => joinRandomly(random, 14, () => pick(WORDS, random))],
  ["single marks", (random) => joinRandomly(random, 10, () => pick([..."*`_[]()\\\n -#>!&;a1./:<\"'"], random))],
  [
    "emphasis",
    (random) => joinRandomly(random, 12, () => pick(["*", "*", "**", "***", "a", " ", ".", "[", "](/u)", "🎉"], random)),
  ],
  ["indented blocks", (random) => joinRandomly(random, 7, () => blockLine(random))],
  ["lists", (random) => joinRandomly(random, 7, () => `${pick(LINES, random)}\n`)],
  ["mutants of the examples", mutateExample],
];

for (const [name, create] of GENERATORS) {
  test(`random documents render the same or are rejected: ${name}`, (context) => {
    const random = seededRandom(20_260_101);
    const tally = compareAll(Array.from({ length: DOCUMENTS }, () => create(random)));
    context.diagnostic(summary(tally));
    assert.ok(tally.equal > DOCUMENTS / 20, "enough documents are accepted for a comparison");
  });
}

test("each of the first 65,536 characters next to delimiters renders the same or is rejected", (context) => {
  const surround = (character: string): string[] => [
    `${character}a`,
    `a${character}\n${character}b${character}`,
    `*a${character}* b ${character}*c*${character}d`,
    `a_${character}b${character}_c`,
    `[${character}a](/${character})`,
    `# ${character} #`,
    `- ${character}`,
    `\\${character}a`,
  ];
  const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  const tally = compareAll(characters.flatMap(surround));
  context.diagnostic(summary(tally));
  assert.ok(tally.equal > 400_000);
});

test("the reference implementation renders escaped text as the original text", () => {
  const random = seededRandom(7);
  const marks = [...WORDS, ..."{}$%^@;?+=_", "\t", "\r\n", "\u0000", "&#38;", "<b>", "1)", "~~~", "[a]: /b"];
  for (let count = 0; count < DOCUMENTS; count += 1) {
    const text = joinRandomly(random, 8, () => pick(marks, random));
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

test("a fact renders as text or code, wherever its placeholder is", () => {
  const random = seededRandom(8);
  const renderWith = (text: string, fact: string) => {
    const { blocks, problems } = render(text, { findFact: () => fact });
    const html = blocks.map((block) => block.html).join("");
    return { html: html.replaceAll(/ id="[^"]*"/g, ""), problems };
  };
  let compared = 0;
  for (const [, create] of GENERATORS) {
    for (let count = 0; count < DOCUMENTS / 4; count += 1) {
      const text = `${create(random)}{{x}}${create(random)}`;
      const { html, problems } = renderWith(text, "fact");
      if (problems.length > 0) continue;
      const filled = renderWith(text, "a<b&amp;c");
      assert.deepEqual(filled, { html: html.replaceAll("fact", "a&lt;b&amp;amp;c"), problems }, JSON.stringify(text));
      compared += 1;
    }
  }
  assert.ok(compared > DOCUMENTS / 20);
});
