/**
 * What stands inside one paragraph, heading or table cell, as HTML and as plain text: one pass from left to right.
 *
 * A mark finds its partner in the innermost open one or is refused, a link's words are read by the same function, and
 * nothing is tried twice, so it takes linear time.
 */

import { escapeHtml } from "../html.ts";
import { type Line, type Notes, Refusal } from "./lines.ts";

interface Inline {
  html: string;
  /** What a reader hears, a picture by its description. */
  text: string;
  /** The mark of open emphasis that it stands in. */
  readonly opener?: ReturnType<typeof runAt> & { readonly around: Inline };
}

interface Scan {
  readonly text: string;
  /** Where each of its characters stands in the whole text. */
  readonly places: readonly number[];
  readonly notes: Notes;
  at: number;
}

type Within = "text" | "link" | "picture";

/** By the first character; undefined when that stands for itself. */
const READERS: Readonly<Record<string, (scan: Scan, within: Within) => Inline | undefined>> = {
  "\\": readBackslash,
  "`": readCode,
  "[": readLink,
  "!": readLink,
  "]": (scan) => refuse(scan, scan.at, NOT_A_LINK),
  "<": (scan) => (here(TAG_OR_AUTOLINK, scan) === "" ? undefined : refuse(scan, scan.at, HTML)),
  "&": (scan) => (here(ENTITY, scan) === "" ? undefined : refuse(scan, scan.at, HTML_CODE)),
};

const PLAIN = /[^\\`*_[\]!<&\n]+/y;
const RUN = /([*_`])\1*/y;
const TAG_OR_AUTOLINK = /<(?:[A-Za-z/!?]|[^\s<>]*>)/y;
const ENTITY = /&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/iy;
/** At most one pair of parentheses stands inside another. */
const ADDRESS = /\]\((?:\\\S|[^\s\\()]|\((?:\\\S|[^\s\\()])*\))*\)/y;
const ESCAPED = /\\[!-/:-@[-`{-~]/y;
/** The look behind keeps it from beginning at each of many spaces, which would take quadratic time. */
const SPACES_AT_END = /(?<! ) +$/;
const BREAK = { html: "<br />\n", text: "\n" };

export const HTML = "HTML and <addresses> are not used here: write links as [words](address), a plain < as \\<.";
const HTML_CODE = "Write the character itself instead of its HTML code, or \\& for a plain &.";
const NOT_A_LINK = "A link is written [words](address) without a space between; for a plain bracket write \\[ or \\].";
const NOT_AN_ADDRESS = "Between ( and ) stands the address alone: no space, no title, no unpaired ( or ).";

/** White space at the ends is no text. */
export function inline(lines: readonly Line[], notes: Notes): Inline {
  const places: number[] = [];
  for (const { text, at } of lines) for (let index = 0; index <= text.length; index += 1) places.push(at + index);
  const whole = lines.map((line) => line.text).join("\n");
  return readWords({ text: whole.trimEnd(), places, notes, at: whole.length - whole.trimStart().length }, "text");
}

function refuse({ places }: Scan, at: number, message: string): never {
  throw new Refusal(Number(places[at]), message);
}

function noPartner(mark: string): string {
  return `This ${mark} has no partner: write *slanted*, **bold** or \`code\`, or \\${mark} for a plain ${mark}.`;
}

/** Up to the end of the text, or of a link's words. */
function readWords(scan: Scan, within: Within): Inline {
  let frame: Inline = { html: "", text: "" };
  for (;;) {
    const character = scan.text[scan.at];
    if (character === undefined || (character === "]" && within !== "text")) break;
    if (character === "*" || character === "_") frame = readRun(scan, character, frame);
    else append(frame, READERS[character]?.(scan, within) ?? readPlain(scan));
  }
  if (frame.opener !== undefined) refuse(scan, frame.opener.at, noPartner(frame.opener.mark));
  return frame;
}

function append(frame: Inline, { html, text }: Inline): Inline {
  frame.html += html;
  frame.text += text;
  return frame;
}

/** Emphasis, section 6.2: gives back the frame to read on in. */
function readRun(scan: Scan, mark: string, around: Inline): Inline {
  const run = runAt(scan, mark);
  scan.at += run.length;
  let frame = around;
  while (run.closes && run.left > 0 && frame.opener !== undefined) {
    const { opener } = frame;
    // Rules 9 and 10.
    const isBarred = (opener.closes || run.opens) && (opener.length + run.length) % 3 === 0 && run.length % 3 !== 0;
    if (opener.mark !== mark || isBarred) {
      refuse(scan, run.at, `These ${mark} can be read in two ways; write \\${mark} for those that are plain characters.`);
    }
    const size = Math.min(opener.left, run.left, 2);
    const tag = size === 2 ? "strong" : "em";
    frame.html = `<${tag}>${frame.html}</${tag}>`;
    opener.left -= size;
    run.left -= size;
    if (opener.left === 0) frame = append(opener.around, frame);
  }
  if (run.left === 0) return frame;
  if (run.opens) return { html: "", text: "", opener: { ...run, around: frame } };
  return run.closes ? refuse(scan, run.at, noPartner(mark)) : append(frame, plain(scan, mark.repeat(run.length), scan.at));
}

/** A run of `*` or `_`; `left` of its `length` are unmatched. */
function runAt(scan: Scan, mark: string) {
  const { at, text } = scan;
  const { length } = here(RUN, scan);
  const [before, after] = [weightOf(text[at - 1]), weightOf(text[at + length])];
  const isLeft = after > 0 && (after > 1 || before < 2);
  const isRight = before > 0 && (before > 1 || after < 2);
  const opens = isLeft && (mark === "*" || !isRight || before === 1);
  const closes = isRight && (mark === "*" || !isLeft || after === 1);
  return { mark, at, length, opens, closes, left: length };
}

/** 0 for white space and the ends, 1 for punctuation, 2 for all else, half of a symbol such as 🎉 with it. */
function weightOf(character = " "): number {
  if (/\s/.test(character)) return 0;
  // A text and not a literal, so that Unicode's tables are read only where more than ASCII is written.
  const isMark = character < "\x80" ? /[!-/:-@[-`{-~]/ : new RegExp("[\\p{P}\\p{S}]", "u");
  return isMark.test(character) ? 1 : 2;
}

/** What matches at this place, or "". */
function here(sticky: RegExp, { text, at }: Scan): string {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0] ?? "";
}

/** Moves on to `end`. */
function plain(scan: Scan, text: string, end: number): Inline {
  scan.at = end;
  return { html: escapeHtml(text), text };
}

function readPlain(scan: Scan): Inline {
  const text = here(PLAIN, scan) || scan.text.charAt(scan.at);
  const end = scan.at + text.length;
  const kept = scan.text[end] === "\n" ? text.replace(SPACES_AT_END, "") : text;
  if (text.length - kept.length < 2) return plain(scan, kept, end);
  return append(plain(scan, kept, end + 1), BREAK);
}

function readBackslash(scan: Scan): Inline | undefined {
  if (here(ESCAPED, scan) !== "") return plain(scan, scan.text.charAt(scan.at + 1), scan.at + 2);
  if (scan.text[scan.at + 1] !== "\n") return undefined;
  scan.at += 2;
  return BREAK;
}

/** Section 6.1: up to the next run of as many backticks. */
function readCode(scan: Scan): Inline {
  const { length } = here(RUN, scan);
  const rest = scan.text.slice(scan.at + length);
  const end = rest.search(new RegExp(`(?<!\`)\`{${length}}(?!\`)`));
  if (end === -1) refuse(scan, scan.at, noPartner("`"));
  // One space at each end is left out, unless there is nothing else.
  const code = rest.slice(0, end).replaceAll("\n", " ").replace(/^ (?=.*[^ ])(.*) $/, "$1");
  const { html, text } = plain(scan, code, scan.at + end + 2 * length);
  return { html: `<code>${html}</code>`, text };
}

function readLink(scan: Scan, within: Within): Inline | undefined {
  const start = scan.at;
  const isPicture = scan.text[start] === "!";
  if (isPicture && scan.text[start + 1] !== "[") return undefined;
  if (within === "picture" || (within === "link" && !isPicture)) refuse(scan, start, NOT_A_LINK);
  scan.at += isPicture ? 2 : 1;
  const { html, text } = readWords(scan, isPicture ? "picture" : "link");
  if (!scan.text.startsWith("](", scan.at)) refuse(scan, start, NOT_A_LINK);
  const address = here(ADDRESS, scan).slice("](".length, -1);
  if (address === "") refuse(scan, scan.at + 1, NOT_AN_ADDRESS);
  scan.at += "](".length;
  const { addressOf = String, attributesOf = () => "", links } = scan.notes;
  const target = hrefOf(scan, address, isPicture);
  if (text.trim() === "") refuse(scan, start, isPicture ? "Describe the picture: ![words](address)." : "A link needs words.");
  links.push({ at: Number(scan.places[scan.at]), target });
  scan.at += address.length + 1;
  const href = escapeHtml(addressOf(target));
  return { html: isPicture ? `<img src="${href}" alt="${escapeHtml(text)}"${attributesOf(target)} />` : `<a href="${href}">${html}</a>`, text };
}

const LINK = /^(?:https?:\/\/[^/?#]|mailto:[^/]|tel:[^/]|geo:[^/]|\/(?!\/)|#)/i;
/** ASCII that needs no escape in a URL, and every letter beyond ASCII. */
const CHARACTERS = /^(?:[\w;/?:@&=+$,\-.!~*'()#\u0080-\uD7FF\uE000-\u{10FFFF}]|%[0-9A-Fa-f]{2})+$/u;
const NO_PICTURE = "A picture is a file of this site: put it into content/images and write /images/ and its name.";
const NO_BEGINNING = "An address begins with https://, http://, mailto:, tel:, geo:, / (a path on this site) or #.";
const NO_CHARACTER = "This address holds a character that has to be percent-encoded, or an HTML code.";

/** As it goes into `href` or `src`, percent-encoded but not escaped for HTML. */
function hrefOf(scan: Scan, source: string, isPicture: boolean): string {
  const target = unescaped(source);
  if (!(isPicture ? /^\/(?!\/)/ : LINK).test(target)) refuse(scan, scan.at, isPicture ? NO_PICTURE : NO_BEGINNING);
  if (!CHARACTERS.test(target) || /(?<!\\)&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/i.test(source)) refuse(scan, scan.at, NO_CHARACTER);
  return encodeURI(target).replaceAll("%25", "%");
}

export function unescaped(address: string): string {
  return address.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}
