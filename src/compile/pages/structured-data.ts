/**
 * Describes the cottage and the pages to search engines in schema.org terms (JSON-LD).
 *
 * It infers nothing: images are photographs only, and amenities are those that the owner lists.
 */

import { withoutTrunkZero } from "../corrections.ts";
import type { Facts } from "../data/datasets.ts";
import { bedsOf } from "../fragments/house.ts";
import { newestReviews } from "../fragments/reviews.ts";
import { isDrawing } from "../pictures/photographs.ts";
import type { ParsedPage, Site } from "./page.ts";

const CONTEXT = "https://schema.org";
const REVIEWS_MAX = 24;

/** Returns JSON-LD for one page. On the front page it also describes the cottage and the site. */
export function structuredData(page: ParsedPage, site: Site): object {
  if (page.path === "/") {
    return { "@context": CONTEXT, "@graph": [vacationRental(site), webSite(site), webPage(page, site)] };
  }
  return { "@context": CONTEXT, ...webPage(page, site) };
}

function webPage({ path, title, description, updated, language }: ParsedPage, { facts, baseUrl }: Site): object {
  return {
    "@type": "WebPage",
    "@id": baseUrl + path,
    url: baseUrl + path,
    name: title,
    description,
    inLanguage: language,
    dateModified: updated,
    license: facts.site.licence?.url,
    isPartOf: { "@id": siteId(baseUrl) },
    about: { "@id": cottageId(baseUrl) },
  };
}

function webSite({ facts, baseUrl }: Site): object {
  return {
    "@type": "WebSite",
    "@id": siteId(baseUrl),
    url: `${baseUrl}/`,
    name: facts.cottage.name,
    inLanguage: facts.site.language,
  };
}

function cottageId(baseUrl: string): string {
  return `${baseUrl}/#cottage`;
}

function siteId(baseUrl: string): string {
  return `${baseUrl}/#site`;
}

function vacationRental({ facts, gallery, baseUrl }: Site): object {
  const { cottage, site } = facts;
  const photographs = gallery.photos.filter(({ path }) => !isDrawing(path));
  return {
    "@type": "VacationRental",
    "@id": cottageId(baseUrl),
    additionalType: site.houseType ?? "Cottage",
    identifier: site.identifier,
    name: cottage.name,
    description: cottage.description,
    url: cottage.url,
    image: photographs.length === 0 ? undefined : photographs.map(({ path }) => baseUrl + path),
    address: { "@type": "PostalAddress", ...cottage.address },
    geo: { "@type": "GeoCoordinates", ...cottage.geo },
    ...cottage.geo,
    containedInPlace: { "@type": "Place", name: cottage.containedInPlace },
    petsAllowed: cottage.petsAllowed,
    smokingAllowed: cottage.smokingAllowed,
    priceRange: cottage.priceRange,
    checkinTime: site.checkinTime,
    checkoutTime: site.checkoutTime,
    knowsLanguage: site.languagesSpoken,
    telephone: site.contact.telephone === undefined ? undefined : withoutTrunkZero(site.contact.telephone),
    email: site.contact.email,
    sameAs: cottage.sameAs,
    amenityFeature: cottage.amenities.map((name) => feature(name, true)),
    aggregateRating: aggregateRating(facts),
    review: reviews(facts),
    potentialAction: reserveActions(facts),
    containsPlace: accommodation(facts),
  };
}

function aggregateRating({ cottage }: Facts): object | undefined {
  const rating = cottage.aggregateRating;
  if (rating.reviewCount === 0) return undefined;
  return { "@type": "AggregateRating", ...rating, ratingCount: rating.reviewCount };
}

function reviews(facts: Facts): object[] {
  const newest = newestReviews(facts.reviews.reviews, REVIEWS_MAX);
  return newest.map(({ author, rating, datePublished, body, language }) => ({
    "@type": "Review",
    author: { "@type": "Person", name: author },
    datePublished,
    inLanguage: language ?? facts.site.language,
    reviewRating: { "@type": "Rating", ratingValue: rating, bestRating: 5, worstRating: 1 },
    reviewBody: body,
  }));
}

/** Returns the booking channels that are web pages. Others are email addresses and telephone numbers. */
function reserveActions({ booking }: Facts): object[] {
  const channels = booking.channels.filter(({ url }) => url.startsWith("https:"));
  return channels.map(({ platform, url }) => ({ "@type": "ReserveAction", name: platform, target: url }));
}

/** Describes the rooms, beds and features of the cottage with the properties that Google reads for vacation rentals. */
function accommodation(facts: Facts): object {
  const { cottage, site } = facts;
  const beds = bedsOf(facts).filter(({ kind, count }) => kind !== "cot" && count > 0);
  const registration = site.registrations?.[0];
  return {
    "@type": "Accommodation",
    additionalType: "EntirePlace",
    occupancy: { "@type": "QuantitativeValue", value: site.sleeps },
    numberOfBedrooms: cottage.bedrooms,
    numberOfBathroomsTotal: cottage.bathrooms,
    numberOfRooms: site.rooms,
    floorSize: site.floorArea && { "@type": "QuantitativeValue", value: site.floorArea, unitCode: "MTK" },
    bed: beds.map(({ kind, count }) => ({
      "@type": "BedDetails",
      numberOfBeds: count,
      typeOfBed: kind.charAt(0).toUpperCase() + kind.slice(1),
    })),
    amenityFeature: [
      ...googleFeatures(site.features ?? []),
      feature("petsAllowed", cottage.petsAllowed),
      feature("smokingAllowed", cottage.smokingAllowed),
      ...(registration === undefined ? [] : [feature("licenseNum", registration.number)]),
    ],
  };
}

type FeatureName = NonNullable<Facts["site"]["features"]>[number];

/** Features that Google expects as a property with a text value. The value of all others is `true`. */
const VALUED_FEATURES: Partial<Record<FeatureName, readonly [name: string, value: string]>> = {
  freeParking: ["parkingType", "Free"],
  paidParking: ["parkingType", "Paid"],
  streetParking: ["parkingType", "Street"],
  indoorPool: ["poolType", "Indoor"],
  outdoorPool: ["poolType", "Outdoor"],
};

function googleFeatures(names: readonly FeatureName[]): object[] {
  return [...new Set(names)].map((name) => {
    const [googleName, value] = VALUED_FEATURES[name] ?? [name, true];
    return feature(googleName, value);
  });
}

function feature(name: string, value: boolean | string): object {
  return { "@type": "LocationFeatureSpecification", name, value };
}
