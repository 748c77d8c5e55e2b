/**
 * The words of a site: the program's for its language, with those of the owner's `content/words.json` laid over them by name.
 *
 * The English table says which names there are, and which values each sentence is given.
 */
import { readText } from "../files.ts";
import type { Finding } from "../finding.ts";
import { namesIn, type WordTable } from "../fragments/words.ts";
import { readJson } from "../json/json.ts";
import { didYouMean } from "../suggest.ts";

export const ENGLISH = "en";

const FILE = "content/words.json";
const BYTES_MAX = 200_000;

export interface SiteWords {
  readonly words: WordTable;
  readonly english: WordTable;
  readonly findings: readonly Finding[];
}

interface Folders {
  readonly contentDirectory: string;
  readonly programContent: string;
}

export function siteWords(language: string, { contentDirectory, programContent }: Folders): SiteWords {
  const program = (name: string): WordTable => {
    const text = readText(programContent, `words/${name}.json`, BYTES_MAX);
    return typeof text === "string" ? JSON.parse(text) : {};
  };
  const english = program(ENGLISH);
  const findings: Finding[] = [];
  const own = ownWords(contentDirectory, language, english, findings);
  const words = { ...program(language.toLowerCase().split("-")[0] ?? ""), ...own };
  const missing = Object.keys(english).filter((name) => !(name in words) && !/^(?:language|country|amenity)\./.test(name));
  if (missing.length > 0) {
    const message = `the language is "${language}", and there are no words for ${missing.slice(0, 3).join(", ")} and others, so those are English; write yours into ${FILE}`;
    findings.push({ level: "notice", file: "data/site.json", message });
  }
  return { words: { ...english, ...words }, english, findings };
}

function ownWords(directory: string, language: string, english: WordTable, findings: Finding[]): WordTable {
  const say = (message: string, place: { readonly line?: number; readonly column?: number } = {}): void => {
    findings.push({ level: "error", file: FILE, ...place, message });
  };
  const text = readText(directory, "words.json", BYTES_MAX);
  if (typeof text !== "string") {
    if (!text.isMissing) say(`the file ${text.problem}`);
    return {};
  }
  const json = readJson(text);
  if ("mistake" in json) {
    say(json.mistake.message, json.mistake);
    return {};
  }
  if (!isTable(json.value)) {
    say(SHAPE, { line: 1, column: 1 });
    return {};
  }
  for (const [name, own] of Object.entries(json.value)) {
    const wanted = english[name];
    const message = wanted === undefined ? `"${name}" is not the name of any words${didYouMean(name, Object.keys(english))}` : fault(own, wanted, language);
    if (message !== undefined) say(message, json.place(`/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, wanted === undefined ? "key" : "value"));
  }
  return findings.length === 0 ? json.value : {};
}

const SHAPE = 'each entry is a name and its words in quotation marks, or words for each number, as { "one": "{count} star", "other": "{count} stars" }';

function isTable(value: unknown, isInner = false): value is WordTable {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((each) => typeof each === "string" || (!isInner && isTable(each, true)));
}

/** What is wrong with words, held to the English ones of the same name; undefined when nothing is. */
function fault(own: WordTable[string], english: WordTable[string], language: string): string | undefined {
  const forms = typeof own === "string" ? { other: own } : own;
  const rules = new Intl.PluralRules(language);
  const isCounted = typeof english === "object";
  const wanted = isCounted ? [...new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))].sort() : ["other"];
  const missing = wanted.find((form) => !(form in forms));
  if (missing !== undefined) return `needs words for each of ${wanted.map((form) => `"${form}"`).join(", ")}; "${missing}" is missing`;
  if (!isCounted && typeof own === "object") return "is counted by nothing: write one sentence in quotation marks";
  const names = namesIn(typeof english === "string" ? english : (english["other"] ?? ""));
  // A single thing need not be counted: "one bedroom".
  const isRight = Object.entries(forms).every(([form, sentence]) => {
    const given = namesIn(sentence);
    return given.every((name) => names.includes(name)) && (form !== "other" || given.length === names.length);
  });
  return isRight ? undefined : `the names in braces must be ${names.map((name) => `{${name}}`).join(" and ") || "none"}`;
}
