/**
 * Loads the UI strings of a site. The strings in the owner's `content/words.json` override the built-in ones.
 */

import { readBuiltIn, readTranslation } from "../built-in.ts";
import { closest } from "../corrections.ts";
import { object, type Schema, string, validate } from "../data/schema.ts";
import { childPointer, isRecord, withoutProperties } from "../json/json.ts";
import { createPointerFinding, readJsonFile } from "../json/json-file.ts";
import { createFinding, type Finding, type Message } from "../messages.ts";
import { Locale, placeholdersIn, type WordTable } from "./locale.ts";

const WORDS_FILE = "content/words.json";
const FILE_BYTES_MAX = 200_000;

/** Matches keys such as "decimal mark". */
const FORMAT_KEY = /^(?:clock|date|decimal|group|grouped|months|number|time)\b/;
/** Matches keys such as "language.pl". */
const DISPLAY_NAME_KEY = /^(?:language|country)\.[\w-]+$/;

const ENGLISH_TABLE: WordTable = JSON.parse(readBuiltIn("words/en.json"));
/** The English table without formats and display names, which `Intl` provides in every language. */
const ENGLISH_STRINGS = withoutProperties(withoutProperties(ENGLISH_TABLE, FORMAT_KEY), DISPLAY_NAME_KEY);

/** Locale of the page for developers. */
export const ENGLISH_LOCALE = new Locale(ENGLISH_TABLE, "en");

/**
 * Loads the site's locale, and reports errors and untranslated strings in `words.json`.
 *
 * @param language BCP 47 tag, e.g. "de-AT". Its primary subtag, "de", selects the built-in translation.
 */
export function loadLocale(language: string, contentDirectory: string) {
  const builtInTable = readBuiltInTable(language);
  const { strings: ownerStrings, fileErrors } = readOwnerStrings(contentDirectory);
  // If there is no built-in translation, owners translate a copy of the English file. Ignore untranslated strings.
  const translated = builtInTable === undefined ? removeUntranslated(ownerStrings) : ownerStrings;
  const stringErrors = checkStrings(translated, language);
  // If there are no errors, each value is a string or an object of plural forms, so the cast is safe.
  const validStrings = stringErrors.length === 0 ? (translated as WordTable) : {};
  const translation = { ...builtInTable, ...validStrings };
  const locale = new Locale({ ...ENGLISH_STRINGS, ...translation }, language);
  const errors = [...fileErrors, ...stringErrors];
  // Report untranslated strings only after the owner has corrected all errors.
  return { locale, findings: errors.length > 0 ? errors : findUntranslated(translation, language) };
}

function readOwnerStrings(directory: string) {
  const { value, readError } = readJsonFile(directory, WORDS_FILE, FILE_BYTES_MAX);
  if (readError?.code === "file-missing") return { strings: {}, fileErrors: [] };
  if (readError !== undefined) return { strings: {}, fileErrors: [readError] };
  if (!isRecord(value)) {
    // Validate only to create the error.
    const { errors: fileErrors } = validate(object({}), value, WORDS_FILE);
    return { strings: {}, fileErrors };
  }
  // `$schema` is for code editors.
  const { $schema: _, ...strings } = normalizeStrings(value);
  return { strings, fileErrors: [] };
}

function normalizeStrings<Value>(value: Value): Value {
  const normalize = (_key: string, child: unknown) => (typeof child === "string" ? child.normalize("NFC") : child);
  return JSON.parse(JSON.stringify(value), normalize);
}

function readBuiltInTable(language: string): WordTable | undefined {
  const [baseLanguage = ""] = language.toLowerCase().split("-");
  const translation = readTranslation(`words/${baseLanguage}.json`);
  return translation === undefined ? undefined : JSON.parse(translation);
}

/** Removes strings that are still in English. Also removes formats, which `Intl` provides, but keeps "clock". */
function removeUntranslated(strings: object): object {
  const translated = Object.entries(strings).filter(([key, uiString]) => {
    const isFormat = key !== "clock" && FORMAT_KEY.test(key) && Object.hasOwn(ENGLISH_TABLE, key);
    return !isFormat && !isEnglish(key, uiString);
  });
  return Object.fromEntries(translated);
}

function isEnglish(key: string, uiString: unknown): boolean {
  // Compare the sentences without the names of plural forms, because the language may have forms that English lacks.
  return isSubset(sentencesOf(uiString), sentencesOf(ENGLISH_TABLE[key]));
}

/** Returns the sentences of a UI string: one per plural form, or only one. */
function sentencesOf(uiString: unknown): readonly unknown[] {
  return isRecord(uiString) ? Object.values(uiString) : [uiString];
}

function isSubset<T>(items: readonly T[], others: readonly T[]): boolean {
  return items.every((item) => others.includes(item));
}

function checkStrings(strings: object, language: string): Finding[] {
  return Object.entries(strings).flatMap(([key, uiString]) => {
    const pointer = childPointer("", key);
    const english = findEnglish(key);
    if (english === undefined) return [createError(pointer, explainUnknownKey(key, strings))];
    if (typeof english === "string") return checkSentence(pointer, uiString, english);
    return checkForms(pointer, uiString, english.other, language);
  });
}

function findEnglish(key: string): WordTable[string] | undefined {
  if (Object.hasOwn(ENGLISH_TABLE, key)) return ENGLISH_TABLE[key];
  // Owners may add names of more languages and countries. Error messages give "Welsh" as an example.
  return DISPLAY_NAME_KEY.test(key) ? "Welsh" : undefined;
}

function explainUnknownKey(key: string, strings: object): Message {
  const missingKeys = Object.keys(ENGLISH_TABLE).filter((known) => !Object.hasOwn(strings, known));
  const name = closest(key, missingKeys);
  return name === undefined ? { code: "word-unknown" } : { code: "field-misspelt", values: { name } };
}

/** Checks a string that needs plural forms, e.g. `{ "one": "one bedroom", "other": "{count} bedrooms" }`. */
function checkForms(pointer: string, uiString: unknown, english: string, language: string): Finding[] {
  // Maps each plural form to example numbers, e.g. "one" to 1. Owners may add a form "0", e.g. "no bedrooms".
  const numbersByForm = groupNumbersByForm(language);
  if (!isRecord(uiString) || !hasForms(uiString, [...numbersByForm.keys()])) {
    const forms = describeForms(numbersByForm);
    return [createError(pointer, { code: "word-forms", values: { language, forms } })];
  }
  return Object.entries(uiString).flatMap(([form, sentence]) => {
    // A plural form that only one number takes needs no `{count}`, e.g. "one bedroom".
    const isForOneNumber = form === "0" || numbersByForm.get(form)?.length === 1;
    const required = isForOneNumber ? [] : placeholdersIn(english);
    return checkSentence(childPointer(pointer, form), sentence, english, required);
  });
}

function hasForms(uiString: object, required: readonly string[]): boolean {
  const forms = Object.keys(uiString);
  return isSubset(required, forms) && isSubset(forms, [...required, "0", "other"]);
}

function checkSentence(pointer: string, sentence: unknown, english: string, required?: readonly string[]): Finding[] {
  const { errors } = validate(sentenceSchema(english, required), sentence, WORDS_FILE);
  return errors.map((error) => createError(pointer, error));
}

function createError(pointer: string, { code, values }: Message): Finding {
  // Name the field "bedrooms/0". By default, the message would call it a list entry, but here 0 is a plural form.
  const valuesWithField = { ...values, field: pointer.slice(1) };
  return createPointerFinding("error", WORDS_FILE, pointer, { code, values: valuesWithField });
}

const PLACEHOLDER_OR_BRACE = /\{\w+\}|[{}]/g;

/** Returns the schema of a translation. It requires all placeholders in `english`, unless `required` lists fewer. */
function sentenceSchema(english: string, required: readonly string[] = placeholdersIn(english)): Schema<string> {
  const allowed = placeholdersIn(english);
  return string({
    expectedCode: allowed.length === 0 ? "expected-sentence" : "expected-sentence-with",
    values: { names: allowed.join(" and ") },
    example: english,
    isValid: (sentence) => {
      const placeholders: string[] = sentence.match(PLACEHOLDER_OR_BRACE) ?? [];
      return isSubset(required, placeholders) && isSubset(placeholders, allowed);
    },
  });
}

/** Numbers from 1 to 199, then 0, an unusual example. Messages show the first three numbers of each plural form. */
const NUMBERS = [...Array(200).keys()].slice(1).concat(0);

/** Groups `NUMBERS` by plural form, e.g. 2, 3 and 4 as "few" in Polish. */
function groupNumbersByForm(language: string): ReadonlyMap<string, readonly number[]> {
  // If `Intl` does not support the language, use English, not the system locale.
  const rules = new Intl.PluralRules([language, "en-GB"]);
  const forms = new Set(NUMBERS.map((number) => rules.select(number)));
  return new Map([...forms].map((form) => [form, NUMBERS.filter((number) => rules.select(number) === form)]));
}

/** Lists plural forms with example numbers, e.g. `"few" (2, 3, 4), "many" (5, 6, 7)`. */
function describeForms(numbersByForm: ReadonlyMap<string, readonly number[]>): string {
  const forms = [...numbersByForm].map(([form, numbers]) => `"${form}" (${numbers.slice(0, 3).join(", ")})`);
  return forms.join(", ");
}

const UNTRANSLATABLE = /\{\w+\}|\bWhatsApp\b|\bkm\b/g;
const KEYS_LISTED_MAX = 12;

function findUntranslated(table: WordTable, language: string): Finding[] {
  const keys = Object.keys(ENGLISH_STRINGS).filter((key) => !Object.hasOwn(table, key) && needsTranslation(key));
  if (keys.length === 0) return [];
  const values = { language, count: keys.length, names: keys.slice(0, KEYS_LISTED_MAX).join(", ") };
  return [createFinding("notice", WORDS_FILE, { code: "words-missing", values })];
}

function needsTranslation(key: string): boolean {
  const text = sentencesOf(ENGLISH_STRINGS[key]).join(" ");
  // Punctuation and single letters need no translation.
  return /[a-z]{2}/i.test(text.replace(UNTRANSLATABLE, ""));
}
