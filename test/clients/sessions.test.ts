/**
 * Requests that each client sends to connect, list the tools and call one. Each request takes a token of the rate
 * limit, so a release that sends more fails here before guests see a 429.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { text } from "node:stream/consumers";
import { temporaryFolder } from "../support/folder.ts";
import type { Connect } from "./connections.ts";
import { aiSdk, inspector, mcpRemote, sdkV1, sdkV2 } from "./connections.ts";
import type { RunningServer } from "./server.ts";
import { startServer } from "./server.ts";

const GET = "GET /mcp 405";
const HANDSHAKE = ["initialize 200", "notifications/initialized 202", GET];
const LIST_AND_CALL = ["tools/list 200", "tools/call 200"];
const MODERN = ["server/discover 200", ...LIST_AND_CALL];
/** Paths at which a client looks for OAuth metadata. A 404 in JSON means that no sign-in is needed. */
const SIGN_IN = [
  "/.well-known/oauth-protected-resource/mcp",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-authorization-server/mcp",
  "/.well-known/oauth-authorization-server",
  "/.well-known/openid-configuration/mcp",
  "/mcp/.well-known/openid-configuration",
].map((path) => `GET ${path} 404`);

const SESSIONS: readonly [name: string, connect: Connect, requests: readonly string[]][] = [
  ["SDK 1.32.2", sdkV1("sdk-1.32"), [...HANDSHAKE, ...LIST_AND_CALL]],
  ["SDK 2.4.0, auto", sdkV2("auto"), MODERN],
  ["AI SDK 2.0.99", aiSdk, MODERN],
  // The bridge performs the handshake twice: once to see whether it must sign in, once for its stdio client.
  [
    "mcp-remote 0.15.1",
    mcpRemote,
    [GET, ...SIGN_IN, GET, ...HANDSHAKE.slice(0, 2), GET, ...HANDSHAKE, ...LIST_AND_CALL],
  ],
  // The command line runs once per request, and each run lists the tools.
  ["Inspector 2.12.0 --cli", inspector, [...HANDSHAKE, "tools/list 200", ...HANDSHAKE, ...LIST_AND_CALL]],
];

const folder = temporaryFolder();
let server: RunningServer;

before(async () => {
  server = await startServer();
});

after(() => server.stop());

/** Starts a proxy that records each JSON-RPC method or request target with the status of its response. */
async function startRecorder(log: Promise<string>[]): Promise<{ readonly mcp: string; close(): void }> {
  const proxy = createServer((incoming, outgoing) => {
    const { method, url = "", headers } = incoming;
    const forward = async (): Promise<string> => {
      const body = await text(incoming);
      const forwarded = request(new URL(url, server.origin), { method, headers }).end(body);
      const [response] = (await once(forwarded, "response")) as [IncomingMessage];
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
      const target = body === "" ? `${method} ${url}` : JSON.parse(body).method;
      return `${target} ${response.statusCode}`;
    };
    log.push(forward());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  return { mcp: `http://127.0.0.1:${port}/mcp`, close: () => void proxy.close() };
}

for (const [name, connect, requests] of SESSIONS) {
  test(`${name} connects, lists and calls with ${requests.length} requests`, { timeout: 60_000 }, async (context) => {
    const log: Promise<string>[] = [];
    const { mcp, close } = await startRecorder(log);
    context.after(close);
    const client = await connect(mcp, folder);
    await client.listTools();
    await client.callTool("get-cottage");
    await client.close();
    const received = await Promise.all(log);
    // The order is not compared, because a GET may arrive before or after the requests that follow it.
    assert.deepEqual(received.toSorted(), requests.toSorted(), received.join(", "));
  });
}
