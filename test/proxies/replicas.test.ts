import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { SendRequest, RequestOptions } from "./support/client.ts";
import type { Nginx } from "./support/nginx.ts";
import { startNginx } from "./support/nginx.ts";
import type { Origin } from "./support/origin.ts";
import { startOrigin } from "./support/origin.ts";
import { assertFailure } from "./support/assertions.ts";
import { uncachedTarget } from "./support/uncached-target.ts";

const LIMIT = 60;

const PING: RequestOptions = {
  method: "POST",
  fields: { "Content-Type": "application/json" },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
};

let replicas: Origin[];
let nginx: Nginx;

before(async () => {
  replicas = await Promise.all([startOrigin(), startOrigin(), startOrigin()]);
  nginx = await startNginx({
    name: "holiday-cottage-replicas",
    upstream: replicas.map(({ port }) => port),
    behindCdn: true,
  });
});
after(async () => {
  await nginx.stop();
  await Promise.all(replicas.map((replica) => replica.stop()));
});

/** Returns a function that sends requests with the X-Forwarded-For that the CDN sets for a client. */
function clientAt(forwardedFor: string): SendRequest {
  return (path, options = {}) =>
    nginx.request(path, { ...options, fields: { ...options.fields, "X-Forwarded-For": forwardedFor } });
}

/** Sends requests at once, and returns how many of them the rate limit accepted. */
async function countAccepted(
  request: SendRequest,
  count: number,
  path = "/api/",
  options: RequestOptions = {},
): Promise<number> {
  const statuses = await Promise.all(
    Array.from({ length: count }, () => request(path, options).then(({ status }) => status)),
  );
  for (const status of statuses) assert.ok(status === 200 || status === 204 || status === 429, String(status));
  return statuses.filter((status) => status !== 429).length;
}

/** Asserts a count of accepted requests, allowing one more for each second since the start. */
function assertCount(count: number, wanted: number, startedAt: number): void {
  const most = wanted + Math.ceil((performance.now() - startedAt) / 1000);
  assert.ok(count >= wanted && count <= most, `${count}, not from ${wanted} to ${most}`);
}

test("replicas: calls are spread over all replicas, which share one rate limit", async () => {
  const startedAt = performance.now();
  assertCount(await countAccepted(clientAt("198.51.100.1"), LIMIT + 20, "/mcp", PING), LIMIT, startedAt);
  for (const { exchanges } of replicas) assert.ok(exchanges.length >= LIMIT / 6, `one replica had ${exchanges.length}`);
});

test("replicas: a client over the rate limit gets a JSON error, and other clients are served", async () => {
  const greedy = clientAt("198.51.100.2");
  const target = uncachedTarget("/developers");
  let refused = await greedy(target);
  for (let turn = 0; turn < 10 * LIMIT && refused.status !== 429; turn += 1) refused = await greedy(target);
  assertFailure(refused, 429, "rate_limited");
  assert.equal(refused.fields["retry-after"], "1");
  assert.equal((await clientAt("198.51.100.3")(target)).status, 200);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  assert.equal((await greedy(target)).status, 200, "a request is accepted after Retry-After");
});

test("replicas: a client is identified by the rightmost address that is not a proxy's", async () => {
  const startedAt = performance.now();
  let turn = 0;
  const forger: SendRequest = (path, options) => clientAt(`203.0.113.${turn++}, 198.51.100.4`)(path, options);
  assertCount(await countAccepted(forger, LIMIT + 20), LIMIT, startedAt);
  assertCount(await countAccepted(clientAt("203.0.113.7, 198.51.100.4, 127.0.0.9"), 5), 0, startedAt);
});

test("replicas: IPv6 clients are counted by /64 prefix, and IPv4-mapped addresses as IPv4", async () => {
  const startedAt = performance.now();
  assertCount(await countAccepted(clientAt("2001:db8:1:2::5"), LIMIT + 5), LIMIT, startedAt);
  assertCount(await countAccepted(clientAt("2001:db8:1:2:ffff::6"), 5), 0, startedAt);
  assertCount(await countAccepted(clientAt("2001:db8:1:3::5"), 5), 5, startedAt);
  assertCount(await countAccepted(clientAt("198.51.100.5"), LIMIT + 5), LIMIT, startedAt);
  assertCount(await countAccepted(clientAt("::ffff:198.51.100.5"), 5), 0, startedAt);
  assertCount(await countAccepted(clientAt("::ffff:198.51.100.6"), 5), 5, startedAt);
});

test("replicas: preflights and health checks do not count towards the rate limit", async () => {
  const client = clientAt("198.51.100.7");
  await countAccepted(client, LIMIT + 5);
  assert.equal(await countAccepted(client, 20, "/mcp", { method: "OPTIONS" }), 20);
  assert.equal(await countAccepted(client, 20, "/readyz"), 20);
});

test("replicas: the service gets the client's address last in X-Forwarded-For", async () => {
  for (const { exchanges } of replicas) exchanges.length = 0;
  await clientAt("203.0.113.9, 198.51.100.8")("/mcp", PING);
  const [exchange] = replicas.flatMap(({ exchanges }) => exchanges);
  assert.match(String(exchange?.fields["x-forwarded-for"]), /(?:^|, )198\.51\.100\.8$/);
});

test("replicas: when one replica fails, no GET or MCP request is lost", async () => {
  const [first] = replicas;
  assert.ok(first !== undefined);
  const statuses = new Set<number>();
  let turn = 0;
  const visit = async (): Promise<void> => {
    const client = clientAt(`192.0.2.${turn % 250}`);
    turn += 1;
    statuses.add((await client("/mcp", PING)).status);
    statuses.add((await client(uncachedTarget("/api/v1/attractions"))).status);
  };
  first.failWith("silence");
  for (let round = 0; round < 20; round += 1) await visit();
  first.failWith(undefined);
  await first.stopListening();
  for (let round = 0; round < 40; round += 1) await visit();
  await first.listenAgain();
  for (let round = 0; round < 20; round += 1) await visit();
  assert.deepEqual(statuses, new Set([200]));
});
