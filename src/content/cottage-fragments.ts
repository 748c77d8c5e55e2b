/**
 * Every fragment that is made of the cottage's own facts, by the name pages call it.
 */
import { attractionList, attractionMap } from "./attraction-list.ts";
import { bookingChannels, contactDetails } from "./booking-channels.ts";
import type { Facts } from "./facts.ts";
import { address, amenities, factsStrip } from "./facts-strip.ts";
import type { Fragments } from "./fragment.ts";
import { type Gallery, gallery } from "./gallery.ts";
import { hero } from "./hero.ts";
import { rating, reviewList } from "./review-list.ts";

export function cottageFragments(facts: Facts, pictures: Gallery): Fragments {
  return {
    "cottage.hero": hero(facts, pictures),
    "cottage.facts": factsStrip(facts),
    "cottage.amenities": amenities(facts),
    "cottage.gallery": gallery(pictures),
    "cottage.address": address(facts),
    "attractions.map": attractionMap(facts),
    "attractions.list": attractionList(facts),
    "reviews.rating": rating(facts),
    "reviews.list": reviewList(facts),
    "booking.channels": bookingChannels(facts),
    "contact.details": contactDetails(facts),
  };
}
