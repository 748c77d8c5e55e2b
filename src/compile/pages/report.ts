/**
 * Reports findings in content files.
 */

import { createFinding, type Finding, type FindingLevel, type Location } from "../finding.ts";
import type { Phrase } from "../phrase.ts";
import { closest } from "../suggest.ts";

/** Reports an error, or a finding of another level, at a place in one content file. */
export type Report = (place: Location, phrase: Phrase, level?: FindingLevel) => void;

/** @param name name of the content file, without `.md` */
export function reporter(name: string, findings: Finding[]): Report {
  return (place, phrase, level = "error") => findings.push(createFinding(level, `content/${name}.md`, phrase, place));
}

/** Returns "; did you mean …?" with the most similar candidate, or an empty string if none is similar. */
export function guessPhrase(name: string, candidates: readonly string[]): Phrase | string {
  const guess = closest(name, candidates);
  return guess === undefined ? "" : { code: "guess", values: { guess } };
}
