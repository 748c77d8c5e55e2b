/**
 * Facts that appear twice must agree, and facts that belong together must fit.
 *
 * Each rule speaks of values that have the right shape, and is passed over while a file that it needs has not.
 */
import { closest } from "../suggest.ts";
import { COUNTRY_BOUNDS, isWithin } from "./countries.ts";
import type { Facts } from "./datasets.ts";

/** @param at the file in which it is best mended, and the field, as `site/map/0` */
type Say = (at: string, message: string) => void;

/** @param facts the files whose values have the right shape */
export function disagreements(facts: Partial<Facts>, say: Say): void {
  for (const rule of [ratingScale, saidTwice, countedReviews, swappedCoordinates, mapNames]) rule(facts, say);
}

function ratingScale({ cottage }: Partial<Facts>, say: Say): void {
  if (cottage === undefined) return;
  const { ratingValue, reviewCount, bestRating, worstRating } = cottage.aggregateRating;
  if (worstRating >= bestRating) {
    return say("cottage/aggregateRating/worstRating", `must be less than bestRating, which is ${bestRating}, not ${worstRating}`);
  }
  // Without a review there is no average, and whatever stands for it need not lie on the scale.
  if (reviewCount === 0 || (ratingValue >= worstRating && ratingValue <= bestRating)) return;
  say("cottage/aggregateRating/ratingValue", `must be a number from ${worstRating} (worstRating) to ${bestRating} (bestRating), not ${ratingValue}`);
}

function saidTwice({ cottage, reviews, site }: Partial<Facts>, say: Say): void {
  if (cottage === undefined) return;
  for (const field of ["ratingValue", "reviewCount"] as const) {
    const [here, there] = [reviews?.[field], cottage.aggregateRating[field]];
    if (here === undefined || here === there) continue;
    say(`reviews/${field}`, `is ${here}, but ${field} in aggregateRating in cottage.json is ${there}; write the same number in both files`);
  }
  for (const kind of ["king", "double"] as const) {
    const here = site?.beds?.reduce((sum, bed) => sum + (bed.kind === kind ? bed.count : 0), 0);
    const there = cottage.bedTypes[kind];
    if (here === undefined || here === there) continue;
    say("site/beds", `list ${here} of the kind "${kind}", but bedTypes in cottage.json counts ${there}; write the same in both files`);
  }
}

function countedReviews({ reviews }: Partial<Facts>, say: Say): void {
  if (reviews === undefined || reviews.reviews.length <= reviews.reviewCount) return;
  say("reviews/reviewCount", `must be at least ${reviews.reviews.length}, the number of reviews that are listed below, not ${reviews.reviewCount}`);
}

/** Of the house and of places: what lies outside its country, and would lie in it the other way round. */
function swappedCoordinates({ cottage, site }: Partial<Facts>, say: Say): void {
  const country = cottage?.address.addressCountry ?? "";
  const bounds = COUNTRY_BOUNDS[country];
  if (cottage === undefined || bounds === undefined) return;
  const places = (site?.map ?? []).map((place, index) => [`site/map/${index}/latitude`, place] as const);
  for (const [at, { latitude, longitude }] of [["cottage/geo/latitude", cottage.geo] as const, ...places]) {
    if (isWithin(bounds, latitude, longitude) || !isWithin(bounds, longitude, latitude)) continue;
    say(at, `is ${latitude} and longitude is ${longitude}, which is not in ${country}; the other way round it is, so swap the two numbers`);
  }
}

/** Of so many names one is looked for that may be meant, so that the time does not grow with the square of a file. */
const GUESSES_MAX = 100;

function mapNames({ attractions, site }: Partial<Facts>, say: Say): void {
  if (attractions === undefined) return;
  const names = new Set(attractions.attractions.map(({ name }) => name));
  for (const [index, { name }] of (site?.map ?? []).entries()) {
    if (names.has(name)) continue;
    const near = closest(name, [...names].slice(0, GUESSES_MAX));
    const advice = near === undefined ? "write it exactly as it stands there" : `did you mean "${near}"?`;
    say(`site/map/${index}/name`, `is "${name}", which is no attraction in attractions.json; ${advice}`);
  }
}
