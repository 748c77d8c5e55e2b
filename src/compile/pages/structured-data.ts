/**
 * Builds the schema.org JSON-LD that describes the cottage and its pages for search engines.
 */

import { removeTrunkZero } from "../corrections.ts";
import type { Facts } from "../data/datasets.ts";
import { bedsOf } from "../fragments/house.ts";
import { newestReviews } from "../fragments/reviews.ts";
import { isSvg } from "../pictures/photographs.ts";
import type { RenderedPage, Site } from "./page.ts";

const REVIEWS_MAX = 24;

export function structuredData(page: RenderedPage, site: Site): object {
  const context = { "@context": "https://schema.org" };
  if (page.path !== "/") return { ...context, ...webPage(page, site) };
  return { ...context, "@graph": [vacationRental(site), webSite(site), webPage(page, site)] };
}

function webPage({ path, title, description, updated, language }: RenderedPage, { facts, baseUrl }: Site): object {
  return {
    "@type": "WebPage",
    "@id": baseUrl + path,
    url: baseUrl + path,
    name: title,
    description,
    inLanguage: language,
    dateModified: updated,
    license: facts.site.licence?.url,
    isPartOf: { "@id": `${baseUrl}/#site` },
    about: { "@id": `${baseUrl}/#cottage` },
  };
}

function webSite({ facts, baseUrl }: Site): object {
  return {
    "@type": "WebSite",
    "@id": `${baseUrl}/#site`,
    url: `${baseUrl}/`,
    name: facts.cottage.name,
    inLanguage: facts.site.language,
  };
}

function vacationRental({ facts, gallery, baseUrl }: Site): object {
  const { cottage, site } = facts;
  const { telephone, email } = site.contact;
  const rating = cottage.aggregateRating;
  const aggregateRating = { "@type": "AggregateRating", ...rating, ratingCount: rating.reviewCount };
  const photos = gallery.photos.filter(({ path }) => !isSvg(path));
  return {
    "@type": "VacationRental",
    "@id": `${baseUrl}/#cottage`,
    additionalType: site.houseType ?? "Cottage",
    identifier: site.identifier,
    name: cottage.name,
    description: cottage.description,
    url: cottage.url,
    image: photos.length === 0 ? undefined : photos.map(({ path }) => baseUrl + path),
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
    telephone: telephone && removeTrunkZero(telephone),
    email,
    sameAs: cottage.sameAs,
    amenityFeature: cottage.amenities.map((name) => feature(name, true)),
    aggregateRating: rating.reviewCount === 0 ? undefined : aggregateRating,
    review: reviewsJsonLd(facts),
    potentialAction: reserveActions(facts),
    containsPlace: accommodationJsonLd(facts),
  };
}

function reviewsJsonLd({ reviews: { reviews }, site }: Facts): object[] {
  return newestReviews(reviews, REVIEWS_MAX).map(({ author, rating, datePublished, body, language }) => ({
    "@type": "Review",
    author: { "@type": "Person", name: author },
    datePublished,
    inLanguage: language ?? site.language,
    reviewRating: { "@type": "Rating", ratingValue: rating, bestRating: 5, worstRating: 1 },
    reviewBody: body,
  }));
}

function reserveActions({ booking }: Facts): object[] {
  const webChannels = booking.channels.filter(({ url }) => url.startsWith("https:"));
  return webChannels.map(({ platform, url }) => ({ "@type": "ReserveAction", name: platform, target: url }));
}

/** Describes rooms, beds and features with the properties that Google supports for vacation rentals. */
function accommodationJsonLd(facts: Facts): object {
  const { cottage, site } = facts;
  // A cot is for a baby and does not count as a bed.
  const beds = bedsOf(facts).filter(({ kind, count }) => kind !== "cot" && count > 0);
  // MTK is the UN/CEFACT code of the square metre.
  const floorSize = site.floorArea && { "@type": "QuantitativeValue", value: site.floorArea, unitCode: "MTK" };
  return {
    "@type": "Accommodation",
    additionalType: "EntirePlace",
    occupancy: { "@type": "QuantitativeValue", value: site.sleeps },
    numberOfBedrooms: cottage.bedrooms,
    numberOfBathroomsTotal: cottage.bathrooms,
    numberOfRooms: site.rooms,
    floorSize,
    bed: beds.map(({ kind, count }) => ({
      "@type": "BedDetails",
      numberOfBeds: count,
      typeOfBed: kind.charAt(0).toUpperCase() + kind.slice(1),
    })),
    amenityFeature: accommodationFeatures(facts),
  };
}

function accommodationFeatures({ cottage, site }: Facts): object[] {
  const features: object[] = [];
  for (const name of new Set(site.features)) {
    // Most features have the same name in Google's schema and take the value true.
    const [googleName, value] = GOOGLE_FEATURES[name] ?? [name, true];
    features.push(feature(googleName, value));
  }
  features.push(feature("petsAllowed", cottage.petsAllowed), feature("smokingAllowed", cottage.smokingAllowed));
  // Only one `licenseNum` is possible.
  const firstRegistration = site.registrations?.[0];
  if (firstRegistration !== undefined) features.push(feature("licenseNum", firstRegistration.number));
  return features;
}

const GOOGLE_FEATURES: Readonly<Record<string, readonly [name: string, value: string]>> = {
  freeParking: ["parkingType", "Free"],
  paidParking: ["parkingType", "Paid"],
  streetParking: ["parkingType", "Street"],
  indoorPool: ["poolType", "Indoor"],
  outdoorPool: ["poolType", "Outdoor"],
};

function feature(name: string, value: boolean | string): object {
  return { "@type": "LocationFeatureSpecification", name, value };
}
