/**
 * One exchange, from the request head to the response: begin, charge, receive, answer, send.
 *
 * It makes only the responses that HTTP itself requires.
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

/** An exchange for the access log. It contains nothing that the client wrote. */
export type ExchangeRecord = Readonly<{
  /** Undefined if the request could not be parsed. */
  method: string | undefined;
  /** Path of the route; undefined for an unknown path. */
  route: string | undefined;
  response: HttpResponse;
  milliseconds: number;
  /** Whether the request costs no token of the rate limit. */
  isFree: boolean;
}>;

export type Settings = Readonly<{
  /** Called for every request, because a reload replaces the router. */
  router: () => Router;
  /** Requests per minute and client; undefined for no limit. */
  perMinute: number | undefined;
  /** Number of trusted proxies. */
  hops: number;
  onExchange: ((record: ExchangeRecord) => void) | undefined;
  onError: (error: unknown) => void;
  /** X-Forwarded-For has more than `hops` addresses. If `hops` is 0, this is only called for private peers. */
  onExtraHops: (peer: string) => void;
  /** Connections were closed because a limit was exceeded. */
  onExcess: () => void;
}>;

/** Timeout while a response cannot be written. Node may double it, because it first looks for progress. */
const STALLED_MS = 20_000;

const CLOSE = { close: true } as const;
const RETRY = { close: true, fields: ["Retry-After", "5"] } as const;
const INTERNAL_ERROR = failure("internal_error", "Internal server error", "Try again later", CLOSE);
const BODY_FAILURES = {
  too_large: failure("body_too_large", `The request body is larger than ${BODY_BYTES_MAX} bytes`, undefined, CLOSE),
  too_many_chunks: failure("body_too_large", "The request body has too many small chunks", undefined, CLOSE),
  no_memory: failure("unavailable", "Too many request bodies are arriving at once", "Try again in 5 s", RETRY),
};
const TARGET_HINT = "Start it with / and percent-encode it as RFC 3986 says";
const INVALID_TARGET = failure("bad_request", "The request target is not a path of this service", TARGET_HINT);

type Exchange = ReturnType<typeof createExchange>;

function createExchange(incoming: Incoming, outgoing: ServerResponse, connection: Connection, router: Router) {
  const { method, url, headers }: RequestHead = incoming;
  const invalidHead = headFailure(incoming);
  const target = invalidHead === undefined ? targetPath(url, method) : undefined;
  const path = target ?? "";
  const authority = targetAuthority(url);
  // The authority of a target in absolute form replaces the Host field (RFC 9112, section 3.2.2).
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
    refusal: invalidHead ?? (target === undefined ? INVALID_TARGET : undefined),
    /** Tokens of the rate limit. */
    cost: method === "OPTIONS" ? 0 : route.cost,
    decision: undefined as Decision | undefined,
    /** Length of the request body; Infinity if it is chunked. */
    bytes,
    isUnread: bytes > 0,
  };
}

export function exchanges(settings: Settings, isDraining: () => boolean) {
  const { perMinute, hops, onExchange, onError } = settings;
  const take = perMinute === undefined ? undefined : tokenBucket(perMinute);
  const readBody = bodyReader();
  return begin;

  function begin(incoming: Incoming, outgoing: ServerResponse, connection: Connection): void {
    const exchange = createExchange(incoming, outgoing, connection, settings.router());
    const { cost, startedAt, isUnread, route } = exchange;
    const refusal = charge(exchange, cost, startedAt) ?? exchange.refusal;
    if (refusal !== undefined) return send(exchange, refusal);
    if (isUnread && route.readsBody && incoming.method === "POST") receive(exchange);
    else send(exchange, answer(exchange));
  }

  /** Returns the failure if the client has too few tokens. */
  function charge(exchange: Exchange, tokens: number, now: number, alreadyTaken = 0): Failure | undefined {
    if (take === undefined || tokens === 0) return undefined;
    const decision = take(clientOf(exchange), tokens, now, alreadyTaken);
    exchange.decision = decision;
    return decision.allowed ? undefined : rateLimited(decision, exchange.request.method);
  }

  function clientOf({ request, connection: { peer } }: Exchange): string {
    const forwardedFor = request.headers["x-forwarded-for"];
    if (forwardedFor === undefined) return peer;
    const addresses = forwardedFor.split(",");
    if (addresses.length > hops && (hops > 0 || isPrivate(peer))) settings.onExtraHops(peer);
    return hops === 0 ? peer : clientKey(peer, addresses, hops);
  }

  function receive(exchange: Exchange): void {
    const { incoming, bytes } = exchange;
    if (bytes > BODY_BYTES_MAX && bytes < Infinity) return send(exchange, BODY_FAILURES.too_large);
    readBody(incoming, bytes, (body) => {
      if (typeof body === "string") return send(exchange, BODY_FAILURES[body]);
      exchange.request.body = body;
      exchange.isUnread = false;
      send(exchange, answer(exchange));
    });
  }

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
    const { incoming, outgoing, connection, router, route, request, decision, cost, isUnread } = exchange;
    const response = result.kind === "failure" ? router.renderFailure(request, result) : result;
    const { status, prefix, body, exception } = response;
    if (exception !== undefined) onError(exception);
    let { headers } = response;
    if (decision !== undefined && !isCacheable(request, status)) headers = [...headers, ...rateLimitFields(decision)];
    // After a body of more bytes than are read, it is unknown where the next request starts.
    const isOutOfStep = isUnread && exchange.bytes > BODY_BYTES_MAX;
    const isFinal = response.close === true || isDraining() || isOutOfStep;
    if (isFinal) {
      headers = [...headers, "Connection", "close"];
      connection.isFinal = true;
    }
    outgoing.writeHead(status, headers as string[]);
    if (prefix !== undefined) {
      outgoing.cork();
      for (const part of prefix) outgoing.write(part);
    }
    if (isFinal && isUnread) endUnread(incoming, outgoing, body);
    else outgoing.end(body);
    // The system usually accepts the whole response at once, so few responses need the timeout.
    if (outgoing.writableLength > 0) incoming.socket.setTimeout(STALLED_MS);
    if (onExchange === undefined) return;
    const milliseconds = performance.now() - exchange.startedAt;
    onExchange({ method: request.method, route: route.path, response, milliseconds, isFree: cost === 0 });
  }
}

/** Reports whether a shared cache may store the response. It would repeat one client's rate-limit fields to all. */
function isCacheable({ method }: HttpRequest, status: number): boolean {
  return method !== "POST" && (status === 200 || status === 304);
}
