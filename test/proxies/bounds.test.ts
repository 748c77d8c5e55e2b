/**
 * Memory of the shipped proxies while clients send unfinished heads and bodies, and very long heads.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import type { TLSSocket } from "node:tls";
import { connect } from "node:tls";
import { HOST, waitUntilHealthy } from "./support/client.ts";
import { startCaddy } from "./support/caddy.ts";
import { startNginx } from "./support/nginx.ts";
import { startOrigin } from "./support/origin.ts";
import { peakBytes } from "./support/peak.ts";
import type { SecureProxy } from "./support/proxy.ts";
import { until } from "../support/program.ts";
import type { Replacements } from "./support/shipped.ts";

const HEAD = `GET / HTTP/1.1\r\nHost: ${HOST}\r\n`;
const MEBIBYTE = 1024 * 1024;
/** MemoryMax of Caddy's unit, also used as the limit for nginx. */
const MEBIBYTES_MAX = 256;
const HALF_HEADS = 1600;
const LONG_HEADS = 200;
/** Limit for the connections of one client in connections.nft. */
const CONNECTIONS_PER_CLIENT_MAX = 200;
/** Connections of five clients at the firewall's limit. The connections of ten such clients exceed Caddy's memory. */
const UNFINISHED_BODIES = 5 * CONNECTIONS_PER_CLIENT_MAX;
/** Clients keep this many half-sent heads open and open a new one for each that is closed. */
const PERSISTENT_HALF_HEADS = 800;
/** Longer than the ten seconds after which the first half-sent heads are closed. */
const ROUNDS = 60;
const ROUND_MILLISECONDS = 250;

interface ProxyKind {
  readonly name: string;
  /** Shortens the timeout for heads, which is ten seconds. */
  readonly shortTimeout: Replacements;
  start(upstream: number, replacements: Replacements): Promise<SecureProxy>;
}

const KINDS: readonly ProxyKind[] = [
  { name: "Caddy", shortTimeout: [["read_header 10s", "read_header 1s"]], start: startCaddy },
  {
    name: "nginx",
    shortTimeout: [["client_header_timeout 10s", "client_header_timeout 1s"]],
    start: (port, replacements) => startNginx({ name: "holiday-cottage", upstream: [port], service: replacements }),
  },
];

function openConnection({ securePort, certificate }: SecureProxy): TLSSocket {
  const socket = connect({ host: "127.0.0.1", port: securePort, ca: certificate, servername: HOST });
  return socket.on("error", () => undefined);
}

for (const { name, shortTimeout, start } of KINDS) {
  test(`${name}: clients that never finish a head are disconnected, however many there are`, async (context) => {
    const origin = await startOrigin();
    const proxy = await start(origin.port, shortTimeout);
    const bytesBefore = peakBytes(proxy.pid);
    const sockets = Array.from({ length: HALF_HEADS }, () => openConnection(proxy));
    for (const socket of sockets) socket.write(HEAD);
    const startedAt = performance.now();
    await waitUntilHealthy(name, proxy.request);
    const waited = (performance.now() - startedAt).toFixed(0);
    const grown = ((peakBytes(proxy.pid) - bytesBefore) / MEBIBYTE).toFixed(0);
    context.diagnostic(`${HALF_HEADS} half-sent heads: another client waited ${waited} ms; ${grown} MiB more`);
    await until(`${name} closes the connections`, () => sockets.every(({ closed }) => closed));
    await proxy.stop();
    await origin.stop();
  });

  test(`${name}: clients that replace each closed half-sent head do not block other clients`, async (context) => {
    const origin = await startOrigin();
    const proxy = await start(origin.port, []);
    const sockets = new Set<TLSSocket>();
    let isOver = false;
    const open = (): void => {
      const socket = openConnection(proxy);
      socket.write(HEAD);
      sockets.add(socket);
      socket.on("close", () => {
        sockets.delete(socket);
        if (!isOver) open();
      });
    };
    for (let count = 0; count < PERSISTENT_HALF_HEADS; count += 1) open();
    const outcomes: (number | string)[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // Open a new connection each time, because the proxy may close an idle one to make room.
      const response = proxy.requestFrom("127.0.0.2")("/api/");
      outcomes.push(
        await response.then(
          ({ status }) => status,
          (error: Error) => error.message,
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, ROUND_MILLISECONDS));
    }
    isOver = true;
    for (const socket of sockets) socket.destroy();
    const responses = outcomes.filter((outcome) => outcome === 200).length;
    context.diagnostic(`${responses} of ${ROUNDS} requests of another client got a response`);
    assert.deepEqual(new Set(outcomes), new Set([200]));
    await proxy.stop();
    await origin.stop();
  });

  test(`${name}: heads of 900 kB are rejected before they fill the memory`, async (context) => {
    const origin = await startOrigin();
    const proxy = await start(origin.port, []);
    const bytesBefore = peakBytes(proxy.pid);
    const sockets = Array.from({ length: LONG_HEADS }, () => openConnection(proxy));
    await Promise.all(
      sockets.map(async (socket) => {
        const closed = once(socket, "close");
        socket.resume().write(`${HEAD}X-Long: ${"a".repeat(900_000)}`);
        await closed;
      }),
    );
    const grown = (peakBytes(proxy.pid) - bytesBefore) / MEBIBYTE;
    context.diagnostic(`${LONG_HEADS} heads of 900 kB: ${grown.toFixed(0)} MiB more`);
    assert.ok(grown < 64, `${grown} MiB`);
    assert.equal((await proxy.request("/api/")).status, 200);
    await proxy.stop();
    await origin.stop();
  });

  test(`${name}: unfinished bodies of five clients do not fill the memory`, async (context) => {
    const origin = await startOrigin();
    const proxy = await start(origin.port, []);
    const head = `OPTIONS /api/ HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 65535\r\n\r\n`;
    const sockets: TLSSocket[] = [];
    for (let opened = 0; opened < UNFINISHED_BODIES; opened += 1) {
      const socket = openConnection(proxy);
      socket.resume().write(head + "x".repeat(65_000));
      sockets.push(socket);
      if (opened % 50 === 49) await Promise.race([once(socket, "secureConnect"), once(socket, "close")]);
    }
    await new Promise((resolve) => setTimeout(resolve, 3000));
    assert.equal((await proxy.requestFrom("127.0.0.2")("/api/")).status, 200);
    const peak = peakBytes(proxy.pid) / MEBIBYTE;
    context.diagnostic(`${UNFINISHED_BODIES} unfinished bodies: ${peak.toFixed(0)} MiB at most`);
    for (const socket of sockets) socket.destroy();
    assert.ok(peak < MEBIBYTES_MAX, `${peak} MiB`);
    await proxy.stop();
    await origin.stop();
  });
}
