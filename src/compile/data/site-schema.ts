/**
 * The schema of `data/site.json`.
 */

import { normalizeTelephone, parseLanguage, parseTime } from "../corrections.ts";
import { array, boolean, choice, DATE, integer, number, object, string, type StringFormat, URI } from "./schema.ts";

export const PLACES_MAX = 100;
/** This limit is low, because all entries must fit into one MCP tool's description of at most 2,000 characters. */
const GOOD_TO_KNOW_MAX = 12;

const WORD = { pattern: "^[A-Za-z0-9._-]+$", expectedCode: "expected-word", example: "wrenfold-cottage" } as const;
const FILE: StringFormat = {
  ...WORD,
  expectedCode: "expected-file",
  example: "kitchen.jpg",
  // Suggest "kitchen.jpg" for "content/images/kitchen.jpg".
  normalize: (path) => path.split(/[/\\]/).at(-1),
};
const TIME: StringFormat = {
  pattern: "^(?:[01]\\d|2[0-3]):[0-5]\\d$",
  expectedCode: "expected-time",
  example: "16:00",
  normalize: parseTime,
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
  normalize: normalizeTelephone,
};
const VERIFICATION_CODE: StringFormat = {
  pattern: "^[A-Za-z0-9_=-]{4,200}$",
  expectedCode: "expected-code",
  example: "dBw5CvburAxi537Rp9qi",
};
const SPDX_LICENCE = { pattern: "^[A-Za-z0-9.+-]+$", expectedCode: "expected-spdx", example: "CC-BY-4.0" } as const;
/** A language tag with optional script, region and variant (RFC 5646, section 2.1). */
export const LANGUAGE: StringFormat = {
  pattern: "^[a-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?(?:-[A-Za-z0-9]{5,8})?$",
  expectedCode: "expected-language",
  example: "en-GB",
  normalize: parseLanguage,
};
/** The URL of a translated site. It has no path, because a page has the same path in every translation. */
const ORIGIN: StringFormat = {
  ...URI,
  pattern: "^https://[A-Za-z0-9.-]+(?::[0-9]{1,5})?/?$",
  expectedCode: "expected-origin",
  example: "https://de.cottage.example",
};

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
    translations: array(object({ language: string(LANGUAGE), url: string(ORIGIN) })),
    verification: object({}, {
      google: string(VERIFICATION_CODE),
      bing: string(VERIFICATION_CODE),
      pinterest: string(VERIFICATION_CODE),
      yandex: string(VERIFICATION_CODE),
    }),
    contentSignals: object({}, { search: boolean(), aiInput: boolean(), aiTrain: boolean() }),
  },
);
