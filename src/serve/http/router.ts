/**
 * Maps a path and a method to a handler. Paths are matched exactly.
 */

import { BASE_FIELDS, failure, failureResponse } from "./message.ts";
import type { Failure, Handler, HttpRequest, HttpResponse, RawHeaders, RenderFailure } from "./message.ts";

export type Route = Readonly<{
  path: string;
  methods: Readonly<Record<string, Handler>>;
  cost?: number;
}>;

export type ResolvedRoute = Readonly<{
  path: string | undefined;
  cost: number;
  acceptsPost: boolean;
  handle: Handler;
}>;

export type Router = Readonly<{
  resolve: (path: string) => ResolvedRoute;
  renderFailure: RenderFailure;
}>;

const DEFAULT_COST = 1;

export function optionsResponse(allowedMethods: string): HttpResponse {
  return preflightResponse(allowedMethods, ["Allow", allowedMethods]);
}

/** Creates the response to a CORS preflight request. It allows methods such as "GET, HEAD". */
function preflightResponse(allowedMethods: string, otherFields: RawHeaders = []): HttpResponse {
  const headers = [
    ...otherFields,
    "Access-Control-Allow-Methods", allowedMethods,
    // `*` does not cover Authorization.
    "Access-Control-Allow-Headers", "*, Authorization",
    // One day, in seconds.
    "Access-Control-Max-Age", "86400",
    "Cache-Control", "no-store",
    ...BASE_FIELDS,
  ];
  return { kind: "response", status: 204, headers, body: [] };
}

export function createRouter(routes: readonly Route[], renderFailure = renderAsJson): Router {
  const routesByPath = new Map(routes.map((route) => [route.path, buildRoute(route)]));
  const fallback = createFallbackRoute(routesByPath);
  return { resolve: (path) => routesByPath.get(path) ?? fallback, renderFailure };
}

const renderAsJson: RenderFailure = (_request, failed) => failureResponse(failed);

/** Combines a route's handlers, e.g. for GET and POST, into one, which also answers HEAD and OPTIONS. */
function buildRoute({ path, methods, cost = DEFAULT_COST }: Route): ResolvedRoute {
  const handlers = new Map(Object.entries(methods));
  const handle: Handler = (request) => {
    // HEAD uses the GET handler, and node:http leaves out the body.
    const method = request.method === "HEAD" ? "GET" : request.method;
    const handler = handlers.get(method);
    if (handler !== undefined) return handler(request);
    const allow = allowedMethods(Object.keys(methods));
    return request.method === "OPTIONS" ? optionsResponse(allow) : methodNotAllowed(request.method, path, allow);
  };
  return { path, cost, acceptsPost: handlers.has("POST"), handle };
}

function allowedMethods(methods: readonly string[]): string {
  const head = methods.includes("GET") ? ["HEAD"] : [];
  return [...new Set([...methods, ...head, "OPTIONS"])].join(", ");
}

function methodNotAllowed(method: string, path: string, allow: string): Failure {
  const hint = `Use ${allow}; see /developers`;
  return failure("method_not_allowed", `${method} is not allowed on ${path}`, hint, { headers: ["Allow", allow] });
}

/** Creates the route for unknown paths. It redirects if adding or removing a trailing slash gives a known path. */
function createFallbackRoute(routesByPath: ReadonlyMap<string, ResolvedRoute>): ResolvedRoute {
  const handle: Handler = (request) => {
    const { method, path } = request;
    const otherPath = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
    const otherRoute = routesByPath.get(otherPath);
    if (otherRoute !== undefined) {
      // Do not redirect OPTIONS, because browsers do not follow redirects of CORS preflight requests.
      return method === "OPTIONS" ? otherRoute.handle(request) : redirect(otherPath);
    }
    // Accept CORS preflight requests, because browsers would otherwise hide the 404 response from scripts.
    return isPreflight(request) ? preflightResponse("*") : notFound(path);
  };
  // The access log contains a route's `path`. Leave it undefined here, so that no text from clients is logged.
  return { path: undefined, cost: DEFAULT_COST, acceptsPost: false, handle };
}

function isPreflight({ method, headers }: HttpRequest): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

function redirect(location: string): Failure {
  return failure("permanent_redirect", `Moved to ${location}`, undefined, { headers: ["Location", location] });
}

const PATH_EXCERPT_MAX = 200;

function notFound(path: string): Failure {
  // Keep only printable ASCII, because a terminal might interpret control characters.
  const excerpt = path.slice(0, PATH_EXCERPT_MAX).replaceAll(/[^\x20-\x7e]/g, "?");
  return failure("not_found", `No resource at ${excerpt}`, "See /llms.txt and /openapi.json");
}
