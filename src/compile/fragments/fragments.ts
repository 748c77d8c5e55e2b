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
import { addressAndDirections, attractionFragments, directionLinks } from "./places.ts";
import { ratingSummary, reviewList } from "./reviews.ts";

/** Fragments keyed by name. Pages insert a fragment with a line such as `{{reviews.list}}`. */
export type Fragments = Readonly<Record<string, Piece>>;

/** Renders all fragments. Those that the owner has provided no data for are empty. */
export function cottageFragments(facts: Facts, locale: Locale, photos: readonly Photo[], portrait?: Photo): Fragments {
  const { cottage, site } = facts;
  return {
    "cottage.hero": hero(facts, locale, photos[0]),
    "cottage.facts": keyFacts(facts, locale),
    "cottage.amenities": bulletList(cottage.amenities, "amenities"),
    "cottage.goodToKnow": bulletList(site.goodToKnow ?? [], "good-to-know"),
    "cottage.gallery": gallery(photos, locale),
    "cottage.address": addressAndDirections(cottage, locale),
    "cottage.directions": directionLinks(cottage.geo, locale),
    ...attractionFragments(facts, locale),
    "reviews.rating": ratingSummary(facts, locale),
    "reviews.list": reviewList(facts, locale),
    "booking.channels": bookingChannels(facts, locale),
    "contact.details": contactDetails(facts, locale, portrait),
  };
}
