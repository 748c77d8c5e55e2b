/**
 * Protection against DNS rebinding (MCP, Streamable HTTP, "Security"): pages of other sites must not reach a server on
 * the visitor's own machine through a host name of theirs.
 *
 * It reads the request head only.
 */

import { failure } from "../http/failure.ts";
import { memoize } from "../http/memoize.ts";
import type { Failure, HttpRequest } from "../http/message.ts";
import { excerpt } from "./json-rpc.ts";

/**
 * Creates the check of Host and Origin, which returns the failure for a request of another site. A server with a public
 * address accepts every Origin, because its data is public.
 */
export function rebindingGuard(baseUrl: string): (request: HttpRequest) => Failure | undefined {
  const ownHost = new URL(baseUrl).hostname;
  const isOwn = memoize((authority) => {
    const host = authority.replace(/:\d*$/, "").toLowerCase();
    return host === ownHost || isLoopback(host);
  });
  return ({ authority, headers }) => {
    const { origin } = headers;
    const host = authority ?? headers["host"];
    if (host !== undefined && !isOwn(host)) {
      return failure("forbidden_host", `${excerpt(host)} is not a host of this server.`, `Use ${baseUrl}/mcp`);
    }
    if (isLoopback(ownHost) && origin !== undefined && !isOwn(authorityOf(origin))) {
      const hint = "This server runs on a local address and accepts local pages and programs only.";
      return failure("forbidden_origin", `The origin ${excerpt(origin)} may not use this server.`, hint);
    }
    return undefined;
  };
}

const HTTP_ORIGIN = /^https?:\/\/(.+)$/i;

/** Returns the authority of an origin; "" if it is not an origin of HTTP. */
function authorityOf(origin: string): string {
  return HTTP_ORIGIN.exec(origin)?.[1] ?? "";
}

const LOOPBACK = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/;

function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
