/**
 * Reads a JSON text up to its first mistake and reports where each value begins.
 *
 * It builds no values and does not know what a field means.
 */

import type { Place } from "../finding.ts";
import { excerpt, fail, isLiteral, isQuote, scanBlanks, scanLiteral, scanText } from "./scan.ts";

/** Far more than any data set needs. */
const DEPTH_MAX = 64;

/** Names and numbers from the outermost value inwards. Valid only during the call. */
export type Path = readonly (string | number)[];

type OnValue = (path: Path, place: Place) => void;

interface Reader {
  readonly text: string;
  readonly onValue: OnValue;
  readonly path: (string | number)[];
  offset: number;
  /** Offset after the last token, before the blanks that follow it. */
  tokenEnd: number;
  /** Number and start offset of the current line. */
  line: number;
  lineStart: number;
}

/** An object or a list that is being read. */
interface Container {
  readonly open: string;
  readonly close: string;
  readonly example: string;
  readonly line: number;
  count: number;
  /** Offset of the comma after the last entry. */
  comma: number | undefined;
}

/** Calls `onValue` for each value in the order of the text. Throws a `ParseError` at the first mistake. */
export function readDocument(text: string, onValue: OnValue = () => undefined): void {
  const reader: Reader = { text, onValue, path: [], offset: 0, tokenEnd: 0, line: 1, lineStart: 0 };
  readValue(reader);
  const { line, tokenEnd } = reader;
  const next = peek(reader);
  if (next === ":") fail(0, "json-start-missing");
  const found = excerpt(text, reader.offset);
  if (next !== "") fail(reader.offset, "json-text-after-end", { found, close: text.charAt(tokenEnd - 1), line });
}

function readValue(reader: Reader): void {
  const { text, path } = reader;
  const char = peek(reader);
  const start = reader.offset;
  reader.onValue(path, { line: reader.line, column: start - reader.lineStart + 1 });
  if (char === "{") return readObject(reader);
  if (char === "[") return readList(reader);
  if (isQuote(char)) return moveTo(reader, scanText(text, start));
  if (path.length > 0 || isLiteral(text, start)) return moveTo(reader, scanLiteral(text, start));
  if (char === "") fail(start, "json-file-empty");
  fail(start, "json-value-expected", { found: excerpt(text, start) });
}

function readObject(reader: Reader): void {
  const object = openContainer(reader, "}", '{ "bedrooms": 3, "bathrooms": 2 }');
  const lines = new Map<string, number>();
  while (hasNextEntry(reader, object)) {
    const start = reader.offset;
    reader.path.push(readName(reader, object, lines));
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

function openContainer(reader: Reader, close: string, example: string): Container {
  const { text, path, offset, line } = reader;
  if (path.length >= DEPTH_MAX) fail(offset, "json-too-deep", { limit: DEPTH_MAX });
  moveTo(reader, offset + 1);
  return { open: text.charAt(offset), close, example, line, count: 0, comma: undefined };
}

/** Moves to the next entry. Returns false after the closing bracket. */
function hasNextEntry(reader: Reader, container: Container): boolean {
  const { open, close, count, comma, example, line } = container;
  const char = peek(reader);
  const { offset, tokenEnd } = reader;
  const isCloser = char === "}" || char === "]" || char === ")";
  if (char === "," || (isCloser && comma !== undefined)) fail(comma ?? offset, "json-comma-extra", { example });
  if (char === close) {
    moveTo(reader, offset + 1);
    return false;
  }
  const lacksComma = count > 0 && comma === undefined;
  const isOver = isCloser || char === "" || (lacksComma && open === "{" && char === "{");
  if (isOver) fail(tokenEnd, "json-bracket-unclosed", { open, close, line, example });
  if (lacksComma) fail(tokenEnd, "json-comma-missing", { example });
  container.count += 1;
  return true;
}

function readComma(reader: Reader, container: Container): void {
  const hasComma = peek(reader) === ",";
  container.comma = hasComma ? reader.offset : undefined;
  if (hasComma) reader.offset += 1;
}

const BRACE_EXAMPLE = '[ { "name": "Mill" }, { "name": "Beach" } ]';

/** Reads a name and its colon. `lines` holds the line of each name of the object. */
function readName(reader: Reader, { comma }: Container, lines: Map<string, number>): string {
  const { text, offset, line } = reader;
  const char = text.charAt(offset);
  if (!isQuote(char)) {
    if (/\d,\d/.test(text.slice(offset - 2, offset + 1))) fail(offset - 1, "json-decimal-comma");
    if (char === "{" && comma !== undefined) fail(comma, "json-brace-missing", { example: BRACE_EXAMPLE });
    fail(offset, "json-field-expected", { found: excerpt(text, offset) });
  }
  moveTo(reader, scanText(text, offset));
  const literal = text.slice(offset, reader.tokenEnd);
  const name = String(JSON.parse(literal));
  const first = lines.get(name);
  if (first !== undefined) fail(offset, "json-field-duplicate", { name: excerpt(literal), first, second: line });
  lines.set(name, line);
  if (peek(reader) !== ":") fail(reader.tokenEnd, "json-colon-missing");
  moveTo(reader, reader.offset + 1);
  return name;
}

/** Skips blanks and returns the character after them, or "" at the end of the text. */
function peek(reader: Reader): string {
  const { text } = reader;
  const blanks = scanBlanks(text, reader.offset);
  if (blanks === "") return text.charAt(reader.offset);
  reader.offset += blanks.length;
  const lines = blanks.split(/\r\n?|\n/);
  const lastLine = lines.at(-1) ?? "";
  if (lines.length > 1) {
    reader.line += lines.length - 1;
    reader.lineStart = reader.offset - lastLine.length;
  }
  return text.charAt(reader.offset);
}

function moveTo(reader: Reader, offset: number): void {
  reader.offset = offset;
  reader.tokenEnd = offset;
}
