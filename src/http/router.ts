/**
 * From method and path to handler. Every target is known at start; nothing is matched by pattern.
 *
 * A known path with another method is 405, an unknown path is 404 whatever the method, and a path
 * that only lacks or adds a final slash is sent to the one URL that its resource has.
 */
import { failure, PUBLIC_FIELDS } from "./failure.ts";
import type { Handler, HttpRequest, HttpResponse, Refusals } from "./message.ts";
import { NO_BODY } from "./message.ts";

export interface Route {
  readonly path: string;
  /** By method name. GET also answers HEAD; OPTIONS is answered for it unless it is given. */
  readonly methods: Readonly<Record<string, Handler>>;
  /** What a request counts for in the rate limit, 1 unless given; 0 is never counted. */
  readonly cost?: number;
}

export type Resolved = Route & { readonly respond: Handler };

/** The request fields that a script on another site may send (Fetch standard, CORS-preflight fetch). */
const ALLOWED_REQUEST_FIELDS =
  "Accept, Authorization, Content-Type, If-None-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id";

/** What OPTIONS answers, preflight or not: the methods, and that any site may use them for a day. */
export function optionsResponse(allow: string): HttpResponse {
  const shared = ["Access-Control-Allow-Headers", ALLOWED_REQUEST_FIELDS, "Access-Control-Max-Age", "86400", "Cache-Control", "no-store"];
  return { status: 204, headers: ["Allow", allow, "Access-Control-Allow-Methods", allow, ...shared, ...PUBLIC_FIELDS], body: NO_BODY };
}

/** A path as it may be repeated to the client: of bounded length, without control characters. */
function shown(path: string): string {
  const printable = path.replaceAll(/[^\x20-\x7e]/g, "?");
  return printable.length > 200 ? `${printable.slice(0, 200)}…` : printable;
}

function respondTo({ path, methods }: Route): Handler {
  const handlers = new Map(Object.entries(methods));
  const get = handlers.get("GET");
  if (get !== undefined) handlers.set("HEAD", get);
  const allow = [...new Set([...handlers.keys()].filter((method) => method !== "OPTIONS")), "OPTIONS"].join(", ");
  if (!handlers.has("OPTIONS")) handlers.set("OPTIONS", () => optionsResponse(allow));
  const refuse = (method: string): HttpResponse =>
    failure("method_not_allowed", `${method} is not allowed on ${path}`, `Use ${allow}`, ["Allow", allow]);
  return (request) => handlers.get(request.method)?.(request) ?? refuse(request.method);
}

export interface Router {
  (path: string): Resolved | undefined;
  /** Every failure goes through it before it is sent. */
  readonly refusals: Refusals;
}

/** @throws TypeError when two routes claim one path */
export function createRouter(routes: readonly Route[], refusals: Refusals = (_, failure) => failure): Router {
  const resolved = new Map<string, Resolved>();
  for (const route of routes) {
    if (resolved.has(route.path)) throw new TypeError(`Two routes for ${route.path}`);
    resolved.set(route.path, { ...route, respond: respondTo(route) });
  }
  return Object.assign((path: string) => resolved.get(path), { refusals });
}

/** The answer for a path that has no route. */
export function unrouted(router: Router, path: string): HttpResponse {
  const sibling = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
  if (router(sibling) !== undefined) return failure("permanent_redirect", `This is at ${sibling}`, `Use ${sibling}`, ["Location", sibling]);
  return failure("not_found", `There is nothing at ${shown(path)}`, "See /openapi.json for every endpoint");
}

/** Routes and answers in one step, whatever it costs. */
export function respond(router: Router, request: HttpRequest): HttpResponse {
  const found = router(request.path)?.respond(request) ?? unrouted(router, request.path);
  const answer = "answer" in found ? found.answer() : found;
  return answer.status >= 400 ? router.refusals(request, answer) : answer;
}
