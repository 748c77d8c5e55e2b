import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { codeOf, conform } from "../support/conform.ts";
import { run } from "../support/running.ts";
import { answersIn, get, post } from "../support/wire.ts";
import { descriptors, shown, until } from "../faults/support/figures.ts";
import { REQUESTS, p99, startLoad, wait } from "../faults/support/load.ts";

interface Slow {
  /** What the server sent before it closed. */
  readonly bytes: Buffer;
  readonly seconds: number;
}

/** Sends one byte after another, far apart, until the server has enough of it. */
function trickle(port: number, text: string, everyMs: number, reads = true): Promise<Slow> {
  const startedAt = performance.now();
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    let at = 0;
    const timer = setInterval(() => socket.write(text.charAt(at++)), everyMs);
    if (reads) socket.on("data", (chunk) => chunks.push(chunk));
    else socket.pause();
    socket.on("error", () => undefined).once("close", () => {
      clearInterval(timer);
      resolve({ bytes: Buffer.concat(chunks), seconds: (performance.now() - startedAt) / 1000 });
    });
  });
}

/** Asks for much and reads nothing; resolves when the server has closed the connection. */
async function neverReads(port: number, requests: number): Promise<Slow> {
  const startedAt = performance.now();
  const socket = connect({ port, host: "127.0.0.1" }).on("error", () => undefined).pause();
  socket.write(get("/openapi.json").repeat(requests));
  const probe = setInterval(() => socket.write("G"), 1000);
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(probe);
  return { bytes: Buffer.alloc(0), seconds: (performance.now() - startedAt) / 1000 };
}

const EACH = 125;
const body = post("x".repeat(1000));

test(`${4 * EACH} slow clients do not slow the others down, and go`, async (context) => {
  const server = await run(context, { RATE_LIMIT: "off" });
  const before = descriptors(server.pid);
  const crowd = (one: () => Promise<Slow>) => Promise.all(Array.from({ length: EACH }, one));
  const kinds = {
    silent: crowd(() => trickle(server.port, "", 60_000)),
    "slow fields": crowd(() => trickle(server.port, get("/about", `X: ${"x".repeat(1000)}`), 400)),
    "slow body": crowd(async () => trickle(server.port, body.slice(0, 150) + "x".repeat(1000), 70)),
    "never reading": crowd(() => neverReads(server.port, 20)),
    "never reading much": Promise.all(Array.from({ length: 8 }, () => neverReads(server.port, 300))),
  };
  await wait(500);
  const load = startLoad(context, server.port, [
    { requests: REQUESTS, clients: 5, keepAlive: true, pause: 5 },
    { requests: REQUESTS, clients: 5, keepAlive: false, pause: 5 },
  ]);
  const longest = async (kind: Promise<Slow[]>) => Math.max(...(await kind).map(({ seconds }) => seconds));
  const secondsMax: Readonly<Record<keyof typeof kinds, number>> = {
    silent: 60,
    "slow fields": 35,
    "slow body": 45,
    "never reading": 60,
    "never reading much": 60,
  };
  const times: string[] = [];
  for (const kind of ["silent", "slow fields", "slow body", "never reading", "never reading much"] as const) {
    const seconds = await longest(kinds[kind]);
    assert.ok(seconds < secondsMax[kind], `${kind}: ${seconds} s`);
    times.push(`${kind} ${shown(seconds)} s`);
  }
  const { latencies, failures, sent } = await load.stop();
  assert.deepEqual([...failures], []);
  assert.ok(p99(latencies) < 1000, `p99 ${p99(latencies)} ms`);
  for (const kind of ["slow fields", "slow body"] as const) {
    const told = (await kinds[kind]).flatMap(({ bytes }) => answersIn(bytes)).map((answer) => codeOf(conform(answer)));
    assert.deepEqual([...new Set(told)], ["request_timeout"]);
    // A client that writes once more before it reads may lose the answer.
    assert.ok(told.length > 0.9 * EACH, `${kind}: ${told.length} of ${EACH} were told why`);
    times.push(`${told.length} of ${EACH} ${kind} were told`);
  }
  await until("every descriptor is given back", () => descriptors(server.pid) <= before + 1);
  context.diagnostic(`p99 ${shown(p99(latencies))} ms of ${sent} requests; gone after: ${times.join(", ")}`);
});
