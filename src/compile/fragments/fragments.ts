/**
 * The table of fragments: parts of pages that are rendered from the cottage's data, e.g. the list of reviews.
 */

import type { Facts } from "../data/datasets.ts";
import type { Photo } from "../pictures/photographs.ts";
import type { Words } from "../words/words.ts";
import { bookingChannels, contactDetails } from "./contact.ts";
import { gallery } from "./gallery.ts";
import { hero, keyFacts } from "./house.ts";
import { bulletList, type Piece } from "./piece.ts";
import { attractions, directions, postalAddress } from "./places.ts";
import { ratingSummary, reviewList } from "./reviews.ts";

/** Fragments keyed by name. Pages insert a fragment with a line such as `{{reviews.list}}`. */
export type Fragments = Readonly<Record<string, Piece>>;

/**
 * Renders all fragments. A fragment is empty if the owner has provided no data for it.
 *
 * @param photos in the owner's order; the first is displayed at the top of the front page
 */
export function cottageFragments(facts: Facts, words: Words, photos: readonly Photo[], portrait?: Photo): Fragments {
  const { cottage, site } = facts;
  const nearby = attractions(facts, words);
  return {
    "cottage.hero": hero(facts, words, photos[0]),
    "cottage.facts": keyFacts(facts, words),
    "cottage.amenities": bulletList(cottage.amenities, "amenities"),
    "cottage.goodToKnow": bulletList(site.goodToKnow ?? [], "good-to-know"),
    "cottage.gallery": gallery(photos, words),
    "cottage.address": postalAddress(cottage, words),
    "cottage.directions": directions(cottage, words),
    "attractions.map": nearby.map,
    "attractions.list": nearby.list,
    "reviews.rating": ratingSummary(facts, words),
    "reviews.list": reviewList(facts, words),
    "booking.channels": bookingChannels(facts, words),
    "contact.details": contactDetails(facts, words, portrait),
  };
}
