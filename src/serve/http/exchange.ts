/**
 * One request, from its head to its answer: begin, charge, receive, answer, send.
 *
 * It makes no answer but those that HTTP itself asks for.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { BODY_BYTES_MAX, bodyReader } from "./body.ts";
import { clientKey, isPrivate } from "./client.ts";
import type { Connection } from "./connections.ts";
import { CLOSE, failure } from "./failure.ts";
import { endUnread } from "./lingering-close.ts";
import { type HttpRequest, type HttpResponse, NO_BODY } from "./message.ts";
import { type Decision, rateLimited, rateLimitFields, tokenBucket } from "./rate-limit.ts";
import { pathOrRefusal, type RequestHead } from "./request-head.ts";
import type { Router } from "./router.ts";

export type Incoming = IncomingMessage & RequestHead;

/** No method when the request was no HTTP; the route's path, never the one that was sent. */
export type OnAnswer = (method: string | undefined, route: string | undefined, response: HttpResponse, milliseconds: number) => void;

export interface Settings {
  /** Asked on every request: it may be replaced. */
  readonly router: () => Router;
  readonly perMinute: number | undefined;
  readonly hops: number;
  readonly onAnswer: OnAnswer | undefined;
  readonly onError: (error: unknown) => void;
  /** A private address sends somebody else's request on, although no proxy is declared. */
  readonly onForwarded: (peer: string) => void;
  /** Connections were closed to make room. */
  readonly onExcess: () => void;
}

/** For an answer whose client reads nothing; Node may look twice. */
const STALLED_MS = 20_000;

const INTERNAL = failure("internal_error", "The server made a mistake", "Try again later", CLOSE);
const BODY_REFUSED = {
  too_large: failure("body_too_large", `The request body is larger than ${BODY_BYTES_MAX} bytes`, undefined, CLOSE),
  too_many_pieces: failure("body_too_large", "The request body comes in too many small pieces", "Send it in one", CLOSE),
  no_room: failure("unavailable", "Too many request bodies are arriving at once", "Try again in 5 s", ["Retry-After", "5", ...CLOSE]),
};

type Exchange = ReturnType<typeof exchangeOf>;

function exchangeOf(incoming: Incoming, outgoing: ServerResponse, connection: Connection, router: Router) {
  const { method, headers } = incoming;
  const asked = pathOrRefusal(incoming);
  const isPath = typeof asked === "string";
  const path = isPath ? asked : "";
  const bytes = headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : Infinity;
  return {
    incoming,
    outgoing,
    connection,
    startedAt: performance.now(),
    router,
    route: router(path),
    request: { method, path, headers, body: NO_BODY } satisfies HttpRequest,
    refusal: isPath ? undefined : asked,
    decision: undefined as Decision | undefined,
    /** Of the body; Infinity when it is not said. */
    bytes,
    isUnread: bytes > 0,
    /** The body comes after a 100 (RFC 9110, section 10.1.1). */
    awaitsContinue: headers["expect"] !== undefined && incoming.httpVersion !== "1.0",
  };
}

export function exchanges(settings: Settings, isDraining: () => boolean) {
  const { perMinute = 0, hops, onAnswer, onError } = settings;
  const take = settings.perMinute === undefined ? undefined : tokenBucket(perMinute);
  const readBody = bodyReader();
  return begin;

  function begin(incoming: Incoming, outgoing: ServerResponse, connection: Connection): void {
    const exchange = exchangeOf(incoming, outgoing, connection, settings.router());
    const cost = incoming.method === "OPTIONS" ? 0 : exchange.route.cost;
    const refusal = charge(exchange, cost, exchange.startedAt) ?? exchange.refusal;
    if (refusal !== undefined) send(exchange, refusal);
    else if (exchange.isUnread) receive(exchange);
    else send(exchange, answer(exchange));
  }

  /** Gives the refusal when there are too few tokens. */
  function charge(exchange: Exchange, tokens: number, now: number, taken = 0): HttpResponse | undefined {
    if (take === undefined || tokens === 0) return undefined;
    const { request, connection } = exchange;
    const forwardedFor = request.headers["x-forwarded-for"];
    if (hops === 0 && forwardedFor !== undefined && isPrivate(connection.peer)) settings.onForwarded(connection.peer);
    const decision = take(clientKey(connection.peer, forwardedFor, hops), tokens, now, taken);
    exchange.decision = decision;
    return decision.allowed ? undefined : rateLimited(perMinute, decision);
  }

  function receive(exchange: Exchange): void {
    const { incoming, outgoing, bytes } = exchange;
    if (bytes > BODY_BYTES_MAX && bytes < Infinity) return send(exchange, BODY_REFUSED.too_large);
    if (exchange.awaitsContinue) outgoing.writeContinue();
    exchange.awaitsContinue = false;
    readBody(incoming, bytes, (body) => {
      if (typeof body === "string") return send(exchange, BODY_REFUSED[body]);
      exchange.request.body = body;
      exchange.isUnread = false;
      send(exchange, answer(exchange));
    });
  }

  function answer(exchange: Exchange): HttpResponse {
    try {
      const made = exchange.route.respond(exchange.request);
      if (!("answer" in made)) return made;
      // What flowed in while the body arrived counts.
      return charge(exchange, made.cost - 1, performance.now(), 1) ?? made.answer();
    } catch (error) {
      onError(error);
      return INTERNAL;
    }
  }

  function send(exchange: Exchange, made: HttpResponse): void {
    const { incoming, outgoing, connection, router, route, request, decision, bytes, isUnread, awaitsContinue } = exchange;
    const response = made.status >= 400 ? router.refusals(request, made) : made;
    const { status, start, body } = response;
    let fields = response.headers;
    // A shared cache would replay one client's count to all.
    if (decision !== undefined && (status > 304 || request.method === "POST")) fields = [...fields, ...rateLimitFields(perMinute, decision)];
    let isLast = status > 304 && fields.includes("Connection");
    // After a body that was not read, where the next request begins would be a guess.
    if (!isLast && (isDraining() || awaitsContinue || (isUnread && bytes > BODY_BYTES_MAX))) {
      fields = [...fields, ...CLOSE];
      isLast = true;
    }
    if (isLast) connection.isOver = true;
    outgoing.writeHead(status, fields as string[]);
    if (start !== undefined) {
      // Head, start and body leave together.
      outgoing.cork();
      for (const piece of start) outgoing.write(piece, "latin1");
    }
    if (isLast && isUnread) endUnread(incoming, outgoing, body);
    else outgoing.end(body);
    // Nearly every answer is taken by its system at once.
    if (outgoing.writableLength > 0) incoming.socket.setTimeout(STALLED_MS);
    onAnswer?.(request.method, route.path, response, performance.now() - exchange.startedAt);
  }
}
