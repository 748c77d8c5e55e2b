/**
 * Finds the end of a token of a JSON text (RFC 8259): white space, a string, a number, or `true`, `false` or `null`.
 *
 * It does not know about nesting. At a mistake it throws a `ParseError` that says how to correct it.
 */

import { parseDegrees, parseNumber } from "../corrections.ts";
import { ParseError } from "../parse-error.ts";
import type { Phrase, PhraseValues } from "../phrase.ts";

/** Maximum length of an excerpt in a message, in UTF-16 code units. Longer ones are hard to read. */
const EXCERPT_LENGTH_MAX = 50;

export function fail(offset: number, code: Phrase["code"], values?: PhraseValues): never {
  throw new ParseError(offset, code, values);
}

const STRUCTURAL = '{}[],:"';
const WHITE_SPACE = /[ \t\n\r]*/y;
/** The start of a comment, a space that JSON does not allow, or an invisible character. Pasted text often has them. */
const STRAY = /\/[/*]|[#\s\u00ad\u200b-\u200f\u2060\ufeff]/y;

/** Returns the white space at an offset, or "". Throws if a comment or a special or invisible character follows. */
export function scanWhiteSpace(text: string, offset: number): string {
  // Most structural characters have no white space before them, so skip the patterns.
  if (isStructural(text.charAt(offset))) return "";
  const space = matchAt(WHITE_SPACE, text, offset);
  const end = offset + space.length;
  const stray = matchAt(STRAY, text, end);
  if (/^[/#]/.test(stray)) fail(end, "json-comment");
  if (stray !== "") fail(end, "json-special-space");
  return space;
}

function isStructural(char: string): boolean {
  return char !== "" && STRUCTURAL.includes(char);
}

/** JSON's quotation mark, followed by the wrong ones that word processors and other languages use. */
const QUOTES = "\"'‘’‚‛`´“”„‟«»″";
/** Characters of a string that need no escape. */
const UNESCAPED = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:u[\da-fA-F]{4}|["\\/bfnrt])/y;
/** A quotation mark followed by a character that can come after a string. Other marks are inside the string. */
const CLOSING_QUOTE = /"(?=[\s,;:=\]}{[/#)]|\.\s|$)/y;
/** A wrong quotation mark at what is probably the end of a string: before punctuation or at the end of the line. */
const WRONG_CLOSING_QUOTE = new RegExp(`[${QUOTES.slice(1)}](?=[ \\t]*(?:[,:}\\]]|$))`);

export function isQuote(char: string): boolean {
  return char !== "" && QUOTES.includes(char);
}

/** Returns the offset after the string that begins at `start`. */
export function scanString(text: string, start: number): number {
  if (text.charAt(start) !== '"') failQuote(text, start);
  let offset = start + 1;
  for (;;) {
    offset += matchAt(UNESCAPED, text, offset).length;
    if (matchAt(CLOSING_QUOTE, text, offset) !== "") return offset + 1;
    const char = text.charAt(offset);
    if (char === "" || char === '"' || char === "\r" || char === "\n") failUnclosed(text, start, offset);
    if (char !== "\\") fail(offset, "json-control-character");
    const escape = matchAt(ESCAPE, text, offset);
    if (escape === "") fail(offset, "json-backslash");
    offset += escape.length;
  }
}

/** Throws the most likely reason why the string from `start` has no closing quotation mark before `end`. */
function failUnclosed(text: string, start: number, end: number): never {
  const wrongQuote = text.slice(start, end).search(WRONG_CLOSING_QUOTE);
  if (wrongQuote !== -1) failQuote(text, start + wrongQuote);
  if (text.charAt(end) === '"') fail(end, "json-quotation-mark-inside");
  fail(start, "json-text-unclosed");
}

function failQuote(text: string, offset: number): never {
  fail(offset, "json-quotation-mark", { mark: text.charAt(offset) });
}

/** Matches a number, `true`, `false` or `null`, but only before a character that may follow a value, or the end. */
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

/** A date or a time of day without quotation marks, e.g. 2026-07-31 or 16:00. */
const DATE_OR_TIME = /(?:\d{4}-\d\d-\d\d|\d{1,2}:\d\d)(?=\s*(?:[,}\]\r\n]|$))/y;
/** The start of an angle, e.g. `54°48'44"N`, which contains quotation marks. */
const DEGREES = /\d{1,3}°[^,{}[\]\r\n]{0,40}/y;
/** Text without quotation marks, up to a structural character, a comment or the end of the line. */
const UNQUOTED = /.(?:(?!\s(?:\/[/*]|#))[^,;{}[\]"\r\n]){0,50}/y;

/** Patterns of text that is not a JSON value, each with the message to report. The first match applies. */
const INVALID_LITERALS: readonly (readonly [pattern: RegExp, code: Phrase["code"]])[] = [
  [/^$/, "json-value-missing-at-end"],
  [/^[,}\])]$/, "json-value-missing"],
  [/^(?:true|false|null)$/i, "json-capital-letters"],
  [/^(?:none|nil|undefined|nan|infinity)$/i, "json-no-value"],
  [/^(?:yes|no|oui|non|ja|nein|nee|s[ií])$/i, "json-yes-or-no"],
  [/^[−–]\s*\d/, "json-minus-sign"],
  [/^[-+]?\.?\d/, "json-number"],
];

/** Throws an error that says how to write the invalid value at an offset, e.g. "4 Sterne" as 4. */
function failLiteral(text: string, start: number): never {
  const dateOrTime = matchAt(DATE_OR_TIME, text, start);
  if (dateOrTime !== "") fail(start, "json-text-unquoted", { found: dateOrTime, example: dateOrTime });
  const angle = matchAt(DEGREES, text, start);
  const degrees = parseDegrees(angle);
  if (degrees !== undefined) fail(start, "json-number-in-words", { found: excerpt(angle), number: degrees });
  const found = excerpt(matchAt(UNQUOTED, text, start));
  const code = INVALID_LITERALS.find(([pattern]) => pattern.test(found))?.[1];
  const mayBeNumber = code === undefined || code === "json-number";
  const number = mayBeNumber ? parseNumber(found) : undefined;
  if (number === undefined) fail(start, code ?? "json-text-unquoted", { found, example: "Sea View Cottage" });
  const hasUnit = /^\d.*\p{L}/u.test(found);
  fail(start, hasUnit ? "json-number-with-unit" : "json-number-in-words", { found, number });
}

/** Returns the rest of the line from an offset, cut to fit a message. Control characters become "?". */
export function excerpt(text: string, offset = 0): string {
  const [line = ""] = text.slice(offset, offset + EXCERPT_LENGTH_MAX).split(/[\r\n]/, 1);
  return line.trimEnd().replace(/[\0-\x1f\x7f-\x9f]/g, "?");
}

/** Returns the match of a sticky pattern at exactly this offset, or "". */
function matchAt(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? "";
}
