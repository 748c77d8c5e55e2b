/**
 * Loads the owner's data files, and reports invalid and contradictory values.
 */

import { isRecord } from "../json/json.ts";
import { createFieldFinding, dataPath, readJsonFile } from "../json/json-file.ts";
import type { Finding, MessageCode, MessageValues } from "../messages.ts";
import { closest } from "../corrections.ts";
import { type DataFile, type Facts, FILES, type SiteFacts } from "./datasets.ts";
import { RULES, validate } from "./schema.ts";

export type LoadedData = Readonly<ReturnType<typeof loadData>>;

export function loadData({ dataDirectory, baseUrl }: Readonly<{ dataDirectory: string; baseUrl: string }>) {
  const files = FILES.map((file) => loadFile(file, dataDirectory, baseUrl));
  const validFacts = Object.fromEntries(files.map(({ name, facts }) => [name, facts]));
  const fileErrors = files.flatMap(({ errors }) => errors);
  return {
    /** The owner's data, with fallback values for each file in `invalidFiles`. Fallbacks must never be served. */
    facts: withFallbacks(validFacts),
    invalidFiles: files.filter(({ facts }) => facts === undefined).map(({ name }) => name),
    findings: [...fileErrors, ...checkConsistency(validFacts, baseUrl)],
  };
}

/** Returns the file's `errors` and, if there are none, its `facts`. */
function loadFile({ name, schema, defaults }: DataFile, directory: string, baseUrl: string) {
  const path = dataPath(name);
  const { value, readError } = readJsonFile(directory, path);
  if (readError !== undefined) return { name, errors: [readError] };
  const valueWithDefaults = isRecord(value) ? { ...defaults?.(baseUrl), ...value } : value;
  const { errors, normalized } = validate(schema, valueWithDefaults, path);
  return { name, errors, facts: normalized };
}

function withFallbacks(validFacts: Readonly<Record<string, unknown>>): Facts {
  const entries = FILES.map(({ name, schema }) => [name, validFacts[name] ?? schema[RULES].fallback]);
  // Valid facts and fallbacks conform to the schemas, so the cast is safe.
  return Object.fromEntries(entries) as Facts;
}

function* checkConsistency(validFacts: Partial<Facts>, baseUrl: string): Iterable<Finding> {
  const { cottage, reviews, attractions, site } = validFacts;
  if (cottage) yield* checkRatingScale(cottage);
  if (cottage && reviews) yield* checkRatings(cottage, reviews);
  if (cottage && site) yield* checkBeds(cottage, site);
  if (reviews) yield* checkReviewCount(reviews);
  if (attractions && site) yield* checkMapNames(attractions, site);
  if (site) yield* checkTranslations(site, baseUrl);
}

function error(field: string, code: MessageCode, values?: MessageValues): Finding {
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

function* checkBeds({ bedTypes }: Facts["cottage"], { beds }: SiteFacts) {
  if (beds === undefined) return;
  for (const [kind, other] of Object.entries(bedTypes)) {
    const bedsOfKind = beds.filter((bed) => bed.kind === kind);
    const found = bedsOfKind.reduce((sum, { count }) => sum + count, 0);
    if (found !== other) yield error("site/beds", "beds-differ", { found, kind, other });
  }
}

/** Reports an error if more than `reviewCount` reviews are listed. Fewer are fine: owners need not list all. */
function* checkReviewCount({ reviewCount, reviews }: Facts["reviews"]) {
  const count = reviews.length;
  if (count > reviewCount) yield error("reviews/reviewCount", "reviews-uncounted", { count, found: reviewCount });
}

function* checkMapNames({ attractions }: Facts["attractions"], { map: places = [] }: SiteFacts) {
  const attractionNames = attractions.map(({ name }) => name);
  for (const [index, { name }] of places.entries()) {
    if (attractionNames.includes(name)) continue;
    const field = `site/map/${index}/name`;
    const guess = closest(name, attractionNames);
    if (guess === undefined) yield error(field, "map-name-unknown", { name });
    else yield error(field, "map-name-misspelt", { name, guess });
  }
}

function* checkTranslations({ language: siteLanguage, translations = [] }: SiteFacts, baseUrl: string) {
  const seenLanguages = new Set([siteLanguage.toLowerCase()]);
  for (const [index, { language, url }] of translations.entries()) {
    const field = `site/translations/${index}`;
    const tag = language.toLowerCase();
    if (seenLanguages.has(tag)) yield error(`${field}/language`, "translation-same-language", { language });
    seenLanguages.add(tag);
    if (new URL(url).origin === baseUrl) yield error(`${field}/url`, "translation-same-address");
  }
}
