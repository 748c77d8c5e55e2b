/**
 * Facts that appear twice must agree, and facts that belong together must fit.
 *
 * Each rule speaks of values that have the right shape, and is passed over while a file that it needs has not.
 */
import { COUNTRY_BOUNDS, isWithin } from "./countries.ts";
import type { Cottage, Facts } from "./datasets.ts";
import type { Problem } from "./problems.ts";
import { closest } from "../suggest.ts";

/** A problem and the data set, or `site`, in whose file it is best mended. */
export interface Disagreement extends Problem {
  readonly name: keyof Facts;
}

function at(name: keyof Facts, pointer: string, message: string): Disagreement {
  return { name, pointer, of: "value", message };
}

function ratingScale({ aggregateRating }: Cottage): Disagreement[] {
  const { ratingValue, reviewCount, bestRating, worstRating } = aggregateRating;
  const wrong = (field: string, message: string) => [at("cottage", `/aggregateRating/${field}`, message)];
  if (worstRating >= bestRating) return wrong("worstRating", `must be less than bestRating, which is ${bestRating}, not ${worstRating}`);
  // Without a review there is no average, and whatever stands for it need not lie on the scale.
  if (reviewCount === 0 || (ratingValue >= worstRating && ratingValue <= bestRating)) return [];
  return wrong("ratingValue", `must be a number from ${worstRating} (worstRating) to ${bestRating} (bestRating), not ${ratingValue}`);
}

function ratingsSaidTwice({ cottage, reviews }: Partial<Facts>): Disagreement[] {
  if (cottage === undefined || reviews === undefined) return [];
  return (["ratingValue", "reviewCount"] as const).flatMap((field) => {
    const [here, there] = [reviews[field], cottage.aggregateRating[field]];
    const message = `is ${here}, but ${field} in aggregateRating in cottage.json is ${there}; write the same number in both files`;
    return here === there ? [] : [at("reviews", `/${field}`, message)];
  });
}

function countedReviews({ reviews }: Partial<Facts>): Disagreement[] {
  if (reviews === undefined || reviews.reviews.length <= reviews.reviewCount) return [];
  const message = `must be at least ${reviews.reviews.length}, the number of reviews that are listed below, not ${reviews.reviewCount}`;
  return [at("reviews", "/reviewCount", message)];
}

/** Of the house and of places: what lies outside its country, and would lie in it the other way round. */
function swappedCoordinates({ cottage, site }: Partial<Facts>): Disagreement[] {
  if (cottage === undefined) return [];
  const country = cottage.address.addressCountry;
  const bounds = COUNTRY_BOUNDS[country];
  if (bounds === undefined) return [];
  const places = (site?.map ?? []).map((place, index) => ["site", `/map/${index}/latitude`, place] as const);
  return [["cottage", "/geo/latitude", cottage.geo] as const, ...places].flatMap(([name, pointer, { latitude, longitude }]) => {
    if (isWithin(bounds, latitude, longitude) || !isWithin(bounds, longitude, latitude)) return [];
    const message = `is ${latitude} and longitude is ${longitude}, which is not in ${country}; the other way round it is, so swap the two numbers`;
    return [at(name, pointer, message)];
  });
}

/** Of so many names one is looked for that may be meant, so that the time does not grow with the square of a file. */
const GUESSES_MAX = 100;

function mapNames({ attractions, site }: Partial<Facts>): Disagreement[] {
  if (attractions === undefined || site === undefined) return [];
  const names = new Set(attractions.attractions.map(({ name }) => name));
  return (site.map ?? []).flatMap(({ name }, index) => {
    if (names.has(name)) return [];
    const near = closest(name, [...names].slice(0, GUESSES_MAX));
    const advice = near === undefined ? "write it exactly as it stands there" : `did you mean "${near}"?`;
    return [at("site", `/map/${index}/name`, `is "${name}", which is no attraction in attractions.json; ${advice}`)];
  });
}

/** Beds of these kinds are counted in cottage.json as well. */
function bedsSaidTwice({ cottage, site }: Partial<Facts>): Disagreement[] {
  const beds = site?.beds;
  if (cottage === undefined || beds === undefined) return [];
  return (["king", "double"] as const).flatMap((kind) => {
    const listed = beds.reduce((sum, bed) => sum + (bed.kind === kind ? bed.count : 0), 0);
    const counted = cottage.bedTypes[kind];
    const message = `list ${listed} of the kind "${kind}", but bedTypes in cottage.json counts ${counted}; write the same in both files`;
    return listed === counted ? [] : [at("site", "/beds", message)];
  });
}

/** @param facts the files whose values have the right shape */
export function disagreements(facts: Partial<Facts>): Disagreement[] {
  return [
    ...(facts.cottage === undefined ? [] : ratingScale(facts.cottage)),
    ...ratingsSaidTwice(facts),
    ...countedReviews(facts),
    ...swappedCoordinates(facts),
    ...mapNames(facts),
    ...bedsSaidTwice(facts),
  ];
}
