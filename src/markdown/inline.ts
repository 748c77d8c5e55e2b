/**
 * What stands inside one paragraph, heading or table cell, as HTML and as plain text: one pass from left to right.
 *
 * It refuses the first thing that it cannot render exactly: a mark finds its partner in the innermost open one or not
 * at all, a link's words are read by the same function, and nothing is tried twice. So it takes linear time.
 */

import { escapeHtml } from "../html.ts";
import { type Line, type Notes, Refusal } from "./source.ts";

interface Inline {
  readonly html: string;
  /** What a reader hears: no tags, a picture by its description. */
  readonly text: string;
}

interface Scan {
  readonly text: string;
  /** Where each of its characters stands in the source. */
  readonly places: readonly number[];
  readonly notes: Notes;
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

/** Up to the end of the text, or of the link's or picture's words. */
function readWords(scan: Scan, within: Within): Inline {
  let frame: Frame = { html: "", text: "" };
  for (;;) {
    const character = scan.text[scan.at];
    if (character === undefined || (character === "]" && within !== "text")) break;
    if (character === "*" || character === "_") frame = readRun(scan, character, frame);
    else append(frame, READERS[character]?.(scan, within) ?? readPlain(scan));
  }
  const { opener } = frame;
  return opener === undefined ? frame : refuse(scan, opener.at, noPartner(opener.mark));
}

function append(frame: Frame, { html, text }: Inline): Frame {
  frame.html += html;
  frame.text += text;
  return frame;
}

/**
 * Emphasis, section 6.2; a run is refused where CommonMark would look further out than the innermost open one.
 * Gives back the frame to read on in.
 */
function readRun(scan: Scan, mark: string, around: Frame): Frame {
  const run = runAt(scan, mark);
  scan.at += run.length;
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
    if (opener.left === 0) frame = append(opener.around, frame);
  }
  if (run.left === 0) return frame;
  if (run.opens) return { html: "", text: "", opener: { ...run, around: frame } };
  return run.closes ? refuse(scan, run.at, noPartner(mark)) : append(frame, plain(scan, mark.repeat(run.length), scan.at));
}

/** A character is half a symbol such as 🎉, and then no punctuation: so reads the reference implementation. */
function runAt(scan: Scan, mark: string): Run {
  const { at, text } = scan;
  const { length } = here(RUN, scan);
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

/** What matches here; "" when nothing does. */
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
  if (scan.text[end] !== "\n") return plain(scan, text, end);
  const kept = text.replace(SPACES_AT_END, "");
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
  const start = scan.at + length;
  const runs = /`+/g;
  runs.lastIndex = start;
  let close = runs.exec(scan.text);
  while (close !== null && close[0].length !== length) close = runs.exec(scan.text);
  if (close === null) return refuse(scan, scan.at, noPartner("`"));
  // A space at each end is left out, unless there is nothing else.
  const code = scan.text.slice(start, close.index).replaceAll("\n", " ").replace(/^ (?=.*[^ ])(.*) $/, "$1");
  const { html, text } = plain(scan, code, close.index + length);
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
  const { addressOf = String, sizeOf = () => "", links } = scan.notes;
  const target = addressOf(hrefOf(scan, address, isPicture));
  if (text.trim() === "") refuse(scan, start, isPicture ? "Describe the picture: ![words](address)." : "A link needs words.");
  links.push({ at: Number(scan.places[scan.at]), target });
  scan.at += address.length + 1;
  const href = escapeHtml(target);
  return { html: isPicture ? `<img src="${href}" alt="${escapeHtml(text)}"${sizeOf(target)} />` : `<a href="${href}">${html}</a>`, text };
}

const LINK = /^(?:https?:\/\/[^/?#]|mailto:[^/]|tel:[^/]|geo:[^/]|\/(?!\/)|#)/i;
/** ASCII that needs no escape in a URL, and every letter beyond ASCII. */
const CHARACTERS = /^(?:[\w;/?:@&=+$,\-.!~*'()#\u0080-\uD7FF\uE000-\u{10FFFF}]|%[0-9a-f]{2})+$/iu;
const NO_PICTURE = "A picture is a file of this site: put it into content/images and write /images/ and its name.";
const NO_BEGINNING = "An address begins with https://, http://, mailto:, tel:, geo:, / (a path on this site) or #.";
const NO_CHARACTER = "This address holds a character that has to be percent-encoded, or an HTML code.";

/** The address as it goes into `href` or `src`, letters beyond ASCII percent-encoded, but not escaped for HTML. */
function hrefOf(scan: Scan, source: string, isPicture: boolean): string {
  const target = unescaped(source);
  if (isPicture && !/^\/(?!\/)/.test(target)) refuse(scan, scan.at, NO_PICTURE);
  if (!LINK.test(target)) refuse(scan, scan.at, NO_BEGINNING);
  if (!CHARACTERS.test(target) || /(?<!\\)&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/i.test(source)) refuse(scan, scan.at, NO_CHARACTER);
  return encodeURI(target).replaceAll("%25", "%");
}

export function unescaped(address: string): string {
  return address.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}
