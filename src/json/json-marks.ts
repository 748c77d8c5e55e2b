/**
 * The marks between the parts of damaged JSON: commas, colons, and what was written instead of them.
 *
 * Names and values are read elsewhere.
 */
import { isOutside } from "./json-brackets.ts";
import type { Frame } from "./json-brackets.ts";
import { advance, peek, report } from "./json-reader.ts";
import type { Reader } from "./json-reader.ts";
import { matchAt, quoted, shown } from "./text-scan.ts";

export function trailingComma(reader: Reader, { kind }: Frame, comma: number): void {
  report(reader, comma, `there is no ${kind.part} after this comma: remove the comma, as in ${kind.exampleOfTwo}`);
}

export function extraComma(reader: Reader, { kind }: Frame): void {
  report(reader, reader.at, `there is no ${kind.part} before this comma: remove the comma, as in ${kind.exampleOfTwo}`);
  advance(reader, 1);
}

/** The place of the comma after a part that began at `start`; undefined when there is none. */
export function readComma(reader: Reader, frame: Frame, start: number): number | undefined {
  const char = peek(reader);
  const { kind } = frame;
  const { at, end } = reader;
  if (char === "" || isCloser(char)) return undefined;
  if (char !== ",") {
    if (isOutside(reader, frame)) return undefined;
    const isOther = char === ";" || char === ".";
    const missing = `a comma is missing here, before the next ${kind.part}`;
    const found = isOther ? `found ${char} where a comma belongs` : missing;
    report(reader, isOther ? at : end, `${found}: write ${lastLine(reader, start)},`);
    if (!isOther) return undefined;
  }
  advance(reader, 1);
  return at;
}

/** Whether a value may follow. A name at the end of its line, without a colon, has none. */
export function readColon(reader: Reader, name: string): boolean {
  const char = peek(reader);
  const { text, at, end } = reader;
  if (char === "=") {
    const found = text.startsWith("=>", at) ? "=>" : "=";
    const value = valueAt(text, at + found.length);
    report(reader, at, `found ${found} where a colon belongs: write ${quoted(name)}: ${value}`);
    advance(reader, found.length);
  } else if (char === ":") advance(reader, 1);
  else if (char === "{" || char === "[" || (!isDelimiter(char) && !isLineBetween(text, end, at))) {
    report(reader, end, `a colon is missing after ${quoted(name)}: write ${quoted(name)}: ${valueAt(text, at)}`);
  } else {
    report(reader, end, valueMissing(name));
    return false;
  }
  return true;
}

function valueAt(text: string, at: number): string {
  return shown(matchAt(VALUE, text, at).trim());
}

const VALUE = /\s*(?:"[^"\r\n]*"?|[{[]|[^,}\]\r\n]*)/y;

export function valueMissing(name: string): string {
  return `the field ${quoted(name)} has no value: write one after a colon, as in "bedrooms": 3`;
}

export function isLineBetween(text: string, from: number, to: number): boolean {
  return /[\r\n]/.test(text.slice(from, to));
}

/** The end of a part, as far as it stands on one line: the text that a comma is to be added to. */
export function lastLine({ text, end }: Reader, start: number): string {
  const line = text.slice(Math.max(start, end - LAST_MAX), end).replace(/^[^]*[\r\n]/, "");
  return line.length === LAST_MAX ? `…${line}` : line.trimStart();
}

const LAST_MAX = 40;

export function isCloser(char: string): boolean {
  return char === "}" || char === "]" || char === ")";
}

export function isSeparator(char: string): boolean {
  return char === "," || char === ";";
}

export function isColon(char: string): boolean {
  return char === ":" || char === "=";
}

/** What can only stand after a value. */
export function isDelimiter(char: string): boolean {
  return char === "" || isCloser(char) || isSeparator(char);
}
