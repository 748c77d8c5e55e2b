/**
 * Loads the UI strings of a site: the built-in ones in the site's language, overridden by the owner's
 * `content/words.json`.
 *
 * The English table defines which names exist and which placeholders each string has.
 */

import { type FieldFinding, locateInFile, readJsonFile } from "../data/json-file.ts";
import { object, type Schema, string } from "../data/schema.ts";
import { validate } from "../data/validate.ts";
import { isRecord } from "../data/values.ts";
import { readText } from "../files.ts";
import { createFinding, type Finding } from "../finding.ts";
import { PLACEHOLDER, placeholdersIn, type PluralForms, Words, type WordTable } from "./words.ts";

const FILE = "content/words.json";
const FILE_BYTES_MAX = 200_000;

/** Matches names that a table need not contain, because Intl knows the names of all languages and countries. */
const OPTIONAL_NAME = /^(?:language|country)\./;
const NAMES_LISTED_MAX = 3;

interface LoadedWords {
  readonly words: Words;
  /** Used on built-in pages, which are in English only. */
  readonly english: Words;
  readonly findings: Finding[];
}

type Folders = Readonly<Record<"contentDirectory" | "programContent", string>>;

/**
 * Loads the UI strings for a language. Untranslated strings fall back to English.
 *
 * @param language BCP 47 tag, e.g. "de-AT". Its first part selects the built-in translation.
 */
export function loadWords(language: string, { contentDirectory, programContent }: Folders): LoadedWords {
  const [baseLanguage = ""] = language.toLowerCase().split("-");
  const english = readBuiltInTable(programContent, "en");
  const builtIn = readBuiltInTable(programContent, baseLanguage);
  const overrides = readOwnerTable(contentDirectory, english, language);
  const translated = { ...builtIn, ...overrides.table };
  return {
    words: new Words({ ...english, ...translated }, language),
    english: new Words(english, "en"),
    findings: [...overrides.findings, ...reportUntranslated(language, english, translated)],
  };
}

/** Returns the built-in UI strings in a language, or an empty table if there is no translation. */
function readBuiltInTable(programContent: string, language: string): WordTable {
  const { content = "{}" } = readText(programContent, `words/${language}.json`, FILE_BYTES_MAX);
  return JSON.parse(content);
}

/** Reports how many UI strings are untranslated, and names the first few. */
function reportUntranslated(language: string, english: WordTable, translated: WordTable): Finding[] {
  const missing = Object.keys(english).filter((name) => !(name in translated) && !OPTIONAL_NAME.test(name));
  if (missing.length === 0) return [];
  const firstNames = missing.slice(0, NAMES_LISTED_MAX).join(", ");
  const names = missing.length > NAMES_LISTED_MAX ? `${firstNames} …` : firstNames;
  const values = { language, count: missing.length, names };
  // The finding is about site.json, because that file sets the language.
  return [createFinding("notice", "data/site.json", { code: "words-missing", values })];
}

/** Reads the owner's UI strings. Leaves out the invalid ones and returns a finding for each of them. */
function readOwnerTable(
  directory: string,
  english: WordTable,
  language: string,
): Readonly<{ table: WordTable; findings: readonly Finding[] }> {
  const json = readJsonFile(directory, FILE, FILE_BYTES_MAX);
  if (json.kind === "failed") {
    const isMissing = json.finding.code === "file-missing";
    return { table: {}, findings: isMissing ? [] : [json.finding] };
  }
  const schema = tableSchema(english, json.value, language);
  const { problems, normalized } = validate(schema, json.value);
  const errors = problems.map((problem): FieldFinding => {
    // Replace "field-unknown", because its message would list the names of all UI strings.
    const code = problem.code === "field-unknown" ? "word-unknown" : problem.code;
    return { ...problem, code, level: "error", file: FILE };
  });
  const nameFromPointer = (pointer: string): string => pointer.slice(1);
  const findings = locateInFile(json.text, errors, nameFromPointer);
  return { table: normalized as WordTable, findings };
}

/** Returns the schema for the owner's UI strings, which allows only the names in the English table. */
function tableSchema(english: WordTable, ownerTable: unknown, language: string): Schema<object> {
  const overrides = isRecord(ownerTable) ? ownerTable : {};
  // Strings that the owner does not override share one schema, because building a schema for each is slow.
  const sharedSchema = sentenceSchema("");
  const schemas: Record<string, Schema<unknown>> = {};
  for (const [name, englishText] of Object.entries(english)) {
    if (!Object.hasOwn(overrides, name)) schemas[name] = sharedSchema;
    else if (typeof englishText === "string") schemas[name] = sentenceSchema(englishText);
    else schemas[name] = pluralSchema(englishText, language);
  }
  return object({}, schemas);
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
  for (const count of exactCounts) optional[count] = sentenceSchema(example.other, { mayOmitPlaceholders: true });
  return object(required, optional);
}

/** Returns the plural categories of 0 to 199. Intl's own list also has categories for fractions and millions only. */
function integerCategories(language: string): ReadonlySet<string> {
  const rules = new Intl.PluralRules(language);
  return new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)));
}

/** Returns a schema for sentences with the placeholders of the example and no others. */
function sentenceSchema(example: string, { mayOmitPlaceholders = false } = {}): Schema<string> {
  const names = placeholdersIn(example);
  const isValid = (text: string): boolean => {
    const found = placeholdersIn(text);
    const hasOnlyKnown = found.every((name) => names.includes(name));
    const hasAll = names.every((name) => found.includes(name));
    const hasOtherBraces = /[{}]/.test(text.replace(PLACEHOLDER, ""));
    return hasOnlyKnown && (hasAll || mayOmitPlaceholders) && !hasOtherBraces;
  };
  if (names.length === 0) return string({ isValid, expected: "expected-sentence", example });
  const values = { names: names.map((name) => `{${name}}`).join(" and ") };
  return string({ isValid, expected: "expected-sentence-with", example, values });
}
