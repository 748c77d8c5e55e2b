/**
 * The data sets of the API: their schemas, and a table with one row for each.
 *
 * Other modules turn a row into an endpoint, an OpenAPI operation, an MCP tool, and facts for pages.
 */

import { fileURLToPath } from "node:url";
import { completeWebAddress } from "../corrections.ts";
import { readText } from "../files.ts";
import { boolean, constant, date, integer, latitude, list, nullableBoolean, number, record } from "./schema.ts";
import { describe, type Infer, type JsonSchema, type StringFormat, string, text, uri } from "./schema.ts";
import { LANGUAGE, PLACES_MAX, site } from "./site-schema.ts";

/** Maximum number of reviews. The size of their file is limited too. */
const REVIEWS_MAX = 100_000;
/** Maximum value of a review count. */
const COUNT_MAX = 1_000_000;
/** Maximum size of `content/fields.json`. */
const DESCRIPTIONS_BYTES_MAX = 100_000;

const COUNTRY: StringFormat = { pattern: "^[A-Z]{2}$", expected: "expected-country", example: "GB" };

const address = record({
  streetAddress: text(),
  addressLocality: text(),
  addressRegion: text(),
  postalCode: text(),
  addressCountry: string(COUNTRY),
});

const geo = record({ latitude: latitude(), longitude: number(-180, 180) });

const aggregateRating = record({
  ratingValue: number(0, 10),
  reviewCount: integer(0, COUNT_MAX),
  bestRating: number(1, 10),
  worstRating: number(0, 10),
});

const cottage = record({
  object: constant("cottage"),
  name: text(),
  type: constant("LodgingBusiness"),
  description: text(),
  url: uri(),
  address,
  geo,
  containedInPlace: text(),
  bedrooms: integer(0, 50),
  bathrooms: integer(0, 50),
  bedTypes: record({ king: integer(0, 50), double: integer(0, 50) }),
  amenities: list(text(), { min: 1 }),
  petsAllowed: boolean(),
  smokingAllowed: boolean(),
  priceRange: text(),
  aggregateRating,
  sameAs: list(uri()),
});

const review = record(
  { author: text(), rating: integer(1, 5), datePublished: date(), body: text() },
  { language: string(LANGUAGE) },
);

const reviews = record({
  object: constant("review_list"),
  ratingValue: number(0, 10),
  reviewCount: integer(0, COUNT_MAX),
  reviews: list(review, { max: REVIEWS_MAX }),
});

const attraction = record({ name: text(), distanceFromCottage: text(), summary: text() });

const attractions = record({
  object: constant("attraction_list"),
  attractions: list(attraction, { max: PLACES_MAX }),
});

/** A link to book or enquire: `https:`, `mailto:` or `tel:`. */
const CHANNEL: StringFormat = {
  format: "uri",
  pattern: "^(?:https://|mailto:[^@]+@|tel:\\+[0-9])[\\x21-\\x7e]+$",
  expected: "expected-channel",
  example: "https://www.example.com/cottage",
  accepts: (text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname } = new URL(text);
    return protocol !== "https:" || hostname.includes(".");
  },
  correct: completeWebAddress,
};

const channel = record(
  { platform: text(), url: string(CHANNEL) },
  { supportsInstantBook: nullableBoolean() },
);

const booking = record({
  object: constant("booking_options"),
  note: text(),
  channels: list(channel, { min: 1 }),
});

type DataSet = Readonly<{
  /** Name of the file without `.json`. Pages use it to refer to facts, e.g. `{{cottage.name}}`. */
  name: string;
  path: `/api/v1/${string}`;
  schema: JsonSchema;
  operationId: string;
  tool: string;
  title: string;
  /** Says what the data contains and when to use it; read by API developers and by models that choose a tool. */
  summary: string;
  /** Returns values for fields that the owner may omit, because they can be derived from the base URL. */
  defaults?: (baseUrl: string) => object;
}>;

export const DATA_SETS = [
  {
    name: "cottage",
    path: "/api/v1/cottage",
    schema: cottage,
    operationId: "getCottage",
    tool: "get-cottage",
    title: "Cottage profile",
    summary:
      "The property profile: name, description, address and position, bedrooms, bathrooms and beds, amenities, pet " +
      "and smoking policy, price range, and overall rating.",
    defaults: (baseUrl) => {
      // The schema does not accept "localhost", so a site on the owner's machine has a placeholder address.
      if (!baseUrl.includes(".")) return { url: "https://localhost.invalid/" };
      return { url: `${baseUrl.replace("http:", "https:")}/` };
    },
  },
  {
    name: "reviews",
    path: "/api/v1/reviews",
    schema: reviews,
    operationId: "listGuestReviews",
    tool: "list-reviews",
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
    tool: "list-attractions",
    title: "Local attractions",
    summary:
      "Places to go near the cottage: name, distance from the cottage in words, and a short description of each.",
  },
  {
    name: "booking",
    path: "/api/v1/booking",
    schema: booking,
    operationId: "getBookingOptions",
    tool: "get-booking-options",
    title: "Booking options",
    summary:
      "Where the cottage can be booked or enquired about: platforms with links, and whether each confirms at once. " +
      "Prices for dates and free dates are found there only.",
  },
] as const satisfies readonly DataSet[];

/** Schemas that are components of the OpenAPI document, by component name. */
export const NAMED_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
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

/** All facts, by the name of their file without `.json`, e.g. `facts.cottage.bedrooms`. */
export type Facts = { readonly [Row in (typeof DATA_SETS)[number] as Row["name"]]: Infer<Row["schema"]> } & {
  readonly site: Infer<typeof site>;
};

/** A data file that the owner writes. */
export type DataFile = Pick<DataSet, "schema" | "defaults"> & { readonly name: keyof Facts };

/** All data files: those of the data sets, and `site.json`, whose facts only pages need. */
export const FILES: readonly DataFile[] = [
  ...DATA_SETS,
  { name: "site", schema: site },
];

// Add the field descriptions of the program's own content folder to the schemas.
const contentFolder = fileURLToPath(new URL("../../../content", import.meta.url));
const { content: descriptions } = readText(contentFolder, "fields.json", DESCRIPTIONS_BYTES_MAX);
if (descriptions !== undefined) {
  const byPath = JSON.parse(descriptions);
  for (const { name, schema } of FILES) describe(schema, name, byPath);
}

/** Returns the summary of a data set. For reviews, adds the owner's sentence on where they come from. */
export function summaryOf({ name, summary }: DataSet, { site: { reviewsFrom } }: Facts): string {
  return name === "reviews" && reviewsFrom !== undefined ? `${summary} ${reviewsFrom}` : summary;
}
