/**
 * What a client prefers: media types and content codings, by weight (RFC 9110, section 12.5).
 *
 * A member that makes no sense is skipped, not refused; nothing here knows which representations exist.
 */

type Member = ReturnType<typeof members>[number];

const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** Between commas, or semicolons, that are in no quoted string (section 5.6.4). */
const MEMBERS = /(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g;
const PARAMETERS = /(?:[^;"]|"(?:\\.|[^"\\])*"?)+/g;

/** By lower-case name; parameters are those besides the weight. */
function members(field: string) {
  return (field.match(MEMBERS) ?? []).flatMap((member) => {
    const [value = "", ...parameters] = (member.trim().match(PARAMETERS) ?? []).map((part) => part.trim());
    const weights = parameters.filter((each) => /^q\s*=/i.test(each)).map((each) => each.slice(each.indexOf("=") + 1).trim());
    if (value === "" || !weights.every((each) => WEIGHT.test(each))) return [];
    return { value: value.toLowerCase(), hasParameters: weights.length < parameters.length, weight: Number(weights.at(-1) ?? 1) };
  });
}

/** 3 the type itself, 2 with parameters we do not send, 1 `text/*`, 0 anything, -1 another. */
function precision({ value, hasParameters }: Member, mediaType: string): number {
  if (value === mediaType) return hasParameters ? 2 : 3;
  if (value === mediaType.replace(/\/.*/, "/*")) return 1;
  return value === "*/*" ? 0 : -1;
}

/**
 * Undefined when a client accepts none of the offers. The most precise range that covers a type decides its weight
 * (section 12.5.1). A wildcard chooses another than the first offer only when that is refused: a browser that takes
 * anything never means markdown.
 */
export function preferredMediaType(offers: readonly string[], accept = ""): string | undefined {
  const ranges = members(accept);
  if (ranges.length === 0) return offers[0];
  const ranked = offers.flatMap((offer) => {
    const covering = ranges.map((range, order) => ({ order, weight: range.weight, precision: precision(range, offer) }));
    const best = covering.sort((one, other) => other.precision - one.precision)[0];
    if (best === undefined || best.precision < 0 || best.weight === 0) return [];
    const named = Number(best.precision >= 2);
    return { ...best, offer, named, eligible: named || Number(offer === offers[0]) };
  });
  ranked.sort((one, other) => other.eligible - one.eligible || other.weight - one.weight || other.named - one.named || one.order - other.order);
  return ranked[0]?.offer;
}

export type Coding = "br" | "gzip" | "identity";

/**
 * `identity`, even if refused, when nothing else is acceptable: section 12.5.3 lets a server send it rather than fail.
 *
 * @param available best first
 */
export function preferredCoding(available: readonly Coding[], acceptEncoding = ""): Coding {
  const weights = new Map(members(acceptEncoding.replaceAll("x-gzip", "gzip")).map((each) => [each.value, each.weight]));
  const weightOf = (coding: Coding) => weights.get(coding) ?? (coding === "identity" ? 0 : (weights.get("*") ?? 0));
  const accepted = available.filter((coding) => weightOf(coding) > 0);
  return accepted.sort((one, other) => weightOf(other) - weightOf(one))[0] ?? "identity";
}
