/**
 * Handlers that choose among ready-made representations.
 *
 * Choosing is all they do: no field is written and no byte is made while a request waits.
 */
import type { Coding } from "./accept.ts";
import { preferredCoding, preferredMediaType } from "./accept.ts";
import { precondition } from "./conditional.ts";
import { failure } from "./failure.ts";
import type { HttpRequest, HttpResponse } from "./message.ts";
import { memoize } from "./memoize.ts";
import type { Representation } from "./representation.ts";

/** A handler whose answers cost what their route costs. */
type Respond = (request: HttpRequest) => HttpResponse;

const PRECONDITION_FAILED = failure(
  "precondition_failed",
  "If-Match names none of the entity tags of this representation",
  "Send the request without If-Match",
);

function answer(request: HttpRequest, representation: Representation): HttpResponse {
  switch (precondition(request, representation.etag)) {
    case "failed":
      return PRECONDITION_FAILED;
    case "not_modified":
      return representation.notModified;
    case "none":
      return representation.ok;
  }
}

/** Answers GET and HEAD for a target with one media type: whatever `Accept` says, it is what there is. */
export function serve(representations: readonly Representation[]): Respond {
  const codings = representations.map((each) => each.coding);
  const byCoding = new Map<Coding, Representation>(representations.map((each) => [each.coding, each]));
  const plain = byCoding.get("identity");
  if (plain === undefined) throw new TypeError("There is no representation without a content coding");
  // Taking a browser's fields apart anew each time costs a quarter of its request.
  const chosen = memoize((acceptEncoding) => byCoding.get(preferredCoding(codings, acceptEncoding)) ?? plain);
  return (request) => answer(request, chosen(request.headers["accept-encoding"] ?? ""));
}

/** Answers GET and HEAD for a target with several media types, the default first (RFC 9110, section 12.1). */
export function negotiate(variants: readonly (readonly Representation[])[], vary: string): Respond {
  const handlers = new Map(variants.map((each) => [bareMediaType(each), serve(each)]));
  const offers = [...handlers.keys()];
  const notAcceptable = failure(
    "not_acceptable",
    "Accept names no media type that this page has",
    `Accept one of ${offers.join(", ")}`,
    ["Vary", vary],
  );
  const chosen = memoize((accept) => handlers.get(preferredMediaType(offers, accept) ?? "") ?? (() => notAcceptable));
  return (request) => chosen(request.headers["accept"] ?? "")(request);
}

function bareMediaType([first]: readonly Representation[]): string {
  return (first?.mediaType ?? "").split(";", 1).join("");
}
