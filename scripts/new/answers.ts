/**
 * Lists the questions about a new cottage, and parses the answers, e.g. "16 Uhr" as "16:00".
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { LANGUAGES } from "../../src/compile/built-in.ts";
import { closest, removeTrunkZero } from "../../src/compile/corrections.ts";
import { countryNamed, languageNamed } from "./codes.ts";
import { parseTime } from "./times.ts";

export const TEMPLATES = fileURLToPath(new URL("../template/", import.meta.url));

export { LANGUAGES };

export type Language = (typeof LANGUAGES)[number];

/** Kind of answer, e.g. `time`. A `house` is a type of house, and a `choice` is yes, no or empty. */
export type Form =
  "text" | "house" | "postcode" | "region" | "country" | "number" | "time" | "yes" | "choice" | "email" | "telephone";

/** Questions in the order in which they are asked, each with the form of its answer. */
export const FORMS = {
  name: "text",
  houseType: "house",
  street: "text",
  locality: "text",
  postcode: "postcode",
  region: "region",
  country: "country",
  area: "text",
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
  aiAnswers: "choice",
  aiTraining: "choice",
} as const satisfies Record<string, Form>;

export type Question = keyof typeof FORMS;

export type Answers = Readonly<Record<Question, string>>;

export const QUESTIONS = Object.keys(FORMS) as Question[];

type OwnerText =
  | "description"
  | "amenity"
  | "price"
  | "place"
  | "distance"
  | "summary"
  | "note"
  | "platform"
  | "host"
  | "emergency";

/** Strings that `--new` prints or writes to files, in one language. */
export interface Texts {
  readonly language: string;
  readonly country: string;
  readonly yes: string;
  readonly no: string;
  readonly fillIn: string;
  /** Includes the space that precedes a colon in French. */
  readonly colon: string;
  readonly questions: Answers;
  /** Hints on how to answer, keyed by form, e.g. "Please write a number." */
  readonly wanted: Readonly<Record<Form, string>>;
  readonly texts: Readonly<Record<OwnerText, string>>;
  /**
   * Names for each `houseType` of `site.json`, e.g. "holiday flat" and "flat" for `Apartment`. The pages use the name
   * that is listed first. The type that is listed first is the default.
   */
  readonly houseTypes: Readonly<Record<string, readonly string[]>>;
  /** Phrases in the templates, each with its replacement for a flat, e.g. "the house": "the flat". */
  readonly flat: Readonly<Record<string, string>>;
  /** Hint that a hyphen clears an optional answer. */
  readonly clear: string;
  readonly confirm: string;
  readonly made: string;
  readonly check: string;
  readonly watch: string;
  readonly nothingMade: string;
}

export function textsIn(language: Language): Texts {
  return JSON.parse(readFileSync(`${TEMPLATES}${language}.json`, "utf8"));
}

/** Parses the code or name of a language. The name may be in any of our languages, e.g. "Dutch" or "néerlandais". */
export function languageOf(answer: string): Language | undefined {
  const code = simplified(answer).replace(/[-_].*/, "");
  return LANGUAGES.find((language) => language === code) ?? languageNamed(answer.trim());
}

/** Returns the name of the default type of house, e.g. "Ferienhaus". The templates are written for this type. */
export function defaultHouse({ houseTypes }: Texts): string {
  return Object.values(houseTypes)[0]?.[0] ?? "";
}

/** Returns the default answer to each question. An owner who skips a question claims nothing about the cottage. */
export function defaultAnswers(texts: Texts): Answers {
  const { fillIn, country, no } = texts;
  const unknown = {
    name: fillIn,
    houseType: defaultHouse(texts),
    street: fillIn,
    locality: fillIn,
    postcode: fillIn,
    region: fillIn,
    country,
    area: fillIn,
  };
  const counts = { bedrooms: "1", bathrooms: "1", sleeps: "2" };
  const times = { checkin: "16:00", checkout: "10:00" };
  const choices = { pets: no, smoking: no, licence: no, aiAnswers: "", aiTraining: "" };
  return { ...unknown, ...counts, ...times, ...choices, email: "fill-in@example.com", telephone: "" };
}

/**
 * Parses an answer, and returns it in the format that is written to files, e.g. "16:00" for "4 p.m." Returns undefined
 * if it cannot be parsed.
 *
 * @param country code of the country, for telephone numbers without a calling code
 */
export function parseAnswer(text: string, form: Form, texts: Texts, country = texts.country): string | undefined {
  const answer = text.normalize("NFC").trim();
  if (isOptional(form) && (answer === "" || answer === "-")) return "";
  switch (form) {
    case "text":
      return answer === "" ? undefined : answer;
    case "house":
      return parseHouse(answer, texts);
    case "postcode":
      return /\d/.test(answer) || answer === texts.fillIn ? answer : undefined;
    case "region":
      return /\p{L}/u.test(answer) ? answer : undefined;
    case "country":
      return parseCountryAnswer(answer);
    case "number":
      return parseNumber(answer);
    case "time":
      return parseTime(answer);
    case "yes":
    case "choice":
      return parseYesOrNo(answer, texts);
    case "email":
      return parseEmail(answer);
    case "telephone":
      return parseTelephone(answer, country);
  }
}

/** Returns whether an answer may be empty. */
export function isOptional(form: Form): boolean {
  return form === "choice" || form === "telephone";
}

/** Returns the text in lower case without accents, so that "si" matches "sì". */
function simplified(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .trim();
}

/** Parses a type of house. Returns its name on the pages, e.g. "holiday flat" for "a small flat" or "Apartment". */
function parseHouse(answer: string, { houseTypes }: Texts): string | undefined {
  const answerWords = betweenSpaces(simplified(answer));
  const types = Object.entries(houseTypes).map(([type, names]) => {
    const synonyms = [type, ...names].map((name) => betweenSpaces(simplified(name)));
    return { pageName: names[0], synonyms };
  });
  const equalType = types.find(({ synonyms }) => synonyms.includes(answerWords));
  const mentionedType = types.find(({ synonyms }) => synonyms.some((synonym) => answerWords.includes(synonym)));
  return (equalType ?? mentionedType)?.pageName;
}

/** Adds a space at both ends, so that a search in the text finds only whole words. */
function betweenSpaces(text: string): string {
  return ` ${text} `;
}

/**
 * Parses an ISO 3166-1 code, or a country's name in one of `LANGUAGES` or in its own language. Returns the current
 * code, or undefined if there is no such country.
 */
function parseCountryAnswer(answer: string): string | undefined {
  const isCode = /^[a-z]{2}$/i.test(answer);
  const code = isCode ? answer.toUpperCase() : countryNamed(answer);
  if (code === undefined) return undefined;
  const current = currentCode(code);
  const englishNames = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const isCountry = englishNames.of(current) !== undefined;
  return isCountry ? current : undefined;
}

/** Replaces obsolete country codes, e.g. UK with GB and DD with DE. */
function currentCode(code: string): string {
  return new Intl.Locale("und", { region: code }).region ?? code;
}

/** Parses a number, e.g. "6 Personen" or "2 (one with a bath)". Rejects "4-6", because that is two numbers. */
function parseNumber(answer: string): string | undefined {
  const [first, second] = answer.replaceAll(/\([^)]*\)/g, "").match(/\d+/g) ?? [];
  if (first === undefined || second !== undefined || first.length > 2) return undefined;
  return answer.startsWith(first) ? String(Number(first)) : undefined;
}

/** Words for yes and no in many languages, without accents. */
const YES_WORDS = [
  ...["true", "yes", "oui", "vrai", "ja", "wahr", "si", "vero", "verdadero", "waar"],
  ...["ναι", "sim", "tak", "ano", "igen", "kylla", "evet", "da", "да"],
];
const NO_WORDS = [
  ...["false", "no", "non", "faux", "nein", "falsch", "falso", "nee", "onwaar"],
  ...["οχι", "nao", "nie", "nej", "nei", "nem", "ei", "нет", "не"],
];

/** Parses yes or no, e.g. "j", "Nein!" or "Ja, 1 Hund". Only the first word counts. */
function parseYesOrNo(answer: string, { yes, no }: Texts): string | undefined {
  const word = /^\p{L}+/u.exec(simplified(answer))?.[0];
  if (word === undefined) return undefined;
  // An abbreviation such as "j" is enough.
  const abbreviated = [yes, no].find((full) => simplified(full).startsWith(word));
  if (abbreviated !== undefined) return abbreviated;
  if (YES_WORDS.includes(word)) return yes;
  return NO_WORDS.includes(word) ? no : undefined;
}

const EMAIL = /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/;

/** Parses an email address. "(at)", which people write to avoid spam, is replaced with @. */
function parseEmail(answer: string): string | undefined {
  const address = answer.replace(/^mailto:/i, "").replace(/\s*[([]\s*at\s*[)\]]\s*/i, "@");
  return EMAIL.test(address) ? address : undefined;
}

const TELEPHONE = /^\+[1-9][0-9 ()-]{5,25}$/;
const AREA_CODE_IN_BRACKETS = /^\(\s?(0\d*)\s?\)/;

/**
 * Calling codes of countries in which the trunk prefix of national numbers is 0, or which have no trunk prefix. Hungary
 * is missing, for example, because its prefix is 06.
 */
const CALLING_CODES: Readonly<Record<string, string>> = {
  AT: "+43", AU: "+61", BE: "+32", BG: "+359", CH: "+41", CY: "+357", CZ: "+420", DE: "+49", DK: "+45", EE: "+372",
  ES: "+34", FI: "+358", FR: "+33", GB: "+44", GR: "+30", HR: "+385", IE: "+353", IL: "+972", IS: "+354", IT: "+39",
  JP: "+81", LU: "+352", LV: "+371", MT: "+356", NL: "+31", NO: "+47", NZ: "+64", PL: "+48", PT: "+351", RO: "+40",
  SE: "+46", SI: "+386", SK: "+421", TR: "+90", UA: "+380",
};
/**
 * Countries without a trunk prefix. A leading 0, as in Italian numbers, is part of the number, and is dialled from
 * abroad too.
 */
const COUNTRIES_WITHOUT_TRUNK_PREFIX: readonly string[] = [
  "CY", "CZ", "DK", "EE", "ES", "GR", "IS", "IT", "LU", "LV", "MT", "NO", "PL", "PT",
];

/** Parses a telephone number, e.g. "04662/1234", "0049 4662 1234" or "+49 (0) 4662 1234" as "+49 4662 1234". */
function parseTelephone(answer: string, country: string): string | undefined {
  const number = addCallingCode(normalizeTelephone(answer.replace(AREA_CODE_IN_BRACKETS, "$1")), country);
  return TELEPHONE.test(number) ? number : undefined;
}

const SEPARATORS = /[/.\s\u2010-\u2015]+/g;
const INTERNATIONAL_PREFIX = /^00 ?(?=[1-9])/;

/** Converts "0049 4662/1234" or "+49 (0) 4662 1234" to "+49 4662 1234". */
function normalizeTelephone(text: string): string {
  const separated = text.replaceAll(SEPARATORS, " ");
  return removeTrunkZero(separated.replace(INTERNATIONAL_PREFIX, "+"));
}

/** Adds the country's calling code to a national number, e.g. "+49 4662 1234" for "04662 1234". */
function addCallingCode(number: string, country: string): string {
  const callingCode = CALLING_CODES[country];
  const isNational = /^\d/.test(number);
  if (!isNational || callingCode === undefined) return number;
  if (COUNTRIES_WITHOUT_TRUNK_PREFIX.includes(country)) return `${callingCode} ${number}`;
  // A number without the trunk prefix 0 is left as it is, because it may already start with the calling code.
  return number.replace(/^0 ?/, `${callingCode} `);
}

export interface ParsedAnswers {
  readonly answers: Answers;
  /** One sentence for each answer that cannot be used. */
  readonly problems: readonly string[];
}

/** Parses answers keyed by question, e.g. from an `--answers` file. Missing answers get their defaults. */
export function parseAnswers(given: Readonly<Record<string, unknown>>, texts: Texts): ParsedAnswers {
  const answers: Record<Question, string> = { ...defaultAnswers(texts) };
  const problems = unknownQuestions(given);
  for (const question of QUESTIONS) {
    const value = given[question];
    if (value === undefined || value === null || value === "") continue;
    const answer = parseAnswer(asText(value, texts), FORMS[question], texts, answers.country);
    if (answer === undefined) problems.push(problemWith(question, value, texts));
    else answers[question] = answer;
  }
  if (given["area"] === undefined) answers.area = answers.region;
  return { answers, problems };
}

/** Returns an error message for each name that is neither a question nor `language`. */
function unknownQuestions(given: Readonly<Record<string, unknown>>): string[] {
  const knownNames: readonly string[] = ["language", ...QUESTIONS];
  const unknownNames = Object.keys(given).filter((name) => !knownNames.includes(name));
  return unknownNames.map((name) => {
    const similar = closest(name, QUESTIONS);
    return `"${name}" is not a question; ${similar === undefined ? "see --help" : `did you mean "${similar}"?`}`;
  });
}

/** Describes an answer that cannot be parsed, e.g. `bedrooms: "two". How many bedrooms? Please write a number.` */
export function problemWith(question: Question, answer: unknown, { questions, wanted }: Texts): string {
  return `${question}: ${JSON.stringify(answer)}. ${questions[question]} ${wanted[FORMS[question]]}`;
}

/** Converts a value from a file of answers to the text that an owner would type, e.g. true to "yes" and 2 to "2". */
function asText(value: unknown, { yes, no }: Texts): string {
  if (typeof value === "boolean") return value ? yes : no;
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
