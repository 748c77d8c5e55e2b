/**
 * Facts that appear twice must agree, and facts that belong together must fit.
 *
 * Each rule speaks of values that have the right shape already.
 */
import { COUNTRY_BOUNDS, isWithin } from "./countries.ts";
import type { Facts } from "./datasets.ts";
import type { Problem } from "./shape.ts";
import { closest } from "./suggest.ts";

/** A problem and the data set, or `site`, in whose file it is best mended. */
export interface Disagreement extends Problem {
  readonly name: keyof Facts;
}

function at(name: keyof Facts, pointer: string, message: string): Disagreement {
  return { name, pointer, of: "value", message };
}

function ratings({ cottage: { aggregateRating }, reviews }: Facts): Disagreement[] {
  const { ratingValue, reviewCount, bestRating, worstRating } = aggregateRating;
  const found: Disagreement[] = [];
  for (const field of ["ratingValue", "reviewCount"] as const) {
    if (reviews[field] !== aggregateRating[field]) {
      const message = `is ${reviews[field]}, but aggregateRating.${field} in cottage.json is ${aggregateRating[field]}; both must say the same`;
      found.push(at("reviews", `/${field}`, message));
    }
  }
  if (worstRating >= bestRating) {
    found.push(at("cottage", "/aggregateRating/worstRating", `must be less than bestRating, which is ${bestRating}`));
  } else if (reviewCount > 0 && (ratingValue < worstRating || ratingValue > bestRating)) {
    found.push(at("cottage", "/aggregateRating/ratingValue", `must lie between worstRating ${worstRating} and bestRating ${bestRating}, not be ${ratingValue}`));
  }
  if (reviews.reviews.length > reviews.reviewCount) {
    const message = `is ${reviews.reviewCount}, but ${reviews.reviews.length} reviews are listed; count them all`;
    found.push(at("reviews", "/reviewCount", message));
  }
  return found;
}

function swappedCoordinates({ cottage: { geo, address } }: Facts): Disagreement[] {
  const bounds = COUNTRY_BOUNDS[address.addressCountry];
  const { latitude, longitude } = geo;
  if (bounds === undefined || isWithin(bounds, latitude, longitude) || !isWithin(bounds, longitude, latitude)) return [];
  const message = `is ${latitude} and longitude is ${longitude}; that is not in ${address.addressCountry}, but the other way round it is: swap the two numbers`;
  return [at("cottage", "/geo/latitude", message)];
}

function mapNames({ attractions, site }: Facts): Disagreement[] {
  const names = attractions.attractions.map(({ name }) => name);
  return (site.map ?? []).flatMap(({ name }, index) => {
    if (names.includes(name)) return [];
    const near = closest(name, names);
    const advice = near === undefined ? "write it exactly as it stands there" : `did you mean "${near}"?`;
    return [at("site", `/map/${index}/name`, `is "${name}", which is no attraction in attractions.json; ${advice}`)];
  });
}

export function disagreements(facts: Facts): Disagreement[] {
  return [...ratings(facts), ...swappedCoordinates(facts), ...mapNames(facts)];
}
