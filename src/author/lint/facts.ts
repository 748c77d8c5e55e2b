/**
 * Advice on valid facts: what is allowed but probably not meant, or could be better. None of it keeps a site offline.
 */

import { withoutTrunkZero } from "../../compile/corrections.ts";
import type { Facts } from "../../compile/data/datasets.ts";
import type { Remark } from "../../compile/data/load.ts";
import { findSample, lintText } from "./text-rules.ts";

/** `today` as `2026-07-31`. */
type AdviceContext = Readonly<Record<"today" | "baseUrl", string>>;

function warning(at: string, code: Remark["code"], values: Remark["values"] = {}): Remark {
  return { level: "warning", at, code, values };
}

function notice(at: string, code: Remark["code"], values: Remark["values"] = {}): Remark {
  return { level: "notice", at, code, values };
}

export function adviceOnFacts(facts: Facts, context: AdviceContext): readonly Remark[] {
  const rules = [
    texts, samples, reviews, dates, telephones, position, beds, ownAddress, attractions, photographs, searchEngines,
  ];
  return rules.flatMap((rule) => rule(facts, context));
}

/** Secrets, and texts left to fill in. */
function texts(facts: Facts): Remark[] {
  return textsIn(facts).flatMap(({ at, text }) => {
    const advice = lintText(text);
    return advice === undefined ? [] : [warning(at, advice.code, advice.values)];
  });
}

/** The first fact of each file that belongs to the sample. Reviews may mention any place. */
function samples(facts: Facts): Remark[] {
  const remarks = new Map<string, Remark>();
  for (const { at, text } of textsIn({ ...facts, reviews: {} })) {
    const file = at.slice(0, at.indexOf("/"));
    const sample = lintText(text) === undefined ? findSample(text) : undefined;
    if (sample !== undefined && !remarks.has(file)) remarks.set(file, notice(at, "advice-sample", { text: sample }));
  }
  return [...remarks.values()];
}

function textsIn(value: unknown, at = ""): { readonly at: string; readonly text: string }[] {
  if (typeof value === "string") return [{ at, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => textsIn(member, at === "" ? key : `${at}/${key}`));
}

/** One or two reviews say little of their average. */
const REVIEWS_MIN = 3;
const AVERAGE_DIFFERENCE_MAX = 0.5;
const EMAIL_OR_TELEPHONE = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+|\+?\d[\d ()-]{8,}\d/;

/** The stars of a review, of which there are five, are compared on the scale of the rating, which may end at ten. */
function reviews({ cottage, reviews: { ratingValue, reviews } }: Facts): Remark[] {
  const scale = cottage.aggregateRating.bestRating / 5;
  const average = (scale * reviews.reduce((sum, { rating }) => sum + rating, 0)) / reviews.length;
  const isOff = reviews.length >= REVIEWS_MIN && Math.abs(average - ratingValue) > AVERAGE_DIFFERENCE_MAX * scale;
  const values = { rating: ratingValue, average: average.toFixed(1) };
  const remarks = isOff ? [warning("reviews/ratingValue", "advice-rating-average", values)] : [];
  for (const [index, { body }] of reviews.entries()) {
    const contact = EMAIL_OR_TELEPHONE.exec(body)?.[0];
    if (contact !== undefined) remarks.push(warning(`reviews/reviews/${index}/body`, "advice-review-contact", { text: contact }));
  }
  return [...remarks, ...duplicates("reviews/reviews", reviews.map(({ author, body }) => `${author}\n${body}`))];
}

function duplicates(list: string, keys: readonly string[]): Remark[] {
  const numbers = new Map<string, number>();
  return keys.flatMap((key, index) => {
    const number = numbers.get(key);
    if (number !== undefined) return [warning(`${list}/${index}`, "advice-duplicate", { number })];
    numbers.set(key, index + 1);
    return [];
  });
}

function dates({ reviews: { reviews }, site: { updated } }: Facts, { today }: AdviceContext): Remark[] {
  const days = reviews.map(({ datePublished }, index) => ({ at: `reviews/reviews/${index}/datePublished`, day: datePublished }));
  const future = [{ at: "site/updated", day: updated }, ...days].filter(({ day }) => day > today);
  return future.map(({ at, day }) => warning(at, "advice-future", { day }));
}

/** Links leave out the "(0)" of "+49 (0) 4662 1234", but the pages show it to guests. */
function telephones({ site: { contact } }: Facts): Remark[] {
  const numbers = Object.entries({ telephone: contact.telephone, whatsapp: contact.whatsapp });
  return numbers.flatMap(([name, telephone = ""]) => {
    const number = withoutTrunkZero(telephone);
    return number === telephone ? [] : [warning(`site/contact/${name}`, "advice-telephone-zero", { number })];
  });
}

const KILOMETRES_MAX = 100;
const DECIMALS_MIN = 5;
const EARTH_RADIUS_KM = 6371;

type Position = Facts["cottage"]["geo"];

function position({ cottage: { geo }, site: { map = [] } }: Facts): Remark[] {
  if (geo.latitude === 0 && geo.longitude === 0) return [warning("cottage/geo", "advice-position-missing")];
  // The larger count of the two, since a number does not keep a final zero.
  const count = Math.max(decimals(geo.latitude), decimals(geo.longitude));
  const remarks = count < DECIMALS_MIN ? [warning("cottage/geo/latitude", "advice-position-coarse", { count })] : [];
  const swapped = { latitude: geo.longitude, longitude: geo.latitude };
  const isSwapped = (place: Position) => kilometres(geo, place) > KILOMETRES_MAX && kilometres(swapped, place) <= KILOMETRES_MAX;
  if (map.length > 0 && map.every(isSwapped)) return [...remarks, warning("cottage/geo", "advice-position-swapped")];
  for (const [index, place] of map.entries()) {
    const distance = Math.round(kilometres(geo, place));
    if (distance > KILOMETRES_MAX) remarks.push(warning(`site/map/${index}`, "advice-far", { name: place.name, distance }));
  }
  return remarks;
}

function decimals(degrees: number): number {
  return String(degrees).split(".")[1]?.length ?? 0;
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

/** Guests per bed, default 2; cots do not count. */
const SLEEPERS: Readonly<Record<string, number>> = { single: 1, cot: 0 };
/** Guests who may sleep on a sofa that is not listed. */
const SOFA_SLEEPERS = 2;

function beds({ cottage: { bedTypes, bedrooms }, site }: Facts): Remark[] {
  const list = site.beds ?? Object.entries(bedTypes).map(([kind, count]) => ({ kind, count }));
  const bedCount = list.reduce((sum, { count }) => sum + count, 0);
  const places = list.reduce((sum, { kind, count }) => sum + count * (SLEEPERS[kind] ?? 2), SOFA_SLEEPERS);
  const remarks: Remark[] = [];
  if (bedCount < bedrooms) remarks.push(notice("cottage/bedTypes", "advice-beds-few", { beds: bedCount, bedrooms }));
  if (site.sleeps > places) remarks.push(notice("site/sleeps", "advice-sleeps-many", { sleeps: site.sleeps, beds: bedCount }));
  return remarks;
}

/** Silent while BASE_URL is that of the owner's machine. */
function ownAddress({ cottage: { url } }: Facts, { baseUrl }: AdviceContext): Remark[] {
  const isSilent = !baseUrl.startsWith("https:") || findSample(url) !== undefined || new URL(url).origin === baseUrl;
  return isSilent ? [] : [warning("cottage/url", "advice-url-differs", { url, baseUrl })];
}

/** Names listed in one message. */
const NAMES_MAX = 3;

function attractions({ attractions: { attractions }, site: { map = [] } }: Facts): Remark[] {
  const names = attractions.map(({ name }) => name).filter((name) => lintText(name) === undefined);
  const unplaced = names.filter((name) => map.every((place) => place.name !== name));
  if (unplaced.length === 0) return [];
  const code = unplaced.length > NAMES_MAX ? "advice-map-incomplete-more" : "advice-map-incomplete";
  return [notice("site/map", code, { names: unplaced.slice(0, NAMES_MAX).join(", ") })];
}

function photographs({ site: { photos = [] } }: Facts): Remark[] {
  const described = photos.flatMap(({ alt }, index) => {
    return /\.\w{3,4}$/.test(alt) ? [warning(`site/photos/${index}/alt`, "advice-photo-described", { text: alt })] : [];
  });
  return [...described, ...duplicates("site/photos", photos.map(({ file }) => file))];
}

const PHOTOS_MIN = 8;
const DESCRIPTION_LENGTH_MIN = 150;

/** Google's vacation-rental fields that are optional here. */
function searchEngines({ cottage: { description }, site: { photos = [], contact } }: Facts): Remark[] {
  const remarks: Remark[] = [];
  if (photos.length < PHOTOS_MIN) remarks.push(notice("site/photos", "advice-photos-few", { count: photos.length }));
  if (contact.telephone === undefined) remarks.push(notice("site/contact", "advice-telephone"));
  if (description.length < DESCRIPTION_LENGTH_MIN && lintText(description) === undefined) {
    remarks.push(notice("cottage/description", "advice-description-short", { count: description.length }));
  }
  return remarks;
}
