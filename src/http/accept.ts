/**
 * What a client prefers: media types and content codings, by weight (RFC 9110, section 12.5).
 *
 * A member that makes no sense is skipped, not refused; nothing here knows which representations exist.
 */

interface Weighted {
  /** In lower case and without parameters. */
  readonly value: string;
  readonly hasParameters: boolean;
  /** From 0, not acceptable, to 1. */
  readonly weight: number;
}

const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** What stands between commas, or semicolons, that are in no quoted string (section 5.6.4). */
const MEMBERS = /(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g;
const PARAMETERS = /(?:[^;"]|"(?:\\.|[^"\\])*"?)+/g;

function weightedMembers(field: string): Weighted[] {
  return (field.match(MEMBERS) ?? []).flatMap((member) => {
    const [value = "", ...parameters] = (member.trim().match(PARAMETERS) ?? []).map((part) => part.trim());
    const weights = parameters.filter((each) => /^q\s*=/i.test(each)).map((each) => each.slice(each.indexOf("=") + 1).trim());
    if (value === "" || !weights.every((each) => WEIGHT.test(each))) return [];
    return { value: value.toLowerCase(), hasParameters: weights.length < parameters.length, weight: Number(weights.at(-1) ?? 1) };
  });
}

interface Match {
  readonly offer: string;
  /** 3 the type itself, 2 the type with parameters we do not send, 1 `text/*`, 0 anything, -1 nothing. */
  readonly precision: number;
  readonly weight: number;
  /** Where in the field the range stands. */
  readonly order: number;
}

function precision({ value, hasParameters }: Weighted, mediaType: string): number {
  if (value === mediaType) return hasParameters ? 2 : 3;
  if (value === `${mediaType.slice(0, mediaType.indexOf("/"))}/*`) return 1;
  return value === "*/*" ? 0 : -1;
}

/** The most precise range that covers a media type decides its weight (section 12.5.1). */
function bestMatch(ranges: readonly Weighted[], offer: string): Match {
  const matches = ranges.map((range, order) => ({ offer, precision: precision(range, offer), weight: range.weight, order }));
  return matches.reduce((best, each) => (each.precision > best.precision ? each : best), { offer, precision: -1, weight: 0, order: 0 });
}

/** Heavier first; then a range that names the type before a wildcard; then the one listed first. */
function byPreference(one: Match, other: Match): number {
  const named = (match: Match) => (match.precision >= 2 ? 0 : 1);
  return other.weight - one.weight || named(one) - named(other) || one.order - other.order;
}

/**
 * Which of the offered media types a client prefers; undefined when it accepts none.
 *
 * The first offer is the default. The others are alternatives for those who name them: a wildcard
 * chooses one only when the default is refused, because a browser that takes anything never means markdown.
 */
export function preferredMediaType(offers: readonly string[], accept = ""): string | undefined {
  const [standard] = offers;
  const ranges = weightedMembers(accept);
  if (ranges.length === 0) return standard;
  const acceptable = offers.map((offer) => bestMatch(ranges, offer)).filter(({ weight }) => weight > 0);
  const eligible = acceptable.filter(({ offer, precision }) => offer === standard || precision >= 2);
  return (eligible.length > 0 ? eligible : acceptable).sort(byPreference)[0]?.offer;
}

export type Coding = "br" | "gzip" | "identity";

/**
 * Which content coding to send of those at hand, in the order we would rather send them.
 *
 * `identity` when nothing else is acceptable, even if it was refused: section 12.5.3 lets a server
 * send it rather than fail.
 */
export function preferredCoding(available: readonly Coding[], acceptEncoding = ""): Coding {
  const weights = new Map(weightedMembers(acceptEncoding.replaceAll("x-gzip", "gzip")).map((each) => [each.value, each.weight]));
  let best: Coding = "identity";
  let heaviest = weights.get("identity") ?? 0;
  for (const coding of available) {
    const weight = weights.get(coding) ?? weights.get("*") ?? 0;
    if (coding !== "identity" && weight > 0 && (weight > heaviest || (best === "identity" && weight === heaviest))) {
      best = coding;
      heaviest = weight;
    }
  }
  return best;
}
