/** A new cottage's site is valid HTML in each language, and axe reports nothing on a phone. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser } from "playwright-core";
import { defaultAnswers, LANGUAGES, textsIn } from "../../scripts/new/answers.ts";
import { makeFolder } from "../../scripts/new/folder.ts";
import { openBrowser, withPage } from "./support/chromium.ts";
import { openDetails } from "./support/layout.ts";
import { startServer } from "./support/server.ts";
import { validateHtml } from "./support/validity.ts";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

let browser: Browser;

before(async () => {
  browser = await openBrowser();
});

after(() => browser.close());

for (const language of LANGUAGES) {
  test(`a site in ${language} is valid HTML and accessible on a phone`, async (context) => {
    const folder = join(mkdtempSync(join(tmpdir(), "cottage-")), "mine");
    context.after(() => rmSync(join(folder, ".."), { recursive: true }));
    const texts = textsIn(language);
    makeFolder(
      folder,
      { ...defaultAnswers(texts), telephone: "+33 1 99 00 12 34", licence: texts.yes },
      texts,
      "2026-11-20",
    );
    const server = await startServer({ DATA_DIR: join(folder, "data"), CONTENT_DIR: join(folder, "content") });
    context.after(() => server.stop());
    const names = readdirSync(join(folder, "content")).filter((name) => name.endsWith(".md"));
    for (const path of [
      "/developers",
      ...names.map((name) => (name === "index.md" ? "/" : `/${name.replace(".md", "")}`)),
    ]) {
      assert.deepEqual(await validateHtml(await (await fetch(server.origin + path)).text()), [], path);
      await withPage(browser, { viewport: { width: 360, height: 740 } }, async (page) => {
        await page.goto(server.origin + path, { waitUntil: "load" });
        await page.evaluate(openDetails);
        const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
        assert.deepEqual(
          violations.map(({ id, nodes }) => `${path} ${id}: ${nodes.map(({ html }) => html).join(" ")}`),
          [],
        );
      });
    }
  });
}
