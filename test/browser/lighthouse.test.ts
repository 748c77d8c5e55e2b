/**
 * Lighthouse as on a phone, over every page: 100 in every category, on an owner's own front page as well, and what the
 * sample's weighs.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import lighthouse from "lighthouse";
import type { BrowserContext } from "playwright-core";
import { chromium } from "playwright-core";
import { chromiumPath, FLAGS, openBrowser } from "./support/chromium.ts";
import { frenchSite } from "./support/french-site.ts";
import { PATHS, type RunningServer, startServer } from "./support/server.ts";

const DEBUGGING_PORT = 9333 + (process.pid % 500);

let server: RunningServer;
let french: RunningServer;
let profile: string;
let browser: BrowserContext;

before(async () => {
  server = await startServer();
  const camera = await openBrowser();
  french = await startServer(await frenchSite(camera));
  await camera.close();
  profile = mkdtempSync(join(tmpdir(), "lighthouse-"));
  browser = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: [...FLAGS, `--remote-debugging-port=${DEBUGGING_PORT}`],
    viewport: null,
  });
});

after(async () => {
  await browser.close();
  await server.stop();
  await french.stop();
  rmSync(profile, { recursive: true, force: true });
});

type Scores = Readonly<Record<string, number>>;

/** Lighthouse's own recording fails now and then on a busy machine, and says so: that is no score, and is run again. */
const RUNS_MAX = 4;

/** One run's scores by category, and the audits that cost points. */
async function run(
  url: string,
  categories: readonly string[] | undefined,
  runs = 1,
): Promise<{ scores: Scores; faults: string[] }> {
  const only = categories === undefined ? {} : { onlyCategories: [...categories] };
  const result = await lighthouse(url, {
    port: DEBUGGING_PORT,
    logLevel: "error",
    output: "json",
    ...only,
  });
  assert.ok(result !== undefined);
  const { categories: found, audits, runtimeError } = result.lhr;
  if (runtimeError !== undefined && runs < RUNS_MAX) return run(url, categories, runs + 1);
  assert.equal(runtimeError, undefined);
  const scores = Object.fromEntries(Object.values(found).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]));
  const faults = Object.values(found).flatMap(({ auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id];
      return weight > 0 && audit?.score != null && audit.score < 1
        ? [`${id} ${audit.score} ${audit.displayValue ?? ""}`]
        : [];
    }),
  );
  return { scores, faults };
}

const PAGES = [...PATHS.map((path) => ["sample", path] as const), ["French site", "/"] as const];

for (const [site, path] of PAGES) {
  test(`${site} ${path}: 100 in performance, accessibility, best practices and SEO, and all there is to have of agentic browsing`, async (context) => {
    const url = (site === "sample" ? server : french).origin + path;
    const { scores, faults } = await run(url, undefined);
    const performance = [scores["performance"] ?? 0];
    // The median of three; two that agree settle it.
    while (performance.length < 3 && new Set(performance).size === performance.length) {
      performance.push((await run(url, ["performance"])).scores["performance"] ?? 0);
    }
    const repeated = performance.find((score, index) => performance.indexOf(score) !== index);
    const median = repeated ?? performance.toSorted((one, other) => one - other)[1] ?? 0;
    const all = { ...scores, performance: median };
    context.diagnostic(`${path} ${JSON.stringify(all)} performance in each run: ${performance.join(", ")}`);
    assert.ok(
      Object.values(all).every((score) => score === 100),
      `${JSON.stringify(all)} ${faults.join("; ")}`,
    );
    assert.ok(Object.keys(all).length >= 5);
  });
}

/** What comes over the wire for a request of Chromium's: fields and body. */
function weigh(path: string): Promise<{ readonly bytes: number; readonly coding: string | undefined }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      server.origin + path,
      { headers: { "accept-encoding": "gzip, deflate, br, zstd", connection: "close" } },
      (response) => {
        response.resume().on("end", () => {
          resolve({ bytes: response.socket.bytesRead, coding: response.headers["content-encoding"] });
        });
      },
    );
    request.on("error", reject).end();
  });
}

test("the front page's first screen takes three responses of less than 24 kB together", async (context) => {
  const html = await (await fetch(server.origin)).text();
  const [, style = ""] = /<link rel="stylesheet" href="([^"]+)">/.exec(html) ?? [];
  const [, picture = ""] = /<img src="([^"]+)"[^>]* fetchpriority="high"/.exec(html) ?? [];
  const answers = [await weigh("/"), await weigh(style), await weigh(picture)];
  for (const { coding } of answers) assert.equal(coding, "br");
  const [page = 0, sheet = 0, drawing = 0] = answers.map(({ bytes }) => bytes);
  context.diagnostic(`page ${page} bytes, style sheet ${sheet} bytes, drawing ${drawing} bytes`);
  assert.ok(page + sheet + drawing < 24_000, `${page + sheet + drawing} bytes`);
});
