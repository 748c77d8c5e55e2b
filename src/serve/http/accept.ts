/**
 * Negotiation of media types and content codings (RFC 9110, section 12.5).
 */

/** A media range or coding, in lower case. `hasParameters` ignores `q`. A weight of 0 means not acceptable. */
type Preference = Readonly<{ value: string; hasParameters: boolean; weight: number }>;

export type Coding = "br" | "gzip" | "identity";

/**
 * Returns the best of the offered media types, or undefined if none is acceptable. The first offer is the default. The
 * other offers are chosen on a wildcard match only if nothing else is acceptable.
 */
export function preferredMediaType(offers: readonly string[], accept = ""): string | undefined {
  const ranges = parsePreferences(accept);
  if (ranges.length === 0) return offers[0];
  const acceptable = offers.flatMap((mediaType) => {
    const range = mostSpecificRange(ranges, mediaType);
    if (range === undefined || range.weight === 0) return [];
    const isNamed = range.value === mediaType;
    const position = isNamed ? ranges.indexOf(range) : ranges.length;
    return { mediaType, isNamed, weight: range.weight, position };
  });
  const namedOrDefault = acceptable.filter(({ mediaType, isNamed }) => isNamed || mediaType === offers[0]);
  const candidates = namedOrDefault.length > 0 ? namedOrDefault : acceptable;
  // Among equal weights, wildcard matches come last.
  candidates.sort((a, b) => b.weight - a.weight || a.position - b.position);
  return candidates[0]?.mediaType;
}

/** Returns the most specific range that matches a media type without parameters, or undefined if none does. */
function mostSpecificRange(ranges: readonly Preference[], mediaType: string): Preference | undefined {
  const [type] = mediaType.split("/", 1);
  return (
    ranges.find(({ value, hasParameters }) => value === mediaType && !hasParameters) ??
    // A range such as `text/html;level=1` counts only if there is no `text/html`.
    ranges.find(({ value }) => value === mediaType) ??
    ranges.find(({ value }) => value === `${type}/*`) ??
    ranges.find(({ value }) => value === "*/*")
  );
}

/**
 * Returns the available coding with the highest weight. Falls back to `identity`, even if its weight is 0, because an
 * uncompressed response is better than an error.
 */
export function preferredCoding(available: readonly Coding[], acceptEncoding = ""): Coding {
  // Since `identity` is the fallback, its weight is 0 unless the field names it, whatever the weight of `*`.
  const weights = new Map<string, number>([["identity", 0]]);
  for (const { value, weight } of parsePreferences(acceptEncoding)) {
    // x-gzip is a legacy alias of gzip (RFC 9110, section 8.4.1.3).
    weights.set(value === "x-gzip" ? "gzip" : value, weight);
  }
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get("*") ?? 0;
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

/** Parses an element such as `text/html;q=0.8`. Returns undefined if it is empty or its weight is invalid. */
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
      continue;
    }
    if (!VALID_WEIGHT.test(weightText)) return undefined;
    weight = Number(weightText);
  }
  return { value: value.toLowerCase(), hasParameters, weight };
}
