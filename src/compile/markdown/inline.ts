/**
 * Renders inline content in one pass, without backtracking, so a closing delimiter must match the innermost open one.
 */

import { escapeHtml } from "../html.ts";
import { type MessageCode, ParseError } from "../messages.ts";
import { encodeUrl } from "./escape-markdown.ts";
import { fillMarkdown } from "./fill-placeholders.ts";
import type { Context, Line } from "./lines.ts";

interface Scanner {
  readonly text: string;
  /** Offset of each character in the Markdown document. */
  readonly offsets: readonly number[];
  readonly context: Context;
  position: number;
}

/** Renders the text of a paragraph, heading or table cell as HTML. Ignores leading and trailing white space. */
export function renderInline(lines: readonly Line[], context: Context): string {
  const { text, offsets } = fillMarkdown(lines, context);
  // Skip leading white space instead of removing it, which would shift `offsets`.
  const position = text.search(/\S|$/);
  return readContent({ text: text.trimEnd(), offsets, context, position });
}

const TAG = /<img src="[^"]*" alt="([^"]*)"[^>]*>|<[^>]*>/g;

/** Removes the tags from the output of `renderInline`, and replaces each image with its alt text. */
export function removeTags(html: string): string {
  return html.replace(TAG, "$1");
}

/**
 * Renders inline content up to the end of the text, the `]` of the enclosing link or image or, in emphasis, the first
 * delimiter run that can close emphasis. The caller checks that it closes the last of `openDelimiters`.
 */
function readContent(scanner: Scanner, outerLink?: LinkOrImage, openDelimiters: readonly string[] = []): string {
  const { text } = scanner;
  const isInEmphasis = openDelimiters.length > 0;
  let html = "";
  while (scanner.position < text.length) {
    const isEndOfLink = outerLink !== undefined && text[scanner.position] === "]";
    const run = currentDelimiterRun(scanner);
    const isEndOfEmphasis = isInEmphasis && run?.canClose === true;
    if (isEndOfLink || isEndOfEmphasis) return html;
    if (run === undefined) html += readInline(scanner, outerLink);
    else html += readEmphasis(scanner, run, outerLink, openDelimiters);
  }
  return html;
}

/** Matches a sticky pattern and moves past the match. Returns the `content` group, if any, or the whole match. */
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

function errorAt(scanner: Scanner, position: number, code: MessageCode) {
  return new ParseError(scanner.offsets[position] ?? 0, code, { mark: scanner.text.charAt(position) });
}

const DELIMITER_RUN = /\*+|_+/y;
const WHITE_SPACE = /\s/;
const PUNCTUATION = /[\p{P}\p{S}]/u;

type DelimiterRun = NonNullable<ReturnType<typeof currentDelimiterRun>>;

/** Returns the run of `*` or `_` at the current position, if any, and whether it can open or close emphasis. */
function currentDelimiterRun(scanner: Scanner) {
  const delimiters = matchSticky(DELIMITER_RUN, scanner)?.[0];
  if (delimiters === undefined) return undefined;
  const { text, position } = scanner;
  // The start and end of the text count as white space.
  const before = text[position - 1] ?? " ";
  const after = text[position + delimiters.length] ?? " ";
  // A left-flanking run adjoins the text after it (CommonMark, section 6.2).
  const isLeftFlanking = isFlanking({ inside: after, outside: before });
  const isRightFlanking = isFlanking({ inside: before, outside: after });
  if (delimiters.startsWith("*")) return { delimiters, canOpen: isLeftFlanking, canClose: isRightFlanking };
  // In a word, e.g. `snake_case`, a `_` is plain text.
  const canOpen = isLeftFlanking && (!isRightFlanking || PUNCTUATION.test(before));
  const canClose = isRightFlanking && (!isLeftFlanking || PUNCTUATION.test(after));
  return { delimiters, canOpen, canClose };
}

/** Returns whether a delimiter run flanks the text that starts or ends with `inside` (CommonMark, section 6.2). */
function isFlanking({ inside, outside }: { inside: string; outside: string }): boolean {
  if (WHITE_SPACE.test(inside)) return false;
  if (!PUNCTUATION.test(inside)) return true;
  return WHITE_SPACE.test(outside) || PUNCTUATION.test(outside);
}

/** Renders the emphasis that a delimiter run opens. A run that can neither open nor close emphasis is plain text. */
function readEmphasis(
  scanner: Scanner,
  { delimiters, canOpen, canClose }: DelimiterRun,
  outerLink: LinkOrImage | undefined,
  openDelimiters: readonly string[],
): string {
  const start = scanner.position;
  scanner.position += delimiters.length;
  if (!canOpen && !canClose) return delimiters;
  if (!canOpen) throw errorAt(scanner, start, "markdown-mark-unmatched");
  // It is unclear how to split `***`, and which of two open `*` the next `*` closes.
  const isAmbiguous = delimiters.length > 2 || openDelimiters.includes(delimiters);
  if (isAmbiguous) throw errorAt(scanner, start, "markdown-mark-ambiguous");
  // The content ends at the first run that can close emphasis, or is unclosed.
  const contentHtml = readContent(scanner, outerLink, [...openDelimiters, delimiters]);
  const contentEnd = scanner.position;
  const closingDelimiters = readMatch(DELIMITER_RUN, scanner);
  if (closingDelimiters === undefined) throw errorAt(scanner, start, "markdown-mark-unmatched");
  if (closingDelimiters !== delimiters) throw errorAt(scanner, contentEnd, "markdown-mark-ambiguous");
  const tag = delimiters.length === 2 ? "strong" : "em";
  return `<${tag}>${contentHtml}</${tag}>`;
}

/** Backslash escapes, line breaks and code spans, which cannot contain other syntax. The first match wins. */
const SIMPLE_SYNTAX = [
  [/\\(?<content>[!-/:-@[-`{-~])/y, escapeHtml],
  [/(?:\\| {2,})\n/y, () => "<br />\n"],
  [/ ?\n/y, () => "\n"],
  // A code span ends with the same number of backticks as it starts with.
  [/(`+)(?!`)(?<content>[^]*?)(?<!`)\1(?!`)/y, codeSpan],
] as const;

const UNSUPPORTED_SYNTAX = [
  [/`/y, "markdown-mark-unmatched"],
  [/\]/y, "markdown-link"],
  [/<(?:[A-Za-z/!?]|[^\s<>]*>)/y, "markdown-html"],
  [/&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/iy, "markdown-html-code"],
] as const;

/**
 * Plain text up to the next special character, or up to a line break and the spaces before it. The first character may
 * be special, e.g. a lone `&`, because this pattern is tried last.
 */
const PLAIN_TEXT = /[^](?:[^ \\`*_[\]!<&\n]| +(?![ \n]))*/y;

/** Reads one link, image, code span, line break, escaped character or run of plain text, and returns its HTML. */
function readInline(scanner: Scanner, outerLink?: LinkOrImage): string {
  const start = scanner.position;
  const syntax = [LINK, IMAGE].find(({ opening }) => scanner.text.startsWith(opening, start));
  if (syntax !== undefined) return readLinkOrImage(scanner, syntax, outerLink);
  for (const [pattern, render] of SIMPLE_SYNTAX) {
    const content = readMatch(pattern, scanner);
    if (content !== undefined) return render(content);
  }
  for (const [pattern, code] of UNSUPPORTED_SYNTAX) {
    if (readMatch(pattern, scanner) !== undefined) throw errorAt(scanner, start, code);
  }
  // `PLAIN_TEXT` always matches, so `?? ""` is only for the compiler.
  return escapeHtml(readMatch(PLAIN_TEXT, scanner) ?? "");
}

function codeSpan(content: string) {
  // If there is a space at both ends, remove one from each, unless the code is all spaces (CommonMark, section 6.1).
  const code = content.replaceAll("\n", " ").replace(/^ (?=.*[^ ])(.*) $/, "$1");
  return `<code>${escapeHtml(code)}</code>`;
}

const LINK = {
  opening: "[",
  targetStart: /^(?:https?:\/\/[^/?#]|mailto:[^/]|tel:[^/]|geo:[^/]|\/(?!\/)|#)/i,
  targetError: "markdown-address-start",
  emptyError: "markdown-link-empty",
} as const;
const IMAGE = {
  opening: "![",
  targetStart: /^\/(?!\/)/,
  targetError: "markdown-picture-address",
  emptyError: "markdown-picture-empty",
} as const;
type LinkOrImage = typeof LINK | typeof IMAGE;

/** Reads `[content](target)` or `![content](target)`, and returns its HTML. */
function readLinkOrImage(scanner: Scanner, syntax: LinkOrImage, outerLink?: LinkOrImage): string {
  const start = scanner.position;
  // A link may contain images. No other nesting is allowed.
  const isNestingAllowed = outerLink === undefined || (outerLink === LINK && syntax === IMAGE);
  if (!isNestingAllowed) throw errorAt(scanner, start, "markdown-link");
  scanner.position += syntax.opening.length;
  const contentHtml = readContent(scanner, syntax);
  if (!scanner.text.startsWith("](", scanner.position)) throw errorAt(scanner, start, "markdown-link");
  scanner.position += "](".length;
  const target = readTarget(scanner, syntax);
  scanner.position += ")".length;
  // `removeTags` keeps alt text, so a link that contains only an image is not empty.
  const contentText = removeTags(contentHtml);
  if (contentText.trim() === "") throw errorAt(scanner, start, syntax.emptyError);
  // A link to an image file must use the image's published URL too.
  const image = scanner.context.findImage?.(target);
  const url = escapeHtml(image?.url ?? target);
  if (syntax === LINK) return `<a href="${url}">${contentHtml}</a>`;
  // `readContent` has escaped quotation marks too, so the text can be used in an attribute.
  return `<img src="${url}" alt="${contentText}"${image?.attributes ?? ""} />`;
}

/** A target up to the `)` after it. It may contain balanced parentheses, but only one level deep. */
const TARGET = /(?:\\\S|[^\s\\()]|\((?:\\\S|[^\s\\()])*\))+(?=\))/y;
const URL_CHARACTERS = /^(?:[\w;/?:@&=+$,\-.!~*'()#\u0080-\uD7FF\uE000-\u{10FFFF}]|%[0-9A-Fa-f]{2})+$/u;
const BACKSLASH_ESCAPE = /\\([!-/:-@[-`{-~])/g;
/** An unescaped character reference, e.g. `&amp;` but not `\&amp;`. */
const CHARACTER_REFERENCE = /(?<!\\)&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/i;

/** Reads a target up to its `)`. Returns it unescaped and percent-encoded, and adds it to `context.targets`. */
function readTarget(scanner: Scanner, syntax: LinkOrImage): string {
  const start = scanner.position;
  const rawTarget = readMatch(TARGET, scanner);
  // Report the error at the `(`.
  if (rawTarget === undefined) throw errorAt(scanner, start - 1, "markdown-address");
  const unescapedTarget = rawTarget.replace(BACKSLASH_ESCAPE, "$1");
  if (!syntax.targetStart.test(unescapedTarget)) throw errorAt(scanner, start, syntax.targetError);
  if (CHARACTER_REFERENCE.test(rawTarget) || !URL_CHARACTERS.test(unescapedTarget)) {
    throw errorAt(scanner, start, "markdown-address-character");
  }
  const target = encodeUrl(unescapedTarget);
  scanner.context.targets.push({ offset: scanner.offsets[start] ?? 0, length: rawTarget.length, target });
  return target;
}
