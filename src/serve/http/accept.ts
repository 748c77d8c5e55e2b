/**
 * Negotiation of media types and content codings (RFC 9110, section 12.5). Invalid list members are skipped.
 */

/** A media range or content coding in lower case, with its weight from 0 (not acceptable) to 1. */
type Preference = Readonly<{ value: string; hasParameters: boolean; weight: number }>;

export type Coding = "br" | "gzip" | "identity";

/**
 * Returns the best of the offered media types, or undefined if none is acceptable. A wildcard selects the first offer
 * if it can, so that browsers, which accept anything, do not get markdown.
 */
export function preferredMediaType(offers: readonly string[], accept = ""): string | undefined {
  const ranges = parsePreferences(accept);
  if (ranges.length === 0) return offers[0];
  const acceptable = offers.flatMap((mediaType) => {
    const range = mostSpecificRange(ranges, mediaType);
    if (range === undefined || range.weight === 0) return [];
    return { mediaType, weight: range.weight, isNamed: range.value === mediaType, position: ranges.indexOf(range) };
  });
  const namedOrFirst = acceptable.filter(({ mediaType, isNamed }) => isNamed || mediaType === offers[0]);
  const candidates = namedOrFirst.length > 0 ? namedOrFirst : acceptable;
  candidates.sort((a, b) => {
    if (a.weight !== b.weight) return b.weight - a.weight;
    // At equal weight, named types come before wildcard matches; otherwise the order of the header decides.
    if (a.isNamed !== b.isNamed) return a.isNamed ? -1 : 1;
    return a.position - b.position;
  });
  return candidates[0]?.mediaType;
}

/** Returns the most specific range that matches a media type (RFC 9110, section 12.5.1), or undefined if none does. */
function mostSpecificRange(ranges: readonly Preference[], mediaType: string): Preference | undefined {
  const [type] = mediaType.split("/", 1);
  return (
    ranges.find(({ value, hasParameters }) => value === mediaType && !hasParameters) ??
    ranges.find(({ value }) => value === mediaType) ??
    ranges.find(({ value }) => value === `${type}/*`) ??
    ranges.find(({ value }) => value === "*/*")
  );
}

/** Returns the best available coding. Falls back to `identity`, as RFC 9110, section 12.5.3, permits. */
export function preferredCoding(available: readonly Coding[], acceptEncoding = ""): Coding {
  const weights = new Map<string, number>();
  for (const { value, weight } of parsePreferences(acceptEncoding)) {
    // x-gzip is a legacy alias of gzip (RFC 9110, section 8.4.1.3).
    weights.set(value === "x-gzip" ? "gzip" : value, weight);
  }
  const weightOf = (coding: Coding) => {
    // `identity` is the fallback, so a wildcard selects only compressed representations.
    const wildcardWeight = coding === "identity" ? undefined : weights.get("*");
    return weights.get(coding) ?? wildcardWeight ?? 0;
  };
  const acceptable = available.filter((coding) => weightOf(coding) > 0);
  acceptable.sort((a, b) => weightOf(b) - weightOf(a));
  return acceptable[0] ?? "identity";
}

/** Quoted strings may contain the separator (RFC 9110, section 5.6.4). */
const LIST_MEMBER = /(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g;
const MEMBER_PART = /(?:[^;"]|"(?:\\.|[^"\\])*"?)+/g;

const WEIGHT_PARAMETER = /^q\s*=\s*(.*)$/is;
const VALID_WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

function parsePreferences(field: string): Preference[] {
  const members = field.match(LIST_MEMBER) ?? [];
  return members.map(parsePreference).filter((preference) => preference !== undefined);
}

/** Returns undefined if the list member is empty or its weight is invalid. */
function parsePreference(member: string): Preference | undefined {
  const parts = member.match(MEMBER_PART) ?? [];
  const [value = "", ...parameters] = parts.map((part) => part.trim());
  if (value === "") return undefined;
  let weight = 1;
  let hasParameters = false;
  for (const parameter of parameters) {
    const [, q] = WEIGHT_PARAMETER.exec(parameter) ?? [];
    if (q === undefined) hasParameters = true;
    else if (!VALID_WEIGHT.test(q)) return undefined;
    else weight = Number(q);
  }
  return { value: value.toLowerCase(), hasParameters, weight };
}
