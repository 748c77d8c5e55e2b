/**
 * Maps a path and a method to a handler.
 *
 * It has a fixed table of paths and no patterns.
 */

import { failure, failureResponse, PUBLIC_FIELDS } from "./failure.ts";
import { type Failure, type Handler, type HttpResponse, NO_BODY, type RenderFailure } from "./message.ts";

export type Route = Readonly<{
  path: string;
  /** Handlers by method. GET also handles HEAD, and OPTIONS has a default handler. */
  methods: Readonly<Record<string, Handler>>;
  /** In tokens of the rate limit; 1 by default. */
  cost?: number;
}>;

type ResolvedRoute = Readonly<{
  /** Undefined for an unknown path. */
  path: string | undefined;
  cost: number;
  /** Whether the body of a POST is passed to `handle`. Bodies of other methods never are. */
  readsBody: boolean;
  handle: Handler;
}>;

export interface Router {
  (path: string): ResolvedRoute;
  readonly renderFailure: RenderFailure;
}

/**
 * Creates the response to OPTIONS requests, including CORS preflights. `Access-Control-Allow-Headers: *` allows every
 * request header except Authorization.
 */
export function optionsResponse(allow: string): HttpResponse {
  const headers = [
    ...["Allow", allow, "Access-Control-Allow-Methods", allow],
    ...["Access-Control-Allow-Headers", "*, Authorization", "Access-Control-Max-Age", "86400"],
    ...["Cache-Control", "no-store"],
    ...PUBLIC_FIELDS,
  ];
  return { kind: "response", status: 204, headers, body: NO_BODY };
}

/**
 * Creates a router. It redirects an unknown path that differs from a route only by a trailing slash, and answers any
 * other unknown path with 404, whatever the method.
 *
 * @throws TypeError if two routes have the same path
 */
export function createRouter(routes: readonly Route[], renderFailure: RenderFailure = renderJson): Router {
  const routesByPath = new Map<string, ResolvedRoute>();
  for (const route of routes) {
    if (routesByPath.has(route.path)) throw new TypeError(`Two routes for ${route.path}`);
    routesByPath.set(route.path, resolve(route));
  }
  const handle: Handler = ({ path }) => {
    const alternative = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
    return routesByPath.has(alternative) ? redirect(alternative) : notFound(path);
  };
  const unknownRoute: ResolvedRoute = { path: undefined, cost: 1, readsBody: false, handle };
  return Object.assign((path: string) => routesByPath.get(path) ?? unknownRoute, { renderFailure });
}

const renderJson: RenderFailure = (_request, failed) => failureResponse(failed);

function resolve({ path, methods, cost = 1 }: Route): ResolvedRoute {
  const handlers = new Map(Object.entries(methods));
  const { GET } = methods;
  if (GET !== undefined) handlers.set("HEAD", GET);
  const otherMethods = [...handlers.keys()].filter((method) => method !== "OPTIONS");
  const allow = [...otherMethods, "OPTIONS"].join(", ");
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
  // A terminal might interpret characters other than printable ASCII.
  const excerpt = path.slice(0, PATH_EXCERPT_MAX).replaceAll(/[^\x20-\x7e]/g, "?");
  return failure("not_found", `No resource at ${excerpt}`, "See /openapi.json for every endpoint");
}
