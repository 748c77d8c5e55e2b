import assert from "node:assert/strict";
import { test } from "node:test";
import { responseField } from "../support/field.ts";
import { run } from "../support/running.ts";
import { parseResponses, exchange, get } from "../support/wire.ts";
import { HEAP_REPORT_FLAGS, measure, rounded, sizeOf } from "./support/measure.ts";
import { REQUESTS, startLoad } from "./support/load.ts";

const SOAK_REQUESTS = sizeOf(150_000, 1_000_000);
const CLIENTS = 200_000;

const REQUESTS_PER_CONNECTION = 500;

/** Sends requests over four connections at a time, and counts the responses by status. */
async function sendAll(port: number, count: number, request: (index: number) => string): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const from = next;
      const length = Math.min(count - from, REQUESTS_PER_CONNECTION);
      next += length;
      const text = Array.from({ length }, (_, index) => request(from + index)).join("");
      const responses = parseResponses(await exchange(port, text + get("/healthz", "Connection: close\r\n")));
      assert.equal(responses.length, length + 1);
      for (const { status } of responses.slice(0, -1)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return statuses;
}

test(`${SOAK_REQUESTS} requests leak neither memory nor descriptors`, async (context) => {
  const server = await run(context, { RATE_LIMIT: "1000000", TRUST_PROXY: "1" }, { flags: HEAP_REPORT_FLAGS });
  const requests = [...REQUESTS, get("/nope"), get("/about", "If-None-Match: *\r\n")];
  const soak = async (count: number): Promise<number> => {
    const { load, stop } = startLoad(context, server.port, [
      { requests, clients: 15, keepAlive: true },
      { requests, clients: 1, keepAlive: false },
    ]);
    while (load.sent < count) await new Promise((resolve) => setTimeout(resolve, 20));
    const { failures, sent } = await stop();
    assert.deepEqual([...failures], []);
    return sent;
  };
  await soak(20_000);
  const before = await measure(server);
  const startedAt = performance.now();
  const sent = await soak(SOAK_REQUESTS);
  const seconds = (performance.now() - startedAt) / 1000;
  const after = await measure(server);
  assert.ok(after.heap - before.heap < 3, `the heap grew from ${before.heap} to ${after.heap} MB`);
  assert.ok(after.resident - before.resident < 40, `from ${before.resident} to ${after.resident} MB resident`);
  assert.ok(after.descriptors <= before.descriptors, `from ${before.descriptors} to ${after.descriptors} descriptors`);
  context.diagnostic(
    `${sent} requests in ${rounded(seconds)} s; heap ${rounded(before.heap)} to ${rounded(after.heap)} MB, ` +
      `resident ${rounded(before.resident)} to ${rounded(after.resident)} MB, ` +
      `descriptors ${before.descriptors} to ${after.descriptors}`,
  );
});

/** Returns a distinct address for each index. The first ones are in the block for benchmarks (RFC 2544). */
function address(index: number): string {
  return `198.${18 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`;
}

for (const [name, junk] of [
  ["", ""],
  [" with long X-Forwarded-For fields", "x".repeat(2000)],
] as const) {
  test(`the rate limit counts ${CLIENTS} clients${name} in bounded memory`, async (context) => {
    const server = await run(context, { TRUST_PROXY: "1" }, { flags: HEAP_REPORT_FLAGS });
    const request = (index: number) => get("/nope", `X-Forwarded-For: ${junk}, ${address(index)}\r\n`);
    await sendAll(server.port, 2000, () => get("/nope", `X-Forwarded-For: ${junk}, 203.0.113.1\r\n`));
    const before = await measure(server);
    const statuses = await sendAll(server.port, CLIENTS, request);
    assert.deepEqual([...statuses], [[404, CLIENTS]]);
    const after = await measure(server);
    assert.ok(after.heap - before.heap < 8, `the heap grew from ${before.heap} to ${after.heap} MB`);
    context.diagnostic(
      `heap ${rounded(before.heap)} to ${rounded(after.heap)} MB, ` +
        `resident ${rounded(before.resident)} to ${rounded(after.resident)} MB`,
    );
  });
}

test("a client stays limited until Retry-After, despite thousands of other clients", async (context) => {
  const server = await run(context, { TRUST_PROXY: "1" });
  const limitedRequest = (fields = "") => get("/nope", `X-Forwarded-For: 203.0.113.9\r\n${fields}`);
  const first = await sendAll(server.port, 61, () => limitedRequest());
  assert.equal(first.get(429), 1);
  await sendAll(server.port, 9000, (index) => get("/nope", `X-Forwarded-For: ${address(index)}\r\n`));
  const sendOne = async () => parseResponses(await exchange(server.port, limitedRequest("Connection: close\r\n")))[0];
  let refused = await sendOne();
  while (refused?.status === 404) refused = await sendOne();
  assert.equal(refused?.status, 429);
  const seconds = Number(responseField(refused.headers, "retry-after"));
  assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  assert.equal((await sendOne())?.status, 404);
});
