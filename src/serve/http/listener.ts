/**
 * Wraps the node:http server and adds limits, timeouts, responses to parser errors and graceful shutdown.
 */

import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { connectionTable } from "./client-limits.ts";
import { exchangeRunner, type Incoming, LINGER_MS, monotonicMs, type Settings } from "./exchange.ts";
import { failure, type Failure, failureResponse, type HttpResponse } from "./message.ts";
import { FIELDS_MAX } from "./request.ts";

// An `import` of node:http would also load its HTTP client, which takes 12 MB of memory (nodejs/node#59686).
const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http");
const { Server: NetServer } = process.getBuiltinModule("node:net");

const OPTIONS = {
  connectionsCheckingInterval: 2000,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  maxHeaderSize: 16 * 1024,
  joinDuplicateHeaders: true,
  requireHostHeader: false,
  optimizeEmptyRequests: true,
};

const KEEP_ALIVE_MS = 5000;
/** Longer than the idle timeout of proxies (nginx: 60 s), so that the proxy closes idle connections first. */
const KEEP_ALIVE_BEHIND_PROXY_MS = 65_000;

/**
 * Delay before a shutdown closes the listening socket. Responses are held back until then. Otherwise, a client that
 * got its response could open a new connection, which would be reset when the socket closes.
 */
const SHUTDOWN_HOLD_MS = 100;
const CLOSE_IDLE_AFTER_MS = 700;
/** Time limit for a shutdown. Container runtimes kill the process ten seconds after SIGTERM. */
const CLOSE_ALL_AFTER_MS = 7000;
const CLOSE_CHECK_MS = 50;

const NO_TUNNEL = failure("method_not_allowed", "CONNECT is not supported", undefined, {
  headers: ["Allow", "GET, HEAD, OPTIONS"],
});

/** Matches the error codes of node:http. Other codes, e.g. ECONNRESET, come from the socket. */
const PARSER_ERROR = /^(?:HPE|ERR_HTTP)_/;
const PARSER_FAILURES = new Map([
  ["HPE_HEADER_OVERFLOW", failure("fields_too_large", "There are over 100 headers, or path and headers exceed 16 KiB")],
  ["HPE_INVALID_METHOD", failure("bad_request", "The request method is unknown, or this is not an HTTP request")],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", failure("body_too_large", "The chunk extensions are too long")],
  ["ERR_HTTP_REQUEST_TIMEOUT", failure("request_timeout", "The request took too long to arrive")],
]);
const MALFORMED = failure("bad_request", "The request is not well-formed HTTP/1.1");

export type Listener = ReturnType<typeof createListener>;

export function createListener(settings: Settings) {
  /** Undefined until a shutdown starts. Requests then wait until it resolves. */
  let stoppedListening: Promise<void> | undefined;
  const connections = connectionTable(settings.onOverload);
  const runExchange = exchangeRunner(settings, () => stoppedListening !== undefined);

  const onRequest = (incoming: Incoming, outgoing: ServerResponse) => {
    const connection = connections.touch(incoming.socket);
    if (connection === undefined) return;
    // With pipelining, a response has no socket while it waits for earlier ones. tryQueue() limits how many may wait.
    if (outgoing.socket === null && !connections.tryQueue(connection, outgoing)) return;
    if (stoppedListening === undefined) runExchange(incoming, outgoing, connection);
    else void stoppedListening.then(() => runExchange(incoming, outgoing, connection));
  };

  const onParserError = ({ code }: Readonly<{ code: string }>, socket: Duplex) => {
    // Ignore data after a request with `Connection: close`. An error response could cut off the request's response.
    if (code === "HPE_CLOSED_CONNECTION") return;
    const connection = connections.touch(socket);
    if (connection === undefined) return;
    connection.isFinal = true;
    if (!PARSER_ERROR.test(code) || !socket.writable) return void socket.destroy();
    // Defer the error response, so that valid requests earlier in the same packet are answered first.
    setImmediate(() => sendRaw(socket, undefined, parserFailure(code)));
  };

  const sendRaw = (socket: Duplex, method: string | undefined, failed: Failure) => {
    const response = failureResponse(failed);
    endSocket(socket, rawResponse(response, new Date()));
    settings.onExchange?.({ method, route: undefined, response, milliseconds: 0, isExempt: true });
  };

  const keepAliveTimeout = settings.trustedProxies === 0 ? KEEP_ALIVE_MS : KEEP_ALIVE_BEHIND_PROXY_MS;
  const server = createServer({ ...OPTIONS, keepAliveTimeout });
  // Older Node versions silently drop fields above this limit. Allow one more, so that checkHead() sees the excess.
  server.maxHeadersCount = FIELDS_MAX + 1;
  server.on("connection", connections.add).on("timeout", closeIdle).on("clientError", onParserError);
  server.on("request", onRequest).on("checkExpectation", onRequest);
  server.on("connect", (_request, socket) => sendRaw(socket, "CONNECT", NO_TUNNEL));

  let acceptedConnections = 0;
  server.on("connection", () => (acceptedConnections += 1));

  const stopListening = async () => {
    const deadline = monotonicMs() + CLOSE_IDLE_AFTER_MS;
    await delay(SHUTDOWN_HOLD_MS);
    // Accept all pending connections first. Node may accept only one per turn of the event loop.
    let previouslyAccepted: number;
    do {
      previouslyAccepted = acceptedConnections;
      await delay(0);
    } while (acceptedConnections > previouslyAccepted && monotonicMs() < deadline);
    // Do not use http.Server's close(). It also closes connections that are receiving a request (nodejs/node#60617).
    NetServer.prototype.close.call(server);
  };

  return {
    async listen(port: number, host: string) {
      await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
      server.on("error", settings.onError);
      return (server.address() as AddressInfo).port;
    },

    /** Stops listening, then waits until all connections have finished their requests and are closed. */
    async close() {
      const startedAt = monotonicMs();
      const elapsed = () => monotonicMs() - startedAt;
      stoppedListening = stopListening();
      await stoppedListening;
      while (!connections.isEmpty() && elapsed() < CLOSE_ALL_AFTER_MS) {
        if (elapsed() > CLOSE_IDLE_AFTER_MS) {
          server.closeIdleConnections();
          connections.closeUnused();
        }
        await delay(CLOSE_CHECK_MS);
      }
      server.closeAllConnections();
    },
  };
}

/** Returns a failure with a fixed message, because the parser's own message may quote the request. */
export function parserFailure(code: string): Failure {
  return PARSER_FAILURES.get(code) ?? MALFORMED;
}

export function rawResponse({ status, headers, body }: HttpResponse, date: Date): string {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, `Date: ${date.toUTCString()}`];
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`);
  lines.push("Connection: close", "", "");
  return lines.join("\r\n") + body.join("");
}

/**
 * Closes a connection after the idle timeout, unless a request has just arrived. When a suspended machine resumes, the
 * timeout fires before Node has read pending requests. Therefore setImmediate() lets Node read them first.
 */
export function closeIdle(socket: Readonly<{ bytesRead: number; destroy: () => unknown }>) {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}

/** Sends a serialised response, then discards input until the socket closes or LINGER_MS have passed. */
function endSocket(socket: Duplex, response: string) {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.on("error", () => socket.destroy()).once("close", () => clearTimeout(timer));
  socket.resume().end(response);
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
