/**
 * Handlers for precomputed representations. Content negotiation and preconditions decide which one is sent.
 */

import { type Coding, preferredCoding, preferredMediaType } from "./accept.ts";
import { failure, type Failure, type FieldLines, type HttpRequest, type HttpResponse } from "./message.ts";
import { memoize, NO_BODY } from "./message.ts";

export type Representation = Readonly<{
  coding: Coding;
  /** Strong entity tag, including the quotation marks. */
  etag: string;
  /** Header fields sent only with a 200, e.g. Content-Type. */
  contentFields: FieldLines;
  /** Header fields sent with both 200 and 304, e.g. Cache-Control (RFC 9110, section 15.4.5). */
  sharedFields: FieldLines;
  body: Buffer;
}>;

type StaticHandler = (request: HttpRequest) => HttpResponse | Failure;

export type Variant = Readonly<{
  mediaType: string;
  representations: readonly Representation[];
}>;

const NO_MATCH = "If-Match matches no current entity tag of this resource";
const PRECONDITION_FAILED = failure("precondition_failed", NO_MATCH, "Send the request without If-Match");

/**
 * Creates the handler for content with one media type. Accept-Encoding selects the coding; Accept is ignored.
 *
 * @throws TypeError if there is no representation with the coding `identity`
 */
export function staticHandler(representations: readonly Representation[]): StaticHandler {
  const codings = representations.map(({ coding }) => coding);
  const handlers = new Map<Coding, StaticHandler>();
  for (const representation of representations) handlers.set(representation.coding, conditionalHandler(representation));
  const identity = handlers.get("identity");
  if (identity === undefined) throw new TypeError("No representation has the coding identity");
  // Memoized, because parsing Accept-Encoding would take a quarter of the request's time.
  const handlerFor = memoize((acceptEncoding) => handlers.get(preferredCoding(codings, acceptEncoding)) ?? identity);
  return (request) => {
    const handler = handlerFor(request.headers["accept-encoding"] ?? "");
    return handler(request);
  };
}

/**
 * Creates the handler for content with several media types, one of which Accept selects.
 *
 * @param variants one per media type, the default first
 * @param vary value of the Vary field of a 406
 */
export function negotiatedHandler(variants: readonly Variant[], vary: string): StaticHandler {
  const offers = variants.map(({ mediaType }) => mediaType);
  const handlers = new Map<string | undefined, StaticHandler>();
  for (const { mediaType, representations } of variants) handlers.set(mediaType, staticHandler(representations));
  const message = "This page has none of the media types in Accept";
  const hint = `Accept one of ${offers.join(", ")}`;
  const notAcceptable = failure("not_acceptable", message, hint, { fields: ["Vary", vary] });
  const refuse: StaticHandler = () => notAcceptable;
  const handlerFor = memoize((accept) => handlers.get(preferredMediaType(offers, accept)) ?? refuse);
  return (request) => {
    const handler = handlerFor(request.headers["accept"] ?? "");
    return handler(request);
  };
}

/** Creates the handler for one representation. Ignores date conditions, because no response has Last-Modified. */
function conditionalHandler({ etag, contentFields, sharedFields, body }: Representation): StaticHandler {
  const notModifiedHeaders = ["ETag", etag, ...sharedFields];
  const headers = [...contentFields, ...notModifiedHeaders];
  const ok: HttpResponse = { kind: "response", status: 200, headers, body };
  const notModified: HttpResponse = { kind: "response", status: 304, headers: notModifiedHeaders, body: NO_BODY };
  return ({ headers: { "if-match": ifMatch, "if-none-match": ifNoneMatch } }) => {
    // If-Match is evaluated first (RFC 9110, section 13.2.2).
    if (ifMatch !== undefined && !matches(ifMatch, etag, "strong")) return PRECONDITION_FAILED;
    return ifNoneMatch !== undefined && matches(ifNoneMatch, etag, "weak") ? notModified : ok;
  };
}

/** One entity tag of a list, with any preceding commas. Commas inside the quotation marks belong to the tag. */
const ENTITY_TAG = /[\t ]*(?:,[\t ]*)*(W\/)?("[\x21\x23-\x7e\x80-\uffff]*")[\t ]*(?=,|$)/gy;

/** Reports whether a field is `*` or lists the entity tag. The weak comparison also accepts the tag with `W/`. */
function matches(field: string, etag: string, comparison: "strong" | "weak"): boolean {
  if (field === etag || field.trim() === "*") return true;
  const tags = [...field.matchAll(ENTITY_TAG)];
  return tags.some(([, weak, tag]) => tag === etag && (weak === undefined || comparison === "weak"));
}
