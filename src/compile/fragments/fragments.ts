/**
 * Renders fragments, i.e. the parts of pages that are built from the cottage's data.
 */

import type { Facts } from "../data/datasets.ts";
import type { Photo } from "../pictures/photographs.ts";
import type { Locale } from "../words/locale.ts";
import { bookingChannels, contactDetails } from "./contact.ts";
import { gallery } from "./gallery.ts";
import { hero, keyFacts } from "./house.ts";
import { bulletList } from "./piece.ts";
import { addressAndDirections, attractionList, attractionMap, directionsTo } from "./places.ts";
import { ratingSummary, reviewList } from "./reviews.ts";

/** Renders all fragments, keyed by name. A page includes a fragment with a line such as `{{reviews.list}}`. */
export function cottageFragments(facts: Facts, locale: Locale, photos: readonly Photo[], portrait?: Photo) {
  const { cottage, site } = facts;
  return {
    "cottage.hero": hero(facts, locale, photos[0]),
    "cottage.facts": keyFacts(facts, locale),
    "cottage.amenities": bulletList(cottage.amenities, "amenities"),
    "cottage.goodToKnow": bulletList(site.goodToKnow ?? [], "good-to-know"),
    "cottage.gallery": gallery(photos, locale),
    "cottage.address": addressAndDirections(facts, locale),
    "cottage.directions": directionsTo(cottage.geo, locale),
    "attractions.map": attractionMap(facts, locale),
    "attractions.list": attractionList(facts, locale),
    "reviews.rating": ratingSummary(facts, locale),
    "reviews.list": reviewList(facts, locale),
    "booking.channels": bookingChannels(facts, locale),
    "contact.details": contactDetails(facts, locale, portrait),
  };
}
