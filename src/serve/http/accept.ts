/**
 * Negotiation of media types and content codings (RFC 9110, section 12.5). Invalid list members are skipped.
 */

/** A media range or content coding in lower case. The weight 0 means not acceptable. */
type Preference = Readonly<{ value: string; hasParameters: boolean; weight: number }>;

export type Coding = "br" | "gzip" | "identity";

/**
 * Returns the best of the offered media types, or undefined if none is acceptable. A wildcard favours the first offer,
 * so that clients that accept anything get the default.
 */
export function preferredMediaType(offers: readonly string[], accept = ""): string | undefined {
  const ranges = parsePreferences(accept);
  if (ranges.length === 0) return offers[0];
  const acceptable = offers.flatMap((mediaType, index) => {
    const range = mostSpecificRange(ranges, mediaType);
    if (range === undefined || range.weight === 0) return [];
    const isExact = range.value === mediaType;
    const isLastResort = index > 0 && !isExact;
    return { mediaType, isLastResort, weight: range.weight, isExact, position: ranges.indexOf(range) };
  });
  acceptable.sort((a, b) => {
    if (a.isLastResort !== b.isLastResort) return a.isLastResort ? 1 : -1;
    if (a.weight !== b.weight) return b.weight - a.weight;
    if (a.isExact !== b.isExact) return a.isExact ? -1 : 1;
    return a.position - b.position;
  });
  return acceptable[0]?.mediaType;
}

function mostSpecificRange(ranges: readonly Preference[], mediaType: string): Preference | undefined {
  const [type] = mediaType.split("/", 1);
  return (
    ranges.find(({ value, hasParameters }) => value === mediaType && !hasParameters) ??
    // Offers have no parameters, so a range with parameters matches only as a fallback.
    ranges.find(({ value }) => value === mediaType) ??
    ranges.find(({ value }) => value === `${type}/*`) ??
    ranges.find(({ value }) => value === "*/*")
  );
}

/** Returns the available coding with the highest weight. Falls back to `identity`, even if its weight is 0. */
export function preferredCoding(available: readonly Coding[], acceptEncoding = ""): Coding {
  const weights = new Map<string, number>();
  for (const { value, weight } of parsePreferences(acceptEncoding)) {
    // x-gzip is a legacy alias of gzip (RFC 9110, section 8.4.1.3).
    weights.set(value === "x-gzip" ? "gzip" : value, weight);
  }
  const weightOf = (coding: Coding) => {
    // `*` does not apply to `identity`, which is the fallback in any case.
    const wildcardWeight = coding === "identity" ? undefined : weights.get("*");
    return weights.get(coding) ?? wildcardWeight ?? 0;
  };
  const acceptable = available.filter((coding) => weightOf(coding) > 0);
  acceptable.sort((a, b) => weightOf(b) - weightOf(a));
  return acceptable[0] ?? "identity";
}

/** Commas and semicolons in quoted strings do not separate members or their parts (RFC 9110, section 5.6.4). */
const LIST_MEMBER = /(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g;
const MEMBER_PART = /(?:[^;"]|"(?:\\.|[^"\\])*"?)+/g;

const WEIGHT_PARAMETER = /^q\s*=\s*(.*)$/is;
const VALID_WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

function parsePreferences(field: string): Preference[] {
  const members = field.match(LIST_MEMBER) ?? [];
  return members.map(parsePreference).filter((preference) => preference !== undefined);
}

/** @param member e.g. `text/html;q=0.8` */
function parsePreference(member: string): Preference | undefined {
  const parts = member.match(MEMBER_PART) ?? [];
  const [value = "", ...parameters] = parts.map((part) => part.trim());
  if (value === "") return undefined;
  let weight = 1;
  let hasParameters = false;
  for (const parameter of parameters) {
    const q = WEIGHT_PARAMETER.exec(parameter)?.[1];
    if (q === undefined) hasParameters = true;
    else if (VALID_WEIGHT.test(q)) weight = Number(q);
    else return undefined;
  }
  return { value: value.toLowerCase(), hasParameters, weight };
}
