/**
 * Handlers that send precomputed responses, depending on Accept, Accept-Encoding, If-Match and If-None-Match.
 */

import { type Coding, preferredCoding, preferredMediaType } from "./accept.ts";
import { failure, type Handler, type HttpResponse, memoize, type RawHeaders } from "./message.ts";

export type Representation = Readonly<{
  coding: Coding;
  /** A strong entity tag, including its quotation marks. */
  etag: string;
  /** Header fields sent only with status 200, e.g. Content-Type. */
  contentFields: RawHeaders;
  /** Header fields sent with both 200 and 304, e.g. Cache-Control (RFC 9110, section 15.4.5). */
  sharedFields: RawHeaders;
  body: Buffer;
}>;

export type Variant = Readonly<{
  mediaType: string;
  representations: readonly Representation[];
}>;

const PRECONDITION_FAILED = failure(
  "precondition_failed",
  "If-Match matches no current entity tag of this resource",
  "Send the request without If-Match",
);

/** Creates a handler for content in one media type. Accept-Encoding selects the coding. */
export function staticHandler(representations: readonly Representation[]): Handler {
  const handlers = new Map(representations.map((item) => [item.coding, conditionalHandler(item)]));
  const codings = [...handlers.keys()];
  const identityHandler = handlers.get("identity");
  if (identityHandler === undefined) throw new TypeError("No representation has the coding identity");
  return handlerSelectedBy("accept-encoding", (acceptEncoding) => {
    const coding = preferredCoding(codings, acceptEncoding);
    return handlers.get(coding) ?? identityHandler;
  });
}

/** Creates a handler that selects a variant by the Accept header. The first variant has the default media type. */
export function negotiatedHandler(variants: readonly Variant[], vary: string): Handler {
  const handlers = new Map(variants.map((variant) => [variant.mediaType, staticHandler(variant.representations)]));
  const mediaTypes = [...handlers.keys()];
  const message = "This page has none of the media types in Accept";
  const hint = `Accept one of ${mediaTypes.join(", ")}`;
  const notAcceptable = failure("not_acceptable", message, hint, { fields: ["Vary", vary] });
  return handlerSelectedBy("accept", (accept) => {
    const mediaType = preferredMediaType(mediaTypes, accept);
    const handler = mediaType === undefined ? undefined : handlers.get(mediaType);
    return handler ?? (() => notAcceptable);
  });
}

/** Creates a handler that selects another one by the value of a header field. */
function handlerSelectedBy(fieldName: string, select: (fieldValue: string) => Handler): Handler {
  // Parsing the field for each request would take a quarter of the request time.
  const memoizedSelect = memoize(select);
  return (request) => {
    const handle = memoizedSelect(request.headers[fieldName] ?? "");
    return handle(request);
  };
}

/**
 * Creates a handler that sends one representation, unless If-Match fails (412) or If-None-Match matches (304).
 * Date-based preconditions are ignored, because no response has Last-Modified.
 */
function conditionalHandler({ etag, contentFields, sharedFields, body }: Representation): Handler {
  const commonHeaders = ["ETag", etag, ...sharedFields];
  const okHeaders = [...contentFields, ...commonHeaders];
  const ok: HttpResponse = { kind: "response", status: 200, headers: okHeaders, body: [body] };
  const notModified: HttpResponse = { kind: "response", status: 304, headers: commonHeaders, body: [] };
  return ({ headers }) => {
    // If-Match is evaluated first (RFC 9110, section 13.2.2).
    const ifMatch = headers["if-match"];
    if (ifMatch !== undefined && !matches(ifMatch, etag, "strong")) return PRECONDITION_FAILED;
    const ifNoneMatch = headers["if-none-match"];
    if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag, "weak")) return notModified;
    return ok;
  };
}

/** Matches the next entity tag in a list. Several commas may come before it, because list elements may be empty. */
const ENTITY_TAG = /[\t ]*(?:,[\t ]*)*(W\/)?("[\x21\x23-\x7e\x80-\uffff]*")[\t ]*(?=,|$)/gy;

/** Reports whether If-Match or If-None-Match is `*` or lists the entity tag. Weak comparison ignores a `W/` prefix. */
function matches(field: string, etag: string, comparison: "strong" | "weak"): boolean {
  if (field === etag || field.trim() === "*") return true;
  const tags = [...field.matchAll(ENTITY_TAG)];
  return tags.some(([, weak, tag]) => tag === etag && (weak === undefined || comparison === "weak"));
}
