/**
 * Loads the built-in UI strings and the owner's `content/words.json`, which overrides them. The names and placeholders
 * of the English strings apply to every language.
 */

import { type FieldFinding, locateFindings, readJsonFile } from "../data/json-file.ts";
import { object, type Schema, string } from "../data/schema.ts";
import { validate } from "../data/validate.ts";
import { isRecord } from "../data/values.ts";
import { readText } from "../files.ts";
import { createFinding, type Finding } from "../finding.ts";
import { Locale, placeholdersIn, type PluralForms, type WordTable } from "./locale.ts";

const OVERRIDES_FILE = "content/words.json";
const FILE_BYTES_MAX = 200_000;

/** Translations may omit names of languages and countries, because Intl has them. */
const OPTIONAL_NAME = /^(?:language|country)\./;
const NAMES_LISTED_MAX = 3;

type Folders = Readonly<{ contentDirectory: string; programContent: string }>;

/** @param language BCP 47 tag, e.g. "de-AT". Its primary subtag, "de", selects the built-in translation. */
export function loadLocale(language: string, { contentDirectory, programContent }: Folders, findings: Finding[]) {
  const [baseLanguage = ""] = language.toLowerCase().split("-");
  const englishTable = readBuiltInTable(programContent, "en");
  const builtInTable = readBuiltInTable(programContent, baseLanguage);
  const overrides = readOverrides(contentDirectory, englishTable, language, findings);
  const translated = { ...builtInTable, ...overrides };
  reportUntranslated(language, englishTable, translated, findings);
  return {
    locale: new Locale({ ...englishTable, ...translated }, language),
    // Built-in pages are always in English.
    english: new Locale(englishTable, "en"),
  };
}

function readBuiltInTable(programContent: string, language: string): WordTable {
  const { content = "{}" } = readText(programContent, `words/${language}.json`, FILE_BYTES_MAX);
  return JSON.parse(content);
}

function reportUntranslated(language: string, english: WordTable, translated: WordTable, findings: Finding[]): void {
  const missing = Object.keys(english).filter((name) => !(name in translated) && !OPTIONAL_NAME.test(name));
  if (missing.length === 0) return;
  const values = { language, count: missing.length, names: missing.slice(0, NAMES_LISTED_MAX).join(", ") };
  findings.push(createFinding("notice", "data/site.json", { code: "words-missing", values }));
}

/** Returns the owner's overrides or, if any is invalid, English. Reports a finding for each invalid string. */
function readOverrides(directory: string, english: WordTable, language: string, findings: Finding[]): WordTable {
  const { text, value, finding } = readJsonFile(directory, OVERRIDES_FILE, FILE_BYTES_MAX);
  if (finding !== undefined) {
    if (finding.code !== "file-missing") findings.push(finding);
    return {};
  }
  const { problems, normalized } = validate(overridesSchema(english, value, language), value, OVERRIDES_FILE);
  findings.push(...locateFindings(new Map([[OVERRIDES_FILE, text]]), problems.map(adaptProblem)));
  return problems.length > 0 ? english : (normalized as WordTable);
}

/** Adapts the message about a string to `words.json`, whose field names may contain dots and digits. */
function adaptProblem(problem: FieldFinding): FieldFinding {
  if (problem.pointer === "") return problem;
  // The message of "field-unknown" would list the names of all UI strings.
  const code = problem.code === "field-unknown" ? "word-unknown" : problem.code;
  return { ...problem, code, values: { ...problem.values, field: problem.pointer.slice("/".length) } };
}

/** Returns a schema that permits only the names in the English table. */
function overridesSchema(english: WordTable, overrides: unknown, language: string): Schema<object> {
  const schemas: Record<string, Schema<unknown>> = {};
  for (const [name, word] of Object.entries(english)) {
    // Building a schema is slow, so build only those that are used.
    const isOverridden = isRecord(overrides) && Object.hasOwn(overrides, name);
    schemas[name] = isOverridden ? wordSchema(word, language) : {};
  }
  return object({}, schemas);
}

/**
 * Requires every plural category that the language uses for integers, and allows the exact counts of the English forms.
 * Forms for exact counts and for "one" may omit placeholders, as in "no bedrooms".
 */
function wordSchema(english: string | PluralForms, language: string): Schema<unknown> {
  if (typeof english === "string") return sentenceSchema(english);
  const strict = sentenceSchema(english.other);
  const lenient = sentenceSchema(english.other, { mayOmitPlaceholders: true });
  const categories = integerCategories(language).map((form) => [form, form === "one" ? lenient : strict]);
  const exactCounts = Object.keys(english).filter((form) => /^\d+$/.test(form)).map((form) => [form, lenient]);
  return object(Object.fromEntries(categories), Object.fromEntries(exactCounts));
}

/** Excludes categories that the language uses only for fractions or millions. */
function integerCategories(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))];
}

/** Accepts strings with exactly the same placeholders as the example, and no other braces. */
function sentenceSchema(example: string, { mayOmitPlaceholders = false } = {}): Schema<string> {
  const placeholders = placeholdersIn(example);
  const isValid = (text: string): boolean => {
    const hasAll = placeholders.every((placeholder) => text.includes(placeholder));
    let otherText = text;
    for (const placeholder of placeholders) otherText = otherText.replaceAll(placeholder, "");
    return (hasAll || mayOmitPlaceholders) && !/[{}]/.test(otherText);
  };
  const expected = placeholders.length === 0 ? "expected-sentence" : "expected-sentence-with";
  return string({ isValid, expected, example, values: { names: placeholders.join(" and ") } });
}
