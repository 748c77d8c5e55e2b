/** Text for agents about a cottage whose owner has not filled in anything yet. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { defaultAnswers, type Language, LANGUAGES, textsIn } from "../../../scripts/new/answers.ts";
import { makeFolder } from "../../../scripts/new/folder.ts";
import { sampleSite } from "../../support/sample.ts";
import { temporaryFolder } from "../../support/folder.ts";

function newCottage(language: Language) {
  const parent = temporaryFolder();
  const folder = join(parent, "mine");
  const texts = textsIn(language);
  makeFolder(folder, defaultAnswers(texts), texts, "2026-11-20");
  const { mcp } = sampleSite({ DATA_DIR: join(folder, "data"), CONTENT_DIR: join(folder, "content") });
  return { mcp, placeholder: texts.fillIn };
}

const NO_REVIEWS = /There are no reviews yet; that is why the rating is 0\./;

for (const language of LANGUAGES) {
  test(`a new cottage in ${language} starts with a warning about placeholders, and states no default as a fact`, () => {
    const { mcp, placeholder } = newCottage(language);
    const descriptions = mcp.tools.map(({ definition }) => definition.description);
    for (const text of [mcp.instructions, ...descriptions]) {
      assert.ok(text.startsWith("The owner has not finished describing this cottage: texts with "), text);
      assert.ok(
        text.includes(
          `texts with ${placeholder} are placeholders, and numbers, times, rules and the position may be defaults.`,
        ),
        text,
      );
      assert.doesNotMatch(text, /beds: ,|Beds: ;|undefined|\b0 of 5\b|CC-BY/);
    }
    const [cottage = "", reviews = ""] = descriptions;
    for (const text of [mcp.instructions, cottage, reviews]) assert.match(text, NO_REVIEWS);
    for (const text of [mcp.instructions, cottage]) assert.match(text, /bedTypes does not count beds of other sizes\./);
    assert.match(cottage, /No licence is stated/);
    if (language !== "en") assert.match(cottage, new RegExp(`The owner's texts are in the language ${language}`));
  });
}
