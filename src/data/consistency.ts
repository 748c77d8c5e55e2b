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
  if (worstRating >= bestRating) {
    return [
      at(
        "cottage",
        "/aggregateRating/worstRating",
        `must be less than bestRating, which is ${bestRating}, not ${worstRating}`,
      ),
    ];
  }
  // Without a review there is no average, and whatever stands for it need not lie on the scale.
  if (reviewCount === 0 || (ratingValue >= worstRating && ratingValue <= bestRating)) return [];
  const message = `must be a number from ${worstRating} (worstRating) to ${bestRating} (bestRating), not ${ratingValue}`;
  return [at("cottage", "/aggregateRating/ratingValue", message)];
}

function ratingsSaidTwice({ cottage, reviews }: Partial<Facts>): Disagreement[] {
  if (cottage === undefined || reviews === undefined) return [];
  return (["ratingValue", "reviewCount"] as const).flatMap((field) => {
    const [here, there] = [reviews[field], cottage.aggregateRating[field]];
    if (here === there) return [];
    return [
      at(
        "reviews",
        `/${field}`,
        `is ${here}, but ${field} in aggregateRating in cottage.json is ${there}; write the same number in both files`,
      ),
    ];
  });
}

function countedReviews({ reviews }: Partial<Facts>): Disagreement[] {
  if (reviews === undefined || reviews.reviews.length <= reviews.reviewCount) return [];
  const listed = reviews.reviews.length;
  return [
    at(
      "reviews",
      "/reviewCount",
      `must be at least ${listed}, the number of reviews that are listed below, not ${reviews.reviewCount}`,
    ),
  ];
}

interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** What to say of a position that lies outside a country but would lie in it the other way round. */
function swapped({ latitude, longitude }: Position, country: string): string | undefined {
  const bounds = COUNTRY_BOUNDS[country];
  if (bounds === undefined || isWithin(bounds, latitude, longitude) || !isWithin(bounds, longitude, latitude))
    return undefined;
  return `is ${latitude} and longitude is ${longitude}, which is not in ${country}; the other way round it is, so swap the two numbers`;
}

function swappedCoordinates({ cottage, site }: Partial<Facts>): Disagreement[] {
  if (cottage === undefined) return [];
  const places = (site?.map ?? []).map((place, index) => ["site", `/map/${index}/latitude`, place] as const);
  return [["cottage", "/geo/latitude", cottage.geo] as const, ...places].flatMap(([name, pointer, place]) => {
    const message = swapped(place, cottage.address.addressCountry);
    return message === undefined ? [] : [at(name, pointer, message)];
  });
}

function mapNames({ attractions, site }: Partial<Facts>): Disagreement[] {
  if (attractions === undefined || site === undefined) return [];
  const names = attractions.attractions.map(({ name }) => name);
  return (site.map ?? []).flatMap(({ name }, index) => {
    if (names.includes(name)) return [];
    const near = closest(name, names);
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
