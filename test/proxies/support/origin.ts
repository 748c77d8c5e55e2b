/**
 * Starts the service behind a relay that records requests, changes lifetimes and simulates failures.
 *
 * The relay passes on all fields unchanged and adds none, so neither side notices it.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { Agent, createServer, request } from "node:http";
import { after } from "node:test";
import type { Service } from "./service.ts";
import { startService } from "./service.ts";

export interface Exchange {
  readonly method: string;
  readonly target: string;
  readonly fields: IncomingHttpHeaders;
  readonly status: number;
  readonly httpVersion: string;
  /** Identifies the connection: the port at its other end. */
  readonly connection: number;
}

export interface Origin {
  /** Port of the relay, for the proxy under test. */
  readonly port: number;
  /** The service itself, without the relay. */
  readonly service: Service;
  /** Requests that reached the relay, in order, without health checks. */
  readonly exchanges: Exchange[];
  /**
   * Sets for how many seconds further responses are fresh (the service says five minutes), and for how many they may
   * be served stale during revalidation (the service says ten minutes).
   */
  setFreshness(seconds: number | undefined, staleSeconds?: number): void;
  /** Sets the status with which further requests fail, or "silence" to close their connections without a response. */
  failWith(status: number | "silence" | undefined): void;
  /** Closes all connections and accepts no more, until `listenAgain` is called. */
  stopListening(): Promise<void>;
  listenAgain(): Promise<void>;
  stop(): Promise<void>;
}

const running = new Set<() => Promise<void>>();

after(() => Promise.all([...running].map((stop) => stop())));

const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding"]);

function endToEnd(
  { rawHeaders }: IncomingMessage,
  rewrite: (value: string) => string = (value) => value,
): Record<string, string | string[]> {
  const fields = new Map<string, string[]>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (HOP_BY_HOP.has(name.toLowerCase())) continue;
    fields.set(name, [...(fields.get(name) ?? []), rewrite(rawHeaders[index + 1] ?? "")]);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );
}

export async function startOrigin(env: Readonly<Record<string, string>> = {}): Promise<Origin> {
  const service = await startService({ env });
  const agent = new Agent({ keepAlive: true });
  const exchanges: Exchange[] = [];
  let seconds: number | undefined;
  let staleSeconds = 600;
  let failure: number | "silence" | undefined;

  const age = (value: string) =>
    seconds === undefined
      ? value
      : value
          .replace("max-age=300", `max-age=${seconds}`)
          .replace("stale-while-revalidate=600", `stale-while-revalidate=${staleSeconds}`);
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method = "", url = "", headers } = incoming;
    const record = (status: number): void => {
      if (url === "/readyz" || url === "/healthz") return;
      const { httpVersion, socket } = incoming;
      exchanges.push({ method, target: url, fields: headers, status, httpVersion, connection: socket.remotePort ?? 0 });
    };
    if (failure === "silence") {
      record(0);
      incoming.socket.destroy();
      return;
    }
    if (failure !== undefined) {
      record(failure);
      outgoing.writeHead(failure, { "Content-Length": "0", "Cache-Control": "no-store" }).end();
      return;
    }
    const onward = request({
      port: service.port,
      host: "127.0.0.1",
      agent,
      method,
      path: url,
      headers: endToEnd(incoming),
    });
    onward.on("response", (response) => {
      record(response.statusCode ?? 0);
      outgoing.writeHead(response.statusCode ?? 0, endToEnd(response, age));
      response.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    // Discard the rest of a rejected body, which would precede the next request on the connection.
    onward.on("close", () => incoming.unpipe(onward).resume());
    incoming.pipe(onward);
  };

  let server = createServer(pass);
  const listen = async (port: number): Promise<number> => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    assert.ok(address !== null && typeof address === "object");
    return address.port;
  };
  const stopListening = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  const port = await listen(0);
  const stop = async (): Promise<void> => {
    running.delete(stop);
    if (server.listening) await stopListening();
    agent.destroy();
    await service.program.stop();
  };
  running.add(stop);
  return {
    port,
    service,
    exchanges,
    setFreshness: (wanted, wantedStale = 600) => {
      seconds = wanted;
      staleSeconds = wantedStale;
    },
    failWith: (status) => void (failure = status),
    stopListening,
    listenAgain: async () => {
      server = createServer(pass);
      await listen(port);
    },
    stop,
  };
}
