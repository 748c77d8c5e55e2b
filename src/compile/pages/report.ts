/**
 * Reports findings in content files.
 */

import { createFinding, type Finding, type FindingLevel, type Location } from "../finding.ts";
import type { Message } from "../message.ts";
import { closest } from "../suggest.ts";

/** Reports a finding at a position in one content file. The default level is "error". */
export type Reporter = (location: Location, message: Message, level?: FindingLevel) => void;

export function createReporter(pageName: string, findings: Finding[]): Reporter {
  const file = `content/${pageName}.md`;
  return (location, message, level = "error") => findings.push(createFinding(level, file, message, location));
}

/** Returns a "did you mean …?" message with the most similar candidate, or an empty string if none is similar. */
export function didYouMean(name: string, candidates: readonly string[]): Message | string {
  const guess = closest(name, candidates);
  return guess === undefined ? "" : { code: "guess", values: { guess } };
}
