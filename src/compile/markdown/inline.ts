/**
 * Renders inline content in one pass. A closing delimiter must match the innermost open one.
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

/** The link or image that is being read, and the delimiters of the emphasis that is still open inside it. */
type OpenSyntax = Readonly<{ link?: LinkOrImage; delimiters: readonly string[] }>;

export function renderInline(lines: readonly Line[], context: Context): string {
  const text = joinLines(lines);
  // Skip leading whitespace instead of trimming it, so that positions in `text` still match the document.
  const position = text.search(/\S|$/);
  const start = lines[0]?.offset ?? 0;
  return readContent({ text: text.trimEnd(), start, context, position }, { delimiters: [] });
}

/** Joins lines. Replaces the indentation or markers before each line with spaces, so that positions stay the same. */
function joinLines(lines: readonly Line[]): string {
  let endOfPreviousLine = lines[0]?.offset ?? 0;
  const paddedLines = lines.map(({ text, offset }) => {
    const padding = " ".repeat(offset - endOfPreviousLine);
    endOfPreviousLine = offset + text.length + "\n".length;
    return padding + text;
  });
  return paddedLines.join("\n");
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

function isAtEnd(scanner: Scanner, { link, delimiters }: OpenSyntax): boolean {
  const { text, position } = scanner;
  if (position >= text.length) return true;
  if (link !== undefined && text[position] === "]") return true;
  return delimiters.length > 0 && currentDelimiterRun(scanner)?.canClose === true;
}

function readInline(scanner: Scanner, open: OpenSyntax): string {
  const run = currentDelimiterRun(scanner);
  if (run !== undefined) return readDelimiterRun(scanner, run, open);
  const syntax = [LINK, IMAGE].find(({ opening }) => scanner.text.startsWith(opening, scanner.position));
  if (syntax !== undefined) return readLinkOrImage(scanner, syntax, open.link);
  return readSimpleSyntax(scanner) ?? readPlainText(scanner);
}

/** Moves past a match of a sticky pattern. Returns its named group `content`, if any, or the whole match. */
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
const PUNCTUATION = /[\p{P}\p{S}]/u;

type DelimiterRun = NonNullable<ReturnType<typeof currentDelimiterRun>>;

/** Returns the run of `*` or `_` at the current position, if any. */
function currentDelimiterRun(scanner: Scanner) {
  const delimiters = matchSticky(DELIMITER_RUN, scanner)?.[0];
  if (delimiters === undefined) return undefined;
  const { text, position } = scanner;
  const before = text[position - 1] ?? " ";
  const after = text[position + delimiters.length] ?? " ";
  return {
    delimiters,
    // The character inside the emphasis is the one after an opening run or before a closing run.
    canOpen: canDelimit(delimiters, { inside: after, outside: before }),
    canClose: canDelimit(delimiters, { inside: before, outside: after }),
  };
}

/** Returns whether delimiters can open or close emphasis, given the adjacent characters (CommonMark, section 6.2). */
function canDelimit(delimiters: string, { inside, outside }: Readonly<{ inside: string; outside: string }>): boolean {
  if (!isFlanking(inside, outside)) return false;
  // Inside a word such as `snake_case`, `_` is not a delimiter.
  const isInWord = isFlanking(outside, inside) && !PUNCTUATION.test(outside);
  return delimiters.startsWith("*") || !isInWord;
}

function isFlanking(inside: string, outside: string): boolean {
  if (WHITESPACE.test(inside)) return false;
  if (!PUNCTUATION.test(inside)) return true;
  return WHITESPACE.test(outside) || PUNCTUATION.test(outside);
}

function readDelimiterRun(scanner: Scanner, run: DelimiterRun, open: OpenSyntax): string {
  const { delimiters, canOpen, canClose } = run;
  if (canOpen) return readEmphasis(scanner, delimiters, open);
  if (canClose) throw errorAt(scanner, scanner.position, "markdown-mark-unmatched");
  scanner.position += delimiters.length;
  return delimiters;
}

function readEmphasis(scanner: Scanner, delimiters: string, open: OpenSyntax): string {
  const start = scanner.position;
  // `***` may be two delimiters. If the same delimiter is open, this one may be meant to close it.
  const isAmbiguous = delimiters.length > 2 || open.delimiters.includes(delimiters);
  if (isAmbiguous) throw errorAt(scanner, start, "markdown-mark-ambiguous");
  scanner.position += delimiters.length;
  const contentHtml = readContent(scanner, { ...open, delimiters: [...open.delimiters, delimiters] });
  readClosingDelimiters(scanner, delimiters, start);
  const tag = delimiters.length === 2 ? "strong" : "em";
  return `<${tag}>${contentHtml}</${tag}>`;
}

function readClosingDelimiters(scanner: Scanner, delimiters: string, emphasisStart: number): void {
  const start = scanner.position;
  const closingDelimiters = readMatch(DELIMITER_RUN, scanner);
  if (closingDelimiters === undefined) throw errorAt(scanner, emphasisStart, "markdown-mark-unmatched");
  if (closingDelimiters !== delimiters) throw errorAt(scanner, start, "markdown-mark-ambiguous");
}

/** Escapes, line breaks and code spans, which contain no other syntax. The first matching pattern is used. */
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
] as const;

/** Matches plain text. Its first character may be any, e.g. a lone `&`, because all other syntax has been ruled out. */
const PLAIN_TEXT = /[^](?:[^ \\`*_[\]!<&{\n]| +(?![ \n]))*/y;

function readSimpleSyntax(scanner: Scanner): string | undefined {
  for (const [pattern, render] of SIMPLE_SYNTAX) {
    const content = readMatch(pattern, scanner);
    if (content !== undefined) return render(content);
  }
  return undefined;
}

function readPlainText(scanner: Scanner): string {
  assertNoFragment(scanner);
  for (const [pattern, code] of UNSUPPORTED_SYNTAX) {
    if (matchSticky(pattern, scanner) !== null) throw errorAt(scanner, scanner.position, code);
  }
  // `PLAIN_TEXT` always matches.
  return escapeHtml(readMatch(PLAIN_TEXT, scanner) ?? "");
}

const PLACEHOLDER = /\{\{[^{}\n]*\}\}/y;

/** Throws if the placeholder of a fragment is inside a paragraph. Placeholders of facts have been replaced already. */
function assertNoFragment(scanner: Scanner): void {
  const placeholder = matchSticky(PLACEHOLDER, scanner)?.[0] ?? "";
  if (scanner.context.findFragment?.(placeholder) === undefined) return;
  throw new ParseError(scanner.start + scanner.position, "fragment-not-alone", { placeholder });
}

function codeSpan(content: string) {
  // If the code starts and ends with a space, remove both, unless it is all spaces (CommonMark, section 6.1).
  const code = content.replaceAll(/\n */g, " ").replace(/^ (?=.*[^ ])(.*) $/, "$1");
  return `<code>${escapeHtml(code)}</code>`;
}

const LINK = {
  opening: "[",
  targetStart: /^(?:https?:\/\/[^/?#]|mailto:[^/]|tel:[^/]|geo:[^/]|\/(?!\/)|#)/i,
  targetError: "markdown-address-start",
  emptyError: "markdown-link-empty",
  render: linkHtml,
} as const;
const IMAGE = {
  opening: "![",
  targetStart: /^\/(?!\/)/,
  targetError: "markdown-picture-address",
  emptyError: "markdown-picture-empty",
  render: imageHtml,
} as const;
type LinkOrImage = typeof LINK | typeof IMAGE;

function readLinkOrImage(scanner: Scanner, syntax: LinkOrImage, outerLink?: LinkOrImage): string {
  const start = scanner.position;
  if (!isNestingAllowed(syntax, outerLink)) throw errorAt(scanner, start, "markdown-link");
  const contentHtml = readBrackets(scanner, syntax);
  const target = readTarget(scanner, syntax);
  // Reject empty text. In a link that contains only an image, the image's alt text counts as text.
  if (inlineText(contentHtml).trim() === "") throw errorAt(scanner, start, syntax.emptyError);
  return syntax.render(target, contentHtml, scanner.context);
}

/** A link may contain images. No other nesting is allowed. */
function isNestingAllowed(inner: LinkOrImage, outer?: LinkOrImage): boolean {
  return outer === undefined || (outer === LINK && inner === IMAGE);
}

/** Reads the `[content](` of a link, or the `![content](` of an image. Returns the HTML of the content. */
function readBrackets(scanner: Scanner, syntax: LinkOrImage): string {
  const start = scanner.position;
  scanner.position += syntax.opening.length;
  // Because of `link`, this stops at `]`.
  const contentHtml = readContent(scanner, { link: syntax, delimiters: [] });
  if (readMatch(/\]\(/y, scanner) === undefined) throw errorAt(scanner, start, "markdown-link");
  return contentHtml;
}

function linkHtml(target: string, contentHtml: string, { findImage }: Context): string {
  // If the target is an image, use its published URL, which contains a hash.
  const url = findImage?.(target)?.url ?? target;
  return `<a href="${escapeHtml(url)}">${contentHtml}</a>`;
}

function imageHtml(target: string, contentHtml: string, { findImage }: Context): string {
  const { url, attributes } = findImage?.(target) ?? { url: target, attributes: "" };
  return `<img src="${escapeHtml(url)}" alt="${inlineText(contentHtml)}"${attributes} />`;
}

/** Matches a target and the `)` of the link or image. The target may contain one level of parentheses. */
const TARGET = /(?<content>(?:\\\S|[^\s\\()]|\((?:\\\S|[^\s\\()])*\))+)\)/y;
const URL_CHARACTERS = /^(?:[\w;/?:@&=+$,\-.!~*'()#\u0080-\uD7FF\uE000-\u{10FFFF}]|%[0-9A-Fa-f]{2})+$/u;
const BACKSLASH_ESCAPE = /\\([!-/:-@[-`{-~])/g;
/** An unescaped character reference, e.g. `&amp;` but not `\&amp;`. */
const CHARACTER_REFERENCE = /(?<!\\)&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/i;

/** Reads the end of a link or image, e.g. `/map)`. Records the percent-encoded target (URL) in `scanner.context`. */
function readTarget(scanner: Scanner, syntax: LinkOrImage): string {
  const start = scanner.position;
  const rawTarget = readMatch(TARGET, scanner);
  // Report the error at the opening parenthesis.
  if (rawTarget === undefined) throw errorAt(scanner, start - 1, "markdown-address");
  const unescapedTarget = rawTarget.replace(BACKSLASH_ESCAPE, "$1");
  const error = findTargetError(rawTarget, unescapedTarget, syntax);
  if (error !== undefined) throw errorAt(scanner, start, error);
  const target = encodeUrl(unescapedTarget);
  recordTarget(target, scanner.start + start, rawTarget.length, scanner.context);
  return target;
}

function recordTarget(target: string, offset: number, length: number, context: Context): void {
  const { absoluteUrl, targets, edits } = context;
  targets.push({ offset, target });
  if (absoluteUrl !== undefined) edits.push({ offset, length, text: escapeMarkdownUrl(absoluteUrl(target)) });
}

function findTargetError(rawTarget: string, target: string, syntax: LinkOrImage): MessageCode | undefined {
  if (!syntax.targetStart.test(target)) return syntax.targetError;
  const isValid = URL_CHARACTERS.test(target) && !CHARACTER_REFERENCE.test(rawTarget);
  return isValid ? undefined : "markdown-address-character";
}
