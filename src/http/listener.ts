/**
 * The edge: node:http on one side, exchanges on the other.
 *
 * Only this module knows node:http, its limits and its ways to fail; it knows no target.
 */
import { executionAsyncResource } from "node:async_hooks";
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { doorkeeper } from "./doorkeeper.ts";
import { drain } from "./drain.ts";
import type { Expectation, ExchangeSettings } from "./exchange.ts";
import { exchanges } from "./exchange.ts";
import { failure } from "./failure.ts";
import { finishSocket } from "./linger.ts";
import type { HttpResponse } from "./message.ts";
import { answerQueue } from "./queue.ts";
import { isParserError, parserFailure, rawResponse } from "./parser-failure.ts";

/**
 * Not `import … from "node:http"`: since Node 22 an ES module that does so also loads the HTTP client
 * behind `fetch`, which doubles start-up and adds 12 MB for nothing (nodejs/node issue 59686).
 */
const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http");

const CONNECTIONS_MAX = 4096;

interface Options extends ServerOptions {
  /** Newer Nodes skip the body stream of requests that have no body; older ones ignore the option. */
  readonly optimizeEmptyRequests: boolean;
}

/**
 * A proxy keeps idle connections (nginx for 60 s) and sends requests on them: it must be the one to close
 * them, or a request of its may cross our closing. A client of our own waits for nobody.
 */
function options(hops: number): Options {
  return {
    connectionsCheckingInterval: 2000,
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    keepAliveTimeout: hops === 0 ? 5000 : 65_000,
    maxHeaderSize: 16 * 1024,
    joinDuplicateHeaders: true,
    requireHostHeader: false,
    optimizeEmptyRequests: true,
  };
}

export interface Listener {
  readonly server: Server;
  listen(port: number, host: string): Promise<AddressInfo>;
  /** Finishes what has begun, refuses what comes after and resolves when the last connection is closed. */
  close(): Promise<void>;
}

const FULL = failure("unavailable", "Too many connections are open", "Try again in 5 s", ["Retry-After", "5"]);
const NO_PROXY = failure("method_not_allowed", "CONNECT is not allowed: this is no proxy", undefined, ["Allow", "GET, HEAD, OPTIONS"]);

interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

const keptTicks: object[] = [];

/**
 * Node 20 makes a tick object for every request. V8 forgets their shape when a full garbage collection finds none of them
 * alive, as it may while the data is read, and from then on makes each by a slow path, as long as the process lives: it
 * happened to four processes of ten, and cost them a sixth of every request. So one is kept.
 */
function keepTick(): void {
  process.nextTick(() => keptTicks.push(executionAsyncResource()));
}

export function createListener(settings: ExchangeSettings): Listener {
  let draining = false;
  const queue = answerQueue();
  const begin = exchanges(settings, () => draining);
  keepTick();

  /** Answers where there is no request to answer. */
  const sendRaw = (socket: Duplex, method: string | undefined, response: HttpResponse): void => {
    door.end(socket);
    const { status, body } = response;
    finishSocket(socket, rawResponse(response, STATUS_CODES[status] ?? "", new Date()));
    settings.onExchange?.({ method, route: undefined, status, bytes: body.length, milliseconds: 0 });
  };

  const onParserError = ({ code = "", rawPacket, bytesParsed }: ParserError, socket: Duplex): void => {
    // What follows a request that ends its connection is nobody's business; its answer may still be on its way.
    if (code === "HPE_CLOSED_CONNECTION" || !door.end(socket)) return;
    if (!isParserError(code) || !socket.writable) return void socket.destroy();
    // Requests that came before it in the same packet are answered first.
    setImmediate(() => sendRaw(socket, undefined, parserFailure(code, rawPacket, bytesParsed)));
  };

  const door = doorkeeper(CONNECTIONS_MAX, (socket) => {
    sendRaw(socket, undefined, FULL);
    socket.destroySoon();
  });

  /** One client that floods has many connections, each about to be read; a proxy's are not one client's. */
  const hasRoom = (socket: Socket, answer: ServerResponse): boolean => {
    const verdict = queue(socket, answer);
    if (verdict === "waits") return true;
    if (verdict === "flood" && settings.hops === 0 && !socket.destroyed) door.closeAllFrom(socket);
    socket.destroy();
    return false;
  };

  /** Requests that wait; undefined while none has to. */
  let held: (() => void)[] | undefined;
  const on = (expectation: Expectation) => (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    const connection = door.asked(socket);
    if (connection === undefined || connection.isOver) return;
    // Without a socket of its own yet, the answer waits behind another.
    if (outgoing.socket === null && !hasRoom(socket, outgoing)) return;
    if (held === undefined) begin(incoming, outgoing, expectation, connection);
    else held.push(() => begin(incoming, outgoing, expectation, connection));
  };

  const server = createServer(options(settings.hops), on("none"));
  // No bound here: Node hides the fields beyond its own from us but not from its parser; admit() counts them all.
  server.maxHeadersCount = 0;
  server.on("connection", door.opened);
  server.on("checkContinue", on("continue"));
  server.on("checkExpectation", on("unknown"));
  server.on("connect", (_request, socket) => sendRaw(socket, "CONNECT", NO_PROXY));
  server.on("clientError", onParserError);

  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => {
          server.off("error", reject).on("error", settings.onError);
          const address = server.address();
          if (address !== null && typeof address === "object") resolve(address);
        });
      }),
    close: () => {
      draining = true;
      return drain(server, {
        hold: () => {
          held = [];
        },
        release: () => {
          const waiting = held ?? [];
          held = undefined;
          for (const each of waiting) each();
        },
        closeSilent: door.closeSilent,
      });
    },
  };
}
