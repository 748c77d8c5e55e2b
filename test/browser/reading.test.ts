/**
 * Checks the pages enlarged, in a narrow window, by keyboard, in print and without scripts.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { openBrowser, withPage } from "./support/chromium.ts";
import {
  findClippedText,
  describeFocus,
  findAnimated,
  findOverlappingText,
  findPalePrint,
  findFocusable,
  findOverflowing,
  openDetails,
} from "./support/layout.ts";
import { PATHS, type RunningServer, startServer } from "./support/server.ts";

let server: RunningServer;
let browser: Browser;

before(async () => {
  server = await startServer();
  browser = await openBrowser();
});

after(async () => {
  await browser.close();
  await server.stop();
});

/** Text spacing of WCAG 2.2, success criterion 1.4.12. */
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;

interface Setting {
  readonly name: string;
  readonly width: number;
  readonly scale?: number;
  readonly style?: string;
}

const SETTINGS: readonly Setting[] = [
  { name: "320 px, which is 1280 px at 400 %", width: 320 },
  { name: "1280 px at 200 %", width: 640, scale: 2 },
  { name: "1920 px", width: 1920 },
  { name: "wider text spacing", width: 1280, style: TEXT_SPACING },
  { name: "wider text spacing on a phone", width: 360, style: TEXT_SPACING },
  { name: "text at 200 %", width: 1280, style: "html { font-size: 200% !important; }" },
  { name: "text at 200 % on a phone", width: 360, style: "html { font-size: 200% !important; }" },
  { name: "text at 200 % on a small phone", width: 320, style: "html { font-size: 200% !important; }" },
];

for (const path of PATHS) {
  for (const { name, width, scale = 1, style } of SETTINGS) {
    test(`${path}, ${name}: nothing overflows, is cut off or overlaps`, async () => {
      const options = { viewport: { width, height: 800 }, deviceScaleFactor: scale, bypassCSP: true };
      await withPage(browser, options, async (page) => {
        await page.goto(server.origin + path);
        if (style !== undefined) await page.addStyleTag({ content: style });
        await page.evaluate(openDetails);
        assert.deepEqual(await page.evaluate(findOverflowing), []);
        assert.deepEqual(await page.evaluate(findClippedText), []);
        assert.deepEqual(await page.evaluate(findOverlappingText), []);
      });
    });
  }

  test(`${path} has the same text with scripts disabled`, async () => {
    const texts: string[] = [];
    for (const javaScriptEnabled of [true, false]) {
      await withPage(browser, { javaScriptEnabled }, async (page) => {
        await page.goto(server.origin + path);
        texts.push(await page.locator("body").innerText());
      });
    }
    assert.equal(texts[0], texts[1]);
    assert.ok((texts[0] ?? "").length > 500);
  });

  for (const width of [360, 1280]) {
    test(`${path}, ${width} px, the Tab key reaches the skip link, then every link in order and visibly`, async () => {
      await withPage(browser, { viewport: { width, height: 800 }, reducedMotion: "reduce" }, async (page) => {
        await page.goto(server.origin + path);
        const wanted = await page.evaluate(findFocusable);
        const reached: string[] = [];
        for (let count = 0; count < wanted.length; count += 1) {
          await page.keyboard.press("Tab");
          const { name, isOutlined, isSeen } = await page.evaluate(describeFocus);
          reached.push(name);
          assert.ok(isOutlined, `${name} has a visible focus indicator`);
          assert.ok(isSeen, `${name} is not covered`);
        }
        assert.deepEqual(reached, wanted);
        assert.equal(reached[0], "#main");
      });
    });
  }

  test(`${path}: the skip link skips the navigation`, async () => {
    await withPage(browser, {}, async (page) => {
      await page.goto(server.origin + path);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      assert.ok(await page.evaluate(() => document.activeElement?.closest("main, footer") !== null));
    });
  });

  for (const colorScheme of ["light", "dark"] as const) {
    test(`${path} prints completely and in black on white from a ${colorScheme} screen`, async () => {
      await withPage(browser, { colorScheme, viewport: { width: 794, height: 1123 } }, async (page) => {
        await page.goto(server.origin + path);
        await page.emulateMedia({ media: "print", colorScheme });
        assert.deepEqual(await page.evaluate(findPalePrint), []);
        assert.deepEqual(await page.evaluate(findOverflowing), []);
        assert.deepEqual(
          await page.evaluate(() =>
            [...document.querySelectorAll("pre, .wide")]
              .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
              .map(({ textContent }) => textContent),
          ),
          [],
        );
        assert.deepEqual(
          await page.evaluate(() =>
            [...document.querySelectorAll(".channels li, .address")]
              .filter((block) => getComputedStyle(block).breakInside !== "avoid")
              .map(({ textContent }) => textContent),
          ),
          [],
        );
        assert.ok((await page.pdf()).length > 10_000);
      });
    });
  }

  test(`${path} has no animation if reduced motion is requested`, async () => {
    await withPage(browser, { reducedMotion: "reduce" }, async (page) => {
      await page.goto(server.origin + path);
      assert.deepEqual(await page.evaluate(findAnimated), []);
    });
  });

  test(`${path} has visible buttons, links and map marks in forced colours`, async () => {
    await withPage(browser, { forcedColors: "active" }, async (page) => {
      await page.goto(server.origin + path);
      for (const button of await page.locator(".button").all()) {
        assert.notEqual(await button.evaluate((element) => getComputedStyle(element).borderTopStyle), "none");
      }
      assert.ok(await page.locator("h1").isVisible());
    });
  });
}

test("on a phone, the first screen shows the name, town, rating, size and an image of the house", async () => {
  await withPage(browser, { viewport: { width: 360, height: 740 } }, async (page) => {
    await page.goto(server.origin);
    for (const selector of ["h1", ".place", ".glance"]) {
      const box = await page.locator(selector).boundingBox();
      assert.ok(box !== null && box.y + box.height <= 740, selector);
    }
    const scene = await page.locator(".hero-photo img").boundingBox();
    assert.ok(scene !== null && scene.y + scene.height / 2 <= 740);
  });
});

/** A column of numbers, and one of sentences. */
const TABLE = `<table><thead><tr><th>Step</th><th>What to do</th></tr></thead><tbody>
<tr><td>1</td><td>${"Pour a ladle of water on the stones. ".repeat(4)}</td></tr>
</tbody></table>`;

for (const width of [390, 1280]) {
  test(`${width} px: a column of numbers is as wide as its text`, async () => {
    await withPage(browser, { viewport: { width, height: 800 } }, async (page) => {
      await page.goto(`${server.origin}/welcome`);
      const [step] = await page.locator(".wide").first().evaluate((figure, table) => {
        figure.innerHTML = table;
        return [...figure.querySelectorAll("td")].map(({ offsetWidth }) => offsetWidth);
      }, TABLE);
      assert.ok((step ?? Infinity) < 75, `${step} px for a number`);
    });
  });
}

test("the printed guide is set in at least 10.5 points", async () => {
  await withPage(browser, {}, async (page) => {
    await page.goto(`${server.origin}/welcome`);
    await page.emulateMedia({ media: "print" });
    const size = await page.locator("section p").first().evaluate((element) => getComputedStyle(element).fontSize);
    assert.equal(size, "14px");
  });
});

test("the focus ring of the cottage's name is as wide as the name", async () => {
  await withPage(browser, { viewport: { width: 1280, height: 800 } }, async (page) => {
    await page.goto(server.origin);
    const box = await page.locator(".brand").boundingBox();
    assert.ok(box !== null && box.width < 200, `${box?.width} px`);
  });
});
