/**
 * Negotiation of media types and content codings (RFC 9110, section 12.5).
 */

/** An element of Accept or Accept-Encoding. `value` is in lower case. A weight of 0 rejects the value. */
type Preference = Readonly<{ value: string; hasParameters: boolean; weight: number }>;

export type Coding = "br" | "gzip" | "identity";

/**
 * Returns the offered media type that Accept prefers, or undefined if none is acceptable. The order in Accept breaks
 * ties. The first offer is the default: it is used without Accept, and preferred to offers that only match a wildcard.
 */
export function preferredMediaType(offers: readonly string[], accept = ""): string | undefined {
  const [defaultType] = offers;
  const ranges = parsePreferences(accept);
  if (ranges.length === 0) return defaultType;
  const candidates = offers.map((mediaType) => {
    const range = mostSpecificRange(ranges, mediaType);
    const isNamed = range?.value === mediaType;
    const position = isNamed ? ranges.indexOf(range) : ranges.length;
    return { mediaType, isNamed, weight: range?.weight ?? 0, position };
  });
  const acceptable = candidates.filter(({ weight }) => weight > 0);
  acceptable.sort((a, b) => b.weight - a.weight || a.position - b.position);
  // Types that only a wildcard matches come last, except for the default.
  const preferred = acceptable.find(({ mediaType, isNamed }) => isNamed || mediaType === defaultType);
  return (preferred ?? acceptable[0])?.mediaType;
}

function mostSpecificRange(ranges: readonly Preference[], mediaType: string): Preference | undefined {
  const [type] = mediaType.split("/", 1);
  const find = (wanted: string) => ranges.find(({ value }) => value === wanted);
  // Prefer a range without parameters, because `text/html;level=1` also has the value `text/html`.
  const exactMatch = ranges.find(({ value, hasParameters }) => value === mediaType && !hasParameters);
  return exactMatch ?? find(mediaType) ?? find(`${type}/*`) ?? find("*/*");
}

/**
 * Returns the first available coding with the highest weight. Falls back to `identity`, even if its weight is 0,
 * because an uncompressed response is better than an error.
 */
export function preferredCoding(available: readonly Coding[], acceptEncoding = ""): Coding {
  const weights = new Map(parsePreferences(acceptEncoding).map(({ value, weight }) => [value, weight]));
  const weightOf = (coding: Coding) => {
    // If `*` applied to `identity`, the uncompressed response would win for `gzip;q=0.5, *`.
    const wildcardWeight = coding === "identity" ? 0 : weights.get("*");
    return weights.get(coding) ?? wildcardWeight ?? 0;
  };
  const acceptable = available.filter((coding) => weightOf(coding) > 0);
  acceptable.sort((a, b) => weightOf(b) - weightOf(a));
  return acceptable[0] ?? "identity";
}

/** Commas and semicolons inside quoted strings are not separators (RFC 9110, section 5.6.4). */
const LIST_ELEMENT = /(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g;
const VALUE_OR_PARAMETER = /(?:[^;"]|"(?:\\.|[^"\\])*"?)+/g;

const WEIGHT_PARAMETER = /^q\s*=\s*(.*)$/is;
const VALID_WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

function parsePreferences(field: string): Preference[] {
  const elements = field.match(LIST_ELEMENT) ?? [];
  return elements.map(parsePreference).filter((preference) => preference !== undefined);
}

/** Parses a list element, e.g. `text/html;q=0.8`. Returns undefined if the value is empty or the weight is invalid. */
function parsePreference(element: string): Preference | undefined {
  const parts = element.match(VALUE_OR_PARAMETER) ?? [];
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
