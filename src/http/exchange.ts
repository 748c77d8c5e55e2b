/**
 * One request, from its head to its answer: admitted, counted, gathered, routed, answered, logged.
 *
 * It drives streams and makes no answer but those that HTTP itself asks for; what makes the streams out of
 * a connection is not its business.
 */
import type { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { admit } from "./admission.ts";
import { BODY_BYTES_MAX, bodyReader } from "./body.ts";
import { clientKey } from "./client.ts";
import type { Connection } from "./doorkeeper.ts";
import { failure } from "./failure.ts";
import { boundStall, finishUnread } from "./linger.ts";
import type { FieldLines, HttpResponse, Priced } from "./message.ts";
import { NO_BODY } from "./message.ts";
import type { ProxyWatch } from "./proxy-watch.ts";
import { quota } from "./quota.ts";
import type { Decision } from "./rate-limit.ts";
import { tokenBucket } from "./rate-limit.ts";
import type { Resolved, Router } from "./router.ts";
import { unrouted } from "./router.ts";

/** What is read of a request: its head at once, its body as a stream. */
export interface Incoming extends Readable {
  readonly method?: string | undefined;
  readonly httpVersion: string;
  readonly url?: string | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly rawHeaders: readonly string[];
  readonly socket: Socket;
}

/** Where an answer is written. */
export interface Outgoing extends Writable {
  writeHead(status: number, fields: string[]): unknown;
  writeContinue(): void;
}

/** One answered request, as the log tells it. */
export interface Exchange {
  /** Undefined when the request was no HTTP. */
  readonly method: string | undefined;
  /** The route's path, never the one that was sent; undefined when there is no route. */
  readonly route: string | undefined;
  readonly status: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

export interface ExchangeSettings {
  /** Asked on every request, so that what is served can be replaced as a whole. */
  readonly router: () => Router;
  /** Requests a minute and client; undefined when they are not limited. */
  readonly perMinute: number | undefined;
  /** Proxies in front of us, each of which appends to `X-Forwarded-For`. */
  readonly hops: number;
  /** Undefined when nobody keeps a log of requests. */
  readonly onExchange: ((exchange: Exchange) => void) | undefined;
  /** An exception in a handler, or a system that fails us. */
  readonly onError: (error: unknown) => void;
  readonly onUntrustedProxy: ProxyWatch;
}

/** What a request expects before it sends its body (RFC 9110, section 10.1.1). */
export type Expectation = "none" | "continue" | "unknown";

export type Begin = (
  incoming: Incoming,
  outgoing: Outgoing,
  expectation: Expectation,
  connection: Connection,
) => void;

/** The global is found anew on each use. */
const { performance } = globalThis;

const CLOSE: FieldLines = ["Connection", "close"];
const TOO_LARGE = failure("body_too_large", `The request body is larger than ${BODY_BYTES_MAX} bytes`, undefined, CLOSE);
const NO_ROOM = failure("unavailable", "Too many request bodies are arriving at once", "Try again in 5 s", [
  "Retry-After",
  "5",
  ...CLOSE,
]);
const INTERNAL = failure("internal_error", "The server made a mistake", "Try again later", CLOSE);
const EXPECTATION = failure("expectation_failed", "Of the expectations only 100-continue is met", "Send no Expect field", CLOSE);

/** A request on its way to its answer. */
interface Pending {
  readonly incoming: Incoming;
  readonly outgoing: Outgoing;
  readonly connection: Connection;
  readonly startedAt: number;
  readonly router: Router;
  readonly route: Resolved | undefined;
  readonly path: string | undefined;
  /** Who it is counted for; undefined while it is free. */
  readonly client: string | undefined;
  decision: Decision | undefined;
  /** Whether its body is still arriving. */
  unread: boolean;
  awaitsContinue: boolean;
}

function hasBody({ headers }: Incoming): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

/** The bytes a request says its body has; infinitely many when it does not say. */
function declaredBytes({ headers }: Incoming): number {
  return Number(headers["content-length"] ?? Infinity);
}

function joined(value: string | string[] | undefined): string | undefined {
  return typeof value === "object" ? value.join(",") : value;
}

export function exchanges(settings: ExchangeSettings, isDraining: () => boolean): Begin {
  const { perMinute, hops, onExchange } = settings;
  const limiter = perMinute === undefined ? undefined : tokenBucket(perMinute);
  const { told, refusal } = quota(perMinute ?? 0);
  const readBody = bodyReader();

  const log = ({ incoming: { method }, route, startedAt }: Pending, { status, start = [], body }: HttpResponse): void => {
    const bytes = method === "HEAD" ? 0 : start.reduce((sum, piece) => sum + piece.length, body.length);
    onExchange?.({ method, route: route?.route, status, bytes, milliseconds: performance.now() - startedAt });
  };

  /** Who waits for 100, or has no end to its body, gets no other request through: where it begins would be a guess. */
  const mustClose = ({ incoming, unread, awaitsContinue }: Pending): boolean =>
    isDraining() || awaitsContinue || (unread && declaredBytes(incoming) > BODY_BYTES_MAX);

  /** A failure in the form that suits who asked, once it is known what was asked for. */
  const worded = ({ router, path, incoming }: Pending, response: HttpResponse): HttpResponse => {
    if (response.status < 400 || path === undefined) return response;
    return router.refusals({ method: incoming.method ?? "", path, headers: incoming.headers }, response);
  };

  const send = (pending: Pending, made: HttpResponse): void => {
    const { incoming, outgoing, connection, decision, unread } = pending;
    const response = worded(pending, made);
    const { status, start, body } = response;
    let fields = response.headers;
    // What GET gets with 200 or 304 is for everyone: a shared cache would replay one client's count to all.
    if (decision !== undefined && (status > 304 || incoming.method === "POST")) fields = told(fields, decision);
    let isLast = status > 304 && fields.includes("Connection");
    if (!isLast && mustClose(pending)) {
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
    if (isLast && unread) finishUnread(incoming, outgoing, body);
    else outgoing.end(body);
    boundStall(outgoing, incoming.socket);
    if (onExchange !== undefined) log(pending, response);
  };

  /** Takes tokens; false when the client was told to wait instead. */
  const take = (pending: Pending, tokens: number): boolean => {
    const { client, startedAt, decision } = pending;
    if (limiter === undefined || client === undefined) return true;
    // The body took its time to arrive: what flowed in meanwhile counts.
    pending.decision =
      decision === undefined ? limiter(client, tokens, startedAt) : limiter(client, tokens, performance.now(), 1);
    if (!pending.decision.allowed) send(pending, refusal(pending.decision));
    return pending.decision.allowed;
  };

  const answer = (pending: Pending, path: string, body: Buffer): void => {
    const { incoming, router, route } = pending;
    let response: HttpResponse | Priced;
    try {
      const request = { method: incoming.method ?? "", path, headers: incoming.headers, body };
      response = route === undefined ? unrouted(router, path) : route.respond(request);
      if ("answer" in response) {
        if (!take(pending, response.cost - 1)) return;
        response = response.answer();
      }
    } catch (error) {
      settings.onError(error);
      response = INTERNAL;
    }
    send(pending, response);
  };

  const receive = (pending: Pending, path: string): void => {
    const { incoming, outgoing } = pending;
    if (incoming.headers["content-length"] !== undefined && declaredBytes(incoming) > BODY_BYTES_MAX) return send(pending, TOO_LARGE);
    if (pending.awaitsContinue) outgoing.writeContinue();
    pending.awaitsContinue = false;
    readBody(incoming, declaredBytes(incoming), (body) => {
      if (body === "too_large") return send(pending, TOO_LARGE);
      if (body === "no_room") return send(pending, NO_ROOM);
      pending.unread = false;
      answer(pending, path, body);
    });
  };

  const clientOf = ({ headers }: Incoming, { peer }: Connection, now: number): string => {
    const forwardedFor = joined(headers["x-forwarded-for"]);
    const client = clientKey(peer, forwardedFor, hops);
    if (hops === 0 && forwardedFor !== undefined) settings.onUntrustedProxy(client, now);
    return client;
  };

  return (incoming, outgoing, expectation, connection) => {
    const { method = "", httpVersion, url: target = "", headers, rawHeaders } = incoming;
    // One that was held may have waited behind the last answer.
    if (connection.isOver) return;
    const startedAt = performance.now();
    const router = settings.router();
    const path = admit({ method, httpVersion, target, headers, fieldCount: rawHeaders.length / 2 });
    const route = typeof path === "string" ? router(path) : undefined;
    const cost = method === "OPTIONS" ? 0 : (route?.cost ?? 1);
    const pending: Pending = {
      incoming,
      outgoing,
      connection,
      startedAt,
      router,
      route,
      path: typeof path === "string" ? path : undefined,
      client: cost === 0 || limiter === undefined ? undefined : clientOf(incoming, connection, startedAt),
      decision: undefined,
      unread: hasBody(incoming),
      awaitsContinue: expectation === "continue",
    };
    if (!take(pending, cost)) return;
    if (typeof path !== "string") return send(pending, path);
    if (expectation === "unknown") return send(pending, EXPECTATION);
    if (pending.unread) receive(pending, path);
    else answer(pending, path, NO_BODY);
  };
}
