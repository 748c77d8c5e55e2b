/**
 * Messages to the owner. The texts in each language are in `content/messages`.
 */

import type english from "../../content/messages/en.json";
import { readBuiltIn, readTranslation } from "./built-in.ts";

export type MessageCode = keyof typeof english;

/** A translatable sentence or phrase. `values` replace the placeholders in its text. */
export interface Message {
  readonly code: MessageCode;
  readonly values?: MessageValues;
}

export type MessageValues = Readonly<Record<string, string | number | Message>>;

export class ParseError extends Error {
  /** Offset in the text, in UTF-16 code units. */
  readonly offset: number;
  readonly details: Message;

  constructor(offset: number, code: MessageCode, values: MessageValues = {}) {
    super(code);
    this.offset = offset;
    this.details = { code, values };
  }
}

export type MessageTable = Readonly<Record<string, string>>;

/** Loaded at startup, because a busy server may have no file descriptor left to read the file later. */
const ENGLISH: typeof english = JSON.parse(readBuiltIn("messages/en.json"));

export function loadMessages(language: string): MessageTable {
  return JSON.parse(readTranslation(`messages/${language}.json`) ?? "{}");
}

const PLACEHOLDER = /\{(\w+)\}/g;

export function formatMessage({ code, values = {} }: Message, table: MessageTable = {}): string {
  const template = table[code] ?? ENGLISH[code];
  return template.replace(PLACEHOLDER, (placeholder, name: string) => {
    const value = values[name] ?? placeholder;
    return typeof value === "object" ? formatMessage(value, table) : String(value);
  });
}

/** Makes an invisible character readable, e.g. as "U+202A". */
export function formatCodePoint(character: string): string {
  const hexCode = character.charCodeAt(0).toString(16).toUpperCase();
  return `U+${hexCode.padStart(4, "0")}`;
}

/** A site with errors is not served. A site with only warnings is. */
export type FindingLevel = "error" | "warning";

/** Lines and columns start at 1. Columns count UTF-16 code units, as in most editors. */
export interface Location {
  readonly line: number;
  readonly column: number;
}

/** A message about a location in a file or, if `line` is undefined, about the whole file. */
export type LocatedMessage = Message & Partial<Location>;

export type Finding = LocatedMessage & Readonly<{
  level: FindingLevel;
  /** Path relative to the owner's folder, e.g. `data/reviews.json`. */
  file: string;
  /** JSON pointer (RFC 6901) to the field. `locateFindings` replaces it with a line and a column. */
  pointer?: string;
  /** The message in English. */
  message: string;
}>;

export function createFinding(level: FindingLevel, file: string, message: LocatedMessage): Finding {
  const { code, values, ...location } = message;
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
