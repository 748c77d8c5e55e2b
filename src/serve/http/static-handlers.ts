/**
 * Handlers that send precomputed responses. They negotiate the media type and content coding (RFC 9110, section 12.5).
 */

import { failure, type Handler, type HttpResponse, memoize, type RawHeaders } from "./message.ts";

export type VariantFields = Readonly<{
  /** Value of Content-Type, e.g. "text/html; charset=utf-8". */
  mediaType: string;
  /** Header fields sent only with status 200, e.g. Link. */
  contentFields: RawHeaders;
  /** Header fields sent with both 200 and 304, e.g. Cache-Control (RFC 9110, section 15.4.5). */
  sharedFields: RawHeaders;
}>;

export type Coding = "br" | "gzip" | "identity";

export type Representation = Readonly<{
  coding: Coding;
  /** A strong entity tag, including its quotation marks. */
  etag: string;
  body: Buffer;
}>;

/** Content in one media type. Each representation has the content in another coding, e.g. compressed by gzip. */
export type Variant = VariantFields & Readonly<{ representations: readonly Representation[] }>;

const PRECONDITION_FAILED = failure(
  "precondition_failed",
  "If-Match matches no current entity tag of this resource",
  "Send the request without If-Match",
);

/** Returns Content-Type, Content-Length, Content-Encoding if the body is compressed, and e.g. Link. */
export function describeContent(
  { mediaType, contentFields }: VariantFields,
  { coding, body }: Pick<Representation, "coding" | "body">,
): RawHeaders {
  // "identity" means uncompressed (RFC 9110, section 8.4.1).
  const codingFields = coding === "identity" ? [] : ["Content-Encoding", coding];
  return ["Content-Type", mediaType, "Content-Length", String(body.length), ...codingFields, ...contentFields];
}

/** Creates a handler for content that is stored in several codings, e.g. gzip. Accept-Encoding selects one. */
export function staticHandler(variant: Variant): Handler {
  const { representations } = variant;
  return selectingHandler("accept-encoding", (acceptEncoding) => {
    const codings = representations.map(({ coding }) => coding);
    // If no coding is acceptable, an uncompressed response is better than an error.
    const selected = preferredCoding(codings, acceptEncoding) ?? "identity";
    const representation = representations.find(({ coding }) => coding === selected);
    if (representation === undefined) throw new TypeError("No representation has the coding identity");
    return conditionalHandler(variant, representation);
  });
}

/**
 * Creates a handler that selects a variant, HTML or Markdown, by the request's Accept field. Without a preference,
 * selects the first. If no variant is acceptable, responds with 406.
 */
export function negotiatedHandler(variants: readonly Variant[], vary: string): Handler {
  // Remove parameters such as `; charset=utf-8`, because clients do not send them in Accept.
  const handlers = new Map(variants.map((variant) => [variant.mediaType.replace(/;.*/, ""), staticHandler(variant)]));
  const mediaTypes = [...handlers.keys()];
  const notAcceptable: Handler = () => {
    const message = "This page has none of the media types in Accept";
    return failure("not_acceptable", message, `Accept one of ${mediaTypes.join(", ")}`, { headers: ["Vary", vary] });
  };
  return selectingHandler("accept", (accept) => {
    const mediaType = preferredMediaType(mediaTypes, accept) ?? "";
    return handlers.get(mediaType) ?? notAcceptable;
  });
}

/** Creates a handler that calls the one that `select` returns for a header's value, e.g. of Accept. */
function selectingHandler(header: string, select: (value: string) => Handler): Handler {
  // Cache the handlers, because parsing the header takes a quarter of a request's time.
  const selectCached = memoize(select);
  return (request) => {
    const handle = selectCached(request.headers[header] ?? "");
    return handle(request);
  };
}

/**
 * Creates a handler that sends a body, or 304 if If-None-Match lists its entity tag, or 412 if If-Match does not.
 * Ignores If-Modified-Since and If-Unmodified-Since, because responses have no Last-Modified field.
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
    if (ifMatch !== undefined && !includesEtag(ifMatch, etag, "strong")) return PRECONDITION_FAILED;
    const ifNoneMatch = headers["if-none-match"];
    if (ifNoneMatch !== undefined && includesEtag(ifNoneMatch, etag, "weak")) return notModified;
    return ok;
  };
}

/** Matches one entity tag of a list such as `"a", W/"b"`. Skips empty elements (RFC 9110, section 5.6.1). */
const ENTITY_TAG = /[\t ]*(?:,[\t ]*)*(W\/)?("[\x21\x23-\x7e\x80-\uffff]*")[\t ]*(?=,|$)/gy;

/** Reports whether a field, e.g. If-Match, is `*` or lists the entity tag. Weak comparison ignores a `W/` prefix. */
function includesEtag(field: string, etag: string, comparison: "strong" | "weak"): boolean {
  if (field === etag || field.trim() === "*") return true;
  const tags = [...field.matchAll(ENTITY_TAG)];
  return tags.some(([, weak, tag]) => tag === etag && (weak === undefined || comparison === "weak"));
}

/** An element of Accept or Accept-Encoding, e.g. `gzip;q=0.8`. A value with weight 0 is not acceptable. */
type Preference = Readonly<{ value: string; weight: number }>;

/**
 * Returns the offered media type that Accept prefers, or undefined if none is acceptable. Types that Accept names, and
 * the first offer, which is the default, come before types that match only a wildcard such as `text/*`.
 */
export function preferredMediaType(offers: readonly string[], accept = ""): string | undefined {
  const [defaultType] = offers;
  const ranges = parsePreferences(accept);
  if (defaultType === undefined || ranges.length === 0) return defaultType;
  const weightOf = (mediaType: string) => mostSpecificRange(ranges, mediaType)?.weight ?? 0;
  const namedTypes = ranges.map(({ value }) => value).filter((value) => offers.includes(value));
  // Use a set to remove duplicates, because a client may name a type a thousand times.
  const namedOrDefault = new Set([...namedTypes, defaultType]);
  return heaviest([...namedOrDefault], weightOf) ?? heaviest(offers, weightOf);
}

/** Returns the value with the highest weight above 0, if any. On a tie, the first value wins. */
function heaviest<T>(values: readonly T[], weightOf: (value: T) => number): T | undefined {
  const acceptable = values.filter((value) => weightOf(value) > 0);
  acceptable.sort((a, b) => weightOf(b) - weightOf(a));
  return acceptable[0];
}

function mostSpecificRange(ranges: readonly Preference[], mediaType: string): Preference | undefined {
  const [type] = mediaType.split("/", 1);
  const find = (wanted: string) => ranges.find(({ value }) => value === wanted);
  return find(mediaType) ?? find(`${type}/*`) ?? find("*/*");
}

/** Returns the acceptable coding with the highest weight in e.g. `br, gzip;q=0.8`, if any. */
export function preferredCoding(available: readonly Coding[], acceptEncoding = ""): Coding | undefined {
  const weights = new Map(parsePreferences(acceptEncoding).map(({ value, weight }) => [value, weight]));
  return heaviest(available, (coding) => {
    // Unlike in RFC 9110, `*` does not match identity. Otherwise, `br;q=0.9, gzip;q=0.8, *` would prefer identity (1).
    const wildcardWeight = coding === "identity" ? 0 : weights.get("*");
    return weights.get(coding) ?? wildcardWeight ?? 0;
  });
}

const WEIGHT_PARAMETER = /^q\s*=\s*(.*)$/is;
const VALID_WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

function parsePreferences(field: string): Preference[] {
  return field.split(",").map(parsePreference).filter((preference) => preference !== undefined);
}

/** Parses a list element such as `text/html;q=0.8`. Returns undefined if the element is invalid. */
function parsePreference(element: string): Preference | undefined {
  const [value = "", ...parameters] = element.split(";").map((part) => part.trim());
  const weights = parameters.map((text) => WEIGHT_PARAMETER.exec(text)?.[1]).filter((weight) => weight !== undefined);
  const isValid = value !== "" && weights.every((weight) => VALID_WEIGHT.test(weight));
  return isValid ? { value: value.toLowerCase(), weight: Number(weights.at(-1) ?? 1) } : undefined;
}
