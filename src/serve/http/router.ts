/**
 * From method and path to handler. Every target is known at start; nothing is matched by pattern.
 *
 * An unknown path is 404 whatever the method, unless it only lacks or adds a final slash: then it is sent to the one
 * URL that its resource has.
 */

import { failure, PUBLIC_FIELDS } from "./failure.ts";
import { type Handler, type HttpRequest, type HttpResponse, NO_BODY, type Refusals } from "./message.ts";

export interface Route {
  readonly path: string;
  /** GET also answers HEAD; OPTIONS is answered unless it is given. */
  readonly methods: Readonly<Record<string, Handler>>;
  /** Tokens of the rate limit, 1 unless given. */
  readonly cost?: number;
}

/** What answers at a path. */
interface Resolved {
  /** Undefined where there is no route. */
  readonly path: string | undefined;
  readonly cost: number;
  readonly respond: Handler;
}

/** What a script on another site may send (Fetch standard, CORS-preflight fetch). */
const ALLOWED_REQUEST_FIELDS =
  "Accept, Authorization, Content-Type, If-None-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id";

/** Preflight or not; any site may remember it for a day. */
export function optionsResponse(allow: string): HttpResponse {
  const shared = ["Access-Control-Allow-Headers", ALLOWED_REQUEST_FIELDS, "Access-Control-Max-Age", "86400", "Cache-Control", "no-store"];
  return { status: 204, headers: ["Allow", allow, "Access-Control-Allow-Methods", allow, ...shared, ...PUBLIC_FIELDS], body: NO_BODY };
}

/** A path as it may be repeated to the client. */
function shown(path: string): string {
  const printable = path.replaceAll(/[^\x20-\x7e]/g, "?");
  return printable.length > 200 ? `${printable.slice(0, 200)}…` : printable;
}

function respondTo({ path, methods }: Route): Handler {
  const { GET, OPTIONS = (): HttpResponse => optionsResponse(allow), ...others } = methods;
  const asked = { ...(GET && { GET, HEAD: GET }), ...others };
  const allow = [...Object.keys(asked), "OPTIONS"].join(", ");
  const handlers = new Map(Object.entries({ ...asked, OPTIONS }));
  const refuse = (method: string) =>
    failure("method_not_allowed", `${method} is not allowed on ${path}`, `Use ${allow}`, ["Allow", allow]);
  return (request) => handlers.get(request.method)?.(request) ?? refuse(request.method);
}

export interface Router {
  (path: string): Resolved;
  /** Every failure goes through it before it is sent. */
  readonly refusals: Refusals;
}

/** @throws TypeError when two routes claim one path */
export function createRouter(routes: readonly Route[], refusals: Refusals = (_, failure) => failure): Router {
  const resolved = new Map<string, Resolved>();
  for (const route of routes) {
    if (resolved.has(route.path)) throw new TypeError(`Two routes for ${route.path}`);
    resolved.set(route.path, { path: route.path, cost: route.cost ?? 1, respond: respondTo(route) });
  }
  const respond: Handler = ({ path }) => {
    const sibling = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
    if (resolved.has(sibling)) return failure("permanent_redirect", `This is at ${sibling}`, `Use ${sibling}`, ["Location", sibling]);
    return failure("not_found", `There is nothing at ${shown(path)}`, "See /openapi.json for every endpoint");
  };
  const nowhere = { path: undefined, cost: 1, respond };
  return Object.assign((path: string) => resolved.get(path) ?? nowhere, { refusals });
}

/** Whatever it costs. */
export function respond(router: Router, request: HttpRequest): HttpResponse {
  const made = router(request.path).respond(request);
  const response = "answer" in made ? made.answer() : made;
  return response.status >= 400 ? router.refusals(request, response) : response;
}
