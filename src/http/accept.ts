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

/** Splits at a separator that stands outside quoted strings (section 5.6.4). */
function split(text: string, separator: "," | ";"): string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted && character === "\\") at += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && character === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function weighted(member: string): Weighted | undefined {
  const [value = "", ...parameters] = split(member, ";").map((part) => part.trim());
  if (value === "") return undefined;
  let weight = 1;
  let hasParameters = false;
  for (const parameter of parameters) {
    const [name = "", text = ""] = parameter.split("=", 2);
    if (name.trim().toLowerCase() !== "q") hasParameters = true;
    else if (!WEIGHT.test(text.trim())) return undefined;
    else weight = Number(text);
  }
  return { value: value.toLowerCase(), hasParameters, weight };
}

function weightedMembers(field: string): Weighted[] {
  return split(field, ",")
    .map(weighted)
    .filter((member) => member !== undefined);
}

interface Match {
  /** 3 the type itself, 2 the type with parameters we do not send, 1 `text/*`, 0 anything. */
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
function bestMatch(ranges: readonly Weighted[], mediaType: string): Match | undefined {
  let best: Match | undefined;
  ranges.forEach((range, order) => {
    const found = precision(range, mediaType);
    if (found > (best?.precision ?? -1)) best = { precision: found, weight: range.weight, order };
  });
  return best;
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
export function preferredMediaType(offers: readonly string[], accept: string | undefined): string | undefined {
  const [standard] = offers;
  const ranges = accept === undefined ? [] : weightedMembers(accept);
  if (ranges.length === 0) return standard;
  const acceptable = offers.flatMap((offer) => {
    const match = bestMatch(ranges, offer);
    return match !== undefined && match.weight > 0 ? [{ offer, match }] : [];
  });
  const eligible = acceptable.filter(({ offer, match }) => offer === standard || match.precision >= 2);
  const ranked = (eligible.length > 0 ? eligible : acceptable).sort((a, b) => byPreference(a.match, b.match));
  return ranked[0]?.offer;
}

export type Coding = "br" | "gzip" | "identity";

/**
 * Which content coding to send of those at hand, in the order we would rather send them.
 *
 * `identity` when nothing else is acceptable, even if it was refused: section 12.5.3 lets a server
 * send it rather than fail.
 */
export function preferredCoding(available: readonly Coding[], acceptEncoding: string | undefined): Coding {
  if (acceptEncoding === undefined || acceptEncoding === "") return "identity";
  const weights = new Map(weightedMembers(acceptEncoding.replaceAll("x-gzip", "gzip")).map((each) => [each.value, each.weight]));
  const any = weights.get("*");
  let best: Coding = "identity";
  let heaviest = weights.get("identity") ?? 0;
  for (const coding of available) {
    if (coding === "identity") continue;
    const weight = weights.get(coding) ?? any ?? 0;
    if (weight > 0 && (weight > heaviest || (best === "identity" && weight === heaviest))) {
      best = coding;
      heaviest = weight;
    }
  }
  return best;
}
