import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../support/running.ts";
import { answersIn, exchange, get } from "../support/wire.ts";
import { TELLS_HEAP, figures, shown, size } from "./support/figures.ts";
import { REQUESTS, startLoad } from "./support/load.ts";

const SOAK = size(150_000, 1_000_000);
const CLIENTS = 200_000;

/** Asks for all of these, so many on each connection, and counts the answers by status. */
async function askAll(port: number, count: number, request: (index: number) => string): Promise<Map<number, number>> {
  const ON_EACH = 500;
  const statuses = new Map<number, number>();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const from = next;
      const here = Math.min(count - from, ON_EACH);
      next += here;
      const text = Array.from({ length: here }, (_, index) => request(from + index)).join("");
      const answers = answersIn(await exchange(port, text + get("/healthz", "Connection: close\r\n")));
      assert.equal(answers.length, here + 1);
      for (const { status } of answers.slice(0, -1)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return statuses;
}

test(`${SOAK} requests leave heap and descriptors as they were`, async (context) => {
  const server = await run(context, { RATE_LIMIT: "1000000", TRUST_PROXY: "1" }, { flags: TELLS_HEAP });
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
  const before = await figures(server);
  const startedAt = performance.now();
  const sent = await soak(SOAK);
  const seconds = (performance.now() - startedAt) / 1000;
  const after = await figures(server);
  assert.ok(after.heap - before.heap < 3, `the heap grew from ${before.heap} to ${after.heap} MB`);
  assert.ok(after.resident - before.resident < 40, `from ${before.resident} to ${after.resident} MB resident`);
  assert.ok(after.descriptors <= before.descriptors, `from ${before.descriptors} to ${after.descriptors} descriptors`);
  context.diagnostic(
    `${sent} requests in ${shown(seconds)} s; heap ${shown(before.heap)} to ${shown(after.heap)} MB, ` +
      `resident ${shown(before.resident)} to ${shown(after.resident)} MB, descriptors ${before.descriptors} to ${after.descriptors}`,
  );
});

/** Addresses of the block for benchmarks (RFC 2544) and beyond: any will do, as long as each is another. */
function address(index: number): string {
  return `198.${18 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`;
}

for (const [name, junk] of [
  ["", ""],
  [" behind long fields", "x".repeat(2000)],
] as const) {
  test(`${CLIENTS} clients${name} are remembered in bounded memory`, async (context) => {
    const server = await run(context, { TRUST_PROXY: "1" }, { flags: TELLS_HEAP });
    const request = (index: number) => get("/nope", `X-Forwarded-For: ${junk}, ${address(index)}\r\n`);
    await askAll(server.port, 2000, () => get("/nope", `X-Forwarded-For: ${junk}, 203.0.113.1\r\n`));
    const before = await figures(server);
    const statuses = await askAll(server.port, CLIENTS, request);
    assert.deepEqual([...statuses], [[404, CLIENTS]]);
    const after = await figures(server);
    assert.ok(after.heap - before.heap < 8, `the heap grew from ${before.heap} to ${after.heap} MB`);
    context.diagnostic(
      `heap ${shown(before.heap)} to ${shown(after.heap)} MB, resident ${shown(before.resident)} to ${shown(after.resident)} MB`,
    );
  });
}

test("an exhausted client stays exhausted while thousands of others come, and is served after the wait it was told", async (context) => {
  const server = await run(context, { TRUST_PROXY: "1" });
  const guest = (fields = "") => get("/nope", `X-Forwarded-For: 203.0.113.9\r\n${fields}`);
  const first = await askAll(server.port, 61, () => guest());
  assert.equal(first.get(429), 1);
  await askAll(server.port, 9000, (index) => get("/nope", `X-Forwarded-For: ${address(index)}\r\n`));
  const ask = async () => answersIn(await exchange(server.port, guest("Connection: close\r\n")))[0];
  let refused = await ask();
  while (refused?.status === 404) refused = await ask();
  assert.equal(refused?.status, 429);
  const at = refused.headers.indexOf("Retry-After");
  const seconds = Number(refused.headers[at + 1]);
  assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  assert.equal((await ask())?.status, 404);
});
