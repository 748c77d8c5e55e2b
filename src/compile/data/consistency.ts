/**
 * Checks that facts which appear twice agree, and that facts which belong together fit.
 *
 * Each rule relies on valid values, and is skipped while a file that it needs has problems.
 */

import { closest } from "../suggest.ts";
import type { MessageCode, PhraseValues } from "../phrase.ts";
import type { Facts } from "./datasets.ts";

/** Candidates per suggestion, so that a large file takes linear time. */
const CANDIDATES_MAX = 100;

/** @param field the file in which to correct the fact, and the field, e.g. `site/map/0` */
export type Report = (field: string, code: MessageCode, values: PhraseValues) => void;

interface Rule {
  readonly needs: readonly (keyof Facts)[];
  readonly check: (facts: Facts, report: Report, baseUrl: string) => void;
}

const RULES: readonly Rule[] = [
  { needs: ["cottage"], check: checkRatingScale },
  { needs: ["cottage", "reviews"], check: checkRatingsAgree },
  { needs: ["cottage", "site"], check: checkBedsAgree },
  { needs: ["reviews"], check: checkReviewCount },
  { needs: ["attractions", "site"], check: checkMapNames },
  { needs: ["site"], check: checkTranslations },
];

/**
 * @param validFiles the files whose values are all valid
 * @param baseUrl the address of the site, without a slash at its end
 */
export function checkConsistency(
  facts: Facts,
  validFiles: ReadonlySet<string>,
  baseUrl: string,
  report: Report,
): void {
  for (const { needs, check } of RULES) {
    if (needs.every((file) => validFiles.has(file))) check(facts, report, baseUrl);
  }
}

function checkRatingScale({ cottage }: Facts, report: Report): void {
  const { ratingValue, reviewCount, bestRating: best, worstRating: worst } = cottage.aggregateRating;
  if (worst >= best) {
    return report("cottage/aggregateRating/worstRating", "rating-scale-reversed", { best, found: worst });
  }
  // Without a review there is no average, and its placeholder may be off the scale.
  if (reviewCount === 0 || (ratingValue >= worst && ratingValue <= best)) return;
  report("cottage/aggregateRating/ratingValue", "rating-off-scale", { worst, best, found: ratingValue });
}

function checkRatingsAgree({ cottage, reviews }: Facts, report: Report): void {
  for (const name of ["ratingValue", "reviewCount"] as const) {
    const found = reviews[name];
    const other = cottage.aggregateRating[name];
    if (found !== other) report(`reviews/${name}`, "rating-differs", { found, name, other });
  }
}

function checkBedsAgree({ cottage, site: { beds } }: Facts, report: Report): void {
  if (beds === undefined) return;
  for (const [kind, other] of Object.entries(cottage.bedTypes)) {
    const found = beds.reduce((sum, bed) => sum + (bed.kind === kind ? bed.count : 0), 0);
    if (found !== other) report("site/beds", "beds-differ", { found, kind, other });
  }
}

function checkReviewCount({ reviews: { reviewCount: found, reviews } }: Facts, report: Report): void {
  const count = reviews.length;
  if (count > found) report("reviews/reviewCount", "reviews-uncounted", { count, found });
}

function checkMapNames({ attractions, site: { map = [] } }: Facts, report: Report): void {
  const names = new Set(attractions.attractions.map(({ name }) => name));
  const candidates = attractions.attractions.slice(0, CANDIDATES_MAX).map(({ name }) => name);
  for (const [index, { name }] of map.entries()) {
    if (names.has(name)) continue;
    const guess = closest(name, candidates);
    const field = `site/map/${index}/name`;
    if (guess === undefined) report(field, "map-name-unknown", { name });
    else report(field, "map-name-misspelt", { name, guess });
  }
}

function checkTranslations({ site: { language, translations = [] } }: Facts, report: Report, baseUrl: string): void {
  const languages = new Set([language.toLowerCase()]);
  for (const [index, translation] of translations.entries()) {
    const field = `site/translations/${index}`;
    const tag = translation.language.toLowerCase();
    if (languages.has(tag))
      report(`${field}/language`, "translation-same-language", { language: translation.language });
    if (new URL(translation.url).origin === baseUrl) report(`${field}/url`, "translation-same-address", {});
    languages.add(tag);
  }
}
