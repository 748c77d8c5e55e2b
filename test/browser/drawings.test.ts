/**
 * Hostile SVG drawings among an owner's images: neither in a page nor opened directly do they run or load anything.
 */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page, Request } from "playwright-core";
import { drawingWith, HARMFUL_MARKUP } from "../support/drawings.ts";
import { openBrowser, withPage } from "./support/chromium.ts";
import { namePhotos, ownFiles, type RunningServer, startServer } from "./support/server.ts";

const PHOTOS = HARMFUL_MARKUP.map((_, index) => ({ file: `way${index}.svg`, alt: `Way ${index}` }));

let server: RunningServer;
let browser: Browser;

before(async () => {
  browser = await openBrowser();
  const files = ownFiles();
  for (const [index, way] of HARMFUL_MARKUP.entries()) {
    writeFileSync(join(files.imagesDirectory, `way${index}.svg`), drawingWith(way));
  }
  namePhotos(files, PHOTOS);
  server = await startServer(files.environment);
});

after(async () => {
  await browser.close();
  await server.stop();
});

/** Records what a page must not do while it is viewed and clicked: requests, dialogs, messages and navigation. */
function watched(page: Page): string[] {
  const seen: string[] = [];
  page.on("dialog", (dialog) => {
    seen.push(`says ${dialog.message()}`);
    void dialog.dismiss();
  });
  const asks = (request: Request): void => {
    // Requests that the content security policy blocks never leave the browser.
    if (!request.url().startsWith(server.origin) && request.failure()?.errorText !== "csp") {
      seen.push(`asks ${request.url()}: ${request.failure()?.errorText ?? "answered"}`);
    }
  };
  page.on("requestfailed", asks);
  page.on("requestfinished", asks);
  return seen;
}

test("the front page shows them as images, and nothing else happens", async () => {
  await withPage(browser, { viewport: { width: 1280, height: 800 } }, async (page) => {
    const seen = watched(page);
    await page.goto(server.origin);
    for (const image of await page.locator("img").all()) {
      await image.click({ force: true });
      // All except the first are links to their files.
      if (page.url() === `${server.origin}/`) continue;
      assert.match(page.url(), /\/images\/[^/]+$/);
      await page.goBack();
    }
    await page.waitForLoadState("networkidle");
    assert.deepEqual(seen, []);
    assert.equal(page.url(), `${server.origin}/`);
    assert.equal(await page.locator("img").count(), PHOTOS.length);
    assert.equal(await page.getByText("Pay here").count(), 0);
  });
});

test("opened directly, they run nothing, load nothing and redirect nowhere", async () => {
  const html = await (await fetch(server.origin)).text();
  const paths = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, path = ""]) => path);
  assert.equal(paths.length, PHOTOS.length);
  for (const path of paths) {
    await withPage(browser, {}, async (page) => {
      const seen = watched(page);
      await page.goto(server.origin + path, { waitUntil: "networkidle" });
      assert.deepEqual(seen, [], path);
      assert.equal(page.url(), server.origin + path);
    });
  }
});
