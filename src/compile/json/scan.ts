/**
 * Scans white space, strings, numbers, `true`, `false` and `null` in JSON (RFC 8259). Each function returns the offset
 * just past what it scans, or throws a `ParseError` that explains how to correct the error.
 */

import { parseBoolean, parseNumber } from "../corrections.ts";
import { type Message, ParseError } from "../messages.ts";

const EXCERPT_LENGTH_MAX = 50;

const WHITE_SPACE = /[ \t\n\r]*/y;
const COMMENT_START = /\/[/*]|#/y;
/** White space and invisible characters, e.g. from pasted text. JSON allows only space, tab, LF and CR. */
const SPECIAL_SPACE = /[\s\u00ad\u200b-\u200f\u2060\ufeff]/y;

export function scanWhiteSpace(text: string, start: number): number {
  const end = start + matchAt(WHITE_SPACE, text, start).length;
  if (matchAt(COMMENT_START, text, end) !== "") throw new ParseError(end, "json-comment");
  if (matchAt(SPECIAL_SPACE, text, end) !== "") throw new ParseError(end, "json-special-space");
  return end;
}

/** JSON's quotation mark, followed by the marks that people and word processors use instead. */
const QUOTES = "\"'‘’‚‛`´“”„‟«»″";
const OPENING_QUOTE_AND_CONTENT = /"(?:[^"\\\u0000-\u001f]+|\\(?:u[\da-fA-F]{4}|["\\/bfnrt]))*/y;
const CONTROL_CHARACTER_IN_LINE = /[\0-\t\v\f\x0e-\x1f]/;
/** Matches a `"` that ends a string: one that is followed by white space, punctuation or the end of the text. */
const CLOSING_QUOTE = /"(?=[\s,;:=\]}{[/#)]|\.\s|$)/y;
/** Matches a quotation mark other than `"` that probably ends a string: before punctuation or the end of the line. */
const WRONG_CLOSING_QUOTE = new RegExp(`[${QUOTES.slice(1)}](?=[ \\t]*(?:[,:}\\]]|$))`);

export function isQuote(character: string): boolean {
  return character !== "" && QUOTES.includes(character);
}

export function scanString(text: string, start: number): number {
  if (text.charAt(start) !== '"') throw wrongQuoteError(text, start);
  const contentEnd = start + matchAt(OPENING_QUOTE_AND_CONTENT, text, start).length;
  const isClosed = matchAt(CLOSING_QUOTE, text, contentEnd) !== "";
  if (!isClosed) throw invalidStringError(text, start, contentEnd);
  return contentEnd + 1;
}

/**
 * Guesses why the string at `start` is invalid. `stopOffset` is the offset of an invalid character or escape sequence,
 * of a `"` that does not seem to end the string, or of the end of the text.
 */
function invalidStringError(text: string, start: number, stopOffset: number): ParseError {
  const character = text.charAt(stopOffset);
  if (character === "\\") return new ParseError(stopOffset, "json-backslash");
  if (CONTROL_CHARACTER_IN_LINE.test(character)) return new ParseError(stopOffset, "json-control-character");
  // If the string contains a wrong quotation mark, e.g. a curly one, that mark was probably meant to end the string.
  const wrongQuoteIndex = text.slice(start, stopOffset).search(WRONG_CLOSING_QUOTE);
  if (wrongQuoteIndex !== -1) return wrongQuoteError(text, start + wrongQuoteIndex);
  // This `"` is followed by more text, as in `"the "blue" room"`, so it was probably meant to be part of the string.
  if (character === '"') return new ParseError(stopOffset, "json-quotation-mark-inside");
  // Otherwise, the closing quotation mark is missing.
  return new ParseError(start, "json-text-unclosed");
}

function wrongQuoteError(text: string, offset: number): ParseError {
  return new ParseError(offset, "json-quotation-mark", { mark: text.charAt(offset) });
}

/** Matches a number, `true`, `false` or `null`, if punctuation, a comment or the end of the text follows. */
const LITERAL =
  /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s*(?:[,;{}[\]"#]|:(?!\d)|\/[/*]|$))/y;

export function isLiteral(text: string, offset: number): boolean {
  return matchAt(LITERAL, text, offset) !== "";
}

export function scanLiteral(text: string, start: number): number {
  const literal = matchAt(LITERAL, text, start);
  if (literal !== "") return start + literal.length;
  const found = lineExcerpt(matchAt(ANGLE, text, start) || matchAt(UNQUOTED, text, start));
  const { code, values } = explainUnquotedValue(found);
  throw new ParseError(start, code, { found, ...values });
}

/** The beginning of an unquoted angle such as `54°48'44"N`, which may contain `"`. */
const ANGLE = /\d{1,3}°[^,{}[\]\r\n]{0,40}/y;
/** The beginning of an unquoted value (not an angle), up to a comma, semicolon, bracket, `"`, comment or line break. */
const UNQUOTED = /.(?:(?!\s(?:\/[/*]|#))[^,;{}[\]"\r\n]){0,50}/y;

const KNOWN_MISTAKES = [
  { pattern: /^$/, code: "json-value-missing-at-end" },
  { pattern: /^[,}\])]$/, code: "json-value-missing" },
  { pattern: /^(?:true|false|null)$/i, code: "json-capital-letters" },
  { pattern: /^(?:none|nil|undefined|nan|infinity)$/i, code: "json-no-value" },
  { pattern: /^[−–]\s*\d/, code: "json-minus-sign" },
] as const;
const DATE_OR_TIME = /^(?:\d{4}-\d\d-\d\d|\d{1,2}:\d\d)$/;
const NUMBER_START = /^[-+]?\.?\d/;

/** Guesses what an invalid unquoted value was meant to be. Specific checks come before general ones. */
function explainUnquotedValue(text: string): Message {
  const code = KNOWN_MISTAKES.find(({ pattern }) => pattern.test(text))?.code;
  if (code !== undefined) return { code };
  // `parseBoolean` recognizes words in several languages, e.g. "yes" and "nein".
  if (parseBoolean(text) !== undefined) return { code: "json-yes-or-no" };
  const number = parseNumber(text);
  if (number !== undefined) return { code: "json-number-suggestion", values: { number } };
  if (DATE_OR_TIME.test(text)) return { code: "json-text-unquoted", values: { example: text } };
  if (NUMBER_START.test(text)) return { code: "json-number" };
  return { code: "json-word-unquoted" };
}

/** Returns the beginning of the first line of `text`, with control characters replaced with "?". */
export function lineExcerpt(text: string): string {
  const [line = ""] = text.slice(0, EXCERPT_LENGTH_MAX).split(/[\r\n]/, 1);
  return line.trimEnd().replace(/[\0-\x1f\x7f-\x9f]/g, "?");
}

/** Returns the text that a sticky pattern matches at `offset`, or "". */
function matchAt(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? "";
}
