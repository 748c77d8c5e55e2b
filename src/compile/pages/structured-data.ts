/**
 * Describes the cottage and its pages as schema.org JSON-LD for search engines.
 */

import { removeTrunkZero } from "../corrections.ts";
import type { Facts } from "../data/datasets.ts";
import { bedsOf } from "../fragments/fragments.ts";
import { isUnset } from "../fragments/sketch-map.ts";
import { type Gallery, isSvg } from "../pictures/photographs.ts";
import { capitalize } from "./languages.ts";
import type { RenderedPage, SiteContext } from "./page.ts";

const REVIEWS_MAX = 24;

/** Returns JSON-LD about the page and, for the front page, about the cottage and the website. */
export function structuredData(page: RenderedPage, site: SiteContext): object {
  const context = { "@context": "https://schema.org" };
  if (page.path !== "/") return { ...context, ...webPageJsonLd(page, site) };
  const { facts, baseUrl } = site;
  const webSite = {
    "@type": "WebSite",
    "@id": `${baseUrl}/#site`,
    url: `${baseUrl}/`,
    name: facts.cottage.name,
    inLanguage: facts.site.language,
  };
  return { ...context, "@graph": [vacationRentalJsonLd(site), webSite, webPageJsonLd(page, site)] };
}

function webPageJsonLd(page: RenderedPage, { facts, baseUrl }: SiteContext) {
  const { path, title, description, updated, language } = page;
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

function vacationRentalJsonLd({ facts, gallery, baseUrl }: SiteContext) {
  const { cottage, site } = facts;
  const { name, description, url, petsAllowed, smokingAllowed, priceRange, sameAs } = cottage;
  const { telephone, email } = site.contact;
  const position = isUnset(cottage.geo) ? undefined : cottage.geo;
  return {
    "@type": "VacationRental",
    "@id": `${baseUrl}/#cottage`,
    additionalType: site.houseType ?? "Cottage",
    identifier: site.identifier,
    name,
    description,
    url,
    image: imageUrls(gallery, baseUrl),
    address: { "@type": "PostalAddress", ...cottage.address },
    geo: position && { "@type": "GeoCoordinates", ...position },
    ...position,
    containedInPlace: { "@type": "Place", name: cottage.containedInPlace },
    petsAllowed,
    smokingAllowed,
    priceRange,
    checkinTime: site.checkinTime,
    checkoutTime: site.checkoutTime,
    knowsLanguage: site.languagesSpoken,
    telephone: telephone && removeTrunkZero(telephone),
    email,
    sameAs,
    amenityFeature: cottage.amenities.map((amenity) => feature(amenity, true)),
    additionalProperty: site.goodToKnow?.map((value) => ({ "@type": "PropertyValue", name: "goodToKnow", value })),
    aggregateRating: ratingJsonLd(cottage),
    review: reviewsJsonLd(facts),
    potentialAction: bookingJsonLd(facts),
    containsPlace: accommodationJsonLd(facts),
  };
}

function imageUrls({ photos }: Gallery, baseUrl: string): string[] | undefined {
  const paths = photos.map(({ path }) => path).filter((path) => !isSvg(path));
  return paths.length === 0 ? undefined : paths.map((path) => baseUrl + path);
}

function ratingJsonLd({ aggregateRating }: Facts["cottage"]) {
  const { reviewCount } = aggregateRating;
  if (reviewCount === 0) return undefined;
  return { "@type": "AggregateRating", ...aggregateRating, ratingCount: reviewCount };
}

function bookingJsonLd({ booking }: Facts) {
  const channels = booking.channels.filter(({ url, supportsInstantBook }) => {
    const isWebsite = url.startsWith("https:");
    // `supportsInstantBook` is null for a website that takes no bookings, e.g. a social network.
    return isWebsite && supportsInstantBook !== null;
  });
  return channels.map(({ platform, url }) => ({ "@type": "ReserveAction", name: platform, target: url }));
}

function reviewsJsonLd(facts: Facts) {
  const reviews = facts.reviews.reviews.slice(0, REVIEWS_MAX);
  return reviews.map(({ author, rating, datePublished, body, language }) => ({
    "@type": "Review",
    author: { "@type": "Person", name: author },
    datePublished,
    inLanguage: language ?? facts.site.language,
    reviewRating: { "@type": "Rating", ratingValue: rating, bestRating: 5, worstRating: 1 },
    reviewBody: body,
  }));
}

function accommodationJsonLd(facts: Facts) {
  const { cottage, site } = facts;
  const { floorArea } = site;
  return {
    "@type": "Accommodation",
    additionalType: "EntirePlace",
    occupancy: { "@type": "QuantitativeValue", value: site.sleeps },
    numberOfBedrooms: cottage.bedrooms,
    numberOfBathroomsTotal: cottage.bathrooms,
    numberOfRooms: site.rooms,
    // MTK is the UN/CEFACT code for the square metre.
    floorSize: floorArea && { "@type": "QuantitativeValue", value: floorArea, unitCode: "MTK" },
    bed: bedsJsonLd(facts),
    amenityFeature: accommodationFeatures(facts),
  };
}

/** Describes the beds, except cots, which are only for babies. */
function bedsJsonLd(facts: Facts) {
  const beds = bedsOf(facts).filter(({ kind, count }) => kind !== "cot" && count > 0);
  return beds.map(({ kind, count }) => ({ "@type": "BedDetails", numberOfBeds: count, typeOfBed: capitalize(kind) }));
}

function accommodationFeatures({ cottage, site }: Facts) {
  const uniqueNames = [...new Set(site.features)];
  const features = uniqueNames.map(googleFeature);
  features.push(feature("petsAllowed", cottage.petsAllowed), feature("smokingAllowed", cottage.smokingAllowed));
  // Google accepts only one registration number, so use the first.
  const firstRegistration = site.registrations?.[0];
  if (firstRegistration !== undefined) features.push(feature("licenseNum", firstRegistration.number));
  return features;
}

/** Google expects "freeParking" as a feature `parkingType` with the value "Free". Other features keep their names. */
function googleFeature(name: string): object {
  const [, type, facility] = /^(\w+)(Parking|Pool)$/.exec(name) ?? [];
  if (type === undefined || facility === undefined) return feature(name, true);
  return feature(`${facility.toLowerCase()}Type`, capitalize(type));
}

function feature(name: string, value: boolean | string): object {
  return { "@type": "LocationFeatureSpecification", name, value };
}
