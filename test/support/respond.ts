/**
 * Responds to requests without a connection and without a rate limit.
 */

import type { HttpRequest, HttpResponse } from "../../src/serve/http/message.ts";
import type { Router } from "../../src/serve/http/router.ts";

export function respond(router: Router, request: HttpRequest): HttpResponse {
  const result = router.resolve(request.path).handle(request);
  if (result.kind === "failure") return router.renderFailure(request, result);
  return result.kind === "deferred" ? result.respond() : result;
}
