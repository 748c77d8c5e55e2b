/**
 * Renders the content of one paragraph, heading or table cell to HTML and plain text, in one pass.
 *
 * A closing delimiter must match the innermost open one or is refused, so nothing is read twice and time is linear.
 */

import { escapeHtml } from "../html.ts";
import { ParseError } from "../parse-error.ts";
import type { Phrase, PhraseValues } from "../phrase.ts";
import type { Context, Line } from "./lines.ts";

interface Span {
  html: string;
  /** A picture is its description. */
  text: string;
  /** The open delimiter that the span follows, and the span before that. */
  readonly opener?: DelimiterRun & { readonly outer: Span };
}

/** A run of `*` or `_` (section 6.2), of which `unmatched` have no partner yet. */
interface DelimiterRun {
  readonly mark: string;
  readonly start: number;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  unmatched: number;
}

interface Scanner {
  readonly text: string;
  /** The offset of each character in the whole text. */
  readonly offsets: readonly number[];
  readonly context: Context;
  position: number;
}

type Container = "paragraph" | "link" | "picture";

/** Readers by the first character. They return undefined where it is a plain character. */
const READERS: Readonly<Record<string, (scanner: Scanner, container: Container) => Span | undefined>> = {
  "\\": readBackslash,
  "`": readCode,
  "[": readLink,
  "!": readLink,
  "]": (scanner) => refuse(scanner, scanner.position, "markdown-link"),
  "<": (scanner) => refuseMatch(scanner, TAG_OR_AUTOLINK, "markdown-html"),
  "&": (scanner) => refuseMatch(scanner, CHARACTER_CODE, "markdown-html-code"),
};

const PLAIN = /[^\\`*_[\]!<&\n]+/y;
const RUN = /([*_`])\1*/y;
const TAG_OR_AUTOLINK = /<(?:[A-Za-z/!?]|[^\s<>]*>)/y;
const CHARACTER_CODE = /&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/iy;
/** At most one pair of parentheses inside another. */
const ADDRESS = /\]\((?:\\\S|[^\s\\()]|\((?:\\\S|[^\s\\()])*\))*\)/y;
const ESCAPED = /\\[!-/:-@[-`{-~]/y;
/** The look-behind prevents a match attempt at each of many spaces, which would take quadratic time. */
const TRAILING_SPACES = /(?<! ) +$/;
const HARD_BREAK = { html: "<br />\n", text: "\n" };

/** White space at the start and end is left out. */
export function inline(lines: readonly Line[], context: Context): Span {
  const offsets: number[] = [];
  for (const { text, offset } of lines) {
    for (let index = 0; index <= text.length; index += 1) offsets.push(offset + index);
  }
  const text = lines.map((line) => line.text).join("\n");
  const position = text.length - text.trimStart().length;
  return readSpans({ text: text.trimEnd(), offsets, context, position }, "paragraph");
}

function refuse({ offsets }: Scanner, position: number, code: Phrase["code"], values?: PhraseValues): never {
  throw new ParseError(offsets[position] ?? 0, code, values);
}

function refuseMatch(scanner: Scanner, pattern: RegExp, code: Phrase["code"]): undefined {
  if (matchHere(pattern, scanner) !== "") refuse(scanner, scanner.position, code);
  return undefined;
}

/** Reads to the end of the text, or of the words of a link or picture. */
function readSpans(scanner: Scanner, container: Container): Span {
  let span: Span = { html: "", text: "" };
  for (;;) {
    const character = scanner.text[scanner.position];
    if (character === undefined || (character === "]" && container !== "paragraph")) break;
    if (character === "*" || character === "_") span = readDelimiterRun(scanner, character, span);
    else append(span, READERS[character]?.(scanner, container) ?? readPlain(scanner));
  }
  if (span.opener !== undefined)
    refuse(scanner, span.opener.start, "markdown-mark-unmatched", { mark: span.opener.mark });
  return span;
}

function append(span: Span, { html, text }: Span): Span {
  span.html += html;
  span.text += text;
  return span;
}

/** Closes and opens emphasis (section 6.2). Returns the span to which the following content is appended. */
function readDelimiterRun(scanner: Scanner, mark: string, current: Span): Span {
  const run = delimiterRunAt(scanner, mark);
  scanner.position += run.length;
  let span = current;
  while (run.canClose && run.unmatched > 0 && span.opener !== undefined) {
    const { opener } = span;
    if (opener.mark !== mark || isMultipleOfThree(opener, run))
      refuse(scanner, run.start, "markdown-mark-ambiguous", { mark });
    const size = Math.min(opener.unmatched, run.unmatched, 2);
    const tag = size === 2 ? "strong" : "em";
    span.html = `<${tag}>${span.html}</${tag}>`;
    opener.unmatched -= size;
    run.unmatched -= size;
    if (opener.unmatched === 0) span = append(opener.outer, span);
  }
  if (run.unmatched === 0) return span;
  if (run.canOpen) return { html: "", text: "", opener: { ...run, outer: span } };
  if (run.canClose) refuse(scanner, run.start, "markdown-mark-unmatched", { mark });
  return append(span, plainSpan(scanner, mark.repeat(run.length), scanner.position));
}

/** Rules 9 and 10: runs that can both open and close do not match if their lengths add up to a multiple of three. */
function isMultipleOfThree(opener: DelimiterRun, closer: DelimiterRun): boolean {
  const isAmbiguous = opener.canClose || closer.canOpen;
  return isAmbiguous && (opener.length + closer.length) % 3 === 0 && closer.length % 3 !== 0;
}

function delimiterRunAt(scanner: Scanner, mark: string): DelimiterRun {
  const { position: start, text } = scanner;
  const { length } = matchHere(RUN, scanner);
  const before = characterClass(text[start - 1]);
  const after = characterClass(text[start + length]);
  const isLeftFlanking = after !== "space" && (after === "other" || before !== "other");
  const isRightFlanking = before !== "space" && (before === "other" || after !== "other");
  const canOpen = isLeftFlanking && (mark === "*" || !isRightFlanking || before === "punctuation");
  const canClose = isRightFlanking && (mark === "*" || !isLeftFlanking || after === "punctuation");
  return { mark, start, length, canOpen, canClose, unmatched: length };
}

/** The start and the end of the text count as space. Half of a surrogate pair, as of an emoji, is "other". */
function characterClass(character = " "): "space" | "punctuation" | "other" {
  if (/\s/.test(character)) return "space";
  if (character < "\x80") return /[!-/:-@[-`{-~]/.test(character) ? "punctuation" : "other";
  // Not a literal, so that Unicode's tables are loaded only for texts that need them.
  return new RegExp("[\\p{P}\\p{S}]", "u").test(character) ? "punctuation" : "other";
}

/** Returns what a sticky pattern matches at the position, or "". */
function matchHere(sticky: RegExp, { text, position }: Scanner): string {
  sticky.lastIndex = position;
  return sticky.exec(text)?.[0] ?? "";
}

/** Returns a span of plain text, and moves to its end. */
function plainSpan(scanner: Scanner, text: string, end: number): Span {
  scanner.position = end;
  return { html: escapeHtml(text), text };
}

function readPlain(scanner: Scanner): Span {
  const text = matchHere(PLAIN, scanner) || scanner.text.charAt(scanner.position);
  const end = scanner.position + text.length;
  if (scanner.text[end] !== "\n") return plainSpan(scanner, text, end);
  const trimmed = text.replace(TRAILING_SPACES, "");
  const isHardBreak = text.length - trimmed.length >= 2;
  return isHardBreak ? append(plainSpan(scanner, trimmed, end + 1), HARD_BREAK) : plainSpan(scanner, trimmed, end);
}

function readBackslash(scanner: Scanner): Span | undefined {
  const { text, position } = scanner;
  if (matchHere(ESCAPED, scanner) !== "") return plainSpan(scanner, text.charAt(position + 1), position + 2);
  if (text[position + 1] !== "\n") return undefined;
  scanner.position += 2;
  return HARD_BREAK;
}

/** Reads a code span up to the next run of as many backticks (section 6.1). */
function readCode(scanner: Scanner): Span {
  const { length } = matchHere(RUN, scanner);
  const rest = scanner.text.slice(scanner.position + length);
  const end = rest.search(new RegExp(`(?<!\`)\`{${length}}(?!\`)`));
  if (end === -1) refuse(scanner, scanner.position, "markdown-mark-unmatched", { mark: "`" });
  // One space at each end is left out, unless there is nothing else.
  const code = rest.slice(0, end).replaceAll("\n", " ").replace(/^ (?=.*[^ ])(.*) $/, "$1");
  const { html, text } = plainSpan(scanner, code, scanner.position + end + 2 * length);
  return { html: `<code>${html}</code>`, text };
}

function readLink(scanner: Scanner, container: Container): Span | undefined {
  const start = scanner.position;
  const isPicture = scanner.text[start] === "!";
  if (isPicture && scanner.text[start + 1] !== "[") return undefined;
  if (container === "picture" || (container === "link" && !isPicture)) refuse(scanner, start, "markdown-link");
  scanner.position += isPicture ? 2 : 1;
  const words = readSpans(scanner, isPicture ? "picture" : "link");
  const target = readTarget(scanner, start, isPicture);
  if (words.text.trim() === "") refuse(scanner, start, isPicture ? "markdown-picture-empty" : "markdown-link-empty");
  const { addressOf = String, attributesOf = () => "" } = scanner.context;
  const address = escapeHtml(addressOf(target));
  if (!isPicture) return { html: `<a href="${address}">${words.html}</a>`, text: words.text };
  const html = `<img src="${address}" alt="${escapeHtml(words.text)}"${attributesOf(target)} />`;
  return { html, text: words.text };
}

/** Reads `](address)`, and notes the target. */
function readTarget(scanner: Scanner, linkStart: number, isPicture: boolean): string {
  if (!scanner.text.startsWith("](", scanner.position)) refuse(scanner, linkStart, "markdown-link");
  const address = matchHere(ADDRESS, scanner).slice("](".length, -1);
  if (address === "") refuse(scanner, scanner.position + 1, "markdown-address");
  scanner.position += "](".length;
  const target = percentEncoded(scanner, address, isPicture);
  const offset = scanner.offsets[scanner.position] ?? 0;
  scanner.context.links.push({ offset, length: address.length, target });
  scanner.position += address.length + 1;
  return target;
}

const LINK_START = /^(?:https?:\/\/[^/?#]|mailto:[^/]|tel:[^/]|geo:[^/]|\/(?!\/)|#)/i;
const PICTURE_START = /^\/(?!\/)/;
/** ASCII that needs no escape in a URL, and every letter beyond ASCII. */
const ADDRESS_CHARACTERS = /^(?:[\w;/?:@&=+$,\-.!~*'()#\u0080-\uD7FF\uE000-\u{10FFFF}]|%[0-9A-Fa-f]{2})+$/u;
const UNESCAPED_CHARACTER_CODE = /(?<!\\)&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/i;

/** Returns the address for `href` or `src`: percent-encoded, but not escaped for HTML. */
function percentEncoded(scanner: Scanner, address: string, isPicture: boolean): string {
  const { position } = scanner;
  const target = address.replace(/\\([!-/:-@[-`{-~])/g, "$1");
  if (isPicture && !PICTURE_START.test(target)) refuse(scanner, position, "markdown-picture-address");
  if (!isPicture && !LINK_START.test(target)) refuse(scanner, position, "markdown-address-start");
  if (!ADDRESS_CHARACTERS.test(target) || UNESCAPED_CHARACTER_CODE.test(address)) {
    refuse(scanner, position, "markdown-address-character");
  }
  return encodeURI(target).replaceAll("%25", "%");
}
