/**
 * The compiled site as one plain value, and the router that serves it.
 *
 * The compiler provides every text and header field; this module reads no files.
 */

import { preferredMediaType } from "./http/accept.ts";
import { failure, failureResponse, noStoreFields } from "./http/failure.ts";
import { memoize } from "./http/memoize.ts";
import type { FieldLines, Handler, HttpRequest, HttpResponse, RenderFailure } from "./http/message.ts";
import { createRouter, optionsResponse, type Route, type Router } from "./http/router.ts";
import { negotiatedHandler, type Representation, staticHandler, type Variant } from "./http/static-handlers.ts";
import { mcpMethods } from "./mcp/endpoint.ts";
import type { McpSettings } from "./mcp/methods.ts";

/** Content with one media type. */
type StaticContent = Readonly<{ kind: "static"; representations: readonly Representation[] }>;

/** Content whose media type follows `Accept`. The first variant is the default. */
type NegotiatedContent = Readonly<{ kind: "negotiated"; variants: readonly Variant[]; vary: string }>;

/** A text with an expiry date that is filled in at run time: security.txt (RFC 9116, section 2.5.5). */
type ExpiringContent = Readonly<{
  kind: "expiring";
  mediaType: string;
  /** The text, with `{expires}` in place of the date. */
  template: string;
  /** Days from the start of the day of the request to the expiry date. */
  lifetimeDays: number;
  /** Hash of the content except the inserted date; part of the entity tag. */
  hash: string;
  /** Header fields of the 200 and the 304 response. */
  fields: FieldLines;
}>;

/** `cost` is in tokens of the rate limit. */
export type Target = Readonly<{ path: string; cost: number }> & (StaticContent | NegotiatedContent | ExpiringContent);

/** Everything that is served, as plain data without functions, so that it can be stored in a file. */
export type CompiledSite = Readonly<{
  /** Public origin, without a slash at its end. */
  baseUrl: string;
  /** Maximum requests per client per minute, as the documents state it; undefined for no limit. */
  rateLimit?: number;
  /** Short hash of everything that is served. */
  revision: string;
  targets: readonly Target[];
  /** HTML pages for failures, by status, and the header fields that they have in addition. */
  errorPages: readonly Readonly<{ status: number; body: Buffer }>[];
  errorPageFields: FieldLines;
  mcp: McpSettings;
}>;

/** Values of the running process that responses depend on. */
export type Running = Readonly<{
  isReady: () => boolean;
  /** Milliseconds since 1970. */
  now: () => number;
  program: Readonly<{ version: string; node: string }>;
}>;

/** Targets that every server has. Pages cannot use their paths. */
export const SERVICE_TARGETS: readonly Readonly<{ path: string; isReadable: boolean }>[] = [
  { path: "/mcp", isReadable: false },
  { path: "/mcp/", isReadable: false },
  { path: "/healthz", isReadable: true },
  { path: "/readyz", isReadable: true },
  { path: "*", isReadable: false },
];

const DAY_MS = 86_400_000;

const STOPPING = failure("unavailable", "The server is shutting down", "Send the request to another server", {
  close: true,
});

/** @throws TypeError if two targets have the same path */
export function siteRouter(site: CompiledSite, running: Running): Router {
  const endpoint = mcpMethods(site.mcp);
  const healthy = healthResponse(site.revision, running.program);
  const siteRoutes: Route[] = site.targets.map((target) => {
    return { path: target.path, cost: target.cost, methods: { GET: handlerOf(target, running) } };
  });
  const serviceRoutes: Route[] = [
    { path: "/mcp", methods: endpoint },
    // No redirect for a trailing slash, because some clients drop the body of a redirected POST.
    { path: "/mcp/", methods: endpoint },
    { path: "/healthz", cost: 0, methods: { GET: () => healthy } },
    { path: "/readyz", cost: 0, methods: { GET: () => (running.isReady() ? healthy : STOPPING) } },
    { path: "*", methods: { OPTIONS: () => optionsResponse("GET, HEAD, POST, OPTIONS") } },
  ];
  return createRouter([...siteRoutes, ...serviceRoutes], errorPageRenderer(site));
}

function handlerOf(target: Target, { now }: Running): Handler {
  switch (target.kind) {
    case "static":
      return staticHandler(target.representations);
    case "negotiated":
      return negotiatedHandler(target.variants, target.vary);
    case "expiring": {
      const handlerOfDay = memoize((day) => staticHandler([expiringRepresentation(target, day)]));
      return (request) => handlerOfDay(new Date(now()).toISOString().slice(0, 10))(request);
    }
  }
}

/** @param day `YYYY-MM-DD`, which is part of the entity tag */
function expiringRepresentation(target: ExpiringContent, day: string): Representation {
  const expires = new Date(Date.parse(day) + target.lifetimeDays * DAY_MS).toISOString();
  const body = Buffer.from(target.template.replace("{expires}", expires));
  const etag = `"${target.hash}-${day}"`;
  const contentFields = ["Content-Type", target.mediaType, "Content-Length", String(body.length)];
  return { coding: "identity", etag, contentFields, sharedFields: target.fields, body };
}

function healthResponse(revision: string, { version, node }: Running["program"]): HttpResponse {
  const body = Buffer.from(JSON.stringify({ status: "ok", version, site: revision, node }));
  return { kind: "response", status: 200, headers: noStoreFields("application/json", body.length), body };
}

/** Renders failures as HTML pages for browser navigations, and as JSON for all other requests. */
function errorPageRenderer({ errorPages, errorPageFields }: CompiledSite): RenderFailure {
  const pages = new Map(errorPages.map(({ status, body }) => [status, body]));
  return (request, failed) => {
    const body = pages.get(failed.status);
    const isMachinePath = /^\/(?:api|mcp|\.well-known)(?:\/|$)/.test(request.path);
    if (body === undefined || isMachinePath || !isNavigation(request)) return failureResponse(failed);
    return failureResponse(failed, "text/html; charset=utf-8", body, errorPageFields);
  };
}

/** Reports whether a browser will display the response as a document (Fetch Metadata). */
function isNavigation({ method, headers }: HttpRequest): boolean {
  if (headers["sec-fetch-dest"] !== "document" || (method !== "GET" && method !== "HEAD")) return false;
  return preferredMediaType(["application/json", "text/html"], headers["accept"]) === "text/html";
}
