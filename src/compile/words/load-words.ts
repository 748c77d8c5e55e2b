/**
 * The words of a site: the program's for its language, with those of the owner's `content/words.json` laid over them by name.
 *
 * The English table says which names there are, and which values each sentence is given.
 */

import { examine, type Problem } from "../data/validate.ts";
import { form, record, type Schema } from "../data/schema.ts";
import { readText } from "../files.ts";
import type { Finding } from "../finding.ts";
import { placeholdersIn, createWords, type WordTable } from "./words.ts";
import { readJson } from "../json/json.ts";

const FILE = "content/words.json";
const BYTES_MAX = 200_000;

export function loadWords(language: string, folders: { readonly contentDirectory: string; readonly programContent: string }) {
  const findings: Finding[] = [];
  const program = (name: string): WordTable => {
    const text = readText(folders.programContent, `words/${name}.json`, BYTES_MAX);
    return typeof text === "string" ? JSON.parse(text) : {};
  };
  const english = program("en");
  const words = { ...program(language.toLowerCase().replace(/-.*/, "")), ...ownWords(folders.contentDirectory, language, english, findings) };
  const missing = Object.keys(english).filter((name) => !(name in words) && !/^(?:language|country|amenity)\./.test(name));
  if (missing.length > 0) {
    const message = `the language is "${language}", and there are no words for ${missing.slice(0, 3).join(", ")} and others, so those are English; write yours into ${FILE}`;
    findings.push({ level: "notice", file: "data/site.json", message });
  }
  return { words: createWords({ ...english, ...words }, language), english: createWords(english, "en"), findings };
}

function ownWords(directory: string, language: string, english: WordTable, findings: Finding[]): WordTable {
  const say = (told: Pick<Finding, "line" | "column" | "message">): WordTable => {
    findings.push({ level: "error", file: FILE, ...told });
    return {};
  };
  const text = readText(directory, "words.json", BYTES_MAX);
  if (typeof text === "object") return text.isMissing ? {} : say({ message: `the file ${text.problem}` });
  const json = readJson(text);
  if ("mistake" in json) return say(json.mistake);
  const unused = sentenceLike("");
  const schemas = Object.entries(english).map(([name, words]) => {
    if (!Object.hasOwn(Object(json.value), name)) return [name, unused];
    if (typeof words === "string") return [name, sentenceLike(words)];
    // A single thing need not be counted: "one bedroom".
    const members = formsOf(language).map((each) => [each, sentenceLike(words[each] ?? words.other, each === "one")]);
    return [name, record("Words by number", Object.fromEntries(members))];
  });
  const found: Problem[] = [];
  const words = examine(record("Words", {}, Object.fromEntries(schemas)), json.value, found);
  for (const { pointer, message } of found) say({ ...json.place(pointer), message: `${pointer.slice(1) || "the file"} ${message}` });
  return words as WordTable;
}

/** The categories that its plural rules know. */
function formsOf(language: string): Intl.LDMLPluralRule[] {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))];
}

function sentenceLike(example: string, mayLack = false): Schema<string> {
  const names = placeholdersIn(example);
  const needed = mayLack ? "" : names.map((name) => `(?=[^]*\\{${name}\\})`).join("");
  const words = names.length === 0 ? "a sentence without braces" : `a sentence with ${names.map((name) => `{${name}}`).join(" and ")}`;
  return form("Words", { pattern: `^${needed}(?:[^{}]|\\{(?:${names.join("|")})\\})*$`, words, example });
}
