/**
 * Loads the UI strings of a site. The strings in the owner's `content/words.json` override the built-in ones.
 */

import { isDeepStrictEqual } from "node:util";
import { readBuiltIn, readTranslation } from "../built-in.ts";
import { closest } from "../corrections.ts";
import { describeValue, invisibleCharacterIn } from "../data/schema.ts";
import { childPointer, isRecord } from "../json/json.ts";
import { createPointerFinding, readJsonFile } from "../json/json-file.ts";
import { createFinding, type Finding, type MessageCode, type MessageValues } from "../messages.ts";
import { type Formats, Locale, placeholdersIn, type WordTable } from "./locale.ts";

type Translation = Readonly<{ strings: WordTable; formats: Formats }>;

const WORDS_FILE = "content/words.json";
const FILE_BYTES_MAX = 200_000;

const ENGLISH = parseTranslation(readBuiltIn("words/en.json"));
const ENGLISH_STRINGS = new Map(Object.entries(ENGLISH.strings));

/** Locale of the developers' page, which is in English on every site. */
export const ENGLISH_LOCALE = new Locale(ENGLISH.strings, "en", ENGLISH.formats);

/**
 * Loads the UI strings and formats of a language, e.g. "de-AT". Its built-in translation is that of "de". Also returns
 * findings (errors or a warning) about invalid or untranslated strings.
 */
export function loadLocale(language: string, contentDirectory: string) {
  const builtIn = readBuiltInTranslation(language);
  const { strings, fileError } = readOwnerStrings(contentDirectory);
  const errors = fileError === undefined ? checkStrings(strings, language) : [fileError];
  // If there are no errors, each value is a string or an object of plural forms, so the cast is safe.
  const ownerStrings = errors.length === 0 ? (strings as WordTable) : {};
  const table = { ...ENGLISH.strings, ...builtIn?.strings, ...ownerStrings };
  const locale = new Locale(table, language, builtIn?.formats);
  const mayBeIncomplete = builtIn === undefined && errors.length === 0;
  return { locale, findings: mayBeIncomplete ? findUntranslated(table, language) : errors };
}

function parseTranslation(json: string): Translation {
  const { formats, ...strings } = JSON.parse(json);
  return { strings, formats };
}

function readBuiltInTranslation(language: string): Translation | undefined {
  const [baseLanguage = ""] = language.toLowerCase().split("-");
  if (baseLanguage === "en") return ENGLISH;
  const json = readTranslation(`words/${baseLanguage}.json`);
  return json === undefined ? undefined : parseTranslation(json);
}

/** Reads the UI strings in the owner's `words.json`, if this file exists. */
function readOwnerStrings(directory: string): Readonly<{ strings: object; fileError?: Finding }> {
  const { value, readError } = readJsonFile(directory, WORDS_FILE, FILE_BYTES_MAX);
  if (readError?.code === "file-missing") return { strings: {} };
  if (readError !== undefined) return { strings: {}, fileError: readError };
  if (!isRecord(value)) {
    const values: MessageValues = { expected: { code: "value-group" }, found: describeValue(value) };
    return { strings: {}, fileError: createError("", "field-invalid", values) };
  }
  // Drop `$schema`, which is only for code editors, and `formats`, which is in the file if it is a copy of `en.json`.
  const { $schema: _, formats: _formats, ...strings } = value;
  return { strings };
}

/** Checks the owner's UI strings. Each needs a known key, and the placeholders of the English string with this key. */
function checkStrings(strings: object, language: string): Finding[] {
  return Object.entries(strings).flatMap(([key, uiString]) => {
    const pointer = childPointer("", key);
    const english = ENGLISH_STRINGS.get(key);
    if (english === undefined) return [explainUnknownKey(pointer, key, strings)];
    // A string that is still in English need not have the plural forms of the site's language.
    if (isDeepStrictEqual(uiString, english)) return [];
    if (typeof english === "string") return checkSentence(pointer, uiString, english);
    return checkPluralForms(pointer, uiString, english.other, language);
  });
}

function createError(pointer: string, code: MessageCode, values: MessageValues = {}): Finding {
  return createPointerFinding("error", WORDS_FILE, pointer, { code, values });
}

function explainUnknownKey(pointer: string, key: string, strings: object): Finding {
  const missingKeys = [...ENGLISH_STRINGS.keys()].filter((known) => !Object.hasOwn(strings, known));
  const name = closest(key, missingKeys);
  if (name === undefined) return createError(pointer, "word-unknown");
  return createError(pointer, "field-misspelt", { name });
}

/** Checks plural forms, e.g. `{ "one": "one bedroom", "other": "{count} bedrooms" }`. */
function checkPluralForms(pointer: string, uiString: unknown, english: string, language: string): Finding[] {
  // Use English rules for languages that `Intl` does not support, instead of those of the system locale.
  const rules = new Intl.PluralRules([language, "en-GB"]);
  // The plural category of each count from 0 to 199. In English: "other", "one", "other", "other", …
  const formsByCount = Array.from({ length: 200 }, (_, count) => rules.select(count));
  const required = [...new Set(formsByCount)];
  // Two forms are optional: "0", e.g. for "no bedrooms", and "other", which some languages need only for fractions.
  const allowed = [...required, "0", "other"];
  const forms = isRecord(uiString) ? uiString : {};
  const names = Object.keys(forms);
  const hasValidNames = isSubset(required, names) && isSubset(names, allowed);
  if (!hasValidNames) return [createError(pointer, "word-forms", { language, forms: required.join(", ") })];
  return Object.entries(forms).flatMap(([name, sentence]) => {
    const uses = formsByCount.filter((form) => form === name).length;
    // A plural form that is used for only one number may omit `{count}`, e.g. "one bedroom".
    const needsPlaceholders = uses > 1;
    return checkSentence(childPointer(pointer, name), sentence, english, needsPlaceholders);
  });
}

function checkSentence(pointer: string, sentence: unknown, english: string, needsPlaceholders = true): Finding[] {
  if (typeof sentence !== "string" || !hasPlaceholdersOf(english, sentence, needsPlaceholders)) {
    return [createError(pointer, "word-invalid", { english })];
  }
  const character = invisibleCharacterIn(sentence);
  return character === undefined ? [] : [createError(pointer, "field-invisible-character", { character })];
}

const PLACEHOLDER_OR_BRACE = /\{\w+\}|[{}]/g;

/**
 * Returns whether a translation contains only placeholders that the English sentence has, and no other braces. With
 * `needsAll`, the translation must contain all of them.
 */
function hasPlaceholdersOf(english: string, sentence: string, needsAll: boolean): boolean {
  const allowed = placeholdersIn(english);
  const placeholders = sentence.match(PLACEHOLDER_OR_BRACE) ?? [];
  return isSubset(placeholders, allowed) && (!needsAll || isSubset(allowed, placeholders));
}

function isSubset(items: readonly string[], others: readonly string[]): boolean {
  return items.every((item) => others.includes(item));
}

const KEYS_LISTED_MAX = 12;

/** Returns a warning that names the UI strings still in English, if there are any. */
function findUntranslated(table: WordTable, language: string): Finding[] {
  const keys: string[] = [];
  for (const [key, english] of ENGLISH_STRINGS) {
    const isEnglish = isDeepStrictEqual(table[key], english);
    // Strings such as "{name}: {where}" need no translation.
    if (isEnglish && hasWords(english)) keys.push(key);
  }
  if (keys.length === 0) return [];
  const values = { language, count: keys.length, names: keys.slice(0, KEYS_LISTED_MAX).join(", ") };
  return [createFinding("warning", WORDS_FILE, { code: "words-missing", values })];
}

function hasWords(english: WordTable[string]): boolean {
  const text = typeof english === "string" ? english : english.other;
  return /[a-z]{2}/i.test(text.replace(/\{\w+\}/g, ""));
}
