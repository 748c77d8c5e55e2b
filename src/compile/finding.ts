/**
 * Findings: problems in the owner's files, each with its place and a sentence that says how to correct it.
 *
 * This module creates and formats findings. It does not check files.
 */

import { formatPhrase } from "./messages.ts";
import type { MessageCode, Phrase, PhraseValues } from "./phrase.ts";

/** Severity of a finding, most severe first. A site with errors is not served. */
export const LEVELS = ["error", "warning", "notice"] as const;

export type FindingLevel = (typeof LEVELS)[number];

/** Position in a file. Both numbers count from 1; columns count UTF-16 code units, as most editors do. */
export interface Location {
  readonly line: number;
  readonly column: number;
}

export interface Finding extends Partial<Location> {
  readonly level: FindingLevel;
  /** Code of the message in `content/messages`, by which programs recognise it and translations find their sentence. */
  readonly code: MessageCode;
  /** Path below the owner's folder, e.g. `data/reviews.json`. Without a line, the finding is about the whole file. */
  readonly file: string;
  /** The sentence in English. */
  readonly message: string;
  /** Values of the placeholders in the message. */
  readonly values?: PhraseValues;
}

/** Creates a finding about a place in a file or, without a place, about the whole file. */
export function createFinding(level: FindingLevel, file: string, phrase: Phrase, place?: Location): Finding {
  const { code, values } = phrase;
  return {
    level,
    code,
    file,
    ...(place === undefined ? {} : { line: place.line, column: place.column }),
    message: formatPhrase(phrase),
    ...(values === undefined ? {} : { values }),
  };
}

/** Formats a finding as `data/reviews.json:12:7: error: …`. Terminals and editors turn such a place into a link. */
export function formatFinding(finding: Finding): string {
  return `${formatLocation(finding)}: ${finding.level}: ${finding.message}`;
}

/** Formats the place of a finding as `data/reviews.json:12:7`, or as the file alone if it has no line. */
export function formatLocation({ file, line, column = 1 }: Finding): string {
  return line === undefined ? file : `${file}:${line}:${column}`;
}

export function isError(finding: Finding): boolean {
  return finding.level === "error";
}
