/**
 * Handlers that choose among ready-made representations. They compute nothing but the choice.
 */

import { type Coding, preferredCoding, preferredMediaType } from "./accept.ts";
import { precondition } from "./conditional.ts";
import { failure } from "./failure.ts";
import { memoize } from "./memoize.ts";
import { type Failure, type FieldLines, type HttpRequest, type HttpResponse, NO_BODY } from "./message.ts";

/** A representation that was made before the first request, with its strong validator (RFC 9110, section 8.8.3). */
export type Representation = Readonly<{
  coding: Coding;
  /** With its quotation marks. */
  etag: string;
  /** Header fields of the 200 only, such as Content-Type. */
  contentFields: FieldLines;
  /** Header fields of the 200 and the 304: those that a cache must update (RFC 9110, section 15.4.5). */
  sharedFields: FieldLines;
  body: Buffer;
}>;

type StaticHandler = (request: HttpRequest) => HttpResponse | Failure;

export type Variant = Readonly<{
  mediaType: string;
  representations: readonly Representation[];
}>;

const MISMATCH = "If-Match matches no current entity tag of this resource";
const PRECONDITION_FAILED = failure("precondition_failed", MISMATCH, "Send the request without If-Match");

/**
 * Returns the handler of a target with one media type, which is sent whatever `Accept` says.
 *
 * @throws TypeError if no representation is without a content coding
 */
export function staticHandler(representations: readonly Representation[]): StaticHandler {
  const codings = representations.map(({ coding }) => coding);
  const handlers = new Map<Coding, StaticHandler>();
  for (const representation of representations) handlers.set(representation.coding, conditionalHandler(representation));
  const identity = handlers.get("identity");
  if (identity === undefined) throw new TypeError("There is no representation without a content coding");
  // Parsing a browser's Accept-Encoding takes a quarter of the time of a request, so the choice is cached.
  const choose = memoize((acceptEncoding) => handlers.get(preferredCoding(codings, acceptEncoding)) ?? identity);
  return (request) => choose(request.headers["accept-encoding"] ?? "")(request);
}

/**
 * Returns the handler of a target with several media types (RFC 9110, section 12.1).
 *
 * @param variants the default first
 * @param vary the request fields that the choice depends on
 */
export function negotiatedHandler(variants: readonly Variant[], vary: string): StaticHandler {
  const offers = variants.map(({ mediaType }) => mediaType);
  const handlers = new Map<string, StaticHandler>();
  for (const { mediaType, representations } of variants) handlers.set(mediaType, staticHandler(representations));
  const hint = `Accept one of ${offers.join(", ")}`;
  const options = { fields: ["Vary", vary] };
  const notAcceptable = failure("not_acceptable", "This page has none of the media types in Accept", hint, options);
  const choose = memoize((accept) => {
    const mediaType = preferredMediaType(offers, accept) ?? "";
    return handlers.get(mediaType) ?? (() => notAcceptable);
  });
  return (request) => choose(request.headers["accept"] ?? "")(request);
}

/** Returns the handler of one representation: 200, 304 or 412. */
function conditionalHandler({ etag, contentFields, sharedFields, body }: Representation): StaticHandler {
  const notModifiedHeaders = ["ETag", etag, ...sharedFields];
  const headers = [...contentFields, ...notModifiedHeaders];
  const ok: HttpResponse = { kind: "response", status: 200, headers, body };
  const notModified: HttpResponse = { kind: "response", status: 304, headers: notModifiedHeaders, body: NO_BODY };
  return (request) => {
    switch (precondition(request, etag)) {
      case "none":
        return ok;
      case "not_modified":
        return notModified;
      case "failed":
        return PRECONDITION_FAILED;
    }
  };
}
