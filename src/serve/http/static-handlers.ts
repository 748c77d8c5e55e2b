/**
 * Handlers that send precomputed responses.
 */

import { type Coding, preferredCoding, preferredMediaType } from "./accept.ts";
import { failure, type Handler, type HttpResponse, memoize, type RawHeaders } from "./message.ts";

export type VariantFields = Readonly<{
  /** Value of Content-Type, e.g. "text/html; charset=utf-8". */
  mediaType: string;
  /** Header fields sent only with status 200, e.g. Link. */
  contentFields: RawHeaders;
  /** Header fields sent with both 200 and 304, e.g. Cache-Control (RFC 9110, section 15.4.5). */
  sharedFields: RawHeaders;
}>;

export type Representation = Readonly<{
  coding: Coding;
  /** A strong entity tag, including its quotation marks. */
  etag: string;
  body: Buffer;
}>;

/** Content in one media type, with a representation for each content coding, e.g. gzip. */
export type Variant = VariantFields & Readonly<{ representations: readonly Representation[] }>;

const PRECONDITION_FAILED = failure(
  "precondition_failed",
  "If-Match matches no current entity tag of this resource",
  "Send the request without If-Match",
);

export function describeContent(
  { mediaType, contentFields }: VariantFields,
  { coding, body }: Pick<Representation, "coding" | "body">,
): RawHeaders {
  // "identity" means uncompressed, and is never sent (RFC 9110, section 8.4.1).
  const codingFields = coding === "identity" ? [] : ["Content-Encoding", coding];
  return ["Content-Type", mediaType, "Content-Length", String(body.length), ...codingFields, ...contentFields];
}

/** Creates a handler that selects a content coding, e.g. gzip, by Accept-Encoding. */
export function staticHandler(variant: Variant): Handler {
  const handlers = new Map(variant.representations.map((item) => [item.coding, conditionalHandler(variant, item)]));
  const uncompressed = handlers.get("identity");
  if (uncompressed === undefined) throw new TypeError("No representation has the coding identity");
  // If no coding is acceptable, an uncompressed response is better than an error.
  return negotiate("accept-encoding", handlers, preferredCoding, uncompressed);
}

/** Creates a handler that sends the variant preferred by Accept, or the first variant if Accept has no preference. */
export function negotiatedHandler(variants: readonly Variant[], vary: string): Handler {
  // Leave out parameters such as `charset`, because clients send media types without them in Accept.
  const handlers = new Map(variants.map((variant) => [variant.mediaType.replace(/;.*/, ""), staticHandler(variant)]));
  const message = "This page has none of the media types in Accept";
  const hint = `Accept one of ${[...handlers.keys()].join(", ")}`;
  const notAcceptable = failure("not_acceptable", message, hint, { headers: ["Vary", vary] });
  return negotiate("accept", handlers, preferredMediaType, () => notAcceptable);
}

/** Creates a handler that calls one of `handlers`. `preferredKey` selects it by the value of the header field. */
function negotiate<Key>(
  header: string,
  handlers: ReadonlyMap<Key, Handler>,
  preferredKey: (keys: readonly Key[], headerValue: string) => Key | undefined,
  fallback: Handler,
): Handler {
  const keys = [...handlers.keys()];
  // Cache the choice, because parsing the header takes a quarter of a request's time.
  const selectHandler = memoize((headerValue) => {
    const key = preferredKey(keys, headerValue);
    const handler = key === undefined ? undefined : handlers.get(key);
    return handler ?? fallback;
  });
  return (request) => {
    const handle = selectHandler(request.headers[header] ?? "");
    return handle(request);
  };
}

/**
 * Creates a handler that sends one representation. Evaluates If-Match (412) and If-None-Match (304), but not
 * If-Modified-Since and If-Unmodified-Since, because responses have no Last-Modified.
 */
function conditionalHandler(variant: Variant, representation: Representation): Handler {
  const { etag, body } = representation;
  const notModifiedHeaders = ["ETag", etag, ...variant.sharedFields];
  const okHeaders = [...describeContent(variant, representation), ...notModifiedHeaders];
  const ok: HttpResponse = { kind: "response", status: 200, headers: okHeaders, body: [body] };
  const notModified: HttpResponse = { kind: "response", status: 304, headers: notModifiedHeaders, body: [] };
  return ({ headers }) => {
    // Evaluate If-Match first (RFC 9110, section 13.2.2).
    const ifMatch = headers["if-match"];
    if (ifMatch !== undefined && !matches(ifMatch, etag, "strong")) return PRECONDITION_FAILED;
    const ifNoneMatch = headers["if-none-match"];
    if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag, "weak")) return notModified;
    return ok;
  };
}

/** Matches the next entity tag in a list. Elements may be empty (RFC 9110, section 5.6.1). */
const ENTITY_TAG = /[\t ]*(?:,[\t ]*)*(W\/)?("[\x21\x23-\x7e\x80-\uffff]*")[\t ]*(?=,|$)/gy;

/** Reports whether a field, e.g. If-Match, is `*` or lists the entity tag. Weak comparison ignores a `W/` prefix. */
function matches(field: string, etag: string, comparison: "strong" | "weak"): boolean {
  if (field === etag || field.trim() === "*") return true;
  const tags = [...field.matchAll(ENTITY_TAG)];
  return tags.some(([, weak, tag]) => tag === etag && (weak === undefined || comparison === "weak"));
}
