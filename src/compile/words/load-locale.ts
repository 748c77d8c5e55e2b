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

/** Matches keys for formats of numbers, dates and times, e.g. "group mark". */
const FORMAT_KEY = /^(?:clock|date|decimal|group|grouped|months|number|time)\b/;
/** Matches the key of a language or country in a word table, e.g. "language.pl". */
const DISPLAY_NAME_KEY = /^(?:language|country)\.[\w-]+$/;

const ENGLISH_TABLE: WordTable = JSON.parse(readBuiltIn("words/en.json"));
/** The English table without formats and display names, because `Intl` provides these in every language. */
const ENGLISH_STRINGS = withoutProperties(withoutProperties(ENGLISH_TABLE, FORMAT_KEY), DISPLAY_NAME_KEY);

/** Locale of the page for developers, which is always in English. */
export const ENGLISH_LOCALE = new Locale(ENGLISH_TABLE, "en");

/**
 * Loads the site's locale. `fileErrors` are errors in `words.json` as a whole, e.g. in its syntax.
 *
 * @param language BCP 47 tag, e.g. "de-AT". Its primary subtag, "de", selects the built-in translation.
 */
export function loadLocale(language: string, contentDirectory: string) {
  const builtInTable = readBuiltInTable(language);
  const isTranslated = builtInTable !== undefined;
  const { ownerTable, fileErrors, stringErrors } = loadOwnerTable(language, contentDirectory, isTranslated);
  const locale = new Locale({ ...(builtInTable ?? ENGLISH_STRINGS), ...ownerTable }, language);
  const hasErrors = fileErrors.length > 0 || stringErrors.length > 0;
  // Report untranslated strings only after the owner has corrected all errors.
  const untranslated = isTranslated || hasErrors ? [] : findUntranslated(ownerTable, language);
  return { locale, fileErrors, translationFindings: [...stringErrors, ...untranslated] };
}

/** Loads the owner's strings. If they have errors, the table is empty. */
function loadOwnerTable(language: string, directory: string, isTranslated: boolean) {
  const { strings, fileErrors } = readOwnerStrings(directory);
  const translations = isTranslated ? strings : removeUntranslated(strings);
  const errors = checkStrings(translations, language);
  // Without errors, each value is a string or plural forms, so the cast is safe.
  const ownerTable = errors.length === 0 ? (translations as WordTable) : {};
  return { ownerTable, fileErrors, stringErrors: errors };
}

/** Reads the owner's `words.json`, which is optional. */
function readOwnerStrings(directory: string) {
  const { value, readError } = readJsonFile(directory, WORDS_FILE, FILE_BYTES_MAX);
  if (readError?.code === "file-missing") return { strings: {}, fileErrors: [] };
  if (readError !== undefined) return { strings: {}, fileErrors: [readError] };
  if (!isRecord(value)) return { strings: {}, fileErrors: validate(object({}), value, WORDS_FILE).errors };
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

/** Removes strings that are still in English. Also removes formats, because `Intl` provides formats. */
function removeUntranslated(strings: object): object {
  const translated = Object.entries(strings).filter(([key, uiString]) => {
    const isFormat = key !== "clock" && FORMAT_KEY.test(key) && Object.hasOwn(ENGLISH_TABLE, key);
    return !isFormat && !isEnglish(key, uiString);
  });
  return Object.fromEntries(translated);
}

function isEnglish(key: string, uiString: unknown): boolean {
  // Compare only the sentences, because the language may have other plural forms.
  const englishSentences = sentencesOf(ENGLISH_TABLE[key]);
  return sentencesOf(uiString).every((sentence) => englishSentences.includes(sentence));
}

/** Returns the sentences of a string: one per plural form, or a single sentence. */
function sentencesOf(uiString: unknown): readonly unknown[] {
  return isRecord(uiString) ? Object.values(uiString) : [uiString];
}

/** Checks the key, plural forms and placeholders of each string against the English table. */
function checkStrings(strings: object, language: string): Finding[] {
  const entries = Object.entries(strings);
  // Return early, because loading the plural rules is slow.
  if (entries.length === 0) return [];
  const plurals = { language, numbersByForm: groupNumbersByForm(language) };
  return entries.flatMap(([key, uiString]) => {
    const pointer = childPointer("", key);
    const english = findEnglish(key);
    if (english === undefined) return [createError(pointer, explainUnknownKey(key, strings))];
    if (typeof english === "string") return checkSentence(pointer, uiString, sentenceSchema(english));
    return checkForms(pointer, uiString, english.other, plurals);
  });
}

function findEnglish(key: string): WordTable[string] | undefined {
  if (Object.hasOwn(ENGLISH_TABLE, key)) return ENGLISH_TABLE[key];
  // Owners may add a language or country name. Error messages then show "Welsh" as an example.
  return DISPLAY_NAME_KEY.test(key) ? "Welsh" : undefined;
}

function explainUnknownKey(key: string, strings: object): Message {
  const missingKeys = Object.keys(ENGLISH_TABLE).filter((known) => !Object.hasOwn(strings, known));
  const name = closest(key, missingKeys);
  return name === undefined ? { code: "word-unknown" } : { code: "field-misspelt", values: { name } };
}

type Plurals = Readonly<{ language: string; numbersByForm: NumbersByForm }>;
type NumbersByForm = ReadonlyMap<string, readonly number[]>;

/** Checks which plural forms a string has, and which placeholders each form has. */
function checkForms(pointer: string, ownerForms: unknown, english: string, { language, numbersByForm }: Plurals) {
  if (!isRecord(ownerForms) || !hasPluralForms(ownerForms, numbersByForm)) {
    const forms = describeForms(numbersByForm);
    return [createError(pointer, { code: "word-forms", values: { language, forms } })];
  }
  return Object.entries(ownerForms).flatMap(([form, sentence]) => {
    const schema = sentenceSchema(english, { mayOmitPlaceholders: isForOneNumber(form, numbersByForm) });
    return checkSentence(childPointer(pointer, form), sentence, schema);
  });
}

/** Returns whether only one number has this plural form. It then needs no `{count}`, e.g. "one bedroom". */
function isForOneNumber(form: string, numbersByForm: NumbersByForm): boolean {
  return form === "0" || numbersByForm.get(form)?.length === 1;
}

function checkSentence(pointer: string, sentence: unknown, schema: Schema<string>) {
  const { errors } = validate(schema, sentence, WORDS_FILE);
  return errors.map((error) => createError(pointer, error));
}

function createError(pointer: string, { code, values }: Message): Finding {
  // Set `field`, so that the plural form in "/bedrooms/0" is not described as entry 1.
  const valuesWithField = { ...values, field: pointer.slice(1) };
  return createPointerFinding("error", WORDS_FILE, pointer, { code, values: valuesWithField });
}

/** Returns the schema of a translation, which must have the same placeholders as the English sentence. */
function sentenceSchema(english: string, { mayOmitPlaceholders = false } = {}): Schema<string> {
  const placeholders = placeholdersIn(english);
  const required = mayOmitPlaceholders ? [] : placeholders;
  return string({
    expectedCode: placeholders.length === 0 ? "expected-sentence" : "expected-sentence-with",
    values: { names: placeholders.join(" and ") },
    example: english,
    isValid: (sentence) => includesAll(sentence, required) && hasOnlyPlaceholders(sentence, placeholders),
  });
}

function includesAll(sentence: string, placeholders: readonly string[]): boolean {
  return placeholders.every((placeholder) => sentence.includes(placeholder));
}

/** Matches a placeholder such as `{count}`, or any other brace. */
const PLACEHOLDER_OR_BRACE = /\{\w+\}|[{}]/g;

function hasOnlyPlaceholders(sentence: string, placeholders: readonly string[]): boolean {
  const placeholdersAndBraces = sentence.match(PLACEHOLDER_OR_BRACE) ?? [];
  return placeholdersAndBraces.every((match) => placeholders.includes(match));
}

/** Sample numbers for plural forms. Messages show the first ones of a form, so 0 comes last. */
const NUMBERS = [...Array(200).keys()].slice(1).concat(0);

/** Groups `NUMBERS` by plural form, e.g. 2, 3 and 4 as "few" in Polish. */
function groupNumbersByForm(language: string): NumbersByForm {
  const rules = new Intl.PluralRules([language, "en-GB"]);
  const numbersByForm = new Map<string, number[]>();
  for (const number of NUMBERS) {
    const form = rules.select(number);
    const numbers = numbersByForm.get(form) ?? [];
    numbersByForm.set(form, [...numbers, number]);
  }
  return numbersByForm;
}

/** Lists the plural forms with example numbers, e.g. `"few" (2, 3, 4)`. */
function describeForms(numbersByForm: NumbersByForm): string {
  const forms = [...numbersByForm].map(([form, numbers]) => `"${form}" (${numbers.slice(0, 3).join(", ")})`);
  return forms.join(", ");
}

/** Returns whether a string has all plural forms of the language. Also allows "other" and "0". */
function hasPluralForms(uiString: object, numbersByForm: NumbersByForm): boolean {
  const required = [...numbersByForm.keys()];
  const allowed = [...required, "0", "other"];
  const forms = Object.keys(uiString);
  return required.every((form) => forms.includes(form)) && forms.every((form) => allowed.includes(form));
}

/** Matches placeholders and words that are the same in every language. */
const UNTRANSLATABLE = /\{\w+\}|\bWhatsApp\b|\bkm\b/g;
const KEYS_LISTED_MAX = 12;

/** Returns a notice about the strings that are shown in English, if there are any. */
function findUntranslated(ownerTable: WordTable, language: string): Finding[] {
  const keys = Object.keys(ENGLISH_STRINGS).filter((key) => needsTranslation(key) && !Object.hasOwn(ownerTable, key));
  if (keys.length === 0) return [];
  const values = { language, count: keys.length, names: keys.slice(0, KEYS_LISTED_MAX).join(", ") };
  return [createFinding("notice", WORDS_FILE, { code: "words-missing", values })];
}

/** Returns whether a string contains a word of two or more letters, unlike ": ". */
function needsTranslation(key: string): boolean {
  const text = sentencesOf(ENGLISH_STRINGS[key]).join(" ");
  return /[a-z]{2}/i.test(text.replace(UNTRANSLATABLE, ""));
}
