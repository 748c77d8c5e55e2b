/**
 * Lints valid data: reports values that are allowed but are probably mistakes or could be improved.
 */

import type { Facts, SiteFacts } from "../../compile/data/datasets.ts";
import { createFieldFinding } from "../../compile/json/json-file.ts";
import { isUnset, type Position, relativePosition } from "../../compile/fragments/sketch-map.ts";
import type { Finding, MessageCode, MessageValues } from "../../compile/messages.ts";
import type { CompiledSite } from "../../serve/site.ts";
import { hasSampleName, lintText, SAMPLE_NAME_RULE, TEXT_RULES } from "./text-rules.ts";

export function* lintFacts(facts: Facts, today: string, baseUrl: string): Iterable<Finding> {
  const { cottage, site } = facts;
  yield* lintStrings(facts);
  yield* lintReviews(facts, today);
  if (site.updated > today) yield warning("site/updated", "advice-future", { day: site.updated });
  yield* lintPosition(cottage.geo, site.map);
  yield* lintUrl(cottage.url, baseUrl);
  yield* lintPhotos(site.photos);
}

/** Reports how many of the owner's notes did not fit in the tool descriptions that AI agents read. */
export function* lintNotes({ goodToKnow: notes = [] }: SiteFacts, { tools }: CompiledSite["mcp"]): Iterable<Finding> {
  const descriptions = tools.map(({ definition }) => definition.description);
  const omittedNotes = notes.filter((note) => !descriptions.some((description) => description.includes(note)));
  const count = omittedNotes.length;
  if (count > 0) yield createFieldFinding("notice", "site/goodToKnow", "advice-notes-long", { count });
}

function warning(field: string, code: MessageCode, values?: MessageValues): Finding {
  return createFieldFinding("warning", field, code, values);
}

/** Checks every string. Reports only the first name from the sample site per file, and none in reviews. */
function* lintStrings(facts: Facts) {
  for (const [file, data] of Object.entries(facts)) {
    let rules = file === "reviews" ? TEXT_RULES : [...TEXT_RULES, SAMPLE_NAME_RULE];
    for (const [field, text] of stringsIn(data, file)) {
      const problem = lintText(text, rules);
      if (problem === undefined) continue;
      const isSample = problem.code === "advice-sample";
      if (isSample) rules = TEXT_RULES;
      yield createFieldFinding(isSample ? "notice" : "warning", field, problem.code, problem.values);
    }
  }
}

/** Yields all strings inside a value, with paths such as `site/contact/email`. */
function* stringsIn(value: unknown, field: string): Iterable<readonly [field: string, text: string]> {
  if (typeof value === "string") yield [field, value];
  if (typeof value !== "object" || value === null) return;
  for (const [name, property] of Object.entries(value)) yield* stringsIn(property, `${field}/${name}`);
}

const EMAIL_OR_TELEPHONE = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+|\+?\d[\d ()-]{8,}\d/;

function* lintReviews({ reviews: { reviews } }: Facts, today: string) {
  for (const [index, { body, datePublished: day }] of reviews.entries()) {
    const [text] = EMAIL_OR_TELEPHONE.exec(body) ?? [];
    if (text !== undefined) yield warning(`reviews/reviews/${index}/body`, "advice-review-contact", { text });
    if (day > today) yield warning(`reviews/reviews/${index}/datePublished`, "advice-future", { day });
  }
}

const NEARBY_KM_MAX = 100;

function* lintPosition(cottage: Position, map: SiteFacts["map"] = []) {
  const swapped = { latitude: cottage.longitude, longitude: cottage.latitude };
  const isNearAll = (position: Position) => map.every((other) => distanceKm(position, other) <= NEARBY_KM_MAX);
  if (isUnset(cottage)) {
    yield warning("cottage/geo", "advice-position-missing");
  } else if (!isNearAll(cottage) && isNearAll(swapped)) {
    yield warning("cottage/geo", "advice-position-swapped");
  } else {
    for (const [index, attraction] of map.entries()) {
      const distance = distanceKm(cottage, attraction);
      const isFar = distance > NEARBY_KM_MAX;
      if (isFar) yield warning(`site/map/${index}`, "advice-far", { name: attraction.name, distance });
    }
  }
}

function distanceKm(from: Position, to: Position): number {
  return Math.round(relativePosition(from, to).kilometres);
}

function* lintUrl(url: string, baseUrl: string) {
  const isTrialRun = !baseUrl.startsWith("https:");
  if (isTrialRun || hasSampleName(url) || new URL(url).origin === baseUrl) return;
  yield warning("cottage/url", "advice-url-differs", { url, baseUrl });
}

/** Google requires at least eight photos of a vacation rental. */
const PHOTOS_MIN = 8;
const FILE_EXTENSION = /\.\w{3,4}$/;

function* lintPhotos(photos: SiteFacts["photos"] = []) {
  for (const [index, { alt: text }] of photos.entries()) {
    if (FILE_EXTENSION.test(text)) yield warning(`site/photos/${index}/alt`, "advice-photo-described", { text });
  }
  const count = photos.length;
  if (count === 0) yield warning("site/photos", "advice-photos-none");
  else if (count < PHOTOS_MIN) yield createFieldFinding("notice", "site/photos", "advice-photos-few", { count });
}
