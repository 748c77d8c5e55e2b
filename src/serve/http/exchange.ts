/**
 * Handles a request: applies the rate limit, reads the body, calls the handler, sends the response.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Connection, Decision } from "./client-limits.ts";
import { clientKey, rateLimited, rateLimitFields, tokenBuckets } from "./client-limits.ts";
import { type Body, failure, type Failure, type HttpRequest, type HttpResponse } from "./message.ts";
import { BODY_BYTES_MAX, bodyReader, toRequest, type RequestHead } from "./request.ts";
import type { ResolvedRoute, Router } from "./router.ts";

export type Incoming = IncomingMessage & RequestHead;

export type ExchangeRecord = Readonly<{
  /** Undefined if the request could not be parsed. */
  method: string | undefined;
  route: string | undefined;
  response: HttpResponse;
  milliseconds: number;
  isExempt: boolean;
}>;

export type Settings = Readonly<{
  router: () => Router;
  rateLimit: number | undefined;
  trustedProxies: number;
  onExchange: ((record: ExchangeRecord) => void) | undefined;
  onError: (error: unknown) => void;
  onOverload: () => void;
}>;

/** Timeout for clients that stop reading. It may take twice as long, because Node checks only at this interval. */
const STALLED_MS = 20_000;

/** If a response is sent before the whole request has arrived, its connection stays open for this time. */
export const LINGER_MS = 1000;

const INTERNAL_ERROR = failure("internal_error", "Internal server error", "Try again later", { close: true });

interface Exchange {
  readonly incoming: Incoming;
  readonly outgoing: ServerResponse;
  readonly connection: Connection;
  readonly startedAt: number;
  request: HttpRequest;
  /** Size of the unread request body: Infinity if chunked, 0 once the body has been read. */
  unreadBytes: number;
  readonly route: ResolvedRoute;
  readonly isExempt: boolean;
  decision?: Decision;
}

/** Milliseconds since the process started. Using `performance` would load more modules. */
export function monotonicMs(): number {
  return process.uptime() * 1000;
}

/** Returns a function that handles a request. While `isDraining()` is true, each response closes its connection. */
export function exchangeRunner(settings: Settings, isDraining: () => boolean) {
  const { rateLimit, trustedProxies, onExchange, onError } = settings;
  const takeTokens = rateLimit === undefined ? undefined : tokenBuckets(rateLimit);
  const readBody = bodyReader(settings.onOverload);
  return run;

  function run(incoming: Incoming, outgoing: ServerResponse, connection: Connection) {
    const startedAt = monotonicMs();
    const { request, bodyBytes, failure: headFailure } = toRequest(incoming);
    const route = settings.router().resolve(request.path);
    const cost = request.method === "OPTIONS" ? 0 : route.cost;
    const exchange: Exchange = {
      incoming, outgoing, connection, startedAt, request, route,
      unreadBytes: bodyBytes,
      isExempt: cost === 0,
    };
    // Charge for invalid requests too.
    const failed = charge(exchange, cost) ?? headFailure;
    if (failed !== undefined) return send(exchange, failed);
    if (bodyBytes > 0 && route.acceptsPost && request.method === "POST") receive(exchange);
    else send(exchange, callHandler(exchange));
  }

  function charge(exchange: Exchange, cost: number, alreadyTaken = 0): Failure | undefined {
    if (takeTokens === undefined || cost === alreadyTaken) return undefined;
    const { request, connection } = exchange;
    const client = clientKey(connection.peer, request.headers["x-forwarded-for"], trustedProxies);
    const decision = takeTokens(client, cost, monotonicMs(), alreadyTaken);
    exchange.decision = decision;
    return decision.allowed ? undefined : rateLimited(decision);
  }

  function receive(exchange: Exchange) {
    const onBody = (body: Buffer) => {
      exchange.request = { ...exchange.request, body };
      exchange.unreadBytes = 0;
      send(exchange, callHandler(exchange));
    };
    readBody(exchange.incoming, exchange.unreadBytes, onBody, (failed) => send(exchange, failed));
  }

  function callHandler(exchange: Exchange): HttpResponse | Failure {
    try {
      const result = exchange.route.handle(exchange.request);
      if (result.kind !== "deferred") return result;
      // A batch costs more. The route's cost has already been charged, so charge the difference.
      return charge(exchange, result.cost, exchange.route.cost) ?? result.respond();
    } catch (error) {
      onError(error);
      return INTERNAL_ERROR;
    }
  }

  function send(exchange: Exchange, result: HttpResponse | Failure) {
    const { incoming, outgoing, connection, request, unreadBytes, route, isExempt, decision } = exchange;
    const response = result.kind === "failure" ? settings.router().renderFailure(request, result) : result;
    const { status, body } = response;
    let { headers } = response;
    // Omit RateLimit from cacheable responses, because a cache would send it to other clients.
    if (decision !== undefined && !isCacheable(request, status)) headers = [...headers, ...rateLimitFields(decision)];
    // The rest of an oversized body is not read, so the connection cannot be reused.
    const isBodyTooLarge = unreadBytes > BODY_BYTES_MAX;
    // Close the connection after a request with Upgrade, because Node may ignore further requests on it.
    const isUpgrade = request.headers["upgrade"] !== undefined;
    const isFinal = response.close === true || isDraining() || isBodyTooLarge || isUpgrade;
    if (isFinal) {
      headers = [...headers, "Connection", "close"];
      connection.isFinal = true;
    }
    outgoing.writeHead(status, headers as string[]);
    if (isFinal && unreadBytes > 0) sendBodyAndLinger(incoming, outgoing, body);
    else sendBody(outgoing, body);
    if (outgoing.writableLength > 0) incoming.socket.setTimeout(STALLED_MS);
    onExchange?.({
      method: request.method, route: route.path, response, isExempt,
      milliseconds: monotonicMs() - exchange.startedAt,
    });
  }
}

function sendBody(outgoing: ServerResponse, body: Body) {
  for (const part of body.slice(0, -1)) outgoing.write(part);
  // Passing the last part to end() is faster than a separate write().
  outgoing.end(body.at(-1));
}

/**
 * Sends the body, but ends the response only when the rest of the request has been received, or after LINGER_MS. An
 * earlier end could reset the connection before the client reads the response (RFC 9112, section 9.6).
 */
function sendBodyAndLinger(incoming: Incoming, outgoing: ServerResponse, body: Body) {
  for (const part of body) outgoing.write(part);
  const endResponse = () => {
    clearTimeout(timer);
    outgoing.end();
  };
  const timer = setTimeout(endResponse, LINGER_MS);
  // Discard the rest of the request.
  incoming.resume();
  // If the client disconnects, "close" is emitted without "end".
  incoming.once("end", endResponse).once("close", endResponse);
}

function isCacheable({ method }: HttpRequest, status: number) {
  return method !== "POST" && (status === 200 || status === 304);
}
