/**
 * Renders inline content in one pass, without backtracking, so a closing delimiter must match the innermost open one.
 */

import { escapeHtml } from "../html.ts";
import { type MessageCode, ParseError } from "../messages.ts";
import { type DelimiterRun, delimiterRunAt } from "./delimiter-run.ts";
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

/**
 * Patterns for inline syntax that cannot contain other inline syntax, each with a function that renders its content.
 * The first match wins.
 */
const LEAF_SYNTAX: readonly [pattern: RegExp, render: (content: string) => string][] = [
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
 * Matches plain text up to the next special character. The first character may be special itself, e.g. a lone `&`,
 * because no other pattern matched it. Does not match spaces before a line break: the line-break patterns do.
 */
const PLAIN_TEXT = /[^](?:[^ \\`*_[\]!<&\n]| +(?![ \n]))*/y;

/** Renders the text of a paragraph, heading or table cell as HTML. Ignores leading and trailing white space. */
export function renderInline(lines: readonly Line[], context: Context): string {
  const { text, sourceOffsets } = fillMarkdown(lines, context);
  // Leading white space is skipped, not removed, so that `sourceOffsets[i]` remains the offset of `text[i]`.
  const position = text.search(/\S|$/);
  const scanner = { text: text.trimEnd(), sourceOffsets, context, position };
  return readContent(scanner, { link: undefined, openers: [] });
}

const TAG = /<img src="[^"]*" alt="([^"]*)"[^>]*>|<[^>]*>/g;

/** Removes the tags from the output of `renderInline`, and replaces each image with its alt text. */
export function removeTags(html: string): string {
  return html.replace(TAG, "$1");
}

function sourceOffset({ sourceOffsets }: Scanner, position: number): number {
  // There is an offset for each position, so the default `0` is never used.
  return sourceOffsets[position] ?? 0;
}

/** Returns an error whose message may quote the character at `position`. */
function errorAt(scanner: Scanner, position: number, code: MessageCode): ParseError {
  return new ParseError(sourceOffset(scanner, position), code, { mark: scanner.text.charAt(position) });
}

/** The link or image around the content, and the delimiter runs that opened emphasis around it, innermost last. */
type Enclosing = Readonly<{ link: LinkOrImage | undefined; openers: readonly DelimiterRun[] }>;

/**
 * Reads inline content up to the end of the text, and returns its HTML. In a link or image, stops before a `]`. In
 * emphasis, stops before a delimiter run that can close emphasis.
 */
function readContent(scanner: Scanner, enclosing: Enclosing): string {
  let html = "";
  while (scanner.position < scanner.text.length) {
    const character = scanner.text.charAt(scanner.position);
    if (character === "]" && enclosing.link !== undefined) break;
    if (character === "*" || character === "_") {
      const run = delimiterRunAt(scanner.text, scanner.position);
      if (run.canClose && enclosing.openers.length > 0) break;
      html += readEmphasis(scanner, run, enclosing);
    } else {
      html += readInline(scanner, enclosing.link);
    }
  }
  return html;
}

/** Reads the emphasis that `run` opens. If `run` can neither open nor close emphasis, returns the run as plain text. */
function readEmphasis(scanner: Scanner, run: DelimiterRun, { link, openers }: Enclosing): string {
  const { character, length, start, canOpen, canClose } = run;
  scanner.position += length;
  if (!canOpen && !canClose) return character.repeat(length);
  if (!canOpen) throw errorAt(scanner, start, "markdown-mark-unmatched");
  const isNestedInItself = openers.some((opener) => isSameDelimiter(opener, run));
  if (length > 2 || isNestedInItself) throw errorAt(scanner, start, "markdown-mark-ambiguous");
  const contentHtml = readContent(scanner, { link, openers: [...openers, run] });
  readClosingRun(scanner, run);
  const tag = length === 2 ? "strong" : "em";
  return `<${tag}>${contentHtml}</${tag}>`;
}

/** Reads the delimiter run that closes emphasis. Throws if there is no such run, or if it does not match the opener. */
function readClosingRun(scanner: Scanner, opener: DelimiterRun): void {
  // The content may end at a delimiter run, before a `]` or at the end of the text.
  const closer = delimiterRunAt(scanner.text, scanner.position);
  const isClosed = closer.character === "*" || closer.character === "_";
  if (!isClosed) throw errorAt(scanner, opener.start, "markdown-mark-unmatched");
  if (!isSameDelimiter(opener, closer)) throw errorAt(scanner, closer.start, "markdown-mark-ambiguous");
  scanner.position += closer.length;
}

function isSameDelimiter(a: DelimiterRun, b: DelimiterRun): boolean {
  return a.character === b.character && a.length === b.length;
}

/**
 * Reads what a sticky pattern matches at the scanner's position. Returns the `content` group of the match, or the whole
 * match if the pattern has no such group. Returns undefined if the pattern does not match.
 */
function readMatch(stickyPattern: RegExp, scanner: Scanner): string | undefined {
  stickyPattern.lastIndex = scanner.position;
  const match = stickyPattern.exec(scanner.text);
  if (match === null) return undefined;
  scanner.position = stickyPattern.lastIndex;
  return match.groups?.["content"] ?? match[0];
}

/** Reads an inline element or some plain text. Returns its HTML. `enclosing` is the link or image around it, if any. */
function readInline(scanner: Scanner, enclosing?: LinkOrImage): string {
  const start = scanner.position;
  const syntax = [LINK, IMAGE].find(({ opening }) => scanner.text.startsWith(opening, start));
  if (syntax !== undefined) return readLinkOrImage(scanner, syntax, enclosing);
  // Try syntax that cannot contain other syntax, e.g. a code span.
  for (const [pattern, render] of LEAF_SYNTAX) {
    const content = readMatch(pattern, scanner);
    if (content !== undefined) return render(content);
  }
  for (const [pattern, errorCode] of UNSUPPORTED_SYNTAX) {
    if (readMatch(pattern, scanner) !== undefined) throw errorAt(scanner, start, errorCode);
  }
  // `PLAIN_TEXT` always matches, because at least one character is left.
  return escapeHtml(readMatch(PLAIN_TEXT, scanner) ?? "");
}

function codeSpan(content: string): string {
  // If there is a space at both ends, remove one from each, unless the code is all spaces (CommonMark, section 6.1).
  const code = content.replaceAll("\n", " ").replace(/^ (?=.*[^ ])(.*) $/, "$1");
  return `<code>${escapeHtml(code)}</code>`;
}

const LINK = {
  opening: "[",
  // Matches the start of a URL with a supported scheme, a path on this site, or a fragment.
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

/** Reads `[content](target)` or `![content](target)`. Returns an `<a>` or `<img>` element. */
function readLinkOrImage(scanner: Scanner, syntax: LinkOrImage, enclosing?: LinkOrImage): string {
  const start = scanner.position;
  // A link may contain images. No other nesting is allowed.
  const isNestingAllowed = enclosing === undefined || (enclosing === LINK && syntax === IMAGE);
  if (!isNestingAllowed) throw errorAt(scanner, start, "markdown-link");
  scanner.position += syntax.opening.length;
  const contentHtml = readContent(scanner, { link: syntax, openers: [] });
  if (!scanner.text.startsWith("](", scanner.position)) throw errorAt(scanner, start, "markdown-link");
  // Skip only the `]`, because `readTarget` reads the `(`.
  scanner.position += "]".length;
  const target = readTarget(scanner, syntax);
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
const TARGET_IN_PARENTHESES = /\((?<content>(?:\\\S|[^\s\\()]|\((?:\\\S|[^\s\\()])*\))+)\)/y;
const URL_CHARACTERS = /^(?:[\w;/?:@&=+$,\-.!~*'()#\u0080-\uD7FF\uE000-\u{10FFFF}]|%[0-9A-Fa-f]{2})+$/u;
const BACKSLASH_ESCAPE = /\\([!-/:-@[-`{-~])/g;
const CHARACTER_REFERENCE_WITHOUT_BACKSLASH = /(?<!\\)&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/i;

/** Reads `(target)`. Unescapes and percent-encodes the target, adds it to `context.targets`, and returns it. */
function readTarget(scanner: Scanner, syntax: LinkOrImage): string {
  const targetStart = scanner.position + "(".length;
  const rawTarget = readMatch(TARGET_IN_PARENTHESES, scanner);
  if (rawTarget === undefined) throw errorAt(scanner, scanner.position, "markdown-address");
  // Look for character references before removing backslashes, because `&amp;` is an error, but `\&amp;` is not.
  const hasCharacterReference = CHARACTER_REFERENCE_WITHOUT_BACKSLASH.test(rawTarget);
  const unescapedTarget = rawTarget.replace(BACKSLASH_ESCAPE, "$1");
  if (!syntax.targetStartPattern.test(unescapedTarget)) throw errorAt(scanner, targetStart, syntax.targetError);
  if (hasCharacterReference || !URL_CHARACTERS.test(unescapedTarget)) {
    throw errorAt(scanner, targetStart, "markdown-address-character");
  }
  const target = encodeUrl(unescapedTarget);
  const offset = sourceOffset(scanner, targetStart);
  scanner.context.targets.push({ offset, length: rawTarget.length, target });
  return target;
}
