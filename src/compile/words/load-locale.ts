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

/** Translations may omit the names of languages and countries, because `Intl` provides them. */
const OPTIONAL_NAME = /^(?:language|country)\./;
const NAMES_LISTED_MAX = 3;

type Folders = Readonly<{ contentDirectory: string; builtInDirectory: string }>;

/**
 * Loads the site's locale and the English locale. UI strings that are not translated fall back to English. `findings`
 * contains the errors in the owner's overrides or, if there are none, at most one notice, which names untranslated
 * strings.
 *
 * @param language BCP 47 tag, e.g. "de-AT". Its primary subtag, "de", selects the built-in translation.
 */
export function loadLocales(language: string, { contentDirectory, builtInDirectory }: Folders) {
  const [baseLanguage = ""] = language.toLowerCase().split("-");
  const englishTable = readBuiltInTable(builtInDirectory, "en");
  const { overrides, errors } = readOverrides(contentDirectory, englishTable, language);
  const builtInTable = readBuiltInTable(builtInDirectory, baseLanguage);
  const translations = { ...builtInTable, ...overrides };
  const locale = new Locale({ ...englishTable, ...translations }, language);
  const englishLocale = new Locale(englishTable, "en");
  // If one override is invalid, all are discarded. The notice about untranslated strings would then list strings that
  // the owner did translate, so report only the errors.
  const findings = errors.length > 0 ? errors : findUntranslated(language, englishTable, translations);
  return { locale, englishLocale, findings };
}

function readBuiltInTable(builtInDirectory: string, language: string): WordTable {
  const { content = "{}" } = readText(builtInDirectory, `words/${language}.json`, FILE_BYTES_MAX);
  return JSON.parse(content);
}

function findUntranslated(language: string, englishTable: WordTable, translations: WordTable): Finding[] {
  const missing = Object.keys(englishTable).filter((name) => !(name in translations) && !OPTIONAL_NAME.test(name));
  if (missing.length === 0) return [];
  const values = { language, count: missing.length, names: missing.slice(0, NAMES_LISTED_MAX).join(", ") };
  return [createFinding("notice", "data/site.json", { code: "words-missing", values })];
}

/** Reads the owner's overrides from `words.json`. If there are errors, `overrides` is empty. */
function readOverrides(directory: string, englishTable: WordTable, language: string) {
  const { text, value, readError } = readJsonFile(directory, OVERRIDES_FILE, FILE_BYTES_MAX);
  // The file is optional.
  if (readError?.code === "file-missing") return { overrides: {}, errors: [] };
  if (readError !== undefined) return { overrides: {}, errors: [readError] };
  const schema = overridesSchema(englishTable, value, language);
  const { errors: schemaErrors, normalized = {} } = validate(schema, value, OVERRIDES_FILE);
  // Make each error refer to its string by name, and leave out the long list of all known names.
  const adaptedErrors = schemaErrors.map(withFieldPath).map(withoutKnownNames);
  // Add line numbers.
  const errors = locateFindings(new Map([[OVERRIDES_FILE, text]]), adaptedErrors);
  // The cast is safe, because the schema allows only strings and plural forms.
  return { overrides: normalized as WordTable, errors };
}

/**
 * Makes the message refer to a field by its path, e.g. "stars/0" (the form of "stars" for count 0). Otherwise, the
 * message would say "entry 1 of stars".
 */
function withFieldPath(error: FieldFinding): FieldFinding {
  const isAboutWholeFile = error.pointer === "";
  if (isAboutWholeFile) return error;
  const path = error.pointer.slice(1);
  return { ...error, values: { ...error.values, field: path } };
}

/** Replaces the code "field-unknown" with "word-unknown", whose message does not list the names of all UI strings. */
function withoutKnownNames(error: FieldFinding): FieldFinding {
  return error.code === "field-unknown" ? { ...error, code: "word-unknown" } : error;
}

/** Returns a schema for the owner's overrides. Every key of `englishTable` is allowed, and none is required. */
function overridesSchema(englishTable: WordTable, overrides: unknown, language: string): Schema<object> {
  const overrideSchemas: Record<string, Schema<unknown>> = {};
  for (const [name, englishString] of Object.entries(englishTable)) {
    const isOverridden = isRecord(overrides) && Object.hasOwn(overrides, name);
    // Building a schema is slow, so build one only if it is needed. Other names have no value to check, so use `{}`.
    overrideSchemas[name] = isOverridden ? translationSchema(englishString, language) : {};
  }
  return object({}, overrideSchemas);
}

/**
 * Returns the schema for the translation of a UI string into `language`. If the English string has plural forms, the
 * translation must have a form for each plural category of `language`, e.g. "one". It may also have a form for an
 * exact count, e.g. "0", if the English string has that form.
 */
function translationSchema(english: string | PluralForms, language: string): Schema<unknown> {
  if (typeof english === "string") return sentenceSchema(english, placeholdersIn(english));
  // Most forms must contain all placeholders.
  const strictSchema = sentenceSchema(english.other, placeholdersIn(english.other));
  // The plural forms for "one" and for exact counts may omit placeholders, e.g. "one bedroom" needs no {count}.
  const lenientSchema = sentenceSchema(english.other, []);
  const requiredForms: Record<string, Schema<string>> = {};
  for (const category of pluralCategories(language)) {
    requiredForms[category] = category === "one" ? lenientSchema : strictSchema;
  }
  const exactCounts = Object.keys(english).filter((form) => /^\d+$/.test(form));
  const optionalForms = Object.fromEntries(exactCounts.map((count) => [count, lenientSchema]));
  return object(requiredForms, optionalForms);
}

/**
 * Returns the plural categories that the language uses for 0 to 199. Leaves out categories that are only for fractions
 * or very large numbers, e.g. "many" for a million in French, because UI strings do not contain such numbers.
 */
function pluralCategories(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))];
}

const PLACEHOLDER_OR_BRACE = /\{\w+\}|[{}]/g;

/**
 * Returns the schema for the translation of a sentence. The translation must contain all `requiredPlaceholders`. It may
 * contain only placeholders that the English sentence has, and no stray braces.
 */
function sentenceSchema(english: string, requiredPlaceholders: readonly string[]): Schema<string> {
  const allowedPlaceholders = placeholdersIn(english);
  const isValid = (translation: string) => {
    const tokens: readonly string[] = translation.match(PLACEHOLDER_OR_BRACE) ?? [];
    const hasRequired = requiredPlaceholders.every((placeholder) => tokens.includes(placeholder));
    // A stray brace is a token, too. It is never an allowed placeholder, so this check rejects it.
    const hasOnlyAllowed = tokens.every((token) => allowedPlaceholders.includes(token));
    return hasRequired && hasOnlyAllowed;
  };
  // The message "expected-sentence-with" lists the allowed placeholders (`names`).
  const expectedCode = allowedPlaceholders.length === 0 ? "expected-sentence" : "expected-sentence-with";
  const names = allowedPlaceholders.join(" and ");
  return string({ isValid, expectedCode, example: english, values: { names } });
}
