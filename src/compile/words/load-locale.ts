/**
 * Loads the UI strings of a site: the built-in ones in the site's language, overridden by the owner's
 * `content/words.json`.
 *
 * The English table defines which names exist and which placeholders each string has.
 */

import { type FieldFinding, resolveFieldFindings, readJsonFile } from "../data/json-file.ts";
import { object, type Schema, string } from "../data/schema.ts";
import { validate } from "../data/validate.ts";
import { isRecord } from "../data/values.ts";
import { readText } from "../files.ts";
import { createFinding, type Finding } from "../finding.ts";
import { Locale, PLACEHOLDER, placeholdersIn, type PluralForms, type WordTable } from "./locale.ts";

const FILE = "content/words.json";
const FILE_BYTES_MAX = 200_000;

/** Matches keys that a translation table may omit, because Intl has the names of all languages and countries. */
const OPTIONAL_NAME = /^(?:language|country)\./;
const NAMES_LISTED_MAX = 3;

interface LoadedLocale {
  readonly locale: Locale;
  /** Used on built-in pages, which are in English only. */
  readonly english: Locale;
  readonly findings: Finding[];
}

type Folders = Readonly<Record<"contentDirectory" | "programContent", string>>;

/**
 * Loads the UI strings for a language. Untranslated strings fall back to English.
 *
 * @param language BCP 47 tag, e.g. "de-AT". Its primary subtag, "de", selects the built-in translation.
 */
export function loadLocale(language: string, { contentDirectory, programContent }: Folders): LoadedLocale {
  const [baseLanguage = ""] = language.toLowerCase().split("-");
  const english = readBuiltInTable(programContent, "en");
  const builtIn = readBuiltInTable(programContent, baseLanguage);
  const owner = readOwnerTable(contentDirectory, english, language);
  const translated = { ...builtIn, ...owner.table };
  return {
    locale: new Locale({ ...english, ...translated }, language),
    english: new Locale(english, "en"),
    findings: [...owner.findings, ...reportUntranslated(language, english, translated)],
  };
}

function readBuiltInTable(programContent: string, language: string): WordTable {
  const { content = "{}" } = readText(programContent, `words/${language}.json`, FILE_BYTES_MAX);
  return JSON.parse(content);
}

function reportUntranslated(language: string, english: WordTable, translated: WordTable): Finding[] {
  const missing = Object.keys(english).filter((name) => !(name in translated) && !OPTIONAL_NAME.test(name));
  if (missing.length === 0) return [];
  const firstNames = missing.slice(0, NAMES_LISTED_MAX).join(", ");
  const names = missing.length > NAMES_LISTED_MAX ? `${firstNames} …` : firstNames;
  const values = { language, count: missing.length, names };
  // The finding is about site.json, because that file sets the language.
  return [createFinding("notice", "data/site.json", { code: "words-missing", values })];
}

/** Reads the owner's overrides. The table omits invalid strings, and there is a finding for each of them. */
function readOwnerTable(
  directory: string,
  english: WordTable,
  language: string,
): Readonly<{ table: WordTable; findings: readonly Finding[] }> {
  const file = readJsonFile(directory, FILE, FILE_BYTES_MAX);
  if (file.kind === "failed") {
    const isMissing = file.finding.code === "file-missing";
    return { table: {}, findings: isMissing ? [] : [file.finding] };
  }
  const schema = tableSchema(english, file.value, language);
  const { problems, normalized } = validate(schema, file.value);
  const errors = problems.map((problem): FieldFinding => {
    // Use a different code from "field-unknown", whose message would list the names of all UI strings.
    const code = problem.code === "field-unknown" ? "word-unknown" : problem.code;
    return { ...problem, code, level: "error", file: FILE };
  });
  const nameFromPointer = (pointer: string): string => pointer.slice(1);
  const findings = resolveFieldFindings(file.text, errors, nameFromPointer);
  return { table: normalized as WordTable, findings };
}

/** Allows only the names in the English table. */
function tableSchema(english: WordTable, ownerTable: unknown, language: string): Schema<object> {
  const overrides = isRecord(ownerTable) ? ownerTable : {};
  // Names without an override need a schema only so that they are recognised. They share one, because building one per
  // name is slow.
  const sharedSchema = sentenceSchema("");
  const optional: Record<string, Schema<unknown>> = {};
  for (const [name, englishText] of Object.entries(english)) {
    if (!Object.hasOwn(overrides, name)) optional[name] = sharedSchema;
    else if (typeof englishText === "string") optional[name] = sentenceSchema(englishText);
    else optional[name] = pluralSchema(englishText, language);
  }
  return object({}, optional);
}

/**
 * Returns a schema that requires a form for each plural category that the language uses for integers, and permits forms
 * for the exact counts in the example, such as "0".
 */
function pluralSchema(example: PluralForms, language: string): Schema<object> {
  const required: Record<string, Schema<string>> = {};
  for (const category of integerCategories(language)) {
    // The singular may omit the count, as in "one bedroom".
    const mayOmitPlaceholders = category === "one";
    required[category] = sentenceSchema(example[category] ?? example.other, { mayOmitPlaceholders });
  }
  const optional: Record<string, Schema<string>> = {};
  const exactCounts = Object.keys(example).filter((key) => /^\d+$/.test(key));
  // A plural form for one specific count may omit the count placeholder, as in "no bedrooms".
  for (const count of exactCounts) optional[count] = sentenceSchema(example.other, { mayOmitPlaceholders: true });
  return object(required, optional);
}

/**
 * Returns the plural categories used by 0 to 199. Intl's own list includes categories used only for fractions or
 * millions.
 */
function integerCategories(language: string): ReadonlySet<string> {
  const rules = new Intl.PluralRules(language);
  return new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)));
}

/** Returns a schema for sentences with the placeholders of the example and no others. */
function sentenceSchema(example: string, { mayOmitPlaceholders = false } = {}): Schema<string> {
  const names = placeholdersIn(example);
  const isValid = (text: string): boolean => {
    const found = placeholdersIn(text);
    const hasOnlyKnownNames = found.every((name) => names.includes(name));
    const hasAllNames = names.every((name) => found.includes(name));
    const hasOtherBraces = /[{}]/.test(text.replace(PLACEHOLDER, ""));
    return hasOnlyKnownNames && (hasAllNames || mayOmitPlaceholders) && !hasOtherBraces;
  };
  if (names.length === 0) return string({ isValid, expected: "expected-sentence", example });
  const placeholders = names.map((name) => `{${name}}`);
  const values = { names: placeholders.join(" and ") };
  return string({ isValid, expected: "expected-sentence-with", example, values });
}
