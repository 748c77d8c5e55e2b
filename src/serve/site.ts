/**
 * Types for a compiled site, and the router that serves it.
 */

import { preferredMediaType } from "./http/accept.ts";
import { failure, failureResponse, noStoreResponse } from "./http/message.ts";
import type { Handler, HttpRequest, HttpResponse, RawHeaders, RenderFailure } from "./http/message.ts";
import { createRouter, optionsResponse, type Route, type Router } from "./http/router.ts";
import { negotiatedHandler, type Representation, staticHandler, type Variant } from "./http/static-handlers.ts";
import { mcpHandlers } from "./mcp/endpoint.ts";
import type { McpSettings } from "./mcp/methods.ts";

/** Text such as security.txt (RFC 9116). For each request, its placeholder is replaced with an expiry date. */
type ExpiringContent = Readonly<{
  kind: "expiring";
  mediaType: string;
  template: string;
  lifetimeDays: number;
  hash: string;
  fields: RawHeaders;
}>;

/** Content served at a path. `cost` is in rate-limit tokens. */
export type Target = Readonly<{ path: string; cost: number }> &
  (
    | Readonly<{ kind: "static"; representations: readonly Representation[] }>
    | Readonly<{ kind: "negotiated"; variants: readonly Variant[]; vary: string }>
    | ExpiringContent
  );

export type CompiledSite = Readonly<{
  baseUrl: string;
  /** Requests per minute from each client. Undefined means no limit. */
  rateLimit?: number | undefined;
  /** Hash of all content. */
  revision: string;
  targets: readonly Target[];
  errorPages: readonly Readonly<{ status: number; body: Buffer }>[];
  errorPageFields: RawHeaders;
  mcp: McpSettings;
}>;

export type LoadedSite = Readonly<{ site: CompiledSite | undefined; problems: readonly string[] }>;

export type ProcessState = Readonly<{
  isReady: () => boolean;
  now: () => number;
  program: Readonly<{ version: string; node: string }>;
}>;

const DAY_MS = 86_400_000;

const NOT_READY = failure("unavailable", "The server is shutting down", "Send the request to another server", {
  close: true,
});

/** Creates the router for the site's content, MCP and health checks. */
export function siteRouter(site: CompiledSite, { isReady, now, program }: ProcessState): Router {
  const siteRoutes: Route[] = site.targets.map((target) => {
    return { path: target.path, cost: target.cost, methods: { GET: createHandler(target, now) } };
  });
  const mcpMethods = mcpHandlers(site.mcp);
  const healthyResponse = healthResponse(site.revision, program);
  const serviceRoutes: Route[] = [
    { path: "/mcp", methods: mcpMethods },
    // Do not redirect this path, because some clients drop the body of a redirected POST.
    { path: "/mcp/", methods: mcpMethods },
    { path: "/healthz", cost: 0, methods: { GET: () => healthyResponse } },
    { path: "/readyz", cost: 0, methods: { GET: () => (isReady() ? healthyResponse : NOT_READY) } },
    // `OPTIONS *` asks which methods the server supports on any path.
    { path: "*", methods: { OPTIONS: () => optionsResponse("GET, HEAD, POST, OPTIONS") } },
  ];
  return createRouter([...siteRoutes, ...serviceRoutes], errorPageRenderer(site));
}

function createHandler(target: Target, now: () => number): Handler {
  switch (target.kind) {
    case "static":
      return staticHandler(target.representations);
    case "negotiated":
      return negotiatedHandler(target.variants, target.vary);
    case "expiring":
      // The content depends on the date, so create a handler for each request.
      return (request) => {
        const handle = staticHandler([renderExpiring(target, now())]);
        return handle(request);
      };
  }
}

/** Fills in the expiry date, which is `lifetimeDays` after today. The date and the ETag change at midnight UTC. */
function renderExpiring(content: ExpiringContent, nowMs: number): Representation {
  const { mediaType, template, lifetimeDays, hash, fields } = content;
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const startOfTodayMs = Date.parse(today);
  const expires = new Date(startOfTodayMs + lifetimeDays * DAY_MS).toISOString();
  const body = Buffer.from(template.replace("{expires}", expires));
  const contentFields = ["Content-Type", mediaType, "Content-Length", String(body.length)];
  return { coding: "identity", etag: `"${hash}-${today}"`, contentFields, sharedFields: fields, body };
}

function healthResponse(revision: string, { version, node }: ProcessState["program"]): HttpResponse {
  const json = JSON.stringify({ status: "ok", version, site: revision, node });
  return noStoreResponse(200, "application/json", [json]);
}

const API_PATH = /^\/(?:api|mcp|\.well-known)(?:\/|$)/;

/** Creates a function that renders failures: as HTML for browser navigations outside API_PATH, otherwise as JSON. */
function errorPageRenderer({ errorPages, errorPageFields }: CompiledSite): RenderFailure {
  const pages = new Map(errorPages.map(({ status, body }) => [status, { body, fields: errorPageFields }]));
  return (request, failed) => {
    const wantsPage = isNavigation(request) && !API_PATH.test(request.path);
    return failureResponse(failed, wantsPage ? pages.get(failed.status) : undefined);
  };
}

/** Reports whether the request is a browser navigation (Fetch Metadata) that prefers HTML. */
function isNavigation({ method, headers }: HttpRequest): boolean {
  if (headers["sec-fetch-dest"] !== "document" || (method !== "GET" && method !== "HEAD")) return false;
  return preferredMediaType(["application/json", "text/html"], headers["accept"]) === "text/html";
}
