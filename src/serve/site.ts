/**
 * The compiled site as plain data, and the router that serves it. The compiler provides all text and header fields.
 */

import { preferredMediaType } from "./http/accept.ts";
import { failure, failureResponse, noStoreResponse } from "./http/message.ts";
import type { FieldLines, Handler, HttpRequest, HttpResponse, RenderFailure } from "./http/message.ts";
import { createRouter, optionsResponse, type Route, type Router } from "./http/router.ts";
import { negotiatedHandler, type Representation, staticHandler, type Variant } from "./http/static-handlers.ts";
import { mcpHandlers } from "./mcp/endpoint.ts";
import type { McpSettings } from "./mcp/methods.ts";

type StaticContent = Readonly<{ kind: "static"; representations: readonly Representation[] }>;

/** Content with several media types, of which the Accept header selects one. The first variant is the default. */
type NegotiatedContent = Readonly<{ kind: "negotiated"; variants: readonly Variant[]; vary: string }>;

/** Text with an expiry date that is inserted at run time, i.e. security.txt (RFC 9116, section 2.5.5). */
type ExpiringContent = Readonly<{
  kind: "expiring";
  mediaType: string;
  /** Text with the placeholder `{expires}`. */
  template: string;
  /** Days until expiry, counted from midnight (UTC) of the day of the request. */
  lifetimeDays: number;
  /** Hash of the content without the expiry date; part of the entity tag. */
  hash: string;
  fields: FieldLines;
}>;

/** A path and its content. `cost` is in rate-limit tokens. */
export type Target = Readonly<{ path: string; cost: number }> & (StaticContent | NegotiatedContent | ExpiringContent);

/** All served content as plain data, which can be written to a file. */
export type CompiledSite = Readonly<{
  /** Public origin, without a trailing slash. */
  baseUrl: string;
  /** Maximum requests per client per minute, as published on the developer page; undefined for no limit. */
  rateLimit?: number;
  /** Short hash of all served content. */
  revision: string;
  targets: readonly Target[];
  /** HTML error pages keyed by status, and the additional header fields to send with them. */
  errorPages: readonly Readonly<{ status: number; body: Buffer }>[];
  errorPageFields: FieldLines;
  mcp: McpSettings;
}>;

/** State of the running process that responses depend on. */
export type Running = Readonly<{
  isReady: () => boolean;
  /** Returns the current time in milliseconds since 1970. */
  now: () => number;
  program: Readonly<{ version: string; node: string }>;
}>;

/** Built-in targets of every site, whose paths pages cannot use. Those that support GET are readable. */
export const SERVICE_TARGETS: readonly Readonly<{ path: string; isReadable: boolean }>[] = [
  { path: "/mcp", isReadable: false },
  { path: "/mcp/", isReadable: false },
  { path: "/healthz", isReadable: true },
  { path: "/readyz", isReadable: true },
];

const DAY_MS = 86_400_000;

const STOPPING = failure("unavailable", "The server is shutting down", "Send the request to another server", {
  close: true,
});

/** @throws TypeError if two targets have the same path */
export function siteRouter(site: CompiledSite, running: Running): Router {
  const siteRoutes: Route[] = site.targets.map((target) => {
    return { path: target.path, cost: target.cost, methods: { GET: createHandler(target, running.now) } };
  });
  const mcp = mcpHandlers(site.mcp);
  const healthy = healthResponse(site.revision, running.program);
  const serviceRoutes: Route[] = [
    { path: "/mcp", methods: mcp },
    // No redirect for a trailing slash, because some clients drop the body of a redirected POST.
    { path: "/mcp/", methods: mcp },
    { path: "/healthz", cost: 0, methods: { GET: () => healthy } },
    { path: "/readyz", cost: 0, methods: { GET: () => (running.isReady() ? healthy : STOPPING) } },
    // `OPTIONS *` asks for the methods of the server as a whole (RFC 9110, section 9.3.7).
    { path: "*", methods: { OPTIONS: () => optionsResponse("GET, HEAD, POST, OPTIONS") } },
  ];
  return createRouter([...siteRoutes, ...serviceRoutes], errorPageRenderer(site));
}

function createHandler(target: Target, now: Running["now"]): Handler {
  switch (target.kind) {
    case "static":
      return staticHandler(target.representations);
    case "negotiated":
      return negotiatedHandler(target.variants, target.vary);
    case "expiring":
      return (request) => {
        const today = new Date(now()).toISOString().slice(0, 10);
        const handler = staticHandler([expiringRepresentation(target, today)]);
        return handler(request);
      };
  }
}

/** @param day `YYYY-MM-DD`; part of the entity tag */
function expiringRepresentation(target: ExpiringContent, day: string): Representation {
  const expires = new Date(Date.parse(day) + target.lifetimeDays * DAY_MS).toISOString();
  const body = Buffer.from(target.template.replace("{expires}", expires));
  const etag = `"${target.hash}-${day}"`;
  const contentFields = ["Content-Type", target.mediaType, "Content-Length", String(body.length)];
  return { coding: "identity", etag, contentFields, sharedFields: target.fields, body };
}

function healthResponse(revision: string, { version, node }: Running["program"]): HttpResponse {
  const body = Buffer.from(JSON.stringify({ status: "ok", version, site: revision, node }));
  return noStoreResponse(200, "application/json", { body });
}

const MACHINE_PATH = /^\/(?:api|mcp|\.well-known)(?:\/|$)/;

/** Renders failures as HTML pages for browser navigations, and as JSON for all other requests. */
function errorPageRenderer({ errorPages, errorPageFields }: CompiledSite): RenderFailure {
  const pages = new Map(errorPages.map(({ status, body }) => [status, body]));
  return (request, failure) => {
    const body = pages.get(failure.status);
    const wantsPage = isNavigation(request) && !MACHINE_PATH.test(request.path);
    if (body === undefined || !wantsPage) return failureResponse(failure);
    return failureResponse(failure, { mediaType: "text/html; charset=utf-8", body, extraFields: errorPageFields });
  };
}

/** Reports whether the request is a browser navigation (Fetch Metadata) that prefers HTML. */
function isNavigation({ method, headers }: HttpRequest): boolean {
  if (headers["sec-fetch-dest"] !== "document" || (method !== "GET" && method !== "HEAD")) return false;
  return preferredMediaType(["application/json", "text/html"], headers["accept"]) === "text/html";
}
