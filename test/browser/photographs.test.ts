/**
 * Checks the front page with an owner's photos instead of the drawing.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser } from "playwright-core";
import { openBrowser, withPage } from "./support/chromium.ts";
import { openAndFindMoved } from "./support/images.ts";
import { findOverflowing } from "./support/layout.ts";
import { setPhotos, copySample, type RunningServer, startServer } from "./support/server.ts";
import { validateHtml } from "./support/validity.ts";

const PHOTOS = [
  { file: "front.jpg", alt: "The front in June, with the door open" },
  { file: "kitchen.png", alt: "The kitchen & its long table" },
  { file: "garden.jpg", alt: "The walled garden" },
];

let server: RunningServer;
let browser: Browser;

/** Creates photos that show a gradient. */
async function createPhotos(imagesDirectory: string): Promise<void> {
  await withPage(browser, { viewport: { width: 1600, height: 1067 } }, async (page) => {
    for (const [index, { file }] of PHOTOS.entries()) {
      await page.setContent(`<body style="background: linear-gradient(${index * 60}deg, #cde, #354)">`);
      await page.screenshot({
        path: join(imagesDirectory, file),
        type: file.endsWith("png") ? "png" : "jpeg",
      });
    }
  });
}

before(async () => {
  browser = await openBrowser();
  const files = copySample();
  await createPhotos(files.imagesDirectory);
  setPhotos(files, PHOTOS);
  server = await startServer(files.environment);
});

after(async () => {
  await browser.close();
  await server.stop();
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [320, 1280]) {
    const setting = `${colorScheme}, ${width} px`;
    test(`${setting}: photos are uncropped, have alt text and dimensions, and move no other elements`, async () => {
      await withPage(browser, { colorScheme, viewport: { width, height: 800 } }, async (page) => {
        const requestsToOtherHosts: string[] = [];
        page.on("request", (request) => {
          if (!request.url().startsWith(server.origin)) requestsToOtherHosts.push(request.url());
        });
        assert.deepEqual(await openAndFindMoved(page, server.origin), []);
        const images = await page.evaluate(() =>
          [...document.images].map(({ alt, naturalWidth, attributes }) => ({
            alt,
            isWhole: naturalWidth > 0 && String(naturalWidth) === attributes.getNamedItem("width")?.value,
          })),
        );
        assert.deepEqual(
          images,
          PHOTOS.map(({ alt }) => ({ alt, isWhole: true })),
        );
        assert.deepEqual(requestsToOtherHosts, []);
        assert.deepEqual(await page.evaluate(findOverflowing), []);
        assert.deepEqual(
          (await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id),
          [],
        );
      });
    });
  }
}

test("the page is valid HTML, and its structured data and markdown contain the addresses of the photos", async () => {
  const html = await (await fetch(server.origin)).text();
  assert.deepEqual(await validateHtml(html), []);
  const paths = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, path = ""]) => path);
  assert.equal(paths.length, PHOTOS.length);
  const markdown = await (await fetch(`${server.origin}/index.md`)).text();
  for (const path of paths) {
    assert.ok(markdown.includes(`](${server.origin}${path})`), path);
    assert.ok(html.includes(`"${server.origin}${path}"`), "JSON-LD");
    const { status, headers } = await fetch(server.origin + path);
    assert.equal(status, 200);
    assert.match(headers.get("content-type") ?? "", /^image\//);
    assert.equal(headers.get("cache-control"), "public, max-age=31536000, immutable");
  }
  assert.ok(html.includes(`<meta property="og:image" content="${server.origin}${paths[0]}">`));
});

test("photos in portrait format fit the screen", async () => {
  await withPage(browser, { viewport: { width: 1280, height: 800 } }, async (page) => {
    await page.goto(server.origin);
    const heights = await page.locator(".gallery figure").evaluateAll((figures) => {
      for (const figure of figures) figure.setAttribute("class", "r9");
      return figures.map((figure) => figure.querySelector("img")?.offsetHeight ?? 0);
    });
    assert.ok(heights.length > 1 && heights.every((height) => height <= 560), heights.join(", "));
  });
});
