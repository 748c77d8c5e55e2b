/**
 * Passes requests directly to a router, without a connection and without the rate limit.
 */

import type { HttpRequest } from "../../src/serve/http/message.ts";
import type { Router } from "../../src/serve/http/router.ts";
import { joinBody } from "./conform.ts";

export function respond(router: Router, request: HttpRequest): ReturnType<typeof joinBody> {
  const result = router.resolve(request.path).handle(request);
  if (result.kind === "failure") return joinBody(router.renderFailure(request, result));
  return joinBody(result.kind === "deferred" ? result.respond() : result);
}
