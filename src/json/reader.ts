/**
 * Goes down through a JSON text and stops at the first slip in it; on the way it tells where each value is.
 */

import { bareEnd, fail, matchAt, refuseOddQuote, shown, Slip, stringEnd } from "./scalar.ts";

/** Told of each value in the order of the text: its pointer, and where its name (or itself, without one) and it begin. */
export type Visit = (pointer: string, key: number, value: number) => void;

/** How far the text has been read. */
interface Reader {
  readonly text: string;
  readonly visit: Visit;
  /** Where reading stands; where the last thing that was read ended, and on which line. */
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

/** One array or object that is being read. */
interface Frame {
  readonly isObject: boolean;
  readonly open: string;
  readonly close: string;
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

/** Far more than any data set needs. */
export const DEPTH_MAX = 64;

/** Throws the first slip. */
export function readDocument(text: string, visit: Visit): void {
  const reader: Reader = { text, visit, at: 0, end: 0, endLine: 1, line: 1, indent: 0, firstAt: 0, unclosed: undefined };
  const first = peek(reader);
  const start = reader.at;
  const example = 'as in { "name": "Sea View Cottage" }';
  if (first === "") fail(0, `this file is empty: write at least { and }, ${example}`);
  refuseOddQuote(text, start);
  if (!/^(?:["[{\d-]|(?:true|false|null)\s*$)/.test(text.slice(start, start + 10))) {
    fail(start, `found ${shown(text.slice(start))} where the file begins: write everything between { and }, ${example}`);
  }
  readValue(reader, "", 0);
  const char = peek(reader);
  if (char === ":") fail(start, `the { at the beginning is missing: write { before ${shown(text.slice(start, reader.end))}`);
  if (isCloser(char)) fail(reader.at, `this ${char} is one too many, since every bracket is closed already: remove it`);
  const last = `the ${text.charAt(reader.end - 1)} on line ${reader.endLine}`;
  if (char !== "") fail(reader.at, `found ${shown(text.slice(reader.at))} after the end: ${last} closes the whole file, so remove it or else what follows it`);
}

/** @param key where the member's name begins */
function readValue(reader: Reader, pointer: string, depth: number, key?: number): void {
  const { text } = reader;
  const char = peek(reader);
  const { at } = reader;
  reader.visit(pointer, key ?? at, at);
  refuseOddQuote(text, at);
  if (char === "{" || char === "[") return readParts(reader, pointer, depth + 1);
  moveTo(reader, char === '"' ? stringEnd(text, at) : bareEnd(text, at, key !== undefined));
}

function readParts(reader: Reader, pointer: string, depth: number): void {
  const { text, at: start, line, indent } = reader;
  if (depth > DEPTH_MAX) fail(start, `more than ${DEPTH_MAX} brackets are open at this one: close some of them before it`);
  const open = text.charAt(start);
  const isObject = open === "{";
  const close = isObject ? "}" : "]";
  const frame: Frame = { isObject, open, close, pointer, depth, line, indent, names: new Map(), isIndented: false };
  const part = isObject ? "field" : "entry";
  const example = isObject ? 'as in { "bedrooms": 3, "bathrooms": 2 }' : 'as in [ "sauna", "garden" ]';
  moveTo(reader, start + 1);
  let comma: number | undefined;
  for (let index = 0; ; index += 1) {
    const char = peek(reader);
    const { at } = reader;
    if (comma !== undefined && isCloser(char)) fail(comma, `there is no ${part} after this comma: remove the comma, ${example}`);
    if (char === close) return moveTo(reader, at + 1);
    if (char === "") failBracket(reader, start, `this ${open} is never closed: write its ${close} before the end on line ${reader.endLine}, ${example}`);
    if (isCloser(char)) failBracket(reader, at, `found ${char} before the ${open} on line ${line} is closed: write ${close} first, ${example}`);
    if (char === ",") fail(at, `there is no ${part} before this comma: remove the comma, ${example}`);
    if (index === 0) frame.isIndented = isDeeper(reader, indent);
    if (isObject) readMember(reader, frame);
    else readElement(reader, frame, index);
    comma = readComma(reader, frame, at, part);
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
  refuseOddQuote(text, at);
  if (text.charAt(at) !== '"') refuseBareName(reader);
  moveTo(reader, stringEnd(text, at));
  const written = text.slice(at, reader.end);
  const name = String(JSON.parse(written));
  const first = names.get(name);
  if (first !== undefined) fail(at, `the field ${shown(written)} is there twice, on line ${first} and on line ${line}: keep only one`);
  names.set(name, line);
  if (peek(reader) !== ":") fail(reader.end, `a colon is missing after ${shown(written)}: write one and a value, as in "bedrooms": 3`);
  moveTo(reader, reader.at + 1);
  const { end } = reader;
  const next = peek(reader);
  const isAnother = reader.firstAt >= end && matchAt(NAME, text, reader.at) !== "";
  if (isAnother && isDeeper(reader, indent)) fail(end, `a { is missing here: write ${shown(written)}: {`);
  if (isAnother || next === "" || next === "," || isCloser(next)) {
    fail(end, `the field ${shown(written)} has no value: write one after the colon, as in "bedrooms": 3`);
  }
  readValue(reader, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, depth, at);
}

const NAME = /"[^"\\\r\n]*"[ \t]*:/y;

function refuseBareName(reader: Reader): never {
  const { text, at } = reader;
  const name = matchAt(BARE_NAME, text, at);
  if (name !== "") fail(at, `this field name has no quotation marks: write ${JSON.stringify(shown(name))}`);
  const found = shown(text.slice(at));
  return failBracket(reader, at, `found ${found} where a field belongs: write a name, a colon and a value, as in "bedrooms": 3`);
}

const BARE_NAME = /[^\s:=,;{}[\]"][^:=,;{}[\]"\r\n]{0,100}?(?="?\s{0,100}[:=])/y;

/** The place of the comma after a part that began at `start`; undefined when the part is the last. */
function readComma(reader: Reader, { open, close, depth, line, indent, isIndented }: Frame, start: number, part: string): number | undefined {
  const { text, end } = reader;
  const char = peek(reader);
  const comma = reader.at;
  if (char === "" || isCloser(char)) return undefined;
  const last = text.slice(Math.max(start, end - 40), end).replace(/^[^]*[\r\n]\s*/, "");
  const written = last.length < 40 ? last : `…${last}`;
  if (char === ",") reader.at += 1;
  const next = peek(reader);
  if (isIndented && depth > 1 && reader.at === reader.firstAt && reader.indent <= indent && next !== "" && !isCloser(next)) {
    reader.unclosed ??= new Slip(end, `the ${open} on line ${line} is not closed before what follows here: write ${close} after ${written}`);
  }
  if (char !== ",") failBracket(reader, end, `a comma is missing here, before the next ${part}: write ${written},`);
  return comma;
}

/** Passes over blanks; the character that reading then stands on, empty at the end. */
function peek(reader: Reader): string {
  const { text, at } = reader;
  const blanks = matchAt(BLANKS, text, at);
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
  if (remark !== "") fail(reader.at, `remarks are not possible in this file: remove ${shown(remark)}`);
  if (matchAt(ODD_SPACE, text, reader.at) === "") return char;
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
