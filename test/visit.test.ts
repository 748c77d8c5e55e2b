/**
 * Rate limit in visits instead of requests: how many guests behind one address are served, and how a script is limited.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { tokenBuckets } from "../src/serve/http/client-limits.ts";
import { request } from "./support/conform.ts";
import { send, sampleRouter } from "./support/sample.ts";
import { respond } from "./support/respond.ts";

const router = sampleRouter();

/** Returns the files that a browser fetches with a page: style sheets, icons, and one width of each image. */
function filesOf(path: string): string[] {
  const html = String(respond(router, request({ path, headers: { accept: "text/html" } })).body);
  const sources = html.matchAll(/<(?:link rel="(?:stylesheet|icon)"|img)[^>]* (?:src|href)="(\/[^"]+)"/g);
  return Array.from(sources, ([, file = ""]) => file);
}

const costOf = (path: string): number => router.resolve(path).cost;
const FILES = filesOf("/");
const VISIT = [costOf("/"), ...FILES.map(costOf)];

/** Returns how many of a hundred guests within a minute receive the page and all its pictures. */
function guestsServed(perMinute: number): number {
  const take = tokenBuckets(perMinute);
  const served = Array.from({ length: 100 }, (_, guest) =>
    VISIT.every((cost) => take("one address", cost, guest * 600).allowed),
  );
  return served.filter((isServed) => isServed).length;
}

test("a page costs one token, and each of its files a tenth", () => {
  assert.equal(send(router, "GET", "/").status, 200);
  assert.equal(costOf("/"), 1);
  const photographs = FILES.filter((path) => path.endsWith(".webp"));
  assert.equal(photographs.length, 6);
  assert.ok(FILES.length >= 9, "six photographs, a drawing, a style sheet and an icon");
  for (const path of FILES) assert.equal(costOf(path), 0.1, path);
});

test("30 of 100 guests behind one address are served within a minute, and all of them at RATE_LIMIT=150", (context) => {
  const [usual, raised] = [guestsServed(60), guestsServed(150)];
  const cost = VISIT.reduce((sum, requestCost) => sum + requestCost, 0).toFixed(1);
  context.diagnostic(`a visit costs ${cost}; of 100 guests ${usual} are served at 60 a minute, ${raised} at 150`);
  assert.ok(usual >= 30, String(usual));
  assert.equal(raised, 100);
});

test("a script is limited after 60 requests for data", () => {
  const take = tokenBuckets(60);
  const allowed = Array.from({ length: 100 }, () => take("a script", costOf("/api/v1/cottage"), 0).allowed);
  assert.equal(allowed.indexOf(false), 60);
});
