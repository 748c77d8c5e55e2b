/**
 * Goes down through a JSON text and stops at the first slip in it; on the way it tells where each value is.
 */
import { bareName, bareValueEnd, fail, isOddQuote, matchAt, misquoted, quoted, shown, Slip, stringEnd } from "./scalar.ts";

/** Told of each value in the order of the text: its pointer, and where its name (or itself, without one) and it begin. */
export type Visit = (pointer: string, key: number, value: number) => void;

/** How far the text has been read. */
interface Reader {
  readonly text: string;
  readonly visit: Visit;
  /** Where reading stands, and where the last thing that was read ended. */
  at: number;
  end: number;
  endLine: number;
  /** Of the line that reading stands on: its number, how far it is indented, where its first character is. */
  line: number;
  indent: number;
  firstAt: number;
  /** The first bracket that, by the indentation of what follows, was to be closed before it: the slip, if brackets do not match. */
  unclosed: Slip | undefined;
}

/** An object or array, in the words the owner is spoken to in. */
interface Kind {
  readonly open: string;
  readonly close: string;
  /** What it holds. */
  readonly part: "field" | "entry";
  readonly one: string;
  readonly two: string;
}

const OBJECT: Kind = { open: "{", close: "}", part: "field", one: '{ "bedrooms": 3 }', two: '{ "bedrooms": 3, "bathrooms": 2 }' };
const ARRAY: Kind = { open: "[", close: "]", part: "entry", one: '[ "sauna" ]', two: '[ "sauna", "garden" ]' };

const LITERAL_WORD = /^(?:true|false|null)\s*$/;

/** Far more than any data set needs. */
const DEPTH_MAX = 64;

/** Throws the first slip. */
export function readDocument(text: string, visit: Visit): void {
  const reader: Reader = { text, visit, at: 0, end: 0, endLine: 1, line: 1, indent: 0, firstAt: 0, unclosed: undefined };
  const first = peek(reader);
  const start = reader.at;
  const example = 'as in { "name": "Sea View Cottage" }';
  if (first === "") fail(0, `this file is empty: write at least { and }, ${example}`);
  if (/^(?:PK\u0003|%PDF|\{\\rtf)/.test(text)) fail(0, `this file was saved by a word processor: save it as plain text, ${example}`);
  if (!/["[{'“„«\d-]/.test(first) && !LITERAL_WORD.test(text.slice(start, start + 10))) {
    fail(start, `found ${shown(text.slice(start))} where the file begins: write everything between { and }, ${example}`);
  }
  readValue(reader, "", 0);
  const char = peek(reader);
  const { at, end } = reader;
  if (char === "") return;
  if (char === ":") fail(start, `the { at the beginning is missing: write { before ${shown(text.slice(start, end))}`);
  if (isCloser(char)) fail(at, `this ${char} is one too many, since every bracket is closed already: remove it`);
  const last = text.charAt(end - 1);
  const closed = `the ${last} on line ${reader.endLine} closes the whole file`;
  fail(at, `found ${shown(text.slice(at))} after the end: ${closed}, so remove that ${last} or else what follows it`);
}

/** @param key where the member's name begins */
function readValue(reader: Reader, pointer: string, depth: number, key?: number): void {
  const { text } = reader;
  const char = peek(reader);
  const { at } = reader;
  reader.visit(pointer, key ?? at, at);
  if (char === "{" || char === "[") return readParts(reader, pointer, depth + 1, char === "{" ? OBJECT : ARRAY);
  if (isOddQuote(char)) misquoted(text, at);
  moveTo(reader, char === '"' ? stringEnd(text, at, false) : bareValueEnd(text, at, key !== undefined));
}

/** One array or object that is being read. */
interface Frame {
  readonly kind: Kind;
  readonly pointer: string;
  readonly depth: number;
  /** Of the line it is opened on. */
  readonly line: number;
  readonly indent: number;
  /** On which line each member was first named. */
  readonly names: Map<string, number>;
  /** Whether its parts are indented further than the line it is opened on. */
  isIndented: boolean;
}

function readParts(reader: Reader, pointer: string, depth: number, kind: Kind): void {
  const { at: open, line, indent } = reader;
  if (depth > DEPTH_MAX) fail(open, `more than ${DEPTH_MAX} brackets are open at this one: close some of them before it`);
  const frame: Frame = { kind, pointer, depth, line, indent, names: new Map(), isIndented: false };
  const remove = `this comma: remove the comma, as in ${kind.two}`;
  moveTo(reader, open + 1);
  let comma: number | undefined;
  for (let index = 0; ; index += 1) {
    const char = peek(reader);
    const { at } = reader;
    if (comma !== undefined && isCloser(char)) fail(comma, `there is no ${kind.part} after ${remove}`);
    if (char === kind.close) return moveTo(reader, at + 1);
    if (char === "") {
      failBracket(reader, open, `this ${kind.open} is never closed: write its ${kind.close} before the end on line ${reader.endLine}, as in ${kind.one}`);
    }
    if (isCloser(char)) {
      failBracket(reader, at, `found ${char} before the ${kind.open} on line ${line} is closed: write ${kind.close} first, as in ${kind.one}`);
    }
    if (char === "," || char === ";") fail(at, `there is no ${kind.part} before ${remove}`);
    if (index === 0) frame.isIndented = isDeeper(reader, indent);
    if (kind === OBJECT) readMember(reader, frame);
    else readElement(reader, frame, index);
    comma = readComma(reader, frame, at);
  }
}

function failBracket({ unclosed }: Reader, at: number, message: string): never {
  throw unclosed ?? new Slip(at, message);
}

function readElement(reader: Reader, { pointer, depth }: Frame, index: number): void {
  const { text, at } = reader;
  readValue(reader, `${pointer}/${index}`, depth);
  if (peek(reader) !== ":") return;
  const name = shown(text.slice(at, reader.end));
  failBracket(reader, at, `a list has no fields of its own: write { before ${name} and } after its last field`);
}

function readMember(reader: Reader, { names, pointer, depth }: Frame): void {
  const { text, at, line, indent } = reader;
  const name = readName(reader);
  const first = names.get(name);
  if (first !== undefined) {
    const lines = first === line ? `both on line ${line}` : `on line ${first} and on line ${line}`;
    fail(at, `the field ${quoted(name)} is there twice, ${lines}: keep only one`);
  }
  names.set(name, line);
  readColon(reader, name);
  const { end } = reader;
  const next = peek(reader);
  const isAnother = reader.firstAt >= end && matchAt(NAME, text, reader.at) !== undefined;
  if (isAnother && isDeeper(reader, indent)) fail(end, `a { is missing here: write ${quoted(name)}: {`);
  if (isAnother || isDelimiter(next)) failValue(end, name);
  readValue(reader, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, depth, at);
  if (peek(reader) === ":") {
    fail(reader.at, 'this colon is one too many: write one name, one colon, one value, as in "bedrooms": 3');
  }
}

const NAME = /"[^"\\\r\n]*"[ \t]*:/y;

function readName(reader: Reader): string {
  const { text, at } = reader;
  const char = text.charAt(at);
  if (isOddQuote(char)) misquoted(text, at);
  if (char === "{" || char === "[") failBracket(reader, at, `this ${char} has no field name before it: write one, as in "address": ${char}`);
  if (char !== '"') bareName(text, at);
  moveTo(reader, stringEnd(text, at, true));
  return String(JSON.parse(text.slice(at, reader.at)));
}

/** A name at the end of its line, without a colon, has no value. */
function readColon(reader: Reader, name: string): void {
  const char = peek(reader);
  const { text, at, end } = reader;
  if (char === ":") return moveTo(reader, at + 1);
  const isBracket = char === "{" || char === "[";
  if (isDelimiter(char) || (!isBracket && reader.firstAt >= end)) failValue(end, name);
  const value = shown((matchAt(VALUE, text, at) ?? "").replace(/^=>?/, ""));
  const found = char === "=" ? "found = where a colon belongs" : `a colon is missing after ${quoted(name)}`;
  fail(char === "=" ? at : end, `${found}: write ${quoted(name)}: ${value}`);
}

const VALUE = /(?:=>?)?\s*(?:"[^"\r\n]*"?|[{[]|[^,}\]\r\n]*)/y;

function failValue(end: number, name: string): never {
  return fail(end, `the field ${quoted(name)} has no value: write one after a colon, as in "bedrooms": 3`);
}

/** The place of the comma after a part that began at `start`; undefined when the part is the last. */
function readComma(reader: Reader, { kind, depth, line, indent, isIndented }: Frame, start: number): number | undefined {
  const { text, end } = reader;
  const char = peek(reader);
  const comma = reader.at;
  if (char === "" || isCloser(char)) return undefined;
  const part = lastLine(text, start, end);
  if (char === ";" || char === ".") fail(comma, `found ${char} where a comma belongs: write ${part},`);
  if (char === ",") [reader.at, reader.endLine] = [comma + 1, reader.line];
  const next = peek(reader);
  if (isIndented && depth > 1 && reader.at === reader.firstAt && reader.indent <= indent && next !== "" && !isCloser(next)) {
    const message = `the ${kind.open} on line ${line} is not closed before what follows here: write ${kind.close} after ${part}`;
    reader.unclosed ??= new Slip(end, message);
  }
  if (char !== ",") failBracket(reader, end, `a comma is missing here, before the next ${kind.part}: write ${part},`);
  return comma;
}

/** The end of a part, as far as it stands on one line: the text that a comma is to be added to. */
function lastLine(text: string, start: number, end: number): string {
  const line = text.slice(Math.max(start, end - LAST_MAX), end).replace(/^[^]*[\r\n]/, "");
  return line.length === LAST_MAX ? `…${line}` : line.trimStart();
}

const LAST_MAX = 40;

/** Passes over blanks; the character that reading then stands on, empty at the end. */
function peek(reader: Reader): string {
  const { text, at } = reader;
  const blanks = matchAt(BLANKS, text, at) ?? "";
  reader.at = at + blanks.length;
  const lines = blanks.split(/\r\n?|\n/);
  if (lines.length > 1 || at === 0) {
    reader.line += lines.length - 1;
    reader.indent = lines.at(-1)?.length ?? 0;
    reader.firstAt = reader.at;
  }
  const char = text.charAt(reader.at);
  if (/^[!"$-.0-~]?$/.test(char)) return char;
  const remark = matchAt(REMARK, text, reader.at);
  if (remark !== undefined) fail(reader.at, `remarks are not possible in this file: remove ${shown(remark)}`);
  if (matchAt(ODD_SPACE, text, reader.at) === undefined) return char;
  const code = char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return fail(reader.at, `there is a special space or an invisible character (U+${code}) here: remove it, or type an ordinary space`);
}

const BLANKS = /[ \t\n\r]*/y;
const REMARK = /\/\/[^\r\n]*|\/\*[^]*?\*\/|\/\*[^\r\n]*|#[^\r\n]*/y;
/** Spaces of other kinds and characters without width come along when text is copied from a web page. */
const ODD_SPACE = /[\s\u00ad\u200b-\u200f\u2060\ufeff]/y;

function moveTo(reader: Reader, at: number): void {
  reader.at = reader.end = at;
  reader.endLine = reader.line;
}

function isDeeper({ at, firstAt, indent }: Reader, than: number): boolean {
  return at === firstAt && indent > than;
}

function isCloser(char: string): boolean {
  return char === "}" || char === "]" || char === ")";
}

/** What can only stand after a value. */
function isDelimiter(char: string): boolean {
  return char === "" || char === "," || char === ";" || isCloser(char);
}
