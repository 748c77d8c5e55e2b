import assert from "node:assert/strict";
import { test } from "node:test";
import type { HttpResponse, RequestOptions } from "./support/client.ts";
import { createClient } from "./support/client.ts";
import { startCaddy } from "./support/caddy.ts";
import { CLIENTS, TARGETS } from "./support/clients.ts";
import { testMcp } from "./support/mcp-tests.ts";
import { startOrigin } from "./support/origin.ts";
import { assertUnavailable, assertSameResponse } from "./support/assertions.ts";
import { startService } from "./support/service.ts";

const PING: RequestOptions = {
  method: "POST",
  fields: { "Content-Type": "application/json" },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
};

testMcp("Caddy", startCaddy);

test("Caddy: every representation is passed on unchanged, and its entity tag gives 304", async () => {
  const origin = await startOrigin();
  const caddy = await startCaddy(origin.port);
  for (const path of TARGETS) {
    for (const [kind, fields] of Object.entries(CLIENTS)) {
      const expected = await origin.service.request(path, { fields });
      assertSameResponse(await caddy.request(path, { fields }), expected, `${path} for ${kind}`);
      assert.match(expected.fields["etag"] ?? "", /^"[\w-]+"$/);
      const again = { fields: { ...fields, "If-None-Match": expected.fields["etag"] ?? "" } };
      const unchanged = await caddy.request(path, again);
      assert.equal(unchanged.status, 304);
      assertSameResponse(unchanged, await origin.service.request(path, again), `${path} again for ${kind}`);
    }
  }
  await caddy.stop();
  await origin.stop();
});

test("Caddy: a forged X-Forwarded-For is replaced, so the rate limit counts clients", async () => {
  const LIMIT = 5;
  const origin = await startOrigin({ RATE_LIMIT: String(LIMIT) });
  const caddy = await startCaddy(origin.port);
  const greedy = caddy.requestFrom("127.0.0.2");
  const responses: HttpResponse[] = [];
  for (let turn = 0; turn <= LIMIT; turn += 1) {
    responses.push(await greedy("/api/", { fields: { "X-Forwarded-For": `198.51.100.${turn}` } }));
  }
  assert.deepEqual(
    responses.map(({ status }) => status),
    [...Array<number>(LIMIT).fill(200), 429],
  );
  assert.deepEqual(new Set(origin.exchanges.map(({ fields }) => fields["x-forwarded-for"])), new Set(["127.0.0.2"]));
  assert.equal((await caddy.request("/api/")).status, 200, "another client has a bucket of its own");
  await caddy.stop();
  await origin.stop();
});

test("Caddy: requests wait while the service restarts, and get 503 if it stays down", async () => {
  const first = await startService();
  const caddy = await startCaddy(first.port);
  const statuses: number[] = [];
  const calls: number[] = [];
  let isOver = false;
  const visitor = async (): Promise<void> => {
    while (!isOver) {
      statuses.push((await caddy.request("/api/")).status);
      calls.push((await caddy.request("/mcp", PING)).status);
    }
  };
  const visitors = Array.from({ length: 4 }, visitor);
  for (let round = 0, running = first; round < 3; round += 1) {
    assert.equal(await running.program.stop(), 0);
    running = await startService({ env: { PORT: String(first.port) } });
    if (round === 2) {
      isOver = true;
      await Promise.all(visitors);
      await running.program.stop();
    }
  }
  assert.deepEqual(new Set(statuses), new Set([200]));
  // Before caddyserver/caddy pull request 7547, Caddy could not retry a request that has a body.
  for (const status of calls) assert.ok(status === 200 || status === 503, String(status));
  await assertUnavailable(caddy.request);
  await caddy.stop();
});

test("Caddy: plain HTTP and www redirect to the main name", async () => {
  const origin = await startOrigin();
  const caddy = await startCaddy(origin.port);
  const { status, fields } = await caddy.request("/about?x", { fields: { Host: "www.cottage.example" } });
  // The TLS handshake names cottage.example and Host names www. Caddy uses Host.
  assert.equal(status, 308);
  assert.equal(fields["location"], "https://cottage.example/about?x");
  const plain = await createClient({ port: caddy.plainPort })("/about");
  assert.equal(plain.status, 308);
  assert.match(plain.fields["location"] ?? "", /^https:\/\/cottage\.example.*\/about$/);
  await caddy.stop();
  await origin.stop();
});
