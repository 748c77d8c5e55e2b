/**
 * Loads the UI strings of a site: the built-in ones in the site's language, overridden by the owner's
 * `content/words.json`.
 *
 * The English table defines which names exist and which placeholders each string has.
 */

import { type FieldFinding, locateFindings, readJsonFile } from "../data/json-file.ts";
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
/** Maximum number of missing names that a finding lists. */
const MISSING_NAMES_MAX = 3;

interface LoadedWords {
  readonly words: Words;
  /** Used on built-in pages, which are in English only. */
  readonly english: Words;
  readonly findings: Finding[];
}

type Folders = Readonly<Record<"contentDirectory" | "programContent", string>>;

/**
 * Loads the UI strings for a language. Strings that neither the owner nor the program has translated are in English.
 *
 * @param language BCP 47 tag, e.g. "de-AT". Its first part selects the built-in translation.
 */
export function loadWords(language: string, { contentDirectory, programContent }: Folders): LoadedWords {
  const [baseLanguage = ""] = language.toLowerCase().split("-");
  const english = readBuiltInTable(programContent, "en");
  const builtIn = readBuiltInTable(programContent, baseLanguage);
  const own = readOwnTable(contentDirectory, english, language);
  const translated = { ...builtIn, ...own.table };
  return {
    words: new Words({ ...english, ...translated }, language),
    english: new Words(english, "en"),
    findings: [...own.findings, ...missingNamesFindings(language, english, translated)],
  };
}

/** Returns the built-in UI strings in a language, or an empty table if there is no translation. */
function readBuiltInTable(programContent: string, language: string): WordTable {
  const { content = "{}" } = readText(programContent, `words/${language}.json`, FILE_BYTES_MAX);
  return JSON.parse(content);
}

/** Reports how many UI strings are not translated, and the first few of their names. */
function missingNamesFindings(language: string, english: WordTable, translated: WordTable): Finding[] {
  const missing = Object.keys(english).filter((name) => !(name in translated) && !OPTIONAL_NAME.test(name));
  if (missing.length === 0) return [];
  const listed = missing.slice(0, MISSING_NAMES_MAX).join(", ");
  const names = missing.length > MISSING_NAMES_MAX ? `${listed} …` : listed;
  const values = { language, count: missing.length, names };
  return [createFinding("notice", "data/site.json", { code: "words-missing", values })];
}

type OwnTable = Readonly<{ table: WordTable; findings: readonly Finding[] }>;

/** Reads the owner's UI strings. Leaves out the invalid ones and returns a finding for each of them. */
function readOwnTable(directory: string, english: WordTable, language: string): OwnTable {
  const json = readJsonFile(directory, "words.json", FILE, FILE_BYTES_MAX);
  if (json.kind === "failed") {
    const isMissing = json.finding.code === "file-missing";
    return { table: {}, findings: isMissing ? [] : [json.finding] };
  }
  const schema = tableSchema(english, json.value, language);
  const { problems, normalized } = validate(schema, json.value);
  const errors = problems.map((problem): FieldFinding => {
    // The message for "field-unknown" lists all known names, but there are too many UI strings.
    const code = problem.code === "field-unknown" ? "word-unknown" : problem.code;
    return { ...problem, code, level: "error", file: FILE };
  });
  const findings = locateFindings(new Map([[FILE, json.text]]), errors, (pointer) => pointer.slice(1));
  return { table: normalized as WordTable, findings };
}

/**
 * Returns the schema for the owner's UI strings, which may have only names from the English table.
 *
 * Entries that the owner does not override share one schema, because building all schemas takes time.
 */
function tableSchema(english: WordTable, ownTable: unknown, language: string): Schema<object> {
  const overrides = isRecord(ownTable) ? ownTable : {};
  const unusedSchema = sentenceSchema("");
  const schemas: Record<string, Schema<unknown>> = {};
  for (const [name, example] of Object.entries(english)) {
    if (!Object.hasOwn(overrides, name)) schemas[name] = unusedSchema;
    else if (typeof example === "string") schemas[name] = sentenceSchema(example);
    else schemas[name] = pluralSchema(example, language);
  }
  return object({}, schemas);
}

/**
 * Returns a schema that requires a form for each plural category of integers in the language, and permits forms for the
 * exact counts in the example, such as "0".
 */
function pluralSchema(example: PluralForms, language: string): Schema<object> {
  const rules = new Intl.PluralRules(language);
  // Try many counts, because Intl's own list of categories includes those that only fractions or millions have.
  const categories = Array.from({ length: 200 }, (_, count) => rules.select(count));
  const required: Record<string, Schema<string>> = {};
  for (const category of new Set(categories)) {
    // The singular may omit the count, as in "one bedroom".
    const options = { mayOmitPlaceholders: category === "one" };
    required[category] = sentenceSchema(example[category] ?? example.other, options);
  }
  const optional: Record<string, Schema<string>> = {};
  for (const count of Object.keys(example).filter((key) => /^\d+$/.test(key))) {
    optional[count] = sentenceSchema(example.other, { mayOmitPlaceholders: true });
  }
  return object(required, optional);
}

/** Returns a schema for sentences with the same placeholders as the example. Other placeholders are invalid. */
function sentenceSchema(example: string, { mayOmitPlaceholders = false } = {}): Schema<string> {
  const names = placeholdersIn(example);
  const accepts = (text: string): boolean => {
    const found = placeholdersIn(text);
    const areAllKnown = found.every((name) => names.includes(name));
    const areAllPresent = mayOmitPlaceholders || names.every((name) => found.includes(name));
    const hasOtherBraces = /[{}]/.test(text.replace(PLACEHOLDER, ""));
    return areAllKnown && areAllPresent && !hasOtherBraces;
  };
  if (names.length === 0) return string({ accepts, expected: "expected-sentence", example });
  const values = { names: names.map((name) => `{${name}}`).join(" and ") };
  return string({ accepts, expected: "expected-sentence-with", example, values });
}
