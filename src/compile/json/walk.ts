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
  entryStart: number | undefined;
}

/** Reads a whole JSON document and calls `onValue` for each value. Throws a `ParseError` at the first syntax error. */
export function walkJson(text: string, onValue?: OnValue): void {
  const cursor: Cursor = { text, onValue, offset: 0, line: 1, lineStart: 0 };
  skipWhiteSpace(cursor);
  assertStartsWithValue(cursor);
  readValue(cursor, "", 0);
  const { offset: valueEnd, line: valueEndLine } = cursor;
  skipWhiteSpace(cursor);
  if (cursor.offset === text.length) return;
  // A colon after the first value means that the value is a field name, so the opening brace is missing.
  if (currentCharacter(cursor) === ":") throw new ParseError(0, "json-start-missing");
  // If the value is an object or array, as it normally is, its last character is the closing bracket.
  const close = text.charAt(valueEnd - 1);
  const values = { found: lineExcerpt(text, cursor.offset), close, line: valueEndLine };
  throw new ParseError(cursor.offset, "json-text-after-end", values);
}

function assertStartsWithValue(cursor: Cursor): void {
  const { text, offset } = cursor;
  const character = currentCharacter(cursor);
  if (character === "") throw new ParseError(offset, "json-file-empty");
  const isValue = character === "{" || character === "[" || isQuote(character) || isLiteral(text, offset);
  if (!isValue) throw new ParseError(offset, "json-value-expected", { found: lineExcerpt(text, offset) });
}

/** Reads a value, including the entries of an object or array. `depth` is the number of enclosing containers. */
function readValue(cursor: Cursor, pointer: string, depth: number): void {
  skipWhiteSpace(cursor);
  const { text, offset, line, lineStart } = cursor;
  cursor.onValue?.(pointer, { line, column: offset - lineStart + 1 });
  const character = currentCharacter(cursor);
  if (character === "{") {
    readObject(cursor, pointer, depth);
  } else if (character === "[") {
    readArray(cursor, pointer, depth);
  } else {
    cursor.offset = isQuote(character) ? scanString(text, offset) : scanLiteral(text, offset);
  }
}

function readObject(cursor: Cursor, pointer: string, depth: number): void {
  const object = openContainer(cursor, OBJECT, depth);
  const lineByName = new Map<string, number>();
  while (advanceToNextEntry(cursor, object)) {
    const name = readFieldName(cursor, lineByName);
    readValue(cursor, childPointer(pointer, name), depth + 1);
  }
}

function readArray(cursor: Cursor, pointer: string, depth: number): void {
  const array = openContainer(cursor, ARRAY, depth);
  for (let index = 0; advanceToNextEntry(cursor, array); index += 1) {
    readValue(cursor, `${pointer}/${index}`, depth + 1);
  }
}

/** Appends a field name to the JSON pointer of an object (RFC 6901). */
export function childPointer(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function openContainer(cursor: Cursor, syntax: typeof OBJECT, depth: number): Container {
  if (depth >= DEPTH_MAX) throw new ParseError(cursor.offset, "json-too-deep", { limit: DEPTH_MAX });
  cursor.offset += 1;
  return { syntax, line: cursor.line, entryStart: undefined };
}

/**
 * Moves to the next entry and returns true. If there is none, moves past the closing bracket and returns false. Throws
 * if a comma is missing or extra, or if the object or array is not closed.
 */
function advanceToNextEntry(cursor: Cursor, container: Container): boolean {
  const { syntax, line, entryStart: previousStart } = container;
  const previousEnd = cursor.offset;
  skipWhiteSpace(cursor);
  if (currentCharacter(cursor) === syntax.close) {
    cursor.offset += 1;
    return false;
  }
  const hasComma = readComma(cursor, container);
  if (isUnclosed(cursor, container)) throw new ParseError(previousEnd, "json-bracket-unclosed", { ...syntax, line });
  const isCommaMissing = previousStart !== undefined && !hasComma;
  if (isCommaMissing && currentCharacter(cursor) === ":") {
    // There is a second colon: either the field has two, or the array contains a field.
    throw new ParseError(previousStart, syntax === OBJECT ? "json-colon-extra" : "json-list-with-fields");
  }
  if (isCommaMissing) throw new ParseError(previousEnd, "json-comma-missing", { example: syntax.example });
  container.entryStart = cursor.offset;
  return true;
}

/** Returns whether the closing bracket of a container is missing before the current character. */
function isUnclosed(cursor: Cursor, { syntax, entryStart }: Container): boolean {
  const character = currentCharacter(cursor);
  // A field cannot start with `{`, so the previous object probably lacks its closing brace.
  const isNextObject = entryStart !== undefined && syntax === OBJECT && character === "{";
  return isNextObject || character === "" || isClosingBracket(character);
}

/** Consumes a comma if there is one, and returns whether it did. Throws if the comma is not between two entries. */
function readComma(cursor: Cursor, { syntax, entryStart }: Container): boolean {
  const { offset } = cursor;
  const isBeforeFirstEntry = entryStart === undefined;
  if (currentCharacter(cursor) !== ",") return false;
  cursor.offset += 1;
  skipWhiteSpace(cursor);
  const next = currentCharacter(cursor);
  const isExtra = isBeforeFirstEntry || next === "," || isClosingBracket(next);
  if (isExtra) throw new ParseError(offset, "json-comma-extra", { example: syntax.example });
  return true;
}

/** Returns whether the character is a closing bracket, or a `)` that was probably typed instead of one. */
function isClosingBracket(character: string): boolean {
  return character === "}" || character === "]" || character === ")";
}

/**
 * Reads a field name and its colon. Throws if the object already has a field of that name.
 *
 * @param lineByName the 1-based line number of each field read so far; the new field is added
 */
function readFieldName(cursor: Cursor, lineByName: Map<string, number>): string {
  const { text, offset, line } = cursor;
  if (!isQuote(currentCharacter(cursor))) throw invalidFieldName(text, offset);
  const end = scanString(text, offset);
  const literal = text.slice(offset, end);
  const name: string = JSON.parse(literal);
  const firstLine = lineByName.get(name);
  if (firstLine !== undefined) {
    const values = { name: lineExcerpt(literal), first: firstLine, second: line };
    throw new ParseError(offset, "json-field-duplicate", values);
  }
  lineByName.set(name, line);
  cursor.offset = end;
  skipWhiteSpace(cursor);
  if (currentCharacter(cursor) !== ":") throw new ParseError(end, "json-colon-missing");
  cursor.offset += 1;
  return name;
}

function invalidFieldName(text: string, offset: number): ParseError {
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
  const lines = text.slice(offset, end).split(/\r\n?|\n/);
  if (lines.length === 1) return;
  const lastLine = lines.at(-1) ?? "";
  cursor.line += lines.length - 1;
  cursor.lineStart = end - lastLine.length;
}
