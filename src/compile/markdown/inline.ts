/**
 * Renders emphasis, links, images and code spans in one pass. A closing delimiter must match the innermost open one.
 */

import { escapeHtml } from "../html.ts";
import { type MessageCode, ParseError } from "../messages.ts";
import { encodeUrl, escapeMarkdownUrl } from "./escape-markdown.ts";
import type { Context, Line } from "./lines.ts";

interface Scanner {
  readonly text: string;
  /** Offset of `text` in the document. */
  readonly start: number;
  readonly context: Context;
  position: number;
}

/** Syntax that is not closed yet: the `[` of a link or image, and `*` or `_` delimiters of emphasis inside it. */
type OpenSyntax = Readonly<{ isInBrackets: boolean; delimiters: readonly string[] }>;

export function renderInline(lines: readonly Line[], context: Context): string {
  const text = joinLines(lines).trimEnd();
  const start = lines[0]?.offset ?? 0;
  // Skip leading whitespace instead of trimming it, so that positions in `text` still match the document.
  const position = text.search(/\S|$/);
  return readContent({ text, start, context, position }, { isInBrackets: false, delimiters: [] });
}

/** Joins lines. Writes spaces for indentation and for markers such as `>`, so that positions match the document. */
function joinLines(lines: readonly Line[]): string {
  const start = lines[0]?.offset ?? 0;
  let joined = "";
  for (const { text, offset } of lines) {
    if (joined !== "") joined += "\n";
    const gap = offset - start - joined.length;
    joined += " ".repeat(gap) + text;
  }
  return joined;
}

const TAG = /<img src="[^"]*" alt="(?<alt>[^"]*)"[^>]*>|<[^>]*>/g;

/** Returns the text of inline HTML, still escaped. Replaces each image with its alt text. */
export function inlineText(html: string): string {
  return html.replace(TAG, "$<alt>");
}

function readContent(scanner: Scanner, open: OpenSyntax): string {
  let html = "";
  while (!isAtEnd(scanner, open)) html += readInline(scanner, open);
  return html;
}

function isAtEnd(scanner: Scanner, { isInBrackets, delimiters }: OpenSyntax): boolean {
  const { text, position } = scanner;
  if (position >= text.length) return true;
  if (isInBrackets && text[position] === "]") return true;
  return delimiters.length > 0 && currentDelimiterRun(scanner)?.canClose === true;
}

/** Reads the syntax at the current position, e.g. `*text*`, a link or plain text. Returns its HTML. */
function readInline(scanner: Scanner, open: OpenSyntax): string {
  const run = currentDelimiterRun(scanner);
  if (run?.canOpen === true) {
    if (isAmbiguous(run.delimiters, open)) throw errorAt(scanner, scanner.position, "markdown-mark-ambiguous");
    return readEmphasis(scanner, run.delimiters, open);
  }
  if (run?.canClose === true) throw errorAt(scanner, scanner.position, "markdown-mark-unmatched");
  if (matchSticky(/!?\[/y, scanner) !== null) return readLinkOrImage(scanner, open);
  // A run of `*` or `_` that can neither open nor close emphasis is plain text.
  return readMatch(DELIMITER_RUN, scanner) ?? readSimpleSyntax(scanner) ?? readPlainText(scanner);
}

/** If a pattern matches at this position, moves past the match. Returns the group `content`, if any, or the match. */
function readMatch(pattern: RegExp, scanner: Scanner): string | undefined {
  const match = matchSticky(pattern, scanner);
  if (match === null) return undefined;
  scanner.position += match[0].length;
  return match.groups?.["content"] ?? match[0];
}

function matchSticky(pattern: RegExp, { text, position }: Scanner) {
  pattern.lastIndex = position;
  return pattern.exec(text);
}

function errorAt({ text, start }: Scanner, position: number, code: MessageCode) {
  return new ParseError(start + position, code, { mark: text.charAt(position) });
}

const DELIMITER_RUN = /\*+|_+/y;
const WHITESPACE = /\s/;
const WORD_CHARACTER = /[^\s\p{P}\p{S}]/u;

/** Returns the run of `*` or `_` at the current position, if any, and whether it can open or close emphasis. */
function currentDelimiterRun(scanner: Scanner) {
  const delimiters = matchSticky(DELIMITER_RUN, scanner)?.[0];
  if (delimiters === undefined) return undefined;
  const { text, position } = scanner;
  const before = text[position - 1] ?? " ";
  const after = text[position + delimiters.length] ?? " ";
  // Inside a word such as `snake_case`, `_` is not a delimiter.
  const isInWord = delimiters.startsWith("_") && WORD_CHARACTER.test(before) && WORD_CHARACTER.test(after);
  // An opening delimiter has the emphasised text after it. A closing delimiter has this text before it.
  const canOpen = !isInWord && isFlanking({ inside: after, outside: before });
  const canClose = !isInWord && isFlanking({ inside: before, outside: after });
  return { delimiters, canOpen, canClose };
}

/**
 * Returns whether a run of delimiters can open or close emphasis (CommonMark, section 6.2). `inside` is the character
 * next to the run on the side of the emphasised text, and `outside` is the character on its other side.
 */
function isFlanking({ inside, outside }: Readonly<{ inside: string; outside: string }>): boolean {
  if (WHITESPACE.test(inside)) return false;
  return WORD_CHARACTER.test(inside) || !WORD_CHARACTER.test(outside);
}

/** Returns whether opening delimiters may be meant otherwise: `***` as `**` and `*`, or `*` to close an open `*`. */
function isAmbiguous(delimiters: string, open: OpenSyntax): boolean {
  return delimiters.length > 2 || open.delimiters.includes(delimiters);
}

/** Reads emphasised text, e.g. `*text*` or `**text**`, with its opening and closing delimiters. */
function readEmphasis(scanner: Scanner, opening: string, open: OpenSyntax): string {
  const start = scanner.position;
  scanner.position += opening.length;
  const delimiters = [...open.delimiters, opening];
  const contentHtml = readContent(scanner, { ...open, delimiters });
  const end = scanner.position;
  const closing = readMatch(DELIMITER_RUN, scanner);
  if (closing === undefined) throw errorAt(scanner, start, "markdown-mark-unmatched");
  if (closing !== opening) throw errorAt(scanner, end, "markdown-mark-ambiguous");
  const tag = opening.length === 2 ? "strong" : "em";
  return `<${tag}>${contentHtml}</${tag}>`;
}

/** Patterns for escaped characters, line breaks and code spans, each with its renderer. The first match is used. */
const SIMPLE_SYNTAX = [
  [/\\(?<content>[!-/:-@[-`{-~])/y, escapeHtml],
  [/(?:\\| {2,})\n */y, () => "<br />\n"],
  [/ ?\n */y, () => "\n"],
  // A code span ends with as many backticks as it starts with.
  [/(`+)(?!`)(?<content>[^]*?)(?<!`)\1(?!`)/y, codeSpan],
] as const;

const UNSUPPORTED_SYNTAX = [
  [/`/y, "markdown-mark-unmatched"],
  [/\]/y, "markdown-link"],
  [/<(?:[A-Za-z/!?]|[^\s<>]*>)/y, "markdown-html"],
  [/&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/iy, "markdown-html-code"],
  // Values have already been inserted. This placeholder stands for a block, which must be a paragraph of its own.
  [/\{\{[^{}\n]*\}\}/y, "fragment-not-alone"],
] as const;

/** Matches plain text. Used only if no other syntax matches, so even a special character such as `&` may be first. */
const PLAIN_TEXT = /[^](?:[^ \\`*_[\]!<&{\n]| +(?![ \n]))*/y;

function readSimpleSyntax(scanner: Scanner): string | undefined {
  for (const [pattern, render] of SIMPLE_SYNTAX) {
    const content = readMatch(pattern, scanner);
    if (content !== undefined) return render(content);
  }
  return undefined;
}

function readPlainText(scanner: Scanner): string {
  assertSupported(scanner);
  // `PLAIN_TEXT` always matches.
  return escapeHtml(readMatch(PLAIN_TEXT, scanner) ?? "");
}

function assertSupported(scanner: Scanner): void {
  for (const [pattern, code] of UNSUPPORTED_SYNTAX) {
    const mark = matchSticky(pattern, scanner)?.[0];
    if (mark !== undefined) throw new ParseError(scanner.start + scanner.position, code, { mark });
  }
}

function codeSpan(content: string) {
  // If the code starts and ends with a space, remove both, unless it is all spaces (CommonMark, section 6.1).
  const code = content.replaceAll(/\n */g, " ").replace(/^ (?=.*[^ ])(.*) $/, "$1");
  return `<code>${escapeHtml(code)}</code>`;
}

/** Reads a link `[content](target)` or image `![content](target)`. The content must not contain links or images. */
function readLinkOrImage(scanner: Scanner, { isInBrackets }: OpenSyntax): string {
  const start = scanner.position;
  if (isInBrackets) throw errorAt(scanner, start, "markdown-link");
  const isImage = readMatch(/!?\[/y, scanner) === "![";
  const contentHtml = readContent(scanner, { isInBrackets: true, delimiters: [] });
  if (readMatch(/\]\(/y, scanner) === undefined) throw errorAt(scanner, start, "markdown-link");
  const target = readTarget(scanner, isImage);
  if (inlineText(contentHtml).trim() === "") throw errorAt(scanner, start, "markdown-link-empty");
  return isImage ? imageHtml(target, contentHtml, scanner.context) : linkHtml(target, contentHtml, scanner.context);
}

function linkHtml(target: string, contentHtml: string, { findImage }: Context): string {
  // If the link leads to a local image, use its published URL, which contains a hash.
  const url = findImage?.(target)?.url ?? target;
  return `<a href="${escapeHtml(url)}">${contentHtml}</a>`;
}

function imageHtml(target: string, contentHtml: string, { findImage }: Context): string {
  const { url, attributes } = findImage?.(target) ?? { url: target, attributes: "" };
  return `<img src="${escapeHtml(url)}" alt="${inlineText(contentHtml)}"${attributes} />`;
}

/** Matches a target and the `)` after it. A target may contain pairs of parentheses. */
const TARGET = /(?<content>(?:\\\S|[^\s\\()]|\((?:\\\S|[^\s\\()])*\))+)\)/y;
const BACKSLASH_ESCAPE = /\\([!-/:-@[-`{-~])/g;

/** Reads the target of a link or image, and the `)` after it. Returns the target as a percent-encoded URL. */
function readTarget(scanner: Scanner, isImage: boolean): string {
  const start = scanner.position;
  const rawTarget = readMatch(TARGET, scanner);
  if (rawTarget === undefined) throw errorAt(scanner, start - "(".length, "markdown-address");
  const unescapedTarget = rawTarget.replace(BACKSLASH_ESCAPE, "$1");
  const error = findTargetError(rawTarget, unescapedTarget, isImage);
  if (error !== undefined) throw errorAt(scanner, start, error);
  const target = encodeUrl(unescapedTarget);
  recordTarget(scanner, start, rawTarget, target);
  return target;
}

/** Records a target for the link check. In the published Markdown, replaces it with an absolute URL. */
function recordTarget({ start, context }: Scanner, position: number, rawTarget: string, target: string): void {
  const { absoluteUrl, targets, edits } = context;
  const offset = start + position;
  targets.push({ offset, target });
  if (absoluteUrl === undefined) return;
  edits.push({ offset, length: rawTarget.length, text: escapeMarkdownUrl(absoluteUrl(target)) });
}

const IMAGE_TARGET_START = /^\/(?!\/)/;
const LINK_TARGET_START = /^(?:https?:\/\/[^/?#]|mailto:[^/]|tel:[^/]|geo:[^/]|\/(?!\/)|#)/i;
const URL_CHARACTERS = /^(?:[\w;/?:@&=+$,\-.!~*'()#\u0080-\uD7FF\uE000-\u{10FFFF}]|%[0-9A-Fa-f]{2})+$/u;
/** Matches an unescaped character reference, e.g. `&amp;` but not `\&amp;`. */
const CHARACTER_REFERENCE = /(?<!\\)&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/i;

function findTargetError(rawTarget: string, target: string, isImage: boolean): MessageCode | undefined {
  if (isImage && !IMAGE_TARGET_START.test(target)) return "markdown-picture-address";
  if (!isImage && !LINK_TARGET_START.test(target)) return "markdown-address-start";
  const isValid = URL_CHARACTERS.test(target) && !CHARACTER_REFERENCE.test(rawTarget);
  return isValid ? undefined : "markdown-address";
}
