/**
 * Facts that appear twice must agree, and facts that belong together must fit.
 *
 * Each rule speaks of values that have the right shape, and is passed over while a file that it needs has not.
 */

import { didYouMean } from "../suggest.ts";
import type { Facts } from "./datasets.ts";

/**
 * Roughly where countries lie, by their codes, in degrees: mainlands and near islands, rounded outwards. So it can be
 * said that coordinates were swapped, and never that they are wrong.
 */
type Bounds = Readonly<Record<string, readonly [south: number, north: number, west: number, east: number]>>;

/** @param at the file in which it is best mended, and the field, as `site/map/0` */
type Say = (at: string, message: string) => void;

const RULES: readonly (readonly [needs: readonly (keyof Facts)[], rule: (facts: Facts, say: Say, bounds: Bounds) => void])[] = [
  [["cottage"], ratingScale],
  [["cottage", "reviews"], ratingTwice],
  [["cottage", "site"], bedsTwice],
  [["reviews"], countedReviews],
  [["cottage"], swapped],
  [["attractions", "site"], mapNames],
];

/** @param isSound whether the values of a file have the right shape */
export function disagreements(facts: Facts, isSound: (file: keyof Facts) => boolean, bounds: Bounds, say: Say): void {
  for (const [needs, rule] of RULES) if (needs.every(isSound)) rule(facts, say, bounds);
}

function ratingScale({ cottage }: Facts, say: Say): void {
  const { ratingValue, reviewCount, bestRating, worstRating } = cottage.aggregateRating;
  if (worstRating >= bestRating) {
    return say("cottage/aggregateRating/worstRating", `must be less than bestRating, which is ${bestRating}, not ${worstRating}`);
  }
  // Without a review there is no average, and whatever stands for it need not lie on the scale.
  if (reviewCount === 0 || (ratingValue >= worstRating && ratingValue <= bestRating)) return;
  say("cottage/aggregateRating/ratingValue", `must be a number from ${worstRating} (worstRating) to ${bestRating} (bestRating), not ${ratingValue}`);
}

function ratingTwice({ cottage, reviews }: Facts, say: Say): void {
  for (const field of ["ratingValue", "reviewCount"] as const) {
    const [here, there] = [reviews[field], cottage.aggregateRating[field]];
    if (here === there) continue;
    say(`reviews/${field}`, `is ${here}, but ${field} in aggregateRating in cottage.json is ${there}; write the same number in both files`);
  }
}

function bedsTwice({ cottage, site: { beds } }: Facts, say: Say): void {
  if (beds === undefined) return;
  for (const [kind, there] of Object.entries(cottage.bedTypes)) {
    const here = beds.reduce((sum, bed) => sum + (bed.kind === kind ? bed.count : 0), 0);
    if (here === there) continue;
    say("site/beds", `list ${here} of the kind "${kind}", but bedTypes in cottage.json counts ${there}; write the same in both files`);
  }
}

function countedReviews({ reviews: { reviewCount, reviews } }: Facts, say: Say): void {
  if (reviews.length <= reviewCount) return;
  say("reviews/reviewCount", `must be at least ${reviews.length}, the number of reviews that are listed below, not ${reviewCount}`);
}

/** What lies outside the cottage's country, and would lie in it the other way round. */
function swapped({ cottage: { address, geo } }: Facts, say: Say, bounds: Bounds): void {
  const { latitude, longitude } = geo;
  const [south, north, west, east] = bounds[address.addressCountry] ?? [0, 0, 0, 0];
  const isWithin = (northward: number, eastward: number) => northward >= south && northward <= north && eastward >= west && eastward <= east;
  if (isWithin(latitude, longitude) || !isWithin(longitude, latitude)) return;
  say("cottage/geo/latitude", `is ${latitude} and longitude ${longitude}, which is not in ${address.addressCountry}; the other way round it is, so swap the two numbers`);
}

/** Of so many names one is looked for that may be meant, so that the time does not grow with the square of a file. */
const GUESSES_MAX = 100;

function mapNames({ attractions, site: { map = [] } }: Facts, say: Say): void {
  const names = new Set(attractions.attractions.map(({ name }) => name));
  for (const [index, { name }] of map.entries()) {
    if (names.has(name)) continue;
    const guess = didYouMean(name, [...names].slice(0, GUESSES_MAX));
    say(`site/map/${index}/name`, `is "${name}", which is no attraction in attractions.json${guess}`);
  }
}
