/**
 * Negotiation of media types and content codings (RFC 9110, section 12.5).
 */

/** An element of Accept or Accept-Encoding. `value` is in lower case. A weight of 0 rejects the value. */
type Preference = Readonly<{ value: string; hasParameters: boolean; weight: number }>;

export type Coding = "br" | "gzip" | "identity";

/**
 * Returns the offered media type that Accept prefers, or undefined if none is acceptable. The first offer
 * (the default) and the types named in Accept beat types that match only a wildcard, e.g. `text/*`.
 */
export function preferredMediaType(offers: readonly string[], accept = ""): string | undefined {
  const [defaultType] = offers;
  const ranges = parsePreferences(accept);
  if (ranges.length === 0) return defaultType;
  const acceptable = offers.map((mediaType) => rankOffer(mediaType, ranges)).filter(({ weight }) => weight > 0);
  acceptable.sort((a, b) => b.weight - a.weight || a.position - b.position);
  const namedOrDefault = acceptable.find(({ mediaType, isNamed }) => isNamed || mediaType === defaultType);
  return (namedOrDefault ?? acceptable[0])?.mediaType;
}

/** Returns a media type's weight and position in Accept. Types that match only a wildcard come last. */
function rankOffer(mediaType: string, ranges: readonly Preference[]) {
  const range = mostSpecificRange(ranges, mediaType);
  const isNamed = range?.value === mediaType;
  const position = isNamed ? ranges.indexOf(range) : ranges.length;
  return { mediaType, isNamed, weight: range?.weight ?? 0, position };
}

function mostSpecificRange(ranges: readonly Preference[], mediaType: string): Preference | undefined {
  const [type] = mediaType.split("/", 1);
  const find = (wanted: string) => ranges.find(({ value }) => value === wanted);
  // Prefer a range without parameters: the `value` of `text/html;level=1` is also `text/html`.
  const exactMatch = ranges.find(({ value, hasParameters }) => value === mediaType && !hasParameters);
  return exactMatch ?? find(mediaType) ?? find(`${type}/*`) ?? find("*/*");
}

/** Returns the acceptable coding with the highest weight, if any. On a tie, the first coding wins. */
export function preferredCoding(available: readonly Coding[], acceptEncoding = ""): Coding | undefined {
  const weights = new Map(parsePreferences(acceptEncoding).map(({ value, weight }) => [value, weight]));
  const weightOf = (coding: Coding) => {
    // `*` does not apply to `identity` (uncompressed), so that `gzip;q=0.5, *` selects gzip.
    const wildcardWeight = coding === "identity" ? 0 : weights.get("*");
    return weights.get(coding) ?? wildcardWeight ?? 0;
  };
  const acceptable = available.filter((coding) => weightOf(coding) > 0);
  acceptable.sort((a, b) => weightOf(b) - weightOf(a));
  return acceptable[0];
}

/** Commas and semicolons inside quoted strings are not separators (RFC 9110, section 5.6.4). */
const LIST_ELEMENT = /(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g;
const SEMICOLON_PART = /(?:[^;"]|"(?:\\.|[^"\\])*"?)+/g;

const WEIGHT_PARAMETER = /^q\s*=\s*(.*)$/is;
const VALID_WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

function parsePreferences(field: string): Preference[] {
  const elements = field.match(LIST_ELEMENT) ?? [];
  return elements.map(parsePreference).filter((preference) => preference !== undefined);
}

/** Parses an element of Accept, e.g. `text/html;q=0.8`. Returns undefined if it is invalid. */
function parsePreference(element: string): Preference | undefined {
  const parts = element.match(SEMICOLON_PART) ?? [];
  const [value = "", ...parameters] = parts.map((part) => part.trim());
  if (value === "") return undefined;
  let weight = 1;
  let hasParameters = false;
  for (const parameter of parameters) {
    const weightText = WEIGHT_PARAMETER.exec(parameter)?.[1];
    if (weightText === undefined) {
      hasParameters = true;
    } else if (VALID_WEIGHT.test(weightText)) {
      weight = Number(weightText);
    } else {
      return undefined;
    }
  }
  return { value: value.toLowerCase(), hasParameters, weight };
}
