/**
 * The edge: node:http on one side, messages as plain values on the other.
 *
 * Only this module knows sockets, timeouts and Node's own request and response objects; it knows no
 * target and makes no answer but those that HTTP itself asks for.
 */
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { admit } from "./admission.ts";
import { clientKey } from "./client.ts";
import { failure } from "./failure.ts";
import type { FieldLines, HttpResponse } from "./message.ts";
import { NO_BODY } from "./message.ts";
import { parserFailure, rawResponse } from "./parser-failure.ts";
import type { Decision, Limiter } from "./rate-limit.ts";
import type { Resolved, Router } from "./router.ts";
import { unrouted } from "./router.ts";

/**
 * Not `import … from "node:http"`: since Node 22 an ES module that does so also loads the HTTP client
 * behind `fetch`, which doubles start-up and adds 12 MB for nothing (nodejs/node issue 59686).
 */
const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http");

export const BODY_BYTES_MAX = 256 * 1024;
const CONNECTIONS_MAX = 8192;
/** How long a client that is still sending may go on after it was answered, so that it reads the answer. */
const LINGER_MS = 1000;
/** From the end of listening until idle connections are closed, and until all are. */
const DRAIN_IDLE_MS = 700;
const DRAIN_ALL_MS = 7000;

interface Options extends ServerOptions {
  /** Newer Nodes skip the body stream of requests that have no body; older ones ignore the option. */
  readonly optimizeEmptyRequests: boolean;
}

const OPTIONS: Options = {
  connectionsCheckingInterval: 2000,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 5000,
  maxHeaderSize: 16 * 1024,
  joinDuplicateHeaders: true,
  requireHostHeader: false,
  optimizeEmptyRequests: true,
};

/** One answered request, as the log tells it. */
export interface Exchange {
  readonly method: string;
  /** The route's path, never the one that was sent; undefined when there is no route. */
  readonly route: string | undefined;
  readonly status: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

export interface ListenerSettings {
  /** Asked on every request, so that what is served can be replaced as a whole. */
  readonly router: () => Router;
  /** Undefined when requests are not limited. */
  readonly limiter: Limiter | undefined;
  readonly perMinute: number;
  /** Proxies in front of us, each of which appends to `X-Forwarded-For`. */
  readonly hops: number;
  readonly onExchange: (exchange: Exchange) => void;
  /** An exception in a handler: a mistake of ours. */
  readonly onError: (error: unknown) => void;
  /** Called with what a client is counted under and whether it came through a proxy. */
  readonly onClient?: (key: string, forwarded: boolean) => void;
}

export interface Listener {
  readonly server: Server;
  listen(port: number, host: string): Promise<AddressInfo>;
  /** Finishes what has begun, refuses what comes after and resolves when the last connection is closed. */
  close(): Promise<void>;
  readonly isDraining: () => boolean;
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

/**
 * Fields of `draft-ietf-httpapi-ratelimit-headers-10`. They are sent only with what no shared cache may
 * store, or one client's count would be replayed to others.
 */
function rateLimitFields(perMinute: number, { remaining, wait }: Decision): FieldLines {
  return ["RateLimit-Policy", `"default";q=${perMinute};w=60`, "RateLimit", `"default";r=${remaining};t=${wait}`];
}

function rateLimited(perMinute: number, { wait }: Decision): HttpResponse {
  const hint = `Wait ${wait} s, keep answers as long as Cache-Control says, and revalidate with If-None-Match`;
  return failure("rate_limited", `More than ${perMinute} requests a minute`, hint, ["Retry-After", String(wait)]);
}

const TOO_LARGE = failure("body_too_large", `The request body is larger than ${BODY_BYTES_MAX} bytes`, undefined, [
  "Connection",
  "close",
]);

const INTERNAL = failure("internal_error", "The server made a mistake", "Try again later", ["Connection", "close"]);

export function createListener(settings: ListenerSettings): Listener {
  const { limiter, perMinute, hops } = settings;
  let draining = false;

  /** Collects the body; undefined when it is larger than we take. The stream may have ended before we look. */
  const readBody = (incoming: IncomingMessage, done: (body: Buffer | undefined) => void): void => {
    if (incoming.readableEnded) return done(NO_BODY);
    const chunks: Buffer[] = [];
    let bytes = 0;
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= BODY_BYTES_MAX) return void chunks.push(chunk);
      incoming.off("data", onData).off("end", onEnd);
      done(undefined);
    };
    const onEnd = () => done(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    incoming.on("data", onData).on("end", onEnd);
  };

  const handle = (incoming: IncomingMessage, outgoing: ServerResponse, awaitsContinue: boolean): void => {
    const startedAt = performance.now();
    const { method = "", headers } = incoming;
    const router = settings.router();
    let route: Resolved | undefined;
    let decision: Decision | undefined;
    let client = "";

    const send = (response: HttpResponse): void => {
      let fields = response.headers;
      // Without a decision the request was free; what GET gets with 200 or 304 is public and cacheable.
      if (decision !== undefined && (response.status >= 400 || method === "POST")) {
        fields = [...fields, ...rateLimitFields(perMinute, decision)];
      }
      if (draining) fields = [...fields, "Connection", "close"];
      outgoing.writeHead(response.status, fields as string[]);
      if (incoming.complete || !hasBody(incoming)) outgoing.end(response.body);
      else finishUnread(incoming, outgoing, response.body);
      settings.onExchange({
        method,
        route: route?.route,
        status: response.status,
        bytes: method === "HEAD" ? 0 : response.body.length,
        milliseconds: performance.now() - startedAt,
      });
    };

    /** Takes tokens; false when the client was told to wait instead. */
    const take = (tokens: number): boolean => {
      if (limiter === undefined) return true;
      decision = limiter(client, tokens, startedAt);
      if (!decision.allowed) send(rateLimited(perMinute, decision));
      return decision.allowed;
    };

    const answer = (path: string, body: Buffer): void => {
      const request = { method, path, headers, body };
      let response: HttpResponse;
      try {
        response = route === undefined ? unrouted(router, path) : route.respond(request);
      } catch (error) {
        settings.onError(error);
        response = INTERNAL;
      }
      const more = (response.cost ?? 1) - 1;
      if (decision === undefined || more === 0 || take(more)) send(response);
    };

    const path = admit({
      method,
      httpVersion: incoming.httpVersion,
      target: incoming.url ?? "",
      headers,
      fieldCount: incoming.rawHeaders.length / 2,
    });
    if (typeof path === "string") route = router(path);
    if (limiter !== undefined && route?.free !== true && method !== "OPTIONS") {
      const forwardedFor = headers["x-forwarded-for"];
      client = clientKey(incoming.socket.remoteAddress ?? "", joined(forwardedFor), hops);
      settings.onClient?.(client, forwardedFor !== undefined);
      if (!take(1)) return;
    }
    if (typeof path !== "string") return send(path);
    if (!hasBody(incoming)) return answer(path, NO_BODY);
    if (Number(headers["content-length"] ?? 0) > BODY_BYTES_MAX) return send(TOO_LARGE);
    if (awaitsContinue) outgoing.writeContinue();
    readBody(incoming, (body) => (body === undefined ? send(TOO_LARGE) : answer(path, body)));
  };

  const server = createServer(OPTIONS, (incoming, outgoing) => handle(incoming, outgoing, false));
  // No bound here: Node hides the fields beyond its own from us but not from its parser; admit() counts them all.
  server.maxHeadersCount = 0;
  server.maxConnections = CONNECTIONS_MAX;
  server.setTimeout(30_000);
  server.on("checkContinue", (incoming, outgoing) => handle(incoming, outgoing, true));
  server.on("checkExpectation", (incoming, outgoing) => {
    const refusal = failure("expectation_failed", "Of the expectations only 100-continue is met", "Send no Expect field", [
      "Connection",
      "close",
    ]);
    outgoing.writeHead(refusal.status, refusal.headers as string[]);
    finishUnread(incoming, outgoing, refusal.body);
  });
  server.on("connect", (_request, socket) => {
    endSocket(socket, failure("method_not_allowed", "CONNECT is not allowed: this is no proxy", undefined, ["Allow", "GET, HEAD, OPTIONS"]));
  });
  server.on("clientError", (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    endSocket(socket, parserFailure(error.code ?? "", error.rawPacket));
  });

  return {
    server,
    isDraining: () => draining,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => {
          server.off("error", reject);
          const address = server.address();
          if (address !== null && typeof address === "object") resolve(address);
        });
      }),
    close: () => {
      draining = true;
      return drain(server);
    },
  };
}

function joined(value: string | string[] | undefined): string | undefined {
  return typeof value === "object" ? value.join(",") : value;
}

/**
 * Ends an answer whose request is still arriving. Closing at once would make the client's system throw
 * the answer away (RFC 9112, section 9.6), so what comes is read and dropped for a while first.
 */
function finishUnread(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): void {
  outgoing.write(body);
  const timer = setTimeout(() => outgoing.end(), LINGER_MS);
  incoming.resume().once("close", () => clearTimeout(timer)).once("end", () => {
    clearTimeout(timer);
    outgoing.end();
  });
}

/** Answers on a socket that has no parser any more, and lets the client read the answer before it goes. */
function endSocket(socket: Duplex, response: HttpResponse): void {
  if (!socket.writable || socket.writableEnded) return;
  socket.on("error", () => socket.destroy());
  socket.end(rawResponse(response, STATUS_CODES[response.status] ?? "", new Date()));
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/**
 * `Server.close` of node:http destroys idle connections at once, and with them requests that are already
 * on the wire (nodejs/node issue 60617). Stop listening first, tell every client to close, and only then
 * close what stays idle.
 */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
    const startedAt = performance.now();
    const timer = setInterval(() => {
      const elapsed = performance.now() - startedAt;
      if (elapsed > DRAIN_ALL_MS) server.closeAllConnections();
      else if (elapsed > DRAIN_IDLE_MS) server.closeIdleConnections();
    }, 100);
    server.once("close", () => clearInterval(timer));
  });
}
