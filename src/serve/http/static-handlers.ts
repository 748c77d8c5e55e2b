/**
 * Handlers that choose among ready-made representations: nothing is made while a request waits.
 */

import { type Coding, preferredCoding, preferredMediaType } from "./accept.ts";
import { precondition } from "./conditional.ts";
import { failure } from "./failure.ts";
import { memoize } from "./memoize.ts";
import type { Failure, HttpRequest, HttpResponse } from "./message.ts";
import type { Representation } from "./representation.ts";

type Respond = (request: HttpRequest) => HttpResponse | Failure;

const PRECONDITION_FAILED = failure("precondition_failed", "If-Match names none of the entity tags of this representation", "Send the request without If-Match");

/** For a target with one media type: whatever `Accept` says, it is what there is. */
export function serve(representations: readonly Representation[]): Respond {
  const codings = representations.map((each) => each.coding);
  const byCoding = new Map<Coding, Representation>(representations.map((each) => [each.coding, each]));
  const plain = byCoding.get("identity");
  if (plain === undefined) throw new TypeError("There is no representation without a content coding");
  // To take a browser's field apart each time costs a quarter of its request.
  const chosen = memoize((acceptEncoding) => byCoding.get(preferredCoding(codings, acceptEncoding)) ?? plain);
  return (request) => answer(request, chosen(request.headers["accept-encoding"] ?? ""));
}

/** By media type, the default first (RFC 9110, section 12.1). */
export function negotiate(variants: Readonly<Record<string, readonly Representation[]>>, vary: string): Respond {
  const handlers = new Map(Object.entries(variants).map(([mediaType, each]) => [mediaType, serve(each)]));
  const offers = [...handlers.keys()];
  const notAcceptable = failure("not_acceptable", "Accept names no media type that this page has", `Accept one of ${offers.join(", ")}`, { fields: ["Vary", vary] });
  const chosen = memoize((accept) => handlers.get(preferredMediaType(offers, accept) ?? "") ?? (() => notAcceptable));
  return (request) => chosen(request.headers["accept"] ?? "")(request);
}

function answer(request: HttpRequest, representation: Representation): HttpResponse | Failure {
  const outcome = precondition(request, representation.etag);
  if (outcome === "failed") return PRECONDITION_FAILED;
  return outcome === "not_modified" ? representation.notModified : representation.ok;
}
