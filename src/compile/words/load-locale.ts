/**
 * Loads the UI strings of a site: the built-in translation, or English if there is none, with the owner's texts in
 * `content/words.json`.
 */

import { type FieldFinding, locateFindings, readJsonFile } from "../data/json-file.ts";
import { object, type Schema, string } from "../data/schema.ts";
import { validate } from "../data/validate.ts";
import { isRecord, withoutProperties } from "../data/values.ts";
import { readText } from "../files.ts";
import { createFinding, type Finding } from "../finding.ts";
import { Locale, placeholdersIn, type PluralForms, type WordTable } from "./locale.ts";

const OWN_FILE = "content/words.json";
const FILE_BYTES_MAX = 200_000;

/** Names of strings that `Intl` provides in every language. */
const FROM_INTL = /^(?:language|country|date|time)(?:\.|$)|^(?:months|clock|decimal mark|group.*|.* languages)$/;
/** Owners may add the name of any language or country, e.g. "language.pl". */
const DISPLAY_NAME = /^(?:language|country)\.[\w-]+$/;
/** An English word outside placeholders, except units and a brand, which other languages write in the same way. */
const WORD = /(?<!\{)\b(?!WhatsApp|km)[a-z]{2,}\b(?!\})/i;
const NAMES_LISTED_MAX = 12;

type Folders = Readonly<{ contentDirectory: string; builtInDirectory: string }>;

/**
 * Loads the site's locale and the English locale. `findings` contains the errors in the owner's texts or, if there are
 * none, at most one notice, which names the strings that are still in English.
 *
 * @param language BCP 47 tag, e.g. "de-AT". Its primary subtag, "de", selects the built-in translation.
 */
export function loadLocales(language: string, { contentDirectory, builtInDirectory }: Folders) {
  const [baseLanguage = ""] = language.toLowerCase().split("-");
  const englishTable = readBuiltInTable(builtInDirectory, "en") ?? {};
  const englishLocale = new Locale(englishTable, "en");
  const builtInTable = readBuiltInTable(builtInDirectory, baseLanguage);
  const isBuiltIn = builtInTable !== undefined;
  const { ownTexts, errors } = readOwnTexts(contentDirectory, englishTable, language, isBuiltIn);
  const defaultTable = builtInTable ?? withoutProperties(englishTable, FROM_INTL);
  const locale = new Locale({ ...defaultTable, ...ownTexts }, language);
  const findings = isBuiltIn || ownTexts === undefined ? errors : findEnglish(language, defaultTable, ownTexts);
  return { locale, englishLocale, findings };
}

function readBuiltInTable(builtInDirectory: string, language: string): WordTable | undefined {
  const { content } = readText(builtInDirectory, `words/${language}.json`, FILE_BYTES_MAX);
  return content === undefined ? undefined : JSON.parse(content);
}

/** Returns a notice if strings are still in English. */
function findEnglish(language: string, englishTable: WordTable, ownTexts: WordTable): Finding[] {
  const untranslated = Object.keys(englishTable).filter((name) => !(name in ownTexts));
  const names = untranslated.filter((name) => WORD.test(formsOf(englishTable[name]).join(" ")));
  if (names.length === 0) return [];
  const values = { language, count: names.length, names: names.slice(0, NAMES_LISTED_MAX).join(", ") };
  return [createFinding("notice", OWN_FILE, { code: "words-missing", values })];
}

/** Reads the owner's texts from `words.json`. `ownTexts` is undefined if there are errors. */
function readOwnTexts(directory: string, englishTable: WordTable, language: string, isBuiltIn: boolean) {
  const { text, value, readError } = readJsonFile(directory, OWN_FILE, FILE_BYTES_MAX);
  // The file is optional.
  if (readError?.code === "file-missing") return { ownTexts: {}, errors: [] };
  if (readError !== undefined) return { errors: [readError] };
  const texts = isBuiltIn || !isRecord(value) ? value : withoutEnglish(value, englishTable);
  const forms = pluralForms(language);
  const { errors, normalized } = validate(textsSchema(englishTable, texts, forms), texts, OWN_FILE);
  const textErrors = errors.map((error) => describeError(error, language, forms));
  // Report one error for each string.
  const errorByName = new Map(textErrors.map((error) => [error.pointer.split("/")[1], error]));
  return {
    errors: locateFindings(new Map([[OWN_FILE, text]]), [...errorByName.values()]),
    // The cast is safe, because the schema allows only strings and plural forms.
    ownTexts: normalized as WordTable | undefined,
  };
}

/** Removes formats, e.g. of dates, and the texts that are still in English, as in a copy of the English file. */
function withoutEnglish(texts: Readonly<Record<string, unknown>>, englishTable: WordTable): object {
  const entries = Object.entries(texts).filter(([name, text]) => {
    const englishForms = formsOf(englishTable[name]);
    const isEnglish = formsOf(text).every((form) => englishForms.includes(form));
    return !isEnglish && (DISPLAY_NAME.test(name) || !FROM_INTL.test(name));
  });
  return Object.fromEntries(entries);
}

/** Returns the plural forms of a text or, if there are none, the text itself. */
function formsOf(text: unknown): readonly unknown[] {
  return isRecord(text) ? Object.values(text) : [text];
}

/** Names the string in an error. Replaces errors about missing and unknown forms with one that lists the forms. */
function describeError(error: FieldFinding, language: string, forms: PluralNumbers): FieldFinding {
  const { code, pointer, values } = error;
  const [, name, form] = pointer.split("/");
  if (name === undefined) return error;
  const isAboutForms = form === undefined ? /missing|not-group/.test(code) : /unknown|misspelt/.test(code);
  if (isAboutForms) {
    // Describe each form by example, e.g. as `"few" (2, 3, 4)`.
    const described = [...forms].map(([form, numbers]) => `"${form}" (${numbers.slice(0, 3).join(", ")})`);
    return { ...error, code: "word-forms", values: { field: name, language, forms: described.join(", ") } };
  }
  // Describe the form for count 0 as "stars/0", because the default description is "entry 1 of stars".
  const named = { ...error, values: { ...values, field: pointer.slice(1) } };
  return code === "field-unknown" ? { ...named, code: "word-unknown" } : named;
}

/** Returns a schema that allows every name in `englishTable`, and the names of all languages and countries. */
function textsSchema(englishTable: WordTable, texts: unknown, forms: PluralNumbers): Schema<object> {
  const displayNames = Object.keys(isRecord(texts) ? texts : {}).filter((name) => DISPLAY_NAME.test(name));
  const names = [...Object.keys(englishTable), ...displayNames];
  const schemas = names.map((name) => [name, textSchema(englishTable[name] ?? "Welsh", forms)]);
  return object({}, Object.fromEntries(schemas));
}

function textSchema(english: string | PluralForms, forms: PluralNumbers): Schema<unknown> {
  if (typeof english === "string") return sentenceSchema(english);
  // The text for a single number may omit placeholders, e.g. "one bedroom" needs no {count}.
  const required = [...forms].map(([form, numbers]) => [form, sentenceSchema(english.other, numbers.length === 1)]);
  const optional = { 0: sentenceSchema(english.other, true), other: sentenceSchema(english.other) };
  return object(Object.fromEntries(required), optional);
}

/** Plural forms of a language, e.g. "few", each with the numbers that use it. */
type PluralNumbers = ReadonlyMap<string, readonly number[]>;

/** Returns the plural forms for 0 to 199. Others, e.g. "many" for a million in French, do not occur in UI strings. */
function pluralForms(language: string): PluralNumbers {
  const rules = new Intl.PluralRules(language);
  const forms = new Map<string, number[]>();
  // Begin with 1, because 0 is not a good example.
  for (let count = 1; count <= 200; count += 1) {
    const number = count % 200;
    const form = rules.select(number);
    forms.set(form, [...(forms.get(form) ?? []), number]);
  }
  return forms;
}

const PLACEHOLDER_OR_BRACE = /\{\w+\}|[{}]/g;

/** Returns the schema for the translation of a sentence. It must contain the placeholders of the English sentence. */
function sentenceSchema(english: string, mayOmitPlaceholders = false): Schema<string> {
  const placeholders = placeholdersIn(english);
  const isValid = (translation: string) => {
    const tokens: readonly string[] = translation.match(PLACEHOLDER_OR_BRACE) ?? [];
    const hasAll = mayOmitPlaceholders || placeholders.every((placeholder) => tokens.includes(placeholder));
    // A stray brace is never a placeholder, so this check rejects it.
    return hasAll && tokens.every((token) => placeholders.includes(token));
  };
  const expectedCode = placeholders.length === 0 ? "expected-sentence" : "expected-sentence-with";
  return string({ isValid, expectedCode, example: english, values: { names: placeholders.join(" and ") } });
}
