/**
 * Proactive negotiation of media types and content codings (RFC 9110, section 12.5).
 *
 * Invalid members of a field are skipped. Nothing here knows which representations exist.
 */

/** A media range or content coding in lower case, with its weight from 0 (not acceptable) to 1. */
type Preference = Readonly<{ value: string; hasParameters: boolean; weight: number }>;

export type Coding = "br" | "gzip" | "identity";

/**
 * Returns the best of the offered media types, or undefined if none is acceptable. A wildcard selects the first offer
 * if it matches it, so that a client that accepts anything, such as a browser, does not get markdown.
 */
export function preferredMediaType(offers: readonly string[], accept = ""): string | undefined {
  const ranges = parsePreferences(accept);
  if (ranges.length === 0) return offers[0];
  const accepted = offers.flatMap((mediaType) => {
    const range = mostSpecificRange(ranges, mediaType);
    if (range === undefined || range.weight === 0) return [];
    const isNamed = specificity(range, mediaType) >= NAMED;
    const position = ranges.indexOf(range);
    // Among equal weights, named types precede wildcards.
    return { mediaType, isNamed, weight: range.weight, rank: isNamed ? position : ranges.length + position };
  });
  const preferred = accepted.filter(({ mediaType, isNamed }) => isNamed || mediaType === offers[0]);
  const candidates = preferred.length > 0 ? preferred : accepted;
  candidates.sort((a, b) => b.weight - a.weight || a.rank - b.rank);
  return candidates[0]?.mediaType;
}

/** Returns the best available coding, or `identity` if none is acceptable, as RFC 9110, section 12.5.3, allows. */
export function preferredCoding(available: readonly Coding[], acceptEncoding = ""): Coding {
  // x-gzip is an old name of gzip (section 8.4.1.3).
  const preferences = parsePreferences(acceptEncoding.replaceAll("x-gzip", "gzip"));
  const weights = new Map(preferences.map(({ value, weight }) => [value, weight]));
  const wildcardWeight = weights.get("*") ?? 0;
  const weightOf = (coding: Coding) => weights.get(coding) ?? (coding === "identity" ? 0 : wildcardWeight);
  const accepted = available.filter((coding) => weightOf(coding) > 0);
  accepted.sort((a, b) => weightOf(b) - weightOf(a));
  return accepted[0] ?? "identity";
}

/** Returns the range that decides about a media type (section 12.5.1), or undefined if no range matches it. */
function mostSpecificRange(ranges: readonly Preference[], mediaType: string): Preference | undefined {
  const matching = ranges.filter((range) => specificity(range, mediaType) >= 0);
  matching.sort((a, b) => specificity(b, mediaType) - specificity(a, mediaType));
  return matching[0];
}

/** Specificity of a range that names the media type, with parameters. */
const NAMED = 2;

/**
 * Returns how specifically a range matches a media type: 3 the type itself, 2 the type with parameters, 1 any subtype,
 * 0 any type, -1 no match.
 */
function specificity({ value, hasParameters }: Preference, mediaType: string): number {
  if (value === mediaType) return hasParameters ? 2 : 3;
  const [type] = mediaType.split("/", 1);
  if (value === `${type}/*`) return 1;
  return value === "*/*" ? 0 : -1;
}

/** Match the members of a list and the parts of a member. Separators in quoted strings are skipped (section 5.6.4). */
const COMMA_SEPARATED = /(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g;
const SEMICOLON_SEPARATED = /(?:[^;"]|"(?:\\.|[^"\\])*"?)+/g;

const WEIGHT_PARAMETER = /^q\s*=\s*(.*)$/is;
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

function parsePreferences(field: string): Preference[] {
  const members = field.match(COMMA_SEPARATED) ?? [];
  return members.map(parsePreference).filter((preference) => preference !== undefined);
}

/** Returns undefined for an empty member and for an invalid weight. */
function parsePreference(member: string): Preference | undefined {
  const parts = member.match(SEMICOLON_SEPARATED) ?? [];
  const [value = "", ...parameters] = parts.map((part) => part.trim());
  if (value === "") return undefined;
  let weight = 1;
  let hasParameters = false;
  for (const parameter of parameters) {
    const match = WEIGHT_PARAMETER.exec(parameter);
    if (match === null) hasParameters = true;
    else if (WEIGHT.test(match[1] ?? "")) weight = Number(match[1]);
    else return undefined;
  }
  return { value: value.toLowerCase(), hasParameters, weight };
}
