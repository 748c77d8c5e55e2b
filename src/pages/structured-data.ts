/**
 * The pages in schema.org's words (JSON-LD): the cottage as search engines read vacation rentals, and what is about it.
 *
 * It says what is known and leaves out what is not: no picture that is not a photograph, no invented score.
 */
import type { Facts } from "../data/datasets.ts";
import type { Draft } from "./page.ts";
import type { Photograph } from "./pictures.ts";
import { shownReviews } from "../fragments/reviews.ts";

type Json = Readonly<Record<string, unknown>>;

/** The front page is the cottage, and every other page is about it. */
export function structuredData(draft: Draft, facts: Facts, photos: readonly Photograph[], baseUrl: string): Json {
  return draft.path === "/" ? vacationRental(facts, photos, baseUrl) : webPage(draft, facts, baseUrl);
}

function webPage({ path, title, description, updated, language }: Draft, { cottage, site }: Facts, baseUrl: string): Json {
  const crumb = (position: number, name: string, item: string): Json => ({ "@type": "ListItem", position, name, item });
  return {
    "@context": "https://schema.org",
    "@type": "WebPage",
    "@id": baseUrl + path,
    name: title,
    description,
    inLanguage: language ?? site.language,
    dateModified: updated ?? site.updated,
    about: { "@id": cottageId(baseUrl) },
    breadcrumb: {
      "@type": "BreadcrumbList",
      itemListElement: [crumb(1, cottage.name, `${baseUrl}/`), crumb(2, title, baseUrl + path)],
    },
  };
}

function cottageId(baseUrl: string): string {
  return `${baseUrl}/#cottage`;
}

function vacationRental(facts: Facts, photos: readonly Photograph[], baseUrl: string): Json {
  const { cottage, site } = facts;
  const { latitude, longitude } = cottage.geo;
  return {
    "@context": "https://schema.org",
    "@type": "VacationRental",
    "@id": cottageId(baseUrl),
    additionalType: "Cottage",
    identifier: site.identifier,
    name: cottage.name,
    description: cottage.description,
    url: cottage.url,
    ...(photos.length === 0 ? {} : { image: photos.map(({ path }) => baseUrl + path) }),
    address: { "@type": "PostalAddress", ...cottage.address },
    geo: { "@type": "GeoCoordinates", latitude, longitude },
    latitude,
    longitude,
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
    ...(cottage.aggregateRating.reviewCount === 0 ? {} : { aggregateRating: aggregateRating(cottage) }),
    review: shownReviews(facts).map(({ author, rating, datePublished, body }) => ({
      "@type": "Review",
      author: { "@type": "Person", name: author },
      datePublished,
      reviewRating: { "@type": "Rating", ratingValue: rating, bestRating: 5, worstRating: 1 },
      reviewBody: body,
    })),
    containsPlace: accommodation({ cottage, site }),
  };
}

function aggregateRating({ aggregateRating: rating }: Facts["cottage"]): Json {
  return { "@type": "AggregateRating", ...rating, ratingCount: rating.reviewCount };
}

function accommodation({ cottage, site }: Pick<Facts, "cottage" | "site">): Json {
  const { king, double } = cottage.bedTypes;
  const beds = [
    { numberOfBeds: king, typeOfBed: "King" },
    { numberOfBeds: double, typeOfBed: "Double" },
  ];
  return {
    "@type": "Accommodation",
    additionalType: "EntirePlace",
    occupancy: { "@type": "QuantitativeValue", value: site.sleeps },
    numberOfBedrooms: cottage.bedrooms,
    numberOfBathroomsTotal: cottage.bathrooms,
    bed: beds.filter(({ numberOfBeds }) => numberOfBeds > 0).map((bed) => ({ "@type": "BedDetails", ...bed })),
    amenityFeature: [
      ...knownFeatures(cottage.amenities),
      feature("petsAllowed", cottage.petsAllowed),
      feature("smokingAllowed", cottage.smokingAllowed),
    ],
  };
}

function feature(name: string, value: boolean | string): Json {
  return { "@type": "LocationFeatureSpecification", name, value };
}

/** What an owner may write, and the name and value that Google's vacation rental listings have for it. */
const KNOWN: readonly (readonly [RegExp, string, boolean | string])[] = [
  [/wi-?fi|wireless internet/i, "wifi", true],
  [/washing machine|washer/i, "washerDryer", true],
  [/\bkitchen\b/i, "kitchen", true],
  [/\boven\b|\bhob\b|\bcooker\b/i, "ovenStove", true],
  [/\bmicrowave\b/i, "microwave", true],
  [/wood-?burn|log burner|fireplace|open fire/i, "fireplace", true],
  [/\bheating\b/i, "heating", true],
  [/air.condition/i, "ac", true],
  [/\bTV\b|television/i, "tv", true],
  [/\bcots?\b|\bcribs?\b/i, "crib", true],
  [/\bpatio\b|\bterrace\b/i, "patio", true],
  [/\bbalcony\b/i, "balcony", true],
  [/barbecue|\bBBQ\b|\bgrill\b/i, "outdoorGrill", true],
  [/hot tub|jacuzzi/i, "hotTub", true],
  [/\biron(?:ing board)?\b/i, "ironingBoard", true],
  [/\bparking\b/i, "parkingType", "Free"],
];

function knownFeatures(amenities: readonly string[]): Json[] {
  const offered = amenities.filter((text) => !/^no\b|\bpaid\b/i.test(text));
  return KNOWN.flatMap(([words, name, value]) =>
    offered.some((text) => words.test(text)) ? [feature(name, value)] : [],
  );
}
