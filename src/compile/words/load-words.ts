/**
 * Loads the UI texts of a site: the program's texts in the language of the site, and the owner's `content/words.json`,
 * which overrides them.
 *
 * The English table defines which names exist and which placeholders each text has. This module contains no texts.
 */

import { record, type Schema, string } from "../data/schema.ts";
import { normalize, validate } from "../data/validate.ts";
import { isObject } from "../data/values.ts";
import { readText } from "../files.ts";
import { createFinding, type Finding } from "../finding.ts";
import { locate, readJson } from "../json/json.ts";
import { placeholdersIn, type PluralForms, Words, type WordTable } from "./words.ts";

const FILE = "content/words.json";
const FILE_BYTES_MAX = 200_000;

/** Names that a table need not contain, because Intl knows the names of all languages and countries. */
const OPTIONAL_NAME = /^(?:language|country)\./;
/** Maximum number of missing names that a finding lists. */
const MISSING_NAMES_MAX = 3;

interface LoadedWords {
  readonly words: Words;
  /** English texts, used on pages that the program provides only in English. */
  readonly english: Words;
  readonly findings: Finding[];
}

type Folders = Readonly<Record<"contentDirectory" | "programContent", string>>;

/**
 * Loads the texts for a language. Texts that neither the owner nor the program has in that language are in English.
 *
 * @param language BCP 47 tag, e.g. "de-AT". The program's texts are found by its first part.
 */
export function loadWords(language: string, { contentDirectory, programContent }: Folders): LoadedWords {
  const findings: Finding[] = [];
  const [baseLanguage = ""] = language.toLowerCase().split("-");
  const english = readProgramTable(programContent, "en");
  const own = readOwnTable(contentDirectory, english, language, findings);
  const translated = { ...readProgramTable(programContent, baseLanguage), ...own };
  const missing = Object.keys(english).filter((name) => !(name in translated) && !OPTIONAL_NAME.test(name));
  if (missing.length > 0) {
    const names = missing.slice(0, MISSING_NAMES_MAX).join(", ");
    const more = missing.length > MISSING_NAMES_MAX ? " …" : "";
    const values = { language, count: missing.length, names: names + more };
    findings.push(createFinding("notice", "data/site.json", { code: "words-missing", values }));
  }
  return { words: new Words({ ...english, ...translated }, language), english: new Words(english, "en"), findings };
}

/** Reads the program's texts in a language. Returns an empty table if it has none. */
function readProgramTable(programContent: string, language: string): WordTable {
  const { content = "{}" } = readText(programContent, `words/${language}.json`, FILE_BYTES_MAX);
  return JSON.parse(content);
}

/** Reads the owner's texts. Adds a finding for each mistake, and leaves out the texts that have one. */
function readOwnTable(directory: string, english: WordTable, language: string, findings: Finding[]): WordTable {
  const { content: text, failure } = readText(directory, "words.json", FILE_BYTES_MAX);
  if (failure !== undefined) {
    if (failure.code !== "file-missing") findings.push(createFinding("error", FILE, failure));
    return {};
  }
  const json = readJson(text);
  if ("mistake" in json) {
    findings.push(createFinding("error", FILE, json.mistake, json.mistake));
    return {};
  }
  const schema = tableSchema(english, json.value, language);
  const problems = validate(schema, json.value);
  const places = locate(text, problems.map(({ pointer }) => pointer));
  for (const [index, { pointer, code, values }] of problems.entries()) {
    const field = pointer === "" ? ({ code: "field-whole-file" } as const) : pointer.slice(1);
    // The message for "field-unknown" lists all known names, which are too many here.
    const ownCode = code === "field-unknown" ? "word-unknown" : code;
    const phrase = { code: ownCode, values: { ...values, field } } as const;
    findings.push(createFinding("error", FILE, phrase, places[index]));
  }
  return normalize(schema, json.value, problems) as WordTable;
}

/**
 * Returns the schema for the owner's table of UI texts. It allows every name of the English table and no other.
 *
 * The detailed schema of an entry is built only if the owner's table contains that entry, which saves time.
 */
function tableSchema(english: WordTable, ownTable: unknown, language: string): Schema<object> {
  const own = isObject(ownTable) ? ownTable : {};
  const anyText = sentence("");
  const schemas = Object.entries(english).map(([name, text]): [string, Schema<unknown>] => {
    if (!Object.hasOwn(own, name)) return [name, anyText];
    return [name, typeof text === "string" ? sentence(text) : pluralForms(text, language)];
  });
  return record({}, Object.fromEntries(schemas));
}

/**
 * Returns a schema that requires a form for each plural category of whole numbers in the language. It also allows the
 * exact counts, such as "0", that the example has.
 */
function pluralForms(example: PluralForms, language: string): Schema<object> {
  const rules = new Intl.PluralRules(language);
  const counts = Array.from({ length: 200 }, (_, count) => count);
  const categories = new Set(counts.map((count) => rules.select(count)));
  const required = [...categories].map((category) => {
    // The singular may omit the placeholder of the count, as in "one bedroom".
    const arePlaceholdersOptional = category === "one";
    return [category, sentence(example[category] ?? example.other, arePlaceholdersOptional)];
  });
  const exactCounts = Object.keys(example).filter((key) => /^\d+$/.test(key));
  const optional = exactCounts.map((count) => [count, sentence(example.other, true)]);
  return record(Object.fromEntries(required), Object.fromEntries(optional));
}

/**
 * Returns a schema for sentences with the placeholders of the example. Each of them must occur, unless they are
 * optional. Other placeholders are rejected.
 */
function sentence(example: string, arePlaceholdersOptional = false): Schema<string> {
  const names = placeholdersIn(example);
  if (names.length === 0) return string({ pattern: "^[^{}]*$", expected: "expected-sentence", example });
  const required = arePlaceholdersOptional ? "" : names.map((name) => `(?=[^]*\\{${name}\\})`).join("");
  const pattern = `^${required}(?:[^{}]|\\{(?:${names.join("|")})\\})*$`;
  const values = { names: names.map((name) => `{${name}}`).join(" and ") };
  return string({ pattern, expected: "expected-sentence-with", example, values });
}
