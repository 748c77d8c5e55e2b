/**
 * Lints valid data: reports values that are allowed but are probably mistakes or could be improved.
 */

import { removeTrunkZero } from "../../compile/corrections.ts";
import type { Facts } from "../../compile/data/datasets.ts";
import { type FieldFinding, createFieldFinding } from "../../compile/data/json-file.ts";
import { relativePosition } from "../../compile/fragments/sketch-map.ts";
import type { MessageCode, MessageValues } from "../../compile/message.ts";
import { lintText, SAMPLE_RULES } from "./text-rules.ts";

type Reviews = Facts["reviews"];
type Site = Facts["site"];
type Position = Facts["cottage"]["geo"];

/**
 * Applies all rules to valid data. `toolText` is the description of the MCP tool `get-cottage`, or undefined if the
 * site did not compile.
 */
export function* lintFacts(facts: Facts, today: string, baseUrl: string, toolText?: string): Iterable<FieldFinding> {
  const { cottage, reviews, site } = facts;
  yield* lintStrings(facts);
  yield* lintRating(reviews, cottage.aggregateRating.bestRating);
  yield* lintReviews(reviews.reviews);
  yield* lintDates(facts, today);
  yield* lintTelephones(site.contact);
  yield* lintPosition(cottage.geo, site.map);
  yield* lintUrl(cottage.url, baseUrl);
  yield* lintPhotos(site.photos);
  if (toolText !== undefined) yield* lintGoodToKnow(site.goodToKnow, toolText);
}

function warning(field: string, code: MessageCode, values?: MessageValues): FieldFinding {
  return createFieldFinding("warning", field, code, values);
}

/**
 * Warns about unfilled placeholders and about secrets, such as door codes. Also reports, once per file, names or
 * domains left over from the sample cottage. Reviews are exempt from this check, because guests may mention any place.
 */
function* lintStrings(facts: Facts) {
  for (const [file, data] of Object.entries(facts)) {
    let mayReportSample = file !== "reviews";
    for (const { field, text } of stringsIn(data, file)) {
      const problem = lintText(text);
      if (problem !== undefined) {
        yield warning(field, problem.code, problem.values);
        continue;
      }
      const sample = mayReportSample ? lintText(text, SAMPLE_RULES) : undefined;
      if (sample === undefined) continue;
      mayReportSample = false;
      yield createFieldFinding("notice", field, sample.code, sample.values);
    }
  }
}

/** Yields all strings inside a value, each with the path of its field, e.g. `site/contact/email`. */
function* stringsIn(value: unknown, field: string): Iterable<{ readonly field: string; readonly text: string }> {
  if (typeof value === "string") yield { field, text: value };
  if (typeof value !== "object" || value === null) return;
  for (const [name, property] of Object.entries(value)) yield* stringsIn(property, `${field}/${name}`);
}

/** Minimum number of reviews for their average to be meaningfully compared with the rating. */
const REVIEWS_MIN = 3;
/** Maximum plausible difference between the rating and the average of the reviews, in stars out of five. */
const AVERAGE_DIFFERENCE_MAX = 0.5;

/** Warns if the rating is far from the average of the reviews. */
function* lintRating({ ratingValue, reviews }: Reviews, bestRating: number) {
  if (reviews.length < REVIEWS_MIN) return;
  const totalStars = reviews.reduce((sum, { rating }) => sum + rating, 0);
  // Each review's rating is out of five stars, but the overall rating may use another scale, e.g. out of ten.
  const pointsPerStar = bestRating / 5;
  const average = (pointsPerStar * totalStars) / reviews.length;
  if (Math.abs(average - ratingValue) <= AVERAGE_DIFFERENCE_MAX * pointsPerStar) return;
  yield warning("reviews/ratingValue", "advice-rating-average", { rating: ratingValue, average: average.toFixed(1) });
}

const EMAIL_OR_TELEPHONE = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+|\+?\d[\d ()-]{8,}\d/;

/** Warns about reviews that contain contact details. */
function* lintReviews(reviews: Reviews["reviews"]) {
  for (const [index, { body }] of reviews.entries()) {
    const contact = EMAIL_OR_TELEPHONE.exec(body)?.[0];
    if (contact === undefined) continue;
    yield warning(`reviews/reviews/${index}/body`, "advice-review-contact", { text: contact });
  }
}

/** Warns about dates in the future. ISO dates can be compared as strings. */
function* lintDates({ reviews: { reviews }, site }: Facts, today: string) {
  if (site.updated > today) yield warning("site/updated", "advice-future", { day: site.updated });
  for (const [index, { datePublished: day }] of reviews.entries()) {
    if (day > today) yield warning(`reviews/reviews/${index}/datePublished`, "advice-future", { day });
  }
}

/** Warns about a trunk prefix, as in "+49 (0) 4662 1234", because it must not be dialled from abroad. */
function* lintTelephones(contact: Site["contact"]) {
  for (const name of ["telephone", "whatsapp"] as const) {
    const number = contact[name] ?? "";
    const corrected = removeTrunkZero(number);
    if (corrected === number) continue;
    yield warning(`site/contact/${name}`, "advice-telephone-zero", { number: corrected });
  }
}

/** Maximum plausible distance between the cottage and an attraction on the map. */
const DISTANCE_MAX_KM = 100;

/**
 * Warns if the cottage has no position, or if attractions on the map are too far away. Suggests swapping the cottage's
 * latitude and longitude if that would bring all of them within range.
 */
function* lintPosition(cottage: Position, map: Site["map"] = []) {
  const swapped = { latitude: cottage.longitude, longitude: cottage.latitude };
  const farAttractions = map.filter((attraction) => !isNear(cottage, attraction));
  const isSwapped = farAttractions.length > 0 && map.every((attraction) => isNear(swapped, attraction));
  // A new cottage has the position 0, 0 until the owner sets it.
  if (cottage.latitude === 0 && cottage.longitude === 0) {
    yield warning("cottage/geo", "advice-position-missing");
  } else if (isSwapped) {
    yield warning("cottage/geo", "advice-position-swapped");
  } else {
    for (const attraction of farAttractions) {
      const distance = Math.round(relativePosition(cottage, attraction).kilometres);
      yield warning(`site/map/${map.indexOf(attraction)}`, "advice-far", { name: attraction.name, distance });
    }
  }
}

function isNear(cottage: Position, attraction: Position): boolean {
  return relativePosition(cottage, attraction).kilometres <= DISTANCE_MAX_KM;
}

/**
 * Warns if the cottage's URL has a different origin from BASE_URL. Skips the check if BASE_URL is not HTTPS (a trial
 * run), or if the URL is still the example (`lintStrings` reports that).
 */
function* lintUrl(url: string, baseUrl: string) {
  const isTrialRun = !baseUrl.startsWith("https:");
  const isExample = lintText(url, SAMPLE_RULES) !== undefined;
  if (isTrialRun || isExample || new URL(url).origin === baseUrl) return;
  yield warning("cottage/url", "advice-url-differs", { url, baseUrl });
}

/** Minimum number of photos that Google requires of a vacation rental. */
const PHOTOS_MIN = 8;
const FILE_EXTENSION = /\.\w{3,4}$/;

/** Warns about duplicate photos and alt texts that are file names. Gives a notice if there are too few photos. */
function* lintPhotos(photos: Site["photos"] = []) {
  for (const [index, { file, alt }] of photos.entries()) {
    if (FILE_EXTENSION.test(alt)) yield warning(`site/photos/${index}/alt`, "advice-photo-described", { text: alt });
    const firstIndex = photos.findIndex((photo) => photo.file === file);
    if (firstIndex < index) yield warning(`site/photos/${index}`, "advice-duplicate", { number: firstIndex + 1 });
  }
  const count = photos.length;
  if (count < PHOTOS_MIN) yield createFieldFinding("notice", "site/photos", "advice-photos-few", { count });
}

/** Gives a notice for the first entry of `goodToKnow` that did not fit into the MCP tool's description. */
function* lintGoodToKnow(entries: readonly string[] = [], toolText: string) {
  const index = entries.findIndex((entry) => !toolText.includes(entry));
  if (index !== -1) yield createFieldFinding("notice", `site/goodToKnow/${index}`, "advice-agents-cut");
}
