/**
 * Loads the UI texts of a site: the program's in the site's language, overridden by the owner's `content/words.json`.
 *
 * The English table defines the names and the placeholders of each text. No text is written here.
 */

import { record, type Schema, string } from "../data/schema.ts";
import { normalize, validate } from "../data/validate.ts";
import { isObject } from "../data/values.ts";
import { readText } from "../files.ts";
import { type Finding, findingOf } from "../finding.ts";
import { locate, readJson } from "../json/json.ts";
import { createWords, placeholdersIn, type PluralForms, type Words, type WordTable } from "./words.ts";

const FILE = "content/words.json";
const FILE_BYTES_MAX = 200_000;

/** Names that a table may lack, because Intl has the names of all languages and countries. */
const OPTIONAL_NAME = /^(?:language|country)\./;
const MISSING_SHOWN_MAX = 3;

export interface WordFolders {
  readonly contentDirectory: string;
  readonly programContent: string;
}

export interface LoadedWords {
  readonly words: Words;
  /** For pages that the program has in English alone. */
  readonly english: Words;
  readonly findings: Finding[];
}

export function loadWords(language: string, { contentDirectory, programContent }: WordFolders): LoadedWords {
  const [baseLanguage = ""] = language.toLowerCase().split("-");
  const english = readProgramTable(programContent, "en");
  const own = readOwnTable(contentDirectory, english, language);
  const translated = { ...readProgramTable(programContent, baseLanguage), ...own.table };
  return {
    words: createWords({ ...english, ...translated }, language),
    english: createWords(english, "en"),
    findings: [...own.findings, ...missingTexts(english, translated, language)],
  };
}

/** Returns an empty table for a language that the program has no texts in. */
function readProgramTable(programContent: string, language: string): WordTable {
  const text = readText(programContent, `words/${language}.json`, FILE_BYTES_MAX);
  return typeof text === "string" ? JSON.parse(text) : {};
}

function missingTexts(english: WordTable, translated: WordTable, language: string): Finding[] {
  const missing = Object.keys(english).filter((name) => !(name in translated) && !OPTIONAL_NAME.test(name));
  if (missing.length === 0) return [];
  const names = missing.slice(0, MISSING_SHOWN_MAX).join(", ") + (missing.length > MISSING_SHOWN_MAX ? " …" : "");
  const values = { language, count: missing.length, names };
  return [findingOf("notice", "data/site.json", { code: "words-missing", values })];
}

function readOwnTable(directory: string, english: WordTable, language: string): { table: WordTable; findings: Finding[] } {
  const text = readText(directory, "words.json", FILE_BYTES_MAX);
  if (typeof text === "object") {
    return { table: {}, findings: text.code === "file-missing" ? [] : [findingOf("error", FILE, text)] };
  }
  const json = readJson(text);
  if ("mistake" in json) return { table: {}, findings: [findingOf("error", FILE, json.mistake, json.mistake)] };
  const schema = tableSchema(english, json.value, language);
  const problems = validate(schema, json.value);
  const places = locate(text, problems.map(({ pointer }) => pointer));
  const findings = problems.map(({ pointer, code, values }, index) => {
    const field = pointer === "" ? ({ code: "field-whole-file" } as const) : pointer.slice(1);
    return findingOf("error", FILE, { code, values: { ...values, field } }, places[index]);
  });
  return { table: normalize(schema, json.value, problems) as WordTable, findings };
}

/** Returns a schema of every name there is. Texts that the owner's table lacks get none of their own, since none is used. */
function tableSchema(english: WordTable, ownTable: unknown, language: string): Schema<object> {
  const own = isObject(ownTable) ? ownTable : {};
  const unused = sentence("");
  const schemas = Object.entries(english).map(([name, text]): [string, Schema<unknown>] => {
    if (!Object.hasOwn(own, name)) return [name, unused];
    return [name, typeof text === "string" ? sentence(text) : pluralForms(text, language)];
  });
  return record("Words", {}, Object.fromEntries(schemas));
}

/** Returns a schema that requires each plural category of the language, and allows the numbers that the example has. */
function pluralForms(example: PluralForms, language: string): Schema<object> {
  const categories = pluralCategories(language).map((category) => {
    // A single thing need not be counted: "one bedroom".
    const isCountOptional = category === "one";
    return [category, sentence(example[category] ?? example.other, isCountOptional)];
  });
  const numbers = Object.keys(example).filter((key) => /^\d+$/.test(key)).map((key) => [key, sentence(example.other, true)]);
  return record("Words by number", Object.fromEntries(categories), Object.fromEntries(numbers));
}

/** Returns the plural categories that whole numbers have; "many" of millions and categories of fractions are left out. */
function pluralCategories(language: string): Intl.LDMLPluralRule[] {
  const rules = new Intl.PluralRules(language);
  const categories = Array.from({ length: 200 }, (_, count) => rules.select(count));
  return [...new Set(categories)];
}

/** Returns a schema of sentences that have the placeholders of the example and no others. */
function sentence(example: string, arePlaceholdersOptional = false): Schema<string> {
  const names = placeholdersIn(example);
  if (names.length === 0) return string("Words", { pattern: "^[^{}]*$", expected: "expected-sentence", example });
  const required = arePlaceholdersOptional ? "" : names.map((name) => `(?=[^]*\\{${name}\\})`).join("");
  const pattern = `^${required}(?:[^{}]|\\{(?:${names.join("|")})\\})*$`;
  const values = { names: names.map((name) => `{${name}}`).join(" and ") };
  return string("Words", { pattern, expected: "expected-sentence-with", example, values });
}
