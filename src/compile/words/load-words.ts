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
import { placeholdersIn, type PluralForms, Words, type WordTable } from "./words.ts";

const FILE = "content/words.json";
const FILE_BYTES_MAX = 200_000;

/** Names that a table may lack, because Intl has the names of all languages and countries. */
const OPTIONAL_NAME = /^(?:language|country)\./;
const MISSING_SHOWN_MAX = 3;

interface LoadedWords {
  readonly words: Words;
  /** Texts for pages that the program has in English only. */
  readonly english: Words;
  readonly findings: Finding[];
}

type Folders = Readonly<Record<"contentDirectory" | "programContent", string>>;

export function loadWords(language: string, { contentDirectory, programContent }: Folders): LoadedWords {
  const findings: Finding[] = [];
  const [baseLanguage = ""] = language.toLowerCase().split("-");
  const english = readProgramTable(programContent, "en");
  const own = readOwnTable(contentDirectory, english, language, findings);
  const translated = { ...readProgramTable(programContent, baseLanguage), ...own };
  const missing = Object.keys(english).filter((name) => !(name in translated) && !OPTIONAL_NAME.test(name));
  if (missing.length > 0) {
    const names = missing.slice(0, MISSING_SHOWN_MAX).join(", ");
    const more = missing.length > MISSING_SHOWN_MAX ? " …" : "";
    const values = { language, count: missing.length, names: names + more };
    findings.push(findingOf("notice", "data/site.json", { code: "words-missing", values }));
  }
  return { words: new Words({ ...english, ...translated }, language), english: new Words(english, "en"), findings };
}

/** Returns an empty table for a language that the program has no texts in. */
function readProgramTable(programContent: string, language: string): WordTable {
  const text = readText(programContent, `words/${language}.json`, FILE_BYTES_MAX);
  return typeof text === "string" ? JSON.parse(text) : {};
}

function readOwnTable(directory: string, english: WordTable, language: string, findings: Finding[]): WordTable {
  const text = readText(directory, "words.json", FILE_BYTES_MAX);
  if (typeof text === "object") {
    if (text.code !== "file-missing") findings.push(findingOf("error", FILE, text));
    return {};
  }
  const json = readJson(text);
  if ("mistake" in json) {
    findings.push(findingOf("error", FILE, json.mistake, json.mistake));
    return {};
  }
  const schema = tableSchema(english, json.value, language);
  const problems = validate(schema, json.value);
  const places = locate(text, problems.map(({ pointer }) => pointer));
  for (const [index, { pointer, code, values }] of problems.entries()) {
    const field = pointer === "" ? ({ code: "field-whole-file" } as const) : pointer.slice(1);
    // The table has too many names for a message.
    const phrase = { code: code === "field-unknown" ? "word-unknown" : code, values: { ...values, field } } as const;
    findings.push(findingOf("error", FILE, phrase, places[index]));
  }
  return normalize(schema, json.value, problems) as WordTable;
}

/** Texts that the owner's table lacks get a schema for the sake of their names. */
function tableSchema(english: WordTable, ownTable: unknown, language: string): Schema<object> {
  const own = isObject(ownTable) ? ownTable : {};
  const unused = sentence("");
  const schemas = Object.entries(english).map(([name, text]): [string, Schema<unknown>] => {
    if (!Object.hasOwn(own, name)) return [name, unused];
    return [name, typeof text === "string" ? sentence(text) : pluralForms(text, language)];
  });
  return record({}, Object.fromEntries(schemas));
}

/** Requires each plural category that whole numbers have, and allows the numbers that the example has. */
function pluralForms(example: PluralForms, language: string): Schema<object> {
  const rules = new Intl.PluralRules(language);
  const categories = new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)));
  const required = [...categories].map((category) => {
    // A single thing need not be counted: "one bedroom".
    return [category, sentence(example[category] ?? example.other, category === "one")];
  });
  const numbers = Object.keys(example).filter((form) => /^\d+$/.test(form));
  const optional = numbers.map((number) => [number, sentence(example.other, true)]);
  return record(Object.fromEntries(required), Object.fromEntries(optional));
}

/** Accepts sentences that have the placeholders of the example and no others. */
function sentence(example: string, arePlaceholdersOptional = false): Schema<string> {
  const names = placeholdersIn(example);
  if (names.length === 0) return string({ pattern: "^[^{}]*$", expected: "expected-sentence", example });
  const required = arePlaceholdersOptional ? "" : names.map((name) => `(?=[^]*\\{${name}\\})`).join("");
  const pattern = `^${required}(?:[^{}]|\\{(?:${names.join("|")})\\})*$`;
  const values = { names: names.map((name) => `{${name}}`).join(" and ") };
  return string({ pattern, expected: "expected-sentence-with", example, values });
}
