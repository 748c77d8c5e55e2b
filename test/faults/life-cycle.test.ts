import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { copySample } from "../support/folder.ts";
import { run } from "../support/running.ts";
import type { ClientGroup, Load } from "./support/load.ts";
import { REQUESTS, p99, startLoad, wait } from "./support/load.ts";
import { HEAP_REPORT_FLAGS, UNIT_MEBIBYTES, measure, peakMebibytes, rounded, sizeOf } from "./support/measure.ts";
import { get, post } from "../support/wire.ts";

const ROUNDS = 20;
const DEADLINE_MS = 10_000;

const CLIENT_GROUPS: readonly ClientGroup[] = [
  { requests: REQUESTS, clients: 20, keepAlive: true },
  { requests: REQUESTS, clients: 20, keepAlive: true, pause: 60 },
  { requests: REQUESTS, clients: 10, keepAlive: false },
];

function assertNoneFailed({ sent, failures, statuses }: Load): void {
  assert.deepEqual([...failures], [], "no request failed");
  assert.deepEqual([...statuses.keys()], [200]);
  assert.equal(statuses.get(200), sent);
}

test(`${ROUNDS} stops under load lose no requests`, async (context) => {
  let sent = 0;
  let longest = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await run(context, { RATE_LIMIT: "off" });
    const load = startLoad(context, server.port, CLIENT_GROUPS);
    await wait(200 + 20 * round);
    const startedAt = performance.now();
    server.kill(round % 2 === 0 ? "SIGTERM" : "SIGINT");
    const { status, stderr } = await server.ended;
    longest = Math.max(longest, performance.now() - startedAt);
    const result = await load.stop();
    assert.equal(status, 0);
    assert.equal(stderr, "");
    assertNoneFailed(result);
    sent += result.sent;
  }
  assert.ok(longest < DEADLINE_MS);
  context.diagnostic(`${sent} requests, longest stop ${rounded(longest)} ms`);
});

test("a stop with stalled clients takes less than the grace period of a container", async (context) => {
  const server = await run(context, { RATE_LIMIT: "off" });
  const incompleteExchanges = [
    "",
    "GET / HT",
    "GET /about HTTP/1.1\r\nHost: a\r\nX: ",
    post("x".repeat(1000)).slice(0, -900),
    get("/about"),
    get("/openapi.json").repeat(2000),
    "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
  ];
  const sockets = Array.from({ length: 70 }, (_, index) => {
    const socket = connect({ port: server.port, host: "127.0.0.1" })
      .on("error", () => undefined)
      .pause();
    socket.write(incompleteExchanges[index % incompleteExchanges.length] ?? "");
    return socket;
  });
  await Promise.all(sockets.map((socket) => (socket.connecting ? once(socket, "connect") : undefined)));
  await wait(300);
  const startedAt = performance.now();
  server.kill("SIGTERM");
  const { status } = await server.ended;
  const took = performance.now() - startedAt;
  for (const socket of sockets) socket.destroy();
  assert.equal(status, 0);
  assert.ok(took < DEADLINE_MS, `${took} ms`);
  context.diagnostic(`stopped after ${rounded(took)} ms with 70 clients that never finish`);
});

/** Changes that a reload must reject. */
const DAMAGES: readonly ((folder: string, good: string) => void)[] = [
  (folder, good) => writeFileSync(join(folder, "cottage.json"), good.slice(0, good.length / 2)),
  (folder, good) => writeFileSync(join(folder, "cottage.json"), good.replace(/"bedrooms": \d+/, '"bedrooms": "three"')),
  (folder) => writeFileSync(join(folder, "cottage.json"), ""),
  (folder) => writeFileSync(join(folder, "cottage.json"), Buffer.from([0xff, 0xfe, 0, 0x7b])),
  (folder) => rmSync(join(folder, "cottage.json")),
];

test(`${ROUNDS} reloads under load, half of them of damaged files, lose no requests`, async (context) => {
  const files = copySample();
  const path = join(files.dataDirectory, "cottage.json");
  const good = readFileSync(path, "utf8");
  const server = await run(context, { RATE_LIMIT: "off", ...files.environment });
  const load = startLoad(context, server.port, CLIENT_GROUPS);
  const name = async (): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/cottage`);
    const cottage: unknown = await response.json();
    return typeof cottage === "object" && cottage !== null && "name" in cottage ? cottage.name : undefined;
  };
  let served = await name();
  for (let round = 0; round < ROUNDS; round += 1) {
    const damage = round % 2 === 0 ? undefined : DAMAGES[((round - 1) / 2) % DAMAGES.length];
    const next = `Round ${round}`;
    writeFileSync(path, good.replace(/"name": "[^"]*"/, `"name": "${next}"`));
    damage?.(files.dataDirectory, good);
    const times = Math.floor(round / 2) + 1;
    server.kill("SIGHUP");
    if (damage === undefined) {
      await server.waitForOutput('"Reloaded: ', times);
      served = next;
    } else await server.waitForOutput("was not reloaded", times);
    assert.equal(await name(), served);
    await wait(50);
  }
  const result = await load.stop();
  assertNoneFailed(result);
  server.kill("SIGTERM");
  assert.equal((await server.ended).status, 0);
  context.diagnostic(`${result.sent} requests, p99 ${rounded(p99(result.latencies))} ms`);
});

const RELOADS = sizeOf(60, 500);

test(`${RELOADS} reloads leak neither memory nor descriptors`, async (context) => {
  const server = await run(context, { RATE_LIMIT: "off" }, { flags: HEAP_REPORT_FLAGS });
  let done = 0;
  const reload = async (times: number): Promise<void> => {
    for (const until = done + times; done < until; done += 1) {
      server.kill("SIGHUP");
      await server.waitForOutput('"Reloaded: ', done + 1);
    }
  };
  await reload(10);
  const before = await measure(server);
  await reload(RELOADS);
  const after = await measure(server);
  assert.ok(after.heap - before.heap < 3, `the heap grew from ${before.heap} to ${after.heap} MB`);
  assert.ok(after.descriptors <= before.descriptors);
  context.diagnostic(
    `heap ${rounded(before.heap)} to ${rounded(after.heap)} MB, ` +
      `resident ${rounded(before.resident)} to ${rounded(after.resident)} MB`,
  );
});

test("reloads with many large unchanged photos stay below the memory limit", async (context) => {
  const { dataDirectory, environment } = copySample();
  const images = join(dataDirectory, "../content/images");
  const photos = Array.from({ length: 12 }, (_, index) => ({
    file: `photo-${"abcdefghijkl"[index]}.webp`,
    alt: `Room ${index}`,
  }));
  for (const [index, { file }] of photos.entries()) {
    writeFileSync(
      join(images, file),
      Buffer.concat([readFileSync(join(images, "kitchen.webp")), Buffer.alloc(4_800_000, index)]),
    );
    utimesSync(join(images, file), 1, 1);
  }
  const site = join(dataDirectory, "site.json");
  writeFileSync(site, JSON.stringify({ ...JSON.parse(readFileSync(site, "utf8")), photos }));
  const server = await run(context, environment, { flags: HEAP_REPORT_FLAGS });
  for (let done = 0; done < 10; done += 1) {
    server.kill("SIGHUP");
    await server.waitForOutput('"Reloaded: ', done + 1);
  }
  const peak = peakMebibytes(server.pid);
  assert.ok(peak < UNIT_MEBIBYTES, `${peak} MiB at most, of ${UNIT_MEBIBYTES}`);
  context.diagnostic(`${rounded(peak)} MiB at most, of ${UNIT_MEBIBYTES}`);
});

test("SIGTERM during reloads stops the server", async (context) => {
  for (let round = 0; round < sizeOf(3, 10); round += 1) {
    const server = await run(context, { RATE_LIMIT: "off" });
    const load = startLoad(context, server.port, CLIENT_GROUPS);
    await wait(150);
    for (let n = 0; n < 10; n += 1) server.kill("SIGHUP");
    server.kill("SIGTERM");
    for (let n = 0; n < 10; n += 1) server.kill("SIGHUP");
    assert.equal((await server.ended).status, 0);
    assertNoneFailed(await load.stop());
  }
});

test("a thousand SIGHUPs within a second cause few reloads, and do not delay a stop", async (context) => {
  const server = await run(context, { RATE_LIMIT: "off" });
  const load = startLoad(context, server.port, [{ requests: REQUESTS, clients: 5, keepAlive: true, pause: 5 }]);
  for (let n = 0; n < 1000; n += 1) {
    server.kill("SIGHUP");
    await wait(1);
  }
  server.kill("SIGTERM");
  const startedAt = performance.now();
  assert.equal((await server.ended).status, 0);
  const took = performance.now() - startedAt;
  const { failures, latencies } = await load.stop();
  assert.deepEqual([...failures], []);
  assert.ok(took < 3000, `stopped after ${took} ms`);
  const longest = Math.max(...latencies);
  assert.ok(longest < 3000, `${longest} ms`);
  const reloads = server.output.stdout.split('"Reloaded: ').length - 1;
  assert.ok(reloads > 0 && reloads < 500, `${reloads} reloads`);
  context.diagnostic(`${reloads} reloads, longest wait ${rounded(longest)} ms, stopped after ${rounded(took)} ms`);
});

test("after the machine was suspended, requests on keep-alive connections get responses", async (context) => {
  const server = await run(context);
  const sockets = Array.from({ length: 20 }, () => connect({ port: server.port, host: "127.0.0.1" }));
  const sendRequest = async (socket: Socket): Promise<string> => {
    const received = Promise.race([once(socket, "data"), once(socket, "close")]);
    socket.write(get("/healthz"));
    return String((await received)[0]).slice(0, 12);
  };
  const served = sockets.map(() => "HTTP/1.1 200");
  assert.deepEqual(await Promise.all(sockets.map(sendRequest)), served);
  // Suspends the server while it works, because it then runs its timers before it reads its sockets.
  server.kill("SIGHUP");
  await wait(20);
  server.kill("SIGSTOP");
  const responses = Promise.all(sockets.map(sendRequest));
  // Longer than the timeouts for idle connections and for the head of a request.
  await wait(12_000);
  server.kill("SIGCONT");
  assert.deepEqual(await responses, served);
});
