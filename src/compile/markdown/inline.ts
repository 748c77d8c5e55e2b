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
  /** `sourceOffsets[i]` is the offset of `text[i]` in the Markdown document. */
  readonly sourceOffsets: readonly number[];
  readonly context: Context;
  position: number;
}

/** Renders the text of a paragraph, heading or table cell as HTML. Ignores leading and trailing white space. */
export function renderInline(lines: readonly Line[], context: Context): string {
  const { text, sourceOffsets } = fillMarkdown(lines, context);
  // Leading white space is skipped, not removed, so that `sourceOffsets[i]` remains the offset of `text[i]`.
  const position = text.search(/\S|$/);
  return readContent({ text: text.trimEnd(), sourceOffsets, context, position });
}

const TAG = /<img src="[^"]*" alt="([^"]*)"[^>]*>|<[^>]*>/g;

/** Removes the tags from the output of `renderInline`, and replaces each image with its alt text. */
export function removeTags(html: string): string {
  return html.replace(TAG, "$1");
}

/**
 * Reads inline content. Stops at the end of the text, before the `]` of the enclosing link or image or, in emphasis,
 * before any delimiter run that can close emphasis. `openRuns` are the opening runs of the enclosing emphasis.
 */
function readContent(scanner: Scanner, enclosing?: LinkOrImage, openRuns: readonly string[] = []): string {
  const { text } = scanner;
  let html = "";
  while (scanner.position < text.length) {
    const isEndOfLink = enclosing !== undefined && text[scanner.position] === "]";
    const run = findDelimiterRun(text, scanner.position);
    const isEndOfEmphasis = openRuns.length > 0 && run?.canClose === true;
    if (isEndOfLink || isEndOfEmphasis) return html;
    html += run === undefined ? readInline(scanner, enclosing) : readEmphasis(scanner, run, enclosing, openRuns);
  }
  return html;
}

/** Matches a sticky pattern and moves past the match. Returns the `content` group, if any, or the whole match. */
function readMatch(stickyPattern: RegExp, scanner: Scanner): string | undefined {
  stickyPattern.lastIndex = scanner.position;
  const match = stickyPattern.exec(scanner.text);
  if (match === null) return undefined;
  scanner.position = stickyPattern.lastIndex;
  return match.groups?.["content"] ?? match[0];
}

function errorAt(scanner: Scanner, position: number, code: MessageCode): ParseError {
  return new ParseError(scanner.sourceOffsets[position] ?? 0, code, { mark: scanner.text.charAt(position) });
}

const DELIMITER_RUN = /\*+|_+/y;
const WHITE_SPACE = /\s/;
const PUNCTUATION = /[\p{P}\p{S}]/u;

type DelimiterRun = NonNullable<ReturnType<typeof findDelimiterRun>>;

/** Returns the run of `*` or `_` at `start`, if any, and whether it can open or close emphasis. */
function findDelimiterRun(text: string, start: number) {
  DELIMITER_RUN.lastIndex = start;
  const delimiters = DELIMITER_RUN.exec(text)?.[0];
  if (delimiters === undefined) return undefined;
  // The start and end of the text count as spaces.
  const before = text[start - 1] ?? " ";
  const after = text[start + delimiters.length] ?? " ";
  const isBeforeText = isFlanking({ inside: after, outside: before });
  const isAfterText = isFlanking({ inside: before, outside: after });
  // In a word, e.g. `snake_case`, a `_` is plain text. Next to punctuation, a `_` may open or close emphasis.
  const isUnderscoreInText = delimiters.startsWith("_") && isBeforeText && isAfterText;
  const canOpen = isBeforeText && (!isUnderscoreInText || PUNCTUATION.test(before));
  const canClose = isAfterText && (!isUnderscoreInText || PUNCTUATION.test(after));
  return { delimiters, canOpen, canClose };
}

/** Returns whether a delimiter run flanks the text that starts or ends with `inside` (CommonMark, section 6.2). */
function isFlanking({ inside, outside }: Readonly<{ inside: string; outside: string }>): boolean {
  if (WHITE_SPACE.test(inside)) return false;
  if (!PUNCTUATION.test(inside)) return true;
  return WHITE_SPACE.test(outside) || PUNCTUATION.test(outside);
}

/** Reads the emphasis that a delimiter run opens. A run that can neither open nor close emphasis is plain text. */
function readEmphasis(
  scanner: Scanner,
  { delimiters, canOpen, canClose }: DelimiterRun,
  enclosing: LinkOrImage | undefined,
  openRuns: readonly string[],
): string {
  const start = scanner.position;
  scanner.position += delimiters.length;
  if (!canOpen && !canClose) return delimiters;
  if (!canOpen) throw errorAt(scanner, start, "markdown-mark-unmatched");
  // `***` could be split in several ways, and a `*` inside `*…*` could open or close emphasis.
  const isAlreadyOpen = openRuns.includes(delimiters);
  if (delimiters.length > 2 || isAlreadyOpen) throw errorAt(scanner, start, "markdown-mark-ambiguous");
  const contentHtml = readContent(scanner, enclosing, [...openRuns, delimiters]);
  const end = scanner.position;
  const closingDelimiters = readMatch(DELIMITER_RUN, scanner);
  if (closingDelimiters === undefined) throw errorAt(scanner, start, "markdown-mark-unmatched");
  if (closingDelimiters !== delimiters) throw errorAt(scanner, end, "markdown-mark-ambiguous");
  const tag = delimiters.length === 2 ? "strong" : "em";
  return `<${tag}>${contentHtml}</${tag}>`;
}

/** Inline syntax that cannot contain other inline syntax. The first match wins. */
const CHILDLESS_SYNTAX: readonly [pattern: RegExp, render: (content: string) => string][] = [
  [/\\(?<content>[!-/:-@[-`{-~])/y, escapeHtml],
  [/(?:\\| {2,})\n/y, () => "<br />\n"],
  [/ ?\n/y, () => "\n"],
  // A code span ends with the same number of backticks as it starts with.
  [/(`+)(?!`)(?<content>[^]*?)(?<!`)\1(?!`)/y, codeSpan],
];

const UNSUPPORTED_SYNTAX = [
  [/`/y, "markdown-mark-unmatched"],
  [/\]/y, "markdown-link"],
  [/<(?:[A-Za-z/!?]|[^\s<>]*>)/y, "markdown-html"],
  [/&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/iy, "markdown-html-code"],
] as const;

/**
 * Matches plain text up to the next special character, or up to a line break and the spaces before it. The first
 * character may be special, e.g. a lone `&`, because this pattern is tried last.
 */
const PLAIN_TEXT = /[^](?:[^ \\`*_[\]!<&\n]| +(?![ \n]))*/y;

/** Reads plain text, or inline syntax other than emphasis. `enclosing` is the link or image that contains it. */
function readInline(scanner: Scanner, enclosing?: LinkOrImage): string {
  const start = scanner.position;
  const syntax = [LINK, IMAGE].find(({ opening }) => scanner.text.startsWith(opening, start));
  if (syntax !== undefined) return readLinkOrImage(scanner, syntax, enclosing);
  for (const [pattern, render] of CHILDLESS_SYNTAX) {
    const content = readMatch(pattern, scanner);
    if (content !== undefined) return render(content);
  }
  for (const [pattern, errorCode] of UNSUPPORTED_SYNTAX) {
    if (readMatch(pattern, scanner) !== undefined) throw errorAt(scanner, start, errorCode);
  }
  // `PLAIN_TEXT` always matches.
  return escapeHtml(readMatch(PLAIN_TEXT, scanner) ?? "");
}

function codeSpan(content: string): string {
  // If there is a space at both ends, remove one from each, unless the code is all spaces (CommonMark, section 6.1).
  const code = content.replaceAll("\n", " ").replace(/^ (?=.*[^ ])(.*) $/, "$1");
  return `<code>${escapeHtml(code)}</code>`;
}

const LINK = {
  opening: "[",
  targetStartPattern: /^(?:https?:\/\/[^/?#]|mailto:[^/]|tel:[^/]|geo:[^/]|\/(?!\/)|#)/i,
  targetError: "markdown-address-start",
  emptyContentError: "markdown-link-empty",
} as const;
const IMAGE = {
  opening: "![",
  targetStartPattern: /^\/(?!\/)/,
  targetError: "markdown-picture-address",
  emptyContentError: "markdown-picture-empty",
} as const;
type LinkOrImage = typeof LINK | typeof IMAGE;

/** Reads `[content](target)` or `![content](target)`. */
function readLinkOrImage(scanner: Scanner, syntax: LinkOrImage, enclosing?: LinkOrImage): string {
  const start = scanner.position;
  // A link may contain images. No other nesting is allowed.
  const isNestingAllowed = enclosing === undefined || (enclosing === LINK && syntax === IMAGE);
  if (!isNestingAllowed) throw errorAt(scanner, start, "markdown-link");
  scanner.position += syntax.opening.length;
  const contentHtml = readContent(scanner, syntax);
  if (!scanner.text.startsWith("](", scanner.position)) throw errorAt(scanner, start, "markdown-link");
  scanner.position += "](".length;
  const target = readTargetAndParenthesis(scanner, syntax);
  // `removeTags` keeps the alt text of an image, so a link that contains only an image is not empty.
  const escapedText = removeTags(contentHtml);
  if (escapedText.trim() === "") throw errorAt(scanner, start, syntax.emptyContentError);
  // Look up the targets of links too, because a link to an image file must use the image's published URL.
  const image = scanner.context.findImage?.(target);
  const url = escapeHtml(image?.url ?? target);
  if (syntax === LINK) return `<a href="${url}">${contentHtml}</a>`;
  // Quotation marks are escaped too, so the text can be used in an attribute.
  return `<img src="${url}" alt="${escapedText}"${image?.attributes ?? ""} />`;
}

/** The target may contain balanced parentheses, but only one level deep. */
const TARGET = /(?<content>(?:\\\S|[^\s\\()]|\((?:\\\S|[^\s\\()])*\))+)\)/y;
const URL_CHARACTERS = /^(?:[\w;/?:@&=+$,\-.!~*'()#\u0080-\uD7FF\uE000-\u{10FFFF}]|%[0-9A-Fa-f]{2})+$/u;
const BACKSLASH_ESCAPE = /\\([!-/:-@[-`{-~])/g;
/** An unescaped character reference, e.g. `&amp;` but not `\&amp;`. It is an error in a target. */
const CHARACTER_REFERENCE = /(?<!\\)&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/i;

/** Reads a target and the `)` after it. Unescapes and percent-encodes the target, and adds it to `context.targets`. */
function readTargetAndParenthesis(scanner: Scanner, syntax: LinkOrImage): string {
  const start = scanner.position;
  const rawTarget = readMatch(TARGET, scanner);
  // Report the error at the `(`.
  if (rawTarget === undefined) throw errorAt(scanner, start - 1, "markdown-address");
  const unescapedTarget = rawTarget.replace(BACKSLASH_ESCAPE, "$1");
  if (!syntax.targetStartPattern.test(unescapedTarget)) throw errorAt(scanner, start, syntax.targetError);
  if (CHARACTER_REFERENCE.test(rawTarget) || !URL_CHARACTERS.test(unescapedTarget)) {
    throw errorAt(scanner, start, "markdown-address-character");
  }
  const target = encodeUrl(unescapedTarget);
  scanner.context.targets.push({ offset: scanner.sourceOffsets[start] ?? 0, length: rawTarget.length, target });
  return target;
}
