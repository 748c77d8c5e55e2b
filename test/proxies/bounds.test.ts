/**
 * What one client can make the shipped proxies keep: heads that never end, heads without measure, nothing at all.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import type { TLSSocket } from "node:tls";
import { connect } from "node:tls";
import { HOST } from "./support/ask.ts";
import { startCaddy } from "./support/caddy.ts";
import { startNginx } from "./support/nginx.ts";
import { startOrigin } from "./support/origin.ts";
import { peakBytes } from "./support/peak.ts";
import type { SecureProxy } from "./support/proxy.ts";
import { until } from "../support/program.ts";
import type { Replacements } from "./support/shipped.ts";

const HEAD = `GET / HTTP/1.1\r\nHost: ${HOST}\r\n`;
const MEBIBYTE = 1024 * 1024;
const SILENT = 1600;
const GREEDY = 200;

interface Kind {
  readonly name: string;
  /** What stands for the ten seconds, where a test cannot wait so long. */
  readonly hurry: Replacements;
  start(upstream: number, hurry: Replacements): Promise<SecureProxy>;
}

const KINDS: readonly Kind[] = [
  { name: "Caddy", hurry: [["read_header 10s", "read_header 1s"]], start: startCaddy },
  {
    name: "nginx",
    hurry: [["client_header_timeout 10s", "client_header_timeout 1s"]],
    start: (port, hurry) => startNginx({ name: "holiday-cottage", upstream: [port], service: hurry }),
  },
];

function dial({ securePort, certificate }: SecureProxy): TLSSocket {
  const socket = connect({ host: "127.0.0.1", port: securePort, ca: certificate, servername: HOST });
  return socket.on("error", () => undefined);
}

for (const { name, hurry, start } of KINDS) {
  test(`${name}: who begins a head and does not end it holds no connection, however many do`, async (context) => {
    const origin = await startOrigin();
    const proxy = await start(origin.port, hurry);
    const before = peakBytes(proxy.pid);
    const sockets = Array.from({ length: SILENT }, () => dial(proxy));
    for (const socket of sockets) socket.write(HEAD);
    const startedAt = performance.now();
    await until(`${name} answers somebody else`, () =>
      proxy.ask("/api/").then(({ status }) => status === 200, () => false),
    );
    const grown = ((peakBytes(proxy.pid) - before) / MEBIBYTE).toFixed(0);
    context.diagnostic(`${SILENT} half heads kept others waiting for ${(performance.now() - startedAt).toFixed(0)} ms; ${grown} MiB more`);
    await until(`${name} gives them up`, () => sockets.every(({ closed }) => closed));
    await proxy.stop();
    await origin.stop();
  });

  test(`${name}: heads without measure are refused before they fill the memory`, async (context) => {
    const origin = await startOrigin();
    const proxy = await start(origin.port, []);
    const before = peakBytes(proxy.pid);
    const sockets = Array.from({ length: GREEDY }, () => dial(proxy));
    await Promise.all(
      sockets.map(async (socket) => {
        const closed = once(socket, "close");
        socket.resume().write(`${HEAD}X-Long: ${"a".repeat(900_000)}`);
        await closed;
      }),
    );
    const grown = (peakBytes(proxy.pid) - before) / MEBIBYTE;
    context.diagnostic(`${GREEDY} heads of 900 kB: ${grown.toFixed(0)} MiB more`);
    assert.ok(grown < 64, `${grown} MiB`);
    assert.equal((await proxy.ask("/api/")).status, 200);
    await proxy.stop();
    await origin.stop();
  });
}
