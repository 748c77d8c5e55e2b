/**
 * The shape of `data/site.json`: what pages need and the API does not carry, and what only the owner can say.
 */
import { choice, date, decimal, flag, integer, list, locale, pattern, record, text, uri } from "./shape.ts";

export const SWAPPED = "; perhaps latitude and longitude are swapped";

const LANGUAGE = 'a language code, such as "en" or "en-GB"';
const TIME_OF_DAY = "^(?:[01]\\d|2[0-3]):[0-5]\\d$";

export const site = record(
  "Facts for the pages",
  {
    identifier: pattern(
      "A name for this cottage that never changes, for search engines",
      "^[A-Za-z0-9._-]+$",
      'one word of letters, digits, dots and hyphens, such as "wrenfold-cottage"',
    ),
    language: locale("The language the pages are written in, as a BCP 47 tag", LANGUAGE),
    sleeps: integer("How many guests it sleeps", 1, 100),
    checkinTime: pattern("From when guests may arrive", TIME_OF_DAY, 'a time of day on the 24-hour clock, such as "16:00"'),
    checkoutTime: pattern("By when guests leave", TIME_OF_DAY, 'a time of day on the 24-hour clock, such as "10:00"'),
    languagesSpoken: list("Languages the host speaks", locale("A BCP 47 tag", LANGUAGE), 1),
    contact: record(
      "Whom guests can reach",
      {
        name: text("Who answers"),
        email: pattern(
          "Electronic mail",
          "^[^\\s@<>\",;]+@[^\\s@<>\",;]+\\.[^\\s@<>\",;]+$",
          'an e-mail address, such as "hello@example.com"',
        ),
      },
      {
        telephone: pattern(
          "Telephone, with the country's code",
          "^\\+[0-9][0-9 ()-]{5,25}$",
          'a telephone number with the country\'s code, such as "+44 1632 960147"',
        ),
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
        latitude: decimal("Degrees north", -90, 90, SWAPPED),
        longitude: decimal("Degrees east", -180, 180),
      }),
    ),
    photos: list(
      "Photographs, the best one first",
      record("One photograph", {
        file: pattern(
          "The name of a file in content/images",
          "^[A-Za-z0-9._-]+$",
          'the name of a file in content/images, such as "kitchen.jpg"',
        ),
        alt: text("What the photograph shows, for those who cannot see it"),
      }),
    ),
    beds: list(
      "Every bed, by its kind and, if you like, its room; king and double beds as many as cottage.json counts",
      record(
        "Beds of one kind in one room",
        {
          kind: choice("What kind of bed", ["king", "queen", "double", "single", "bunk", "sofa bed", "cot"]),
          count: integer("How many of them", 1, 50),
        },
        { room: text("The room they are in, as you call it") },
      ),
    ),
    rooms: integer("Number of rooms, without bathrooms and kitchen", 1, 100),
    floorArea: decimal("Floor area in square metres", 5, 10_000),
    licence: record(
      "The licence under which others may use these facts; without it none is claimed",
      { name: text("Its name in full") },
      {
        identifier: pattern("Its SPDX identifier, if it has one", "^[A-Za-z0-9.+-]+$", 'an SPDX identifier, such as "CC-BY-4.0"'),
        url: uri("Where its text is"),
      },
    ),
    reviewsFrom: text("Where the reviews come from, in one sentence"),
    registrations: list(
      "Registration and licence numbers that the law wants to be seen",
      record("One number", {
        name: text("What it is called, such as CIN or Short-term let licence"),
        number: text("The number itself"),
      }),
    ),
    translations: list(
      "This site in other languages, each on an address of its own",
      record("One of them", { language: locale("Its language, as a BCP 47 tag", LANGUAGE), url: uri("Its front page") }),
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
