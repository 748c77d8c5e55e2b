/**
 * Loads the built-in UI strings and the owner's `content/words.json`, which overrides them. The English table defines
 * which names exist and which placeholders each string has.
 */

import { type FieldFinding, readJsonFile, resolveFieldFindings } from "../data/json-file.ts";
import { object, type Schema, string } from "../data/schema.ts";
import { validate } from "../data/validate.ts";
import { isRecord } from "../data/values.ts";
import { readText } from "../files.ts";
import { createFinding, type Finding } from "../finding.ts";
import { Locale, PLACEHOLDER, placeholdersIn, type PluralForms, type WordTable } from "./locale.ts";

const OVERRIDES_FILE = "content/words.json";
const FILE_BYTES_MAX = 200_000;

/** Matches keys that a translation table may omit, because Intl has the names of all languages and countries. */
const OPTIONAL_NAME = /^(?:language|country)\./;
const NAMES_LISTED_MAX = 3;

type Folders = Readonly<Record<"contentDirectory" | "programContent", string>>;

/**
 * Loads the UI strings for a language: the owner's overrides, else the built-in translation, else English.
 *
 * @param language BCP 47 tag, e.g. "de-AT". Its primary subtag, "de", selects the built-in translation.
 */
export function loadLocale(language: string, { contentDirectory, programContent }: Folders) {
  const [baseLanguage = ""] = language.toLowerCase().split("-");
  const englishTable = readBuiltInTable(programContent, "en");
  const builtInTable = readBuiltInTable(programContent, baseLanguage);
  const overrides = readOverrides(contentDirectory, englishTable, language);
  const translated = { ...builtInTable, ...overrides.table };
  return {
    locale: new Locale({ ...englishTable, ...translated }, language),
    // Built-in pages are always in English.
    english: new Locale(englishTable, "en"),
    findings: [...overrides.findings, ...reportUntranslated(language, englishTable, translated)],
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

/** Reads the owner's overrides. Leaves out invalid strings and reports a finding for each. */
function readOverrides(
  directory: string,
  englishTable: WordTable,
  language: string,
): Readonly<{ table: WordTable; findings: readonly Finding[] }> {
  const json = readJsonFile(directory, OVERRIDES_FILE, FILE_BYTES_MAX);
  if (json.kind === "failed") {
    const isMissing = json.finding.code === "file-missing";
    return { table: {}, findings: isMissing ? [] : [json.finding] };
  }
  const schema = overridesSchema(englishTable, json.value, language);
  const { problems, normalized } = validate(schema, json.value);
  const errors = problems.map((problem): FieldFinding => {
    // Use a different code from "field-unknown", whose message would list the names of all UI strings.
    const code = problem.code === "field-unknown" ? "word-unknown" : problem.code;
    return { ...problem, code, level: "error", file: OVERRIDES_FILE };
  });
  const nameFromPointer = (pointer: string): string => pointer.slice("/".length);
  const findings = resolveFieldFindings(json.text, errors, nameFromPointer);
  return { table: normalized as WordTable, findings };
}

/**
 * Returns a schema that permits only the names in the English table, each with the placeholders of the English string.
 *
 * @param overrides the value to be validated. Names that are not in it share one schema, because building one is slow.
 */
function overridesSchema(englishTable: WordTable, overrides: unknown, language: string): Schema<object> {
  const sharedSchema = sentenceSchema("");
  const schemaFor = (name: string, english: string | PluralForms): Schema<unknown> => {
    if (!isRecord(overrides) || !Object.hasOwn(overrides, name)) return sharedSchema;
    return typeof english === "string" ? sentenceSchema(english) : pluralSchema(english, language);
  };
  const schemas = Object.entries(englishTable).map(([name, english]) => [name, schemaFor(name, english)] as const);
  return object({}, Object.fromEntries(schemas));
}

/**
 * Returns a schema that requires a form for every plural category the language uses for integers, and also allows the
 * exact counts (such as "0") that the English string has. Forms for exact counts and for "one" may omit the
 * placeholder, as in "no bedrooms".
 */
function pluralSchema(englishForms: PluralForms, language: string): Schema<object> {
  const required: Record<string, Schema<string>> = {};
  for (const category of integerCategories(language)) {
    const example = englishForms[category] ?? englishForms.other;
    required[category] = sentenceSchema(example, { mayOmitPlaceholders: category === "one" });
  }
  const optional: Record<string, Schema<string>> = {};
  const exactCounts = Object.keys(englishForms).filter((key) => /^\d+$/.test(key));
  for (const count of exactCounts) optional[count] = sentenceSchema(englishForms.other, { mayOmitPlaceholders: true });
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

/** Returns a schema for strings that contain exactly the same placeholders as the example. */
function sentenceSchema(example: string, { mayOmitPlaceholders = false } = {}): Schema<string> {
  const expectedNames = placeholdersIn(example);
  const isValid = (text: string): boolean => {
    const names = placeholdersIn(text);
    const hasOnlyKnownNames = names.every((name) => expectedNames.includes(name));
    const hasAllNames = expectedNames.every((name) => names.includes(name));
    const hasOtherBraces = /[{}]/.test(text.replace(PLACEHOLDER, ""));
    return hasOnlyKnownNames && (hasAllNames || mayOmitPlaceholders) && !hasOtherBraces;
  };
  if (expectedNames.length === 0) return string({ isValid, expected: "expected-sentence", example });
  const placeholders = expectedNames.map((name) => `{${name}}`).join(" and ");
  const values = { names: placeholders };
  return string({ isValid, expected: "expected-sentence-with", example, values });
}
