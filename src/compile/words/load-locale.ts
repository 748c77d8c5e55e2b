/**
 * Loads the UI strings of a site. The owner's strings in `content/words.json` override the built-in translation or, if
 * there is none, the English strings.
 */

import { readBuiltIn, readTranslation } from "../built-in.ts";
import { closest } from "../corrections.ts";
import { object, type Schema, string, validate } from "../data/schema.ts";
import { childPointer, isRecord, withoutProperties } from "../json/json.ts";
import { type FieldFinding, locateFindings, readJsonFile } from "../json/json-file.ts";
import { createFinding, type Finding, type Message } from "../messages.ts";
import { Locale, placeholdersIn, type WordTable } from "./locale.ts";

const WORDS_FILE = "content/words.json";
const FILE_BYTES_MAX = 200_000;

/** Matches keys for formats of numbers, dates and times, e.g. "group mark" or "time.morning". */
const FORMAT_KEY = /^(?:clock|date|decimal|group|grouped|months|number|time)\b/;
/** Matches the key of a language name or country name, e.g. "language.pl". */
const DISPLAY_NAME_KEY = /^(?:language|country)\.[\w-]+$/;

const ENGLISH_TABLE: WordTable = JSON.parse(readBuiltIn("words/en.json"));
/** The English table without formats and display names, which `Intl` provides in every language. */
const ENGLISH_STRINGS = withoutProperties(withoutProperties(ENGLISH_TABLE, FORMAT_KEY), DISPLAY_NAME_KEY);

/** Locale of the built-in page for developers, which is in English on every site. */
export const ENGLISH_LOCALE = new Locale(ENGLISH_TABLE, "en");

/**
 * Loads the site's locale: the built-in translation, if there is one, and the owner's `words.json`. `fileErrors` covers
 * that file as a whole, e.g. its JSON syntax. `translationFindings` covers its strings.
 *
 * @param language BCP 47 tag, e.g. "de-AT". Its primary subtag, "de", selects the built-in translation.
 */
export function loadLocale(language: string, contentDirectory: string) {
  const { text, strings, fileErrors } = readOwnerStrings(contentDirectory);
  const builtInTable = readBuiltInTable(language);
  const translations = builtInTable === undefined ? removeUntranslated(strings) : strings;
  const errors = checkStrings(translations, language);
  // The cast is safe: without errors, each value is a string or a set of plural forms.
  const ownerTable = errors.length === 0 ? (translations as WordTable) : {};
  const locale = new Locale({ ...(builtInTable ?? ENGLISH_STRINGS), ...ownerTable }, language);
  const hasErrors = fileErrors.length > 0 || errors.length > 0;
  // The owner corrects errors first, and then translates the other strings.
  const untranslated = builtInTable === undefined && !hasErrors ? findUntranslated(ownerTable, language) : [];
  const locatedErrors = locateFindings(new Map([[WORDS_FILE, text]]), errors);
  return { locale, fileErrors, translationFindings: [...locatedErrors, ...untranslated] };
}

/** Reads the owner's `words.json`, which is optional. */
function readOwnerStrings(directory: string) {
  const { text = "", value, readError } = readJsonFile(directory, WORDS_FILE, FILE_BYTES_MAX);
  if (readError?.code === "file-missing") return { text, strings: {}, fileErrors: [] };
  if (readError !== undefined) return { text, strings: {}, fileErrors: [readError] };
  if (!isRecord(value)) {
    // The error says that the file must contain an object.
    const { errors } = validate(object({}), value, WORDS_FILE);
    return { text, strings: {}, fileErrors: locateFindings(new Map([[WORDS_FILE, text]]), errors) };
  }
  // `$schema` is for code editors.
  const { $schema: _, ...strings } = normalizeStrings(value);
  return { text, strings, fileErrors: [] };
}

/** Returns a copy of a JSON value, with the strings in it normalised to Unicode NFC. */
function normalizeStrings<Value>(value: Value): Value {
  const normalize = (_key: string, child: unknown) => (typeof child === "string" ? child.normalize("NFC") : child);
  return JSON.parse(JSON.stringify(value), normalize);
}

function readBuiltInTable(language: string): WordTable | undefined {
  const [baseLanguage = ""] = language.toLowerCase().split("-");
  const translation = readTranslation(`words/${baseLanguage}.json`);
  return translation === undefined ? undefined : JSON.parse(translation);
}

/**
 * Removes strings that are still in English, because the owner's file may be a partly translated copy of the English
 * table. Also removes formats of numbers and dates, because `Intl` provides them.
 */
function removeUntranslated(strings: object): object {
  const translated = Object.entries(strings).filter(([key, uiString]) => {
    const isFormat = FORMAT_KEY.test(key) && Object.hasOwn(ENGLISH_TABLE, key);
    return !isFormat && !isEnglish(key, uiString);
  });
  return Object.fromEntries(translated);
}

function isEnglish(key: string, uiString: unknown): boolean {
  // Compare the sentences only, because the names of the plural forms may differ.
  const englishSentences = sentencesOf(ENGLISH_TABLE[key]);
  return sentencesOf(uiString).every((sentence) => englishSentences.includes(sentence));
}

/** Returns the sentence of each plural form, or the only sentence. */
function sentencesOf(uiString: unknown): readonly unknown[] {
  return isRecord(uiString) ? Object.values(uiString) : [uiString];
}

/** Checks the key, plural forms and placeholders of each string against the English table. */
function checkStrings(strings: object, language: string): FieldFinding[] {
  const entries = Object.entries(strings);
  // Without strings, do not load the plural rules, because that is slow.
  if (entries.length === 0) return [];
  const numbersByForm = groupNumbersByForm(language);
  return entries.flatMap(([key, uiString]) => {
    const pointer = childPointer("", key);
    const english = findEnglish(key);
    if (english === undefined) return [createError(pointer, explainUnknownKey(key, strings))];
    if (typeof english === "string") return checkSentence(pointer, uiString, sentenceSchema(english));
    if (isRecord(uiString) && hasPluralForms(uiString, numbersByForm)) {
      return checkFormSentences(pointer, uiString, english.other, numbersByForm);
    }
    return [createError(pointer, { code: "word-forms", values: { language, forms: describeForms(numbersByForm) } })];
  });
}

function findEnglish(key: string): WordTable[string] | undefined {
  if (Object.hasOwn(ENGLISH_TABLE, key)) return ENGLISH_TABLE[key];
  // Owners may add other names of languages and countries. For these, error messages show "Welsh" as an example.
  return DISPLAY_NAME_KEY.test(key) ? "Welsh" : undefined;
}

function explainUnknownKey(key: string, strings: object): Message {
  const missingKeys = Object.keys(ENGLISH_TABLE).filter((known) => !Object.hasOwn(strings, known));
  const name = closest(key, missingKeys);
  return name === undefined ? { code: "word-unknown" } : { code: "field-misspelt", values: { name } };
}

/** Checks the sentence of each plural form, e.g. "few", against the English sentence of the form "other". */
function checkFormSentences(pointer: string, ownerForms: object, english: string, numbersByForm: NumbersByForm) {
  return Object.entries(ownerForms).flatMap(([form, sentence]) => {
    // A form that is used for only one number may omit placeholders, e.g. "one bedroom" needs no `{count}`.
    const mayOmitPlaceholders = form === "0" || numbersByForm.get(form)?.length === 1;
    return checkSentence(childPointer(pointer, form), sentence, sentenceSchema(english, { mayOmitPlaceholders }));
  });
}

function checkSentence(pointer: string, sentence: unknown, schema: Schema<string>) {
  const { errors } = validate(schema, sentence, WORDS_FILE);
  return errors.map((error) => createError(pointer, error));
}

function createError(pointer: string, { code, values }: Message): FieldFinding {
  // Set `field`, because "/stars/0" would be called "entry 1 of stars". Here, 0 is the name of a plural form.
  return { level: "error", file: WORDS_FILE, pointer, code, values: { ...values, field: pointer.slice(1) } };
}

/** Matches a placeholder such as `{count}`, or a brace that is not part of one. */
const PLACEHOLDER_OR_BRACE = /\{\w+\}|[{}]/g;

/** Returns the schema of a translation. It must have the placeholders of the English sentence, but no other braces. */
function sentenceSchema(english: string, { mayOmitPlaceholders = false } = {}): Schema<string> {
  const placeholders = placeholdersIn(english);
  const isValid = (translation: string) => {
    const isComplete = mayOmitPlaceholders || placeholders.every((placeholder) => translation.includes(placeholder));
    const placeholdersAndBraces = translation.match(PLACEHOLDER_OR_BRACE) ?? [];
    return isComplete && placeholdersAndBraces.every((match) => placeholders.includes(match));
  };
  const expectedCode = placeholders.length === 0 ? "expected-sentence" : "expected-sentence-with";
  return string({ expectedCode, values: { names: placeholders.join(" and ") }, example: english, isValid });
}

type NumbersByForm = ReadonlyMap<string, readonly number[]>;

/** Groups 0 to 199 by plural form, e.g. 2, 3, 4, 22 … as "few" in Polish. No UI string has larger numbers. */
function groupNumbersByForm(language: string): NumbersByForm {
  const rules = new Intl.PluralRules([language, "en-GB"]);
  const numbersByForm = new Map<string, number[]>();
  const add = (number: number) => {
    const form = rules.select(number);
    const numbers = numbersByForm.get(form) ?? [];
    numbers.push(number);
    numbersByForm.set(form, numbers);
  };
  for (let number = 1; number < 200; number += 1) add(number);
  // Add 0 last, because error messages show the first numbers of a form, and strings may have a separate form for 0.
  add(0);
  return numbersByForm;
}

/** Lists the forms with example numbers, e.g. `"few" (2, 3, 4)`. */
function describeForms(numbersByForm: NumbersByForm): string {
  const forms = [...numbersByForm].map(([form, numbers]) => `"${form}" (${numbers.slice(0, 3).join(", ")})`);
  return forms.join(", ");
}

/** Requires every plural form of the language. Also allows "other", and "0" for a count of exactly 0. */
function hasPluralForms(uiString: object, numbersByForm: NumbersByForm): boolean {
  const required = [...numbersByForm.keys()];
  const allowed = [...required, "0", "other"];
  const forms = Object.keys(uiString);
  return required.every((form) => forms.includes(form)) && forms.every((form) => allowed.includes(form));
}

/** Matches placeholders and words that are the same in every language. */
const UNTRANSLATABLE = /\{\w+\}|\bWhatsApp\b|\bkm\b/g;
const KEYS_LISTED_MAX = 12;

/** Returns at most one notice, with the keys of strings that are shown in English. */
function findUntranslated(ownerTable: WordTable, language: string): Finding[] {
  const keys = Object.keys(ENGLISH_STRINGS).filter((key) => needsTranslation(key) && !Object.hasOwn(ownerTable, key));
  if (keys.length === 0) return [];
  const values = { language, count: keys.length, names: keys.slice(0, KEYS_LISTED_MAX).join(", ") };
  return [createFinding("notice", WORDS_FILE, { code: "words-missing", values })];
}

/** Returns false for a string without words to translate, e.g. ": ". A word has at least two letters. */
function needsTranslation(key: string): boolean {
  const text = sentencesOf(ENGLISH_STRINGS[key]).join(" ");
  return /[a-z]{2}/i.test(text.replace(UNTRANSLATABLE, ""));
}
