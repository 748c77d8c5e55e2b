/**
 * The shape of `data/site.json`: what pages need and the API does not carry, and what only the owner can say.
 */

import { choice, date, decimal, flag, type Form, form, integer, list, record, text, uri } from "./schema.ts";

const WORD: Form = { pattern: "^[A-Za-z0-9._-]+$", words: "one word of letters, digits, dots and hyphens", example: "wrenfold-cottage" };
const FILE: Form = { ...WORD, words: "the name of a file in content/images, without blanks and accents", example: "kitchen.jpg" };
const TIME: Form = { pattern: "^(?:[01]\\d|2[0-3]):[0-5]\\d$", words: "a time of day on the 24-hour clock", example: "16:00" };
const EMAIL: Form = { pattern: "^[^\\s@<>\",;]+@[^\\s@<>\",;]+\\.[^\\s@<>\",;]+$", words: "an e-mail address", example: "hello@example.com" };
const TELEPHONE: Form = { pattern: "^\\+[0-9][0-9 ()-]{5,25}$", words: "a telephone number with the country's code", example: "+44 1632 960147" };
const CODE: Form = { pattern: "^[A-Za-z0-9_=-]{4,200}$", words: "a code without spaces", example: "dBw5CvburAxi537Rp9qi" };
/** Language, script, region and one variant (RFC 5646, section 2.1): every one of them is a tag that Intl takes. */
export const LANGUAGE: Form = {
  pattern: "^[a-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?(?:-[A-Za-z0-9]{5,8})?$",
  words: "a language code",
  example: "en-GB",
};
const SPDX: Form = { pattern: "^[A-Za-z0-9.+-]+$", words: "an SPDX identifier", example: "CC-BY-4.0" };
/** Tools and the guide for models repeat these sentences within 2,000 characters. */
const GOOD_TO_KNOW_MAX = 12;

/** Attractions, and their positions. */
export const PLACES_MAX = 100;

export const site = record(
  "Facts for the pages",
  {
    identifier: form("A name for this cottage that never changes, for search engines", WORD),
    language: form("The language the pages are written in, as a BCP 47 tag", LANGUAGE),
    sleeps: integer("How many guests it sleeps", 1, 100),
    checkinTime: form("From when guests may arrive", TIME),
    checkoutTime: form("By when guests leave", { ...TIME, example: "10:00" }),
    languagesSpoken: list("Languages the host speaks", form("A BCP 47 tag", LANGUAGE), 1),
    contact: record(
      "Whom guests can reach",
      { name: text("Who answers"), email: form("Email address", EMAIL) },
      {
        telephone: form("Telephone, with the country's code", TELEPHONE),
        whatsapp: form("WhatsApp number, with the country's code", TELEPHONE),
        repliesWithinHours: integer("Within how many hours the host usually replies", 1, 72),
        about: text("One sentence about the host"),
        portrait: form("The host's portrait: the name of a file in content/images", { ...FILE, example: "anna.jpg" }),
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
        latitude: decimal("Degrees north", -90, 90),
        longitude: decimal("Degrees east", -180, 180),
      }),
      0,
      PLACES_MAX,
    ),
    photos: list(
      "Photographs, the best one first",
      record("One photograph", {
        file: form("The name of a file in content/images", FILE),
        alt: text("What the photograph shows, for those who cannot see it"),
      }),
    ),
    beds: list(
      "Every bed, by its kind and, if you like, its room; king and double beds as many as cottage.json counts",
      record(
        "Beds of one kind in one room",
        { kind: choice("What kind of bed", ["king", "queen", "double", "single", "bunk", "sofa bed", "cot"]), count: integer("How many of them", 1, 50) },
        { room: text("The room they are in, as you call it") },
      ),
    ),
    goodToKnow: list(
      "What guests ask about most: dogs, parking, steps, the way there, the nearest station, the minimum stay, linen, a deposit",
      text("One short sentence"),
      0,
      GOOD_TO_KNOW_MAX,
    ),
    rooms: integer("Number of rooms, without bathrooms and kitchen", 1, 100),
    floorArea: decimal("Floor area in square metres", 5, 10_000),
    licence: record(
      "The licence under which others may use these facts; without it none is claimed",
      { name: text("Its name in full") },
      {
        identifier: form("Its SPDX identifier, if it has one", SPDX),
        url: uri("Where its text is"),
        coversReviews: flag("Whether it covers the guests' reviews too, which needs their consent; false unless you say so"),
      },
    ),
    reviewsFrom: text("Where the reviews come from, in one sentence"),
    registrations: list(
      "Registration and licence numbers that the law wants to be seen",
      record("One number", { name: text("What it is called, such as CIN or Short-term let licence"), number: text("The number itself") }),
    ),
    translations: list(
      "This site in other languages, each on an address of its own",
      record("One of them", { language: form("Its language, as a BCP 47 tag", LANGUAGE), url: uri("Its front page") }),
    ),
    verification: record(
      "Codes by which search engines know that the site is yours; each gives you the content of a meta tag",
      {},
      {
        google: form("From Google Search Console", CODE),
        bing: form("From Bing Webmaster Tools", CODE),
        pinterest: form("From Pinterest", CODE),
        yandex: form("From Yandex Webmaster", CODE),
      },
    ),
    contentSignals: record(
      "What robots may do with these pages, for robots.txt; what is left out is not said",
      {},
      {
        search: flag("Whether search engines may list them"),
        aiInput: flag("Whether AI may quote them in its answers"),
        aiTrain: flag("Whether AI may be trained on them"),
      },
    ),
  },
);
