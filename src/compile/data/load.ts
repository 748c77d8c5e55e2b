/**
 * Loads and checks the owner's data files.
 */

import { isRecord } from "../json/json.ts";
import { createFieldFinding, dataPath, readJsonFile } from "../json/json-file.ts";
import type { Finding, MessageCode, MessageValues } from "../messages.ts";
import { type DataFile, type Facts, FILES, type SiteFacts } from "./datasets.ts";
import { validate } from "./schema.ts";

export type LoadedData = Readonly<{ facts?: Facts; findings: readonly Finding[] }>;

/** Loads the data files. Returns their values (`facts`) or, if they are invalid or contradictory, only `findings`. */
export function loadData({ dataDirectory, baseUrl }: Readonly<{ dataDirectory: string; baseUrl: string }>): LoadedData {
  const files = FILES.map((file) => loadFile(file, dataDirectory, baseUrl));
  const fileErrors = files.flatMap(({ errors }) => errors);
  if (fileErrors.length > 0) return { findings: fileErrors };
  // All files are valid, so the cast is safe.
  const facts = Object.fromEntries(files.map((file) => [file.name, file.facts])) as Facts;
  const findings = [...checkConsistency(facts)];
  return findings.length > 0 ? { findings } : { facts, findings };
}

/** Loads and validates one of the owner's files, e.g. `data/cottage.json`. Returns its values (`facts`) or errors. */
function loadFile({ name, schema, defaults }: DataFile, directory: string, baseUrl: string) {
  const path = dataPath(name);
  const { value, readError } = readJsonFile(directory, path);
  if (readError !== undefined) return { name, errors: [readError] };
  // Add default values for omitted fields.
  const valueWithDefaults = isRecord(value) ? { ...defaults?.(baseUrl), ...value } : value;
  const { errors, normalized } = validate(schema, valueWithDefaults, path);
  return { name, errors, facts: normalized };
}

function* checkConsistency({ cottage, reviews, attractions, site }: Facts): Iterable<Finding> {
  yield* checkRatingScale(cottage);
  yield* checkRatings(cottage, reviews);
  yield* checkBeds(cottage, site);
  yield* checkReviewCount(reviews);
  yield* checkMapNames(attractions, site);
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

/** Owners may list fewer reviews than `reviewCount`, but not more. */
function* checkReviewCount({ reviewCount, reviews }: Facts["reviews"]) {
  const count = reviews.length;
  if (count > reviewCount) yield error("reviews/reviewCount", "reviews-uncounted", { count, found: reviewCount });
}

function* checkMapNames({ attractions }: Facts["attractions"], { map: places = [] }: SiteFacts) {
  const attractionNames = attractions.map(({ name }) => name);
  for (const [index, { name }] of places.entries()) {
    if (!attractionNames.includes(name)) yield error(`site/map/${index}/name`, "map-name-unknown", { name });
  }
}
