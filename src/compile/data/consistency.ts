/**
 * Checks that facts agree with each other, e.g. that the review count is the same in two files.
 */

import type { MessageCode, MessageValues } from "../message.ts";
import { closest } from "../suggest.ts";
import type { Facts } from "./datasets.ts";
import { createFieldFinding, type FieldFinding } from "./json-file.ts";

interface Rule {
  readonly requires: readonly (keyof Facts)[];
  readonly check: (facts: Facts, baseUrl: string) => Iterable<FieldFinding>;
}

const RULES: readonly Rule[] = [
  { requires: ["cottage"], check: checkRatingScale },
  { requires: ["cottage", "reviews"], check: checkRatings },
  { requires: ["cottage", "site"], check: checkBeds },
  { requires: ["reviews"], check: checkReviewCount },
  { requires: ["attractions", "site"], check: checkMapNames },
  { requires: ["site"], check: checkTranslations },
];

/** Runs each rule whose required files are all valid. */
export function checkConsistency(facts: Facts, validFiles: readonly string[], baseUrl: string): FieldFinding[] {
  const rules = RULES.filter(({ requires }) => requires.every((file) => validFiles.includes(file)));
  return rules.flatMap(({ check }) => [...check(facts, baseUrl)]);
}

function error(field: string, code: MessageCode, values?: MessageValues): FieldFinding {
  return createFieldFinding("error", field, code, values);
}

function* checkRatingScale({ cottage }: Facts) {
  const { ratingValue, reviewCount, bestRating: best, worstRating: worst } = cottage.aggregateRating;
  if (worst >= best) {
    yield error("cottage/aggregateRating/worstRating", "rating-scale-reversed", { best, found: worst });
    return;
  }
  // With no reviews, there is no average rating to check.
  if (reviewCount === 0) return;
  const isOnScale = ratingValue >= worst && ratingValue <= best;
  if (isOnScale) return;
  yield error("cottage/aggregateRating/ratingValue", "rating-off-scale", { worst, best, found: ratingValue });
}

/** Checks that cottage.json and reviews.json have the same rating and review count. */
function* checkRatings({ cottage, reviews }: Facts) {
  for (const name of ["ratingValue", "reviewCount"] as const) {
    const found = reviews[name];
    const other = cottage.aggregateRating[name];
    if (found !== other) yield error(`reviews/${name}`, "rating-differs", { found, name, other });
  }
}

/** Checks, for each kind of bed in cottage.json, that site.json lists the same number of beds. */
function* checkBeds({ cottage, site: { beds } }: Facts) {
  if (beds === undefined) return;
  for (const [kind, other] of Object.entries(cottage.bedTypes)) {
    const bedsOfKind = beds.filter((bed) => bed.kind === kind);
    const found = bedsOfKind.reduce((sum, { count }) => sum + count, 0);
    if (found !== other) yield error("site/beds", "beds-differ", { found, kind, other });
  }
}

/** Checks that at most `reviewCount` reviews are listed. Owners may list only some of their reviews. */
function* checkReviewCount({ reviews: { reviewCount, reviews } }: Facts) {
  const count = reviews.length;
  if (count > reviewCount) yield error("reviews/reviewCount", "reviews-uncounted", { count, found: reviewCount });
}

/** Checks that every place on the map is an attraction. */
function* checkMapNames({ attractions, site: { map: places = [] } }: Facts) {
  const attractionNames = attractions.attractions.map(({ name }) => name);
  for (const [index, { name }] of places.entries()) {
    if (attractionNames.includes(name)) continue;
    const field = `site/map/${index}/name`;
    const guess = closest(name, attractionNames);
    if (guess === undefined) yield error(field, "map-name-unknown", { name });
    else yield error(field, "map-name-misspelt", { name, guess });
  }
}

/** Checks that no translation has the same language as another or the same address as this site. */
function* checkTranslations({ site: { language: siteLanguage, translations = [] } }: Facts, baseUrl: string) {
  const seenLanguages = new Set([siteLanguage.toLowerCase()]);
  for (const [index, { language, url }] of translations.entries()) {
    const field = `site/translations/${index}`;
    const tag = language.toLowerCase();
    if (seenLanguages.has(tag)) yield error(`${field}/language`, "translation-same-language", { language });
    seenLanguages.add(tag);
    if (new URL(url).origin === baseUrl) yield error(`${field}/url`, "translation-same-address");
  }
}
