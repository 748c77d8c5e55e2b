/**
 * Defines the owner's data files and their schemas. The API publishes each of these files except `site.json`.
 */

import { LANGUAGES, readBuiltIn } from "../built-in.ts";
import { isRecord } from "../json/json.ts";
import { array, boolean, choice, constant, DATE, hasDomain, integer, nullableBoolean, number } from "./schema.ts";
import { type Infer, object, type Schema, setDescriptions, string, type StringFormat, URI } from "./schema.ts";

export const PLACES_MAX = 100;
const REVIEWS_LISTED_MAX = 100_000;
const REVIEW_COUNT_MAX = 1_000_000;
/** Maximum number of notes. They are in the description of an MCP tool, which has at most 2,000 characters. */
const GOOD_TO_KNOW_MAX = 12;

const WORD = { pattern: "^[A-Za-z0-9._-]+$", expectedCode: "expected-word", example: "wrenfold-cottage" } as const;
const FILE: StringFormat = { ...WORD, expectedCode: "expected-file", example: "kitchen.jpg" };
const TIME: StringFormat = {
  pattern: "^(?:[01]\\d|2[0-3]):[0-5]\\d$",
  expectedCode: "expected-time",
  example: "16:00",
};
const EMAIL: StringFormat = {
  pattern: "^[^\\s@<>\",;]+@[^\\s@<>\",;]+\\.[^\\s@<>\",;]+$",
  expectedCode: "expected-email",
  example: "hello@example.com",
};
const TELEPHONE: StringFormat = {
  pattern: "^\\+[0-9][0-9 ()-]{5,25}$",
  expectedCode: "expected-telephone",
  example: "+44 1632 960147",
};
const VERIFICATION_CODE: StringFormat = {
  pattern: "^[A-Za-z0-9_=-]{4,200}$",
  expectedCode: "expected-code",
  example: "dBw5CvburAxi537Rp9qi",
};
const SPDX_LICENCE = { pattern: "^[A-Za-z0-9.+-]+$", expectedCode: "expected-spdx", example: "CC-BY-4.0" } as const;
/** A language tag with optional script, region and variant (RFC 5646, section 2.1). */
const LANGUAGE: StringFormat = {
  pattern: "^[a-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?(?:-[A-Za-z0-9]{5,8})?$",
  expectedCode: "expected-language",
  example: "en-GB",
  isValid: (tag) => isLanguageCode(tag.replace(/-.*/, "")),
};
/** URL of a translated version of this site. It has no path, because pages have the same paths on both sites. */
const TRANSLATION_URL: StringFormat = {
  ...URI,
  pattern: "^https://[A-Za-z0-9.-]+(?::[0-9]{1,5})?/?$",
  expectedCode: "expected-origin",
  example: "https://de.cottage.example",
};
const COUNTRY: StringFormat = { pattern: "^[A-Z]{2}$", expectedCode: "expected-country", example: "GB" };
const CHANNEL: StringFormat = {
  ...URI,
  pattern: "^(?:https://|mailto:[^@]+@|tel:\\+[0-9])[\\x21-\\x7e]+$",
  expectedCode: "expected-channel",
  isValid: (url) => !url.startsWith("https:") || hasDomain(url),
};

const address = object({
  streetAddress: string(),
  addressLocality: string(),
  addressRegion: string(),
  postalCode: string(),
  addressCountry: string(COUNTRY),
});

const geo = object({ latitude: number(-90, 90), longitude: number(-180, 180) });

const aggregateRating = object({
  ratingValue: number(0, 10),
  reviewCount: integer(0, REVIEW_COUNT_MAX),
  bestRating: number(1, 10),
  worstRating: number(0, 10),
});

const cottage = object({
  object: constant("cottage"),
  name: string(),
  type: constant("LodgingBusiness"),
  description: string(),
  url: string(URI),
  address,
  geo,
  containedInPlace: string(),
  bedrooms: integer(0, 50),
  bathrooms: integer(0, 50),
  bedTypes: object({ king: integer(0, 50), double: integer(0, 50) }),
  amenities: array(string(), { min: 1 }),
  petsAllowed: boolean(),
  smokingAllowed: boolean(),
  priceRange: string(),
  aggregateRating,
  sameAs: array(string(URI)),
});

const review = object(
  { author: string(), rating: integer(1, 5), datePublished: string(DATE), body: string() },
  { language: string(LANGUAGE) },
);

const reviews = object({
  object: constant("review_list"),
  ratingValue: number(0, 10),
  reviewCount: integer(0, REVIEW_COUNT_MAX),
  reviews: array(review, { max: REVIEWS_LISTED_MAX }),
});

const attraction = object({ name: string(), distanceFromCottage: string(), summary: string() });

const attractions = object({
  object: constant("attraction_list"),
  attractions: array(attraction, { max: PLACES_MAX }),
});

const channel = object({ platform: string(), url: string(CHANNEL) }, { supportsInstantBook: nullableBoolean() });

const booking = object({
  object: constant("booking_options"),
  note: string(),
  channels: array(channel, { min: 1 }),
});

/** Features, named as in Google's structured data for vacation rentals. */
const FEATURES = [
  "wifi", "washerDryer", "kitchen", "ovenStove", "microwave", "fireplace", "heating", "ac", "tv", "crib",
  "childFriendly", "patio", "balcony", "outdoorGrill", "hotTub", "ironingBoard", "beachAccess", "privateBeachAccess",
  "elevator", "wheelchairAccessible", "selfCheckinCheckout", "gymFitnessEquipment", "freeBreakfast", "airportShuttle",
  "freeParking", "paidParking", "streetParking", "indoorPool", "outdoorPool",
] as const;

const bed = object(
  { kind: choice(["king", "queen", "double", "single", "bunk", "sofa bed", "cot"]), count: integer(1, 50) },
  { room: string() },
);

const contact = object(
  { name: string(), email: string(EMAIL) },
  {
    telephone: string(TELEPHONE),
    whatsapp: string(TELEPHONE),
    repliesWithinHours: integer(1, 72),
    about: string(),
    portrait: string({ ...FILE, example: "anna.jpg" }),
  },
);

const place = object({ name: string(), latitude: number(-90, 90), longitude: number(-180, 180) });

const licence = object(
  { name: string() },
  { identifier: string(SPDX_LICENCE), url: string(URI), coversReviews: boolean() },
);

export const site = object(
  {
    identifier: string(WORD),
    language: string(LANGUAGE),
    sleeps: integer(1, 100),
    checkinTime: string(TIME),
    checkoutTime: string({ ...TIME, example: "10:00" }),
    languagesSpoken: array(string(LANGUAGE), { min: 1 }),
    contact,
    emergencyNumber: string(),
    updated: string(DATE),
  },
  {
    map: array(place, { max: PLACES_MAX }),
    photos: array(object({ file: string(FILE), alt: string() })),
    beds: array(bed),
    goodToKnow: array(string(), { max: GOOD_TO_KNOW_MAX }),
    houseType: choice(["Apartment", "Bungalow", "Cabin", "Chalet", "Cottage", "Gite", "House", "Villa"]),
    features: array(choice(FEATURES), { max: FEATURES.length }),
    rooms: integer(1, 100),
    floorArea: number(5, 10_000),
    licence,
    reviewsFrom: string(),
    registrations: array(object({ name: string(), number: string() })),
    translations: array(object({ language: string(LANGUAGE), url: string(TRANSLATION_URL) })),
    verification: object({}, {
      google: string(VERIFICATION_CODE),
      bing: string(VERIFICATION_CODE),
    }),
    contentSignals: object({}, { search: boolean(), aiInput: boolean(), aiTrain: boolean() }),
  },
);

/** Each `name` is a file name without ".json". Placeholders in pages start with it, e.g. `{{cottage.bedrooms}}`. */
export const DATA_SETS = [
  {
    name: "cottage",
    path: "/api/v1/cottage",
    schema: cottage,
    operationId: "getCottage",
    toolName: "get-cottage",
    title: "Cottage profile",
    summary:
      "The property profile: name, description, address and position, bedrooms, bathrooms and beds, amenities, pet " +
      "and smoking policy, price range, and overall rating.",
    defaults: (baseUrl: string) => {
      // The schema requires HTTPS and a dot in the host name, so replace a URL such as `http://localhost:3000`.
      const origin = baseUrl.includes(".") ? baseUrl.replace("http:", "https:") : "https://localhost.invalid";
      return { url: `${origin}/` };
    },
  },
  {
    name: "reviews",
    path: "/api/v1/reviews",
    schema: reviews,
    operationId: "listGuestReviews",
    toolName: "list-reviews",
    title: "Guest reviews",
    summary:
      "Guest reviews of the cottage: average rating, number of reviews, and each listed review with author, stars, " +
      "date and text.",
  },
  {
    name: "attractions",
    path: "/api/v1/attractions",
    schema: attractions,
    operationId: "listAttractions",
    toolName: "list-attractions",
    title: "Local attractions",
    summary:
      "Places to go near the cottage: name, distance from the cottage in words, and a short description of each.",
  },
  {
    name: "booking",
    path: "/api/v1/booking",
    schema: booking,
    operationId: "getBookingOptions",
    toolName: "get-booking-options",
    title: "Booking options",
    summary:
      "Where the cottage can be booked or enquired about: platforms with links, and whether each confirms at once. " +
      "Only they have free dates and prices for dates.",
  },
] as const;

export type DataSet = (typeof DATA_SETS)[number];

/** Schemas of the OpenAPI document's `components`, by name. */
export const NAMED_SCHEMAS = {
  Cottage: cottage,
  ReviewList: reviews,
  AttractionList: attractions,
  BookingOptions: booking,
  Address: address,
  GeoCoordinates: geo,
  Review: review,
  Attraction: attraction,
  BookingChannel: channel,
};

/** The owner's data, keyed by file name without ".json". */
export type Facts = { readonly [D in DataSet as D["name"]]: Infer<D["schema"]> } & {
  readonly site: SiteFacts;
};

export type SiteFacts = Infer<typeof site>;

export type DataFile = Readonly<{
  name: keyof Facts;
  schema: Schema<unknown>;
  defaults?: (baseUrl: string) => object;
}>;

export const FILES: readonly DataFile[] = [...DATA_SETS, { name: "site", schema: site }];

const DESCRIPTIONS = JSON.parse(readBuiltIn("fields.json"));
for (const { name, schema } of FILES) setDescriptions(schema, name, DESCRIPTIONS);

/** Accepts a language code, e.g. "el" for Greek. Rejects "gr", a country code, and "ell", Greek's three-letter code. */
function isLanguageCode(code: string): boolean {
  // Accept the built-in languages without loading `Intl`, which is slow.
  if (LANGUAGES.some((language) => language === code)) return true;
  if (code.length === 3) return Intl.getCanonicalLocales(code).every((canonical) => canonical.length > 2);
  return new Intl.DisplayNames("en", { type: "language", fallback: "none" }).of(code) !== undefined;
}

/** Lists the strings and numbers in an object with their paths, e.g. `cottage.geo.latitude`. Skips arrays. */
export function factsWithPaths(value: unknown, path = ""): (readonly [path: string, fact: string | number])[] {
  if (typeof value === "string" || typeof value === "number") return [[path, value]];
  if (!isRecord(value)) return [];
  const prefix = path === "" ? "" : `${path}.`;
  return Object.entries(value).flatMap(([name, property]) => factsWithPaths(property, prefix + name));
}

/** Matches the words for "fill in" in each language, which mark missing text in template files. */
export const FILL_IN_PLACEHOLDER = /FILL IN|AUSFÜLLEN|À COMPLÉTER|POR COMPLETAR|DA COMPILARE|INVULLEN/;
