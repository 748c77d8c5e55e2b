/**
 * The data sets: their schemas, and the one table that everything about them is derived from.
 *
 * A row here becomes an endpoint, an OpenAPI operation and schema, an MCP tool, and facts for pages.
 */

import { webAddressIn } from "../corrections.ts";
import {
  boolean,
  constant,
  date,
  type Infer,
  integer,
  type JsonSchema,
  latitude,
  list,
  nullableBoolean,
  number,
  record,
  type StringFormat,
  string,
  text,
  uri,
} from "./schema.ts";
import { LANGUAGE, PLACES_MAX, site } from "./site-schema.ts";

/** Maximum number of reviews. Their file has a limit in bytes as well. */
const REVIEWS_MAX = 100_000;
const AMENITIES_MAX = 500;
const ADDRESSES_MAX = 100;
const CHANNELS_MAX = 100;

const COUNTRY: StringFormat = {
  pattern: "^[A-Z]{2}$",
  expected: "expected-country",
  example: "GB",
};

const address = record("Where the cottage stands", {
  streetAddress: text("House name or number, and street"),
  addressLocality: text("Town or village"),
  addressRegion: text("County, state or region"),
  postalCode: text("Postal code"),
  addressCountry: string("Country, as an ISO 3166-1 code of two letters", COUNTRY),
});

const geo = record("The cottage's position (WGS 84)", {
  latitude: latitude("Degrees north of the equator; negative to the south"),
  longitude: number("Degrees east of Greenwich; negative to the west", -180, 180),
});

const cottage = record("The property profile", {
  object: constant("What this object is", "cottage"),
  name: text("The cottage's name"),
  type: constant("Its type in schema.org's vocabulary", "LodgingBusiness"),
  description: text("What it is like to stay there"),
  url: uri("The cottage's own web address"),
  address,
  geo,
  containedInPlace: text("The area around it, as people call it"),
  bedrooms: integer("Number of bedrooms", 0, 50),
  bathrooms: integer("Number of bathrooms", 0, 50),
  bedTypes: record("How many beds there are of each size", {
    king: integer("Number of king-size beds", 0, 50),
    double: integer("Number of double beds", 0, 50),
  }),
  amenities: list("What a guest finds there", text("One amenity"), { min: 1, max: AMENITIES_MAX }),
  petsAllowed: boolean("Whether pets may come along"),
  smokingAllowed: boolean("Whether smoking is allowed indoors"),
  priceRange: text("What a night costs, roughly, as text; no offer, the booking channels have the price"),
  aggregateRating: record("The rating across all platforms", {
    ratingValue: number("Average rating", 0, 10),
    reviewCount: integer("Number of reviews it is the average of", 0, 1_000_000),
    bestRating: number("The best rating that can be given", 1, 10),
    worstRating: number("The worst rating that can be given", 0, 10),
  }),
  sameAs: list("The same cottage elsewhere on the web", uri("One address"), { max: ADDRESSES_MAX }),
});

const review = record(
  "What one guest wrote after a stay",
  {
    author: text("The guest's name as they wish to be shown"),
    rating: integer("Stars, from 1 to 5", 1, 5),
    datePublished: date("The day it was published"),
    body: text("The review's text"),
  },
  { language: string("The language it is written in, as a BCP 47 tag, if not that of the site", LANGUAGE) },
);

const reviews = record("Guest reviews", {
  object: constant("What this object is", "review_list"),
  ratingValue: number("Average rating across all platforms", 0, 10),
  reviewCount: integer("Number of reviews across all platforms; not all of them need be listed", 0, 1_000_000),
  reviews: list("The listed reviews", review, { max: REVIEWS_MAX }),
});

const attraction = record("A place worth going to", {
  name: text("The place's name"),
  distanceFromCottage: text("How far it is, in words"),
  summary: text("What it is and why to go"),
});

const attractions = record("Local attractions", {
  object: constant("What this object is", "attraction_list"),
  attractions: list("The places", attraction, { max: PLACES_MAX }),
});

const CHANNEL: StringFormat = {
  format: "uri",
  pattern: "^(?:https://|mailto:[^@]+@|tel:\\+[0-9])[\\x21-\\x7e]+$",
  expected: "expected-channel",
  example: "https://www.example.com/cottage",
  accepts: (text) => URL.canParse(text) && (!text.startsWith("https:") || new URL(text).hostname.includes(".")),
  correct: webAddressIn,
};

const channel = record(
  "One platform on which the cottage can be booked or asked about",
  { platform: text("The platform's name"), url: string("The cottage's page on that platform, or a mailto: or tel: address", CHANNEL) },
  { supportsInstantBook: nullableBoolean("Whether a booking there is confirmed at once; null where it does not apply") },
);

const booking = record("Where to book: this service takes no bookings and knows no prices or free dates", {
  object: constant("What this object is", "booking_options"),
  note: text("What the channels are for"),
  channels: list("The channels", channel, { min: 1, max: CHANNELS_MAX }),
});

interface DataSet {
  /** The file is `<name>.json`; pages write its facts as `{{<name>.…}}`. */
  readonly name: string;
  readonly path: `/api/v1/${string}`;
  readonly schema: JsonSchema;
  readonly operationId: string;
  readonly tool: string;
  readonly title: string;
  /** Contents and use, for people and for models that choose a tool. */
  readonly summary: string;
  /** Fields that an owner may omit, because they follow from the base URL. */
  readonly defaults?: (baseUrl: string) => object;
}

export const DATA_SETS = [
  {
    name: "cottage",
    path: "/api/v1/cottage",
    schema: cottage,
    operationId: "getCottage",
    tool: "get-cottage",
    title: "Cottage profile",
    summary:
      "The property profile: name, description, address and position, bedrooms, bathrooms and beds, amenities, pet and smoking policy, price range, and overall rating.",
    // A site that only the owner's machine serves has no address that is valid for the field.
    defaults: (baseUrl) => ({ url: baseUrl.includes(".") ? `${baseUrl.replace("http:", "https:")}/` : "https://localhost.invalid/" }),
  },
  {
    name: "reviews",
    path: "/api/v1/reviews",
    schema: reviews,
    operationId: "listGuestReviews",
    tool: "list-reviews",
    title: "Guest reviews",
    summary: "Guest reviews of the cottage: average rating, number of reviews, and each listed review with author, stars, date and text.",
  },
  {
    name: "attractions",
    path: "/api/v1/attractions",
    schema: attractions,
    operationId: "listAttractions",
    tool: "list-attractions",
    title: "Local attractions",
    summary: "Places to go near the cottage: name, distance from the cottage in words, and a short description of each.",
  },
  {
    name: "booking",
    path: "/api/v1/booking",
    schema: booking,
    operationId: "getBookingOptions",
    tool: "get-booking-options",
    title: "Booking options",
    summary:
      "Where the cottage can be booked or enquired about: platforms with links, and whether each confirms at once. Prices for dates and free dates are found there only.",
  },
] as const satisfies readonly DataSet[];

/** Schemas that have a name of their own in the OpenAPI document. */
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

/** All facts, by the name of their file. */
export type Facts = { readonly [Row in (typeof DATA_SETS)[number] as Row["name"]]: Infer<Row["schema"]> } & {
  readonly site: Infer<typeof site>;
};

/** The files that an owner writes: the data sets, and the facts that only pages need. */
export const FILES: readonly (Pick<DataSet, "schema" | "defaults"> & { readonly name: keyof Facts })[] = [...DATA_SETS, { name: "site", schema: site }];

/** Summarises a data set for people and for models. Says where reviews come from if the owner does. */
export function summaryOf({ name, summary }: DataSet, { site: { reviewsFrom } }: Facts): string {
  return name === "reviews" && reviewsFrom !== undefined ? `${summary} ${reviewsFrom}` : summary;
}
