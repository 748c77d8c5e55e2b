/**
 * Checks facts that depend on each other, e.g. that the review count is the same in two files.
 *
 * It does not validate single values. A rule is skipped if a file that it needs has invalid values.
 */

import { closest } from "../suggest.ts";
import type { MessageCode, PhraseValues } from "../phrase.ts";
import type { Facts } from "./datasets.ts";

/** Maximum number of names that a misspelt one is compared with, so that a large file takes linear time. */
const CANDIDATES_MAX = 100;

/**
 * Reports a problem.
 *
 * @param field name of the file without `.json`, and JSON pointer of the field to correct in it, e.g. `site/map/0`
 */
export type Report = (field: string, code: MessageCode, values: PhraseValues) => void;

interface Rule {
  /** Files that must be valid for the rule to run. */
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
 * Applies each rule whose files are valid.
 *
 * @param validFiles names of the files without findings
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
  // Without reviews there is no average, so the value in the file is meaningless.
  if (reviewCount === 0) return;
  const isOnScale = ratingValue >= worst && ratingValue <= best;
  if (isOnScale) return;
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
    const bedsOfKind = beds.filter((bed) => bed.kind === kind);
    const found = bedsOfKind.reduce((sum, { count }) => sum + count, 0);
    if (found !== other) report("site/beds", "beds-differ", { found, kind, other });
  }
}

/** The count may be greater than the list, because an owner may list only some of the reviews. */
function checkReviewCount({ reviews }: Facts, report: Report): void {
  const count = reviews.reviews.length;
  const found = reviews.reviewCount;
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

function checkTranslations({ site }: Facts, report: Report, baseUrl: string): void {
  const { translations = [] } = site;
  const languages = new Set([site.language.toLowerCase()]);
  for (const [index, translation] of translations.entries()) {
    const field = `site/translations/${index}`;
    const { language } = translation;
    const tag = language.toLowerCase();
    if (languages.has(tag)) report(`${field}/language`, "translation-same-language", { language });
    languages.add(tag);
    const isThisSite = new URL(translation.url).origin === baseUrl;
    if (isThisSite) report(`${field}/url`, "translation-same-address", {});
  }
}
