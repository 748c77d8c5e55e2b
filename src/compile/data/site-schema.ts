/**
 * The shape of `data/site.json`: what pages need and the API does not carry, and what only the owner can say.
 */

import { telephoneIn, timeIn } from "../corrections.ts";
import { boolean, choice, date, integer, latitude, list, number, record, type StringFormat, string, text, uri } from "./schema.ts";

/** Attractions, and their positions. */
export const PLACES_MAX = 100;
const PHOTOS_MAX = 100;
const BEDS_MAX = 100;
const LANGUAGES_MAX = 50;
const REGISTRATIONS_MAX = 50;
/** Tools and the guide for models repeat these sentences within 2,000 characters. */
const GOOD_TO_KNOW_MAX = 12;

const WORD: StringFormat = { pattern: "^[A-Za-z0-9._-]+$", expected: "expected-word", example: "wrenfold-cottage" };
const FILE: StringFormat = { pattern: "^[A-Za-z0-9._-]+$", expected: "expected-file", example: "kitchen.jpg" };
const TIME: StringFormat = {
  pattern: "^(?:[01]\\d|2[0-3]):[0-5]\\d$",
  expected: "expected-time",
  example: "16:00",
  correct: timeIn,
};
const EMAIL: StringFormat = {
  pattern: "^[^\\s@<>\",;]+@[^\\s@<>\",;]+\\.[^\\s@<>\",;]+$",
  expected: "expected-email",
  example: "hello@example.com",
};
/** Without "(0)", which is no part of the number that a telephone link dials. */
const TELEPHONE: StringFormat = {
  pattern: "^\\+(?!.*\\(0\\))[0-9][0-9 ()-]{5,25}$",
  expected: "expected-telephone",
  example: "+44 1632 960147",
  correct: telephoneIn,
};
const CODE: StringFormat = { pattern: "^[A-Za-z0-9_=-]{4,200}$", expected: "expected-code", example: "dBw5CvburAxi537Rp9qi" };
/** Language, optional script, region and one variant (RFC 5646, section 2.1). Intl accepts every tag that matches. */
export const LANGUAGE: StringFormat = {
  pattern: "^[a-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?(?:-[A-Za-z0-9]{5,8})?$",
  expected: "expected-language",
  example: "en-GB",
};
/** A public address without a path: the pages of a translation have the same paths as those of this site. */
const ORIGIN: StringFormat = {
  format: "uri",
  pattern: "^https://[A-Za-z0-9.-]+(?::[0-9]{1,5})?/?$",
  expected: "expected-origin",
  example: "https://de.cottage.example",
  accepts: (text) => URL.canParse(text),
};
/** Features and kinds of houses by the names of Google's listings of vacation rentals. */
const FEATURES = [
  "wifi",
  "washerDryer",
  "kitchen",
  "ovenStove",
  "microwave",
  "fireplace",
  "heating",
  "ac",
  "tv",
  "crib",
  "childFriendly",
  "patio",
  "balcony",
  "outdoorGrill",
  "hotTub",
  "ironingBoard",
  "beachAccess",
  "privateBeachAccess",
  "elevator",
  "wheelchairAccessible",
  "selfCheckinCheckout",
  "gymFitnessEquipment",
  "freeBreakfast",
  "airportShuttle",
  "freeParking",
  "paidParking",
  "streetParking",
  "indoorPool",
  "outdoorPool",
] as const;
const HOUSE_TYPES = ["Apartment", "Bungalow", "Cabin", "Chalet", "Cottage", "Gite", "House", "Villa"] as const;
const SPDX: StringFormat = { pattern: "^[A-Za-z0-9.+-]+$", expected: "expected-spdx", example: "CC-BY-4.0" };

export const site = record(
  "Facts for the pages",
  {
    identifier: string("A name for this cottage that never changes, for search engines", WORD),
    language: string("The language the pages are written in, as a BCP 47 tag", LANGUAGE),
    sleeps: integer("How many guests it sleeps", 1, 100),
    checkinTime: string("From when guests may arrive", TIME),
    checkoutTime: string("By when guests leave", { ...TIME, example: "10:00" }),
    languagesSpoken: list("Languages the host speaks", string("A BCP 47 tag", LANGUAGE), { min: 1, max: LANGUAGES_MAX }),
    contact: record(
      "Whom guests can reach",
      { name: text("Who answers"), email: string("Email address", EMAIL) },
      {
        telephone: string("Telephone, with the country's code", TELEPHONE),
        whatsapp: string("WhatsApp number, with the country's code", TELEPHONE),
        repliesWithinHours: integer("Within how many hours the host usually replies", 1, 72),
        about: text("One sentence about the host"),
        portrait: string("The host's portrait: the name of a file in content/images", { ...FILE, example: "anna.jpg" }),
      },
    ),
    emergencyNumber: text("The number to ring in an emergency"),
    updated: date("The day these files were last changed"),
  },
  {
    map: list(
      "Where the attractions are, for the sketch map",
      record("One place", {
        name: text("The attraction's name, exactly as in attractions.json"),
        latitude: latitude("Degrees north"),
        longitude: number("Degrees east", -180, 180),
      }),
      { max: PLACES_MAX },
    ),
    photos: list(
      "Photographs, the best one first",
      record("One photograph", {
        file: string("The name of a file in content/images", FILE),
        alt: text("What the photograph shows, for those who cannot see it"),
      }),
      { max: PHOTOS_MAX },
    ),
    beds: list(
      "Every bed, by its kind and, if you like, its room; king and double beds as many as cottage.json counts",
      record(
        "Beds of one kind in one room",
        { kind: choice("What kind of bed", ["king", "queen", "double", "single", "bunk", "sofa bed", "cot"]), count: integer("How many of them", 1, 50) },
        { room: text("The room they are in, as you call it") },
      ),
      { max: BEDS_MAX },
    ),
    goodToKnow: list(
      "What guests ask about most: dogs, parking, steps, the way there, the nearest station, the minimum stay, linen, a deposit",
      text("One short sentence"),
      { max: GOOD_TO_KNOW_MAX },
    ),
    houseType: choice("What kind of house it is, for search engines; Cottage unless you say so", HOUSE_TYPES),
    features: list(
      "Which of the amenities it has that search engines can filter by",
      choice("One of their names", FEATURES),
      { max: FEATURES.length },
    ),
    rooms: integer("Number of rooms, without bathrooms and kitchen", 1, 100),
    floorArea: number("Floor area in square metres", 5, 10_000),
    licence: record(
      "The licence under which others may use these facts; without it none is claimed",
      { name: text("Its name in full") },
      {
        identifier: string("Its SPDX identifier, if it has one", SPDX),
        url: uri("Where its text is"),
        coversReviews: boolean("Whether it covers the guests' reviews too, which needs their consent; false unless you say so"),
      },
    ),
    reviewsFrom: text("Where the reviews come from, in one sentence"),
    registrations: list(
      "Registration and licence numbers that the law wants to be seen",
      record("One number", { name: text("What it is called, such as CIN or Short-term let licence"), number: text("The number itself") }),
      { max: REGISTRATIONS_MAX },
    ),
    translations: list(
      "This site in other languages, each on an address of its own",
      record("One of them", {
        language: string("Its language, as a BCP 47 tag", LANGUAGE),
        url: string("Its address, without a path", ORIGIN),
      }),
      { max: LANGUAGES_MAX },
    ),
    verification: record(
      "Codes by which search engines know that the site is yours; each gives you the content of a meta tag",
      {},
      {
        google: string("From Google Search Console", CODE),
        bing: string("From Bing Webmaster Tools", CODE),
        pinterest: string("From Pinterest", CODE),
        yandex: string("From Yandex Webmaster", CODE),
      },
    ),
    contentSignals: record(
      "What robots may do with these pages, for robots.txt; what is left out is not said",
      {},
      {
        search: boolean("Whether search engines may list them"),
        aiInput: boolean("Whether AI may quote them in its answers"),
        aiTrain: boolean("Whether AI may be trained on them"),
      },
    ),
  },
);
