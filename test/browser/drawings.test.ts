/**
 * Hostile SVG drawings among an owner's images run and load nothing, neither in a page nor when opened directly.
 */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page, Request } from "playwright-core";
import { drawingWith, HARMFUL_MARKUP } from "../support/drawings.ts";
import { openBrowser, withPage } from "./support/chromium.ts";
import { setPhotos, copySample, type RunningServer, startServer } from "./support/server.ts";

const PHOTOS = HARMFUL_MARKUP.map((_, index) => ({ file: `markup${index}.svg`, alt: `Drawing ${index}` }));

let server: RunningServer;
let browser: Browser;

before(async () => {
  browser = await openBrowser();
  const files = copySample();
  for (const [index, markup] of HARMFUL_MARKUP.entries()) {
    writeFileSync(join(files.imagesDirectory, `markup${index}.svg`), drawingWith(markup));
  }
  setPhotos(files, PHOTOS);
  server = await startServer(files.environment);
});

after(async () => {
  await browser.close();
  await server.stop();
});

/** Records the dialogs of a page and its requests to other hosts. */
function recordEffects(page: Page): string[] {
  const effects: string[] = [];
  page.on("dialog", (dialog) => {
    effects.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  const recordRequest = (request: Request): void => {
    // Requests that the content security policy blocks never leave the browser.
    if (!request.url().startsWith(server.origin) && request.failure()?.errorText !== "csp") {
      effects.push(`request ${request.url()}: ${request.failure()?.errorText ?? "succeeded"}`);
    }
  };
  page.on("requestfailed", recordRequest);
  page.on("requestfinished", recordRequest);
  return effects;
}

test("the front page shows hostile drawings as images, and they have no effect", async () => {
  await withPage(browser, { viewport: { width: 1280, height: 800 } }, async (page) => {
    const effects = recordEffects(page);
    await page.goto(server.origin);
    const [first, ...linked] = await page.locator("img").all();
    await first?.click({ force: true });
    assert.equal(page.url(), `${server.origin}/`);
    // All except the first are links to their files. Going back fails while the file is still loading.
    for (const image of linked) {
      // Unlike a forced click, this one waits until the drawing is stable and receives events.
      await image.click();
      await page.waitForURL(/\/images\/[^/]+$/);
      await page.goBack();
    }
    await page.waitForLoadState("networkidle");
    assert.deepEqual(effects, []);
    assert.equal(page.url(), `${server.origin}/`);
    assert.equal(await page.locator("img").count(), PHOTOS.length);
    assert.equal(await page.getByText("Pay here").count(), 0);
  });
});

test("hostile drawings that are opened directly run nothing, load nothing and redirect nowhere", async () => {
  const html = await (await fetch(server.origin)).text();
  const paths = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, path = ""]) => path);
  assert.equal(paths.length, PHOTOS.length);
  for (const path of paths) {
    await withPage(browser, {}, async (page) => {
      const effects = recordEffects(page);
      await page.goto(server.origin + path, { waitUntil: "networkidle" });
      assert.deepEqual(effects, [], path);
      assert.equal(page.url(), server.origin + path);
    });
  }
});
