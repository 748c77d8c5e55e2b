/**
 * The host guard: who may ask, by the Host and Origin of a request.
 *
 * A page elsewhere must not reach a server on its visitor's own machine by giving that machine a name (DNS
 * rebinding; MCP, Streamable HTTP, "Security"). On a public address every Origin is welcome: the data are public.
 */

import { failure } from "../http/failure.ts";
import type { HttpRequest, HttpResponse } from "../http/message.ts";
import { excerpt } from "./json-rpc.ts";

/** Gives the answer to a request that may not be served; undefined when it may. */
export function hostGuard(baseUrl: string): (request: HttpRequest) => HttpResponse | undefined {
  const own = new URL(baseUrl).hostname;
  const isOurs = (host: string): boolean => host === own || isLoopback(host);
  return (request) => {
    const host = request.headers["host"];
    if (host !== undefined && !isOurs(hostname(host))) {
      return failure("forbidden_host", `${excerpt(host)} is not a host of this server.`, `Use ${baseUrl}/mcp`);
    }
    const origin = request.headers["origin"];
    if (isLoopback(own) && origin !== undefined && !isOurs(hostname(/^https?:\/\/(.+)$/i.exec(origin)?.[1] ?? ""))) {
      const hint = "This server runs on a local address and answers local pages and programs only.";
      return failure("forbidden_origin", `The origin ${excerpt(origin)} may not use this server.`, hint);
    }
    return undefined;
  };
}

/** The host of `host:port` in lower case, an IPv6 address in its brackets. */
function hostname(authority: string): string {
  return authority.replace(/:\d*$/, "").toLowerCase();
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}
