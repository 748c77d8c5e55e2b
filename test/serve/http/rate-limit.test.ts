import assert from "node:assert/strict";
import { test } from "node:test";
import { responseField } from "../../support/field.ts";
import { rateLimited, rateLimitFields, tokenBuckets } from "../../../src/serve/http/client-limits.ts";
import { codeOf, conform } from "../../support/conform.ts";

test("tokenBuckets() allows a full bucket at once, then one token at a time", () => {
  const limit = tokenBuckets(60);
  for (let left = 59; left >= 0; left -= 1) {
    assert.deepEqual(limit("a", 1, 0), { limit: 60, allowed: true, remaining: left, wait: 1 });
  }
  assert.deepEqual(limit("a", 1, 0), { limit: 60, allowed: false, remaining: 0, wait: 1 });
  assert.equal(limit("a", 1, 999).allowed, false);
  assert.equal(limit("a", 1, 1000).allowed, true);
  assert.equal(limit("a", 1, 1000).allowed, false);
  assert.equal(limit("a", 1, 3_600_000).remaining, 59, "a bucket never holds more than a minute's worth");
});

test("the time to wait is exact", () => {
  for (const perMinute of [1, 7, 60, 600]) {
    const limit = tokenBuckets(perMinute);
    limit("a", perMinute, 0);
    for (const tokens of [1, 5, perMinute]) {
      const { allowed, wait } = limit("a", tokens, 0);
      assert.equal(allowed, false);
      const probe = tokenBuckets(perMinute);
      probe("a", perMinute, 0);
      assert.equal(probe("a", tokens, wait * 1000).allowed, true, `${tokens} of ${perMinute} after ${wait} s`);
    }
  }
});

test("tokenBuckets() charges a batch as a whole or not at all", () => {
  const limit = tokenBuckets(60);
  assert.deepEqual(limit("a", 50, 0), { limit: 60, allowed: true, remaining: 10, wait: 1 });
  assert.deepEqual(limit("a", 20, 0), { limit: 60, allowed: false, remaining: 10, wait: 10 });
  assert.equal(limit("a", 10, 0).allowed, true);
});

test("a batch larger than the bucket costs a full one, so that it can be sent at all", () => {
  const limit = tokenBuckets(10);
  assert.equal(limit("a", 50, 0).allowed, true);
  assert.equal(limit("a", 1, 0).allowed, false);
});

test("after the time to wait, a refused batch and its request are allowed", () => {
  for (const perMinute of [1, 10, 60]) {
    const limit = tokenBuckets(perMinute);
    const ask = (now: number) => {
      assert.equal(limit("a", 1, now).allowed, true, "there is one token at least");
      return limit("a", 49, now, 1);
    };
    assert.equal(ask(0).allowed, true, "a full bucket is enough for any batch");
    const later = 60_000 / perMinute + 1;
    const second = ask(later);
    if (second.allowed) assert.equal(perMinute, 1);
    else assert.equal(ask(later + second.wait * 1000).allowed, true, `${second.wait} s at ${perMinute} a minute`);
  }
});

test("clients do not share a bucket", () => {
  const limit = tokenBuckets(1);
  assert.equal(limit("a", 1, 0).allowed, true);
  assert.equal(limit("b", 1, 0).allowed, true);
  assert.equal(limit("a", 1, 0).allowed, false);
});

test("an exhausted client stays exhausted while 9,000 other clients send requests", () => {
  const limit = tokenBuckets(60);
  limit("a", 60, 0);
  for (let other = 0; other < 9000; other += 1) limit(`other ${other}`, 1, 1);
  assert.equal(limit("a", 1, 1).allowed, false);
});

test("tokenBuckets() forgets the least recent clients when it is full", () => {
  const limit = tokenBuckets(1, 5);
  limit("a", 1, 0);
  for (let other = 0; other < 10; other += 1) limit(`other ${other}`, 1, 0);
  assert.equal(limit("a", 1, 0).allowed, true);
});

test("tokenBuckets() works if the clock jumps ahead or stands still", () => {
  const limit = tokenBuckets(60);
  assert.equal(limit("a", 1, 1e15).allowed, true);
  assert.equal(limit("a", 1, 1e15).remaining, 58);
});

test("tokenBuckets() charges tenths of a token", () => {
  const limit = tokenBuckets(1);
  const allowed = Array.from({ length: 11 }, () => limit("a", 0.1, 0).allowed);
  assert.deepEqual(allowed, [...Array<boolean>(10).fill(true), false]);
  assert.equal(limit("a", 0.1, 6000).allowed, true);
});

test("rateLimitFields() contains the policy and the remaining tokens", () => {
  assert.deepEqual(rateLimitFields({ limit: 60, allowed: true, remaining: 59, wait: 1 }), [
    "RateLimit-Policy",
    '"default";q=60;w=60',
    "RateLimit",
    '"default";r=59;t=1',
  ]);
});

test("the hint of a 429 says how long to wait and how to need fewer requests", () => {
  const { body } = rateLimited({ limit: 60, allowed: false, remaining: 0, wait: 7 });
  const hint = "Wait 7 s, and reuse earlier responses; each message of a batch counts as a request";
  assert.equal(JSON.parse(body.toString()).error.hint, hint);
});

test("rateLimited() has Retry-After in seconds", () => {
  const response = conform(rateLimited({ limit: 60, allowed: false, remaining: 0, wait: 7 }));
  assert.equal(response.status, 429);
  assert.equal(codeOf(response), "rate_limited");
  assert.equal(responseField(response.headers, "retry-after"), "7");
});
