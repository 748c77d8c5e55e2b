/**
 * Collects findings about places in one content file.
 */

import { type Finding, findingOf, type Level, type Place } from "../finding.ts";
import type { Phrase } from "../phrase.ts";
import { closest } from "../suggest.ts";

export type Report = (place: Place, phrase: Phrase, level?: Level) => void;

/** @param name of the file, without `.md` */
export function reporter(name: string, findings: Finding[]): Report {
  return (place, phrase, level = "error") => findings.push(findingOf(level, `content/${name}.md`, phrase, place));
}

/** Returns "; did you mean …?" with the most similar name, or nothing. */
export function guessPhrase(name: string, candidates: readonly string[]): Phrase | string {
  const guess = closest(name, candidates);
  return guess === undefined ? "" : { code: "guess", values: { guess } };
}
