import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { codeOf, conform } from "../support/conform.ts";
import { until } from "../support/program.ts";
import { run } from "../support/running.ts";
import { parseResponses, get, post } from "../support/wire.ts";
import { descriptorCount, rounded } from "../faults/support/measure.ts";
import { REQUESTS, p99, startLoad, wait } from "../faults/support/load.ts";

interface SlowExchange {
  /** Bytes that the server sent before it closed the connection. */
  readonly bytes: Buffer;
  readonly seconds: number;
}

/** Sends one byte at a time, until the server closes the connection. */
function sendSlowly(port: number, text: string, intervalMs: number): Promise<SlowExchange> {
  const startedAt = performance.now();
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    let offset = 0;
    const timer = setInterval(() => {
      socket.write(text.charAt(offset));
      offset += 1;
    }, intervalMs);
    socket
      .on("data", (chunk) => chunks.push(chunk))
      .on("error", () => undefined)
      .once("close", () => {
        clearInterval(timer);
        resolve({ bytes: Buffer.concat(chunks), seconds: (performance.now() - startedAt) / 1000 });
      });
  });
}

/** Sends requests and reads no responses, until the server closes the connection. */
async function sendWithoutReading(port: number, requests: number): Promise<SlowExchange> {
  const startedAt = performance.now();
  const socket = connect({ port, host: "127.0.0.1" })
    .on("error", () => undefined)
    .pause();
  socket.write(get("/openapi.json").repeat(requests));
  const probe = setInterval(() => socket.write("G"), 1000);
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(probe);
  return { bytes: Buffer.alloc(0), seconds: (performance.now() - startedAt) / 1000 };
}

const CLIENTS_PER_KIND = 125;
const body = post("x".repeat(1000));

test(`${4 * CLIENTS_PER_KIND} slow clients are disconnected, and do not delay other clients`, async (context) => {
  const server = await run(context, { RATE_LIMIT: "off" });
  const before = descriptorCount(server.pid);
  const startMany = (start: () => Promise<SlowExchange>) =>
    Promise.all(Array.from({ length: CLIENTS_PER_KIND }, start));
  const kinds = {
    silent: startMany(() => sendSlowly(server.port, "", 60_000)),
    "slow fields": startMany(() => sendSlowly(server.port, get("/about", `X: ${"x".repeat(1000)}`), 400)),
    "slow body": startMany(() => sendSlowly(server.port, body.slice(0, 150) + "x".repeat(1000), 70)),
    "not reading": startMany(() => sendWithoutReading(server.port, 20)),
    "not reading much": Promise.all(Array.from({ length: 8 }, () => sendWithoutReading(server.port, 300))),
  };
  await wait(500);
  const load = startLoad(context, server.port, [
    { requests: REQUESTS, clients: 5, keepAlive: true, pause: 5 },
    { requests: REQUESTS, clients: 5, keepAlive: false, pause: 5 },
  ]);
  const longest = async (kind: Promise<SlowExchange[]>) => Math.max(...(await kind).map(({ seconds }) => seconds));
  const secondsMax: Readonly<Record<keyof typeof kinds, number>> = {
    silent: 60,
    "slow fields": 35,
    "slow body": 45,
    "not reading": 60,
    "not reading much": 60,
  };
  const times: string[] = [];
  for (const kind of ["silent", "slow fields", "slow body", "not reading", "not reading much"] as const) {
    const seconds = await longest(kinds[kind]);
    assert.ok(seconds < secondsMax[kind], `${kind}: ${seconds} s`);
    times.push(`${kind} ${rounded(seconds)} s`);
  }
  const { latencies, failures, sent } = await load.stop();
  assert.deepEqual([...failures], []);
  assert.ok(p99(latencies) < 1000, `p99 ${p99(latencies)} ms`);
  for (const kind of ["slow fields", "slow body"] as const) {
    const codes = (await kinds[kind])
      .flatMap(({ bytes }) => parseResponses(bytes))
      .map((response) => codeOf(conform(response)));
    assert.deepEqual([...new Set(codes)], ["request_timeout"]);
    // A client that writes once more before it reads may lose the response.
    const received = `${codes.length} of ${CLIENTS_PER_KIND} received a response`;
    assert.ok(codes.length > 0.9 * CLIENTS_PER_KIND, `${kind}: ${received}`);
    times.push(`${kind}: ${received}`);
  }
  await until("every descriptor is closed", () => descriptorCount(server.pid) <= before + 1);
  context.diagnostic(`p99 ${rounded(p99(latencies))} ms of ${sent} requests; closed after: ${times.join(", ")}`);
});
