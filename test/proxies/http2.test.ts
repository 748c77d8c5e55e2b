/**
 * HTTP/2 attacks on nginx as shipped: streams that are reset at once, endless heads, bodies that never arrive and
 * windows that never open. Other clients must still get responses, and the proxy's memory must stay small. Caddy as
 * shipped does not offer HTTP/2.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { TLSSocket } from "node:tls";
import { connect } from "node:tls";
import { HOST } from "./support/client.ts";
import { startCaddy } from "./support/caddy.ts";
import { startNginx } from "./support/nginx.ts";
import { startOrigin } from "./support/origin.ts";
import { peakBytes } from "./support/peak.ts";
import type { SecureProxy } from "./support/proxy.ts";

const MEBIBYTE = 1024 * 1024;
/** MemoryMax of Caddy's unit, also used as the limit for nginx. */
const MEBIBYTES_MAX = 256;

type FrameType = "HEADERS" | "RST_STREAM" | "SETTINGS" | "PING" | "CONTINUATION";
const TYPE: Readonly<Record<FrameType, number>> = { HEADERS: 1, RST_STREAM: 3, SETTINGS: 4, PING: 6, CONTINUATION: 9 };
const END_STREAM = 1;
const END_HEADERS = 4;

/** Encodes a frame (RFC 9113, section 4.1). */
function frame(type: FrameType, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(TYPE[type], 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Encodes a name or value in HPACK without compression (RFC 7541, section 5.2). */
function literal(text: string): Buffer {
  assert.ok(text.length < 127);
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
}

/** Indexes of the static table (RFC 7541, appendix A). */
const METHOD = { GET: 0x82, POST: 0x83 } as const;

/** Encodes the head of a request. The path is a literal that is not indexed. */
function requestHead(method: keyof typeof METHOD, path: string): Buffer {
  const fields = [Buffer.from([METHOD[method], 0x87, 0x04]), literal(path), Buffer.from([0x01]), literal(HOST)];
  return Buffer.concat(fields);
}

/** A field of 128 bytes that is not indexed. */
const FIELD = Buffer.concat([Buffer.from([0x00]), literal("x-long"), literal("a".repeat(120))]);
const MANY_FIELDS = Buffer.concat(Array<Buffer>(120).fill(FIELD));
const CANCEL = Buffer.from([0, 0, 0, 8]);
/** SETTINGS_INITIAL_WINDOW_SIZE of 0: the client accepts no bytes of response bodies. */
const ZERO_WINDOW = Buffer.from([0, 4, 0, 0, 0, 0]);

const PREFACE = Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), frame("SETTINGS", 0, 0)]);

/** Returns the stream identifier of a client's request. The index is 0-based. */
function streamId(index: number): number {
  return 2 * index + 1;
}

interface Attack {
  readonly connections: number;
  readonly framesPerConnection: number;
  readonly frames: (index: number) => Buffer;
  /** How long the connections stay open after the last frame. */
  readonly holdMilliseconds?: number;
}

const ATTACKS: Readonly<Record<string, Attack>> = {
  "streams that are reset at once": {
    connections: 8,
    framesPerConnection: 10_000,
    frames: (index) =>
      Buffer.concat([
        frame("HEADERS", END_STREAM | END_HEADERS, streamId(index), requestHead("GET", "/nowhere")),
        frame("RST_STREAM", 0, streamId(index), CANCEL),
      ]),
  },
  "an endless head": {
    connections: 8,
    framesPerConnection: 700,
    frames: (index) =>
      index === 0
        ? frame("HEADERS", END_STREAM, 1, requestHead("GET", "/nowhere"))
        : frame("CONTINUATION", 0, 1, MANY_FIELDS),
  },
  "bodies that never arrive": {
    connections: 24,
    framesPerConnection: 1000,
    frames: (index) => frame("HEADERS", END_HEADERS, streamId(index), requestHead("POST", "/mcp")),
  },
  "settings and pings": {
    connections: 8,
    framesPerConnection: 7000,
    frames: (index) => (index % 2 === 0 ? frame("SETTINGS", 0, 0) : frame("PING", 0, 0, Buffer.alloc(8))),
  },
  "a zero flow-control window": {
    connections: 150,
    framesPerConnection: 128,
    frames: (index) =>
      index === 0
        ? frame("SETTINGS", 0, 0, ZERO_WINDOW)
        : frame("HEADERS", END_STREAM | END_HEADERS, streamId(index), requestHead("GET", "/about")),
    holdMilliseconds: 3000,
  },
};

/** Opens an HTTP/2 connection from 127.0.0.1. */
async function openConnection({ securePort, certificate }: SecureProxy): Promise<TLSSocket> {
  const tls = { ca: certificate, servername: HOST, ALPNProtocols: ["h2", "http/1.1"] };
  const socket = connect({ host: "127.0.0.1", port: securePort, ...tls });
  socket.on("error", () => undefined).resume();
  await once(socket, "secureConnect");
  return socket;
}

/** Writes all frames of an attack, or as many as the proxy accepts before it closes the connection. */
async function send(socket: TLSSocket, { framesPerConnection, frames }: Attack): Promise<void> {
  const closed = once(socket, "close");
  socket.write(PREFACE);
  for (let index = 0; index < framesPerConnection && !socket.destroyed; index += 1) {
    const hasRoom = socket.write(frames(index));
    if (!hasRoom) await Promise.race([once(socket, "drain"), closed]);
  }
}

/** Sends requests from another client until the attack is over. Returns the milliseconds that each response took. */
async function measureWaits(proxy: SecureProxy, isOver: () => boolean): Promise<number[]> {
  const request = proxy.requestFrom("127.0.0.2");
  const waits: number[] = [];
  while (!isOver() || waits.length < 5) {
    const startedAt = performance.now();
    assert.equal((await request(`/api/?${waits.length}`)).status, 200);
    waits.push(performance.now() - startedAt);
  }
  return waits;
}

/** Returns the CPU time of a process and its children so far, in milliseconds. */
function processorMilliseconds(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  let ticks = 0;
  for (const id of [String(pid), ...children]) {
    const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(" ");
    ticks += Number(fields[13]) + Number(fields[14]);
  }
  return ticks * 10;
}

for (const [name, attack] of Object.entries(ATTACKS)) {
  test(`nginx: other clients are served in bounded memory during an attack with ${name}`, async (context) => {
    const origin = await startOrigin();
    const proxy = await startNginx({ name: "holiday-cottage", upstream: [origin.port] });
    const bytesBefore = peakBytes(proxy.pid);
    const processorBefore = processorMilliseconds(proxy.pid);
    const sockets = await Promise.all(Array.from({ length: attack.connections }, () => openConnection(proxy)));
    let isOver = false;
    const measuring = measureWaits(proxy, () => isOver);
    await Promise.all(sockets.map((socket) => send(socket, attack)));
    await new Promise((resolve) => setTimeout(resolve, attack.holdMilliseconds ?? 0));
    isOver = true;
    const waits = await measuring;
    const closed = sockets.filter(({ destroyed }) => destroyed).length;
    for (const socket of sockets) socket.destroy();
    const peak = peakBytes(proxy.pid) / MEBIBYTE;
    const processor = processorMilliseconds(proxy.pid) - processorBefore;
    const measurements = [
      `${(bytesBefore / MEBIBYTE).toFixed(0)} to ${peak.toFixed(0)} MiB`,
      `${(processor / 1000).toFixed(1)} s of CPU time`,
      `${closed} of ${attack.connections} connections closed`,
      `${origin.exchanges.length} requests reached the service`,
      `other clients waited ${Math.max(...waits).toFixed(0)} ms at most`,
    ];
    context.diagnostic(measurements.join("; "));
    assert.ok(peak < MEBIBYTES_MAX, `${peak} MiB`);
    await proxy.stop();
    await origin.stop();
  });
}

test("Caddy: HTTP/2 is not offered, because Caddy 2.6.2 cannot limit streams with a zero window", async () => {
  const origin = await startOrigin();
  const caddy = await startCaddy(origin.port);
  const socket = await openConnection(caddy);
  assert.equal(socket.alpnProtocol, "http/1.1");
  socket.destroy();
  await caddy.stop();
  await origin.stop();
});
