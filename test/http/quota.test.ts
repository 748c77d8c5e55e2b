import assert from "node:assert/strict";
import { test } from "node:test";
import { responseField } from "../../src/http/message.ts";
import { quota } from "../../src/http/quota.ts";
import { codeOf, conform } from "../support/conform.ts";

test("quota() names the policy and what is left of it", () => {
  const { told } = quota(60);
  assert.deepEqual(told(["Vary", "Accept"], { allowed: true, remaining: 59, wait: 1 }), [
    "Vary",
    "Accept",
    "RateLimit-Policy",
    '"default";q=60;w=60',
    "RateLimit",
    '"default";r=59;t=1',
  ]);
});

test("quota() refuses with the seconds to wait, each made once", () => {
  const { refusal } = quota(60);
  const response = conform(refusal({ allowed: false, remaining: 0, wait: 7 }));
  assert.equal(response.status, 429);
  assert.equal(codeOf(response), "rate_limited");
  assert.equal(responseField(response.headers, "retry-after"), "7");
  assert.equal(refusal({ allowed: false, remaining: 3, wait: 7 }), response);
  assert.equal(responseField(refusal({ allowed: false, remaining: 0, wait: 8 }).headers, "retry-after"), "8");
});
