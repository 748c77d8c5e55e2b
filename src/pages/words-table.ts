/**
 * The words of a site: the program's for its language, with those of the owner's `content/words.json` laid over them by name.
 *
 * The English table says which names there are, and which values each sentence is given.
 */

import { problems } from "../data/problems.ts";
import { form, record, type Schema } from "../data/schema.ts";
import { readText } from "../files.ts";
import type { Finding } from "../finding.ts";
import { namesIn, wordsOf, type WordTable } from "../fragments/words.ts";
import { readJson } from "../json/json.ts";

const FILE = "content/words.json";
const BYTES_MAX = 200_000;

/** @param folders the owner's and the program's */
export function siteWords(language: string, folders: { readonly contentDirectory: string; readonly programContent: string }) {
  const program = (name: string): WordTable => {
    const text = readText(folders.programContent, `words/${name}.json`, BYTES_MAX);
    return typeof text === "string" ? JSON.parse(text) : {};
  };
  const english = program("en");
  const findings: Finding[] = [];
  const own = ownWords(folders.contentDirectory, language, english, findings);
  const words = { ...program(language.toLowerCase().replace(/-.*/, "")), ...own };
  const missing = Object.keys(english).filter((name) => !(name in words) && !/^(?:language|country|amenity)\./.test(name));
  if (missing.length > 0) {
    const message = `the language is "${language}", and there are no words for ${missing.slice(0, 3).join(", ")} and others, so those are English; write yours into ${FILE}`;
    findings.push({ level: "notice", file: "data/site.json", message });
  }
  return { words: wordsOf({ ...english, ...words }, language), english: wordsOf(english, "en"), findings };
}

function ownWords(directory: string, language: string, english: WordTable, findings: Finding[]): WordTable {
  const say = (told: Pick<Finding, "line" | "column" | "message">): void => void findings.push({ level: "error", file: FILE, ...told });
  const text = readText(directory, "words.json", BYTES_MAX);
  if (typeof text === "object") {
    if (!text.isMissing) say({ message: `the file ${text.problem}` });
    return {};
  }
  const json = readJson(text);
  if ("mistake" in json) {
    say(json.mistake);
    return {};
  }
  const rules = new Intl.PluralRules(language);
  const forms = new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)));
  const schemas = Object.entries(english).map(([name, words]) => [name, wordsLike(words, [...forms])]);
  const found = problems(record("Words", {}, Object.fromEntries(schemas)), json.value);
  for (const { pointer, of, message } of found) say({ ...json.place(pointer, of), message: `${pointer.slice(1) || "the file"} ${message}` });
  return found.length === 0 ? (json.value as WordTable) : {};
}

/** What may stand in the place of English words. */
function wordsLike(english: WordTable[string], forms: readonly string[]): Schema<unknown> {
  if (typeof english === "string") return sentenceLike(english, true);
  // A single thing need not be counted: "one bedroom".
  return record("Words by number", Object.fromEntries(forms.map((name) => [name, sentenceLike(english[name] ?? english.other, name !== "one")])));
}

function sentenceLike(example: string, isWhole: boolean): Schema<string> {
  const names = namesIn(example);
  const needed = isWhole ? names.map((name) => `(?=[^]*\\{${name}\\})`).join("") : "";
  const words = names.length === 0 ? "a sentence without braces" : `a sentence with ${names.map((name) => `{${name}}`).join(" and ")}`;
  return form("Words", { pattern: `^${needed}(?:[^{}]|\\{(?:${names.join("|")})\\})*$`, words, example });
}
