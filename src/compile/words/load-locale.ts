/**
 * Loads the built-in UI strings and the owner's overrides in `content/words.json`.
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

/**
 * Returns the site's strings, with English in the gaps, and the English strings for the built-in pages.
 *
 * @param language BCP 47 tag, e.g. "de-AT". Its primary subtag, "de", selects the built-in translation.
 */
export function loadLocales(language: string, { contentDirectory, programContent }: Folders) {
  const [baseLanguage = ""] = language.toLowerCase().split("-");
  const englishTable = readBuiltInTable(programContent, "en");
  const { overrides, errors } = readOverrides(contentDirectory, englishTable, language);
  const translations = { ...readBuiltInTable(programContent, baseLanguage), ...overrides };
  // An error discards all overrides, so their strings would wrongly count as untranslated.
  const findings = errors.length > 0 ? errors : findUntranslated(language, englishTable, translations);
  const locale = new Locale({ ...englishTable, ...translations }, language);
  return { locale, english: new Locale(englishTable, "en"), findings };
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
  const { text, value, finding: readError } = readJsonFile(directory, OVERRIDES_FILE, FILE_BYTES_MAX);
  if (readError?.code === "file-missing") return { overrides: {}, errors: [] };
  if (readError !== undefined) return { overrides: {}, errors: [readError] };
  const schema = overridesSchema(english, value, language);
  const { problems, normalized = {} } = validate(schema, value, OVERRIDES_FILE);
  const errors = locateFindings(new Map([[OVERRIDES_FILE, text]]), problems.map(nameStringByPath));
  return { overrides: normalized as WordTable, errors };
}

/** Makes a message refer to a UI string by its path, for example "stars/0" and not "entry 1 of stars". */
function nameStringByPath(problem: FieldFinding): FieldFinding {
  const isAboutWholeFile = problem.pointer === "";
  if (isAboutWholeFile) return problem;
  // Not "field-unknown", because that message would list the names of all UI strings.
  const code = problem.code === "field-unknown" ? "word-unknown" : problem.code;
  return { ...problem, code, values: { ...problem.values, field: problem.pointer.slice("/".length) } };
}

const UNUSED_SCHEMA = {};

/** Returns a schema for the given overrides. Only the names of English strings are allowed. */
function overridesSchema(english: WordTable, overrides: unknown, language: string): Schema<object> {
  const schemas: Record<string, Schema<unknown>> = {};
  for (const [name, source] of Object.entries(english)) {
    const isOverridden = isRecord(overrides) && Object.hasOwn(overrides, name);
    // Building a schema is slow, so the other names get a placeholder.
    schemas[name] = isOverridden ? translationSchema(source, language) : UNUSED_SCHEMA;
  }
  return object({}, schemas);
}

/** Returns the schema of a translation. Plural forms need every category of the language. Exact counts are optional. */
function translationSchema(english: string | PluralForms, language: string): Schema<unknown> {
  if (typeof english === "string") return sentenceSchema(english);
  const withPlaceholders = sentenceSchema(english.other);
  // Forms for exact counts and for "one" may omit placeholders, as in "no bedrooms".
  const placeholdersOptional = sentenceSchema(english.other, { mayOmitPlaceholders: true });
  const requiredForms = integerCategories(language).map((category) => {
    return [category, category === "one" ? placeholdersOptional : withPlaceholders];
  });
  const exactCounts = Object.keys(english).filter((key) => /^\d+$/.test(key));
  const optionalForms = exactCounts.map((count) => [count, placeholdersOptional]);
  return object(Object.fromEntries(requiredForms), Object.fromEntries(optionalForms));
}

/** Returns the plural categories of the integers below 200, not those of fractions and millions. */
function integerCategories(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))];
}

/** Requires every placeholder in the example, unless `mayOmitPlaceholders`. Forbids any other braces. */
function sentenceSchema(example: string, { mayOmitPlaceholders = false } = {}): Schema<string> {
  const placeholders = placeholdersIn(example);
  const isValid = (text: string) => {
    const hasAllPlaceholders = placeholders.every((placeholder) => text.includes(placeholder));
    let otherText = text;
    for (const placeholder of placeholders) otherText = otherText.replaceAll(placeholder, "");
    const hasOtherBraces = /[{}]/.test(otherText);
    return (hasAllPlaceholders || mayOmitPlaceholders) && !hasOtherBraces;
  };
  const expected = placeholders.length === 0 ? "expected-sentence" : "expected-sentence-with";
  return string({ isValid, expected, example, values: { names: placeholders.join(" and ") } });
}
