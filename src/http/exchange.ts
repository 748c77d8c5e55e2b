/**
 * One request, from its head to its answer: begin, charge, receive, answer, send.
 *
 * It makes no answer but those that HTTP itself asks for; of sockets it knows what is remembered of their connections.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { BODY_BYTES_MAX, bodyReader } from "./body.ts";
import { clientKey, isPrivate } from "./client.ts";
import type { Connection } from "./connections.ts";
import { endUnread } from "./connections.ts";
import { CLOSE, failure } from "./failure.ts";
import type { HttpRequest, HttpResponse } from "./message.ts";
import { NO_BODY } from "./message.ts";
import type { Decision } from "./rate-limit.ts";
import { rateLimited, rateLimitFields, tokenBucket } from "./rate-limit.ts";
import type { RequestHead } from "./request-head.ts";
import { pathOrRefusal } from "./request-head.ts";
import type { Resolved, Router } from "./router.ts";

export type Incoming = IncomingMessage & RequestHead;

/** The method is unknown when the request was no HTTP; the path is that of the route, never the one that was sent. */
export type OnAnswer = (method: string | undefined, route: string | undefined, response: HttpResponse, milliseconds: number) => void;

export interface Settings {
  /** Asked on every request: what is served can be replaced as a whole. */
  readonly router: () => Router;
  readonly perMinute: number | undefined;
  readonly hops: number;
  readonly onAnswer: OnAnswer | undefined;
  readonly onError: (error: unknown) => void;
  /** A machine of our own sends somebody else's request on, although no proxy is declared. */
  readonly onForwarded: (peer: string) => void;
  /** Connections were closed to make room. */
  readonly onExcess: () => void;
}

/** The bound on a connection where nothing moves because its client reads nothing; Node may look twice. */
const STALLED_MS = 20_000;

const INTERNAL = failure("internal_error", "The server made a mistake", "Try again later", CLOSE);
const BODY_REFUSED = {
  too_large: failure("body_too_large", `The request body is larger than ${BODY_BYTES_MAX} bytes`, undefined, CLOSE),
  too_many_pieces: failure("body_too_large", "The request body comes in too many small pieces", "Send it in one", CLOSE),
  no_room: failure("unavailable", "Too many request bodies are arriving at once", "Try again in 5 s", ["Retry-After", "5", ...CLOSE]),
};

interface Exchange {
  readonly incoming: Incoming;
  readonly outgoing: ServerResponse;
  readonly connection: Connection;
  readonly startedAt: number;
  readonly router: Router;
  readonly route: Resolved;
  /** Without its body yet; its path is "" when it asks for none that we could answer. */
  readonly request: HttpRequest;
  decision: Decision | undefined;
  /** Infinity when it does not say how long its body is. */
  readonly bytes: number;
  isUnread: boolean;
  /** It sends its body after a 100 (RFC 9110, section 10.1.1). */
  awaitsContinue: boolean;
}

export function exchanges(settings: Settings, isDraining: () => boolean) {
  const { perMinute = 0, hops, onAnswer, onError } = settings;
  const take = settings.perMinute === undefined ? undefined : tokenBucket(perMinute);
  const readBody = bodyReader();
  return begin;

  function begin(incoming: Incoming, outgoing: ServerResponse, connection: Connection): void {
    const startedAt = performance.now();
    const router = settings.router();
    const { method, headers } = incoming;
    const asked = pathOrRefusal(incoming);
    const path = typeof asked === "string" ? asked : "";
    const exchange: Exchange = {
      incoming,
      outgoing,
      connection,
      startedAt,
      router,
      route: router(path),
      request: { method, path, headers, body: NO_BODY },
      decision: undefined,
      bytes: Number(headers["content-length"] ?? Infinity),
      isUnread: headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0",
      awaitsContinue: headers["expect"] !== undefined && incoming.httpVersion !== "1.0",
    };
    const cost = method === "OPTIONS" ? 0 : exchange.route.cost;
    const refusal = charge(exchange, cost, startedAt) ?? (typeof asked === "string" ? undefined : asked);
    if (refusal !== undefined) send(exchange, refusal);
    else if (exchange.isUnread) receive(exchange);
    else send(exchange, answer(exchange, exchange.request));
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
    const { incoming, outgoing, request, bytes } = exchange;
    if (bytes > BODY_BYTES_MAX && bytes < Infinity) return send(exchange, BODY_REFUSED.too_large);
    if (exchange.awaitsContinue) outgoing.writeContinue();
    exchange.awaitsContinue = false;
    readBody(incoming, bytes, (body) => {
      if (typeof body === "string") return send(exchange, BODY_REFUSED[body]);
      exchange.isUnread = false;
      send(exchange, answer(exchange, { ...request, body }));
    });
  }

  function answer(exchange: Exchange, request: HttpRequest): HttpResponse {
    try {
      const made = exchange.route.respond(request);
      if (!("answer" in made)) return made;
      // The body took its time to arrive: what flowed in meanwhile counts.
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
    // What GET gets with 200 or 304 is for everyone: a shared cache would replay one client's count to all.
    if (decision !== undefined && (status > 304 || request.method === "POST")) fields = [...fields, ...rateLimitFields(perMinute, decision)];
    let isLast = status > 304 && fields.includes("Connection");
    // Who waits for 100, or has no end to its body, gets no other request through: where it begins would be a guess.
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
    // An answer that its system took at once, as nearly all are, is not waited for.
    if (outgoing.writableLength > 0) incoming.socket.setTimeout(STALLED_MS);
    onAnswer?.(request.method, route.path, response, performance.now() - exchange.startedAt);
  }
}
