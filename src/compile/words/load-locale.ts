/**
 * Loads the UI strings of a site. The owner's strings in `content/words.json` override the built-in translation or, if
 * there is none, the English strings.
 */

import { readBuiltIn, readTranslation } from "../built-in.ts";
import { closest } from "../corrections.ts";
import { object, string, validate } from "../data/schema.ts";
import { childPointer, isRecord, withoutProperties } from "../json/json.ts";
import { type FieldFinding, locateFindings, readJsonFile } from "../json/json-file.ts";
import { createFinding, type Finding, type Message } from "../messages.ts";
import { Locale, placeholdersIn, type WordTable } from "./locale.ts";

const OWN_FILE = "content/words.json";
const FILE_BYTES_MAX = 200_000;

/** Matches keys for formats of numbers, dates and times, e.g. "group mark" or "time.morning". */
const FORMAT_KEY = /^(?:clock|date|decimal|group|grouped|months|number|time)\b/;
/** Matches the key of a language name or country name, e.g. "language.pl". Owners may add any such key. */
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
  const builtInTable = readBuiltInTable(language);
  const baseTable = builtInTable ?? ENGLISH_STRINGS;
  const { text, strings, fileErrors } = readOwnFile(contentDirectory);
  const translations = builtInTable === undefined ? removeEnglish(strings) : strings;
  const errors = checkTranslations(translations, language);
  if (errors.length > 0) {
    const translationFindings = locateFindings(new Map([[OWN_FILE, text]]), errors);
    return { locale: new Locale(baseTable, language), fileErrors, translationFindings };
  }
  // The cast is safe, because without errors each value is a string or a set of plural forms.
  const ownTable = translations as WordTable;
  const locale = new Locale({ ...baseTable, ...ownTable }, language);
  // The owner translates all strings of a language without a built-in translation. Errors in the file come first.
  const mustBeComplete = builtInTable === undefined && fileErrors.length === 0;
  return { locale, fileErrors, translationFindings: mustBeComplete ? findUntranslated(ownTable, language) : [] };
}

function readBuiltInTable(language: string): WordTable | undefined {
  const [baseLanguage = ""] = language.toLowerCase().split("-");
  const translation = readTranslation(`words/${baseLanguage}.json`);
  return translation === undefined ? undefined : JSON.parse(translation);
}

/** Reads the owner's `words.json`, which is optional, and normalizes its strings to NFC. */
function readOwnFile(directory: string) {
  const { text, value, readError } = readJsonFile(directory, OWN_FILE, FILE_BYTES_MAX);
  if (readError !== undefined) {
    return { text: "", strings: {}, fileErrors: readError.code === "file-missing" ? [] : [readError] };
  }
  if (!isRecord(value)) {
    // Validation fails, and its error says that the file must contain an object.
    const { errors } = validate(object({}), value, OWN_FILE);
    return { text, strings: {}, fileErrors: locateFindings(new Map([[OWN_FILE, text]]), errors) };
  }
  // Copies the value and normalizes each string.
  const normalized: Record<string, unknown> = JSON.parse(JSON.stringify(value), normalizeString);
  // `$schema` is for code editors.
  const { $schema: _, ...strings } = normalized;
  return { text, strings, fileErrors: [] };
}

/** Normalizes a string to NFC. For use with `JSON.parse`, which calls this function for each property. */
function normalizeString(_key: string, property: unknown): unknown {
  return typeof property === "string" ? property.normalize("NFC") : property;
}

/**
 * Removes strings that are still in English, because the owner's file may be a partly translated copy of the English
 * table. Also removes formats, because `Intl` provides them.
 */
function removeEnglish(ownStrings: object): object {
  const translated = Object.entries(ownStrings).filter(([key, ownString]) => {
    const isFormat = FORMAT_KEY.test(key) && Object.hasOwn(ENGLISH_TABLE, key);
    const englishSentences = sentencesOf(ENGLISH_TABLE[key]);
    const isEnglish = sentencesOf(ownString).every((sentence) => englishSentences.includes(sentence));
    return !isFormat && !isEnglish;
  });
  return Object.fromEntries(translated);
}

function sentencesOf(uiString: unknown): readonly unknown[] {
  return isRecord(uiString) ? Object.values(uiString) : [uiString];
}

function checkTranslations(ownStrings: object, language: string): FieldFinding[] {
  const numbersByForm = groupNumbersByForm(language);
  return Object.entries(ownStrings).flatMap(([key, ownString]) => {
    const pointer = childPointer("", key);
    const english = findEnglish(key);
    if (english === undefined) return createError(pointer, explainUnknownKey(key, ownStrings));
    if (typeof english === "string") return checkSentence(pointer, ownString, english);
    if (!isRecord(ownString) || !hasPluralForms(ownString, numbersByForm)) {
      const values = { language, forms: describeForms(numbersByForm) };
      return createError(pointer, { code: "word-forms", values });
    }
    return checkPluralForms(pointer, ownString, english.other, numbersByForm);
  });
}

function findEnglish(key: string): WordTable[string] | undefined {
  if (Object.hasOwn(ENGLISH_TABLE, key)) return ENGLISH_TABLE[key];
  // Owners may add other names of languages and countries. For these, error messages show "Welsh" as an example.
  return DISPLAY_NAME_KEY.test(key) ? "Welsh" : undefined;
}

/** Checks the sentence of each plural form, e.g. "few", against the English sentence of the form "other". */
function checkPluralForms(pointer: string, ownForms: object, english: string, numbersByForm: NumbersByForm) {
  return Object.entries(ownForms).flatMap(([form, sentence]) => {
    // A form that is used for only one number may omit placeholders, e.g. "one bedroom" needs no `{count}`.
    const mayOmitPlaceholders = form === "0" || numbersByForm.get(form)?.length === 1;
    return checkSentence(childPointer(pointer, form), sentence, english, { mayOmitPlaceholders });
  });
}

function createError(pointer: string, { code, values }: Message): FieldFinding {
  // Set `field`, because "/stars/0" would be called "entry 1 of stars". Here, 0 is the name of a plural form.
  return { level: "error", file: OWN_FILE, pointer, code, values: { ...values, field: pointer.slice(1) } };
}

function explainUnknownKey(key: string, ownStrings: object): Message {
  const missingKeys = Object.keys(ENGLISH_TABLE).filter((known) => !Object.hasOwn(ownStrings, known));
  const name = closest(key, missingKeys);
  return name === undefined ? { code: "word-unknown" } : { code: "field-misspelt", values: { name } };
}

const PLACEHOLDER_OR_BRACE = /\{\w+\}|[{}]/g;

/** Checks that a translation has the same placeholders as the English sentence, and no stray braces. */
function checkSentence(pointer: string, sentence: unknown, english: string, { mayOmitPlaceholders = false } = {}) {
  const placeholders = placeholdersIn(english);
  const isValid = (text: string) => {
    const tokens: readonly string[] = text.match(PLACEHOLDER_OR_BRACE) ?? [];
    const hasAllPlaceholders = placeholders.every((placeholder) => tokens.includes(placeholder));
    const hasOnlyPlaceholders = tokens.every((token) => placeholders.includes(token));
    return hasOnlyPlaceholders && (hasAllPlaceholders || mayOmitPlaceholders);
  };
  const expectedCode = placeholders.length === 0 ? "expected-sentence" : "expected-sentence-with";
  const values = { names: placeholders.join(" and ") };
  const { errors } = validate(string({ isValid, expectedCode, example: english, values }), sentence, OWN_FILE);
  return errors.map((error) => createError(pointer, error));
}

type NumbersByForm = ReadonlyMap<string, readonly number[]>;

/** Groups 0 to 199 by plural form, e.g. "few". No UI string needs the forms of larger numbers, e.g. of a million. */
function groupNumbersByForm(language: string): NumbersByForm {
  const rules = new Intl.PluralRules(language);
  const numbersByForm = new Map<string, number[]>();
  const positiveNumbers = Array.from({ length: 199 }, (_, index) => index + 1);
  // Error messages show the first numbers of each form. Put 0 last, because a string may have a special form for 0.
  for (const number of [...positiveNumbers, 0]) {
    const form = rules.select(number);
    const numbers = numbersByForm.get(form) ?? [];
    numbersByForm.set(form, [...numbers, number]);
  }
  return numbersByForm;
}

/** Lists the forms with example numbers, e.g. `"few" (2, 3, 4)`. */
function describeForms(numbersByForm: NumbersByForm): string {
  const forms = [...numbersByForm].map(([form, numbers]) => `"${form}" (${numbers.slice(0, 3).join(", ")})`);
  return forms.join(", ");
}

/** Requires every plural form of the language. Also allows "other", and "0" for a count of exactly 0. */
function hasPluralForms(ownString: object, numbersByForm: NumbersByForm): boolean {
  const required = [...numbersByForm.keys()];
  const allowed = [...required, "0", "other"];
  const forms = Object.keys(ownString);
  return required.every((form) => forms.includes(form)) && forms.every((form) => allowed.includes(form));
}

/** Matches placeholders and words that are the same in every language. */
const UNTRANSLATABLE = /\{\w+\}|\bWhatsApp\b|\bkm\b/g;
const KEYS_LISTED_MAX = 12;

/** Returns at most one notice, which lists the keys of strings that are shown in English. */
function findUntranslated(ownTable: WordTable, language: string): Finding[] {
  const keys = Object.keys(ENGLISH_STRINGS).filter((key) => needsTranslation(key) && !Object.hasOwn(ownTable, key));
  if (keys.length === 0) return [];
  const values = { language, count: keys.length, names: keys.slice(0, KEYS_LISTED_MAX).join(", ") };
  return [createFinding("notice", OWN_FILE, { code: "words-missing", values })];
}

/** Returns false for a string without words to translate, e.g. ": ". A word has at least two letters. */
function needsTranslation(key: string): boolean {
  const text = sentencesOf(ENGLISH_STRINGS[key]).join(" ");
  return /[a-z]{2}/i.test(text.replace(UNTRANSLATABLE, ""));
}
