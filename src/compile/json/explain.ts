/**
 * Explains syntax errors in the owner's JSON files by guessing what the owner meant.
 */

import { type MessageCode, ParseError } from "../messages.ts";

const COMMENT_START = /\/[/*]|#/y;
/** Matches white space or an invisible character. Callers have already skipped the spaces that JSON allows. */
const SPECIAL_SPACE = /[\s\u00ad\u200b-\u200f\u2060\ufeff]/y;

/** Returns an error if `offset` is at a comment or an unusual space, the likely cause of any other error there. */
export function explainSpace(text: string, offset: number): ParseError | undefined {
  if (matchAt(COMMENT_START, text, offset) !== "") return new ParseError(offset, "json-comment");
  if (matchAt(SPECIAL_SPACE, text, offset) !== "") return new ParseError(offset, "json-special-space");
  return undefined;
}

/** An array or object. `line` is the line of the opening bracket. */
export type Container = Readonly<{ open: string; close: string; example: string; line: number }>;

type Gap = Readonly<{
  container: Container;
  previousEntryStart: number | undefined;
  start: number;
  comma: number | undefined;
  end: number;
}>;

/** Explains an error in the gap (white space and comma) before an entry. Returns undefined for a valid gap. */
export function explainGap(text: string, gap: Gap): ParseError | undefined {
  const next = text.charAt(gap.end);
  return explainExtraComma(gap, next) ?? explainUnclosedBracket(gap, next) ?? explainMissingComma(gap, next);
}

/** Matches a closing bracket. A `)` is probably a mistyped `]` or `}`. */
const CLOSING_BRACKET = /[}\])]/;

function explainExtraComma({ container, previousEntryStart, comma }: Gap, next: string) {
  if (comma === undefined) return undefined;
  const isFirst = previousEntryStart === undefined;
  const isExtra = isFirst || next === "," || CLOSING_BRACKET.test(next);
  return isExtra ? new ParseError(comma, "json-comma-extra", { example: container.example }) : undefined;
}

function explainUnclosedBracket({ container, previousEntryStart, start }: Gap, next: string) {
  const isAtEnd = next === "" || CLOSING_BRACKET.test(next);
  // A `{` where a field name is expected probably means that the previous object was not closed.
  const isNextObject = previousEntryStart !== undefined && container.open === "{" && next === "{";
  return isAtEnd || isNextObject ? new ParseError(start, "json-bracket-unclosed", container) : undefined;
}

/** Explains why two entries have no comma between them: another character is in the comma's place, or none. */
function explainMissingComma(gap: Gap, next: string) {
  const { container, previousEntryStart } = gap;
  if (previousEntryStart === undefined || gap.comma !== undefined) return undefined;
  // A colon after a value, as in `{ "rating": 5: 4 }`, or in a list, as in `[ "rating": 5 ]`.
  const colonCode = container.open === "{" ? "json-colon-extra" : "json-list-with-fields";
  if (next === ":") return new ParseError(previousEntryStart, colonCode);
  if (next === ";") return new ParseError(gap.end, "json-semicolon");
  return new ParseError(gap.start, "json-comma-missing", { example: container.example });
}

const WRONG_QUOTE = /['‘’‚‛`´“”„‟«»″]/;

export function explainName(text: string, offset: number): ParseError {
  if (WRONG_QUOTE.test(text.charAt(offset))) return wrongQuoteError(text, offset);
  // In `"rating": 4,8`, the owner probably means 4.8, so report the decimal comma.
  const isDecimalComma = /\d,\d/.test(text.slice(offset - 2, offset + 1));
  if (isDecimalComma) return new ParseError(offset - 1, "json-decimal-comma");
  return new ParseError(offset, "json-field-expected", { found: lineExcerpt(text, offset) });
}

function wrongQuoteError(text: string, offset: number): ParseError {
  return new ParseError(offset, "json-quotation-mark", { mark: text.charAt(offset) });
}

const CONTROL_CHARACTER_IN_LINE = /[\0-\t\v\f\x0e-\x1f]/;
/** Matches a wrong quotation mark, e.g. `”`, where a string probably ends. */
const WRONG_CLOSING_QUOTE = new RegExp(`${WRONG_QUOTE.source}(?=[ \\t]*(?:[,:}\\]]|$))`);

export function explainInvalidString(text: string, start: number, stop: number): ParseError {
  const character = text.charAt(stop);
  if (character === "\\") return new ParseError(stop, "json-backslash");
  if (CONTROL_CHARACTER_IN_LINE.test(character)) return new ParseError(stop, "json-control-character");
  const wrongQuoteIndex = text.slice(start, stop).search(WRONG_CLOSING_QUOTE);
  if (wrongQuoteIndex !== -1) return wrongQuoteError(text, start + wrongQuoteIndex);
  // A `"` that does not end the string, as in `"the "blue" room"`.
  if (character === '"') return new ParseError(stop, "json-quotation-mark-inside");
  return new ParseError(start, "json-text-unclosed");
}

/** Matches an unquoted value such as `yes`. Stops at punctuation, a comment, a line break or after 51 characters. */
const UNQUOTED = /.(?:(?!\s(?:\/[/*]|#))[^,;{}[\]"\r\n]){0,50}/y;

export function explainValue(text: string, offset: number): ParseError {
  if (WRONG_QUOTE.test(text.charAt(offset))) return wrongQuoteError(text, offset);
  const found = lineExcerpt(matchAt(UNQUOTED, text, offset));
  return new ParseError(offset, invalidValueCode(found), { found });
}

const NULL_SYNONYM = /^(?:null|none|nil|undefined|nan|infinity)$/i;
/** Also matches the minus signs of word processors, `−` and `–`. */
const NUMBER_START = /^[-+−–]?\s?\.?\d/;

/** Returns the code of the error for `text`, which is not a JSON value. At the end of the file, `text` is "". */
function invalidValueCode(text: string): MessageCode {
  if (text === "") return "json-value-missing-at-end";
  if (/^[,}\])]$/.test(text)) return "json-value-missing";
  if (NULL_SYNONYM.test(text)) return "json-no-value";
  return NUMBER_START.test(text) ? "json-number" : "json-word-unquoted";
}

const EXCERPT_LENGTH_MAX = 50;

/** Returns the rest of the line from `start`, up to 50 characters. Replaces control characters with "?". */
export function lineExcerpt(text: string, start = 0): string {
  const [line = ""] = text.slice(start, start + EXCERPT_LENGTH_MAX).split(/[\r\n]/, 1);
  return line.trimEnd().replace(/[\0-\x1f\x7f-\x9f]/g, "?");
}

/** Returns the text that a sticky pattern matches at `offset`, or "". */
export function matchAt(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? "";
}
