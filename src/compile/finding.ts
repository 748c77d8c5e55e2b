/**
 * Findings: what is wrong, or could be better, in a file that the owner wrote, and how to correct it.
 *
 * This module formats findings. It looks for none.
 */

import { sentence } from "./messages.ts";
import type { MessageCode, Phrase, PhraseValues } from "./phrase.ts";

/** An error keeps the site from being served; warnings and notices do not. */
export const LEVELS = ["error", "warning", "notice"] as const;

export type Level = (typeof LEVELS)[number];

/** Line and column, both counted from 1. A column is one UTF-16 code unit, as most editors count. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Finding extends Partial<Place> {
  readonly level: Level;
  /** The entry of the message catalogue that `message` was made of, for translations and programs. */
  readonly code: MessageCode;
  /** The file as the owner knows it, e.g. `data/reviews.json`. Without line and column the whole file is meant. */
  readonly file: string;
  /** English. */
  readonly message: string;
  /** The values that fill the placeholders of `code`. */
  readonly values?: PhraseValues;
}

/** Returns a finding about a place, or about the whole file. */
export function findingOf(level: Level, file: string, phrase: Phrase, place?: Place): Finding {
  const { code, values } = phrase;
  return {
    level,
    code,
    file,
    ...(place === undefined ? {} : { line: place.line, column: place.column }),
    message: sentence(phrase),
    ...(values === undefined ? {} : { values }),
  };
}

/** Formats a finding as `data/reviews.json:12:7: error: …`, a form that terminals and editors turn into a link. */
export function findingLine(finding: Finding): string {
  return `${findingPlace(finding)}: ${finding.level}: ${finding.message}`;
}

/** Returns `data/reviews.json:12:7`, or the file alone. */
export function findingPlace({ file, line, column = 1 }: Finding): string {
  return line === undefined ? file : `${file}:${line}:${column}`;
}

export function isError(finding: Finding): boolean {
  return finding.level === "error";
}

/** Counts findings by level: "0 errors, 1 warning, 3 notices". */
export function counted(findings: readonly Finding[]): string {
  const counts = LEVELS.map((level) => {
    const count = findings.filter((finding) => finding.level === level).length;
    return `${count} ${level}${count === 1 ? "" : "s"}`;
  });
  return counts.join(", ");
}
