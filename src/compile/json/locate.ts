/**
 * Reads a JSON text (RFC 8259), reports where each value begins, and throws at the first mistake.
 *
 * It does not build the values and does not know what a field means.
 */

import type { Location } from "../finding.ts";
import { excerpt, fail, isLiteral, isQuote, scanLiteral, scanString, scanWhiteSpace } from "./scan.ts";

/** Maximum nesting of objects and lists. No data set needs more than a few levels. */
const DEPTH_MAX = 64;

/** Field names and list indices (from 0) that lead from the outermost value to an inner one, e.g. `["map", 0]`. */
export type Path = readonly (string | number)[];

/** Receives each value. The path is reused for the next value, so it must be copied to be stored. */
type OnValue = (path: Path, place: Location) => void;

/** The text and the current position in it. Offsets count UTF-16 code units from the start of the text. */
interface Reader {
  readonly text: string;
  readonly onValue: OnValue;
  readonly path: (string | number)[];
  offset: number;
  /** Offset of the end of the last token. White space may lie between it and `offset`. */
  tokenEnd: number;
  /** Number of the current line, from 1. */
  line: number;
  /** Offset of the start of the current line. */
  lineStart: number;
}

/** An object or a list that is being read. */
interface Container {
  readonly open: string;
  readonly close: string;
  /** A valid object or list, for the message about a mistake. */
  readonly example: string;
  /** Number of the line with the opening bracket, from 1. */
  readonly line: number;
  /** Number of entries begun so far, including the current one. */
  count: number;
  /** Offset of the comma after the last entry, or undefined if none follows it. */
  comma: number | undefined;
}

/** Reads a whole JSON text and calls `onValue` for each value in it. Throws a `ParseError` at the first mistake. */
export function readDocument(text: string, onValue: OnValue = () => undefined): void {
  const reader: Reader = { text, onValue, path: [], offset: 0, tokenEnd: 0, line: 1, lineStart: 0 };
  readValue(reader);
  const { line, tokenEnd } = reader;
  const next = peek(reader);
  if (next === "") return;
  // A colon after the first value means that the value is a field name, so the opening brace is missing.
  if (next === ":") fail(0, "json-start-missing");
  const found = excerpt(text, reader.offset);
  const close = text.charAt(tokenEnd - 1);
  fail(reader.offset, "json-text-after-end", { found, close, line });
}

/** Reads a value, including the entries of an object or list. Throws if there is no value. */
function readValue(reader: Reader): void {
  const { text, path } = reader;
  const char = peek(reader);
  const start = reader.offset;
  reader.onValue(path, { line: reader.line, column: start - reader.lineStart + 1 });
  if (char === "{") return readObject(reader);
  if (char === "[") return readList(reader);
  if (isQuote(char)) return moveTo(reader, scanString(text, start));
  // Inside an object or list, scanLiteral reports text that is not a literal. At the top level, such text means that
  // the enclosing brackets are missing.
  if (path.length > 0 || isLiteral(text, start)) return moveTo(reader, scanLiteral(text, start));
  if (char === "") fail(start, "json-file-empty");
  fail(start, "json-value-expected", { found: excerpt(text, start) });
}

function readObject(reader: Reader): void {
  const object = openContainer(reader, "}", '{ "bedrooms": 3, "bathrooms": 2 }');
  const nameLines = new Map<string, number>();
  while (hasNextEntry(reader, object)) {
    const start = reader.offset;
    reader.path.push(readName(reader, object, nameLines));
    readValue(reader);
    reader.path.pop();
    if (peek(reader) === ":") fail(start, "json-colon-extra");
    readComma(reader, object);
  }
}

function readList(reader: Reader): void {
  const list = openContainer(reader, "]", '[ "sauna", "garden" ]');
  while (hasNextEntry(reader, list)) {
    const start = reader.offset;
    reader.path.push(list.count - 1);
    readValue(reader);
    reader.path.pop();
    if (peek(reader) === ":") fail(start, "json-list-with-fields");
    readComma(reader, list);
  }
}

/** Reads an opening bracket. Throws if it is nested too deeply. */
function openContainer(reader: Reader, close: string, example: string): Container {
  const { text, path, offset, line } = reader;
  if (path.length >= DEPTH_MAX) fail(offset, "json-too-deep", { limit: DEPTH_MAX });
  moveTo(reader, offset + 1);
  return { open: text.charAt(offset), close, example, line, count: 0, comma: undefined };
}

/**
 * Moves to the next entry of an object or list and returns true, or reads the closing bracket and returns false. Throws
 * if a comma is missing or superfluous, or if the object or list is not closed.
 */
function hasNextEntry(reader: Reader, container: Container): boolean {
  const { open, close, count, comma, example, line } = container;
  const char = peek(reader);
  const { offset, tokenEnd } = reader;
  const isClosingBracket = char === "}" || char === "]" || char === ")";
  const isCommaExtra = char === "," || (isClosingBracket && comma !== undefined);
  if (isCommaExtra) fail(comma ?? offset, "json-comma-extra", { example });
  if (char === close) {
    moveTo(reader, offset + 1);
    return false;
  }
  const isCommaMissing = count > 0 && comma === undefined;
  // An object cannot contain a bare object, so this one probably begins after a forgotten closing brace.
  const isNextObject = isCommaMissing && open === "{" && char === "{";
  const isUnclosed = isClosingBracket || char === "" || isNextObject;
  if (isUnclosed) fail(tokenEnd, "json-bracket-unclosed", { open, close, line, example });
  if (isCommaMissing) fail(tokenEnd, "json-comma-missing", { example });
  container.count += 1;
  return true;
}

/** Reads the comma after an entry, if there is one, and stores its offset. */
function readComma(reader: Reader, container: Container): void {
  container.comma = undefined;
  if (peek(reader) !== ",") return;
  container.comma = reader.offset;
  reader.offset += 1;
}

/**
 * Reads a field name and its colon. Throws if the object already has that name.
 *
 * @param nameLines the line number of each name that the object has so far; the new name is added
 */
function readName(reader: Reader, object: Container, nameLines: Map<string, number>): string {
  const { text, offset, line } = reader;
  if (!isQuote(text.charAt(offset))) failName(text, offset, object.comma);
  moveTo(reader, scanString(text, offset));
  const literal = text.slice(offset, reader.tokenEnd);
  const name = String(JSON.parse(literal));
  const first = nameLines.get(name);
  if (first !== undefined) fail(offset, "json-field-duplicate", { name: excerpt(literal), first, second: line });
  nameLines.set(name, line);
  if (peek(reader) !== ":") fail(reader.tokenEnd, "json-colon-missing");
  moveTo(reader, reader.offset + 1);
  return name;
}

/** Throws the error for a character that cannot begin a field name. */
function failName(text: string, offset: number, comma: number | undefined): never {
  const isDecimalComma = /\d,\d/.test(text.slice(offset - 2, offset + 1));
  if (isDecimalComma) fail(offset - 1, "json-decimal-comma");
  if (text.charAt(offset) === "{" && comma !== undefined) {
    fail(comma, "json-brace-missing", { example: '[ { "name": "Mill" }, { "name": "Beach" } ]' });
  }
  fail(offset, "json-field-expected", { found: excerpt(text, offset) });
}

/** Skips white space and returns the next character without reading it, or "" at the end of the text. */
function peek(reader: Reader): string {
  const { text } = reader;
  const space = scanWhiteSpace(text, reader.offset);
  if (space === "") return text.charAt(reader.offset);
  reader.offset += space.length;
  const lines = space.split(/\r\n?|\n/);
  const lastLine = lines.at(-1) ?? "";
  if (lines.length > 1) {
    reader.line += lines.length - 1;
    reader.lineStart = reader.offset - lastLine.length;
  }
  return text.charAt(reader.offset);
}

/** Moves to the end of a token. */
function moveTo(reader: Reader, offset: number): void {
  reader.offset = offset;
  reader.tokenEnd = offset;
}
