/**
 * Negotiation of media types and content codings (RFC 9110, section 12.5).
 */

/** A media range or coding, in lower case. `q` does not count as a parameter. A weight of 0 means not acceptable. */
type Preference = Readonly<{ value: string; hasParameters: boolean; weight: number }>;

export type Coding = "br" | "gzip" | "identity";

/**
 * Returns the offered media type with the highest weight, or undefined if none is acceptable. Among equal weights, the
 * first in Accept wins. A wildcard selects the default, which is the first offer, or as a last resort another offer.
 */
export function preferredMediaType(offers: readonly string[], accept = ""): string | undefined {
  const [defaultType] = offers;
  const ranges = parsePreferences(accept);
  if (ranges.length === 0) return defaultType;
  const acceptable = offers.flatMap((mediaType) => {
    const range = mostSpecificRange(ranges, mediaType);
    if (range === undefined || range.weight === 0) return [];
    const isNamed = range.value === mediaType;
    // A wildcard counts as the last range, wherever it is in Accept.
    const rangeIndex = isNamed ? ranges.indexOf(range) : ranges.length;
    return { mediaType, isNamed, weight: range.weight, rangeIndex };
  });
  const namedOrDefault = acceptable.filter(({ mediaType, isNamed }) => isNamed || mediaType === defaultType);
  // Other offers, which only a wildcard matches, are the last resort.
  const candidates = namedOrDefault.length > 0 ? namedOrDefault : acceptable;
  candidates.sort((a, b) => b.weight - a.weight || a.rangeIndex - b.rangeIndex);
  return candidates[0]?.mediaType;
}

/** Returns the most specific range that matches `mediaType`, which has no parameters, or undefined if none does. */
function mostSpecificRange(ranges: readonly Preference[], mediaType: string): Preference | undefined {
  const [type] = mediaType.split("/", 1);
  const named = ranges.filter(({ value }) => value === mediaType);
  return (
    named.find(({ hasParameters }) => !hasParameters) ??
    // Without a range `text/html`, fall back to one with parameters, such as `text/html;level=1`.
    named[0] ??
    ranges.find(({ value }) => value === `${type}/*`) ??
    ranges.find(({ value }) => value === "*/*")
  );
}

/**
 * Returns the available coding with the highest weight. Falls back to `identity`, even if its weight is 0, because an
 * uncompressed response is better than an error.
 */
export function preferredCoding(available: readonly Coding[], acceptEncoding = ""): Coding {
  // With weight 0, `identity` is not selected by `*`, but only if it is named, or as the fallback.
  const weights = new Map<string, number>([["identity", 0]]);
  for (const { value, weight } of parsePreferences(acceptEncoding)) weights.set(value, weight);
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

/** Parses a list element such as `text/html;q=0.8`. Returns undefined if it is empty or its weight is invalid. */
function parsePreference(element: string): Preference | undefined {
  // All parts between semicolons outside quoted strings.
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
