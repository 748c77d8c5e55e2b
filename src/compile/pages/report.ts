/**
 * Reports findings in content files.
 */

import { type Finding, findingOf, type Level, type Place } from "../finding.ts";
import type { Phrase } from "../phrase.ts";
import { closest } from "../suggest.ts";

/** Reports an error, or a finding of another level, at a place in one content file. */
export type Report = (place: Place, phrase: Phrase, level?: Level) => void;

/** @param name name of the content file, without `.md` */
export function reporter(name: string, findings: Finding[]): Report {
  return (place, phrase, level = "error") => findings.push(findingOf(level, `content/${name}.md`, phrase, place));
}

/** Returns "; did you mean …?" with the most similar candidate, or an empty string if none is similar. */
export function guessPhrase(name: string, candidates: readonly string[]): Phrase | string {
  const guess = closest(name, candidates);
  return guess === undefined ? "" : { code: "guess", values: { guess } };
}
