/**
 * Runs one exchange of request and response: begin, charge, receive, answer, send.
 *
 * It knows no routes and no content.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { BODY_BYTES_MAX, bodyReader } from "./body.ts";
import { clientKey, isPrivate } from "./client.ts";
import type { Connection } from "./connections.ts";
import { failure } from "./failure.ts";
import { endUnread } from "./lingering-close.ts";
import { type Failure, type HttpRequest, type HttpResponse, NO_BODY, type RequestFields } from "./message.ts";
import { type Decision, rateLimited, rateLimitFields, tokenBucket } from "./rate-limit.ts";
import { headFailure, type RequestHead, targetAuthority, targetPath } from "./request-head.ts";
import type { Router } from "./router.ts";

export type Incoming = IncomingMessage & RequestHead;

/** An exchange for the access log. It has no text that a client can choose. */
export type ExchangeRecord = Readonly<{
  /** Undefined if the request could not be parsed. */
  method: string | undefined;
  /** Path of the route; undefined for an unknown path. */
  route: string | undefined;
  response: HttpResponse;
  milliseconds: number;
  /** Whether the rate limit does not apply to the request. */
  isFree: boolean;
}>;

export type Settings = Readonly<{
  /** Returns the current router. A reload replaces it. */
  router: () => Router;
  /** Maximum requests per client per minute; undefined for no limit. */
  perMinute: number | undefined;
  /** Number of trusted proxies. */
  hops: number;
  onExchange: ((record: ExchangeRecord) => void) | undefined;
  onError: (error: unknown) => void;
  /** Called if X-Forwarded-For has more than `hops` addresses. If `hops` is 0, only called for private peers. */
  onExtraHops: (peer: string) => void;
  /** Called when connections are closed because a limit is exceeded. */
  onExcess: () => void;
}>;

/** Timeout for clients that do not read a response. Node may double it, because it first checks for progress. */
const STALLED_MS = 20_000;

const CLOSE = { close: true } as const;
const RETRY = { close: true, fields: ["Retry-After", "5"] } as const;
const INTERNAL_ERROR = failure("internal_error", "Internal server error", "Try again later", CLOSE);
const BODY_FAILURES = {
  too_large: failure("body_too_large", `The request body is larger than ${BODY_BYTES_MAX} bytes`, undefined, CLOSE),
  too_many_chunks: failure("body_too_large", "The request body has too many small chunks", undefined, CLOSE),
  no_memory: failure("unavailable", "Too many request bodies are arriving at once", "Try again in 5 s", RETRY),
};
const INVALID_TARGET = failure("bad_request", "The request target is not a valid path");

type Exchange = ReturnType<typeof createExchange>;

/** Creates the state of an exchange. An invalid request is routed by an empty path, which no route has. */
function createExchange(incoming: Incoming, outgoing: ServerResponse, connection: Connection, router: Router) {
  const { method, url, headers }: RequestHead = incoming;
  const invalidHead = headFailure(incoming);
  const target = invalidHead === undefined ? targetPath(url, method) : undefined;
  const path = target ?? "";
  const authority = targetAuthority(url);
  // Per RFC 9112, section 3.2.2, the authority of an absolute target replaces the Host field.
  const fields: RequestFields = authority === undefined ? headers : { ...headers, host: authority };
  const bytes = headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : Infinity;
  const route = router(path);
  return {
    incoming,
    outgoing,
    connection,
    startedAt: performance.now(),
    router,
    route,
    request: { method, path, headers: fields, body: NO_BODY } satisfies HttpRequest,
    headFailure: invalidHead ?? (target === undefined ? INVALID_TARGET : undefined),
    /** In tokens of the rate limit. */
    cost: method === "OPTIONS" ? 0 : route.cost,
    decision: undefined as Decision | undefined,
    /** Length of the request body; Infinity if it is chunked. */
    bytes,
    hasUnreadBody: bytes > 0,
  };
}

export function exchanges(settings: Settings, isDraining: () => boolean) {
  const { perMinute, hops, onExchange, onError } = settings;
  const take = perMinute === undefined ? undefined : tokenBucket(perMinute);
  const readBody = bodyReader();
  return begin;

  function begin(incoming: Incoming, outgoing: ServerResponse, connection: Connection): void {
    const exchange = createExchange(incoming, outgoing, connection, settings.router());
    const { cost, startedAt, hasUnreadBody, route } = exchange;
    // Invalid requests are charged too.
    const failed = charge(exchange, cost, startedAt) ?? exchange.headFailure;
    if (failed !== undefined) return send(exchange, failed);
    if (hasUnreadBody && route.readsBody && incoming.method === "POST") receive(exchange);
    else send(exchange, answer(exchange));
  }

  /** Takes tokens from the client's bucket. Returns a failure if there are too few. */
  function charge(exchange: Exchange, tokens: number, now: number, alreadyTaken = 0): Failure | undefined {
    if (take === undefined || tokens === 0) return undefined;
    const decision = take(clientOf(exchange), tokens, now, alreadyTaken);
    exchange.decision = decision;
    return decision.allowed ? undefined : rateLimited(decision);
  }

  function clientOf({ request, connection: { peer } }: Exchange): string {
    const forwardedFor = request.headers["x-forwarded-for"];
    if (forwardedFor === undefined) return peer;
    const addresses = forwardedFor.split(",");
    if (addresses.length > hops && (hops > 0 || isPrivate(peer))) settings.onExtraHops(peer);
    return hops === 0 ? peer : clientKey(peer, addresses, hops);
  }

  /** Reads the request body, then sends the response. */
  function receive(exchange: Exchange): void {
    const { incoming, bytes } = exchange;
    if (bytes > BODY_BYTES_MAX && bytes < Infinity) return send(exchange, BODY_FAILURES.too_large);
    readBody(incoming, bytes, (body) => {
      if (typeof body === "string") return send(exchange, BODY_FAILURES[body]);
      exchange.request.body = body;
      exchange.hasUnreadBody = false;
      send(exchange, answer(exchange));
    });
  }

  /** Calls the handler. Charges for a deferred response before computing it. */
  function answer(exchange: Exchange): HttpResponse | Failure {
    try {
      const result = exchange.route.handle(exchange.request);
      if (result.kind !== "deferred") return result;
      return charge(exchange, result.cost - 1, performance.now(), 1) ?? result.respond();
    } catch (error) {
      onError(error);
      return INTERNAL_ERROR;
    }
  }

  function send(exchange: Exchange, result: HttpResponse | Failure): void {
    const { incoming, outgoing, connection, router, route, request, decision, cost, hasUnreadBody } = exchange;
    const response = result.kind === "failure" ? router.renderFailure(request, result) : result;
    const { status, prefix, body, exception } = response;
    if (exception !== undefined) onError(exception);
    let { headers } = response;
    if (decision !== undefined && !isCacheable(request, status)) headers = [...headers, ...rateLimitFields(decision)];
    // A body that is too large is not read to its end. The start of the next request is then unknown, so the connection
    // must be closed.
    const hasUnreadableBody = hasUnreadBody && exchange.bytes > BODY_BYTES_MAX;
    const isFinal = response.close === true || isDraining() || hasUnreadableBody;
    if (isFinal) {
      headers = [...headers, "Connection", "close"];
      connection.isFinal = true;
    }
    outgoing.writeHead(status, headers as string[]);
    if (prefix !== undefined) {
      outgoing.cork();
      for (const chunk of prefix) outgoing.write(chunk);
    }
    if (isFinal && hasUnreadBody) endUnread(incoming, outgoing, body);
    else outgoing.end(body);
    if (outgoing.writableLength > 0) incoming.socket.setTimeout(STALLED_MS);
    if (onExchange === undefined) return;
    const milliseconds = performance.now() - exchange.startedAt;
    onExchange({ method: request.method, route: route.path, response, milliseconds, isFree: cost === 0 });
  }
}

/** Reports whether shared caches may store the response. They would send one client's rate-limit fields to all. */
function isCacheable({ method }: HttpRequest, status: number): boolean {
  return method !== "POST" && (status === 200 || status === 304);
}
