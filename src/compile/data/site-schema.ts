/**
 * The schema of `data/site.json`: facts that only the pages need, such as contact details and photographs.
 *
 * It does not know how the facts are presented.
 */

import { normalizeTelephone, parseTime } from "../corrections.ts";
import { boolean, choice, date, integer, latitude, list, number, record } from "./schema.ts";
import { type StringFormat, string, text, uri } from "./schema.ts";

/** Maximum number of attractions, and of places on the map. */
export const PLACES_MAX = 100;
/** Maximum number of sentences. They are repeated in MCP tool descriptions, which are limited to 2,000 characters. */
const GOOD_TO_KNOW_MAX = 12;

/** A name without spaces, e.g. part of an address. */
const WORD = { pattern: "^[A-Za-z0-9._-]+$", expected: "expected-word", example: "wrenfold-cottage" } as const;
const FILE = { ...WORD, expected: "expected-file", example: "kitchen.jpg" } as const;
const TIME: StringFormat = {
  pattern: "^(?:[01]\\d|2[0-3]):[0-5]\\d$",
  expected: "expected-time",
  example: "16:00",
  correct: parseTime,
};
const EMAIL: StringFormat = {
  pattern: "^[^\\s@<>\",;]+@[^\\s@<>\",;]+\\.[^\\s@<>\",;]+$",
  expected: "expected-email",
  example: "hello@example.com",
};
const TELEPHONE: StringFormat = {
  pattern: "^\\+[0-9][0-9 ()-]{5,25}$",
  expected: "expected-telephone",
  example: "+44 1632 960147",
  correct: normalizeTelephone,
};
/** A code with which a search engine verifies who owns the site. */
const CODE: StringFormat = {
  pattern: "^[A-Za-z0-9_=-]{4,200}$",
  expected: "expected-code",
  example: "dBw5CvburAxi537Rp9qi",
};
/** Identifier of a licence in the SPDX list. */
const SPDX: StringFormat = { pattern: "^[A-Za-z0-9.+-]+$", expected: "expected-spdx", example: "CC-BY-4.0" };
/** A language with an optional script, region and variant (RFC 5646, section 2.1). Intl accepts every match. */
export const LANGUAGE: StringFormat = {
  pattern: "^[a-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?(?:-[A-Za-z0-9]{5,8})?$",
  expected: "expected-language",
  example: "en-GB",
};
/** A web address without a path. The pages of a translation have the same paths as the pages of this site. */
const ORIGIN: StringFormat = {
  format: "uri",
  pattern: "^https://[A-Za-z0-9.-]+(?::[0-9]{1,5})?/?$",
  expected: "expected-origin",
  example: "https://de.cottage.example",
  accepts: (text) => URL.canParse(text),
};

const BED_KINDS = ["king", "queen", "double", "single", "bunk", "sofa bed", "cot"] as const;
/** Features, named as in Google's structured data for vacation rentals. */
const FEATURES = [
  "wifi", "washerDryer", "kitchen", "ovenStove", "microwave", "fireplace", "heating", "ac", "tv", "crib",
  "childFriendly", "patio", "balcony", "outdoorGrill", "hotTub", "ironingBoard", "beachAccess", "privateBeachAccess",
  "elevator", "wheelchairAccessible", "selfCheckinCheckout", "gymFitnessEquipment", "freeBreakfast", "airportShuttle",
  "freeParking", "paidParking", "streetParking", "indoorPool", "outdoorPool",
] as const;
const HOUSE_TYPES = ["Apartment", "Bungalow", "Cabin", "Chalet", "Cottage", "Gite", "House", "Villa"] as const;

const contact = record(
  { name: text(), email: string(EMAIL) },
  {
    telephone: string(TELEPHONE),
    whatsapp: string(TELEPHONE),
    repliesWithinHours: integer(1, 72),
    about: text(),
    portrait: string({ ...FILE, example: "anna.jpg" }),
  },
);

export const site = record(
  {
    identifier: string(WORD),
    language: string(LANGUAGE),
    sleeps: integer(1, 100),
    checkinTime: string(TIME),
    checkoutTime: string({ ...TIME, example: "10:00" }),
    languagesSpoken: list(string(LANGUAGE), { min: 1 }),
    contact,
    emergencyNumber: text(),
    updated: date(),
  },
  {
    map: list(record({ name: text(), latitude: latitude(), longitude: number(-180, 180) }), { max: PLACES_MAX }),
    photos: list(record({ file: string(FILE), alt: text() })),
    beds: list(record({ kind: choice(BED_KINDS), count: integer(1, 50) }, { room: text() })),
    goodToKnow: list(text(), { max: GOOD_TO_KNOW_MAX }),
    houseType: choice(HOUSE_TYPES),
    features: list(choice(FEATURES), { max: FEATURES.length }),
    rooms: integer(1, 100),
    floorArea: number(5, 10_000),
    licence: record({ name: text() }, { identifier: string(SPDX), url: uri(), coversReviews: boolean() }),
    reviewsFrom: text(),
    registrations: list(record({ name: text(), number: text() })),
    translations: list(record({ language: string(LANGUAGE), url: string(ORIGIN) })),
    verification: record(
      {},
      { google: string(CODE), bing: string(CODE), pinterest: string(CODE), yandex: string(CODE) },
    ),
    contentSignals: record({}, { search: boolean(), aiInput: boolean(), aiTrain: boolean() }),
  },
);
