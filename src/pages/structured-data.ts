/**
 * The pages in schema.org's words (JSON-LD): the cottage as search engines read vacation rentals, and what is about it.
 *
 * It says what is known and leaves out what is not: no picture that is not a photograph, no invented score.
 */

import type { Facts } from "../data/datasets.ts";
import { bedsOf } from "../fragments/fragments.ts";
import { shownReviews } from "../fragments/reviews.ts";
import type { Words } from "../fragments/words.ts";
import type { Frame } from "./layout.ts";
import type { Draft } from "./page.ts";

type Json = Readonly<Record<string, unknown>>;

/** The front page is the cottage, and every other page is about it. */
export function structuredData(draft: Draft, frame: Frame): Json {
  const { facts: { cottage, site }, baseUrl } = frame;
  const { path, title, description, updated, language } = draft;
  const id = `${baseUrl}/#cottage`;
  if (path === "/") return { "@context": "https://schema.org", "@id": id, ...vacationRental(frame) };
  const crumb = (position: number, name: string, item: string): Json => ({ "@type": "ListItem", position, name, item });
  return {
    "@context": "https://schema.org",
    "@type": "WebPage",
    "@id": baseUrl + path,
    name: title,
    description,
    inLanguage: language,
    dateModified: updated,
    license: site.licence?.url,
    about: { "@id": id },
    breadcrumb: {
      "@type": "BreadcrumbList",
      itemListElement: [crumb(1, cottage.name, `${baseUrl}/`), crumb(2, title, baseUrl + path)],
    },
  };
}

function vacationRental({ facts, words, photographs, baseUrl }: Frame): Json {
  const { cottage, site } = facts;
  const { aggregateRating: rating, geo } = cottage;
  return {
    "@type": "VacationRental",
    additionalType: "Cottage",
    identifier: site.identifier,
    name: cottage.name,
    description: cottage.description,
    url: cottage.url,
    image: photographs.length === 0 ? undefined : photographs.map(({ path }) => baseUrl + path),
    address: { "@type": "PostalAddress", ...cottage.address },
    geo: { "@type": "GeoCoordinates", ...geo },
    ...geo,
    containedInPlace: { "@type": "Place", name: cottage.containedInPlace },
    petsAllowed: cottage.petsAllowed,
    smokingAllowed: cottage.smokingAllowed,
    priceRange: cottage.priceRange,
    checkinTime: site.checkinTime,
    checkoutTime: site.checkoutTime,
    knowsLanguage: site.languagesSpoken,
    telephone: site.contact.telephone,
    email: site.contact.email,
    sameAs: cottage.sameAs,
    amenityFeature: cottage.amenities.map((name) => feature(name, true)),
    aggregateRating: rating.reviewCount === 0 ? undefined : { "@type": "AggregateRating", ...rating, ratingCount: rating.reviewCount },
    review: shownReviews(facts).map(({ author, rating, datePublished, body }) => ({
      "@type": "Review",
      author: { "@type": "Person", name: author },
      datePublished,
      reviewRating: { "@type": "Rating", ratingValue: rating, bestRating: 5, worstRating: 1 },
      reviewBody: body,
    })),
    containsPlace: accommodation(facts, words),
  };
}

function accommodation({ cottage, site }: Facts, words: Words): Json {
  const beds = bedsOf({ cottage, site }).filter(({ kind, count }) => kind !== "cot" && count > 0);
  return {
    "@type": "Accommodation",
    additionalType: "EntirePlace",
    occupancy: { "@type": "QuantitativeValue", value: site.sleeps },
    numberOfBedrooms: cottage.bedrooms,
    numberOfBathroomsTotal: cottage.bathrooms,
    numberOfRooms: site.rooms,
    floorSize: site.floorArea === undefined ? undefined : { "@type": "QuantitativeValue", value: site.floorArea, unitCode: "MTK" },
    bed: beds.map(({ kind, count }) => ({ "@type": "BedDetails", numberOfBeds: count, typeOfBed: kind.charAt(0).toUpperCase() + kind.slice(1) })),
    amenityFeature: [
      ...knownFeatures(cottage.amenities, words).map(([name, value]) => feature(name, value)),
      feature("petsAllowed", cottage.petsAllowed),
      feature("smokingAllowed", cottage.smokingAllowed),
      ...(site.registrations ?? []).map(({ number }) => feature("licenseNum", number)),
    ],
  };
}

function feature(name: string, value: boolean | string): Json {
  return { "@type": "LocationFeatureSpecification", name, value };
}

/** The names that Google's vacation rental listings have for amenities; the words for them are the language's. */
const KNOWN =
  "wifi washerDryer kitchen ovenStove microwave fireplace heating ac tv crib childFriendly patio balcony outdoorGrill hotTub ironingBoard beachAccess privateBeachAccess elevator wheelchairAccessible selfCheckinCheckout gymFitnessEquipment freeBreakfast airportShuttle".split(" ");
/** Told only when the owner says of which kind they are. */
const KINDS = [
  ["parking", "parkingType", "Street", "Paid", "Free"],
  ["pool", "poolType", "Indoor", "Outdoor"],
] as const;

/** What is offered by the owner's own words, and nothing that they say is not there. */
export function knownFeatures(amenities: readonly string[], words: Words): (readonly [name: string, value: boolean | string])[] {
  const not = phrases(words.say("amenity.not"));
  const offered = amenities.map((text) => {
    const parts = text.split(",").map(bare);
    const at = parts.findIndex((part) => not.some((phrase) => part.includes(phrase)));
    return parts.slice(0, at === -1 ? parts.length : at).join("");
  });
  const about = (name: string, texts = offered): string[] => {
    const [known, others] = [phrases(words.say(`amenity.${name}`)), phrases(words.say(`amenity.${name}`), true)];
    return texts.filter((text) => known.some((phrase) => text.includes(phrase)) && !others.some((phrase) => text.includes(phrase)));
  };
  const kinds = KINDS.flatMap(([thing, name, ...kinds]) => {
    const kind = kinds.find((each) => about(each.toLowerCase(), about(thing)).length > 0);
    return kind === undefined ? [] : [[name, kind] as const];
  });
  return [...KNOWN.filter((name) => about(name).length > 0).map((name) => [name, true] as const), ...kinds];
}

/** "wi-fi, barbecue*" as whole words of a bare text, a star standing for any letters; "-pool table" is what is meant by others. */
function phrases(list: string, isOther = false): string[] {
  const chosen = list.split(", ").filter((each) => each.startsWith("-") === isOther);
  return chosen.map((each) => bare(each).slice(each.startsWith("*") ? 1 : 0, each.endsWith("*") ? -1 : undefined));
}

/** Small letters, a blank around each word. Comparing these is far cheaper than compiling an expression for each language's letters. */
function bare(text: string): string {
  return ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
}
