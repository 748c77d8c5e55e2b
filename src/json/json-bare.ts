/**
 * Reads what stands without quotation marks where a value belongs: a number, `true`, `false`, `null`
 * (RFC 8259, sections 3 and 6), or whatever was written instead, and then says how it is written properly.
 */
import { matchAt, quoted, shown } from "./text-scan.ts";
import type { Scalar } from "./text-scan.ts";

/** @param isMember between members a comma followed by a digit can only be part of a number */
export function readBareValue(text: string, start: number, isMember: boolean): Scalar {
  const number = isMember ? matchAt(NUMBER_WITH_COMMA, text, start) : "";
  if (number !== "") return { end: start + number.length, mistake: { at: start, message: commaInNumber(number) } };
  const written = bareText(BARE_VALUE, text, start);
  const end = start + written.length;
  if (isClosingMark(text, end)) return unopened(start, written);
  const message = LITERAL.test(written) ? undefined : correction(written);
  return { end, mistake: message === undefined ? undefined : { at: start, message } };
}

/** A name without quotation marks around it. */
export function readBareName(text: string, start: number): Scalar {
  const written = bareText(BARE_NAME, text, start);
  const end = start + written.length;
  if (isClosingMark(text, end)) return unopened(start, written);
  const message = /^\s*[:=]/.test(text.slice(end, end + 100))
    ? `this field name has no quotation marks: write ${quoted(written)}`
    : `found ${shown(written)} where a field belongs: write a name, a colon and a value, as in "bedrooms": 3`;
  return { end, mistake: { at: start, message } };
}

export function isLiteral(text: string, start: number): boolean {
  return LITERAL.test(bareText(BARE_VALUE, text, start));
}

const LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
/** Characters without width end the run as well: they are told of where they stand. */
const BARE_VALUE = /[^,;{}[\]"\r\n\u200b-\u200f\u2060\ufeff]*/y;
const BARE_NAME = /[^:=,;{}[\]"\r\n\u200b-\u200f\u2060\ufeff]*/y;
const NUMBER_WITH_COMMA = /-?\d[\d.]*(?:,\d+){1,100}/y;

/** Up to a remark or the end of the run; a web address holds two slashes that begin no remark. */
function bareText(pattern: RegExp, text: string, start: number): string {
  const run = matchAt(pattern, text, start);
  const literal = /^(?:true|false|null|-?\d[\d.eE+-]*)(?=\/[/*]|#)/.exec(run)?.[0];
  if (literal !== undefined) return literal;
  const remark = run.search(/\s(?:\/[/*]|#)/);
  return (remark === -1 ? run : run.slice(0, remark)).trimEnd();
}

function isClosingMark(text: string, at: number): boolean {
  return matchAt(CLOSING_MARK, text, at) !== "";
}

const CLOSING_MARK = /"(?=[ \t]*(?:[,:}\]\r\n]|$))/y;

function unopened(start: number, written: string): Scalar {
  const message = `the opening quotation mark is missing before ${shown(written)}: write ${quoted(written)}`;
  return { end: start + written.length + 1, mistake: { at: start, message } };
}

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
  const word = WORDS.get(written.toLowerCase().replace(/^[-+]/, ""));
  if (word !== undefined) return `found ${written}: ${word}`;
  for (const [looks, message] of NUMBERS) if (looks.test(written)) return message(shown(written));
  return `this text has no quotation marks around it: write ${quoted(written)}`;
}

const NO_VALUE = "write null where there is no value";
const NO_NUMBER = "write a number such as 4.8, or null where there is none";
const YES_OR_NO = "write true for yes and false for no";

const WORDS: ReadonlyMap<string, string> = new Map([
  ["true", "write true, in small letters"],
  ["false", "write false, in small letters"],
  ["null", "write null, in small letters"],
  ["none", NO_VALUE],
  ["nil", NO_VALUE],
  ["undefined", NO_VALUE],
  ["nan", NO_NUMBER],
  ["infinity", NO_NUMBER],
  ["yes", YES_OR_NO],
  ["no", YES_OR_NO],
]);

/** Tried in this order: what looks like a number, and the sentence about it. */
const NUMBERS: readonly (readonly [looks: RegExp, message: (written: string) => string])[] = [
  [/^[−–—‑]\s*\d/, (it) => `this minus sign is a special one: type the hyphen, as in -${it.slice(1).trim()}`],
  [/^\+\d+(?:\.\d+)?$/, (it) => `a number does not begin with a plus sign: write ${it.slice(1)}`],
  [/^-?\.\d+$/, (it) => `a number does not begin with its point: write ${it.replace(".", "0.")}`],
  [/^-?\d+\.$/, (it) => `a number does not end with a point: write ${it.slice(0, -1)}`],
  [/^-?0\d+(?:\.\d+)?$/, leadingZero],
  [/^-?\d{1,3}(?:[\s_'’.]\d{3}){1,100}$/, (it) => `a number has no separators in it: write ${it.replace(/[^-\d]/g, "")}`],
  [/^[-+.]?\d/, (it) => `${it} is not a number: write one such as 4.8, or a text in quotation marks, as ${quoted(it)}`],
];

function leadingZero(written: string): string {
  const number = written.replace(/0+(?=\d)/, "");
  return `a number does not begin with 0: write ${number}, or "${written}" if it is a postcode or telephone number`;
}
