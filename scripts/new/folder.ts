/**
 * Writes a new cottage's folder: `data/` with all required fields, `content/` with the template pages, and files that
 * explain the folder to the owner. Placeholders that begin with "FILL IN" mark information that only the owner has.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { capitalize } from "../../src/compile/pages/languages.ts";
import { firstSteps } from "../field-guide.ts";
import { ownerFiles } from "../owner-files.ts";
import { quotePath } from "./command-line.ts";
import { identifierFor } from "./identifier.ts";
import { type Answers, defaultHouse, type Language, languageOf, TEMPLATES, type Texts } from "./answers.ts";

const LICENCE = {
  name: "Creative Commons Attribution 4.0 International",
  identifier: "CC-BY-4.0",
  url: "https://creativecommons.org/licenses/by/4.0/",
};

/**
 * Creates the folder, which must not exist yet, so that an owner's files are never overwritten. Removes the folder
 * again if a file in it cannot be written.
 *
 * @param today date, e.g. `2026-07-31`
 * @throws Error of node:fs
 */
export function makeFolder(folder: string, answers: Answers, texts: Texts, today: string): void {
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(folder);
  try {
    writeFolder(folder, answers, texts, today);
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
}

/**
 * Writes the files that explain the folder: `data/schema`, `data/README.md`, the page of first steps and `AGENTS.md`.
 * Owners do not edit these files, so they can be replaced at any time.
 */
export function writeExplanations(folder: string, language: Language): void {
  mkdirSync(join(folder, "data", "schema"), { recursive: true });
  for (const [path, text] of ownerFiles(language)) writeFileSync(join(folder, "data", path), text);
  const { name, text } = firstSteps(language, quotePath(basename(folder)));
  writeFileSync(join(folder, name), text);
  copyFileSync(join(TEMPLATES, "AGENTS.md"), join(folder, "AGENTS.md"));
}

function writeFolder(folder: string, answers: Answers, texts: Texts, today: string): void {
  writeExplanations(folder, languageOf(texts.language) ?? "en");
  for (const [name, facts] of Object.entries(dataFiles(answers, texts, today))) {
    const file = { $schema: `schema/${name}.schema.json`, ...facts };
    writeFileSync(join(folder, "data", `${name}.json`), `${JSON.stringify(file, null, 2)}\n`);
  }
  const content = join(folder, "content");
  copyImages(join(content, "images"));
  writePages(content, answers, texts);
}

function copyImages(directory: string): void {
  mkdirSync(directory, { recursive: true });
  const templates = join(TEMPLATES, "images");
  // Copy one file at a time, because on Windows, fs.cpSync of some versions of Node stops below a path with accents
  // (nodejs/node#54476).
  for (const image of readdirSync(templates)) copyFileSync(join(templates, image), join(directory, image));
}

function writePages(directory: string, { houseType, country }: Answers, texts: Texts): void {
  const templates = join(TEMPLATES, texts.language.slice(0, 2));
  for (const page of readdirSync(templates)) {
    const template = readFileSync(join(templates, page), "utf8");
    const pageForHouse = nameHouse(template, houseType, texts);
    writeFileSync(join(directory, page), linkEmergencyNumber(pageForHouse, country));
  }
}

/** Replaces the default name in a template, e.g. "holiday cottage", with the name of the house, e.g. "holiday flat". */
function nameHouse(template: string, house: string, texts: Texts): string {
  const defaultName = defaultHouse(texts);
  let page = template.replaceAll(defaultName, house).replaceAll(capitalize(defaultName), capitalize(house));
  if (houseTypeOf(house, texts) === "Apartment") {
    for (const [housePhrase, flatPhrase] of Object.entries(texts.flat)) {
      page = page.replaceAll(housePhrase, flatPhrase);
    }
  }
  return page;
}

/** Returns the `houseType` of `site.json` for a name on the pages, e.g. "Apartment" for "holiday flat". */
function houseTypeOf(house: string, { houseTypes }: Texts): string | undefined {
  return Object.keys(houseTypes).find((type) => houseTypes[type]?.[0] === house);
}

function dataFiles(answers: Answers, texts: Texts, today: string): Readonly<Record<string, object>> {
  const { place, distance, summary, note, platform } = texts.texts;
  const channel = {
    platform: fillIn(platform, texts),
    url: "https://fill-in.example/cottage",
  };
  return {
    cottage: cottage(answers, texts),
    reviews: { ratingValue: 0, reviewCount: 0, reviews: [] },
    attractions: {
      attractions: [
        { name: fillIn(place, texts), distanceFromCottage: fillIn(distance, texts), summary: fillIn(summary, texts) },
      ],
    },
    booking: { note, channels: [channel] },
    site: site(answers, texts, today),
  };
}

/** Returns a placeholder, e.g. "FILL IN: the name of the platform". */
function fillIn(what: string, { fillIn: mark, colon }: Texts): string {
  return `${mark}${colon} ${what}`;
}

function cottage(answers: Answers, texts: Texts): object {
  const { description, amenity, price } = texts.texts;
  return {
    name: answers.name,
    description: fillIn(description, texts),
    address: {
      streetAddress: answers.street,
      addressLocality: answers.locality,
      addressRegion: answers.region,
      postalCode: answers.postcode,
      addressCountry: answers.country,
    },
    geo: { latitude: 0, longitude: 0 },
    containedInPlace: answers.area,
    bedrooms: Number(answers.bedrooms),
    bathrooms: Number(answers.bathrooms),
    bedTypes: { king: 0, double: 0 },
    amenities: [fillIn(amenity, texts)],
    petsAllowed: answers.pets === texts.yes,
    smokingAllowed: answers.smoking === texts.yes,
    priceRange: fillIn(price, texts),
    aggregateRating: { ratingValue: 0, reviewCount: 0, bestRating: 5, worstRating: 1 },
    sameAs: [],
  };
}

function site(answers: Answers, texts: Texts, today: string): object {
  const { email, telephone } = answers;
  const contact = { name: fillIn(texts.texts.host, texts), email };
  const signals = contentSignals(answers, texts);
  return {
    identifier: identifierFor([answers.name, answers.locality]),
    language: texts.language,
    houseType: houseTypeOf(answers.houseType, texts),
    sleeps: Math.max(1, Number(answers.sleeps)),
    checkinTime: answers.checkin,
    checkoutTime: answers.checkout,
    languagesSpoken: [texts.language.slice(0, 2)],
    contact: telephone === "" ? contact : { ...contact, telephone },
    emergencyNumber: emergencyNumber(answers.country) ?? fillIn(texts.texts.emergency, texts),
    updated: today,
    map: [],
    photos: [],
    ...(answers.licence === texts.yes ? { licence: LICENCE } : {}),
    ...(Object.keys(signals).length === 0 ? {} : { contentSignals: signals }),
  };
}

function contentSignals({ aiAnswers, aiTraining }: Answers, { yes }: Texts): object {
  return {
    ...(aiAnswers === "" ? {} : { aiInput: aiAnswers === yes }),
    ...(aiTraining === "" ? {} : { aiTrain: aiTraining === yes }),
  };
}

/** Countries in which 112, the emergency number of the European Union, works. */
const COUNTRIES_WITH_112: readonly string[] = [
  ..."AD AL AT BA BE BG CH CY CZ DE DK EE ES FI FR GE GR HR HU IE IS IT LI LT LU LV MC MD".split(" "),
  ..."ME MK MT NL NO PL PT RO RS SE SI SK SM TR UA VA".split(" "),
];

const OTHER_EMERGENCY_NUMBERS: Readonly<Record<string, string>> = {
  AU: "000",
  CA: "911",
  GB: "999",
  GG: "999",
  IM: "999",
  JE: "999",
  MX: "911",
  NZ: "111",
  US: "911",
};

/** Matches the templates' link to the emergency number, and captures its text. */
const EMERGENCY_LINK = /\[([^\]]*)\]\(tel:112\)/;

/** Replaces 112 in a template's link with the country's number. If that is unknown, keeps only the link's text. */
function linkEmergencyNumber(page: string, country: string): string {
  const number = emergencyNumber(country);
  return page.replace(EMERGENCY_LINK, number === undefined ? "$1" : `[$1](tel:${number})`);
}

/** Returns a country's emergency number, or undefined if it is not listed: a wrong number would be worse than none. */
function emergencyNumber(country: string): string | undefined {
  return COUNTRIES_WITH_112.includes(country) ? "112" : OTHER_EMERGENCY_NUMBERS[country];
}
