/**
 * HTTP/2 as nobody means it, through the shipped proxies: streams that are begun and taken back, heads that never end, bodies
 * that never come. Somebody else goes on being answered, and the proxy stays small.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { TLSSocket } from "node:tls";
import { connect } from "node:tls";
import { HOST } from "./support/ask.ts";
import { startCaddy } from "./support/caddy.ts";
import { startNginx } from "./support/nginx.ts";
import { startOrigin } from "./support/origin.ts";
import { peakBytes } from "./support/peak.ts";
import type { SecureProxy } from "./support/proxy.ts";

const MEBIBYTE = 1024 * 1024;
/** What the shipped settings let Caddy have. */
const MEBIBYTES_MAX = 256;

type Frame = "HEADERS" | "RST_STREAM" | "SETTINGS" | "PING" | "CONTINUATION";
const TYPE: Readonly<Record<Frame, number>> = { HEADERS: 1, RST_STREAM: 3, SETTINGS: 4, PING: 6, CONTINUATION: 9 };
const END_STREAM = 1;
const END_HEADERS = 4;

/** RFC 9113, section 4.1. */
function frame(type: Frame, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(TYPE[type], 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A name or value as HPACK writes it without compression (RFC 7541, section 5.2). */
function literal(text: string): Buffer {
  assert.ok(text.length < 127);
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
}

const METHOD = { GET: 0x82, POST: 0x83 } as const;

/** The head of a request with a path that is not cached (RFC 7541, appendix A has the numbers). */
function requestHead(method: keyof typeof METHOD, path: string): Buffer {
  return Buffer.concat([Buffer.from([METHOD[method], 0x87, 0x04]), literal(path), Buffer.from([0x01]), literal(HOST)]);
}

/** A field that is not remembered, with a name of its own. */
const FIELD = Buffer.concat([Buffer.from([0x00]), literal("x-long"), literal("a".repeat(120))]);

async function* dripping(count: number, make: (turn: number) => Buffer): AsyncGenerator<Buffer> {
  for (let turn = 0; turn < count; turn += 1) yield make(turn);
}

/** Writes until all is written or nobody takes it any more. */
async function pour(socket: TLSSocket, pieces: AsyncGenerator<Buffer>): Promise<void> {
  const closed = once(socket, "close");
  for await (const piece of pieces) {
    if (socket.destroyed) return;
    if (!socket.write(piece)) await Promise.race([once(socket, "drain"), closed]);
  }
}

const PREFACE = Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), frame("SETTINGS", 0, 0)]);

async function dial({ securePort, certificate }: SecureProxy): Promise<TLSSocket> {
  const socket = connect({ host: "127.0.0.1", port: securePort, ca: certificate, servername: HOST, ALPNProtocols: ["h2"] });
  socket.on("error", () => undefined).resume();
  await once(socket, "secureConnect");
  socket.write(PREFACE);
  return socket;
}

const stream = (turn: number): number => 2 * turn + 1;

/** What one connection does, in pieces. */
const ATTACKS: Readonly<Record<string, readonly [connections: number, pieces: () => AsyncGenerator<Buffer>]>> = {
  "requests taken back at once": [8, () =>
    dripping(10_000, (turn) =>
      Buffer.concat([
        frame("HEADERS", END_STREAM | END_HEADERS, stream(turn), requestHead("GET", "/nowhere")),
        frame("RST_STREAM", 0, stream(turn), Buffer.from([0, 0, 0, 8])),
      ]),
    )],
  "a head without an end": [8, () =>
    dripping(700, (turn) =>
      turn === 0 ? frame("HEADERS", END_STREAM, 1, requestHead("GET", "/nowhere")) : frame("CONTINUATION", 0, 1, Buffer.concat(Array<Buffer>(120).fill(FIELD))),
    )],
  // With 250 streams each they could take every connection that the service has.
  "calls whose bodies never come": [24, () => dripping(1000, (turn) => frame("HEADERS", END_HEADERS, stream(turn), requestHead("POST", "/mcp")))],
  "settings and pings": [8, () => dripping(7000, (turn) => (turn % 2 === 0 ? frame("SETTINGS", 0, 0) : frame("PING", 0, 0, Buffer.alloc(8))))],
};

const PROXIES: Readonly<Record<string, (upstream: number) => Promise<SecureProxy>>> = {
  Caddy: startCaddy,
  nginx: (port) => startNginx({ name: "holiday-cottage", upstream: [port] }),
};

/** Of a process and those it has started: milliseconds of the processor. */
function busyMilliseconds(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  return [String(pid), ...children]
    .map((each) => readFileSync(`/proc/${each}/stat`, "utf8").split(" "))
    .reduce((sum, fields) => sum + 10 * (Number(fields[13]) + Number(fields[14])), 0);
}

for (const [name, start] of Object.entries(PROXIES)) {
  for (const [attack, [connections, pieces]] of Object.entries(ATTACKS)) {
    test(`${name}: ${attack} keep nobody else waiting and fill no memory`, async (context) => {
      const origin = await startOrigin();
      const proxy = await start(origin.port);
      const innocent = proxy.askFrom("127.0.0.2");
      const [memory, busy, startedAt] = [peakBytes(proxy.pid) / MEBIBYTE, busyMilliseconds(proxy.pid), performance.now()];
      const sockets = await Promise.all(Array.from({ length: connections }, () => dial(proxy)));
      let isOver = false;
      const waits: number[] = [];
      const asking = (async () => {
        while (!isOver || waits.length < 5) {
          const askedAt = performance.now();
          assert.equal((await innocent(`/api/?${waits.length}`)).status, 200);
          waits.push(performance.now() - askedAt);
        }
      })();
      await Promise.all(sockets.map((socket) => pour(socket, pieces())));
      isOver = true;
      await asking;
      const cut = sockets.filter(({ destroyed }) => destroyed).length;
      for (const socket of sockets) socket.destroy();
      const peak = peakBytes(proxy.pid) / MEBIBYTE;
      context.diagnostic(
        `${((performance.now() - startedAt) / 1000).toFixed(1)} s, of which ${((busyMilliseconds(proxy.pid) - busy) / 1000).toFixed(1)} s of the processor; from ${memory.toFixed(0)} to ${peak.toFixed(0)} MiB; ` +
          `${cut} of ${connections} connections cut; ${origin.exchanges.length} requests reached the service; others waited ${Math.max(...waits).toFixed(0)} ms at most`,
      );
      assert.ok(peak < MEBIBYTES_MAX, `${peak} MiB`);
      await proxy.stop();
      await origin.stop();
    });
  }
}
