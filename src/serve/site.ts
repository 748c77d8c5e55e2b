/**
 * Types for a compiled site, and the router that serves it.
 */

import { preferredMediaType } from "./http/accept.ts";
import { failure, failureResponse, noStoreResponse } from "./http/message.ts";
import type { Handler, HttpRequest, HttpResponse, RawHeaders, RenderFailure } from "./http/message.ts";
import { createRouter, optionsResponse, type Route, type Router } from "./http/router.ts";
import { negotiatedHandler, staticHandler, type Variant } from "./http/static-handlers.ts";
import { mcpHandlers } from "./mcp/endpoint.ts";
import type { McpSettings } from "./mcp/methods.ts";

/** Content that is served at a path. Each request takes `cost` rate-limit tokens. */
export type Target = Readonly<{ path: string; cost: number }> &
  (
    | Readonly<{ kind: "static"; variant: Variant }>
    | Readonly<{ kind: "negotiated"; variants: readonly Variant[]; vary: string }>
  );

export type CompiledSite = Readonly<{
  baseUrl: string;
  /** Maximum number of requests per client per minute. Undefined means no limit. */
  rateLimit?: number | undefined;
  revision: string;
  targets: readonly Target[];
  errorPages: readonly Readonly<{ status: number; body: Buffer }>[];
  errorPageFields: RawHeaders;
  /** Template for security.txt, with `{expires}` for the expiry date. */
  securityText: string;
  mcp: McpSettings;
}>;

export type LoadedSite = Readonly<{ site: CompiledSite | undefined; problems: readonly string[] }>;

export type ProcessState = Readonly<{
  isReady: () => boolean;
  now: () => number;
  version: string;
  nodeVersion: string;
}>;

/** RFC 9116, section 2.5.5, recommends less than a year. */
const SECURITY_TEXT_LIFETIME_MS = 180 * 86_400_000;

const NOT_READY = failure("unavailable", "The server is shutting down", "Send the request to another server", {
  close: true,
});

export function siteRouter(site: CompiledSite, state: ProcessState): Router {
  const targetRoutes = site.targets.map((target) => {
    return { path: target.path, cost: target.cost, methods: { GET: createHandler(target) } };
  });
  return createRouter([...targetRoutes, ...serviceRoutes(site, state)], errorPageRenderer(site));
}

/** Creates the routes whose responses are not stored in the compiled site, e.g. `/mcp` and `/healthz`. */
function serviceRoutes(site: CompiledSite, { isReady, now, version, nodeVersion }: ProcessState): Route[] {
  const mcpHttpMethods = mcpHandlers(site.mcp);
  const health = JSON.stringify({ status: "ok", version, site: site.revision, node: nodeVersion });
  const healthyResponse = noStoreResponse(200, "application/json", [health]);
  return [
    { path: "/mcp", methods: mcpHttpMethods },
    // Do not redirect this path, because some clients drop the body of a redirected POST.
    { path: "/mcp/", methods: mcpHttpMethods },
    { path: "/.well-known/security.txt", methods: { GET: () => securityTextResponse(site.securityText, now()) } },
    // A cost of 0 exempts health checks from the rate limit.
    { path: "/healthz", cost: 0, methods: { GET: () => healthyResponse } },
    { path: "/readyz", cost: 0, methods: { GET: () => (isReady() ? healthyResponse : NOT_READY) } },
    // `OPTIONS *` asks which methods the server supports on any path.
    { path: "*", methods: { OPTIONS: () => optionsResponse("GET, HEAD, POST, OPTIONS") } },
  ];
}

function createHandler(target: Target): Handler {
  return target.kind === "static" ? staticHandler(target.variant) : negotiatedHandler(target.variants, target.vary);
}

function securityTextResponse(template: string, now: number): HttpResponse {
  const expires = new Date(now + SECURITY_TEXT_LIFETIME_MS).toISOString();
  return noStoreResponse(200, "text/plain; charset=utf-8", [template.replace("{expires}", expires)]);
}

const API_PATH = /^\/(?:api|mcp|\.well-known)(?:\/|$)/;

function errorPageRenderer({ errorPages, errorPageFields }: CompiledSite): RenderFailure {
  const pages = new Map(errorPages.map(({ status, body }) => [status, { body, headers: errorPageFields }]));
  return (request, failed) => {
    const wantsPage = isNavigation(request) && !API_PATH.test(request.path);
    return failureResponse(failed, wantsPage ? pages.get(failed.status) : undefined);
  };
}

function isNavigation({ method, headers }: HttpRequest) {
  if (headers["sec-fetch-dest"] !== "document" || (method !== "GET" && method !== "HEAD")) return false;
  return preferredMediaType(["application/json", "text/html"], headers["accept"]) === "text/html";
}
