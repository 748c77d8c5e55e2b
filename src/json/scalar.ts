/**
 * The texts, numbers and words of a JSON file (RFC 8259, sections 3, 6 and 7), and what owners write in their place.
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

/** What a sticky pattern matches at an offset, perhaps nothing. */
export function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** The beginning of a piece of text, on one line and short enough for a message. */
export function shown(piece: string): string {
  const [line = ""] = piece.slice(0, SHOWN_MAX + 1).trimStart().split(/[\r\n]/, 1);
  const plain = line.trimEnd().replace(/\p{Cc}/gu, "?");
  return plain.length > SHOWN_MAX ? `${plain.slice(0, SHOWN_MAX - 1)}…` : plain;
}

const SHOWN_MAX = 50;
const ORDINARY = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:u[\da-fA-F]{4}|["\\/bfnrt])/y;
const LINE = /[^\r\n]*/y;
const ODD_QUOTES = "'‘’‚‛`´“”„‟«»″";
/** An odd mark, where what follows it can only follow a text: it was meant to close this one. */
const ODD_CLOSE = new RegExp(`^(.*?)([${ODD_QUOTES}"])[ \\t]*(?:[,:}\\]]|$)`);
/** What may follow a text, or may follow it by a slip that does not make the text a different one. */
const AFTER_TEXT = /[\s,;:=\]}{[/#)]|\.\s|$/y;
/** The next line does not look as if a text went on. */
const NEXT_IS_NEW = /^\s*(?:["}\]]|$)/;

/** Where the text that opens here ends. */
export function stringEnd(text: string, open: number): number {
  for (let at = open + 1; ; ) {
    at += matchAt(ORDINARY, text, at).length;
    const char = text.charAt(at);
    const isLineEnd = /^\\?[\r\n]|^\\?$/.test(text.slice(at, at + 2));
    if (isLineEnd || char === '"') {
      AFTER_TEXT.lastIndex = at + 1;
      if (!isLineEnd && AFTER_TEXT.test(text)) return at + 1;
      return notEnded(text, open, at, isLineEnd);
    }
    if (char === "\t") fail(at, "there is a tab inside this text: write a space in its place, or \\t if it must be a tab");
    if (char !== "\\") fail(at, "there is an invisible control character inside this text: remove it");
    const { length } = matchAt(ESCAPE, text, at);
    if (length === 0) fail(at, `${text.slice(at, at + 2)} has no meaning in a text: write two backslashes where you want to see one, as in "C:\\\\data\\\\"`);
    at += length;
  }
}

function notEnded(text: string, open: number, at: number, isLineEnd: boolean): never {
  const inner = text.slice(open + 1, at);
  const [, written = "", mark = '"'] = ODD_CLOSE.exec(inner) ?? [];
  if (mark !== '"') fail(open + 1 + written.length, oddQuote(mark, written));
  if (!isLineEnd) fail(at, 'this quotation mark ends the text, yet more follows it: write \\" for a mark within a text, as in "the \\"old\\" mill"');
  if (NEXT_IS_NEW.test(text.slice(at, at + 100).replace(/^\\/, ""))) fail(open, `this text has no closing quotation mark: write ${JSON.stringify(withoutTail(inner))}`);
  return fail(open, 'this text is broken over several lines: write it on one line, with \\n for each line break, as in "Dear guest,\\nwelcome"');
}

/** Tells of quotation marks of another kind, as word processors and other languages use them. */
export function refuseOddQuote(text: string, open: number): void {
  const mark = text.charAt(open);
  if (mark === "" || !ODD_QUOTES.includes(mark)) return;
  const line = matchAt(LINE, text, open + 1);
  fail(open, oddQuote(mark, ODD_CLOSE.exec(line)?.[1] ?? withoutTail(line)));
}

function oddQuote(mark: string, written: string): string {
  const kind = mark === "'" ? "single " : "‘’‚‛“”„‟".includes(mark) ? "curly " : "";
  return `found the ${kind}quotation mark ${mark} where only the straight double one will do: write ${JSON.stringify(shown(written))}`;
}

/** Without the comma and the brackets at a line's end, which were meant to stand outside. */
function withoutTail(line: string): string {
  return shown(line).replace(/[\s,}\]]+$/, "");
}

const LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const BARE = /[^,;{}[\]"\r\n\u200b-\u200f\u2060\ufeff]*/y;
const NUMBER_WITH_COMMA = /-?\d+(?:,\d+){1,20}/y;

/** Tried in this order: what was written for a value, and the cure. */
const CURES: readonly (readonly [looks: RegExp, cure: (written: string) => string])[] = [
  [/^(?:true|false|null)$/i, (it) => `found ${it}: write ${it.toLowerCase()}, in small letters`],
  [/^(?:none|nil|undefined|nan|infinity)$/i, (it) => `found ${it}: write null where there is no value`],
  [/^(?:yes|no|oui|non|ja|nein|nee|s[ií])$/i, (it) => `found ${it}: write true for yes and false for no`],
  [/^[−–]\s*\d/, (it) => `this minus sign is a special one: type the hyphen, as in -${it.slice(1).trim()}`],
  [/^[-+]?\.?\d/, (it) => `${it} is not a number: write one such as 4.8, or a text in quotation marks, as ${JSON.stringify(it)}`],
  [/^/, (it) => `this text has no quotation marks around it: write ${JSON.stringify(it)}`],
];

/** Where a number, `true`, `false` or `null` ends. @param isMember between members a comma before a digit is part of a number */
export function bareEnd(text: string, start: number, isMember: boolean): number {
  const number = isMember ? matchAt(NUMBER_WITH_COMMA, text, start) : "";
  const decimal = number.replace(",", ".");
  if (number !== "") fail(start, `a number has a decimal point, not a comma: write ${decimal.includes(",") ? number.replaceAll(",", "") : decimal}`);
  const run = matchAt(BARE, text, start);
  // A remark ends it; two slashes in a web address begin none.
  const remark = run.search(/(?<=[\s\de])(?:\/[/*]|#)/);
  const written = (remark === -1 ? run : run.slice(0, remark)).trimEnd();
  if (LITERAL.test(written)) return start + written.length;
  const [, cure] = CURES.find(([looks]) => looks.test(written)) ?? [];
  return fail(start, cure?.(shown(written)) ?? "");
}
