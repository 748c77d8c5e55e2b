/**
 * Tests that every shipped cache must pass.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { HttpResponse, Ask, Fields, RequestOptions } from "./client.ts";
import { HOST } from "./client.ts";
import { ACCEPTS, CLIENTS, CODINGS, PAGES, TARGETS } from "./clients.ts";
import type { Origin } from "./origin.ts";
import { startOrigin } from "./origin.ts";
import type { Proxy } from "./proxy.ts";
import { until } from "../../support/program.ts";
import { assertFailure, assertSame } from "./assertions.ts";
import { uncachedTarget } from "./uncached-target.ts";
import { ATTACKS } from "./attacks.ts";

export interface CacheKind {
  readonly name: string;
  start(upstream: number): Promise<Proxy>;
  /** Tells whether a response was served from the cache after its freshness lifetime. */
  isStale(answer: HttpResponse): boolean;
}

const REQUESTS = 10_000;
const AT_ONCE = 16;
const VICTIMS = ["chrome", "crawler", "agent", "curl"];
/** Entries that the nine kinds of clients need: four sets of codings for each target, and two media types for pages. */
const ENTRIES = TARGETS.length * 4 + PAGES.length;

async function askMany(
  ask: Ask,
  count: number,
  nth: (index: number) => readonly [path: string, fields: Fields],
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const [path, fields] = nth(next++);
      const { status } = await ask(path, { fields });
      assert.equal(status, 200, path);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function fieldsOf(accept: string | undefined, coding: string | undefined): Fields {
  return {
    ...(accept === undefined ? {} : { Accept: accept }),
    ...(coding === undefined ? {} : { "Accept-Encoding": coding }),
  };
}

export function testCache({ name, start, isStale }: CacheKind): void {
  let origin: Origin;
  let proxy: Proxy;
  const ask: Ask = (path, options) => proxy.ask(path, options);
  const direct: Ask = (path, options) => origin.service.ask(path, options);
  /** Requests twice: the second response comes from the cache if the first was stored. */
  const assertPasses = async (path: string, options: RequestOptions, about: string): Promise<void> => {
    const expected = await direct(path, options);
    assertSame(await ask(path, options), expected, `${about}, first`);
    assertSame(await ask(path, options), expected, `${about}, again`);
  };

  before(async () => {
    origin = await startOrigin();
    proxy = await start(origin.port);
    origin.exchanges.length = 0;
  });
  after(async () => {
    await proxy.stop();
    await origin.stop();
  });

  test(`${name}: of ${REQUESTS} requests of one kind of client at most 20 reach the service`, async (context) => {
    const { chrome = {} } = CLIENTS;
    await askMany(ask, REQUESTS, (index) => [TARGETS[index % TARGETS.length] ?? "/", chrome]);
    context.diagnostic(`${origin.exchanges.length} of ${REQUESTS} reached the service`);
    assert.ok(origin.exchanges.length <= 20);
  });

  test(`${name}: of ${REQUESTS} requests of nine kinds of clients 98 % are hits`, async (context) => {
    origin.exchanges.length = 0;
    const kinds = Object.values(CLIENTS);
    await askMany(ask, REQUESTS, (index) => [
      `${TARGETS[index % TARGETS.length]}?turn=${index}`,
      { ...kinds[Math.floor(index / TARGETS.length) % kinds.length], Host: index % 2 === 0 ? HOST : `www.${HOST}` },
    ]);
    context.diagnostic(`${origin.exchanges.length} of ${REQUESTS} reached the service`);
    assert.ok(origin.exchanges.length <= REQUESTS * 0.02);
    assert.ok(origin.exchanges.length <= ENTRIES, "those of one kind share what is stored");
  });

  test(`${name}: every kind of client gets its own representation of every target`, async () => {
    for (const path of TARGETS) {
      for (const [kind, fields] of Object.entries(CLIENTS)) await assertPasses(path, { fields }, `${path} for ${kind}`);
    }
  });

  for (const path of ["/about", "/about.md", "/api/v1/cottage"]) {
    test(`${name}: whatever the spelling of a preference, ${path} is what the service would say`, async () => {
      for (const accept of ACCEPTS) {
        await assertPasses(path, { fields: fieldsOf(accept, "gzip, br") }, `${path} with Accept: ${accept}`);
      }
      for (const coding of CODINGS) {
        await assertPasses(path, { fields: fieldsOf("*/*", coding) }, `${path} with Accept-Encoding: ${coding}`);
      }
    });
  }

  test(`${name}: HEAD answers as GET does, and entity tags stay strong and are answered with 304`, async () => {
    for (const path of ["/about", "/api/v1/reviews"]) {
      for (const coding of ["br, gzip", "gzip", "identity"]) {
        const fields = { "Accept-Encoding": coding };
        await assertPasses(path, { method: "HEAD", fields }, `HEAD ${path} in ${coding}`);
        const { fields: got } = await ask(path, { fields });
        assert.match(got["etag"] ?? "", /^"[\w-]+"$/);
        const again = await ask(path, { fields: { ...fields, "If-None-Match": `W/${got["etag"]}` } });
        assert.equal(again.status, 304);
        assert.equal(again.body.length, 0);
        for (const kept of ["etag", "cache-control", "vary"]) assert.equal(again.fields[kept], got[kept], kept);
      }
    }
  });

  test(`${name}: a part of an answer is not served, since the service does not`, async () => {
    await assertPasses("/about", { fields: { Range: "bytes=0-3" } }, "/about with a Range");
  });

  for (const [attack, options] of Object.entries(ATTACKS)) {
    test(`${name}: nothing is stored for others of a request with ${attack}`, async () => {
      for (const path of ["/developers", "/api/v1/attractions", "/llms.txt"]) {
        const target = uncachedTarget(path);
        await proxy.askFrom("127.0.0.2")(target, options);
        for (const kind of VICTIMS) {
          const fields = CLIENTS[kind] ?? {};
          assertSame(await ask(target, { fields }), await direct(path, { fields }), `${path} after ${attack}`);
        }
      }
    });
  }

  test(`${name}: errors reach their client and are not stored`, async () => {
    for (const path of ["/nowhere", "/api", "/about%2F"]) {
      origin.exchanges.length = 0;
      await assertPasses(path, { fields: { "Accept-Encoding": "gzip, br" } }, path);
      assert.equal(origin.exchanges.length, 2, path);
    }
    const { status, fields } = await ask("/api/v1/cottage", { method: "DELETE" });
    assert.equal(status, 405);
    assert.equal(fields["allow"], "GET, HEAD, OPTIONS");
  });

  test(`${name}: an old answer is asked about with its entity tag and costs the service a 304`, async () => {
    const target = uncachedTarget("/developers");
    origin.freshFor(1);
    const first = await ask(target);
    origin.exchanges.length = 0;
    await until("the stored answer is asked about", async () => {
      const answer = await ask(target);
      assert.equal(answer.status, 200);
      assert.ok(answer.body.equals(first.body));
      return origin.exchanges.length > 0;
    });
    origin.freshFor(undefined);
    const [revalidation] = origin.exchanges;
    assert.equal(revalidation?.fields["if-none-match"], first.fields["etag"]);
    assert.equal(revalidation?.status, 304);
  });

  test(`${name}: while the service is down, serves stored responses, or else a 503 that is not stored`, async () => {
    const targets = [...PAGES.slice(1), "/api/v1/cottage"].map(uncachedTarget);
    const missing = uncachedTarget("/developers");
    origin.freshFor(1, 0);
    const before = await Promise.all(targets.map((target) => ask(target)));
    const assertServed = async (): Promise<void> => {
      await until("the stored answers are stale", async () => isStale(await ask(targets[0] ?? "")));
      for (const [index, target] of targets.entries()) {
        const { status, body } = await ask(target);
        assert.equal(status, 200, target);
        assert.ok(before[index]?.body.equals(body));
      }
    };
    origin.failWith(500);
    await assertServed();
    origin.failWith(undefined);
    await origin.cut();
    await assertServed();
    assertFailure(await ask(missing), 503, "unavailable");
    await origin.mend();
    origin.freshFor(undefined);
    await until("the service is seen to be back", async () => (await ask(missing)).status === 200);
  });
}

/** Tests the service's rate limit behind a proxy, which must pass on the address of each client. */
export function testLimit({ name, start }: CacheKind): void {
  const LIMIT = 5;

  test(`${name}: the rate limit is per client, ignores forged addresses, and its 429 is not stored`, async () => {
    const origin = await startOrigin({ RATE_LIMIT: String(LIMIT) });
    const proxy = await start(origin.port);
    const target = uncachedTarget("/developers");
    const greedy = proxy.askFrom("127.0.0.2");
    for (let turn = 0; turn < LIMIT; turn += 1) {
      const { status } = await greedy("/nowhere", { fields: { "X-Forwarded-For": `198.51.100.${turn}` } });
      assert.equal(status, 404);
    }
    const refused = await greedy(target, { fields: { "X-Forwarded-For": "198.51.100.99" } });
    assertFailure(refused, 429, "rate_limited");
    assert.match(refused.fields["retry-after"] ?? "", /^\d+$/);

    assert.equal((await proxy.ask(target)).status, 200);
    const stored = await greedy(target);
    assert.equal(stored.status, 200, "what is stored costs nothing");
    assert.equal(origin.exchanges.filter(({ status }) => status === 429).length, 1);
    await proxy.stop();
    await origin.stop();
  });
}
