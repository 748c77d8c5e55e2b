/**
 * Checks that facts which appear twice agree, and that facts which belong together fit.
 *
 * Each rule relies on valid values, and is skipped while a file that it needs has problems.
 */

import { closest } from "../suggest.ts";
import type { MessageCode, PhraseValues } from "../messages/messages.ts";
import type { Facts } from "./datasets.ts";

/** Candidates per suggestion, so that a large file takes linear time. */
const CANDIDATES_MAX = 100;

/** @param field the file in which to correct the fact, and the field, e.g. `site/map/0` */
export type Report = (field: string, code: MessageCode, values: PhraseValues) => void;

interface Rule {
  readonly needs: readonly (keyof Facts)[];
  readonly check: (facts: Facts, report: Report) => void;
}

const RULES: readonly Rule[] = [
  { needs: ["cottage"], check: checkRatingScale },
  { needs: ["cottage", "reviews"], check: checkRatingsAgree },
  { needs: ["cottage", "site"], check: checkBedsAgree },
  { needs: ["reviews"], check: checkReviewCount },
  { needs: ["attractions", "site"], check: checkMapNames },
];

/** @param validFiles the files whose values are all valid */
export function checkConsistency(facts: Facts, validFiles: ReadonlySet<string>, report: Report): void {
  for (const { needs, check } of RULES) {
    if (needs.every((file) => validFiles.has(file))) check(facts, report);
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
