/**
 * From nothing to one's own cottage: a folder with `data/` and `content/` laid out in the owner's language, every field in
 * its right form, and FILL IN where only the owner knows what to write.
 *
 * `npm run new-cottage -- my-cottage` asks a few questions at a terminal; without one it takes the answers as they are.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ownerFiles } from "./owner-files.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const TEMPLATES = join(ROOT, "scripts/template");

export const LANGUAGES = ["en", "de", "fr", "es", "it", "nl"];

/** What is said to an owner, and for one, in one language. */
interface Texts {
  readonly language: string;
  readonly country: string;
  readonly yes: string;
  readonly no: string;
  readonly fillIn: string;
  readonly questions: Answers;
  /** How to answer, by the form that is wanted. */
  readonly wanted: Readonly<Record<Form, string>>;
  readonly texts: Readonly<Record<"description" | "amenity" | "price" | "place" | "distance" | "summary" | "note" | "platform" | "host" | "drawing", string>>;
  readonly made: string;
  readonly check: string;
  readonly watch: string;
}

type Form = "text" | "country" | "number" | "time" | "yes" | "email" | "telephone";

/** In the order they are asked for. */
const FORMS = {
  name: "text",
  street: "text",
  locality: "text",
  postcode: "text",
  region: "text",
  country: "country",
  bedrooms: "number",
  bathrooms: "number",
  sleeps: "number",
  checkin: "time",
  checkout: "time",
  pets: "yes",
  smoking: "yes",
  email: "email",
  telephone: "telephone",
  licence: "yes",
} as const satisfies Record<string, Form>;

export type Answers = Readonly<Record<keyof typeof FORMS, string>>;

export function textsIn(language: string): Texts {
  return JSON.parse(readFileSync(join(TEMPLATES, `${language}.json`), "utf8"));
}

/** What stands for a question that nobody has answered: nothing that would be told as a fact and is not one. */
export function standardAnswers({ fillIn, country, no }: Texts): Answers {
  const left = { name: fillIn, street: fillIn, locality: fillIn, postcode: fillIn, region: fillIn, country };
  const counted = { bedrooms: "1", bathrooms: "1", sleeps: "2", checkin: "16:00", checkout: "10:00" };
  return { ...left, ...counted, pets: no, smoking: no, email: "fill-in@example.com", telephone: "", licence: no };
}

/** The answer in its right form; undefined when it has another. */
export function answered(text: string, form: Form, { yes, no }: Texts): string | undefined {
  const answer = text.trim();
  const time = /^([01]?\d|2[0-3]) ?(?:[:.hH] ?(\d\d)?)?$/.exec(answer);
  switch (form) {
    case "text":
      return answer === "" ? undefined : answer;
    case "country":
      return /^[a-z]{2}$/i.test(answer) ? answer.toUpperCase() : undefined;
    case "number":
      return /^\d{1,2}$/.test(answer) ? String(Number(answer)) : undefined;
    case "time":
      return time === null ? undefined : `${(time[1] ?? "").padStart(2, "0")}:${time[2] ?? "00"}`;
    case "yes":
      return [yes, no].find((word) => answer !== "" && bare(word).startsWith(bare(answer)));
    case "email":
      return /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/.test(answer) ? answer : undefined;
    case "telephone":
      return answer === "" || /^\+[0-9][0-9 ()-]{5,25}$/.test(answer) ? answer : undefined;
  }
}

/** Small letters without accents: "si" is a yes too. */
function bare(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

function dataFiles(answers: Answers, texts: Texts, today: string): Readonly<Record<string, object>> {
  const { name, locality, region, email, telephone } = answers;
  const { fillIn, yes } = texts;
  const { place, distance, summary, note, platform, host, description, amenity, price } = texts.texts;
  const left = (what: string): string => `${fillIn}: ${what}`;
  const word = bare(name).replaceAll(/[^a-z0-9]+/g, "-");
  return {
    cottage: {
      name,
      description: left(description),
      url: "https://fill-in.example/",
      address: { streetAddress: answers.street, addressLocality: locality, addressRegion: region, postalCode: answers.postcode, addressCountry: answers.country },
      geo: { latitude: 0, longitude: 0 },
      containedInPlace: region,
      bedrooms: Number(answers.bedrooms),
      bathrooms: Number(answers.bathrooms),
      bedTypes: { king: 0, double: 0 },
      amenities: [left(amenity)],
      petsAllowed: answers.pets === yes,
      smokingAllowed: answers.smoking === yes,
      priceRange: left(price),
      aggregateRating: { ratingValue: 0, reviewCount: 0, bestRating: 5, worstRating: 1 },
      sameAs: [],
    },
    reviews: { ratingValue: 0, reviewCount: 0, reviews: [] },
    attractions: { attractions: [{ name: left(place), distanceFromCottage: left(distance), summary: left(summary) }] },
    booking: { note, channels: [{ platform: left(platform), url: "https://fill-in.example/cottage", supportsInstantBook: null }] },
    site: {
      identifier: word.replaceAll(/^-|-$/g, "") || "my-cottage",
      language: texts.language,
      sleeps: Math.max(1, Number(answers.sleeps)),
      checkinTime: answers.checkin,
      checkoutTime: answers.checkout,
      languagesSpoken: [texts.language.slice(0, 2)],
      contact: { name: left(host), email, ...(telephone === "" ? {} : { telephone }) },
      emergencyNumber: "112",
      updated: today,
      beds: [],
      map: [],
      photos: [],
      ...(answers.licence === yes ? { licence: LICENCE } : {}),
    },
  };
}

const LICENCE = {
  name: "Creative Commons Attribution 4.0 International",
  identifier: "CC-BY-4.0",
  url: "https://creativecommons.org/licenses/by/4.0/",
};

/**
 * Lays the folder out. It must not be there yet, so that nothing of an owner's is ever overwritten.
 *
 * @param today as `2026-07-31`
 */
export function layOut(folder: string, answers: Answers, texts: Texts, today: string): void {
  const data = join(folder, "data");
  const content = join(folder, "content");
  mkdirSync(join(data, "schema"), { recursive: true });
  mkdirSync(join(content, "images"), { recursive: true });
  for (const [path, text] of ownerFiles()) writeFileSync(join(data, path), text);
  for (const [name, facts] of Object.entries(dataFiles(answers, texts, today))) {
    writeFileSync(join(data, `${name}.json`), `${JSON.stringify({ $schema: `schema/${name}.schema.json`, ...facts }, null, 2)}\n`);
  }
  cpSync(join(TEMPLATES, texts.language.slice(0, 2)), content, { recursive: true });
  const drawing = readFileSync(join(ROOT, "content/images/cottage.svg"), "utf8");
  writeFileSync(join(content, "images/cottage.svg"), drawing.replace(/(<title[^>]*>)[^<]*/, `$1${texts.texts.drawing}`));
}

/** Undefined when somebody stopped in the middle. */
async function ask(): Promise<{ readonly answers: Answers; readonly texts: Texts } | undefined> {
  const english = textsIn("en");
  if (process.stdin.isTTY !== true) return { answers: standardAnswers(english), texts: english };
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // The iterator keeps lines that were typed, or pasted, ahead of their question.
  const lines = terminal[Symbol.asyncIterator]();
  const line = async (question: string): Promise<string | undefined> => {
    terminal.setPrompt(`${question} `);
    terminal.prompt();
    const { value, done } = await lines.next();
    return done === true ? undefined : value.trim();
  };
  try {
    let language: string | undefined;
    while (language === undefined) {
      const answer = await line(`Language, Sprache, langue, idioma, lingua, taal? (${LANGUAGES.join(", ")}) [en]`);
      if (answer === undefined) return undefined;
      language = LANGUAGES.find((each) => each === (answer.toLowerCase() || "en").slice(0, 2));
    }
    const texts = textsIn(language);
    const answers: Record<keyof Answers, string> = { ...standardAnswers(texts) };
    for (const name of Object.keys(FORMS) as (keyof typeof FORMS)[]) {
      const standard = answers[name];
      for (let answer: string | undefined; answer === undefined; ) {
        const text = await line(`${texts.questions[name]}${standard === "" ? "" : ` [${standard}]`}`);
        if (text === undefined) return undefined;
        answer = answered(text || standard, FORMS[name], texts);
        if (answer === undefined) process.stdout.write(`${texts.wanted[FORMS[name]]}\n`);
        else answers[name] = answer;
      }
    }
    return { answers, texts };
  } finally {
    terminal.close();
  }
}

/** As every shell takes it for one word: sh, cmd and PowerShell know double quotation marks alike. */
export function quoted(path: string): string {
  return /^[\w./:-]+$/.test(path) ? path : `"${path}"`;
}

/** What an owner types: the script builds first, since nothing may have been built yet. */
export function command(script: string, folder: string): string {
  return `npm run ${script} -- ${quoted(folder)}`;
}

/** What double quotation marks do not keep a shell from reading; PowerShell takes curly ones for its own. */
export const UNQUOTABLE = /["“”„$%`!\p{Cc}]|\\$/u;

async function main(): Promise<number> {
  const [name = "", ...others] = process.argv.slice(2);
  if (name === "" || others.length > 0 || name.startsWith("-") || UNQUOTABLE.test(name)) {
    process.stderr.write("Name the folder to make, with letters, digits, hyphens and blanks: npm run new-cottage -- my-cottage\n");
    return 2;
  }
  const folder = resolve(name);
  if (existsSync(folder)) {
    process.stderr.write(`${folder} is there already; name a folder that is not\n`);
    return 1;
  }
  const asked = await ask();
  if (asked === undefined) {
    process.stderr.write("\nNothing was made.\n");
    return 1;
  }
  const { answers, texts } = asked;
  layOut(folder, answers, texts, new Date().toISOString().slice(0, 10));
  const made = texts.made.replace("{folder}", folder).replace("{readme}", join(folder, "data", "README.md"));
  process.stdout.write(`\n${made}\n\n${texts.check}\n    ${command("check", name)}\n\n${texts.watch}\n    ${command("watch", name)}\n`);
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main();
