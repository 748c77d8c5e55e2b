/**
 * What stands inside one paragraph, heading or table cell, as HTML and as plain text: one pass from left to right.
 *
 * It never looks back and gives up at the first thing it cannot render exactly, which is why it takes linear time:
 * a mark is either matched with the innermost open one or refused, and nothing is tried twice.
 */
import { address, addressEnd } from "./address.ts";
import { type Piece, type Run, closeEmphasis, roleOf } from "./emphasis.ts";
import { escapeHtml } from "../html.ts";
import { type Line, type Notes, placesIn, withoutSpacesAtEnd } from "./source.ts";

export interface Inline {
  readonly html: string;
  /** What a reader hears: no tags, a picture by its description. */
  readonly text: string;
}

/** An open `[` or `![`, and how many pieces and openers there were before it. */
interface Bracket {
  readonly at: number;
  readonly isImage: boolean;
  readonly pieces: number;
  readonly openers: number;
}

interface Scan {
  readonly text: string;
  readonly pieces: Piece[];
  readonly openers: Run[];
  readonly brackets: Bracket[];
  readonly links: { readonly target: string; readonly at: number }[];
  at: number;
  problem: { readonly at: number; readonly message: string } | undefined;
}

const PLAIN = /[^\\`*_[\]!<&\n]+/y;
const ESCAPABLE = /[!-/:-@[-`{-~]/;
const BACKTICKS = /`+/g;
const TAG_OR_AUTOLINK = /<(?:[A-Za-z/!?]|[^\s<>]*>)/y;
const ENTITY = /&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/iy;

const READERS: Readonly<Record<string, (scan: Scan) => void>> = {
  "\\": readBackslash,
  "`": readCode,
  "*": readAsterisks,
  _: readUnderscores,
  "[": readOpenBracket,
  "]": readCloseBracket,
  "!": readExclamation,
  "<": readLessThan,
  "&": readAmpersand,
  "\n": readLineEnd,
};

/** Lines come without spaces at their start; refused text gives a problem and no HTML. */
export function inline(lines: readonly Line[], notes: Notes): Inline {
  const text = lines.map((line) => line.text).join("\n");
  const scan: Scan = { text, pieces: [], openers: [], brackets: [], links: [], at: 0, problem: undefined };
  if (text !== text.trim()) refuse(scan, text === text.trimStart() ? text.trimEnd().length : 0, NO_BREAK_SPACE);
  while (scan.at < text.length) {
    const read = READERS[text[scan.at] ?? ""] ?? readPlain;
    read(scan);
  }
  const open = scan.brackets[0] ?? scan.openers[0];
  if (open !== undefined) refuse(scan, open.at, text[open.at] === "*" ? UNMATCHED_ASTERISK : NOT_A_LINK);

  const placeOf = placesIn(lines);
  if (scan.problem !== undefined) {
    notes.problems.push({ ...placeOf(scan.problem.at), message: scan.problem.message });
    return { html: "", text: "" };
  }
  for (const { target, at } of scan.links) notes.links.push({ target, ...placeOf(at) });
  return { html: scan.pieces.map((piece) => piece.html).join(""), text: textOf(scan.pieces) };
}

const NO_BREAK_SPACE = "There is a no-break space at the start or the end of this text; remove it.";
const UNMATCHED_ASTERISK = "This * has no partner: write *slanted*, **bold**, or \\* for a plain asterisk.";
const UNCLEAR_ASTERISKS = "These * can be read in two ways; write \\* for those that are plain asterisks.";
const UNCLEAR_SYMBOL = "Programs disagree about a * beside this symbol; put a letter or a space between the two.";
const UNDERSCORE = "Write *slanted* or **bold** with asterisks, a plain underscore as \\_.";
const UNCLEAR_ADDRESS = "Between ( and ) stands the address and nothing else: no space, no title, no unpaired ( or ).";
const NOT_A_LINK = "A link is written [words](address) without a space between; for a plain bracket write \\[ or \\].";

/** The first problem stands; the rest of the text is not read, as it may only be wrong in consequence. */
function refuse(scan: Scan, at: number, message: string): void {
  scan.problem ??= { at, message };
  scan.at = scan.text.length;
}

function push(scan: Scan, text: string, end: number): void {
  scan.pieces.push({ html: escapeHtml(text), text });
  scan.at = end;
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => piece.text).join("");
}

function matches(sticky: RegExp, { text, at }: Scan): boolean {
  sticky.lastIndex = at;
  return sticky.test(text);
}

function readPlain(scan: Scan): void {
  matches(PLAIN, scan);
  const end = PLAIN.lastIndex;
  const text = scan.text.slice(scan.at, end);
  if (scan.text[end] !== "\n") return push(scan, text, end);
  const kept = withoutSpacesAtEnd(text);
  push(scan, kept, end);
  if (text.length - kept.length >= 2) pushBreak(scan, end + 1);
}

function pushBreak(scan: Scan, end: number): void {
  scan.pieces.push({ html: "<br />\n", text: "\n" });
  scan.at = end;
}

function readLineEnd(scan: Scan): void {
  push(scan, "\n", scan.at + 1);
}

function readBackslash(scan: Scan): void {
  const next = scan.text[scan.at + 1] ?? "";
  if (next === "\n") pushBreak(scan, scan.at + 2);
  else if (ESCAPABLE.test(next)) push(scan, next, scan.at + 2);
  else push(scan, "\\", scan.at + 1);
}

function readExclamation(scan: Scan): void {
  if (scan.text[scan.at + 1] === "[") openBracket(scan, true);
  else push(scan, "!", scan.at + 1);
}

function readLessThan(scan: Scan): void {
  if (!matches(TAG_OR_AUTOLINK, scan)) return push(scan, "<", scan.at + 1);
  refuse(scan, scan.at, "HTML and <addresses> are not used here: write links as [words](address), a plain < as \\<.");
}

function readAmpersand(scan: Scan): void {
  if (!matches(ENTITY, scan)) return push(scan, "&", scan.at + 1);
  refuse(scan, scan.at, "Write the character itself instead of its HTML code, or \\& for a plain &.");
}

/** The content of a code span: CommonMark 0.31.2, section 6.1. */
function readCode(scan: Scan): void {
  const start = scan.at + runLength(scan, "`");
  BACKTICKS.lastIndex = start;
  let close = BACKTICKS.exec(scan.text);
  while (close !== null && close[0].length !== start - scan.at) close = BACKTICKS.exec(scan.text);
  if (close === null) return refuse(scan, scan.at, "This ` has no partner: write `code`, or \\` for a plain backtick.");
  let code = scan.text.slice(start, close.index).replaceAll("\n", " ");
  if (code.startsWith(" ") && code.endsWith(" ") && /[^ ]/.test(code)) code = code.slice(1, -1);
  scan.pieces.push({ html: `<code>${escapeHtml(code)}</code>`, text: code });
  scan.at = close.index + close[0].length;
}

function runLength({ text, at }: Scan, mark: string): number {
  let end = at;
  while (text[end] === mark) end += 1;
  return end - at;
}

function readUnderscores(scan: Scan): void {
  const end = scan.at + runLength(scan, "_");
  const role = roleOf(scan.text, scan.at, end);
  if (role.opens !== false || role.closes !== false) return refuse(scan, scan.at, UNDERSCORE);
  push(scan, scan.text.slice(scan.at, end), end);
}

/** Emphasis as in CommonMark 0.31.2, section 6.2, except that a run which finds no partner is refused. */
function readAsterisks(scan: Scan): void {
  const { at } = scan;
  const length = runLength(scan, "*");
  const role = roleOf(scan.text, at, at + length);
  scan.at += length;
  if (role.opens === false && role.closes === false) return push(scan, "*".repeat(length), scan.at);
  const [closing, opening] = [{ html: "", text: "" }, { html: "", text: "" }];
  const run: Run = { role, at, length, left: length, closing, opening };
  scan.pieces.push(closing, opening);
  const outside = scan.brackets.at(-1)?.openers ?? 0;
  if (role.closes !== false && scan.openers.length > outside) {
    if (role.closes === undefined) return refuse(scan, at, UNCLEAR_SYMBOL);
    if (!closeEmphasis(scan.openers, outside, run)) return refuse(scan, at, UNCLEAR_ASTERISKS);
  }
  if (run.left === 0) return;
  if (role.opens === undefined) return refuse(scan, at, UNCLEAR_SYMBOL);
  if (role.opens) scan.openers.push(run);
  else refuse(scan, at, UNMATCHED_ASTERISK);
}

function readOpenBracket(scan: Scan): void {
  openBracket(scan, false);
}

function openBracket(scan: Scan, isImage: boolean): void {
  const { at, pieces, openers, brackets } = scan;
  const outer = brackets.at(-1);
  if (outer !== undefined && !(isImage && !outer.isImage)) return refuse(scan, at, NOT_A_LINK);
  brackets.push({ at, isImage, pieces: pieces.length, openers: openers.length });
  scan.at += isImage ? 2 : 1;
}

function readCloseBracket(scan: Scan): void {
  const open = scan.brackets.pop();
  if (open === undefined) return refuse(scan, scan.at, NOT_A_LINK);
  const unmatched = scan.openers[open.openers];
  if (unmatched !== undefined) return refuse(scan, unmatched.at, UNMATCHED_ASTERISK);
  if (scan.text[scan.at + 1] !== "(") return refuse(scan, open.at, NOT_A_LINK);
  const end = addressEnd(scan.text, scan.at + 1);
  if (end === undefined) return refuse(scan, scan.at + 1, UNCLEAR_ADDRESS);
  const target = address(scan.text.slice(scan.at + 2, end), open.isImage);
  if ("refused" in target) return refuse(scan, scan.at + 2, target.refused);

  const inside = scan.pieces.splice(open.pieces);
  const text = textOf(inside);
  if (text.trim() === "") {
    return refuse(scan, open.at, open.isImage ? "Describe the picture: ![words](address)." : "A link needs words.");
  }
  const href = escapeHtml(target.href);
  const markup = open.isImage
    ? `<img src="${href}" alt="${escapeHtml(text)}" />`
    : `<a href="${href}">${inside.map((piece) => piece.html).join("")}</a>`;
  scan.pieces.push({ html: markup, text });
  scan.links.push({ target: target.href, at: open.at });
  scan.at = end + 1;
}
