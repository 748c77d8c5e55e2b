/**
 * Checks that facts agree with each other, e.g. that the review count is the same in two files.
 */

import type { MessageCode, PhraseValues } from "../phrase.ts";
import { closest } from "../suggest.ts";
import type { Facts } from "./datasets.ts";
import type { FieldFinding } from "./json-file.ts";

/** Reports an error in a field, which has the form of `FieldFinding.field`, e.g. `site/map/0`. */
type ReportError = (field: string, code: MessageCode, values?: PhraseValues) => void;

interface Rule {
  /** Files that must be valid for the rule to run. */
  readonly needs: readonly (keyof Facts)[];
  readonly check: (facts: Facts, report: ReportError, baseUrl: string) => void;
}

const RULES: readonly Rule[] = [
  { needs: ["cottage"], check: checkRatingScale },
  { needs: ["cottage", "reviews"], check: checkRatingsAgree },
  { needs: ["cottage", "site"], check: checkBedsAgree },
  { needs: ["reviews"], check: checkReviewCount },
  { needs: ["attractions", "site"], check: checkMapNames },
  { needs: ["site"], check: checkTranslations },
];

/** Runs each rule for which all needed files are valid. */
export function checkConsistency(facts: Facts, validFiles: ReadonlySet<string>, baseUrl: string): FieldFinding[] {
  const findings: FieldFinding[] = [];
  const report: ReportError = (field, code, values = {}) => findings.push({ level: "error", field, code, values });
  for (const { needs, check } of RULES) {
    if (needs.every((file) => validFiles.has(file))) check(facts, report, baseUrl);
  }
  return findings;
}

function checkRatingScale({ cottage }: Facts, report: ReportError): void {
  const { ratingValue: found, reviewCount, bestRating: best, worstRating: worst } = cottage.aggregateRating;
  if (worst >= best) {
    report("cottage/aggregateRating/worstRating", "rating-scale-reversed", { best, found: worst });
    return;
  }
  const isOnScale = found >= worst && found <= best;
  // Without reviews there is no average, so the rating is meaningless.
  if (isOnScale || reviewCount === 0) return;
  report("cottage/aggregateRating/ratingValue", "rating-off-scale", { worst, best, found });
}

function checkRatingsAgree({ cottage, reviews }: Facts, report: ReportError): void {
  for (const name of ["ratingValue", "reviewCount"] as const) {
    const found = reviews[name];
    const other = cottage.aggregateRating[name];
    if (found !== other) report(`reviews/${name}`, "rating-differs", { found, name, other });
  }
}

/** Checks that the beds in site.json add up to the numbers of beds in cottage.json. */
function checkBedsAgree({ cottage, site: { beds } }: Facts, report: ReportError): void {
  if (beds === undefined) return;
  for (const [kind, expected] of Object.entries(cottage.bedTypes)) {
    const bedsOfKind = beds.filter((bed) => bed.kind === kind);
    const found = bedsOfKind.reduce((sum, { count }) => sum + count, 0);
    if (found !== expected) report("site/beds", "beds-differ", { found, kind, other: expected });
  }
}

/** Checks that not more reviews are listed than counted. An owner may list only some of the reviews. */
function checkReviewCount({ reviews: { reviewCount, reviews } }: Facts, report: ReportError): void {
  const count = reviews.length;
  if (count > reviewCount) report("reviews/reviewCount", "reviews-uncounted", { count, found: reviewCount });
}

/** Checks that every place on the map is an attraction. */
function checkMapNames({ attractions, site: { map: places = [] } }: Facts, report: ReportError): void {
  const attractionNames = attractions.attractions.map(({ name }) => name);
  for (const [index, { name }] of places.entries()) {
    if (attractionNames.includes(name)) continue;
    const field = `site/map/${index}/name`;
    const guess = closest(name, attractionNames);
    if (guess === undefined) report(field, "map-name-unknown", { name });
    else report(field, "map-name-misspelt", { name, guess });
  }
}

/** Checks that the site and its translations differ in language and address. */
function checkTranslations({ site }: Facts, report: ReportError, baseUrl: string): void {
  const seenLanguages = new Set([site.language.toLowerCase()]);
  for (const [index, { language, url }] of (site.translations ?? []).entries()) {
    const field = `site/translations/${index}`;
    const tag = language.toLowerCase();
    if (seenLanguages.has(tag)) report(`${field}/language`, "translation-same-language", { language });
    seenLanguages.add(tag);
    const isThisSite = new URL(url).origin === baseUrl;
    if (isThisSite) report(`${field}/url`, "translation-same-address");
  }
}
