/**
 * Checks that a browser reuses a cached response for the same path with another query (`No-Vary-Search`).
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { openBrowser, withPage } from "./support/chromium.ts";
import { type RunningServer, startServer } from "./support/server.ts";

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

/** Fetches paths from a page. Returns the bytes received for each, which are 0 for a response from the cache. */
async function transferSizes(paths: readonly string[]): Promise<readonly (number | undefined)[]> {
  return withPage(browser, {}, async (page) => {
    await page.goto(server.origin);
    return page.evaluate(async (targets) => {
      const sizes: (number | undefined)[] = [];
      for (const target of targets) {
        await (await fetch(target)).text();
        const [entry] = performance.getEntriesByName(new URL(target, location.href).href).slice(-1);
        sizes.push(entry instanceof PerformanceResourceTiming ? entry.transferSize : undefined);
      }
      return sizes;
    }, paths);
  });
}

for (const path of ["/llms.txt", "/api/v1/cottage"]) {
  test(`${path} is fetched only once for three queries`, async () => {
    const [first, second, third] = await transferSizes([`${path}?utm_source=a`, `${path}?utm_source=b`, path]);
    assert.ok(Number(first) > 0);
    assert.deepEqual([second, third], [0, 0]);
  });
}

test("a response without No-Vary-Search is fetched again for each query", async () => {
  const [first, second] = await transferSizes(["/healthz?a", "/healthz?b"]);
  assert.ok(Number(first) > 0 && Number(second) > 0);
});
