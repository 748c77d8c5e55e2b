/**
 * Every fragment that is made of the cottage's own facts, by the name that content files give it.
 */
import { attractionList, attractionMap } from "./attractions.ts";
import { bookingChannels, contactDetails } from "./booking.ts";
import { address, amenities, factsStrip, gallery, hero } from "./house.ts";
import type { Fragments, Told } from "./fragment.ts";
import { rating, reviewList } from "./reviews.ts";

export function cottageFragments(told: Told): Fragments {
  return {
    "cottage.hero": hero(told),
    "cottage.facts": factsStrip(told),
    "cottage.amenities": amenities(told),
    "cottage.gallery": gallery(told),
    "cottage.address": address(told),
    "attractions.map": attractionMap(told),
    "attractions.list": attractionList(told),
    "reviews.rating": rating(told),
    "reviews.list": reviewList(told),
    "booking.channels": bookingChannels(told),
    "contact.details": contactDetails(told),
  };
}
