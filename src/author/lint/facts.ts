/**
 * Advice on valid facts: what is allowed but probably not meant, or could be better. None of it keeps a site offline.
 */

import { withoutTrunkZero } from "../../compile/corrections.ts";
import type { Facts } from "../../compile/data/datasets.ts";
import type { FieldFinding } from "../../compile/data/load.ts";
import { findSample, lintText } from "./text-rules.ts";

/** `today` as `2026-07-31`. `toolText` describes the cottage to agents; undefined if the site is invalid. */
type AdviceContext = Readonly<Record<"today" | "baseUrl", string> & { toolText?: string | undefined }>;

function warning(field: string, code: FieldFinding["code"], values: FieldFinding["values"] = {}): FieldFinding {
  return { level: "warning", field, code, values };
}

function notice(field: string, code: FieldFinding["code"], values: FieldFinding["values"] = {}): FieldFinding {
  return { level: "notice", field, code, values };
}

export function adviceOnFacts(facts: Facts, context: AdviceContext): readonly FieldFinding[] {
  const rules = [texts, samples, reviews, dates, telephones, position, ownAddress, photographs, agents];
  return rules.flatMap((rule) => rule(facts, context));
}

/** Secrets, and texts left to fill in. */
function texts(facts: Facts): FieldFinding[] {
  return textsIn(facts).flatMap(({ field, text }) => {
    const advice = lintText(text);
    return advice === undefined ? [] : [warning(field, advice.code, advice.values)];
  });
}

/** The first fact of each file that belongs to the sample. Reviews may mention any place. */
function samples(facts: Facts): FieldFinding[] {
  const findings = new Map<string, FieldFinding>();
  for (const { field, text } of textsIn({ ...facts, reviews: {} })) {
    const file = field.slice(0, field.indexOf("/"));
    const sample = lintText(text) === undefined ? findSample(text) : undefined;
    if (sample !== undefined && !findings.has(file)) {
      findings.set(file, notice(field, "advice-sample", { text: sample }));
    }
  }
  return [...findings.values()];
}

function textsIn(value: unknown, field = ""): { readonly field: string; readonly text: string }[] {
  if (typeof value === "string") return [{ field, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => textsIn(member, field === "" ? key : `${field}/${key}`));
}

/** One or two reviews say little of their average. */
const REVIEWS_MIN = 3;
const AVERAGE_DIFFERENCE_MAX = 0.5;
const EMAIL_OR_TELEPHONE = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+|\+?\d[\d ()-]{8,}\d/;

/** The stars of a review, of which there are five, are compared on the scale of the rating, which may end at ten. */
function reviews({ cottage, reviews: { ratingValue, reviews } }: Facts): FieldFinding[] {
  const scale = cottage.aggregateRating.bestRating / 5;
  const average = (scale * reviews.reduce((sum, { rating }) => sum + rating, 0)) / reviews.length;
  const isOff = reviews.length >= REVIEWS_MIN && Math.abs(average - ratingValue) > AVERAGE_DIFFERENCE_MAX * scale;
  const values = { rating: ratingValue, average: average.toFixed(1) };
  const findings = isOff ? [warning("reviews/ratingValue", "advice-rating-average", values)] : [];
  for (const [index, { body }] of reviews.entries()) {
    const contact = EMAIL_OR_TELEPHONE.exec(body)?.[0];
    if (contact === undefined) continue;
    findings.push(warning(`reviews/reviews/${index}/body`, "advice-review-contact", { text: contact }));
  }
  return [...findings, ...duplicates("reviews/reviews", reviews.map(({ author, body }) => `${author}\n${body}`))];
}

function duplicates(list: string, keys: readonly string[]): FieldFinding[] {
  const numbers = new Map<string, number>();
  return keys.flatMap((key, index) => {
    const number = numbers.get(key);
    if (number !== undefined) return [warning(`${list}/${index}`, "advice-duplicate", { number })];
    numbers.set(key, index + 1);
    return [];
  });
}

function dates({ reviews: { reviews }, site: { updated } }: Facts, { today }: AdviceContext): FieldFinding[] {
  const days = reviews.map(({ datePublished: day }, index) => {
    return { field: `reviews/reviews/${index}/datePublished`, day };
  });
  const future = [{ field: "site/updated", day: updated }, ...days].filter(({ day }) => day > today);
  return future.map(({ field, day }) => warning(field, "advice-future", { day }));
}

/** Links leave out the "(0)" of "+49 (0) 4662 1234", but the pages show it to guests. */
function telephones({ site: { contact } }: Facts): FieldFinding[] {
  const numbers = Object.entries({ telephone: contact.telephone, whatsapp: contact.whatsapp });
  return numbers.flatMap(([name, telephone = ""]) => {
    const number = withoutTrunkZero(telephone);
    return number === telephone ? [] : [warning(`site/contact/${name}`, "advice-telephone-zero", { number })];
  });
}

const KILOMETRES_MAX = 100;
const EARTH_RADIUS_KM = 6371;

type Position = Facts["cottage"]["geo"];

function position({ cottage: { geo }, site: { map = [] } }: Facts): FieldFinding[] {
  if (geo.latitude === 0 && geo.longitude === 0) return [warning("cottage/geo", "advice-position-missing")];
  const swapped = { latitude: geo.longitude, longitude: geo.latitude };
  const isNear = (from: Position, place: Position) => kilometres(from, place) <= KILOMETRES_MAX;
  const isSwapped = (place: Position) => !isNear(geo, place) && isNear(swapped, place);
  if (map.length > 0 && map.every(isSwapped)) return [warning("cottage/geo", "advice-position-swapped")];
  return [...map.entries()].flatMap(([index, place]) => {
    const distance = Math.round(kilometres(geo, place));
    const isFar = distance > KILOMETRES_MAX;
    return isFar ? [warning(`site/map/${index}`, "advice-far", { name: place.name, distance })] : [];
  });
}

/** Great-circle distance. */
function kilometres(one: Position, other: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const from = radians(one.latitude);
  const to = radians(other.latitude);
  const east = radians(other.longitude - one.longitude);
  const cosine = Math.sin(from) * Math.sin(to) + Math.cos(from) * Math.cos(to) * Math.cos(east);
  return EARTH_RADIUS_KM * Math.acos(Math.min(1, cosine));
}

/** Silent while BASE_URL is that of the owner's machine. */
function ownAddress({ cottage: { url } }: Facts, { baseUrl }: AdviceContext): FieldFinding[] {
  const isSilent = !baseUrl.startsWith("https:") || findSample(url) !== undefined || new URL(url).origin === baseUrl;
  return isSilent ? [] : [warning("cottage/url", "advice-url-differs", { url, baseUrl })];
}

/** Photographs that Google's listings of vacation rentals need. */
const PHOTOS_MIN = 8;

function photographs({ site: { photos = [] } }: Facts): FieldFinding[] {
  const described = photos.flatMap(({ alt }, index) => {
    return /\.\w{3,4}$/.test(alt) ? [warning(`site/photos/${index}/alt`, "advice-photo-described", { text: alt })] : [];
  });
  const count = photos.length;
  const few = count < PHOTOS_MIN ? [notice("site/photos", "advice-photos-few", { count })] : [];
  return [...described, ...duplicates("site/photos", photos.map(({ file }) => file)), ...few];
}

/** Hosts of agents cut long texts off, so facts that are too many are left out. */
function agents({ site: { goodToKnow = [] } }: Facts, { toolText }: AdviceContext): FieldFinding[] {
  const index = toolText === undefined ? -1 : goodToKnow.findIndex((fact) => !toolText.includes(fact));
  return index === -1 ? [] : [notice(`site/goodToKnow/${index}`, "advice-agents-cut")];
}
