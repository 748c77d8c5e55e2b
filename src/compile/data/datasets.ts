/**
 * The data sets of the API and their schemas. Each data set has an endpoint, an OpenAPI operation and an MCP tool.
 */

import { parseCountry } from "../corrections.ts";
import { readBuiltIn } from "../files.ts";
import { array, boolean, constant, DATE, hasDomain, integer, nullableBoolean, number, object } from "./schema.ts";
import { type Infer, type JsonSchema, setDescriptions, string, type StringFormat, URI } from "./schema.ts";
import { LANGUAGE, PLACES_MAX, site } from "./site-schema.ts";

const REVIEWS_LISTED_MAX = 100_000;
const REVIEW_COUNT_MAX = 1_000_000;

const COUNTRY: StringFormat = {
  pattern: "^[A-Z]{2}$",
  expectedCode: "expected-country",
  example: "GB",
  normalize: parseCountry,
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

const CHANNEL: StringFormat = {
  ...URI,
  pattern: "^(?:https://|mailto:[^@]+@|tel:\\+[0-9])[\\x21-\\x7e]+$",
  expectedCode: "expected-channel",
  isValid: (url) => !url.startsWith("https:") || hasDomain(url),
};

const channel = object({ platform: string(), url: string(CHANNEL) }, { supportsInstantBook: nullableBoolean() });

const booking = object({
  object: constant("booking_options"),
  note: string(),
  channels: array(channel, { min: 1 }),
});

/** A data set has the same name as its file. Pages refer to its facts by that name, e.g. `{{cottage.name}}`. */
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
      // In local development, use a placeholder, because the schema rejects a host without a dot.
      if (!baseUrl.includes(".")) return { url: "https://localhost.invalid/" };
      return { url: `${baseUrl.replace("http:", "https:")}/` };
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
      "Prices for dates and free dates are found there only.",
  },
] as const;

export type DataSet = (typeof DATA_SETS)[number];

/** Components of the OpenAPI document. */
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

/** The owner's data, keyed by file name: `facts.cottage.bedrooms` is `bedrooms` in `cottage.json`. */
export type Facts = { readonly [D in DataSet as D["name"]]: Infer<D["schema"]> } & {
  readonly site: Infer<typeof site>;
};

type DataFile = Readonly<{
  name: keyof Facts;
  schema: JsonSchema;
  /** Returns default values for fields that the owner may omit. */
  defaults?: (baseUrl: string) => object;
}>;

export const FILES: readonly DataFile[] = [...DATA_SETS, { name: "site", schema: site }];

const descriptions = JSON.parse(readBuiltIn("fields.json"));
for (const { name, schema } of FILES) setDescriptions(schema, name, descriptions);

/** Returns the data set's summary. For the reviews, appends the owner's note on where they come from. */
export function describeDataSet({ name, summary }: DataSet, { site: { reviewsFrom } }: Facts): string {
  return name === "reviews" && reviewsFrom !== undefined ? `${summary} ${reviewsFrom}` : summary;
}
