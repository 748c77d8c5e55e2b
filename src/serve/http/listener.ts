/**
 * The network edge: node:http with its limits, its parser errors and the graceful shutdown.
 *
 * It knows no route and no content.
 */

import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { type AddressInfo, Server } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate, setTimeout } from "node:timers/promises";
import { connectionTable } from "./connections.ts";
import { exchanges, type Incoming, type Settings } from "./exchange.ts";
import { failure, failureResponse } from "./failure.ts";
import { endRaw } from "./lingering-close.ts";
import type { Failure, HttpResponse } from "./message.ts";
import { parserFailure } from "./parser-failure.ts";
import { FIELDS_MAX } from "./request-head.ts";

/** Not imported: an import would load the client behind `fetch` as well, 12 MB (nodejs/node issue 59686). */
const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http");

const OPTIONS = {
  connectionsCheckingInterval: 2000,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  maxHeaderSize: 16 * 1024,
  joinDuplicateHeaders: true,
  requireHostHeader: false,
  /** No stream for requests without a body. Older Nodes ignore it. */
  optimizeEmptyRequests: true,
};

const KEEP_ALIVE_MS = 5000;
/** Longer than proxies keep idle connections (nginx: 60 s), so that no request meets a closing connection. */
const KEEP_ALIVE_BEHIND_PROXY_MS = 65_000;

/** Times from the start of a shutdown. Until the first, responses are held back: clients that wait do not reconnect. */
const HOLD_MS = 100;
const CLOSE_IDLE_AFTER_MS = 700;
/** Containers are killed ten seconds after SIGTERM. */
const CLOSE_ALL_AFTER_MS = 7000;

const NO_TUNNEL = failure("method_not_allowed", "CONNECT is not supported", undefined, {
  fields: ["Allow", "GET, HEAD, OPTIONS"],
});

const PARSER_ERROR = /^(?:HPE|ERR_HTTP)_/;

export function createListener(settings: Settings) {
  /** Settles when a shutdown no longer holds requests back; undefined before a shutdown. */
  let drained: Promise<unknown> | undefined;
  const connections = connectionTable(settings.onExcess);
  const begin = exchanges(settings, () => drained !== undefined);

  const onRequest = (incoming: Incoming, outgoing: ServerResponse) => {
    const connection = connections.touch(incoming.socket);
    if (connection === undefined) return;
    // A response that waits for an earlier one has no socket yet.
    if (outgoing.socket === null && !connections.tryQueue(connection, outgoing)) return;
    if (drained === undefined) begin(incoming, outgoing, connection);
    else void drained.then(() => begin(incoming, outgoing, connection));
  };

  const onParserError = async ({ code }: Readonly<{ code: string }>, socket: Duplex) => {
    // Ignore input after the final request of a connection. Its response may still be in flight.
    if (code === "HPE_CLOSED_CONNECTION") return;
    const connection = connections.touch(socket);
    if (connection === undefined) return;
    connection.isFinal = true;
    if (!PARSER_ERROR.test(code) || !socket.writable) return void socket.destroy();
    // Valid requests before it in the same packet are answered first.
    await setImmediate();
    sendRaw(socket, undefined, parserFailure(code));
  };

  const sendRaw = (socket: Duplex, method: string | undefined, failed: Failure) => {
    const response = failureResponse(failed);
    endRaw(socket, rawResponse(response, new Date()));
    settings.onExchange?.({ method, route: undefined, response, milliseconds: 0, isFree: true });
  };

  const keepAliveTimeout = settings.hops === 0 ? KEEP_ALIVE_MS : KEEP_ALIVE_BEHIND_PROXY_MS;
  const server = createServer({ ...OPTIONS, keepAliveTimeout });
  // Node drops fields above this number without an error. One more than the limit shows that the limit is exceeded.
  server.maxHeadersCount = FIELDS_MAX + 1;
  server.on("connection", connections.add).on("clientError", onParserError);
  server.on("request", onRequest).on("checkExpectation", onRequest);
  server.on("connect", (_request, socket) => sendRaw(socket, "CONNECT", NO_TUNNEL));

  return {
    /** Resolves with the port, or rejects with the system's error. */
    async listen(port: number, host: string) {
      server.listen(port, host);
      await once(server, "listening");
      server.on("error", settings.onError);
      return (server.address() as AddressInfo).port;
    },

    /**
     * Shuts down without losing a request. `close` of node:http would destroy requests on idle connections (nodejs/node
     * issue 60617), and the end of listening resets connections that were not accepted yet. So responses are held back
     * until no new connection comes. Then listening ends, responses close their connections, and idle ones are closed.
     */
    async close() {
      const startedAt = performance.now();
      let isClosed = false;
      // The event loop accepts waiting connections before it runs an immediate.
      drained = setTimeout(HOLD_MS)
        .then(() => setImmediate())
        .then(() => Server.prototype.close.call(server, () => (isClosed = true)));
      await drained;
      for (let elapsed = 0; !isClosed && elapsed < CLOSE_ALL_AFTER_MS; elapsed = performance.now() - startedAt) {
        if (elapsed > CLOSE_IDLE_AFTER_MS) {
          server.closeIdleConnections();
          connections.closeUnused();
        }
        await setTimeout(50);
      }
      server.closeAllConnections();
    },
  };
}

/** Returns the bytes of a response that closes its connection. */
export function rawResponse({ status, headers, body }: HttpResponse, date: Date): Buffer {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, `Date: ${date.toUTCString()}`];
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`);
  lines.push("Connection: close", "", "");
  return Buffer.concat([Buffer.from(lines.join("\r\n")), body]);
}
