/**
 * Reports findings in content files.
 */

import { createFinding, type Finding, type FindingLevel, type Location } from "../finding.ts";
import type { Phrase } from "../phrase.ts";
import { closest } from "../suggest.ts";

/** Reports a finding at a position in one content file. The default level is "error". */
export type Reporter = (location: Location, phrase: Phrase, level?: FindingLevel) => void;

/** @param pageName name of the content file, without `.md` */
export function createReporter(pageName: string, findings: Finding[]): Reporter {
  const file = `content/${pageName}.md`;
  return (location, phrase, level = "error") => findings.push(createFinding(level, file, phrase, location));
}

/** Returns a "did you mean …?" phrase with the most similar candidate, or an empty string if none is similar. */
export function didYouMean(name: string, candidates: readonly string[]): Phrase | string {
  const guess = closest(name, candidates);
  return guess === undefined ? "" : { code: "guess", values: { guess } };
}
