/**
 * The table of fragments: parts of pages that are rendered from the cottage's data, e.g. the list of reviews.
 */

import type { Facts } from "../data/datasets.ts";
import type { Photo } from "../pictures/photographs.ts";
import type { Locale } from "../words/locale.ts";
import { bookingChannels, contactDetails } from "./contact.ts";
import { gallery } from "./gallery.ts";
import { hero, keyFacts } from "./house.ts";
import { bulletList, type Piece } from "./piece.ts";
import { addressAndDirections, attractions, directionLinks } from "./places.ts";
import { ratingSummary, reviewList } from "./reviews.ts";

/** Fragments keyed by name. Pages insert a fragment with a line such as `{{reviews.list}}`. */
export type Fragments = Readonly<Record<string, Piece>>;

/**
 * Renders all fragments. A fragment is empty if the owner has provided no data for it.
 *
 * @param photos in the owner's order; the first is displayed at the top of the front page
 */
export function cottageFragments(facts: Facts, locale: Locale, photos: readonly Photo[], portrait?: Photo): Fragments {
  const { cottage, site } = facts;
  const nearby = attractions(facts, locale);
  return {
    "cottage.hero": hero(facts, locale, photos[0]),
    "cottage.facts": keyFacts(facts, locale),
    "cottage.amenities": bulletList(cottage.amenities, "amenities"),
    "cottage.goodToKnow": bulletList(site.goodToKnow ?? [], "good-to-know"),
    "cottage.gallery": gallery(photos, locale),
    "cottage.address": addressAndDirections(cottage, locale),
    "cottage.directions": directionLinks(cottage.geo, locale),
    "attractions.map": nearby.map,
    "attractions.list": nearby.list,
    "reviews.rating": ratingSummary(facts, locale),
    "reviews.list": reviewList(facts, locale),
    "booking.channels": bookingChannels(facts, locale),
    "contact.details": contactDetails(facts, locale, portrait),
  };
}
