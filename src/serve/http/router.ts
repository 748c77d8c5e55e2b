/**
 * Maps a path and a method to a handler. Paths are matched exactly.
 */

import { failure, failureResponse, NO_BODY, BASE_FIELDS } from "./message.ts";
import type { Failure, RawHeaders, Handler, HttpResponse, RenderFailure } from "./message.ts";

export type Route = Readonly<{
  path: string;
  /** Handlers by method. GET also handles HEAD, and OPTIONS has a default handler. */
  methods: Readonly<Record<string, Handler>>;
  /** Cost in rate-limit tokens; 1 by default. */
  cost?: number;
}>;

export type ResolvedRoute = Readonly<{
  /** Undefined for an unknown path. */
  path: string | undefined;
  cost: number;
  /** Whether the body of a POST request is read before `handle` is called. */
  readsBody: boolean;
  handle: Handler;
}>;

export type Router = Readonly<{
  resolve: (path: string) => ResolvedRoute;
  renderFailure: RenderFailure;
}>;

export function optionsResponse(allow: string): HttpResponse {
  const headers: RawHeaders = [
    "Allow", allow,
    "Access-Control-Allow-Methods", allow,
    // The wildcard does not cover Authorization.
    "Access-Control-Allow-Headers", "*, Authorization",
    "Access-Control-Max-Age", "86400",
    "Cache-Control", "no-store",
    ...BASE_FIELDS,
  ];
  return { kind: "response", status: 204, headers, body: NO_BODY };
}

/** Creates a router. Paths that differ from a route only by a trailing slash are redirected to the route. */
export function createRouter(routes: readonly Route[], renderFailure = renderAsJson): Router {
  const routesByPath = new Map<string, ResolvedRoute>();
  for (const route of routes) {
    if (routesByPath.has(route.path)) throw new TypeError(`Two routes for ${route.path}`);
    routesByPath.set(route.path, resolveRoute(route));
  }
  const handleUnknown: Handler = ({ path }) => {
    const slashVariant = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
    return routesByPath.has(slashVariant) ? redirect(slashVariant) : notFound(path);
  };
  const unknownRoute: ResolvedRoute = { path: undefined, cost: 1, readsBody: false, handle: handleUnknown };
  return { resolve: (path) => routesByPath.get(path) ?? unknownRoute, renderFailure };
}

const renderAsJson: RenderFailure = (_request, failed) => failureResponse(failed);

function resolveRoute({ path, methods, cost = 1 }: Route): ResolvedRoute {
  const handlers = new Map(Object.entries(methods));
  if (methods["GET"] !== undefined) handlers.set("HEAD", methods["GET"]);
  const allow = [...new Set([...handlers.keys(), "OPTIONS"])].join(", ");
  if (!handlers.has("OPTIONS")) handlers.set("OPTIONS", () => optionsResponse(allow));
  const handle: Handler = (request) => {
    const handler = handlers.get(request.method);
    if (handler !== undefined) return handler(request);
    const message = `${request.method} is not allowed on ${path}`;
    return failure("method_not_allowed", message, `Use ${allow}; see /developers`, { fields: ["Allow", allow] });
  };
  return { path, cost, readsBody: handlers.has("POST"), handle };
}

function redirect(location: string): Failure {
  return failure("permanent_redirect", `Moved to ${location}`, undefined, { fields: ["Location", location] });
}

const PATH_EXCERPT_MAX = 200;

function notFound(path: string): Failure {
  // Keep only printable ASCII, because a terminal might interpret control characters in the message.
  const excerpt = path.slice(0, PATH_EXCERPT_MAX).replaceAll(/[^\x20-\x7e]/g, "?");
  return failure("not_found", `No resource at ${excerpt}`, "See /openapi.json for every endpoint");
}
