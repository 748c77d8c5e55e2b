/**
 * Checks an owner's own site as guests see it: a visible booking link, large photos, no horizontal scrolling, and a
 * limited page length and weight.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser } from "playwright-core";
import { openBrowser, withPage } from "./support/chromium.ts";
import { createFrenchSite } from "./support/french-site.ts";
import { loadImages, openAndFindMoved } from "./support/images.ts";
import { findOverflowing } from "./support/layout.ts";
import { type RunningServer, startServer } from "./support/server.ts";

/** Compressed size of the front page without its photos. */
const FRONT_BYTES_MAX = 45_000;
const PHONE = { width: 360, height: 780 };
const PHONE_SCREENS_MAX = 12.5;
const FIRST_SCREENS = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
];

let browser: Browser;
let servers: Readonly<Record<"french" | "sample", RunningServer>>;

before(async () => {
  browser = await openBrowser();
  const french = await startServer(await createFrenchSite(browser));
  servers = { french, sample: await startServer() };
});

after(async () => {
  await browser.close();
  await servers.french.stop();
  await servers.sample.stop();
});

for (const name of ["french", "sample"] as const) {
  for (const viewport of FIRST_SCREENS) {
    const size = `${viewport.width}x${viewport.height}`;
    test(`${name}, ${size}: the first screen has a booking link that leads to the channels`, async () => {
      await withPage(browser, { viewport }, async (page) => {
        await page.goto(servers[name].origin);
        const link = page.locator(".book:visible").last();
        const box = await link.boundingBox();
        assert.ok(box !== null && box.y + box.height <= viewport.height && box.height >= 40, JSON.stringify(box));
        await link.click();
        await page.waitForFunction(() => {
          const { top, bottom } = document.querySelector(".channels .button")!.getBoundingClientRect();
          return top > 0 && bottom < innerHeight;
        });
      });
    });
  }

  test(`${name}: the header of every page links to booking`, async () => {
    for (const path of ["/", "/welcome", "/about", "/contact", "/privacy", "/developers", "/nothing"]) {
      const response = await fetch(servers[name].origin + path, {
        headers: { accept: "text/html", "sec-fetch-dest": "document" },
      });
      assert.match(
        await response.text(),
        /<header class="top">[^]*<a class="book" href="\/#booking_channels">[^]*<\/header>/,
        path,
      );
    }
  });

  test(`${name}: the front page takes at most ${FRONT_BYTES_MAX} bytes without its photos`, async () => {
    const html = await (await fetch(servers[name].origin)).text();
    const stylePath = /href="(\/style\.[^"]*)"/.exec(html)?.[1] ?? "";
    const style = await (await fetch(servers[name].origin + stylePath)).text();
    const icon = await (await fetch(`${servers[name].origin}/favicon.svg`)).text();
    const bytes = [html, style, icon]
      .map((text) => brotliCompressSync(text).length)
      .reduce((sum, length) => sum + length);
    assert.ok(bytes <= FRONT_BYTES_MAX, `${bytes} bytes`);
  });
}

test("the front page is at most twelve and a half phone screens long", async () => {
  await withPage(browser, { viewport: PHONE }, async (page) => {
    await page.goto(servers.french.origin);
    await loadImages(page);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(height <= PHONE_SCREENS_MAX * PHONE.height, `${(height / PHONE.height).toFixed(1)} screens`);
  });
});

for (const width of [320, 360, 768, 1280, 1920]) {
  test(`${width} px: nothing overflows, photos move no other elements, and axe reports nothing`, async () => {
    await withPage(browser, { viewport: { width, height: 800 } }, async (page) => {
      assert.deepEqual(await openAndFindMoved(page, servers.french.origin), []);
      assert.deepEqual(await page.evaluate(findOverflowing), []);
      const { violations } = await new AxeBuilder({ page }).analyze();
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`),
        [],
      );
    });
  });

  test(`${width} px: each photo is requested in the width at which it is displayed`, async () => {
    await withPage(browser, { viewport: { width, height: 800 } }, async (page) => {
      await page.goto(servers.french.origin);
      const images = await page.evaluate(() => {
        return [...document.querySelectorAll<HTMLImageElement>(".gallery img")].map((image) => {
          const probe = document.createElement("div");
          const matching = image.sizes
            .split(/,(?![^(]*\))/)
            .map((part) => part.trim())
            .find((part) => {
              const condition = /^\(min-width: [\d.]+rem\)/.exec(part)?.[0];
              return condition === undefined || matchMedia(condition).matches;
            });
          probe.style.width = matching?.replace(/^\(min-width: [\d.]+rem\)/, "") ?? "";
          document.body.append(probe);
          const wanted = probe.getBoundingClientRect().width;
          probe.remove();
          const { width: shown } = image.getBoundingClientRect();
          return { shown, wanted };
        });
      });
      assert.equal(images.length, 9);
      for (const { shown, wanted } of images)
        assert.ok(Math.abs(wanted - shown) / shown < 0.12, `${wanted} for ${shown}`);
    });
  });
}

for (const width of [768, 1280, 1920]) {
  test(`${width} px: the photos of each row are uncropped, equally high and as wide as the section`, async () => {
    await withPage(browser, { viewport: { width, height: 1080 } }, async (page) => {
      await page.goto(servers.french.origin);
      await loadImages(page);
      const rows = await page.evaluate(() => {
        return [...document.querySelectorAll(".gallery > div")].map((row) => {
          const images = [...row.querySelectorAll("img")];
          const boxes = images.map((image) => image.getBoundingClientRect());
          return {
            heights: boxes.map(({ height }) => height),
            free: row.getBoundingClientRect().right - (boxes.at(-1)?.right ?? 0),
            cropped: images.map(({ naturalWidth, naturalHeight }, index) => {
              const { width, height } = boxes[index]!;
              return Math.abs((width * naturalHeight) / (height * naturalWidth) - 1);
            }),
          };
        });
      });
      assert.ok(rows.length > 1);
      for (const { heights, free, cropped } of rows) {
        assert.ok(Math.max(...heights) - Math.min(...heights) < 1, `heights ${heights.join(", ")}`);
        assert.ok(Math.abs(free) < 1, `${free} px free`);
        assert.ok(Math.max(...cropped) < 0.01, `cropped by ${cropped.join(", ")}`);
      }
    });
  });
}

for (const [height, position] of [[740, "fixed"], [360, "static"]] as const) {
  test(`phone, ${height} px high: the booking link is ${position} and covers no focused link`, async () => {
    await withPage(browser, { viewport: { width: 360, height }, reducedMotion: "reduce" }, async (page) => {
      await page.goto(servers.french.origin);
      const book = page.locator(".top .book");
      assert.equal(await book.evaluate((link) => getComputedStyle(link).position), position);
      const top = position === "fixed" ? ((await book.boundingBox())?.y ?? 0) : height;
      for (const link of await page.locator("main a[href]:visible").all()) {
        await link.focus();
        const box = await link.evaluate((element) => element.getClientRects()[0]!.bottom);
        assert.ok(box <= top + 1, `${await link.textContent()} ends at ${box}`);
      }
    });
  });
}
