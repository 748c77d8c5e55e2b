import assert from "node:assert/strict";
import { test } from "node:test";

import { toHtml } from "../support/to-html.ts";
import { EXAMPLES, compareAll, referenceHtml, summary } from "./compare.ts";

test("the specification has 652 examples and the reference implementation renders them all", () => {
  assert.equal(EXAMPLES.length, 652);
  for (const { number, markdown, html } of EXAMPLES) assert.equal(referenceHtml(markdown), html, `example ${number}`);
});

test("every example renders as the specification says, or is rejected", (context) => {
  const tally = compareAll(EXAMPLES.map(({ markdown }) => markdown));
  context.diagnostic(summary(tally));
  assert.ok(tally.equal >= 176, "the dialect holds fewer of the examples than it did");
});

/** Sections on syntax that is not supported. Only plain text in them may render. */
const OUTSIDE = ["Tabs", "Link reference definitions", "HTML blocks", "Raw HTML"];

for (const section of OUTSIDE) {
  test(`syntax of the section "${section}" is rejected`, () => {
    const examples = EXAMPLES.filter((example) => example.section === section);
    const passed = examples.filter(({ markdown }) => {
      const { html, problems } = toHtml(markdown);
      return problems.length === 0 && html !== "";
    });
    assert.deepEqual(passed, []);
  });
}

/** Text as owners write it. Each must be accepted and render alike. */
const ORDINARY: readonly string[] = [
  "Bob's cottage & garden: \"the best\", says *The Times* (2021) — 4.9/5!",
  "£120–£180 a night; 20% off in winter. E.g. 3 nights = £360 + £40 cleaning.",
  "Café, crêpes, naïve, Zoë, Łódź, Straße, Ελλάδα, 日本 and 10 °C",
  "Open 9:00-17:00 ~ ask @reception or #reception, AT&T / R&B… {curly} $5 | pipe",
  "The year was 1984. And then, no: 3. yes",
  "3 < 5 and 5 > 3; I <3 you",
  "2 * 3 * 4, snake_case, C:\\Users, 50/50, -5 °C, +44 20 7946",
  "Wi-Fi: **fast** (100 Mbit/s). *Please* note: **no** pets, **really**.",
  "**Check-in:** 4 pm\\\n**Check-out:** 10 am",
  "Arrive:\n- by car\n- by train\n  from *Penzance*\n- on foot\n\nOr:\n1. call\n2. wait",
  "- Kitchen\n    - oven\n    - hob\n- Garden\n  With a view.\n\n- Beach",
  "# Home\n\n## Getting here\n\n> Lovely place.\n> Will return!\n>\n> — Ann\n\n---\n\nBye.",
  "Call [us](tel:+442079460000), [write](mailto:a@b.example), see [map](geo:50.1,-5.2) or [home](/#top).",
  "[Wikipedia](https://en.wikipedia.org/wiki/St_Ives_(Cornwall)?a=1&b=2#c) and ![A blue *door*](/door.jpg)",
  "Use `curl -s '/api/v1/cottage' | jq .` and\n\n```sh\ncurl -s <url> \\\n  -H \"Accept: */*\"\n```",
  "Stairs are steep!! Watch your head... (low beams)\n\nhttps://example.org is not a link here.",
];

test("ordinary text passes", () => {
  assert.deepEqual(compareAll(ORDINARY), { equal: ORDINARY.length, rejected: 0, tables: 0 });
});
