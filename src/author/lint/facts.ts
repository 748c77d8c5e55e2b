/**
 * Lints valid facts: reports values that are allowed but probably a mistake, or that could be better.
 *
 * It reports warnings and notices only, never errors, so it cannot prevent a site from being served.
 */

import { withoutTrunkZero } from "../../compile/corrections.ts";
import type { Facts } from "../../compile/data/datasets.ts";
import type { FieldFinding } from "../../compile/data/load.ts";
import { findSample, lintText } from "./text-rules.ts";

/** Values besides the facts that the rules need. */
interface AdviceContext {
  /** Current date, e.g. `2026-07-31`. */
  readonly today: string;
  readonly baseUrl: string;
  /** Description of the MCP tool `get-cottage`. Undefined if the site has errors. */
  readonly toolText?: string | undefined;
}

function warning(field: string, code: FieldFinding["code"], values: FieldFinding["values"] = {}): FieldFinding {
  return { level: "warning", field, code, values };
}

function notice(field: string, code: FieldFinding["code"], values: FieldFinding["values"] = {}): FieldFinding {
  return { level: "notice", field, code, values };
}

/** Applies all rules. The facts must be valid. */
export function adviceOnFacts(facts: Facts, context: AdviceContext): readonly FieldFinding[] {
  const rules = [
    adviceOnTexts,
    adviceOnSampleTexts,
    adviceOnReviews,
    adviceOnDates,
    adviceOnTelephones,
    adviceOnPosition,
    adviceOnUrl,
    adviceOnPhotographs,
    adviceOnToolText,
  ];
  return rules.flatMap((rule) => rule(facts, context));
}

/** Warns about texts that contain a secret, such as a door code, or a placeholder that is left to fill in. */
function adviceOnTexts(facts: Facts): FieldFinding[] {
  const warnings: FieldFinding[] = [];
  for (const { field, text } of textsIn(facts)) {
    const advice = lintText(text);
    if (advice !== undefined) warnings.push(warning(field, advice.code, advice.values));
  }
  return warnings;
}

/**
 * Reports names and domains left over from the sample cottage, at most one per file. Skips reviews, because guests may
 * mention any place, and texts that `adviceOnTexts` reports already.
 */
function adviceOnSampleTexts(facts: Facts): FieldFinding[] {
  const noticesByFile = new Map<string, FieldFinding>();
  for (const { field, text } of textsIn({ ...facts, reviews: {} })) {
    const [file = ""] = field.split("/", 1);
    if (noticesByFile.has(file) || lintText(text) !== undefined) continue;
    const sample = findSample(text);
    if (sample !== undefined) noticesByFile.set(file, notice(field, "advice-sample", { text: sample }));
  }
  return [...noticesByFile.values()];
}

/** Returns all strings inside a value, each with the path of its field, e.g. `site/contact/email`. */
function textsIn(value: unknown, field = ""): { readonly field: string; readonly text: string }[] {
  if (typeof value === "string") return [{ field, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const path = field === "" ? key : `${field}/${key}`;
    return textsIn(member, path);
  });
}

/** Minimum number of reviews to compare with the rating, because an average of one or two means little. */
const REVIEWS_MIN = 3;
/** Largest difference between the rating and the average of the reviews without a warning, in stars of five. */
const AVERAGE_DIFFERENCE_MAX = 0.5;
const EMAIL_OR_TELEPHONE = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+|\+?\d[\d ()-]{8,}\d/;

/** Warns about a rating that is not the average of the reviews, about contact details, and about duplicates. */
function adviceOnReviews({ cottage, reviews: { ratingValue, reviews } }: Facts): FieldFinding[] {
  const warnings: FieldFinding[] = [];
  // Reviews have up to five stars. The rating may have another scale, e.g. up to ten.
  const scale = cottage.aggregateRating.bestRating / 5;
  const totalStars = reviews.reduce((sum, { rating }) => sum + rating, 0);
  const average = (scale * totalStars) / reviews.length;
  const isFarFromAverage = Math.abs(average - ratingValue) > AVERAGE_DIFFERENCE_MAX * scale;
  if (reviews.length >= REVIEWS_MIN && isFarFromAverage) {
    const values = { rating: ratingValue, average: average.toFixed(1) };
    warnings.push(warning("reviews/ratingValue", "advice-rating-average", values));
  }
  for (const [index, { body }] of reviews.entries()) {
    const contact = EMAIL_OR_TELEPHONE.exec(body)?.[0];
    if (contact === undefined) continue;
    warnings.push(warning(`reviews/reviews/${index}/body`, "advice-review-contact", { text: contact }));
  }
  const keys = reviews.map(({ author, body }) => `${author}\n${body}`);
  return [...warnings, ...duplicates("reviews/reviews", keys)];
}

/**
 * Warns about each list entry whose key is that of an earlier entry.
 *
 * @param list path of the list, e.g. `site/photos`
 * @param keys one key for each entry
 */
function duplicates(list: string, keys: readonly string[]): FieldFinding[] {
  const warnings: FieldFinding[] = [];
  const numberByKey = new Map<string, number>();
  for (const [index, key] of keys.entries()) {
    const number = numberByKey.get(key);
    if (number === undefined) numberByKey.set(key, index + 1);
    else warnings.push(warning(`${list}/${index}`, "advice-duplicate", { number }));
  }
  return warnings;
}

/** Warns about dates in the future. */
function adviceOnDates({ reviews: { reviews }, site }: Facts, { today }: AdviceContext): FieldFinding[] {
  const reviewDates = reviews.map(({ datePublished }, index) => {
    return { field: `reviews/reviews/${index}/datePublished`, day: datePublished };
  });
  const dates = [{ field: "site/updated", day: site.updated }, ...reviewDates];
  const futureDates = dates.filter(({ day }) => day > today);
  return futureDates.map(({ field, day }) => warning(field, "advice-future", { day }));
}

/** Warns about a trunk zero, as in "+49 (0) 4662 1234". Links omit it, but pages show the number as it is written. */
function adviceOnTelephones({ site: { contact } }: Facts): FieldFinding[] {
  const warnings: FieldFinding[] = [];
  for (const name of ["telephone", "whatsapp"] as const) {
    const telephone = contact[name] ?? "";
    const number = withoutTrunkZero(telephone);
    if (number !== telephone) warnings.push(warning(`site/contact/${name}`, "advice-telephone-zero", { number }));
  }
  return warnings;
}

/** Maximum distance of a place on the map from the cottage without a warning. */
const DISTANCE_MAX_KM = 100;
const EARTH_RADIUS_KM = 6371;

type Position = Facts["cottage"]["geo"];

/**
 * Warns about a cottage without a position, and about places on the map that are far from it. Suggests that latitude
 * and longitude are swapped if all places are near the swapped position only.
 */
function adviceOnPosition({ cottage: { geo }, site: { map: places = [] } }: Facts): FieldFinding[] {
  if (geo.latitude === 0 && geo.longitude === 0) return [warning("cottage/geo", "advice-position-missing")];
  const swapped = { latitude: geo.longitude, longitude: geo.latitude };
  const isNear = (from: Position, place: Position) => distanceInKm(from, place) <= DISTANCE_MAX_KM;
  const isNearSwappedOnly = (place: Position) => !isNear(geo, place) && isNear(swapped, place);
  if (places.length > 0 && places.every(isNearSwappedOnly)) return [warning("cottage/geo", "advice-position-swapped")];
  const warnings: FieldFinding[] = [];
  for (const [index, place] of places.entries()) {
    const distance = Math.round(distanceInKm(geo, place));
    if (distance <= DISTANCE_MAX_KM) continue;
    warnings.push(warning(`site/map/${index}`, "advice-far", { name: place.name, distance }));
  }
  return warnings;
}

/** Returns the great-circle distance between two positions in kilometres. */
function distanceInKm(one: Position, other: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const from = radians(one.latitude);
  const to = radians(other.latitude);
  const east = radians(other.longitude - one.longitude);
  const cosine = Math.sin(from) * Math.sin(to) + Math.cos(from) * Math.cos(to) * Math.cos(east);
  return EARTH_RADIUS_KM * Math.acos(Math.min(1, cosine));
}

/**
 * Warns if the cottage's URL is not on this site. Does nothing if BASE_URL is not an HTTPS URL, because such a site is
 * only a trial.
 */
function adviceOnUrl({ cottage: { url } }: Facts, { baseUrl }: AdviceContext): FieldFinding[] {
  const isTrial = !baseUrl.startsWith("https:");
  const isSample = findSample(url) !== undefined;
  if (isTrial || isSample || new URL(url).origin === baseUrl) return [];
  return [warning("cottage/url", "advice-url-differs", { url, baseUrl })];
}

/** Number of photographs that Google requires to list a vacation rental. */
const PHOTOS_MIN = 8;
/** Matches a file extension at the end of a text, e.g. `.jpg`. */
const FILE_EXTENSION = /\.\w{3,4}$/;

/** Reports alt texts that are file names, photographs listed twice, and fewer photographs than search engines need. */
function adviceOnPhotographs({ site: { photos = [] } }: Facts): FieldFinding[] {
  const advice: FieldFinding[] = [];
  for (const [index, { alt }] of photos.entries()) {
    if (!FILE_EXTENSION.test(alt)) continue;
    advice.push(warning(`site/photos/${index}/alt`, "advice-photo-described", { text: alt }));
  }
  advice.push(...duplicates("site/photos", photos.map(({ file }) => file)));
  const count = photos.length;
  if (count < PHOTOS_MIN) advice.push(notice("site/photos", "advice-photos-few", { count }));
  return advice;
}

/** Reports the first entry of `goodToKnow` that is not in the tool's description, whose length is limited. */
function adviceOnToolText({ site: { goodToKnow = [] } }: Facts, { toolText }: AdviceContext): FieldFinding[] {
  if (toolText === undefined) return [];
  const index = goodToKnow.findIndex((fact) => !toolText.includes(fact));
  return index === -1 ? [] : [notice(`site/goodToKnow/${index}`, "advice-agents-cut")];
}
