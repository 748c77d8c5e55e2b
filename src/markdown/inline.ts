/**
 * What stands inside one paragraph, heading or table cell, as HTML and as plain text: one pass from left to right.
 *
 * It refuses the first thing that it cannot render exactly: a mark finds its partner in the innermost open one or not
 * at all, a link's words are read by the same function, and nothing is tried twice. So it takes linear time.
 */

import { escapeHtml } from "../html.ts";
import { type Line, type Notes, type Place, Refusal, SPACES_AT_END, startsOf } from "./source.ts";

export interface Inline {
  readonly html: string;
  /** What a reader hears: no tags, a picture by its description. */
  readonly text: string;
}

interface Scan {
  readonly text: string;
  readonly notes: Notes;
  readonly placeOf: (offset: number) => Place;
  at: number;
}

type Within = "text" | "link" | "picture";

/** A run of `*` or `_`; `left` of its `length` are unmatched. */
interface Run {
  readonly mark: string;
  readonly at: number;
  readonly length: number;
  readonly opens: boolean;
  readonly closes: boolean;
  left: number;
}

/** What has been read since its opener, which stands in the frame around it; the outermost has none. */
interface Frame {
  html: string;
  text: string;
  readonly opener?: Run & { readonly around: Frame };
}

/** Each reads on from its character; undefined when that character stands for itself. */
const READERS: Readonly<Record<string, (scan: Scan, within: Within) => Inline | undefined>> = {
  "\\": readBackslash,
  "`": readCode,
  "[": readLink,
  "]": (scan) => refuse(scan, scan.at, NOT_A_LINK),
  "!": (scan, within) => (scan.text[scan.at + 1] === "[" ? readLink(scan, within) : undefined),
  "<": (scan) => (lengthOf(TAG_OR_AUTOLINK, scan) > 0 ? refuse(scan, scan.at, HTML) : undefined),
  "&": (scan) => (lengthOf(ENTITY, scan) > 0 ? refuse(scan, scan.at, HTML_CODE) : undefined),
};

const PLAIN = /[^\\`*_[\]!<&\n]+/y;
const RUN = /([*_`])\1*/y;
const TAG_OR_AUTOLINK = /<(?:[A-Za-z/!?]|[^\s<>]*>)/y;
const ENTITY = /&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/iy;
/** Behind "]": at most one pair of parentheses stands inside another. */
const ADDRESS = /\]\(((?:\\\S|[^\s\\()]|\((?:\\\S|[^\s\\()])*\))*)\)/y;
const ESCAPED = /\\[!-/:-@[-`{-~]/y;
const BREAK = { html: "<br />\n", text: "\n" };

export const HTML = "HTML and <addresses> are not used here: write links as [words](address), a plain < as \\<.";
const HTML_CODE = "Write the character itself instead of its HTML code, or \\& for a plain &.";
const NOT_A_LINK = "A link is written [words](address) without a space between; for a plain bracket write \\[ or \\].";
const NOT_AN_ADDRESS = "Between ( and ) stands the address and nothing else: no space, no title, no unpaired ( or ).";

/** Lines come without spaces at their start; other white space at the ends is no text either. */
export function inline(lines: readonly Line[], notes: Notes): Inline {
  const whole = lines.map((line) => line.text).join("\n");
  const at = whole.length - whole.trimStart().length;
  return readWords({ text: whole.trimEnd(), notes, placeOf: placesIn(lines), at }, "text");
}

const FIRST: Place = { line: 1, column: 1 };

/** Finds the place of an offset into the lines' texts joined by line feeds: mostly behind the one asked for before. */
function placesIn(lines: readonly Line[]): Scan["placeOf"] {
  const startOf = startsOf(lines.map(({ text }) => text));
  let index = 0;
  return (offset) => {
    while (startOf(index + 1) <= offset) index += 1;
    while (startOf(index) > offset) index -= 1;
    const { [index]: { line, column } = FIRST } = lines;
    return { line, column: column + offset - startOf(index) };
  };
}

function refuse({ placeOf }: Scan, at: number, message: string): never {
  throw new Refusal(placeOf(at), message);
}

function noPartner(mark: string): string {
  return `This ${mark} has no partner: write *slanted*, **bold** or \`code\`, or \\${mark} for a plain ${mark}.`;
}

/** Up to the end of the text, or of the link's or picture's words. */
function readWords(scan: Scan, within: Within): Inline {
  let frame: Frame = { html: "", text: "" };
  for (;;) {
    const character = scan.text[scan.at];
    if (character === undefined || (character === "]" && within !== "text")) break;
    if (character === "*" || character === "_") frame = readRun(scan, character, frame);
    else append(frame, READERS[character]?.(scan, within) ?? readPlain(scan));
  }
  let unmatched: Run | undefined;
  for (; frame.opener !== undefined; frame = frame.opener.around) unmatched = frame.opener;
  if (unmatched !== undefined) refuse(scan, unmatched.at, noPartner(unmatched.mark));
  return frame;
}

function append(frame: Frame, { html, text }: Inline): void {
  frame.html += html;
  frame.text += text;
}

/**
 * Emphasis, section 6.2; a run is refused where CommonMark would look further out than the innermost open one.
 * Gives back the frame to read on in.
 */
function readRun(scan: Scan, mark: string, around: Frame): Frame {
  const run = runAt(scan, mark);
  scan.at += run.length;
  if (!run.opens && !run.closes) {
    append(around, { html: mark.repeat(run.length), text: mark.repeat(run.length) });
    return around;
  }
  let frame = around;
  while (run.closes && run.left > 0 && frame.opener !== undefined) {
    const { opener } = frame;
    if (opener.mark !== mark || isBarredByThree(opener, run)) {
      refuse(scan, run.at, `These ${mark} can be read in two ways; write \\${mark} for those that are plain characters.`);
    }
    const size = opener.left >= 2 && run.left >= 2 ? 2 : 1;
    const tag = size === 2 ? "strong" : "em";
    frame.html = `<${tag}>${frame.html}</${tag}>`;
    opener.left -= size;
    run.left -= size;
    if (opener.left > 0) continue;
    append(opener.around, frame);
    frame = opener.around;
  }
  if (run.left === 0) return frame;
  if (!run.opens) refuse(scan, run.at, noPartner(mark));
  return { html: "", text: "", opener: { ...run, around: frame } };
}

/** A character is half a symbol such as 🎉, and then no punctuation: so reads the reference implementation. */
function runAt(scan: Scan, mark: string): Run {
  const { at, text } = scan;
  const length = lengthOf(RUN, scan);
  const [before, after] = [text[at - 1] ?? " ", text[at + length] ?? " "];
  const [isAfterMark, isBeforeMark] = [PUNCTUATION.test(before), PUNCTUATION.test(after)];
  const [isAfterSpace, isBeforeSpace] = [/\s/.test(before), /\s/.test(after)];
  const isLeft = !isBeforeSpace && (!isBeforeMark || isAfterSpace || isAfterMark);
  const isRight = !isAfterSpace && (!isAfterMark || isBeforeSpace || isBeforeMark);
  const opens = isLeft && (mark === "*" || !isRight || isAfterMark);
  const closes = isRight && (mark === "*" || !isLeft || isBeforeMark);
  return { mark, at, length, opens, closes, left: length };
}

const PUNCTUATION = /[\p{P}\p{S}]/u;

/** Rules 9 and 10. */
function isBarredByThree(opener: Run, closer: Run): boolean {
  return (opener.closes || closer.opens) && (opener.length + closer.length) % 3 === 0 && closer.length % 3 !== 0;
}

/** How many characters match here. */
function lengthOf(sticky: RegExp, { text, at }: Scan): number {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex - at : 0;
}

/** Moves on to `end`. */
function plain(scan: Scan, text: string, end: number): Inline {
  scan.at = end;
  return { html: escapeHtml(text), text };
}

function readPlain(scan: Scan): Inline {
  const end = scan.at + (lengthOf(PLAIN, scan) || 1);
  const text = scan.text.slice(scan.at, end);
  if (scan.text[end] !== "\n") return plain(scan, text, end);
  const kept = text.replace(SPACES_AT_END, "");
  if (text.length - kept.length < 2) return plain(scan, kept, end);
  return { html: plain(scan, kept, end + 1).html + BREAK.html, text: kept + BREAK.text };
}

function readBackslash(scan: Scan): Inline | undefined {
  if (lengthOf(ESCAPED, scan) > 0) return plain(scan, scan.text.charAt(scan.at + 1), scan.at + 2);
  if (scan.text[scan.at + 1] !== "\n") return undefined;
  scan.at += 2;
  return BREAK;
}

/** Section 6.1: up to the next run of as many backticks. */
function readCode(scan: Scan): Inline {
  const length = lengthOf(RUN, scan);
  const start = scan.at + length;
  const runs = /`+/g;
  runs.lastIndex = start;
  let close = runs.exec(scan.text);
  while (close !== null && close[0].length !== length) close = runs.exec(scan.text);
  if (close === null) return refuse(scan, scan.at, noPartner("`"));
  let code = scan.text.slice(start, close.index).replaceAll("\n", " ");
  if (code.startsWith(" ") && code.endsWith(" ") && /[^ ]/.test(code)) code = code.slice(1, -1);
  const { html, text } = plain(scan, code, close.index + length);
  return { html: `<code>${html}</code>`, text };
}

function readLink(scan: Scan, within: Within): Inline {
  const start = scan.at;
  const isPicture = scan.text[start] === "!";
  if (within === "picture" || (within === "link" && !isPicture)) refuse(scan, start, NOT_A_LINK);
  scan.at += isPicture ? 2 : 1;
  const { html, text } = readWords(scan, isPicture ? "picture" : "link");
  if (!scan.text.startsWith("](", scan.at)) refuse(scan, start, NOT_A_LINK);
  const length = lengthOf(ADDRESS, scan) - "]()".length;
  if (length < 0) refuse(scan, scan.at + 1, NOT_AN_ADDRESS);
  const first = scan.at + 2;
  const target = scan.notes.addressOf(hrefOf(scan, first, scan.text.slice(first, first + length), isPicture));
  if (text.trim() === "") refuse(scan, start, isPicture ? "Describe the picture: ![words](address)." : "A link needs words.");
  scan.notes.links.push({ ...scan.placeOf(first), length, target });
  scan.at = first + length + 1;
  const href = escapeHtml(target);
  return { html: isPicture ? `<img src="${href}" alt="${escapeHtml(text)}"${scan.notes.sizeOf(target)} />` : `<a href="${href}">${html}</a>`, text };
}

const LINK = /^(?:https?:\/\/[^/?#]|mailto:[^/]|tel:[^/]|geo:[^/]|\/(?!\/)|#)/i;
/** ASCII that needs no escape in a URL, and every letter beyond ASCII. */
const CHARACTERS = /^(?:[\w;/?:@&=+$,\-.!~*'()#\u0080-\uD7FF\uE000-\u{10FFFF}]|%[0-9a-f]{2})+$/iu;
const NO_PICTURE = "A picture is a file of this site: put it into content/images and write /images/ and its name.";
const NO_BEGINNING = "An address begins with https://, http://, mailto:, tel:, geo:, / (a path on this site) or #.";
const NO_CHARACTER = "This address holds a character that has to be percent-encoded, or an HTML code.";

/** The address as it goes into `href` or `src`, letters beyond ASCII percent-encoded, but not escaped for HTML. */
function hrefOf(scan: Scan, at: number, source: string, isPicture: boolean): string {
  const target = source.replace(/\\([!-/:-@[-`{-~])/g, "$1");
  if (isPicture && !/^\/(?!\/)/.test(target)) refuse(scan, at, NO_PICTURE);
  if (!LINK.test(target)) refuse(scan, at, NO_BEGINNING);
  if (!CHARACTERS.test(target) || /(?<!\\)&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/i.test(source)) refuse(scan, at, NO_CHARACTER);
  return encodeURI(target).replaceAll("%25", "%");
}
