/**
 * Who may ask: the Host and Origin of a request, and the answer to a browser that asks beforehand.
 *
 * A page elsewhere must not reach a server on its visitor's own machine by giving that machine a name (DNS
 * rebinding; MCP, Streamable HTTP, "Security"). On a public address every Origin is welcome: the data are public.
 */
import { failure } from "../http/failure.ts";
import { requestField } from "../http/message.ts";
import type { Handler, HttpRequest, HttpResponse } from "../http/message.ts";
import { remembered } from "../http/remember.ts";
import { optionsResponse } from "../http/router.ts";

/** The answer to a request that may not be served; undefined when it may. */
export type Admission = (request: HttpRequest) => HttpResponse | undefined;

const PREFLIGHT = optionsResponse("POST, OPTIONS");

export function admission(baseUrl: string): Admission {
  const own = new URL(baseUrl).hostname;
  const local = isLoopback(own);
  const isOurs = remembered((host) => isOneOf(own, hostname(host)));
  return (request) => {
    const host = requestField(request, "host");
    if (host !== undefined && !isOurs(host)) {
      return failure("forbidden_host", `${quoted(host)} is not a host of this server.`, `Use ${baseUrl}/mcp`);
    }
    const origin = requestField(request, "origin");
    if (local && origin !== undefined && !isOneOf(own, hostname(/^https?:\/\/(.+)$/i.exec(origin)?.[1] ?? ""))) {
      const hint = "This server runs on a local address and answers local pages and programs only.";
      return failure("forbidden_origin", `The origin ${quoted(origin)} may not use this server.`, hint);
    }
    return undefined;
  };
}

/** A preflight is refused whenever the request it asks for would be. */
export function preflight(admit: Admission): Handler {
  return (request) => admit(request) ?? PREFLIGHT;
}

/** The host of `host:port` in lower case, an IPv6 address in its brackets. */
function hostname(authority: string): string {
  return authority.replace(/:\d*$/, "").toLowerCase();
}

function isOneOf(own: string, host: string): boolean {
  return host === own || isLoopback(host);
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

function quoted(value: string): string {
  return JSON.stringify(value.slice(0, 100));
}
