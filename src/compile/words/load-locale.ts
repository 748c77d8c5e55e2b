/**
 * Loads the UI strings of a site. The owner's strings in `content/words.json` override the built-in translation or, if
 * there is none, the English strings.
 */

import { type FieldFinding, locateFindings, readJsonFile } from "../json/json-file.ts";
import { object, type Schema, string, validate } from "../data/schema.ts";
import { isRecord, withoutProperties } from "../json/json.ts";
import { BUILT_IN_FOLDER, readBuiltIn } from "../built-in.ts";
import { readText } from "../files.ts";
import { createFinding, type Finding } from "../messages.ts";
import { Locale, placeholdersIn, type PluralForms, type WordTable } from "./locale.ts";

const OWN_FILE = "content/words.json";
const FILE_BYTES_MAX = 200_000;

/** Keys of strings that `Intl` provides: names of languages and countries, and formats of dates, times and numbers. */
const PROVIDED_BY_INTL = /^(?:language|country|date|time)(?:\.|$)|^(?:months|clock|decimal mark|group.*|.* languages)$/;
/** Key of the name of a language or country, e.g. "language.pl". Owners may add any such key. */
const DISPLAY_NAME_KEY = /^(?:language|country)\.[\w-]+$/;
/** An English word outside placeholders, except "WhatsApp" and "km", which are the same in other languages. */
const ENGLISH_WORD = /(?<!\{)\b(?!WhatsApp|km)[a-z]{2,}\b(?!\})/i;
const KEYS_LISTED_MAX = 12;

const ENGLISH_TABLE: WordTable = JSON.parse(readBuiltIn("words/en.json"));

/**
 * Loads the site's locale and the English locale. `fileErrors` is about `words.json` as a file, e.g. its JSON syntax.
 * `translationFindings` is about its strings, so it depends on `language`.
 *
 * @param language BCP 47 tag, e.g. "de-AT". Its primary subtag, "de", selects the built-in translation.
 */
export function loadLocales(language: string, contentDirectory: string) {
  const [baseLanguage = ""] = language.toLowerCase().split("-");
  const englishLocale = new Locale(ENGLISH_TABLE, "en");
  const builtInTable = readBuiltInTable(baseLanguage);
  const hasBuiltInTable = builtInTable !== undefined;
  // Leave out the English formats and names, because `Intl` provides them in the site's language.
  const defaultTable = builtInTable ?? withoutProperties(ENGLISH_TABLE, PROVIDED_BY_INTL);
  const own = readOwnTable(contentDirectory, ENGLISH_TABLE, language, hasBuiltInTable);
  const { ownTable, fileErrors, translationErrors } = own;
  const locale = new Locale({ ...defaultTable, ...ownTable }, language);
  const hasErrors = fileErrors.length > 0 || translationErrors.length > 0;
  const untranslated = hasBuiltInTable || hasErrors ? [] : findUntranslated(language, defaultTable, ownTable);
  return { locale, englishLocale, fileErrors, translationFindings: [...translationErrors, ...untranslated] };
}

function readBuiltInTable(language: string): WordTable | undefined {
  const { content } = readText(BUILT_IN_FOLDER, `words/${language}.json`, FILE_BYTES_MAX);
  return content === undefined ? undefined : JSON.parse(content);
}

function findUntranslated(language: string, englishTable: WordTable, ownTable: WordTable): Finding[] {
  const missingKeys = Object.keys(englishTable).filter((key) => !Object.hasOwn(ownTable, key));
  const keys = missingKeys.filter((key) => ENGLISH_WORD.test(sentencesOf(englishTable[key]).join(" ")));
  if (keys.length === 0) return [];
  const values = { language, count: keys.length, names: keys.slice(0, KEYS_LISTED_MAX).join(", ") };
  return [createFinding("notice", OWN_FILE, { code: "words-missing", values })];
}

/** Returns the plural forms of a UI string or, if there are none, the string itself. */
function sentencesOf(uiString: unknown): readonly unknown[] {
  return isRecord(uiString) ? Object.values(uiString) : [uiString];
}

/** Reads the owner's strings from `words.json`. If there are errors, `ownTable` is empty. */
function readOwnTable(directory: string, englishTable: WordTable, language: string, hasBuiltInTable: boolean) {
  const { text, value, readError } = readJsonFile(directory, OWN_FILE, FILE_BYTES_MAX);
  // The file is optional.
  if (readError?.code === "file-missing") return { ownTable: {}, fileErrors: [], translationErrors: [] };
  if (readError !== undefined) return { ownTable: {}, fileErrors: [readError], translationErrors: [] };
  // If the language has no built-in table, the file may be a partly translated copy of the English table.
  const ownStrings = hasBuiltInTable || !isRecord(value) ? value : removeEnglish(value, englishTable);
  const pluralForms = findPluralForms(language);
  const schema = tableSchema(englishTable, ownStrings, pluralForms);
  const { errors, normalized = {} } = validate(schema, ownStrings, OWN_FILE);
  // Each missing plural form causes an error, so report only one error per string.
  const errorByKey = new Map<string, FieldFinding>();
  for (const error of errors) {
    const [, key = ""] = error.pointer.split("/");
    errorByKey.set(key, describeError(error, key, language, pluralForms));
  }
  const translationErrors = locateFindings(new Map([[OWN_FILE, text]]), [...errorByKey.values()]);
  // The cast is safe, because the schema allows only strings and plural forms.
  return { ownTable: normalized as WordTable, fileErrors: [], translationErrors };
}

/** Removes strings that are still in English. Also removes formats, e.g. of dates, because `Intl` provides formats. */
function removeEnglish(ownStrings: object, englishTable: WordTable): object {
  const translated = Object.entries(ownStrings).filter(([key, ownString]) => {
    // Names of languages and countries also match the pattern, but owners may replace them.
    const isFormat = PROVIDED_BY_INTL.test(key) && !DISPLAY_NAME_KEY.test(key);
    const englishSentences = sentencesOf(englishTable[key]);
    const isEnglish = sentencesOf(ownString).every((sentence) => englishSentences.includes(sentence));
    return !isFormat && !isEnglish;
  });
  return Object.fromEntries(translated);
}

/** Rewrites an error to name the UI string by its key. If the plural forms are wrong, also lists the correct forms. */
function describeError(error: FieldFinding, key: string, language: string, pluralForms: NumbersByForm): FieldFinding {
  const { code, pointer, values } = error;
  const isAboutWholeFile = pointer === "";
  if (isAboutWholeFile) return error;
  // A string has a pointer such as "/stars". A plural form has a pointer such as "/stars/few".
  const isPluralForm = pointer !== `/${key}`;
  const isUnknown = code === "field-unknown" || code === "field-misspelt";
  const lacksForms = code === "field-missing" || code === "field-not-group";
  if (lacksForms || (isUnknown && isPluralForm)) {
    // Describe each form by example, e.g. as `"few" (2, 3, 4)`.
    const forms = [...pluralForms].map(([form, numbers]) => `"${form}" (${numbers.slice(0, 3).join(", ")})`);
    return { ...error, code: "word-forms", values: { field: key, language, forms: forms.join(", ") } };
  }
  // Set `field`, because the default description of "/stars/0" is "entry 1 of stars", as if 0 were an array index.
  const field = pointer.slice(1);
  return { ...error, code: code === "field-unknown" ? "word-unknown" : code, values: { ...values, field } };
}

/** Returns a schema that allows every key in `englishTable`, and the key of any language or country name. */
function tableSchema(englishTable: WordTable, ownStrings: unknown, numbersByForm: NumbersByForm): Schema<object> {
  const ownKeys = Object.keys(isRecord(ownStrings) ? ownStrings : {});
  const keys = [...Object.keys(englishTable), ...ownKeys.filter((key) => DISPLAY_NAME_KEY.test(key))];
  // If `englishTable` lacks the name of a language or country, error messages show "Welsh" as an example.
  const schemas = keys.map((key) => [key, translationSchema(englishTable[key] ?? "Welsh", numbersByForm)]);
  return object({}, Object.fromEntries(schemas));
}

/** Plural forms of a language, e.g. "few", each with the numbers that use it. */
type NumbersByForm = ReadonlyMap<string, readonly number[]>;

/** Finds the plural forms for 0 to 199. No UI string needs another form, e.g. "many" for a million in French. */
function findPluralForms(language: string): NumbersByForm {
  const rules = new Intl.PluralRules(language);
  const numbersByForm = new Map<string, number[]>();
  const positiveNumbers = Array.from({ length: 199 }, (_, index) => index + 1);
  // Put 0 last, because error messages show the first numbers as examples, and some strings have a separate form for 0.
  for (const number of [...positiveNumbers, 0]) {
    const form = rules.select(number);
    numbersByForm.set(form, [...(numbersByForm.get(form) ?? []), number]);
  }
  return numbersByForm;
}

/**
 * Returns the schema for the translation of a UI string. If the English string has plural forms, the translation must
 * have each plural form of its language. It may also have the form "other", and a form for the exact count 0.
 */
function translationSchema(english: string | PluralForms, numbersByForm: NumbersByForm): Schema<unknown> {
  if (typeof english === "string") return sentenceSchema(english);
  const strictSchema = sentenceSchema(english.other);
  // A form that is used for only one number may omit placeholders, e.g. "one bedroom" needs no `{count}`.
  const lenientSchema = sentenceSchema(english.other, []);
  const requiredForms: Record<string, Schema<string>> = {};
  for (const [form, numbers] of numbersByForm) {
    requiredForms[form] = numbers.length === 1 ? lenientSchema : strictSchema;
  }
  return object(requiredForms, { 0: lenientSchema, other: strictSchema });
}

const PLACEHOLDER_OR_BRACE = /\{\w+\}|[{}]/g;

/**
 * Returns the schema for the translation of a sentence. The translation must contain the `required` placeholders. It
 * must not contain stray braces, or placeholders that the English sentence lacks.
 */
function sentenceSchema(english: string, required = placeholdersIn(english)): Schema<string> {
  const allowed = placeholdersIn(english);
  const isValid = (translation: string) => {
    const tokens: readonly string[] = translation.match(PLACEHOLDER_OR_BRACE) ?? [];
    const hasRequired = required.every((placeholder) => tokens.includes(placeholder));
    // `tokens` also contains stray braces, which are never in `allowed`.
    return hasRequired && tokens.every((token) => allowed.includes(token));
  };
  const expectedCode = allowed.length === 0 ? "expected-sentence" : "expected-sentence-with";
  return string({ isValid, expectedCode, example: english, values: { names: allowed.join(" and ") } });
}
