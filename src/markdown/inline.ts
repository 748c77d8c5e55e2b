/**
 * What stands inside one paragraph, heading or table cell, as HTML and as plain text: one pass from left to right.
 *
 * It refuses the first thing that it cannot render exactly: a mark finds its partner in the innermost open one or not
 * at all, a link's words are read by the same function, and nothing is tried twice. So it takes linear time.
 */
import { escapeHtml } from "../html.ts";
import { type Role, roleOf } from "./emphasis.ts";
import { type Line, type Notes, type Place, Refusal, placesIn, withoutSpacesAtEnd } from "./source.ts";

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

/** A run of `*` or `_` that may open emphasis; `left` of its `length` are unmatched. */
interface Run extends Role {
  readonly mark: string;
  readonly at: number;
  readonly length: number;
  left: number;
}

/** What has been read since its run; the outermost has none. */
interface Frame {
  html: string;
  text: string;
  readonly run?: Run;
}

/** Each reads on from its character; undefined when that character stands for itself. */
const READERS: Readonly<Record<string, (scan: Scan, within: Within) => Inline | undefined>> = {
  "\\": readBackslash,
  "`": readCode,
  "[": readLink,
  "]": (scan) => refuse(scan, scan.at, NOT_A_LINK),
  "!": (scan, within) => (scan.text[scan.at + 1] === "[" ? readLink(scan, within) : undefined),
  "<": (scan) => (matches(TAG_OR_AUTOLINK, scan) ? refuse(scan, scan.at, HTML) : undefined),
  "&": (scan) => (matches(ENTITY, scan) ? refuse(scan, scan.at, HTML_CODE) : undefined),
};

const PLAIN = /[^\\`*_[\]!<&\n]+/y;
const ESCAPABLE = /[!-/:-@[-`{-~]/;
const BACKTICKS = /`+/g;
const TAG_OR_AUTOLINK = /<(?:[A-Za-z/!?]|[^\s<>]*>)/y;
const ENTITY = /&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/iy;
const BREAK = { html: "<br />\n", text: "\n" };

const NO_BREAK_SPACE = "There is a no-break space at the start or the end of this text; remove it.";
const UNCLEAR_ADDRESS = "Between ( and ) stands the address and nothing else: no space, no title, no unpaired ( or ).";
const NOT_A_LINK = "A link is written [words](address) without a space between; for a plain bracket write \\[ or \\].";
const HTML = "HTML and <addresses> are not used here: write links as [words](address), a plain < as \\<.";
const HTML_CODE = "Write the character itself instead of its HTML code, or \\& for a plain &.";

/** Lines come without spaces at their start. */
export function inline(lines: readonly Line[], notes: Notes): Inline {
  const text = lines.map((line) => line.text).join("\n");
  const scan: Scan = { text, notes, placeOf: placesIn(lines), at: 0 };
  if (text !== text.trim()) refuse(scan, text === text.trimStart() ? text.trimEnd().length : 0, NO_BREAK_SPACE);
  return readWords(scan, "text");
}

function refuse({ placeOf }: Scan, at: number, message: string): never {
  throw new Refusal(placeOf(at), message);
}

/** Up to the end of the text, or of the link's or picture's words. */
function readWords(scan: Scan, within: Within): Inline {
  const outermost: Frame = { html: "", text: "" };
  const frames = [outermost];
  for (;;) {
    const character = scan.text[scan.at];
    if (character === undefined || (character === "]" && within !== "text")) break;
    if (character === "*" || character === "_") readRun(scan, character, frames);
    else append(frames, READERS[character]?.(scan, within) ?? readPlain(scan));
  }
  const unmatched = frames[1]?.run;
  if (unmatched !== undefined) refuse(scan, unmatched.at, noPartner(unmatched.mark));
  return outermost;
}

function append(frames: readonly Frame[], { html, text }: Inline): void {
  const frame = frames.at(-1);
  if (frame === undefined) return;
  frame.html += html;
  frame.text += text;
}

function noPartner(mark: string): string {
  return `This ${mark} has no partner: write *slanted*, **bold** or \`code\`, or \\${mark} for a plain ${mark}.`;
}

/** A run that cannot be matched with the innermost open one is refused where CommonMark would look further out. */
function readRun(scan: Scan, mark: string, frames: Frame[]): void {
  const { at, text } = scan;
  const length = runLength(scan, mark);
  const run: Run = { ...roleOf(text, at, at + length), mark, at, length, left: length };
  scan.at += length;
  if (run.opens === false && run.closes === false) return append(frames, plain(scan, mark.repeat(length), scan.at));
  while (run.closes !== false && run.left > 0) {
    const frame = frames.at(-1);
    const opener = frame?.run;
    if (frame === undefined || opener === undefined) break;
    if (run.closes === undefined) refuse(scan, at, unclearSymbol(mark));
    if (opener.mark !== mark || isBarredByThree(opener, run)) refuse(scan, at, unclearRun(mark));
    const size = opener.left >= 2 && run.left >= 2 ? 2 : 1;
    const tag = size === 2 ? "strong" : "em";
    frame.html = `<${tag}>${frame.html}</${tag}>`;
    opener.left -= size;
    run.left -= size;
    if (opener.left > 0) continue;
    frames.pop();
    append(frames, frame);
  }
  if (run.left === 0) return;
  if (run.opens === undefined) refuse(scan, at, unclearSymbol(mark));
  if (!run.opens) refuse(scan, at, noPartner(mark));
  frames.push({ html: "", text: "", run });
}

/** Rules 9 and 10; in doubt it is. */
function isBarredByThree(opener: Run, closer: Run): boolean {
  if (closer.opens === false && opener.closes === false) return false;
  return (opener.length + closer.length) % 3 === 0 && closer.length % 3 !== 0;
}

function unclearRun(mark: string): string {
  return `These ${mark} can be read in two ways; write \\${mark} for those that are plain characters.`;
}

function unclearSymbol(mark: string): string {
  return `Programs disagree about a ${mark} beside this symbol; put a letter or a space between the two.`;
}

/** Moves on to `end`. */
function plain(scan: Scan, text: string, end: number): Inline {
  scan.at = end;
  return { html: escapeHtml(text), text };
}

function matches(sticky: RegExp, { text, at }: Scan): boolean {
  sticky.lastIndex = at;
  return sticky.test(text);
}

function readPlain(scan: Scan): Inline {
  const end = matches(PLAIN, scan) ? PLAIN.lastIndex : scan.at + 1;
  const text = scan.text.slice(scan.at, end);
  if (scan.text[end] !== "\n") return plain(scan, text, end);
  const kept = withoutSpacesAtEnd(text);
  if (text.length - kept.length < 2) return plain(scan, kept, end);
  return { html: plain(scan, kept, end + 1).html + BREAK.html, text: kept + BREAK.text };
}

function readBackslash(scan: Scan): Inline | undefined {
  const next = scan.text[scan.at + 1] ?? "";
  if (ESCAPABLE.test(next)) return plain(scan, next, scan.at + 2);
  if (next !== "\n") return undefined;
  scan.at += 2;
  return BREAK;
}

/** CommonMark 0.31.2, section 6.1. */
function readCode(scan: Scan): Inline {
  const start = scan.at + runLength(scan, "`");
  BACKTICKS.lastIndex = start;
  let close = BACKTICKS.exec(scan.text);
  while (close !== null && close[0].length !== start - scan.at) close = BACKTICKS.exec(scan.text);
  if (close === null) return refuse(scan, scan.at, noPartner("`"));
  let code = scan.text.slice(start, close.index).replaceAll("\n", " ");
  if (code.startsWith(" ") && code.endsWith(" ") && /[^ ]/.test(code)) code = code.slice(1, -1);
  const { html, text } = plain(scan, code, close.index + close[0].length);
  return { html: `<code>${html}</code>`, text };
}

function runLength({ text, at }: Scan, mark: string): number {
  let end = at;
  while (text[end] === mark) end += 1;
  return end - at;
}

function readLink(scan: Scan, within: Within): Inline {
  const start = scan.at;
  const isPicture = scan.text[start] === "!";
  if (within === "picture" || (within === "link" && !isPicture)) refuse(scan, start, NOT_A_LINK);
  scan.at += isPicture ? 2 : 1;
  const { html, text } = readWords(scan, isPicture ? "picture" : "link");
  if (!scan.text.startsWith("](", scan.at)) refuse(scan, start, NOT_A_LINK);
  const first = scan.at + 2;
  const end = addressEnd(scan.text, first) ?? refuse(scan, first - 1, UNCLEAR_ADDRESS);
  const address = readAddress(scan.text.slice(first, end), isPicture);
  if ("refused" in address) return refuse(scan, first, address.refused);
  if (text.trim() === "") refuse(scan, start, isPicture ? "Describe the picture: ![words](address)." : "A link needs words.");
  scan.notes.links.push({
    ...scan.placeOf(start),
    target: address.href,
    isPicture,
    address: { ...scan.placeOf(first), length: end - first },
  });
  scan.at = end + 1;
  const href = escapeHtml(address.href);
  return { html: isPicture ? `<img src="${href}" alt="${escapeHtml(text)}" />` : `<a href="${href}">${html}</a>`, text };
}

const LINK = /^(?:https?:\/\/[^/?#]|mailto:[^/]|tel:[^/]|geo:[^/]|\/(?!\/)|#)/i;
const PICTURE = /^(?:https?:\/\/[^/?#]|\/(?!\/))/i;
/** ASCII that needs no escape in a URL, and every letter beyond ASCII. */
const CHARACTERS = /^(?:[\w;/?:@&=+$,\-.!~*'()#\u0080-\uD7FF\uE000-\u{10FFFF}]|%[0-9a-f]{2})+$/iu;

/** Where the address that begins at `start` ends: the index of its ")"; undefined when there is none. */
function addressEnd(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (/\s/.test(character)) return undefined;
    if (character === "\\") at += 1;
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth < 0) return at;
  }
  return undefined;
}

/** The address as it goes into `href` or `src`, letters beyond ASCII percent-encoded, but not escaped for HTML. */
function readAddress(source: string, isPicture: boolean): { readonly href: string } | { readonly refused: string } {
  const target = source.replace(/\\([!-/:-@[-`{-~])/g, "$1");
  if (isPicture && !PICTURE.test(target)) {
    return { refused: "A picture's address begins with https://, http:// or / (a path on this site)." };
  }
  if (!LINK.test(target)) {
    return { refused: "An address begins with https://, http://, mailto:, tel:, geo:, / (a path on this site) or #." };
  }
  if (!CHARACTERS.test(target) || /(?<!\\)&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/i.test(source)) {
    return { refused: "This address holds a character that has to be percent-encoded, or an HTML code." };
  }
  return { href: encodeURI(target).replaceAll("%25", "%") };
}
