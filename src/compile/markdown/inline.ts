/**
 * Renders the inline content of a paragraph, heading or table cell in a single pass, without backtracking. A closing
 * delimiter must therefore match the innermost open one.
 */

import { escapeHtml } from "../html.ts";
import { type MessageCode, type MessageValues, ParseError } from "../message.ts";
import { canMatch, type DelimiterRun, delimiterRunAt } from "./delimiter-run.ts";
import { encodeUrl } from "./escape-markdown.ts";
import type { Context, Line } from "./lines.ts";

interface Scanner {
  readonly text: string;
  /** The offset in the Markdown document of each character of `text`. */
  readonly sourceOffsets: readonly number[];
  readonly context: Context;
  position: number;
}

/** Inline syntax without nested content: each pattern has a function that renders the captured `content`. */
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

/** Any single character, then text up to the next special character or the line's trailing spaces. */
const PLAIN_TEXT = /[^](?:[^ \\`*_[\]!<&\n]| +(?![ \n]))*/y;

export function renderInline(lines: readonly Line[], context: Context): string {
  const text = lines.map((line) => line.text).join("\n");
  const sourceOffsets = lines.flatMap((line) => {
    const length = line.text.length + "\n".length;
    return Array.from({ length }, (_, index) => line.offset + index);
  });
  // White space at the start is skipped, not removed, so that `sourceOffsets` stays aligned with the text.
  const position = text.length - text.trimStart().length;
  return readContent({ text: text.trimEnd(), sourceOffsets, context, position });
}

/** Matches any tag. Captures the alt text of an image. */
const TAG = /<img src="[^"]*" alt="([^"]*)"[^>]*>|<[^>]*>/g;

/** Removes the tags from the output of `renderInline`, and replaces each image with its alt text. */
export function removeTags(html: string): string {
  return html.replace(TAG, "$1");
}

function errorAt(scanner: Scanner, position: number, code: MessageCode, values?: MessageValues): ParseError {
  return new ParseError(scanner.sourceOffsets[position] ?? 0, code, values);
}

/** Reads inline content up to the end of the text or, in a link or image, up to the `]`. */
function readContent(scanner: Scanner, enclosingLink?: LinkSyntax): string {
  // A delimiter run can start or end the current content.
  let content: Content = { html: "" };
  while (scanner.position < scanner.text.length) {
    const character = scanner.text.charAt(scanner.position);
    if (character === "]" && enclosingLink !== undefined) break;
    if (character === "*" || character === "_") {
      content = readDelimiterRun(scanner, content);
    } else {
      content.html += readInline(scanner, enclosingLink);
    }
  }
  if (content.emphasis !== undefined) throw runError(scanner, content.emphasis.opener, "markdown-mark-unmatched");
  return content.html;
}

function runError(scanner: Scanner, { start, mark }: DelimiterRun, code: MessageCode): ParseError {
  return errorAt(scanner, start, code, { mark });
}

/** Content read since the innermost open delimiter run or, if none is open, since the start of the text or link. */
interface Content {
  html: string;
  /** The delimiter run that opened the content, and the content before that run. */
  readonly emphasis?: { readonly opener: DelimiterRun; readonly outer: Content };
}

/** Reads a delimiter run, which may close open runs, open a new one, or both. Returns the content to append to next. */
function readDelimiterRun(scanner: Scanner, content: Content): Content {
  const run = delimiterRunAt(scanner.text, scanner.position);
  scanner.position += run.length;
  const current = run.canClose ? closeEmphasis(scanner, content, run) : content;
  if (run.unmatchedCount === 0) return current;
  if (run.canOpen) return { html: "", emphasis: { opener: run, outer: current } };
  if (run.canClose) throw runError(scanner, run, "markdown-mark-unmatched");
  // The marks are literal, e.g. with spaces on both sides.
  current.html += run.mark.repeat(run.length);
  return current;
}

/**
 * Closes the open runs that a closing run matches, innermost first: both runs in `**a *b***`, for example. Reduces
 * the `unmatchedCount` of each matched run. Returns the innermost content still open.
 */
function closeEmphasis(scanner: Scanner, content: Content, closer: DelimiterRun): Content {
  let current = content;
  while (current.emphasis !== undefined && closer.unmatchedCount > 0) {
    const { opener, outer } = current.emphasis;
    if (!canMatch(opener, closer)) throw runError(scanner, closer, "markdown-mark-ambiguous");
    const isStrong = opener.unmatchedCount >= 2 && closer.unmatchedCount >= 2;
    const tag = isStrong ? "strong" : "em";
    current.html = `<${tag}>${current.html}</${tag}>`;
    const matchedCount = isStrong ? 2 : 1;
    opener.unmatchedCount -= matchedCount;
    closer.unmatchedCount -= matchedCount;
    if (opener.unmatchedCount === 0) {
      outer.html += current.html;
      current = outer;
    }
  }
  return current;
}

function matchHere(sticky: RegExp, { text, position }: Scanner): RegExpExecArray | null {
  sticky.lastIndex = position;
  return sticky.exec(text);
}

function readInline(scanner: Scanner, enclosingLink?: LinkSyntax): string {
  const { text, position } = scanner;
  const linkSyntax = [LINK, IMAGE].find(({ opening }) => text.startsWith(opening, position));
  if (linkSyntax !== undefined) return readLink(scanner, linkSyntax, enclosingLink);
  for (const [pattern, render] of LEAF_SYNTAX) {
    const match = matchHere(pattern, scanner);
    if (match !== null) {
      scanner.position += match[0].length;
      return render(match.groups?.["content"] ?? "");
    }
  }
  for (const [pattern, errorCode] of UNSUPPORTED_SYNTAX) {
    const match = matchHere(pattern, scanner);
    if (match !== null) throw errorAt(scanner, position, errorCode, { mark: text.charAt(position) });
  }
  // PLAIN_TEXT starts with any character, so it always matches.
  const plainText = matchHere(PLAIN_TEXT, scanner)?.[0] ?? "";
  scanner.position += plainText.length;
  return escapeHtml(plainText);
}

function codeSpan(content: string): string {
  // If there is a space at both ends, remove one from each, unless the code is all spaces (CommonMark, section 6.1).
  const code = content.replaceAll("\n", " ").replace(/^ (?=.*[^ ])(.*) $/, "$1");
  return `<code>${escapeHtml(code)}</code>`;
}

const LINK = {
  opening: "[",
  // A URL with a supported scheme, a path on this site, or a fragment.
  targetStartPattern: /^(?:https?:\/\/[^/?#]|mailto:[^/]|tel:[^/]|geo:[^/]|\/(?!\/)|#)/i,
  targetError: "markdown-address-start",
  emptyError: "markdown-link-empty",
} as const;
const IMAGE = {
  opening: "![",
  targetStartPattern: /^\/(?!\/)/,
  targetError: "markdown-picture-address",
  emptyError: "markdown-picture-empty",
} as const;
type LinkSyntax = typeof LINK | typeof IMAGE;

function readLink(scanner: Scanner, syntax: LinkSyntax, enclosingLink?: LinkSyntax): string {
  const { position: start, context } = scanner;
  // Links and images must not be nested, except for an image inside a link.
  const isAllowedHere = enclosingLink === undefined || (enclosingLink === LINK && syntax === IMAGE);
  if (!isAllowedHere) throw errorAt(scanner, start, "markdown-link");
  scanner.position += syntax.opening.length;
  const contentHtml = readContent(scanner, syntax);
  const target = readTarget(scanner, start, syntax);
  const textHtml = removeTags(contentHtml);
  if (textHtml.trim() === "") throw errorAt(scanner, start, syntax.emptyError);
  // A link, too, may lead to an image file.
  const image = context.findImage(target);
  const url = escapeHtml(image?.url ?? target);
  if (syntax === LINK) return `<a href="${url}">${contentHtml}</a>`;
  return `<img src="${url}" alt="${textHtml}"${image?.attributes ?? ""} />`;
}

/** Captures the address, which may contain balanced parentheses, but not nested ones. */
const LINK_END = /\]\(((?:\\\S|[^\s\\()]|\((?:\\\S|[^\s\\()])*\))+)\)/y;
const URL_CHARACTERS = /^(?:[\w;/?:@&=+$,\-.!~*'()#\u0080-\uD7FF\uE000-\u{10FFFF}]|%[0-9A-Fa-f]{2})+$/u;
const BACKSLASH_ESCAPE = /\\([!-/:-@[-`{-~])/g;
const UNESCAPED_CHARACTER_REFERENCE = /(?<!\\)&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/i;

/** Reads `](address)`, adds the link or image to the context, and returns the percent-encoded address. */
function readTarget(scanner: Scanner, linkStart: number, syntax: LinkSyntax): string {
  const { text, position, sourceOffsets, context } = scanner;
  if (!text.startsWith("](", position)) throw errorAt(scanner, linkStart, "markdown-link");
  const escapedAddress = matchHere(LINK_END, scanner)?.[1];
  if (escapedAddress === undefined) throw errorAt(scanner, position + "]".length, "markdown-address");
  const address = escapedAddress.replace(BACKSLASH_ESCAPE, "$1");
  const addressStart = position + "](".length;
  if (!syntax.targetStartPattern.test(address)) throw errorAt(scanner, addressStart, syntax.targetError);
  const isEncoded = URL_CHARACTERS.test(address) && !UNESCAPED_CHARACTER_REFERENCE.test(escapedAddress);
  if (!isEncoded) throw errorAt(scanner, addressStart, "markdown-address-character");
  const target = encodeUrl(address);
  context.links.push({ offset: sourceOffsets[addressStart] ?? 0, length: escapedAddress.length, target });
  scanner.position = addressStart + escapedAddress.length + ")".length;
  return target;
}
