/**
 * Maps a path and a method to a handler. All paths are known at start, and none is a pattern.
 *
 * An unknown path is 404 for every method, unless a path exists that differs only in its trailing slash. Then the
 * client is redirected there. It charges no rate limit and renders no failure.
 */

import { failure, failureResponse, PUBLIC_FIELDS } from "./failure.ts";
import {
  type Failure,
  type Handler,
  type HttpRequest,
  type HttpResponse,
  NO_BODY,
  type RenderFailure,
} from "./message.ts";
import { isNavigation, NAVIGATION_FIELDS } from "./navigation.ts";

export interface Route {
  readonly path: string;
  /** Handlers by method. GET also answers HEAD. OPTIONS has a default. */
  readonly methods: Readonly<Record<string, Handler>>;
  /** Cost in tokens of the rate limit; the default is 1. */
  readonly cost?: number;
  /** Page for people that explains the route. Browser navigations are redirected to it instead of a 405. */
  readonly helpPage?: string;
}

interface ResolvedRoute {
  /** Undefined for an unknown path. */
  readonly path: string | undefined;
  readonly cost: number;
  /** Whether the handler of POST reads a request body. Other methods never do. */
  readonly readsBody: boolean;
  readonly handle: Handler;
}

export interface Router {
  (path: string): ResolvedRoute;
  readonly renderFailure: RenderFailure;
}

/** Scripts of other origins may send any field. The wildcard does not include Authorization (Fetch standard). */
const ALLOWED_REQUEST_FIELDS = "*, Authorization";

/** Creates the response to OPTIONS, which is also the response to a CORS preflight. Browsers may cache it for a day. */
export function optionsResponse(allow: string): HttpResponse {
  const headers = [
    ...["Allow", allow],
    ...["Access-Control-Allow-Methods", allow],
    ...["Access-Control-Allow-Headers", ALLOWED_REQUEST_FIELDS],
    ...["Access-Control-Max-Age", "86400"],
    ...["Cache-Control", "no-store"],
    ...PUBLIC_FIELDS,
  ];
  return { kind: "response", status: 204, headers, body: NO_BODY };
}

/** @throws TypeError if two routes have the same path */
export function createRouter(routes: readonly Route[], renderFailure: RenderFailure = renderJson): Router {
  const routesByPath = new Map<string, ResolvedRoute>();
  for (const route of routes) {
    if (routesByPath.has(route.path)) throw new TypeError(`Two routes for ${route.path}`);
    routesByPath.set(route.path, resolve(route));
  }
  const handle: Handler = ({ path }) => {
    const sibling = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
    return routesByPath.has(sibling) ? redirect(sibling) : notFound(path);
  };
  const unknown: ResolvedRoute = { path: undefined, cost: 1, readsBody: false, handle };
  return Object.assign((path: string) => routesByPath.get(path) ?? unknown, { renderFailure });
}

/** Responds to a request without a connection and without a rate limit. */
export function respond(router: Router, request: HttpRequest): HttpResponse {
  const result = router(request.path).handle(request);
  if (result.kind === "failure") return router.renderFailure(request, result);
  return result.kind === "deferred" ? result.respond() : result;
}

function renderJson(_request: HttpRequest, failed: Failure): HttpResponse {
  return failureResponse(failed);
}

function resolve(route: Route): ResolvedRoute {
  const { path, methods, cost = 1 } = route;
  const handlers = new Map(Object.entries(methods));
  const { GET } = methods;
  if (GET !== undefined) handlers.set("HEAD", GET);
  const allow = [...new Set(handlers.keys()).add("OPTIONS")].join(", ");
  if (!handlers.has("OPTIONS")) handlers.set("OPTIONS", () => optionsResponse(allow));
  const handle: Handler = (request) => {
    const handler = handlers.get(request.method);
    return handler === undefined ? refuseMethod(request, route, allow) : handler(request);
  };
  return { path, cost, readsBody: handlers.has("POST"), handle };
}

function refuseMethod(request: HttpRequest, { path, helpPage }: Route, allow: string): HttpResponse | Failure {
  if (helpPage !== undefined && isNavigation(request)) return seeOther(helpPage);
  const hint = helpPage === undefined ? `Use ${allow}` : `Use ${allow}; ${helpPage} explains how`;
  return failure("method_not_allowed", `${request.method} is not allowed on ${path}`, hint, { fields: ["Allow", allow] });
}

/** Redirects a navigation to a page that explains the requested resource (RFC 9110, section 15.4.4). */
function seeOther(location: string): HttpResponse {
  const headers = [
    ...["Location", location],
    ...["Content-Length", "0"],
    ...["Cache-Control", "no-store"],
    ...["Vary", NAVIGATION_FIELDS],
    ...PUBLIC_FIELDS,
  ];
  return { kind: "response", status: 303, headers, body: NO_BODY };
}

function redirect(location: string): Failure {
  const fields = ["Location", location];
  return failure("permanent_redirect", `Moved permanently to ${location}`, `Use ${location}`, { fields });
}

function notFound(path: string): Failure {
  return failure("not_found", `No resource at ${printablePath(path)}`, "See /openapi.json for every endpoint");
}

const PATH_EXCERPT_MAX = 200;

/** Shortens a path and replaces the characters that a terminal might interpret. */
function printablePath(path: string): string {
  const printable = path.replaceAll(/[^\x20-\x7e]/g, "?");
  return printable.length > PATH_EXCERPT_MAX ? `${printable.slice(0, PATH_EXCERPT_MAX)}…` : printable;
}
