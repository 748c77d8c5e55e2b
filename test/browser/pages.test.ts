/**
 * Checks every page in Chromium, in both colour schemes and at phone and desktop width: accessibility, console messages
 * and requests to other hosts.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { openBrowser, withPage } from "./support/chromium.ts";
import { worstContrasts } from "./support/contrast.ts";
import { openDetails } from "./support/layout.ts";
import { PATHS, type RunningServer, startServer } from "./support/server.ts";

const SCHEMES = ["light", "dark"] as const;
const WIDTHS = [360, 1280];
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

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

/** Events of a page since it was opened. */
interface Activity {
  readonly messages: string[];
  readonly requests: string[];
  readonly cookies: string[];
}

/** Records console messages, errors, requests and cookies of a page. */
function recordActivity(page: Page): Activity {
  const activity: Activity = { messages: [], requests: [], cookies: [] };
  page.on("console", (message) => activity.messages.push(message.text()));
  page.on("pageerror", (error) => activity.messages.push(String(error)));
  page.on("requestfailed", (request) => activity.messages.push(`${request.url()} failed`));
  page.on("request", (request) => activity.requests.push(request.url()));
  page.on("response", (response) => {
    if (response.status() >= 400) activity.messages.push(`${response.url()} ${response.status()}`);
    if ("set-cookie" in response.headers()) activity.cookies.push(response.url());
  });
  return activity;
}

/** Rule that axe cannot decide for text on a gradient or beside an image. The contrast is measured instead. */
const MEASURED_RULE = "color-contrast";

for (const path of PATHS) {
  for (const colorScheme of SCHEMES) {
    for (const width of WIDTHS) {
      const name = `${path}, ${colorScheme}, ${width} px`;
      test(`${name}: no axe violations, console messages or requests to other hosts`, async () => {
        await withPage(browser, { colorScheme, viewport: { width, height: 800 } }, async (page, context) => {
          const activity = recordActivity(page);
          await page.goto(server.origin + path, { waitUntil: "load" });
          await page.evaluate(openDetails);

          const { violations, incomplete } = await new AxeBuilder({ page }).withTags(RULES).analyze();
          assert.deepEqual(
            violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
            [],
          );
          assert.deepEqual(
            incomplete.filter(({ id }) => id !== MEASURED_RULE).map(({ id }) => id),
            [],
          );
          const undecided = incomplete.flatMap(({ nodes }) => nodes.map(({ target }) => String(target[0])));
          for (const { selector, contrast, wanted } of await worstContrasts(page, undecided)) {
            assert.ok(contrast >= wanted, `${selector} has a contrast of ${contrast.toFixed(2)}, not ${wanted}`);
          }

          assert.deepEqual(activity.messages, []);
          assert.deepEqual(activity.cookies, []);
          assert.deepEqual(await context.cookies(), []);
          const paths = activity.requests.map((url) => url.replace(server.origin, ""));
          const [document, style, ...others] = paths.filter((each) => each !== "/favicon.svg");
          assert.equal(document, path);
          assert.match(style ?? "", /^\/style\.[0-9a-f]{10}\.css$/);
          const imagePath = path === "/" ? /^\/images\/[\w-]+\.[0-9a-f]{10}\.(?:svg|webp)$/ : /^$/;
          assert.deepEqual(
            others.filter((each) => !imagePath.test(each)),
            [],
          );
        });
      });
    }
  }

  test(`${path} stores nothing in the browser`, async () => {
    await withPage(browser, {}, async (page) => {
      await page.goto(server.origin + path);
      const entryCounts = await page.evaluate(async () => [
        localStorage.length,
        sessionStorage.length,
        (await indexedDB.databases()).length,
      ]);
      assert.deepEqual(entryCounts, [0, 0, 0]);
    });
  });
}
