/**
 * Proactive negotiation of media types and content codings by weight (RFC 9110, section 12.5).
 *
 * Invalid members of a field are skipped. Nothing here knows which representations exist.
 */

/** A media range or content coding, in lower case, with its weight from 0 (not acceptable) to 1. */
type Preference = Readonly<{ value: string; hasParameters: boolean; weight: number }>;

export type Coding = "br" | "gzip" | "identity";

/**
 * Returns the best of the offered media types, the default first; undefined if none is acceptable. A wildcard chooses
 * the default if it can, because a browser that accepts anything never means markdown.
 */
export function preferredMediaType(offers: readonly string[], accept = ""): string | undefined {
  const ranges = parsePreferences(accept);
  if (ranges.length === 0) return offers[0];
  const accepted = offers.flatMap((mediaType) => {
    const range = decidingRange(ranges, mediaType);
    if (range === undefined || range.weight === 0) return [];
    const isNamed = specificity(range, mediaType) >= NAMED;
    return { mediaType, isNamed, weight: range.weight, order: ranges.indexOf(range) };
  });
  const eligible = accepted.filter(({ mediaType, isNamed }) => isNamed || mediaType === offers[0]);
  const candidates = eligible.length > 0 ? eligible : accepted;
  candidates.sort((a, b) => b.weight - a.weight || Number(b.isNamed) - Number(a.isNamed) || a.order - b.order);
  return candidates[0]?.mediaType;
}

/** Returns the best available coding, or `identity` if none is acceptable, which section 12.5.3 allows. */
export function preferredCoding(available: readonly Coding[], acceptEncoding = ""): Coding {
  // x-gzip is an old name of gzip (section 8.4.1.3).
  const preferences = parsePreferences(acceptEncoding.replaceAll("x-gzip", "gzip"));
  const weights = new Map(preferences.map(({ value, weight }) => [value, weight]));
  const weightOf = (coding: Coding) => weights.get(coding) ?? (coding === "identity" ? 0 : (weights.get("*") ?? 0));
  const accepted = available.filter((coding) => weightOf(coding) > 0);
  accepted.sort((a, b) => weightOf(b) - weightOf(a));
  return accepted[0] ?? "identity";
}

/** Returns the most specific range that covers a media type (section 12.5.1). */
function decidingRange(ranges: readonly Preference[], mediaType: string): Preference | undefined {
  const covering = ranges.filter((range) => specificity(range, mediaType) >= 0);
  covering.sort((a, b) => specificity(b, mediaType) - specificity(a, mediaType));
  return covering[0];
}

/** Lowest specificity of a range that names the type itself. */
const NAMED = 2;

/** Returns 3 for the type, 2 for the type with parameters, 1 for any subtype, 0 for any type, -1 for another type. */
function specificity({ value, hasParameters }: Preference, mediaType: string): number {
  if (value === mediaType) return hasParameters ? 2 : 3;
  const [type] = mediaType.split("/", 1);
  if (value === `${type}/*`) return 1;
  return value === "*/*" ? 0 : -1;
}

/** Members of a list, and parameters of a member. Separators inside quoted strings do not count (section 5.6.4). */
const MEMBERS = /(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g;
const PARAMETERS = /(?:[^;"]|"(?:\\.|[^"\\])*"?)+/g;

const WEIGHT = /^q\s*=\s*(.*)$/is;
const WEIGHT_VALUE = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

function parsePreferences(field: string): Preference[] {
  const members = field.match(MEMBERS) ?? [];
  return members.map(parsePreference).filter((preference) => preference !== undefined);
}

function parsePreference(member: string): Preference | undefined {
  const parts = member.match(PARAMETERS) ?? [];
  const [value = "", ...parameters] = parts.map((part) => part.trim());
  if (value === "") return undefined;
  let weight = 1;
  let hasParameters = false;
  for (const parameter of parameters) {
    const match = WEIGHT.exec(parameter);
    if (match === null) hasParameters = true;
    else if (WEIGHT_VALUE.test(match[1] ?? "")) weight = Number(match[1]);
    else return undefined;
  }
  return { value: value.toLowerCase(), hasParameters, weight };
}
