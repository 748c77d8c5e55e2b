/**
 * The words of a site: the program's for its language, with those of the owner's `content/words.json` laid over them by name.
 *
 * The English table says which names there are, and which values each sentence is given.
 */
import { readText } from "../files.ts";
import type { Finding } from "../finding.ts";
import { namesIn, type WordTable } from "../fragments/words.ts";
import { readJson } from "../json/json.ts";

export const ENGLISH = "en";

const FILE = "content/words.json";
const BYTES_MAX = 200_000;

/** What the loading of content is given. */
interface Settings {
  /** The program's own folder. */
  readonly programContent: string;
  /** Guesses which known name an unknown one was meant to be. */
  readonly closest: (name: string, known: readonly string[]) => string | undefined;
}

export interface SiteWords {
  readonly words: WordTable;
  readonly english: WordTable;
  readonly findings: readonly Finding[];
}

export function siteWords(directory: string, language: string, settings: Settings): SiteWords {
  const { programContent } = settings;
  const english = programTable(programContent, ENGLISH);
  const [primary = ""] = language.toLowerCase().split("-");
  const table = primary === ENGLISH ? english : programTable(programContent, primary);
  const own = ownTable(directory, language, english, settings);
  const known = { ...table, ...own.words };
  const missing = Object.keys(english).filter((name) => !(name in known) && !/^(?:language|country|amenity)\./.test(name));
  const message = `the language is "${language}", and there are no words for ${missing.slice(0, 3).join(", ")} and others, so those are English; write yours into ${FILE}`;
  const untold: Finding[] = missing.length === 0 ? [] : [{ level: "notice", file: "data/site.json", message }];
  return { words: { ...english, ...known }, english, findings: [...own.findings, ...untold] };
}

function programTable(folder: string, name: string): WordTable {
  const text = readText(folder, `words/${name}.json`, BYTES_MAX);
  return typeof text === "string" ? JSON.parse(text) : {};
}

type OwnWords = Pick<SiteWords, "words" | "findings">;

function ownTable(directory: string, language: string, english: WordTable, { closest }: Settings): OwnWords {
  const text = readText(directory, "words.json", BYTES_MAX);
  if (typeof text !== "string") {
    return { words: {}, findings: text.isMissing ? [] : [{ level: "error", file: FILE, message: `the file ${text.problem}` }] };
  }
  const reading = readJson(text);
  if ("mistake" in reading) return { words: {}, findings: [{ level: "error", file: FILE, ...reading.mistake }] };
  const { value, place } = reading;
  if (!isTable(value)) return { words: {}, findings: [{ level: "error", file: FILE, line: 1, column: 1, message: SHAPE }] };
  const findings = Object.entries(value).flatMap(([name, own]): Finding[] => {
    const wanted = english[name];
    const near = closest(name, Object.keys(english));
    const message =
      wanted === undefined
        ? `"${name}" is not the name of any words${near === undefined ? "" : `; did you mean "${near}"?`}`
        : fault(own, wanted, language);
    if (message === undefined) return [];
    const pointer = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return [{ level: "error", file: FILE, ...place(pointer, wanted === undefined ? "key" : "value"), message }];
  });
  return { words: findings.length === 0 ? value : {}, findings };
}

const SHAPE = 'each entry is a name and its words in quotation marks, or words for each number, as { "one": "{count} star", "other": "{count} stars" }';

function isTable(value: unknown): value is WordTable {
  const isText = (each: unknown): boolean => typeof each === "string";
  const isObject = (each: unknown): each is object => typeof each === "object" && each !== null && !Array.isArray(each);
  return isObject(value) && Object.values(value).every((each) => isText(each) || (isObject(each) && Object.values(each).every(isText)));
}

/** What is wrong with words, held to the English ones of the same name; undefined when nothing is. */
function fault(own: WordTable[string], english: WordTable[string], language: string): string | undefined {
  const forms = typeof own === "string" ? { other: own } : own;
  const wanted = new Set(sentences(english).flatMap(namesIn));
  const names = `the names in braces must be ${[...wanted].map((name) => `{${name}}`).join(" and ") || "none"}`;
  // A single thing need not be counted: "one bedroom".
  const isGiven = Object.entries(forms).every(([form, sentence]) => {
    const given = namesIn(sentence);
    return given.every((name) => wanted.has(name)) && (form !== "other" || given.length === wanted.size);
  });
  if (typeof english === "string") return typeof own === "string" ? (isGiven ? undefined : names) : "is counted by nothing: write one sentence in quotation marks";
  const rules = new Intl.PluralRules(language);
  const categories = [...new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))].sort();
  const missing = categories.find((category) => typeof own === "string" || !(category in forms));
  return missing === undefined ? (isGiven ? undefined : names) : `needs words for each of ${categories.map((each) => `"${each}"`).join(", ")}; "${missing}" is missing`;
}

function sentences(words: WordTable[string]): string[] {
  return typeof words === "string" ? [words] : Object.values(words);
}
