/**
 * Loads the built-in UI strings and the owner's overrides in `content/words.json`. Every language has the same names
 * and placeholders as English.
 */

import { type FieldFinding, locateFindings, readJsonFile } from "../data/json-file.ts";
import { object, type Schema, string } from "../data/schema.ts";
import { validate } from "../data/validate.ts";
import { isRecord } from "../data/values.ts";
import { readText } from "../files.ts";
import { createFinding, type Finding } from "../finding.ts";
import { Locale, placeholdersIn, type PluralForms, type WordTable } from "./locale.ts";

const OVERRIDES_FILE = "content/words.json";
const FILE_BYTES_MAX = 200_000;

/** Translations may omit names of languages and countries, because Intl has them. */
const OPTIONAL_NAME = /^(?:language|country)\./;
const NAMES_LISTED_MAX = 3;

type Folders = Readonly<{ contentDirectory: string; programContent: string }>;

/** @param language BCP 47 tag, e.g. "de-AT". Its primary subtag, "de", selects the built-in translation. */
export function loadLocales(language: string, { contentDirectory, programContent }: Folders) {
  const [baseLanguage = ""] = language.toLowerCase().split("-");
  const englishTable = readBuiltInTable(programContent, "en");
  const { overrides, errors } = readOverrides(contentDirectory, englishTable, language);
  const translations = { ...readBuiltInTable(programContent, baseLanguage), ...overrides };
  return {
    // English strings fill the gaps.
    locale: new Locale({ ...englishTable, ...translations }, language),
    // Built-in pages are always in English.
    english: new Locale(englishTable, "en"),
    findings: errors.length > 0 ? errors : findUntranslated(language, englishTable, translations),
  };
}

function readBuiltInTable(programContent: string, language: string): WordTable {
  const { content = "{}" } = readText(programContent, `words/${language}.json`, FILE_BYTES_MAX);
  return JSON.parse(content);
}

function findUntranslated(language: string, english: WordTable, translations: WordTable): Finding[] {
  const missing = Object.keys(english).filter((name) => !(name in translations) && !OPTIONAL_NAME.test(name));
  if (missing.length === 0) return [];
  const values = { language, count: missing.length, names: missing.slice(0, NAMES_LISTED_MAX).join(", ") };
  return [createFinding("notice", "data/site.json", { code: "words-missing", values })];
}

/** Reads and checks the owner's `words.json`. Returns no overrides if the file is missing or has any error. */
function readOverrides(directory: string, english: WordTable, language: string) {
  const { text, value, finding } = readJsonFile(directory, OVERRIDES_FILE, FILE_BYTES_MAX);
  if (finding?.code === "file-missing") return { overrides: {}, errors: [] };
  if (finding !== undefined) return { overrides: {}, errors: [finding] };
  const { problems, normalized } = validate(overridesSchema(english, value, language), value, OVERRIDES_FILE);
  const texts = new Map([[OVERRIDES_FILE, text]]);
  const errors = locateFindings(texts, problems.map(adaptProblem));
  return { overrides: (normalized ?? {}) as WordTable, errors };
}

/** Makes a message refer to a UI string by its path, for example "stars/0" and not "entry 1 of stars". */
function adaptProblem(problem: FieldFinding): FieldFinding {
  const isAboutWholeFile = problem.pointer === "";
  if (isAboutWholeFile) return problem;
  // Not "field-unknown", because that message would list the names of all UI strings.
  const code = problem.code === "field-unknown" ? "word-unknown" : problem.code;
  return { ...problem, code, values: { ...problem.values, field: problem.pointer.slice("/".length) } };
}

/** Returns the schema of the owner's overrides, in which only names of English strings may occur. */
function overridesSchema(english: WordTable, overrides: unknown, language: string): Schema<object> {
  const optional: Record<string, Schema<unknown>> = {};
  for (const [name, word] of Object.entries(english)) {
    // Building a schema is slow, so a string that is not overridden gets an empty one, which is never used.
    const isOverridden = isRecord(overrides) && Object.hasOwn(overrides, name);
    optional[name] = isOverridden ? wordSchema(word, language) : {};
  }
  return object({}, optional);
}

/**
 * Returns the schema for the translation of a string. Plural forms must include all categories that the language uses
 * for integers, and may include the exact counts of the English forms, e.g. "0".
 */
function wordSchema(english: string | PluralForms, language: string): Schema<unknown> {
  if (typeof english === "string") return sentenceSchema(english);
  const withPlaceholders = sentenceSchema(english.other);
  // Forms for exact counts and for "one" may omit placeholders, as in "no bedrooms".
  const placeholdersOptional = sentenceSchema(english.other, { mayOmitPlaceholders: true });
  const required = integerCategories(language).map((category) => {
    return [category, category === "one" ? placeholdersOptional : withPlaceholders];
  });
  const exactCounts = Object.keys(english).filter((key) => /^\d+$/.test(key));
  const optional = exactCounts.map((count) => [count, placeholdersOptional]);
  return object(Object.fromEntries(required), Object.fromEntries(optional));
}

/** Returns the plural categories of the integers below 200. Categories for fractions and millions are left out. */
function integerCategories(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))];
}

/** Accepts strings with all placeholders of the example (optional with `mayOmitPlaceholders`) and no other braces. */
function sentenceSchema(example: string, { mayOmitPlaceholders = false } = {}): Schema<string> {
  const placeholders = placeholdersIn(example);
  const isValid = (text: string): boolean => {
    const hasAllPlaceholders = placeholders.every((placeholder) => text.includes(placeholder));
    let otherText = text;
    for (const placeholder of placeholders) otherText = otherText.replaceAll(placeholder, "");
    const hasOtherBraces = /[{}]/.test(otherText);
    return !hasOtherBraces && (hasAllPlaceholders || mayOmitPlaceholders);
  };
  const expected = placeholders.length === 0 ? "expected-sentence" : "expected-sentence-with";
  return string({ isValid, expected, example, values: { names: placeholders.join(" and ") } });
}
