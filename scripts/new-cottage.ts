/**
 * From the sample to one's own cottage: a folder with `data/` and `content/` laid out, every field in its right form,
 * and FILL IN where only the owner knows what to write.
 *
 * `npm run new-cottage -- my-cottage` asks a few questions at a terminal; without one it takes the answers as they are.
 */
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { ownerFiles } from "./owner-files.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

export interface Answers {
  readonly name: string;
  readonly locality: string;
  readonly region: string;
  readonly country: string;
  readonly bedrooms: string;
  readonly sleeps: string;
  readonly email: string;
}

const QUESTIONS: readonly [name: keyof Answers, question: string, standard: string, form: RegExp][] = [
  ["name", "What is the cottage called?", "My Cottage", /\S/],
  ["locality", "In which town or village is it?", "FILL IN town", /\S/],
  ["region", "In which county, state or region?", "FILL IN region", /\S/],
  ["country", "Country, as two capital letters?", "GB", /^[A-Z]{2}$/],
  ["bedrooms", "How many bedrooms?", "3", /^\d{1,2}$/],
  ["sleeps", "How many guests does it sleep?", "6", /^[1-9]\d?$/],
  ["email", "Which e-mail address may guests write to?", "fill-in@example.com", /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
];

export const STANDARD_ANSWERS: Answers = {
  name: "My Cottage",
  locality: "FILL IN town",
  region: "FILL IN region",
  country: "GB",
  bedrooms: "3",
  sleeps: "6",
  email: "fill-in@example.com",
};

function dataFiles(answers: Answers, today: string): Readonly<Record<string, object>> {
  const { name, locality, region, country, email } = answers;
  const bedrooms = Number(answers.bedrooms);
  const identifier = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "my-cottage";
  return {
    cottage: {
      name,
      description: "FILL IN: a few sentences on what it is like to stay here. What do you see, hear and smell when you open the door?",
      url: "https://fill-in.example/",
      address: { streetAddress: "FILL IN street", addressLocality: locality, addressRegion: region, postalCode: "FILL IN code", addressCountry: country },
      geo: { latitude: 0, longitude: 0 },
      containedInPlace: region,
      bedrooms,
      bathrooms: 1,
      bedTypes: { king: 0, double: bedrooms },
      amenities: ["Wi-Fi", "Fully equipped kitchen", "Bed linen and towels", "FILL IN what else there is"],
      petsAllowed: false,
      smokingAllowed: false,
      priceRange: "FILL IN, such as £100–£200 a night",
      aggregateRating: { ratingValue: 0, reviewCount: 0, bestRating: 5, worstRating: 1 },
      sameAs: [],
    },
    reviews: { ratingValue: 0, reviewCount: 0, reviews: [] },
    attractions: { attractions: [{ name: "FILL IN a place", distanceFromCottage: "FILL IN, such as 10 minutes' walk", summary: "FILL IN what it is and why to go" }] },
    booking: {
      note: "Prices, availability and bookings are handled on the platforms below, not here.",
      channels: [{ platform: "FILL IN the platform's name", url: "https://fill-in.example/cottage", supportsInstantBook: null }],
    },
    site: {
      identifier,
      language: "en-GB",
      sleeps: Number(answers.sleeps),
      checkinTime: "16:00",
      checkoutTime: "10:00",
      languagesSpoken: ["en"],
      contact: { name: "FILL IN your name", email },
      emergencyNumber: "112",
      updated: today,
      map: [],
      photos: [],
    },
  };
}

/**
 * Lays the folder out. It must not be there yet, so that nothing of an owner's is ever overwritten.
 *
 * @param today as `2026-07-31`
 */
export function layOut(folder: string, answers: Answers, today: string): void {
  const data = join(folder, "data");
  const content = join(folder, "content");
  mkdirSync(join(data, "schema"), { recursive: true });
  for (const [path, text] of ownerFiles()) writeFileSync(join(data, path), text);
  for (const [name, facts] of Object.entries(dataFiles(answers, today))) {
    writeFileSync(join(data, `${name}.json`), `${JSON.stringify({ $schema: `schema/${name}.schema.json`, ...facts }, null, 2)}\n`);
  }
  cpSync(join(ROOT, "scripts/template"), content, { recursive: true });
  for (const name of ["privacy.md", "developers.md", "style.css", "images/favicon.svg", "images/cottage.svg"]) {
    cpSync(join(ROOT, "content", name), join(content, name), { recursive: true });
  }
}

async function ask(): Promise<Answers> {
  if (process.stdin.isTTY !== true) return STANDARD_ANSWERS;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  let answers = STANDARD_ANSWERS;
  for (const [name, question, standard, form] of QUESTIONS) {
    let answer = "";
    while (!form.test(answer)) answer = (await terminal.question(`${question} [${standard}] `)).trim() || standard;
    answers = { ...answers, [name]: answer };
  }
  terminal.close();
  return answers;
}

async function main(): Promise<number> {
  const [name, ...others] = process.argv.slice(2);
  if (name === undefined || others.length > 0 || name.startsWith("-")) {
    process.stderr.write("Name the folder to make: npm run new-cottage -- my-cottage\n");
    return 2;
  }
  const folder = resolve(name);
  if (existsSync(folder)) {
    process.stderr.write(`${folder} is there already; name a folder that is not\n`);
    return 1;
  }
  layOut(folder, await ask(), new Date().toISOString().slice(0, 10));
  const variables = `DATA_DIR=${folder}/data CONTENT_DIR=${folder}/content`;
  process.stdout.write(
    `Made ${folder}. Every field is explained in ${folder}/data/README.md.\n\n` +
      `What is left to do:      ${variables} node dist/server.js --check\n` +
      `See it while you edit:   ${variables} node dist/server.js --watch\n`,
  );
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main();
