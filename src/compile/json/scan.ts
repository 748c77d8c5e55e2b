/**
 * Scans the single tokens of a JSON text (RFC 8259): white space, texts, numbers and literals.
 *
 * It knows no nesting. It throws a `ParseError` at a mistake.
 */

import { degreesIn, numberIn } from "../corrections.ts";
import { ParseError } from "../parse-error.ts";
import type { Phrase, PhraseValues } from "../phrase.ts";

/** Longer excerpts make a message hard to read. */
const EXCERPT_LENGTH_MAX = 50;

export function fail(offset: number, code: Phrase["code"], values?: PhraseValues): never {
  throw new ParseError(offset, code, values);
}

const STRUCTURAL = '{}[],:"';
const BLANKS = /[ \t\n\r]*/y;
/** A comment, a space that JSON does not allow, or a character without width, as in text copied from elsewhere. */
const STRAY = /\/[/*]|[#\s\u00ad\u200b-\u200f\u2060\ufeff]/y;

/** Returns the blanks at an offset. Throws if a comment or a special space follows them. */
export function scanBlanks(text: string, offset: number): string {
  if (isStructural(text.charAt(offset))) return "";
  const blanks = matchAt(BLANKS, text, offset);
  const end = offset + blanks.length;
  const stray = matchAt(STRAY, text, end);
  if (/^[/#]/.test(stray)) fail(end, "json-comment");
  if (stray !== "") fail(end, "json-special-space");
  return blanks;
}

function isStructural(char: string): boolean {
  return char !== "" && STRUCTURAL.includes(char);
}

/** The double quotation mark first, then those of word processors and other languages. */
const QUOTES = "\"'‘’‚‛`´“”„‟«»″";
const ORDINARY = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:u[\da-fA-F]{4}|["\\/bfnrt])/y;
/** A quotation mark after which no text can go on. */
const CLOSING_QUOTE = /"(?=[\s,;:=\]}{[/#)]|\.\s|$)/y;
/** A wrong quotation mark, followed by what can only follow the end of a text. */
const WRONG_CLOSING_QUOTE = new RegExp(`[${QUOTES.slice(1)}](?=[ \\t]*(?:[,:}\\]]|$))`);

export function isQuote(char: string): boolean {
  return char !== "" && QUOTES.includes(char);
}

/** Returns the offset after the text that begins at `start`. */
export function scanText(text: string, start: number): number {
  if (text.charAt(start) !== '"') failQuote(text, start);
  let offset = start + 1;
  for (;;) {
    offset += matchAt(ORDINARY, text, offset).length;
    if (matchAt(CLOSING_QUOTE, text, offset) !== "") return offset + 1;
    const char = text.charAt(offset);
    if (char === "" || char === '"' || char === "\r" || char === "\n") failUnclosed(text, start, offset);
    if (char !== "\\") fail(offset, "json-control-character");
    const escape = matchAt(ESCAPE, text, offset);
    if (escape === "") fail(offset, "json-backslash");
    offset += escape.length;
  }
}

function failUnclosed(text: string, start: number, end: number): never {
  const wrongQuote = text.slice(start, end).search(WRONG_CLOSING_QUOTE);
  if (wrongQuote !== -1) failQuote(text, start + wrongQuote);
  if (text.charAt(end) === '"') fail(end, "json-quotation-mark-inside");
  fail(start, "json-text-unclosed");
}

function failQuote(text: string, offset: number): never {
  fail(offset, "json-quotation-mark", { mark: text.charAt(offset) });
}

const LITERAL =
  /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s*(?:[,;{}[\]"#]|:(?!\d)|\/[/*]|$))/y;

export function isLiteral(text: string, offset: number): boolean {
  return matchAt(LITERAL, text, offset) !== "";
}

/** Returns the offset after a number, `true`, `false` or `null`. */
export function scanLiteral(text: string, start: number): number {
  const literal = matchAt(LITERAL, text, start);
  return literal === "" ? failLiteral(text, start) : start + literal.length;
}

/** A date or a time of day; the time ends before the quotation mark of a forgotten opening one. */
const DATE_OR_TIME = /(?:\d{4}-\d\d-\d\d|\d{1,2}:\d\d)(?=\s*(?:[,}\]\r\n]|$))/y;
const DEGREES = /\d{1,3}°[^,{}[\]\r\n]{0,40}/y;
/** Words up to the end of the line, a comment after a space, or a structural character. */
const WORDS = /.(?:(?!\s(?:\/[/*]|#))[^,;{}[\]"\r\n]){0,50}/y;

/** Patterns of text found in place of a value, with the code of the cure. The first match counts. */
const CURES: readonly (readonly [found: RegExp, code: Phrase["code"]])[] = [
  [/^$/, "json-value-missing-at-end"],
  [/^[,}\])]$/, "json-value-missing"],
  [/^(?:true|false|null)$/i, "json-capital-letters"],
  [/^(?:none|nil|undefined|nan|infinity)$/i, "json-no-value"],
  [/^(?:yes|no|oui|non|ja|nein|nee|s[ií])$/i, "json-yes-or-no"],
  [/^[−–]\s*\d/, "json-minus-sign"],
  [/^[-+]?\.?\d/, "json-number"],
];

function failLiteral(text: string, start: number): never {
  const dateOrTime = matchAt(DATE_OR_TIME, text, start);
  if (dateOrTime !== "") fail(start, "json-text-unquoted", { found: dateOrTime, example: dateOrTime });
  const degrees = degreesIn(matchAt(DEGREES, text, start));
  const found = excerpt(degrees === undefined ? matchAt(WORDS, text, start) : matchAt(DEGREES, text, start));
  const cure = CURES.find(([pattern]) => pattern.test(found))?.[1];
  const number = cure === undefined || cure === "json-number" ? numberIn(found) : undefined;
  if (number === undefined) fail(start, cure ?? "json-text-unquoted", { found, example: "Sea View Cottage" });
  const hasUnit = degrees === undefined && /^\d.*\p{L}/u.test(found);
  fail(start, hasUnit ? "json-number-with-unit" : "json-number-in-words", { found, number });
}

/** Returns the rest of the line from an offset, short enough for a message. */
export function excerpt(text: string, offset = 0): string {
  const [line = ""] = text.slice(offset, offset + EXCERPT_LENGTH_MAX).split(/[\r\n]/, 1);
  return line.trimEnd().replace(/[\0-\x1f\x7f-\x9f]/g, "?");
}

/** Returns what a sticky pattern matches at an offset, or "". */
function matchAt(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? "";
}
