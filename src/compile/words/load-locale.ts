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
 * contains the errors in the overrides or, if there are none, a notice about untranslated strings.
 *
 * @param language BCP 47 tag, e.g. "de-AT". Its primary subtag, "de", selects the built-in translation.
 */
export function loadLocales(language: string, { contentDirectory, builtInDirectory }: Folders) {
  const [baseLanguage = ""] = language.toLowerCase().split("-");
  const englishTable = readBuiltInTable(builtInDirectory, "en");
  const { overrides, errors } = readOverrides(contentDirectory, englishTable, language);
  const translations = { ...readBuiltInTable(builtInDirectory, baseLanguage), ...overrides };
  const locale = new Locale({ ...englishTable, ...translations }, language);
  const englishLocale = new Locale(englishTable, "en");
  // One invalid override disables them all, so overridden strings would seem untranslated. Report only the errors.
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

/** Reads the owner's `words.json`, which is optional. `overrides` is empty if there are errors. */
function readOverrides(directory: string, englishTable: WordTable, language: string) {
  const { text, value, readError } = readJsonFile(directory, OVERRIDES_FILE, FILE_BYTES_MAX);
  if (readError?.code === "file-missing") return { overrides: {}, errors: [] };
  if (readError !== undefined) return { overrides: {}, errors: [readError] };
  const schema = overridesSchema(englishTable, value, language);
  const { errors: fieldErrors, normalized = {} } = validate(schema, value, OVERRIDES_FILE);
  const textsByPath = new Map([[OVERRIDES_FILE, text]]);
  // Add line numbers to the errors.
  const errors = locateFindings(textsByPath, fieldErrors.map(withPathAsField));
  // The cast is safe, because the schema allows only strings and plural forms.
  return { overrides: normalized as WordTable, errors };
}

/** Sets `values.field` to the path of the UI string, so that messages say "stars/0" rather than "entry 1 of stars". */
function withPathAsField(fieldError: FieldFinding): FieldFinding {
  const { pointer, values } = fieldError;
  const isAboutWholeFile = pointer === "";
  if (isAboutWholeFile) return fieldError;
  // The message "field-unknown" would list the names of all UI strings. "word-unknown" lists none.
  const code = fieldError.code === "field-unknown" ? "word-unknown" : fieldError.code;
  const field = pointer.replace(/^\//, "");
  return { ...fieldError, code, values: { ...values, field } };
}

const ANY_VALUE: Schema<unknown> = {};

/** Returns a schema for the owner's overrides. Every key of `englishTable` is allowed, and none is required. */
function overridesSchema(englishTable: WordTable, overrides: unknown, language: string): Schema<object> {
  const required = {};
  const optional: Record<string, Schema<unknown>> = {};
  for (const [name, englishString] of Object.entries(englishTable)) {
    const isOverridden = isRecord(overrides) && Object.hasOwn(overrides, name);
    // Building a schema is slow, so build schemas only for keys that have a value to check.
    optional[name] = isOverridden ? translationSchema(englishString, language) : ANY_VALUE;
  }
  return object(required, optional);
}

/**
 * Returns the schema for the translation of an English string. A plural string needs a form for every plural category
 * of the language. It may also have forms for exact counts, e.g. "0", if the English string has them.
 */
function translationSchema(english: string | PluralForms, language: string): Schema<unknown> {
  if (typeof english === "string") return sentenceSchema(english, placeholdersIn(english));
  const strictSchema = sentenceSchema(english.other, placeholdersIn(english.other));
  // Forms for "one" and for exact counts may omit placeholders, e.g. "no bedrooms", so this schema requires none.
  const lenientSchema = sentenceSchema(english.other, []);
  const requiredForms: Record<string, Schema<string>> = {};
  for (const category of pluralCategories(language)) {
    requiredForms[category] = category === "one" ? lenientSchema : strictSchema;
  }
  const exactCounts = Object.keys(english).filter((form) => /^\d+$/.test(form));
  const optionalForms = Object.fromEntries(exactCounts.map((count) => [count, lenientSchema]));
  return object(requiredForms, optionalForms);
}

/** Returns the language's plural categories for integers below 200. Omits those used only for fractions or millions. */
function pluralCategories(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))];
}

const PLACEHOLDER_OR_BRACE = /\{\w+\}|[{}]/g;

/**
 * Returns the schema for the translation of a sentence. The translation must contain the required placeholders. It must
 * not contain stray braces or placeholders that the English sentence does not have.
 */
function sentenceSchema(english: string, requiredPlaceholders: readonly string[]): Schema<string> {
  const allowedPlaceholders = placeholdersIn(english);
  const isValid = (translation: string) => {
    const tokens: readonly string[] = translation.match(PLACEHOLDER_OR_BRACE) ?? [];
    const hasRequired = requiredPlaceholders.every((placeholder) => tokens.includes(placeholder));
    // Stray braces are tokens too. They are never in `allowedPlaceholders`, so this check rejects them.
    const hasOnlyAllowed = tokens.every((token) => allowedPlaceholders.includes(token));
    return hasRequired && hasOnlyAllowed;
  };
  // Code of the message text that describes a valid translation.
  const expected = allowedPlaceholders.length === 0 ? "expected-sentence" : "expected-sentence-with";
  const names = allowedPlaceholders.join(" and ");
  return string({ isValid, expected, example: english, values: { names } });
}
