/**
 * The table of fragments: parts of pages that are rendered from the facts, e.g. the list of reviews.
 *
 * A content file inserts one with a line such as `{{reviews.list}}`. This module reads no file and knows no page.
 */

import type { Facts } from "../data/datasets.ts";
import type { Photo } from "../pictures/photographs.ts";
import type { Words } from "../words/words.ts";
import { bookingChannels, contactDetails } from "./contact.ts";
import { gallery } from "./gallery.ts";
import { factsStrip, hero } from "./house.ts";
import { list, type Piece } from "./piece.ts";
import { address, attractions, directions } from "./places.ts";
import { rating, reviewList } from "./reviews.ts";

/** Fragments by name. A fragment is empty if the owner has given no facts for it. */
export type Fragments = Readonly<Record<string, Piece>>;

/**
 * Renders all fragments.
 *
 * @param photos in the owner's order; the first is displayed at the top of the front page
 * @param portrait photograph of the host
 */
export function cottageFragments(
  facts: Facts,
  words: Words,
  photos: readonly Photo[],
  portrait?: Photo,
): Fragments {
  const { cottage, site } = facts;
  const nearby = attractions(facts, words);
  return {
    "cottage.hero": hero(facts, words, photos[0]),
    "cottage.facts": factsStrip(facts, words),
    "cottage.amenities": list(cottage.amenities, "amenities"),
    "cottage.goodToKnow": list(site.goodToKnow ?? [], "good-to-know"),
    "cottage.gallery": gallery(photos, words),
    "cottage.address": address(cottage, words),
    "cottage.directions": directions(cottage, words),
    "attractions.map": nearby.map,
    "attractions.list": nearby.list,
    "reviews.rating": rating(facts, words),
    "reviews.list": reviewList(facts, words),
    "booking.channels": bookingChannels(facts, words),
    "contact.details": contactDetails(facts, words, portrait),
  };
}
