import assert from "node:assert/strict";
import { test } from "node:test";
import { testCache, testLimit } from "./support/cache-tests.ts";
import type { CacheKind } from "./support/cache-tests.ts";
import { testMcp } from "./support/mcp-tests.ts";
import { startOrigin } from "./support/origin.ts";
import { assertFailure, assertUnavailable } from "./support/assertions.ts";
import { until } from "../support/program.ts";
import { startVarnish } from "./support/varnish.ts";

const VARNISH: CacheKind = {
  name: "Varnish",
  start: (port) => startVarnish(port),
  isStale: ({ fields }) => Number(fields["age"]) > 1,
};

testCache(VARNISH);
testLimit(VARNISH);
testMcp("Varnish", VARNISH.start);

test("Varnish: a long Accept field gets a JSON error", async () => {
  const origin = await startOrigin();
  const varnish = await startVarnish(origin.port);
  const accept = (length: number) => ({ fields: { Accept: `text/html${";a=b".repeat(length / 4)}`.slice(0, length) } });
  for (const length of [1025, 1100, 7000])
    assertFailure(await varnish.request("/about", accept(length)), 431, "fields_too_large");
  assert.equal((await varnish.request("/about", accept(1000))).status, 200);
  assert.equal(
    (await varnish.request("/mcp", accept(7000))).status,
    431,
    "the limit applies to every method and target",
  );
  await varnish.stop();
  await origin.stop();
});

test("Varnish: while the service is down, browsers get a page and programs get a JSON error", async () => {
  const origin = await startOrigin();
  const varnish = await startVarnish(origin.port);
  await origin.stopListening();
  await assertUnavailable(varnish.request);
  await varnish.stop();
  await origin.stop();
});

test("Varnish: the documented command empties the cache", async () => {
  const origin = await startOrigin();
  const varnish = await startVarnish(origin.port);
  const age = async () => Number((await varnish.request("/api/")).fields["age"]);
  await until("a stored response is served", async () => (await age()) > 1);
  varnish.emptyCache();
  assert.equal(await age(), 0);
  await varnish.stop();
  await origin.stop();
});

test("Varnish: stale responses are served only while the service is failing or down", async () => {
  const origin = await startOrigin();
  const varnish = await startVarnish(origin.port, "0s");
  const ages: number[] = [];
  const recordAge = async (): Promise<void> => {
    const { status, fields } = await varnish.request("/api/");
    assert.equal(status, 200);
    ages.push(Number(fields["age"]));
  };
  origin.setFreshness(1);
  await until("the stored response was revalidated twice", async () => {
    await recordAge();
    return origin.exchanges.filter(({ status }) => status === 304).length === 2;
  });
  assert.equal(Math.max(...ages), 0, "no response is older than one second");
  origin.failWith(500);
  await until("a stale response is served", async () => {
    await recordAge();
    return (ages.at(-1) ?? 0) > 2;
  });
  await origin.stopListening();
  for (let turn = 0; turn < 10; turn += 1) await recordAge();
  await varnish.stop();
  await origin.stop();
});
