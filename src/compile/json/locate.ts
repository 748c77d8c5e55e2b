/**
 * Goes down through a JSON text (RFC 8259) and stops at the first slip in it; on the way it tells where each value is.
 */

/** Both counted from 1; a column is one UTF-16 code unit, which is how most editors count. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Thrown in this room alone, and caught at its door. */
export class Slip extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

interface Reader {
  readonly text: string;
  /** Told of each value in the order of the text, and where it begins. */
  readonly visit: (path: readonly (string | number)[], place: Place) => void;
  /** The names and numbers of what is being read, the outermost first. */
  readonly path: (string | number)[];
  /** Where reading stands, and where the last thing that it read ended. */
  at: number;
  end: number;
  /** Of the line that reading stands on: its number, where it begins, how far it is indented. */
  line: number;
  lineStart: number;
  indent: number;
  /** The first bracket that, by the indentation, was to be closed before what follows: the slip, if brackets do not match. */
  unclosed: Slip | undefined;
}

/** Far more than any data set needs. */
const DEPTH_MAX = 64;

/** Throws the first slip. */
export function readDocument(text: string, visit: Reader["visit"] = () => undefined): void {
  const reader: Reader = { text, visit, path: [], at: 0, end: 0, line: 1, lineStart: 0, indent: 0, unclosed: undefined };
  readValue(reader);
  const { end, line } = reader;
  const char = peek(reader);
  if (char === ":") fail(0, "the { at the beginning is missing: write it before the first field");
  const last = `the ${text.charAt(end - 1)} on line ${line}`;
  if (char !== "") fail(reader.at, `found ${shown(text, reader.at)} after the end: ${last} closes the whole file, so remove it or what follows it`);
}

function readValue(reader: Reader): void {
  const { text, path } = reader;
  const char = peek(reader);
  const { at, line, lineStart } = reader;
  reader.visit(path, { line, column: at - lineStart + 1 });
  if (char === "{" || char === "[") return readParts(reader);
  moveTo(reader, QUOTES.includes(char) && char !== "" ? textEnd(text, at) : bareEnd(text, at, path.length === 0));
}

function readParts(reader: Reader): void {
  const { text, path, at: start, line, indent } = reader;
  if (path.length >= DEPTH_MAX) fail(start, `more than ${DEPTH_MAX} brackets are open at this one: close some of them before it`);
  const open = text.charAt(start);
  const isObject = open === "{";
  const [close, example] = isObject ? ["}", '{ "bedrooms": 3, "bathrooms": 2 }'] : ["]", '[ "sauna", "garden" ]'];
  const names = new Map<string, number>();
  moveTo(reader, start + 1);
  let isIndented = false;
  let comma: number | undefined;
  for (let index = 0; ; index += 1) {
    const char = peek(reader);
    const { at, end } = reader;
    const isCloser = char === "}" || char === "]" || char === ")";
    if (char === "," || (isCloser && comma !== undefined)) fail(comma ?? at, `this comma is one too many: remove it, as in ${example}`);
    if (char === close) return moveTo(reader, at + 1);
    if (index === 0) isIndented = reader.indent > indent;
    const isOver = isCloser || char === "";
    if (isOver || (isIndented && reader.indent <= indent)) {
      reader.unclosed ??= new Slip(end, `the ${open} on line ${line} is not closed before what follows here: write ${close} first, as in ${example}`);
    }
    if (isOver || (index > 0 && comma === undefined)) {
      throw reader.unclosed ?? new Slip(end, `a comma is missing here: write one before what follows, as in ${example}`);
    }
    path.push(isObject ? readName(reader, names) : index);
    readValue(reader);
    path.pop();
    const next = peek(reader);
    if (next === ":" && isObject) fail(at, 'two colons follow this name: write one value after the first, or { if it has fields of its own');
    if (next === ":") throw reader.unclosed ?? new Slip(at, "a list has no fields of its own: close it with ] before this one, or write { and } around them");
    comma = next === "," ? reader.at : undefined;
    if (next === ",") reader.at += 1;
  }
}

/** Of a member, up to its value. */
function readName(reader: Reader, names: Map<string, number>): string {
  const { text, at, line } = reader;
  if (!QUOTES.includes(text.charAt(at))) {
    if (/\d,\d/.test(text.slice(at - 2, at + 1))) fail(at - 1, "a number has a decimal point, not a comma: write it as in 4.8, and thousands as in 1204500");
    fail(at, `found ${shown(text, at)} where a field belongs: write a name in quotation marks, a colon and a value, as in "bedrooms": 3`);
  }
  moveTo(reader, textEnd(text, at));
  const written = text.slice(at, reader.end);
  const name = String(JSON.parse(written));
  const first = names.get(name);
  if (first !== undefined) fail(at, `the field ${shown(written)} is there twice, on line ${first} and on line ${line}: keep only one`);
  names.set(name, line);
  if (peek(reader) !== ":") fail(reader.end, 'a colon is missing here: write one and a value, as in "bedrooms": 3');
  moveTo(reader, reader.at + 1);
  return name;
}

/** Passes over blanks; the character that reading then stands on, empty at the end. */
function peek(reader: Reader): string {
  if (!MARKS.includes(reader.text.charAt(reader.at))) passBlanks(reader);
  return reader.text.charAt(reader.at);
}

/** Keeps count of lines and of how far they are indented. */
function passBlanks(reader: Reader): void {
  const { text } = reader;
  const blanks = matchAt(BLANKS, text, reader.at);
  const at = reader.at + blanks.length;
  const lines = blanks.split(/\r\n?|\n/);
  if (lines.length > 1) {
    reader.line += lines.length - 1;
    reader.indent = lines.at(-1)?.length ?? 0;
    reader.lineStart = at - reader.indent;
  }
  const odd = matchAt(ODD, text, at);
  if (/^[/#]/.test(odd)) fail(at, "remarks are not possible in this file: remove this one");
  if (odd !== "") fail(at, "there is a special space or an invisible character here: remove it, or type an ordinary one");
  reader.at = at;
}

const MARKS = '{}[],:"';
const BLANKS = /[ \t\n\r]*/y;
/** A remark; spaces of other kinds and characters without width, which come along when text is copied from a web page. */
const ODD = /\/[/*]|[#\s\u00ad\u200b-\u200f\u2060\ufeff]/y;

function moveTo(reader: Reader, at: number): void {
  reader.at = reader.end = at;
}

/** With those that word processors and other languages use in place of the first. */
const QUOTES = "\"'‘’‚‛`´“”„‟«»″";
const ORDINARY = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:u[\da-fA-F]{4}|["\\/bfnrt])/y;
/** A closing mark, and what may follow it, or may by a slip that does not make the text a different one. */
const CLOSE = /"(?=[\s,;:=\]}{[/#)]|\.\s|$)/y;
/** An odd mark, where what follows it can only follow a text: it was meant to close this one. */
const ODD_CLOSE = new RegExp(`[${QUOTES.slice(1)}](?=[ \\t]*(?:[,:}\\]]|$))`);

/** Where the text that opens here ends. */
function textEnd(text: string, open: number): number {
  if (text.charAt(open) !== '"') failOddQuote(text, open);
  for (let at = open + 1; ; ) {
    at += matchAt(ORDINARY, text, at).length;
    if (matchAt(CLOSE, text, at) !== "") return at + 1;
    const char = text.charAt(at);
    if (/^["\r\n]?$/.test(char)) {
      const odd = text.slice(open, at).search(ODD_CLOSE);
      if (odd !== -1) failOddQuote(text, open + odd);
      if (char === '"') fail(at, 'this quotation mark ends the text, yet more follows it: write \\" for a mark within a text, as in "the \\"old\\" mill"');
      fail(open, 'this text has no closing quotation mark on its line: write one, or \\n for each line break, as in "Dear guest,\\nwelcome"');
    }
    if (char !== "\\") fail(at, "there is a tab or an invisible character inside this text: remove it, or write a space in its place");
    const { length } = matchAt(ESCAPE, text, at);
    if (length === 0) fail(at, 'this backslash has no meaning here: write two where you want to see one, as in "C:\\\\data\\\\"');
    at += length;
  }
}

function failOddQuote(text: string, at: number): never {
  fail(at, `found the quotation mark ${text.charAt(at)} where only the straight double one will do: write " at both ends of the text`);
}

const LITERAL = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s*(?:[,:;{}[\]"#]|\/[/*]|$))/y;
/** Up to a remark; two slashes in a web address begin none. */
const BARE = /.(?:(?!\s(?:\/[/*]|#))[^,;{}[\]"\r\n]){0,50}/y;

/** What was written for a value, and the cure. */
const CURES: readonly (readonly [looks: RegExp, cure: string])[] = [
  [/^[,}\])]?$/, 'write a value first, as in "bedrooms": 3'],
  [/^(?:true|false|null)$/i, "write it in small letters"],
  [/^(?:none|nil|undefined|nan|infinity)$/i, "write null where there is no value"],
  [/^(?:yes|no|oui|non|ja|nein|nee|s[ií])$/i, "write true for yes and false for no"],
  [/^[−–]\s*\d/, "this minus sign is a special one: type the hyphen, as in -4.8"],
  [/^[-+]?\.?\d/, "write a number as in 4.8, or a text in quotation marks"],
  [/^/, 'write a text in quotation marks, as in "Sea View Cottage"'],
];

/** Where a number, `true`, `false` or `null` ends. */
function bareEnd(text: string, at: number, isOutermost: boolean): number {
  const literal = matchAt(LITERAL, text, at);
  if (literal !== "") return at + literal.length;
  if (isOutermost) fail(at, `found ${shown(text, at) || "nothing"} where the file begins: write everything between { and }`);
  const written = shown(matchAt(BARE, text, at));
  return fail(at, `found ${written || "nothing"}: ${CURES.find(([looks]) => looks.test(written))?.[1]}`);
}

/** The text from an offset to the end of its line, short enough for a message. */
function shown(text: string, at = 0): string {
  const [line = ""] = text.slice(at, at + 50).split(/[\r\n]/, 1);
  return line.trimEnd().replace(/[\0-\x1f\x7f-\x9f]/g, "?");
}

/** What a sticky pattern matches at an offset, perhaps nothing. */
function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

function fail(at: number, message: string): never {
  throw new Slip(at, message);
}
