/**
 * Checks that an unknown address is an HTML page in a browser, and a JSON response in a script.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser } from "playwright-core";
import { openBrowser, withPage } from "./support/chromium.ts";
import { findOverflowing } from "./support/layout.ts";
import { type RunningServer, startServer } from "./support/server.ts";
import { validateHtml } from "./support/validity.ts";

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

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [320, 1280]) {
    test(`${colorScheme}, ${width} px: an unknown address is a page with a link to the front page`, async () => {
      await withPage(browser, { colorScheme, viewport: { width, height: 800 } }, async (page) => {
        const response = await page.goto(`${server.origin}/abuot`);
        assert.equal(response?.status(), 404);
        assert.deepEqual(await validateHtml((await response?.text()) ?? ""), []);
        assert.deepEqual(
          (await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id),
          [],
        );
        assert.deepEqual(await page.evaluate(findOverflowing), []);
        await page.getByRole("link", { name: "Back to" }).click();
        assert.equal(new URL(page.url()).pathname, "/");
      });
    });
  }
}

test("a script that requests an unknown address gets JSON", async () => {
  await withPage(browser, {}, async (page) => {
    await page.goto(server.origin);
    const { type, body } = await page.evaluate(async () => {
      const response = await fetch("/abuot");
      return { type: response.headers.get("content-type"), body: await response.json() };
    });
    assert.equal(type, "application/json");
    assert.equal(body.error.code, "not_found");
  });
});

test("an unknown API endpoint is JSON in a browser too", async () => {
  await withPage(browser, {}, async (page) => {
    const response = await page.goto(`${server.origin}/api/v1/prices`);
    assert.equal(response?.headers()["content-type"], "application/json");
  });
});
