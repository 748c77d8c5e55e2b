/**
 * Protection against DNS rebinding (MCP, Streamable HTTP, "Security"): a web page must not reach a server on its
 * visitor's machine by resolving its own host name to that machine.
 *
 * This module only reads the Host and Origin fields.
 */

import { failure } from "../http/failure.ts";
import { memoize } from "../http/memoize.ts";
import type { Failure, HttpRequest } from "../http/message.ts";
import { excerpt } from "./json-rpc.ts";

const HTTP_ORIGIN = /^https?:\/\/(.+)$/i;
const LOOPBACK = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/;

/**
 * Creates a function that returns a failure for requests with a foreign Host or Origin. A server with a public address
 * accepts every Origin, because its data is public.
 */
export function rebindingGuard(baseUrl: string): (request: HttpRequest) => Failure | undefined {
  const ownHost = new URL(baseUrl).hostname;
  const isLocal = LOOPBACK.test(ownHost);
  const isOwn = memoize((authority) => {
    const host = authority.replace(/:\d*$/, "").toLowerCase();
    return host === ownHost || LOOPBACK.test(host);
  });
  return ({ headers: { host, origin } }) => {
    if (host !== undefined && !isOwn(host)) {
      return failure("forbidden_host", `${excerpt(host)} is not a host of this server.`, `Use ${baseUrl}/mcp`);
    }
    if (isLocal && origin !== undefined && !isOwn(HTTP_ORIGIN.exec(origin)?.[1] ?? "")) {
      const hint = "This server runs on a local address and accepts local pages and programs only.";
      return failure("forbidden_origin", `The origin ${excerpt(origin)} may not use this server.`, hint);
    }
    return undefined;
  };
}
