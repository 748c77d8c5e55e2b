/**
 * The edge: node:http with its limits, its parser errors, and the graceful shutdown.
 *
 * It knows no target.
 */

import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { type AddressInfo, Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate, setTimeout } from "node:timers/promises";
import { connections } from "./connections.ts";
import { exchanges, type Incoming, type Settings } from "./exchange.ts";
import { failure } from "./failure.ts";
import { endRaw } from "./lingering-close.ts";
import type { HttpResponse } from "./message.ts";
import { parserFailure } from "./parser-failure.ts";
import { FIELDS_MAX } from "./request-head.ts";

/** Since Node 22, to import node:http also loads the client behind `fetch`: twice the start and 12 MB (nodejs/node issue 59686). */
const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http");

const OPTIONS = {
  connectionsCheckingInterval: 2000,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  maxHeaderSize: 16 * 1024,
  joinDuplicateHeaders: true,
  requireHostHeader: false,
  /** No body stream for requests without a body; older Nodes ignore it. */
  optimizeEmptyRequests: true,
};

const NO_PROXY = failure("method_not_allowed", "CONNECT is not allowed: this is no proxy", undefined, ["Allow", "GET, HEAD, OPTIONS"]);

/** Clients that wait for an answer open no connection: after so long all wait. */
const HOLD_MS = 100;
const IDLE_AFTER_MS = 700;
/** Containers are killed ten seconds after they are told to stop. */
const ALL_AFTER_MS = 7000;

type ParserError = { readonly code: string; readonly rawPacket?: Buffer; readonly bytesParsed?: number };

export function createListener(settings: Settings) {
  /** Requests wait for it. */
  let listeningEnds: Promise<unknown> | undefined;
  const open = connections(settings.onExcess);
  const begin = exchanges(settings, () => listeningEnds !== undefined);

  const onRequest = (incoming: Incoming, outgoing: ServerResponse) => {
    const connection = open.asked(incoming.socket);
    if (connection === undefined) return;
    // An answer without a socket waits behind another.
    if (outgoing.socket === null && !open.mayWait(connection, outgoing)) return;
    if (listeningEnds === undefined) begin(incoming, outgoing, connection);
    else void listeningEnds.then(() => begin(incoming, outgoing, connection));
  };

  const onParserError = async ({ code, rawPacket, bytesParsed }: ParserError, socket: Duplex) => {
    // What follows a request that ends its connection is no request; its answer may still be on its way.
    const connection = code === "HPE_CLOSED_CONNECTION" ? undefined : open.asked(socket);
    if (connection === undefined) return;
    connection.isOver = true;
    if (!/^(?:HPE|ERR_HTTP)_/.test(code) || !socket.writable) return void socket.destroy();
    // Requests before it in the same packet are answered first.
    await setImmediate();
    sendRaw(socket, undefined, parserFailure(code, rawPacket, bytesParsed));
  };

  const sendRaw = (socket: Duplex, method: string | undefined, response: HttpResponse) => {
    endRaw(socket, rawResponse(response, new Date()));
    settings.onAnswer?.(method, undefined, response, 0);
  };

  /** After a stop of the machine the clock is asked before the sockets. */
  const onIdle = async (socket: Socket) => {
    const { bytesRead } = socket;
    await setImmediate();
    if (socket.bytesRead === bytesRead) socket.destroy();
  };

  // A proxy keeps idle connections (nginx for 60 s) and must be the one to close them, or a request may cross our closing.
  const keepAliveTimeout = settings.hops === 0 ? 5000 : 65_000;
  const server = createServer({ ...OPTIONS, keepAliveTimeout });
  // Node hides the fields beyond its bound from us, but not from its parser. One more than ours shows that there are more.
  server.maxHeadersCount = FIELDS_MAX + 1;
  server.on("connection", open.opened).on("timeout", onIdle).on("clientError", onParserError);
  for (const event of ["request", "checkContinue", "checkExpectation"]) server.on(event, onRequest);
  server.on("connect", (_request, socket) => sendRaw(socket, "CONNECT", NO_PROXY));

  return {
    async listen(port: number, host: string) {
      server.listen(port, host);
      await once(server, "listening");
      server.on("error", settings.onError);
      return (server.address() as AddressInfo).port;
    },

    /**
     * The graceful shutdown, which loses no request.
     *
     * The `close` of node:http destroys idle connections, and with them requests on the wire (nodejs/node issue 60617);
     * a socket that stops listening resets connections that nobody has accepted yet. So answers wait until no new
     * connection comes; then listening ends, every answer tells its client to close, and idle connections are closed.
     */
    async close() {
      const startedAt = performance.now();
      let isClosed = false;
      // An immediate comes right after the event loop has accepted whoever was there.
      listeningEnds = setTimeout(HOLD_MS)
        .then(() => setImmediate())
        .then(() => Server.prototype.close.call(server, () => (isClosed = true)));
      await listeningEnds;
      for (let elapsed = 0; !isClosed && elapsed < ALL_AFTER_MS; elapsed = performance.now() - startedAt) {
        if (elapsed > IDLE_AFTER_MS) {
          server.closeIdleConnections();
          open.closeSilent();
        }
        await setTimeout(50);
      }
      server.closeAllConnections();
    },
  };
}

export function rawResponse({ status, headers, body }: HttpResponse, date: Date): Buffer {
  const fields = headers.map((text, at) => (at % 2 === 0 ? `\r\n${text}: ` : text)).join("");
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nDate: ${date.toUTCString()}${fields}\r\nConnection: close\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}
