/**
 * Negotiation of media types and content codings (RFC 9110, section 12.5).
 */

/** An element of Accept or Accept-Encoding. A weight of 0 rejects the value. `hasParameters` ignores weights. */
type Preference = Readonly<{ value: string; hasParameters: boolean; weight: number }>;

export type Coding = "br" | "gzip" | "identity";

/**
 * Returns the offered media type that Accept prefers, or undefined if none is acceptable. Types named in Accept and
 * the first offer (the default) have priority over those that match only a wildcard such as `text/*`, even if the
 * wildcard has a higher weight.
 */
export function preferredMediaType(offers: readonly string[], accept = ""): string | undefined {
  const [defaultType] = offers;
  const ranges = parsePreferences(accept);
  if (defaultType === undefined || ranges.length === 0) return defaultType;
  const weightOf = (mediaType: string) => mostSpecificRange(ranges, mediaType)?.weight ?? 0;
  const namedTypes = ranges.map(({ value }) => value).filter((value) => offers.includes(value));
  // Use a set, because a client may repeat a type a thousand times.
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
  // Prefer `text/html` to `text/html;level=1`. In both, `value` is `text/html`.
  const exactMatch = ranges.find(({ value, hasParameters }) => value === mediaType && !hasParameters);
  return exactMatch ?? find(mediaType) ?? find(`${type}/*`) ?? find("*/*");
}

export function preferredCoding(available: readonly Coding[], acceptEncoding = ""): Coding | undefined {
  const weights = new Map(parsePreferences(acceptEncoding).map(({ value, weight }) => [value, weight]));
  return heaviest(available, (coding) => {
    // In RFC 9110, `*` also matches `identity` (uncompressed). Here, it does not: `br;q=0.9, gzip;q=0.8, *` selects br.
    const wildcardWeight = coding === "identity" ? 0 : weights.get("*");
    return weights.get(coding) ?? wildcardWeight ?? 0;
  });
}

/** Used instead of split(), because quoted strings may contain commas and semicolons (RFC 9110, section 5.6.4). */
const LIST_ELEMENT = /(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g;
const SEMICOLON_PART = /(?:[^;"]|"(?:\\.|[^"\\])*"?)+/g;

const WEIGHT_PARAMETER = /^q\s*=\s*(.*)$/is;
const VALID_WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

function parsePreferences(field: string): Preference[] {
  const elements = field.match(LIST_ELEMENT) ?? [];
  return elements.map(parsePreference).filter((preference) => preference !== undefined);
}

/** Parses a list element such as `text/html;q=0.8`. Returns undefined if the element is invalid. */
function parsePreference(element: string): Preference | undefined {
  const parts = element.match(SEMICOLON_PART) ?? [];
  const [value = "", ...parameters] = parts.map((part) => part.trim());
  const weights = parameters.map((text) => WEIGHT_PARAMETER.exec(text)?.[1]).filter((weight) => weight !== undefined);
  const isValid = value !== "" && weights.every((weight) => VALID_WEIGHT.test(weight));
  if (!isValid) return undefined;
  const hasParameters = parameters.length > weights.length;
  return { value: value.toLowerCase(), hasParameters, weight: Number(weights.at(-1) ?? 1) };
}
