/**
 * Scans white space, strings, numbers, `true`, `false` and `null` in JSON (RFC 8259).
 *
 * Invalid JSON causes a `ParseError` that explains how to correct it.
 */

import { parseBoolean, parseNumber } from "../corrections.ts";
import { ParseError } from "../parse-error.ts";
import type { Message } from "../message.ts";

/** Maximum length of an excerpt in an error message, in UTF-16 code units. */
const EXCERPT_LENGTH_MAX = 50;

const WHITE_SPACE = /[ \t\n\r]*/y;
const COMMENT_START = /\/[/*]|#/y;
/** A space that JSON does not allow, or an invisible character. Both are common in pasted text. */
const SPECIAL_SPACE = /[\s\u00ad\u200b-\u200f\u2060\ufeff]/y;

/** Returns the offset just past the white space at `start`. Throws if a comment or a special space follows. */
export function scanWhiteSpace(text: string, start: number): number {
  const end = start + matchAt(WHITE_SPACE, text, start).length;
  if (matchAt(COMMENT_START, text, end) !== "") throw new ParseError(end, "json-comment");
  if (matchAt(SPECIAL_SPACE, text, end) !== "") throw new ParseError(end, "json-special-space");
  return end;
}

/** The JSON quotation mark, followed by those that word processors and other languages use instead. */
const QUOTES = "\"'‘’‚‛`´“”„‟«»″";
/** The opening quotation mark of a string, and its valid characters up to the next `"`. */
const OPENING_QUOTE_AND_CONTENT = /"(?:[^"\\\u0000-\u001f]+|\\(?:u[\da-fA-F]{4}|["\\/bfnrt]))*/y;
/** A `"` before a character that can follow a string. Any other `"` is probably a quotation mark inside the string. */
const CLOSING_QUOTE = /"(?=[\s,;:=\]}{[/#)]|\.\s|$)/y;
/** A quotation mark other than `"` where a string probably ends: before punctuation or at the end of the line. */
const WRONG_CLOSING_QUOTE = new RegExp(`[${QUOTES.slice(1)}](?=[ \\t]*(?:[,:}\\]]|$))`);

export function isQuote(character: string): boolean {
  return character !== "" && QUOTES.includes(character);
}

/** Returns the offset just past the string at `start`. */
export function scanString(text: string, start: number): number {
  if (text.charAt(start) !== '"') throw wrongQuote(text, start);
  const contentEnd = start + matchAt(OPENING_QUOTE_AND_CONTENT, text, start).length;
  const isClosed = matchAt(CLOSING_QUOTE, text, contentEnd) !== "";
  if (isClosed) return contentEnd + 1;
  const next = text.charAt(contentEnd);
  // A `"` here did not close the string. It is probably an unescaped quote or the start of the next string.
  const isUnclosed = ["", "\r", "\n", '"'].includes(next);
  if (isUnclosed) throw unclosedString(text, start, contentEnd);
  throw new ParseError(contentEnd, next === "\\" ? "json-backslash" : "json-control-character");
}

/** Returns an error with the most likely reason why the string at `start` is not closed before `end`. */
function unclosedString(text: string, start: number, end: number): ParseError {
  const wrongQuoteIndex = text.slice(start, end).search(WRONG_CLOSING_QUOTE);
  if (wrongQuoteIndex !== -1) return wrongQuote(text, start + wrongQuoteIndex);
  if (text.charAt(end) === '"') return new ParseError(end, "json-quotation-mark-inside");
  return new ParseError(start, "json-text-unclosed");
}

function wrongQuote(text: string, offset: number): ParseError {
  return new ParseError(offset, "json-quotation-mark", { mark: text.charAt(offset) });
}

/** A number, `true`, `false` or `null`, followed by the end of the text or a character that can follow a value. */
const LITERAL =
  /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s*(?:[,;{}[\]"#]|:(?!\d)|\/[/*]|$))/y;

export function isLiteral(text: string, offset: number): boolean {
  return matchAt(LITERAL, text, offset) !== "";
}

/** Returns the offset just past the number, `true`, `false` or `null` at `start`. Throws if there is none. */
export function scanLiteral(text: string, start: number): number {
  const literal = matchAt(LITERAL, text, start);
  if (literal === "") throw invalidLiteral(text, start);
  return start + literal.length;
}

/**
 * Unquoted text, up to a structural character, a comment or the end of the line. An angle such as `54°48'44"N` has its
 * own alternative, because it contains a quotation mark.
 */
const UNQUOTED = /\d{1,3}°[^,{}[\]\r\n]{0,40}|.(?:(?!\s(?:\/[/*]|#))[^,;{}[\]"\r\n]){0,50}/y;

const INVALID_LITERALS: readonly (readonly [pattern: RegExp, code: Message["code"]])[] = [
  [/^$/, "json-value-missing-at-end"],
  [/^[,}\])]$/, "json-value-missing"],
  [/^(?:true|false|null)$/i, "json-capital-letters"],
  [/^(?:none|nil|undefined|nan|infinity)$/i, "json-no-value"],
  [/^[−–]\s*\d/, "json-minus-sign"],
];
const DATE_OR_TIME = /^(?:\d{4}-\d\d-\d\d|\d{1,2}:\d\d)$/;
const NUMBER_START = /^[-+]?\.?\d/;
/** A number followed by a unit, e.g. `5 km`, but not an angle. */
const NUMBER_WITH_UNIT = /^\d[^°]*\p{L}/u;
const EXAMPLE_TEXT = "Sea View Cottage";

/** Returns an error for the invalid value at `offset`. It suggests a correction if possible, e.g. 4 for `4 stars`. */
function invalidLiteral(text: string, offset: number): ParseError {
  const found = lineExcerpt(matchAt(UNQUOTED, text, offset));
  // Check the most specific pattern first: a date starts with a digit, so it would also match the number patterns.
  if (DATE_OR_TIME.test(found)) return new ParseError(offset, "json-text-unquoted", { found, example: found });
  const [, code] = INVALID_LITERALS.find(([pattern]) => pattern.test(found)) ?? [];
  if (code !== undefined) return new ParseError(offset, code, { found });
  if (parseBoolean(found) !== undefined) return new ParseError(offset, "json-yes-or-no", { found });
  const number = parseNumber(found);
  if (number !== undefined) {
    const numberCode = NUMBER_WITH_UNIT.test(found) ? "json-number-with-unit" : "json-number-in-words";
    return new ParseError(offset, numberCode, { found, number });
  }
  if (NUMBER_START.test(found)) return new ParseError(offset, "json-number", { found });
  return new ParseError(offset, "json-text-unquoted", { found, example: EXAMPLE_TEXT });
}

/** Returns the rest of the line at `offset`, shortened for an error message. Control characters become "?". */
export function lineExcerpt(text: string, offset = 0): string {
  const [line = ""] = text.slice(offset, offset + EXCERPT_LENGTH_MAX).split(/[\r\n]/, 1);
  return line.trimEnd().replace(/[\0-\x1f\x7f-\x9f]/g, "?");
}

/** Returns the text that a sticky pattern matches at `offset`, or "" if it does not match. */
function matchAt(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? "";
}
