/**
 * The pages in schema.org's words (JSON-LD): the cottage as search engines read vacation rentals, and what is about it.
 *
 * It says what is known and leaves out what is not: no picture that is not a photograph, no invented score.
 */

import { bedsOf } from "../fragments/house.ts";
import { structuredReviews } from "../fragments/reviews.ts";
import { isDrawing } from "../pictures/photographs.ts";
import type { Words } from "../words/words.ts";
import type { ParsedPage, Site } from "./page.ts";

/** The front page is the cottage, and every other page is about it. */
export function structuredData({ path, title, description, updated, language }: ParsedPage, site: Site): object {
  const { facts, baseUrl } = site;
  const id = `${baseUrl}/#cottage`;
  if (path === "/") return { "@context": "https://schema.org", "@id": id, ...vacationRental(site) };
  const crumb = (position: number, name: string, path: string) => ({ "@type": "ListItem", position, name, item: baseUrl + path });
  return {
    "@context": "https://schema.org",
    "@type": "WebPage",
    "@id": baseUrl + path,
    name: title,
    description,
    inLanguage: language,
    dateModified: updated,
    license: facts.site.licence?.url,
    about: { "@id": id },
    breadcrumb: { "@type": "BreadcrumbList", itemListElement: [crumb(1, facts.cottage.name, "/"), crumb(2, title, path)] },
  };
}

function vacationRental({ facts, words, gallery, baseUrl }: Site) {
  const { cottage, site } = facts;
  const { name, description, url, petsAllowed, smokingAllowed, aggregateRating: score } = cottage;
  const photographs = gallery.photos.filter((photo) => !isDrawing(photo));
  const beds = bedsOf(facts).filter(({ kind, count }) => kind !== "cot" && count > 0);
  return {
    "@type": "VacationRental",
    additionalType: "Cottage",
    identifier: site.identifier,
    name,
    description,
    url,
    image: photographs.length === 0 ? undefined : photographs.map(({ path }) => baseUrl + path),
    address: { "@type": "PostalAddress", ...cottage.address },
    geo: { "@type": "GeoCoordinates", ...cottage.geo },
    ...cottage.geo,
    containedInPlace: { "@type": "Place", name: cottage.containedInPlace },
    petsAllowed,
    smokingAllowed,
    priceRange: cottage.priceRange,
    checkinTime: site.checkinTime,
    checkoutTime: site.checkoutTime,
    knowsLanguage: site.languagesSpoken,
    telephone: site.contact.telephone,
    email: site.contact.email,
    sameAs: cottage.sameAs,
    amenityFeature: cottage.amenities.map((name) => feature(name, true)),
    aggregateRating: score.reviewCount === 0 ? undefined : { "@type": "AggregateRating", ...score, ratingCount: score.reviewCount },
    review: structuredReviews(facts).map(({ author, rating, datePublished, body }) => ({
      "@type": "Review",
      author: { "@type": "Person", name: author },
      datePublished,
      reviewRating: { "@type": "Rating", ratingValue: rating, bestRating: 5, worstRating: 1 },
      reviewBody: body,
    })),
    containsPlace: {
      "@type": "Accommodation",
      additionalType: "EntirePlace",
      occupancy: { "@type": "QuantitativeValue", value: site.sleeps },
      numberOfBedrooms: cottage.bedrooms,
      numberOfBathroomsTotal: cottage.bathrooms,
      numberOfRooms: site.rooms,
      floorSize: site.floorArea && { "@type": "QuantitativeValue", value: site.floorArea, unitCode: "MTK" },
      bed: beds.map(({ kind, count }) => ({ "@type": "BedDetails", numberOfBeds: count, typeOfBed: kind.charAt(0).toUpperCase() + kind.slice(1) })),
      amenityFeature: [
        ...knownFeatures(cottage.amenities, words),
        feature("petsAllowed", petsAllowed),
        feature("smokingAllowed", smokingAllowed),
        ...(site.registrations ?? []).map(({ number }) => feature("licenseNum", number)),
      ],
    },
  };
}

function feature(name: string, value: boolean | string) {
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
export function knownFeatures(amenities: readonly string[], words: Words) {
  const saying = (name: string) => finder(words.format(`amenity.${name}`));
  const denies = saying("not");
  const offered = amenities.map((text) => {
    const parts = text.split(",").map(bare);
    return parts.filter((_, index) => !parts.slice(0, index + 1).some(denies)).join("");
  });
  const kinds = KINDS.flatMap(([thing, name, ...kinds]) => {
    const things = offered.filter(saying(thing));
    const kind = kinds.find((each) => things.some(saying(each.toLowerCase())));
    return kind === undefined ? [] : [feature(name, kind)];
  });
  return [...KNOWN.filter((name) => offered.some(saying(name))).map((name) => feature(name, true)), ...kinds];
}

/** Whether a bare text has "wi-fi, barbecue*" as whole words, a star standing for any letters, and not "-pool table". */
function finder(list: string): (text: string) => boolean {
  const phrases = list.split(", ").map((each) => ({
    isMeant: !each.startsWith("-"),
    words: bare(each).slice(each.startsWith("*") ? 1 : 0, each.endsWith("*") ? -1 : undefined),
  }));
  return (text) => {
    const found = phrases.filter(({ words }) => text.includes(words));
    return found.length > 0 && found.every(({ isMeant }) => isMeant);
  };
}

/** Small letters, a blank around each word: far cheaper to compare than to compile an expression for each language's letters. */
function bare(text: string): string {
  const between = /^[\0-\x7f\u2010-\u201f]*$/.test(text) ? /[^a-z0-9]+/g : new RegExp("[^\\p{L}\\p{N}]+", "gu");
  return ` ${text.toLowerCase().replace(between, " ").trim()} `;
}
