/**
 * Tests that every shipped cache must pass.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { HttpResponse, SendRequest, Fields, RequestOptions } from "./client.ts";
import { HOST } from "./client.ts";
import { ACCEPTS, CLIENTS, CODINGS, PAGES, TARGETS } from "./clients.ts";
import type { Origin } from "./origin.ts";
import { startOrigin } from "./origin.ts";
import type { Proxy } from "./proxy.ts";
import { until } from "../../support/program.ts";
import { assertFailure, assertSameResponse } from "./assertions.ts";
import { uncachedTarget } from "./uncached-target.ts";
import { ATTACKS } from "./attacks.ts";

export interface CacheKind {
  readonly name: string;
  start(upstream: number): Promise<Proxy>;
  /** Returns whether a response was served from the cache after its freshness lifetime. */
  isStale(response: HttpResponse): boolean;
}

const REQUESTS = 10_000;
const CONCURRENCY = 16;
const OTHER_CLIENTS = ["chrome", "crawler", "agent", "curl"];
/** Cache entries for the nine kinds of clients: four sets of codings for each target, and two media types for pages. */
const ENTRIES = TARGETS.length * 4 + PAGES.length;

async function requestMany(
  request: SendRequest,
  count: number,
  requestAt: (index: number) => readonly [path: string, fields: Fields],
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const [path, fields] = requestAt(next++);
      const { status } = await request(path, { fields });
      assert.equal(status, 200, path);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
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
  const request: SendRequest = (path, options) => proxy.request(path, options);
  const requestDirectly: SendRequest = (path, options) => origin.service.request(path, options);
  /** Asserts that two requests get the service's response. The second may come from the cache. */
  const assertPassedOn = async (path: string, options: RequestOptions, about: string): Promise<void> => {
    const expected = await requestDirectly(path, options);
    assertSameResponse(await request(path, options), expected, `${about}, first`);
    assertSameResponse(await request(path, options), expected, `${about}, again`);
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
    await requestMany(request, REQUESTS, (index) => [TARGETS[index % TARGETS.length] ?? "/", chrome]);
    context.diagnostic(`${origin.exchanges.length} of ${REQUESTS} reached the service`);
    assert.ok(origin.exchanges.length <= 20);
  });

  test(`${name}: of ${REQUESTS} requests of nine kinds of clients 98 % are hits`, async (context) => {
    origin.exchanges.length = 0;
    const kinds = Object.values(CLIENTS);
    await requestMany(request, REQUESTS, (index) => [
      `${TARGETS[index % TARGETS.length]}?turn=${index}`,
      { ...kinds[Math.floor(index / TARGETS.length) % kinds.length], Host: index % 2 === 0 ? HOST : `other.${HOST}` },
    ]);
    context.diagnostic(`${origin.exchanges.length} of ${REQUESTS} reached the service`);
    assert.ok(origin.exchanges.length <= REQUESTS * 0.02);
    assert.ok(origin.exchanges.length <= ENTRIES, "clients of one kind share entries");
  });

  test(`${name}: every kind of client gets its own representation of every target`, async () => {
    for (const path of TARGETS) {
      for (const [kind, fields] of Object.entries(CLIENTS))
        await assertPassedOn(path, { fields }, `${path} for ${kind}`);
    }
  });

  for (const path of ["/about", "/about.md", "/api/v1/cottage"]) {
    test(`${name}: for every spelling of Accept and Accept-Encoding, ${path} is the service's response`, async () => {
      for (const accept of ACCEPTS) {
        await assertPassedOn(path, { fields: fieldsOf(accept, "gzip, br") }, `${path} with Accept: ${accept}`);
      }
      for (const coding of CODINGS) {
        await assertPassedOn(path, { fields: fieldsOf("*/*", coding) }, `${path} with Accept-Encoding: ${coding}`);
      }
    });
  }

  test(`${name}: HEAD gets the service's response, and entity tags stay strong and give 304`, async () => {
    for (const path of ["/about", "/api/v1/reviews"]) {
      for (const coding of ["br, gzip", "gzip", "identity"]) {
        const fields = { "Accept-Encoding": coding };
        await assertPassedOn(path, { method: "HEAD", fields }, `HEAD ${path} in ${coding}`);
        const { fields: first } = await request(path, { fields });
        assert.match(first["etag"] ?? "", /^"[\w-]+"$/);
        const again = await request(path, { fields: { ...fields, "If-None-Match": `W/${first["etag"]}` } });
        assert.equal(again.status, 304);
        assert.equal(again.body.length, 0);
        for (const name of ["etag", "cache-control", "vary"]) assert.equal(again.fields[name], first[name], name);
      }
    }
  });

  test(`${name}: a range request gets the whole response, as from the service`, async () => {
    await assertPassedOn("/about", { fields: { Range: "bytes=0-3" } }, "/about with a Range");
  });

  for (const [attack, options] of Object.entries(ATTACKS)) {
    test(`${name}: a request with ${attack} does not change the responses to other clients`, async () => {
      for (const path of ["/developers", "/api/v1/attractions", "/llms.txt"]) {
        const target = uncachedTarget(path);
        await proxy.requestFrom("127.0.0.2")(target, options);
        for (const kind of OTHER_CLIENTS) {
          const fields = CLIENTS[kind] ?? {};
          assertSameResponse(
            await request(target, { fields }),
            await requestDirectly(path, { fields }),
            `${path} after ${attack}`,
          );
        }
      }
    });
  }

  test(`${name}: errors are passed on and not stored`, async () => {
    for (const path of ["/nowhere", "/api", "/about%2F"]) {
      origin.exchanges.length = 0;
      await assertPassedOn(path, { fields: { "Accept-Encoding": "gzip, br" } }, path);
      assert.equal(origin.exchanges.length, 2, path);
    }
    const { status, fields } = await request("/api/v1/cottage", { method: "DELETE" });
    assert.equal(status, 405);
    assert.equal(fields["allow"], "GET, HEAD, OPTIONS");
  });

  test(`${name}: a stale response is revalidated with its entity tag, and the service responds with 304`, async () => {
    const target = uncachedTarget("/developers");
    origin.setFreshness(1);
    const first = await request(target);
    origin.exchanges.length = 0;
    await until("the stored response is revalidated", async () => {
      const response = await request(target);
      assert.equal(response.status, 200);
      assert.ok(response.body.equals(first.body));
      return origin.exchanges.length > 0;
    });
    origin.setFreshness(undefined);
    const [revalidation] = origin.exchanges;
    assert.equal(revalidation?.fields["if-none-match"], first.fields["etag"]);
    assert.equal(revalidation?.status, 304);
  });

  test(`${name}: while the service is down, serves stored responses, or else a 503 that is not stored`, async () => {
    const targets = [...PAGES.slice(1), "/api/v1/cottage"].map(uncachedTarget);
    const missing = uncachedTarget("/developers");
    origin.setFreshness(1, 0);
    const before = await Promise.all(targets.map((target) => request(target)));
    const assertServed = async (): Promise<void> => {
      await until("the stored responses are stale", async () => isStale(await request(targets[0] ?? "")));
      for (const [index, target] of targets.entries()) {
        const { status, body } = await request(target);
        assert.equal(status, 200, target);
        assert.ok(before[index]?.body.equals(body));
      }
    };
    origin.failWith(500);
    await assertServed();
    origin.failWith(undefined);
    await origin.stopListening();
    await assertServed();
    assertFailure(await request(missing), 503, "unavailable");
    await origin.listenAgain();
    origin.setFreshness(undefined);
    await until("the proxy uses the service again", async () => (await request(missing)).status === 200);
  });
}

/** Tests the service's rate limit behind a proxy, which must pass on the address of each client. */
export function testLimit({ name, start }: CacheKind): void {
  const LIMIT = 5;

  test(`${name}: the rate limit is per client, ignores forged addresses, and its 429 is not stored`, async () => {
    const origin = await startOrigin({ RATE_LIMIT: String(LIMIT) });
    const proxy = await start(origin.port);
    const target = uncachedTarget("/developers");
    const greedy = proxy.requestFrom("127.0.0.2");
    for (let turn = 0; turn < LIMIT; turn += 1) {
      const { status } = await greedy("/nowhere", { fields: { "X-Forwarded-For": `198.51.100.${turn}` } });
      assert.equal(status, 404);
    }
    const refused = await greedy(target, { fields: { "X-Forwarded-For": "198.51.100.99" } });
    assertFailure(refused, 429, "rate_limited");
    assert.match(refused.fields["retry-after"] ?? "", /^\d+$/);

    assert.equal((await proxy.request(target)).status, 200);
    const stored = await greedy(target);
    assert.equal(stored.status, 200, "stored responses do not count towards the limit");
    assert.equal(origin.exchanges.filter(({ status }) => status === 429).length, 1);
    await proxy.stop();
    await origin.stop();
  });
}
