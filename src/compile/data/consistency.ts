/**
 * Checks that facts agree with each other, e.g. that the review count is the same in two files.
 */

import type { MessageCode, MessageValues } from "../message.ts";
import { closest } from "../suggest.ts";
import type { Facts } from "./datasets.ts";
import { createFieldFinding, type FieldFinding } from "./json-file.ts";

/** Runs each check for which all the required facts are available. */
export function* checkConsistency(validFacts: Partial<Facts>, baseUrl: string): Iterable<FieldFinding> {
  const { cottage, reviews, attractions, site } = validFacts;
  if (cottage) yield* checkRatingScale(cottage);
  if (cottage && reviews) yield* checkRatings(cottage, reviews);
  if (cottage && site) yield* checkBeds(cottage, site);
  if (reviews) yield* checkReviewCount(reviews);
  if (attractions && site) yield* checkMapNames(attractions, site);
  if (site) yield* checkTranslations(site, baseUrl);
}

function error(field: string, code: MessageCode, values?: MessageValues): FieldFinding {
  return createFieldFinding("error", field, code, values);
}

function* checkRatingScale({ aggregateRating }: Facts["cottage"]) {
  const { ratingValue, reviewCount, bestRating: best, worstRating: worst } = aggregateRating;
  const isOnScale = ratingValue >= worst && ratingValue <= best;
  if (isOnScale || reviewCount === 0) return;
  yield error("cottage/aggregateRating/ratingValue", "rating-off-scale", { worst, best, found: ratingValue });
}

function* checkRatings({ aggregateRating }: Facts["cottage"], reviews: Facts["reviews"]) {
  for (const name of ["ratingValue", "reviewCount"] as const) {
    const found = reviews[name];
    const other = aggregateRating[name];
    if (found !== other) yield error(`reviews/${name}`, "rating-differs", { found, name, other });
  }
}

/** Checks that site.json lists as many beds of each kind as cottage.json. */
function* checkBeds({ bedTypes }: Facts["cottage"], { beds }: Facts["site"]) {
  if (beds === undefined) return;
  for (const [kind, other] of Object.entries(bedTypes)) {
    const bedsOfKind = beds.filter((bed) => bed.kind === kind);
    const found = bedsOfKind.reduce((sum, { count }) => sum + count, 0);
    if (found !== other) yield error("site/beds", "beds-differ", { found, kind, other });
  }
}

/** Checks that no more than `reviewCount` reviews are listed. Fewer are fine, because owners need not list them all. */
function* checkReviewCount({ reviewCount, reviews: { length: count } }: Facts["reviews"]) {
  if (count > reviewCount) yield error("reviews/reviewCount", "reviews-uncounted", { count, found: reviewCount });
}

function* checkMapNames({ attractions }: Facts["attractions"], { map: places = [] }: Facts["site"]) {
  const attractionNames = attractions.map(({ name }) => name);
  for (const [index, { name }] of places.entries()) {
    if (attractionNames.includes(name)) continue;
    const field = `site/map/${index}/name`;
    const guess = closest(name, attractionNames);
    if (guess === undefined) yield error(field, "map-name-unknown", { name });
    else yield error(field, "map-name-misspelt", { name, guess });
  }
}

/** Checks that no two translations share a language, and that none has this site's language or address. */
function* checkTranslations({ language: siteLanguage, translations = [] }: Facts["site"], baseUrl: string) {
  const seenLanguages = new Set([siteLanguage.toLowerCase()]);
  for (const [index, { language, url }] of translations.entries()) {
    const field = `site/translations/${index}`;
    const tag = language.toLowerCase();
    if (seenLanguages.has(tag)) yield error(`${field}/language`, "translation-same-language", { language });
    seenLanguages.add(tag);
    if (new URL(url).origin === baseUrl) yield error(`${field}/url`, "translation-same-address");
  }
}
