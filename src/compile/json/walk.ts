/**
 * Checks the syntax of a JSON document (RFC 8259), and reports where each of its values begins.
 */

import type { Location } from "../finding.ts";
import { ParseError } from "../parse-error.ts";
import { isLiteral, isQuote, lineExcerpt, scanLiteral, scanString, scanWhiteSpace } from "./scan.ts";

/** Maximum nesting depth of objects and arrays. */
const DEPTH_MAX = 64;

/** Called with the JSON pointer and the start of each value, in document order. */
type OnValue = (pointer: string, location: Location) => void;

/** The current position in a JSON document. Offsets count UTF-16 code units. */
interface Cursor {
  readonly text: string;
  readonly onValue: OnValue | undefined;
  offset: number;
  /** 1-based number of the current line. */
  line: number;
  lineStart: number;
}

const OBJECT = { open: "{", close: "}", example: '{ "bedrooms": 3, "bathrooms": 2 }' };
const ARRAY = { open: "[", close: "]", example: '[ "sauna", "garden" ]' };

interface Container {
  readonly syntax: typeof OBJECT;
  /** 1-based line number of the opening bracket. */
  readonly line: number;
  /** Offset of the most recently read entry, or undefined before the first entry. */
  lastEntryStart: number | undefined;
}

/** Reads a whole JSON document and calls `onValue` for each value. Throws a `ParseError` at the first syntax error. */
export function walkJson(text: string, onValue?: OnValue): void {
  const cursor: Cursor = { text, onValue, offset: 0, line: 1, lineStart: 0 };
  skipWhiteSpace(cursor);
  assertStartsWithValue(cursor);
  walkValue(cursor, "", 0);
  const valueEnd = { ...cursor };
  skipWhiteSpace(cursor);
  if (cursor.offset < text.length) throw textAfterEndError(cursor, valueEnd);
}

function textAfterEndError(cursor: Cursor, valueEnd: Cursor): ParseError {
  const { text, offset } = cursor;
  // A colon after the first value means that the value is a field name, so the opening brace is missing.
  if (currentCharacter(cursor) === ":") return new ParseError(0, "json-start-missing");
  // Usually the closing bracket of the top-level value.
  const close = text.charAt(valueEnd.offset - 1);
  const values = { found: lineExcerpt(text, offset), close, line: valueEnd.line };
  return new ParseError(offset, "json-text-after-end", values);
}

function assertStartsWithValue(cursor: Cursor): void {
  const { text, offset } = cursor;
  const character = currentCharacter(cursor);
  if (character === "") throw new ParseError(offset, "json-file-empty");
  const isValue = character === "{" || character === "[" || isQuote(character) || isLiteral(text, offset);
  if (!isValue) throw new ParseError(offset, "json-value-expected", { found: lineExcerpt(text, offset) });
}

/**
 * Walks a value and its entries, advancing the cursor and reporting each to `onValue`. `depth` is the number of
 * enclosing containers.
 */
function walkValue(cursor: Cursor, pointer: string, depth: number): void {
  skipWhiteSpace(cursor);
  const { text, offset, line, lineStart } = cursor;
  cursor.onValue?.(pointer, { line, column: offset - lineStart + 1 });
  const character = currentCharacter(cursor);
  if (character === "{") {
    walkObject(cursor, pointer, depth);
  } else if (character === "[") {
    walkArray(cursor, pointer, depth);
  } else {
    cursor.offset = isQuote(character) ? scanString(text, offset) : scanLiteral(text, offset);
  }
}

function walkObject(cursor: Cursor, pointer: string, depth: number): void {
  const object = openContainer(cursor, OBJECT, depth);
  // The line on which each name first occurs, in order to report duplicates.
  const firstLines = new Map<string, number>();
  while (advanceToNextEntry(cursor, object)) {
    const name = readFieldName(cursor, firstLines);
    walkValue(cursor, childPointer(pointer, name), depth + 1);
  }
}

function walkArray(cursor: Cursor, pointer: string, depth: number): void {
  const array = openContainer(cursor, ARRAY, depth);
  for (let index = 0; advanceToNextEntry(cursor, array); index += 1) {
    walkValue(cursor, `${pointer}/${index}`, depth + 1);
  }
}

/** Appends a field name to the JSON pointer of an object (RFC 6901). */
export function childPointer(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function openContainer(cursor: Cursor, syntax: typeof OBJECT, depth: number): Container {
  if (depth >= DEPTH_MAX) throw new ParseError(cursor.offset, "json-too-deep", { limit: DEPTH_MAX });
  cursor.offset += 1;
  return { syntax, line: cursor.line, lastEntryStart: undefined };
}

/**
 * Moves to the next entry and returns true. If there is none, moves past the closing bracket and returns false. Throws
 * if a comma is missing or extra, or if the object or array is not closed.
 */
function advanceToNextEntry(cursor: Cursor, container: Container): boolean {
  const { syntax, line, lastEntryStart } = container;
  const lastTokenEnd = cursor.offset;
  skipWhiteSpace(cursor);
  if (currentCharacter(cursor) === syntax.close) {
    cursor.offset += 1;
    return false;
  }
  const hasComma = readComma(cursor, container);
  if (isUnclosed(cursor, container)) throw new ParseError(lastTokenEnd, "json-bracket-unclosed", { ...syntax, line });
  const isFirstEntry = lastEntryStart === undefined;
  if (!isFirstEntry && !hasComma) throw missingCommaError(cursor, syntax, lastEntryStart, lastTokenEnd);
  container.lastEntryStart = cursor.offset;
  return true;
}

/** Returns the error to report when an entry is not followed by a comma. */
function missingCommaError(cursor: Cursor, syntax: typeof OBJECT, entryStart: number, entryEnd: number): ParseError {
  if (currentCharacter(cursor) !== ":") {
    return new ParseError(entryEnd, "json-comma-missing", { example: syntax.example });
  }
  // A colon after an entry means that a field has two colons or that an array contains a field.
  return new ParseError(entryStart, syntax === OBJECT ? "json-colon-extra" : "json-list-with-fields");
}

/** Returns whether the closing bracket of a container is missing before the current character. */
function isUnclosed(cursor: Cursor, { syntax, lastEntryStart }: Container): boolean {
  const character = currentCharacter(cursor);
  // A field cannot start with `{`, so the previous object probably lacks its closing brace.
  const isNextObject = lastEntryStart !== undefined && syntax === OBJECT && character === "{";
  return isNextObject || character === "" || isClosingBracket(character);
}

/** Consumes a comma if there is one, and returns whether it did. Throws if the comma is not between two entries. */
function readComma(cursor: Cursor, { syntax, lastEntryStart }: Container): boolean {
  if (currentCharacter(cursor) !== ",") return false;
  const commaOffset = cursor.offset;
  cursor.offset += 1;
  skipWhiteSpace(cursor);
  const next = currentCharacter(cursor);
  const isBeforeFirstEntry = lastEntryStart === undefined;
  const isExtraComma = isBeforeFirstEntry || next === "," || isClosingBracket(next);
  if (isExtraComma) throw new ParseError(commaOffset, "json-comma-extra", { example: syntax.example });
  return true;
}

/** Returns whether the character is a closing bracket, or a `)` that was probably typed instead of one. */
function isClosingBracket(character: string): boolean {
  return /[}\])]/.test(character);
}

/**
 * Reads a field name and its colon. Throws if the name is not quoted, is a duplicate, or is not followed by a colon.
 *
 * @param firstLines the 1-based line number of each field read so far; the new field is added
 */
function readFieldName(cursor: Cursor, firstLines: Map<string, number>): string {
  const { text, offset: nameStart, line } = cursor;
  if (!isQuote(currentCharacter(cursor))) throw fieldNameError(text, nameStart);
  const nameEnd = scanString(text, nameStart);
  const quotedName = text.slice(nameStart, nameEnd);
  const name: string = JSON.parse(quotedName);
  const firstLine = firstLines.get(name);
  if (firstLine !== undefined) {
    const values = { name: lineExcerpt(quotedName), first: firstLine, second: line };
    throw new ParseError(nameStart, "json-field-duplicate", values);
  }
  firstLines.set(name, line);
  cursor.offset = nameEnd;
  skipWhiteSpace(cursor);
  if (currentCharacter(cursor) !== ":") throw new ParseError(nameEnd, "json-colon-missing");
  cursor.offset += 1;
  return name;
}

function fieldNameError(text: string, offset: number): ParseError {
  // In `"rating": 4,8`, the comma ends the value, so the 8 is where the next field name is expected.
  const isDecimalComma = /\d,\d/.test(text.slice(offset - 2, offset + 1));
  if (isDecimalComma) return new ParseError(offset - 1, "json-decimal-comma");
  return new ParseError(offset, "json-field-expected", { found: lineExcerpt(text, offset) });
}

/** Returns the current character, or "" at the end of the text. */
function currentCharacter({ text, offset }: Cursor): string {
  return text.charAt(offset);
}

function skipWhiteSpace(cursor: Cursor): void {
  const { text, offset } = cursor;
  const end = scanWhiteSpace(text, offset);
  if (end === offset) return;
  cursor.offset = end;
  const { line, column } = endOf(text.slice(offset, end));
  if (line === 1) return;
  cursor.line += line - 1;
  cursor.lineStart = end - (column - 1);
}

/** Returns the line and column just past the end of the text. Lines may end with LF, CR or CRLF. */
export function endOf(text: string): Location {
  const lines = text.split(/\r\n?|\n/);
  const lastLine = lines.at(-1) ?? "";
  return { line: lines.length, column: lastLine.length + 1 };
}
