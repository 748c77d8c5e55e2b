/**
 * Findings: problems in the owner's files, each with its location and a sentence that says how to correct it.
 */

import { formatMessage, type MessageTable } from "./messages.ts";
import type { Message, MessageCode, MessageValues } from "./message.ts";

/** Severity levels, most severe first. A site with errors is not served. */
export const LEVELS = ["error", "warning", "notice"] as const;

export type FindingLevel = (typeof LEVELS)[number];

/** Lines and columns start at 1. Columns count UTF-16 code units, as in most editors. */
export interface Location {
  readonly line: number;
  readonly column: number;
}

/** A finding without a line is about the whole file. */
export interface Finding extends Partial<Location> {
  readonly level: FindingLevel;
  readonly code: MessageCode;
  /** Path relative to the owner's folder, e.g. `data/reviews.json`. */
  readonly file: string;
  /** The message in English. */
  readonly message: string;
  readonly values?: MessageValues;
}

export function createFinding(level: FindingLevel, file: string, message: Message, location?: Location): Finding {
  const { code, values } = message;
  return { level, code, file, ...location, message: formatMessage(message), ...(values && { values }) };
}

/** Formats a finding, e.g. `data/reviews.json:12:7: error: …`. */
export function formatFinding(finding: Finding, messages?: MessageTable): string {
  const { file, line, column = 1, level } = finding;
  const location = line === undefined ? file : `${file}:${line}:${column}`;
  return `${location}: ${formatMessage({ code: `level-${level}` }, messages)}: ${formatMessage(finding, messages)}`;
}

export function isError(finding: Finding): boolean {
  return finding.level === "error";
}
