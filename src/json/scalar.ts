/**
 * The texts, numbers and words of a JSON file (RFC 8259, sections 3, 6 and 7), and what owners write in their place.
 *
 * Each reader gives where the value ends, or throws the first slip in it; where a damaged text was meant to end is a guess.
 */

/** Thrown in this room alone, and caught at its door. */
export class Slip extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

export function fail(at: number, message: string): never {
  throw new Slip(at, message);
}

/** What a sticky pattern matches at an offset; undefined when it does not. */
export function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** The beginning of a piece of text, on one line and short enough for a message. */
export function shown(piece: string): string {
  const [line = ""] = piece.slice(0, SHOWN_MAX + 1).trimStart().split(/[\r\n]/, 1);
  const plain = line.trimEnd().replace(/\p{Cc}/gu, "?");
  return plain.length > SHOWN_MAX ? `${plain.slice(0, SHOWN_MAX - 1)}…` : plain;
}

/** A piece of text as it is written in JSON, with straight quotation marks. */
export function quoted(piece: string): string {
  return JSON.stringify(shown(piece));
}

const SHOWN_MAX = 50;

/** @param isName the colon behind a member's name helps to find its end */
export function stringEnd(text: string, open: number, isName: boolean): number {
  for (let at = open + 1; ; ) {
    at += matchAt(ORDINARY, text, at)?.length ?? 0;
    if (text.charAt(at) === '"') return closed(text, open, at, isName);
    if (matchAt(LINE_END, text, at) !== undefined) unclosed(text, open, at, isName);
    if (text.charAt(at) !== "\\") fail(at, control(text.charCodeAt(at)));
    const escape = matchAt(ESCAPE, text, at);
    if (escape === undefined) {
      fail(at, `\\${text.charAt(at + 1)} has no meaning in a text: write two backslashes where you want to see one, as in "C:\\\\data\\\\"`);
    }
    if (escape.length === 6 && /^\\u[dD][89a-fA-F]/.test(escape)) fail(at, HALF_CHARACTER);
    at += escape.length;
  }
}

export function isOddQuote(char: string): boolean {
  return char !== "" && (SINGLE + DOUBLE).includes(char);
}

/** Tells of quotation marks of another kind, as word processors and other languages use them. */
export function misquoted(text: string, open: number): never {
  const mark = text.charAt(open);
  const line = matchAt(LINE, text, open + 1) ?? "";
  const marks = SINGLE.includes(mark) ? SINGLE : DOUBLE;
  const close = line.search(new RegExp(`[${marks}"](?=[ \\t]*(?:[,:;=}\\]]|$))`));
  return fail(open, oddQuote(mark, close === -1 ? withoutTail(line) : line.slice(0, close)));
}

/** Line breaks are among the control characters. */
const ORDINARY = /[^"\\\u0000-\u001f]*/y;
const LINE = /[^\r\n]*/y;
const LINE_END = /\\?(?:[\r\n]|$)/y;
const ESCAPE = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\["\\/bfnrt]/y;
const SINGLE = "'‘’‚‛`´";
const DOUBLE = "“”„‟«»″";
/** An odd mark, where what follows it can only follow a text: it was meant to close this one. */
const ODD_CLOSE = new RegExp(`^[^${DOUBLE}]*[${DOUBLE}](?=[ \\t]*(?:[,:}\\]]|$))`);
/** What may follow a text, or may follow it by a slip that does not make the text a different one. */
const AFTER_STRING = /[\s,;:=\]}{[/#]|[.)][ \t]*(?:[,}\]\r\n]|$)|$/y;
const COLON = /\s*:/y;
const HALF_CHARACTER = "this is only one half of a character: write the whole character, as in 😀 or \\ud83d\\ude00";

function closed(text: string, open: number, close: number, isName: boolean): number {
  const inner = text.slice(open + 1, close);
  // The mark before the colon is missing, so that the name ran on over it.
  const isEndless = isName && /:\s*$/.test(inner) && matchAt(COLON, text, close + 1) === undefined;
  if (isEndless || matchAt(AFTER_STRING, text, close + 1) === undefined) {
    refuseOddClose(open, inner);
    if (isEndless) notClosed(open, inner, isName);
    fail(close, 'this quotation mark ends the text, yet more follows it: write \\" for a mark within a text, as in "the \\"old\\" mill"');
  }
  const half = inner.search(/[\ud800-\udfff]/u);
  return half === -1 ? close + 1 : fail(open + 1 + half, HALF_CHARACTER);
}

function unclosed(text: string, open: number, end: number, isName: boolean): never {
  const inner = text.slice(open + 1, end);
  refuseOddClose(open, inner);
  const rest = text.slice(end, end + REST_MAX).replace(/^\\/, "");
  const close = matchAt(TO_CLOSING_MARK, rest, 0)?.length ?? 0;
  if ((isName && inner.includes(":")) || SOMETHING_ELSE.test(rest) || rest.charAt(close) !== '"') notClosed(open, inner, isName);
  fail(open, 'this text is broken over several lines: write it on one line, with \\n for each line break, as in "Dear guest,\\nwelcome"');
}

/** How far the end of a text over several lines is looked for; an expression with alternatives has no endless stack. */
const REST_MAX = 20_000;
/** On the next line, what does not look as if the text went on: a bracket, or a text that is more than its end. */
const SOMETHING_ELSE = /^\s*(?:"(?![ \t]*(?:[,:}\]\r\n]|$))|[}\]]|\/\/|$)/;
const TO_CLOSING_MARK = /(?:[^"\\]|\\[^])*/y;

function notClosed(open: number, inner: string, isName: boolean): never {
  const kept = isName && inner.includes(":") ? inner.slice(0, inner.indexOf(":")).trimEnd() : withoutTail(inner);
  return fail(open, `this text has no closing quotation mark: write ${quoted(kept)}`);
}

function refuseOddClose(open: number, inner: string): void {
  const odd = ODD_CLOSE.exec(inner)?.[0];
  if (odd !== undefined) fail(open + odd.length, oddQuote(odd.slice(-1), odd.slice(0, -1)));
}

function oddQuote(mark: string, inner: string): string {
  const kind = mark === "'" ? "single " : "‘’‚‛“”„‟".includes(mark) ? "curly " : "";
  return `found the ${kind}quotation mark ${mark} where only the straight double one will do: write ${quoted(inner)}`;
}

/** A line's text without the comma and the brackets at its end, which were meant to stand outside. */
function withoutTail(line: string): string {
  const outside = /[[{]/.test(line) ? " \t," : " \t,]}";
  let end = line.length;
  while (end > 0 && outside.includes(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

function control(code: number): string {
  if (code === 9) return "there is a tab inside this text: write a space in its place, or \\t if it must be a tab";
  return `there is an invisible control character (\\u${code.toString(16).padStart(4, "0")}) inside this text: remove it`;
}

/** @param isMember between members a comma followed by a digit can only be part of a number */
export function bareValueEnd(text: string, start: number, isMember: boolean): number {
  const number = isMember ? matchAt(NUMBER_WITH_COMMA, text, start) : undefined;
  if (number !== undefined) fail(start, commaInNumber(number));
  const run = matchAt(BARE, text, start) ?? "";
  // A remark ends it; two slashes in a web address begin none.
  const remark = run.search(/(?<=[\s\de])(?:\/[/*]|#)/);
  const written = (remark === -1 ? run : run.slice(0, remark)).trimEnd();
  return LITERAL.test(written) ? start + written.length : fail(start, correction(written));
}

/** Tells of a name without quotation marks around it, or of what stands in the place of a field. */
export function bareName(text: string, start: number): never {
  const name = matchAt(BARE_NAME, text, start);
  if (name !== undefined) fail(start, `this field name has no quotation marks: write ${quoted(name)}`);
  const found = shown(matchAt(LINE, text, start) ?? "");
  return fail(start, `found ${found} where a field belongs: write a name, a colon and a value, as in "bedrooms": 3`);
}

const LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
/** Characters without width end the run as well: they are told of where they stand. */
const BARE = /[^,;{}[\]"\r\n\u200b-\u200f\u2060\ufeff]*/y;
const BARE_NAME = /[^\s:=,;{}[\]"](?:[^:=,;{}[\]"\r\n]{0,100}?(?="?\s{0,100}[:=]))/y;
const NUMBER_WITH_COMMA = /-?\d[\d.]*(?:,\d+){1,100}/y;

/** How a comma came into a number cannot always be told: 51,705 is 51705 in London and 51.705 in Berlin. */
function commaInNumber(written: string): string {
  const decimal = written.replaceAll(".", "").replace(",", ".");
  if (/^-?\d{1,3}(?:,\d{3}){1,100}$/.test(written)) {
    const either = decimal.includes(",") ? "" : `, or ${decimal} if it marks the decimals`;
    return `a number has no comma in it: write ${written.replaceAll(",", "")}${either}`;
  }
  if (decimal.includes(",")) return `several values need square brackets around them: write [${shown(written)}]`;
  return `a number has a decimal point, not a comma: write ${decimal}`;
}

function correction(written: string): string {
  const plain = written.replace(/^[-+]/, "");
  for (const [looks, message] of WORDS) if (looks.test(plain)) return `found ${written}: write ${message}`;
  for (const [looks, message] of NUMBERS) if (looks.test(written)) return message(shown(written));
  return `this text has no quotation marks around it: write ${quoted(written)}`;
}

const WORDS: readonly (readonly [looks: RegExp, message: string])[] = [
  [/^true$/i, "true, in small letters"],
  [/^false$/i, "false, in small letters"],
  [/^null$/i, "null, in small letters"],
  [/^(?:none|nil|undefined|nan|infinity)$/i, "null where there is no value"],
  [/^(?:yes|no|oui|non|ja|nein|nee|s[ií]|vrai|faux|wahr|falsch|on|off)$/i, "true for yes and false for no"],
];

/** Tried in this order: what looks like a number, and the sentence about it. */
const NUMBERS: readonly (readonly [looks: RegExp, message: (written: string) => string])[] = [
  [/^[−–—‑]\s*\d/, (it) => `this minus sign is a special one: type the hyphen, as in -${it.slice(1).trim()}`],
  [/^-?0\d+$/, (it) => `a number does not begin with 0: write ${Number(it)}, or "${it}" if it is a postcode or telephone number`],
  [/^[-+]?\.?\d/, (it) => `${it} is not a number: write one such as 4.8, or a text in quotation marks, as ${quoted(it)}`],
];
