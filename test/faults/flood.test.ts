import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { BODY_BYTES_MAX } from "../../src/serve/http/request.ts";
import { CONNECTIONS_MAX } from "../../src/serve/http/client-limits.ts";
import { freePort, until } from "../support/program.ts";
import type { Running } from "../support/running.ts";
import { ROOT, run } from "../support/running.ts";
import { parseResponses, exchange, get, post } from "../support/wire.ts";
import {
  HEAP_REPORT_FLAGS,
  UNIT_MEBIBYTES,
  descriptorCount,
  measure,
  peakMebibytes,
  rounded,
} from "./support/measure.ts";
import { REQUESTS, p99, startLoad, wait } from "./support/load.ts";

/** Request after whose response the server closes the connection. */
const LAST_REQUEST = get("/healthz", "Connection: close\r\n");

function openConnection(port: number): Socket {
  return connect({ port, host: "127.0.0.1" }).on("error", () => undefined);
}

/** Opens connections that send some text and read no response. They are closed after the test. */
async function openMany(test: TestContext, port: number, count: number, text = ""): Promise<Socket[]> {
  const sockets: Socket[] = [];
  test.after(() => sockets.forEach((socket) => socket.destroy()));
  while (sockets.length < count) {
    const socket = openConnection(port).pause();
    if (text !== "") socket.write(text, "latin1");
    sockets.push(socket);
    if (sockets.length % 100 === 0) await Promise.race([once(socket, "connect"), once(socket, "close")]);
  }
  return sockets;
}

/** Asserts that the peak memory, including buffers, is below the limit of the shipped unit. */
function assertMemoryBelowLimit(context: TestContext, { pid }: Running): void {
  const peak = peakMebibytes(pid);
  assert.ok(peak < UNIT_MEBIBYTES, `peak ${peak} MiB, limit ${UNIT_MEBIBYTES}`);
  context.diagnostic(`peak ${rounded(peak)} MiB, limit ${UNIT_MEBIBYTES}`);
}

async function isServing({ port }: Running): Promise<boolean> {
  return parseResponses(await exchange(port, LAST_REQUEST))[0]?.status === 200;
}

test("thousands of connection resets, at every point of a request, leak no memory", async (context) => {
  const server = await run(context, { RATE_LIMIT: "off" }, { flags: HEAP_REPORT_FLAGS });
  const texts = [...REQUESTS, post("x".repeat(1000)), get("/healthz").repeat(50)];
  const reset = async (index: number): Promise<void> => {
    const text = texts[index % texts.length] ?? "";
    const socket = openConnection(server.port);
    await once(socket, "connect");
    if (index % 13 !== 0) socket.write(text.slice(0, (index * 37) % text.length));
    if (index % 3 === 0) await wait(1);
    socket.resetAndDestroy();
    await once(socket, "close");
  };
  const round = async (count: number): Promise<void> => {
    for (let offset = 0; offset < count; offset += 50)
      await Promise.all(Array.from({ length: 50 }, (_, index) => reset(offset + index)));
    await until("the connections are closed", () => descriptorCount(server.pid) < 30);
  };
  await round(1000);
  const before = await measure(server);
  await round(4000);
  const after = await measure(server);
  assert.ok(after.heap - before.heap < 3, `the heap grew from ${before.heap} to ${after.heap} MB`);
  assert.ok(await isServing(server));
  context.diagnostic(`heap ${rounded(before.heap)} to ${rounded(after.heap)} MB after 4,000 resets`);
});

test("clients are served while more than the maximum of silent connections are opened", async (context) => {
  const server = await run(context, { RATE_LIMIT: "off" });
  const silent = await openMany(context, server.port, 6000);
  const load = startLoad(context, server.port, [{ requests: REQUESTS, clients: 10, keepAlive: false }]);
  await wait(1000);
  const { failures, refused, latencies } = await load.stop();
  const open = descriptorCount(server.pid);
  for (const socket of silent) socket.destroy();
  assert.deepEqual([...failures], []);
  assert.equal(refused, 0);
  assert.ok(open < CONNECTIONS_MAX + 100, `${open} descriptors`);
  assert.match(server.output.stdout, /"warning","message":"Connections were closed/);
  await until("the connections are closed", () => descriptorCount(server.pid) < 30);
  context.diagnostic(`p99 ${rounded(p99(latencies))} ms with ${open} descriptors`);
});

test("thousands of pipelined requests whose responses are not read stay below the memory limit", async (context) => {
  const server = await run(context, {}, { flags: HEAP_REPORT_FLAGS });
  const sockets = await openMany(context, server.port, 100, get("/").repeat(20_000));
  await wait(3000);
  for (const socket of sockets) socket.destroy();
  assert.ok(await isServing(server));
  assertMemoryBelowLimit(context, server);
});

test("incomplete bodies stay below the memory limit, and small requests are served", async (context) => {
  const server = await run(context, { RATE_LIMIT: "off" }, { flags: HEAP_REPORT_FLAGS });
  const sockets = await openMany(
    context,
    server.port,
    CONNECTIONS_MAX - 100,
    post("x".repeat(BODY_BYTES_MAX)).slice(0, -1),
  );
  await server.waitForOutput("Connections were closed");
  const [response] = parseResponses(
    await exchange(server.port, post('{"jsonrpc":"2.0","id":1,"method":"ping"}', "Connection: close\r\n")),
  );
  assert.equal(response?.status, 200);
  for (const socket of sockets) socket.destroy();
  assert.ok(await isServing(server));
  assertMemoryBelowLimit(context, server);
});

/** Field of which 95 make the largest accepted head. Node holds several copies of each field. */
const LARGE_FIELD = `${"x".repeat(20)}: ${"y".repeat(120)}\r\n`;
const LARGE_FIELDS = Array.from({ length: 95 }, (_, index) => LARGE_FIELD.replace("x", String(index))).join("");

for (const start of ["OPTIONS /about", "POST /healthz", "GET /about", "POST /mcp"]) {
  test(`incomplete bodies of ${start}, after large heads, stay below the memory limit`, async (context) => {
    const environment = start === "POST /mcp" ? { RATE_LIMIT: "off" } : {};
    const server = await run(context, environment, { flags: HEAP_REPORT_FLAGS });
    const head = `${start} HTTP/1.1\r\nHost: localhost\r\n${LARGE_FIELDS}Content-Length: ${BODY_BYTES_MAX}\r\n\r\n`;
    for (let round = 0; round < 2; round += 1) {
      const sockets = await openMany(context, server.port, 2040, head + "x".repeat(BODY_BYTES_MAX - 1));
      assert.ok(await isServing(server));
      await wait(1000);
      for (const socket of sockets) socket.destroy();
    }
    assert.ok(await isServing(server));
    assertMemoryBelowLimit(context, server);
  });
}

test("bodies in tiny chunks stay below the memory limit", async (context) => {
  const server = await run(context, { RATE_LIMIT: "off" }, { flags: HEAP_REPORT_FLAGS });
  const head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
  const sockets = await openMany(context, server.port, 20, head + "1\r\nx\r\n".repeat(100_000));
  await wait(2000);
  for (const socket of sockets) socket.destroy();
  assert.ok(await isServing(server));
  assertMemoryBelowLimit(context, server);
});

/** Incomplete head with as many fields as fit into 16 KiB. */
const INCOMPLETE_HEAD = `GET / HTTP/1.1\r\n${"a:b\r\n".repeat(3200)}`;

test("incomplete heads of thousands of tiny fields stay below the memory limit", async (context) => {
  const server = await run(context, {}, { flags: HEAP_REPORT_FLAGS });
  for (let round = 0; round < 2; round += 1) {
    const sockets = await openMany(context, server.port, 4096, INCOMPLETE_HEAD);
    assert.ok(await isServing(server));
    await wait(1000);
    for (const socket of sockets) socket.destroy();
  }
  assert.ok(await isServing(server));
  assertMemoryBelowLimit(context, server);
});

test("clients are served while one address keeps thousands of used connections open", async (context) => {
  const server = await run(context, { TRUST_PROXY: "1" });
  const sockets = await openMany(context, server.port, 4096, get("/healthz"));
  for (let round = 0; round < 10; round += 1) assert.ok(await isServing(server));
  for (const socket of sockets) socket.destroy();
});

test("the server survives a lack of file descriptors, and serves again afterwards", async (context) => {
  const server = await run(context, { RATE_LIMIT: "off" }, { descriptors: 64 });
  for (let round = 0; round < 3; round += 1) {
    const sockets = await openMany(context, server.port, 200);
    await wait(200);
    server.kill("SIGHUP");
    // Either "Reloaded: …" or "The site was not reloaded: …".
    await server.waitForOutput("eloaded: ", round + 1);
    for (const socket of sockets) socket.destroy();
    await until("the server serves again", async () => isServing(server).catch(() => false));
  }
  server.kill("SIGHUP");
  await server.waitForOutput('"Reloaded: ');
  server.kill("SIGTERM");
  const { status, stderr } = await server.ended;
  assert.equal(status, 0);
  assert.equal(stderr, "");
});

test("with 1,024 descriptors, clients are served while there are more silent connections", async (context) => {
  const server = await run(context, { RATE_LIMIT: "off" }, { descriptors: 1024 });
  const silent = await openMany(context, server.port, 3000);
  const latencies: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const startedAt = performance.now();
    assert.ok(await isServing(server));
    latencies.push(performance.now() - startedAt);
  }
  const open = descriptorCount(server.pid);
  for (const socket of silent) socket.destroy();
  assert.ok(open < 1024, `${open} descriptors`);
  assert.ok(Math.max(...latencies) < 5000, `${rounded(Math.max(...latencies))} ms`);
  context.diagnostic(`at most ${rounded(Math.max(...latencies))} ms with ${open} descriptors`);
});

test("log lines are dropped while nobody reads the log, and the server continues", async (context) => {
  const server = await run(context, { RATE_LIMIT: "off" }, { flags: HEAP_REPORT_FLAGS });
  const burst = async (): Promise<void> => {
    for (let round = 0; round < 20; round += 1) {
      const responses = parseResponses(await exchange(server.port, get("/nope").repeat(999) + LAST_REQUEST));
      assert.equal(responses.length, 1000);
    }
  };
  await burst();
  const before = await measure(server);
  server.child.stdout?.pause();
  await burst();
  await burst();
  const after = await measure(server);
  assert.ok(after.heap - before.heap < 8, `the heap grew from ${before.heap} to ${after.heap} MB`);
  server.child.stdout?.resume();
  await server.waitForOutput("log lines were dropped");
  server.kill("SIGTERM");
  assert.equal((await server.ended).status, 0);
});

test("a paused terminal does not stop the server", async (context) => {
  const port = await freePort();
  const command = `exec ${process.execPath} ${join(ROOT, "dist/server.js")}`;
  // The command "script" gives the server a terminal. Nobody reads the output of "script", so the terminal fills up.
  const child = spawn("script", ["--quiet", "--flush", "--return", "--command", command, "/dev/null"], {
    env: { PATH: process.env["PATH"] ?? "", PORT: String(port), RATE_LIMIT: "off", SHELL: "/bin/sh" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  context.after(() => child.kill("SIGKILL"));
  await until("the server listens", () =>
    exchange(port, LAST_REQUEST).then(
      () => true,
      () => false,
    ),
  );
  for (let round = 0; round < 5; round += 1) {
    assert.equal(parseResponses(await exchange(port, get("/about").repeat(500) + LAST_REQUEST)).length, 501);
  }
  child.kill("SIGTERM");
  await once(child, "exit");
});

test("log lines are dropped while the disk is full, and the server continues", async (context) => {
  const port = await freePort();
  const child = spawn("sh", ["-c", 'exec "$0" "$1" >/dev/full', process.execPath, join(ROOT, "dist/server.js")], {
    env: { PATH: process.env["PATH"] ?? "", PORT: String(port), RATE_LIMIT: "off" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  context.after(() => child.kill("SIGKILL"));
  let stderr = "";
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  await until("the server listens", () =>
    exchange(port, LAST_REQUEST).then(
      () => true,
      () => false,
    ),
  );
  for (let round = 0; round < 5; round += 1) {
    assert.equal(parseResponses(await exchange(port, get("/healthz").repeat(500) + LAST_REQUEST)).length, 501);
  }
  child.kill("SIGTERM");
  const [status]: unknown[] = await once(child, "exit");
  assert.equal(status, 0);
  assert.equal(stderr, "");
});
