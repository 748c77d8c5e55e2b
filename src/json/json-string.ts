/**
 * Reads a string, also one that is not written as RFC 8259, section 7, wants it, and says what is wrong with it.
 *
 * Where a damaged string was meant to end is a guess, made so that reading goes on at a likely place.
 */
import { lineEnd, matchAt, matchEnd, quoted, shown } from "./text-scan.ts";
import type { Mistake, Scalar } from "./text-scan.ts";

/** @param isName a member's name can be told from a value by the colon behind it, which helps to find its end */
export function readString(text: string, open: number, isName: boolean): Scalar {
  let mistake: Mistake | undefined;
  let at = open + 1;
  for (;;) {
    at = matchEnd(ORDINARY, text, at);
    const char = text.charAt(at);
    if (char === '"') return closed(text, open, at + 1, isName, mistake);
    if (char === "" || char === "\n" || char === "\r") return unclosed(text, open, at, isName);
    const oddity = char === "\\" ? readEscape(text, at) : readControl(text, at);
    mistake ??= oddity.mistake;
    at = oddity.end;
  }
}

export function isOddQuote(char: string): boolean {
  return char !== "" && (SINGLE + DOUBLE).includes(char);
}

/** Reads a string between quotation marks of another kind, as word processors and other languages use. */
export function readMisquoted(text: string, open: number): Scalar {
  const mark = text.charAt(open);
  const line = text.slice(open, lineEnd(text, open));
  const marks = SINGLE.includes(mark) ? SINGLE : DOUBLE;
  const close = line.slice(1).search(new RegExp(`[${marks}"](?=[ \\t]*(?:[,:;=}\\]]|$))`)) + 1;
  const inner = close > 0 ? line.slice(1, close) : withoutTail(line.slice(1));
  const end = open + inner.length + (close > 0 ? 2 : 1);
  return { end, mistake: { at: open, message: oddQuote(mark, inner) } };
}

/** `ORDINARY` stops at every control character; the line breaks among them are dealt with by then. */
const ORDINARY = /[^"\\\u0000-\u001f]*/y;
const SINGLE = "'‘’‚‛`´";
const DOUBLE = "“”„‟«»″";
const CURLY = "‘’‚‛“”„‟";
/** The first odd mark in a string, where what follows it can only follow a string: it was meant to close this one. */
const ODD_CLOSE = new RegExp(`^[^${DOUBLE}]*[${DOUBLE}](?=[ \\t]*[,:}\\]])`);
const ODD_CLOSE_OR_END = new RegExp(`^[^${DOUBLE}]*[${DOUBLE}](?=[ \\t]*(?:[,:}\\]]|$))`);
/** What may follow a string, or may follow it by a mistake that does not make the string a different one. */
const AFTER_STRING = /[\s,;:=\]}{[/#]|[.)][ \t]*(?:[,}\]\r\n]|$)|$/y;
const STRAIGHT_CLOSE = /"(?=[ \t]*(?:[,:}\]]|$))/;

function oddQuote(mark: string, inner: string): string {
  const kind = mark === "'" ? "single " : CURLY.includes(mark) ? "curly " : "";
  return `found the ${kind}quotation mark ${mark} where only the straight double one will do: write ${quoted(inner)}`;
}

function closed(text: string, open: number, end: number, isName: boolean, earlier: Mistake | undefined): Scalar {
  const inner = text.slice(open + 1, end - 1);
  const isEndless = isName && ENDS_WITH_COLON.test(inner) && matchAt(COLON, text, end) === "";
  AFTER_STRING.lastIndex = end;
  if (isEndless || !AFTER_STRING.test(text)) return wronglyClosed(text, open, end, isEndless);
  const lone = inner.search(LONE_SURROGATE);
  return { end, mistake: earlier ?? (lone === -1 ? undefined : { at: open + 1 + lone, message: HALF_CHARACTER }) };
}

/** The string goes on where it should have ended, or ends where it should have gone on. */
function wronglyClosed(text: string, open: number, end: number, isEndless: boolean): Scalar {
  const inner = text.slice(open + 1, end - 1);
  const odd = ODD_CLOSE.exec(inner)?.[0];
  if (odd !== undefined) return oddlyClosed(open, odd);
  if (isEndless) return endlessName(open, inner);
  const close = text.slice(end, lineEnd(text, end)).search(STRAIGHT_CLOSE);
  return { end: close === -1 ? end : end + close + 1, mistake: { at: end - 1, message: INNER_QUOTE } };
}

const ENDS_WITH_COLON = /:\s*$/;
const COLON = /\s*:/y;
const LONE_SURROGATE = /[\ud800-\udfff]/u;
const WHOLE_CHARACTER = "write the whole character, as in 😀 or \\ud83d\\ude00";
const HALF_CHARACTER = `this is only one half of a character: ${WHOLE_CHARACTER}`;
const INNER_QUOTE =
  "this quotation mark ends the text, yet more follows it: " +
  'write \\" for a mark within a text, as in "the \\"old\\" mill"';

/** The name's string ran on over the colon, because the mark before the colon is missing. */
function endlessName(open: number, inner: string): Scalar {
  const name = inner.slice(0, inner.indexOf(":")).trimEnd();
  const message = `the closing quotation mark is missing after ${shown(name)}: write ${quoted(name)}`;
  return { end: open + 1 + name.length, mistake: { at: open, message } };
}

function oddlyClosed(open: number, inner: string): Scalar {
  const at = open + inner.length;
  return { end: at + 1, mistake: { at, message: oddQuote(inner.slice(-1), inner.slice(0, -1)) } };
}

function unclosed(text: string, open: number, end: number, isName: boolean): Scalar {
  const inner = text.slice(open + 1, end);
  const odd = ODD_CLOSE_OR_END.exec(inner)?.[0];
  if (odd !== undefined) return oddlyClosed(open, odd);
  if (isName && inner.includes(":")) return endlessName(open, inner);
  const escaped = inner.search(/\\"[ \t,}\]]*$/);
  if (escaped !== -1) return { end: open + escaped + 3, mistake: { at: open + 1 + escaped, message: ESCAPED_CLOSE } };
  const rest = text.slice(end, end + REST_MAX);
  const close = matchAt(TO_CLOSING_MARK, rest, 0).length;
  if (SOMETHING_ELSE.test(rest) || rest.charAt(close) !== '"') {
    const kept = withoutTail(inner);
    const message = `this text has no closing quotation mark: write ${quoted(kept)}`;
    return { end: open + 1 + kept.length, mistake: { at: open, message } };
  }
  return { end: end + close + 1, mistake: { at: open, message: BROKEN_TEXT } };
}

/** How far the end of a text over several lines is looked for; an expression with alternatives has no endless stack. */
const REST_MAX = 20_000;
/** On the next line, what does not look as if the text went on: a bracket, or a string that is more than its end. */
const SOMETHING_ELSE = /^\s*(?:"(?![ \t]*(?:[,:}\]\r\n]|$))|[}\]]|\/\/|$)/;
const TO_CLOSING_MARK = /(?:[^"\\]|\\[^])*/y;
const TWO_BACKSLASHES = 'two backslashes where you want to see one, as in "C:\\\\data\\\\"';
const ESCAPED_CLOSE = `a backslash here makes the quotation mark behind it part of the text: write ${TWO_BACKSLASHES}`;
const BROKEN_TEXT =
  "this text is broken over several lines: " +
  'write it on one line, with \\n for each line break, as in "Dear guest,\\nwelcome"';

/** A line's text without the comma and the brackets at its end, which were meant to stand outside. */
function withoutTail(line: string): string {
  const outside = /[[{]/.test(line) ? " \t," : " \t,]}";
  let end = line.length;
  while (end > 0 && outside.includes(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

function readEscape(text: string, at: number): Scalar {
  const char = text.charAt(at + 1);
  if (char === "u") return readCode(text, at);
  if (char !== "" && '"\\/bfnrt'.includes(char)) return { end: at + 2 };
  const isLineEnd = char === "\n" || char === "\r" || char === "";
  const found = isLineEnd ? "a backslash at the end of a line" : `\\${char}`;
  const message =
    char === "'" ? NEEDLESS_BACKSLASH : `${found} has no meaning in a text: write ${TWO_BACKSLASHES}`;
  return { end: at + (isLineEnd ? 1 : 2), mistake: { at, message } };
}

const NEEDLESS_BACKSLASH =
  "a single quotation mark needs no backslash before it: write ' alone, as in \"the owner's house\"";

/** `\u` and four hexadecimal digits; a character beyond the first 65,536 is written as two such halves. */
function readCode(text: string, at: number): Scalar {
  const code = matchAt(CODE, text, at);
  if (code === "") return { end: at + 2, mistake: { at, message: BAD_CODE } };
  if (!/^\\u[dD][89a-fA-F]/.test(code)) return { end: at + 6 };
  if (matchAt(PAIR, text, at) !== "") return { end: at + 12 };
  const message = `${code} is only one half of a character: ${WHOLE_CHARACTER}`;
  return { end: at + 6, mistake: { at, message } };
}

const BAD_CODE =
  "\\u is followed by four digits or letters from a to f: write the character itself, or its code as in \\u00e9 for é";
const CODE = /\\u[0-9a-fA-F]{4}/y;
const PAIR = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/y;

function readControl(text: string, at: number): Scalar {
  const code = text.charCodeAt(at).toString(16).padStart(4, "0");
  const message =
    code === "0009"
      ? "there is a tab inside this text: write a space in its place, or \\t if it must be a tab"
      : `there is an invisible control character (\\u${code}) inside this text: remove it`;
  return { end: at + 1, mistake: { at, message } };
}
