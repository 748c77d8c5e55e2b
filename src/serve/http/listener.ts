/**
 * Wraps the server of node:http: limits, timeouts, parser errors and graceful shutdown.
 *
 * It knows no routes and no content.
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
import { FIELDS_MAX } from "./request-head.ts";

/** An import would also load the HTTP client of `fetch`, which takes 12 MB (nodejs/node issue 59686). */
const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http");

const OPTIONS = {
  connectionsCheckingInterval: 2000,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  maxHeaderSize: 16 * 1024,
  joinDuplicateHeaders: true,
  requireHostHeader: false,
  /** Ignored by older versions of Node. */
  optimizeEmptyRequests: true,
};

const KEEP_ALIVE_MS = 5000;
/** Longer than the idle timeout of proxies (nginx: 60 s), so that the proxy closes first and no request is lost. */
const KEEP_ALIVE_BEHIND_PROXY_MS = 65_000;

/** At the start of a shutdown, requests wait this long. Clients that wait for a response open no new connections. */
const HOLD_MS = 100;
const CLOSE_IDLE_AFTER_MS = 700;
/** Less than the ten seconds between SIGTERM and SIGKILL in containers. */
const CLOSE_ALL_AFTER_MS = 7000;

const NO_TUNNEL = failure("method_not_allowed", "CONNECT is not supported", undefined, {
  fields: ["Allow", "GET, HEAD, OPTIONS"],
});

/** Matches the codes of errors that a request causes. Other codes are errors of the socket, e.g. ECONNRESET. */
const PARSER_ERROR = /^(?:HPE|ERR_HTTP)_/;
const PARSER_FAILURES = new Map([
  ["HPE_HEADER_OVERFLOW", failure("fields_too_large", "The request line and header fields are longer than 16 KiB")],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", failure("body_too_large", "The chunk extensions are too long")],
  ["ERR_HTTP_REQUEST_TIMEOUT", failure("request_timeout", "The request took too long to arrive")],
]);
const MALFORMED = failure("bad_request", "The request is not well-formed HTTP/1.1");

export function createListener(settings: Settings) {
  /** Resolves when a shutdown ends listening, and requests no longer wait. Undefined before a shutdown. */
  let listeningEnd: Promise<void> | undefined;
  const connections = connectionTable(settings.onExcess);
  const begin = exchanges(settings, () => listeningEnd !== undefined);

  const onRequest = (incoming: Incoming, outgoing: ServerResponse) => {
    const connection = connections.touch(incoming.socket);
    if (connection === undefined) return;
    // A pipelined response has no socket until the earlier responses are sent.
    if (outgoing.socket === null && !connections.tryQueue(connection, outgoing)) return;
    if (listeningEnd === undefined) begin(incoming, outgoing, connection);
    else void listeningEnd.then(() => begin(incoming, outgoing, connection));
  };

  const onParserError = async ({ code }: Readonly<{ code: string }>, socket: Duplex) => {
    // Ignore input after the final request of a connection. Its response may still be in flight.
    if (code === "HPE_CLOSED_CONNECTION") return;
    const connection = connections.touch(socket);
    if (connection === undefined) return;
    connection.isFinal = true;
    if (!PARSER_ERROR.test(code) || !socket.writable) return void socket.destroy();
    // First respond to the valid requests that precede it in the same packet.
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
  // Node silently drops fields above this number. One more than the limit lets headFailure() detect the excess.
  server.maxHeadersCount = FIELDS_MAX + 1;
  server.on("connection", connections.add).on("timeout", closeIdle).on("clientError", onParserError);
  server.on("request", onRequest).on("checkExpectation", onRequest);
  server.on("connect", (_request, socket) => sendRaw(socket, "CONNECT", NO_TUNNEL));

  return {
    /** Resolves with the port. Rejects with a system error, e.g. EADDRINUSE. */
    async listen(port: number, host: string) {
      server.listen(port, host);
      await once(server, "listening");
      server.on("error", settings.onError);
      return (server.address() as AddressInfo).port;
    },

    /**
     * Shuts down without losing requests. The end of listening would reset connections that wait to be accepted, so it
     * is delayed until none is left. After that, responses close their connections, and idle connections are closed.
     */
    async close() {
      const startedAt = performance.now();
      let isClosed = false;
      const stopListening = async () => {
        await setTimeout(HOLD_MS);
        // The event loop accepts waiting connections before it runs an immediate.
        await setImmediate();
        // close() of node:http would destroy idle connections and requests that arrive there (nodejs/node issue 60617).
        Server.prototype.close.call(server, () => {
          isClosed = true;
        });
      };
      listeningEnd = stopListening();
      await listeningEnd;
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

/**
 * Closes an idle connection, unless a request has just arrived on it. After the machine was suspended, timers fire
 * before pending input is read.
 */
export async function closeIdle(socket: Readonly<{ bytesRead: number; destroy: () => unknown }>): Promise<void> {
  const { bytesRead } = socket;
  await setImmediate();
  if (socket.bytesRead === bytesRead) socket.destroy();
}

/** Returns the failure for a parser error. The error's own message may quote the request, so it is not sent. */
export function parserFailure(code: string): Failure {
  return PARSER_FAILURES.get(code) ?? MALFORMED;
}

/** Serialises a response that closes its connection. */
export function rawResponse({ status, headers, body }: HttpResponse, date: Date): Buffer {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, `Date: ${date.toUTCString()}`];
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`);
  lines.push("Connection: close", "", "");
  return Buffer.concat([Buffer.from(lines.join("\r\n")), body]);
}
