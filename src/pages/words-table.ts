/**
 * The words of a site: the program's for its language, with the owner's own laid over them by name.
 *
 * The English table says which names there are, and which values each sentence is given.
 */
import type { Finding } from "../finding.ts";
import { readText } from "../files.ts";
import type { WordTable } from "../fragments/words.ts";

export const ENGLISH = "en";

const BYTES_MAX = 200_000;

export interface SiteWords {
  readonly words: WordTable;
  readonly english: WordTable;
  readonly findings: readonly Finding[];
}

/** @param folder the program's own content */
export function siteWords(folder: string, language: string): SiteWords {
  const english = programTable(folder, ENGLISH) ?? {};
  const [primary = ""] = language.toLowerCase().split("-");
  const table = programTable(folder, primary);
  if (table !== undefined) return { words: { ...english, ...table }, english, findings: [] };
  const message = `language is "${language}", for which there are no words yet, so those that pages add to yours, such as "${String(english["facts.sleeps"])}", are English; write your own into content/words.json`;
  return { words: english, english, findings: [{ level: "notice", file: "data/site.json", message }] };
}

function programTable(folder: string, name: string): WordTable | undefined {
  const text = readText(folder, `words/${name}.json`, BYTES_MAX);
  return typeof text === "string" ? JSON.parse(text) : undefined;
}
