import assert from "node:assert/strict";
import { test } from "node:test";
import { proxyWatch } from "../../src/http/proxy-watch.ts";

const HOUR_MS = 3_600_000;

/** Who was warned of after these clients came, each with so many requests. */
function warned(...visits: readonly (readonly [client: string, requests: number, at?: number])[]): string[] {
  const warnings: string[] = [];
  const watch = proxyWatch((client) => warnings.push(client));
  for (const [client, requests, at = 0] of visits) for (let n = 0; n < requests; n += 1) watch(client, at);
  return warnings;
}

test("proxyWatch() warns once when all come from one private address", () => {
  assert.deepEqual(warned(["127.0.0.1", 1000]), ["127.0.0.1"]);
  assert.deepEqual(warned(["172.17.0.1", 20]), ["172.17.0.1"]);
});

test("proxyWatch() warns again after an hour", () => {
  assert.deepEqual(warned(["10.0.0.2", 1000, 0], ["10.0.0.2", 1000, HOUR_MS - 1]), ["10.0.0.2"]);
  assert.deepEqual(warned(["10.0.0.2", 1000, 0], ["10.0.0.2", 20, HOUR_MS]), ["10.0.0.2", "10.0.0.2"]);
});

test("proxyWatch() is silent for a few requests, for changing addresses and for public ones", () => {
  assert.deepEqual(warned(["127.0.0.1", 19]), []);
  assert.deepEqual(warned(["10.0.0.1", 19], ["10.0.0.2", 1], ["10.0.0.1", 19]), []);
  assert.deepEqual(warned(["203.0.113.9", 1000]), []);
});
