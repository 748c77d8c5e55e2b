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
  /** `sourceOffsets[i]` is the offset of `text[i]` in the Markdown document. */
  readonly sourceOffsets: readonly number[];
  readonly context: Context;
  position: number;
}

/** Inline syntax that cannot contain other inline syntax, with functions that render the captured `content`. */
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
  // Leading white space is skipped, not removed, so that `sourceOffsets[i]` remains the offset of `text[i]`.
  const position = text.search(/\S|$/);
  return readContent({ text: text.trimEnd(), sourceOffsets, context, position });
}

const TAG = /<img src="[^"]*" alt="([^"]*)"[^>]*>|<[^>]*>/g;

/** Removes the tags from the output of `renderInline`, and replaces each image with its alt text. */
export function removeTags(html: string): string {
  return html.replace(TAG, "$1");
}

function errorAt(scanner: Scanner, position: number, code: MessageCode, values?: MessageValues): ParseError {
  return new ParseError(scanner.sourceOffsets[position] ?? 0, code, values);
}

/** Returns an error whose message quotes the character at `position`. */
function markErrorAt(scanner: Scanner, position: number, code: MessageCode): ParseError {
  return errorAt(scanner, position, code, { mark: scanner.text.charAt(position) });
}

interface Content {
  /** The HTML since the innermost open emphasis began. If none is open, all HTML. */
  html: string;
  /** The emphasis that is not closed yet, innermost last. `marksLeft` is the number of unmatched marks of `opener`. */
  readonly openEmphasis: { readonly opener: DelimiterRun; marksLeft: number; readonly htmlBefore: string }[];
}

/** Reads inline content up to the end of the text or, in a link or image, up to the `]`, and returns its HTML. */
function readContent(scanner: Scanner, enclosingLink?: LinkSyntax): string {
  const content: Content = { html: "", openEmphasis: [] };
  while (scanner.position < scanner.text.length) {
    const character = scanner.text.charAt(scanner.position);
    if (character === "]" && enclosingLink !== undefined) break;
    if (character === "*" || character === "_") {
      readDelimiterRun(scanner, content);
    } else {
      content.html += readInline(scanner, enclosingLink);
    }
  }
  const unclosed = content.openEmphasis.at(-1);
  if (unclosed !== undefined) throw markErrorAt(scanner, unclosed.opener.start, "markdown-mark-unmatched");
  return content.html;
}

/** Reads a delimiter run, which closes emphasis, opens emphasis, does both, or is literal text. */
function readDelimiterRun(scanner: Scanner, content: Content): void {
  const run = delimiterRunAt(scanner.text, scanner.position);
  scanner.position += run.length;
  const marksLeft = run.canClose ? closeEmphasis(scanner, content, run) : run.length;
  if (marksLeft === 0) return;
  if (run.canOpen) {
    content.openEmphasis.push({ opener: run, marksLeft, htmlBefore: content.html });
    content.html = "";
  } else if (run.canClose) {
    throw markErrorAt(scanner, run.start, "markdown-mark-unmatched");
  } else {
    // The run is literal text, e.g. a `*` between spaces.
    content.html += run.mark.repeat(run.length);
  }
}

/** Closes open emphasis, innermost first: both in `**a *b***`. Returns the number of unmatched marks of `closer`. */
function closeEmphasis(scanner: Scanner, content: Content, closer: DelimiterRun): number {
  let marksLeft = closer.length;
  while (marksLeft > 0) {
    const emphasis = content.openEmphasis.at(-1);
    if (emphasis === undefined) break;
    if (!canMatch(emphasis.opener, closer)) throw markErrorAt(scanner, closer.start, "markdown-mark-ambiguous");
    const isStrong = emphasis.marksLeft >= 2 && marksLeft >= 2;
    const tag = isStrong ? "strong" : "em";
    content.html = `<${tag}>${content.html}</${tag}>`;
    const matchedCount = isStrong ? 2 : 1;
    marksLeft -= matchedCount;
    emphasis.marksLeft -= matchedCount;
    // An opener with marks left, e.g. `***` closed by `*`, stays open around the new tag.
    if (emphasis.marksLeft === 0) {
      content.openEmphasis.pop();
      content.html = emphasis.htmlBefore + content.html;
    }
  }
  return marksLeft;
}

/** Matches a sticky pattern at the current position, and moves past the match. */
function readMatch(sticky: RegExp, scanner: Scanner): RegExpExecArray | null {
  sticky.lastIndex = scanner.position;
  const match = sticky.exec(scanner.text);
  if (match !== null) scanner.position = sticky.lastIndex;
  return match;
}

/** Reads a link or image, other syntax such as a code span, or plain text. Returns its HTML. */
function readInline(scanner: Scanner, enclosingLink?: LinkSyntax): string {
  const start = scanner.position;
  const linkSyntax = [LINK, IMAGE].find(({ opening }) => scanner.text.startsWith(opening, start));
  if (linkSyntax !== undefined) return readLink(scanner, linkSyntax, enclosingLink);
  for (const [pattern, render] of LEAF_SYNTAX) {
    const match = readMatch(pattern, scanner);
    if (match !== null) return render(match.groups?.["content"] ?? "");
  }
  for (const [pattern, errorCode] of UNSUPPORTED_SYNTAX) {
    if (readMatch(pattern, scanner) !== null) throw markErrorAt(scanner, start, errorCode);
  }
  // `PLAIN_TEXT` matches at least one character, so the default is never used.
  const plainText = readMatch(PLAIN_TEXT, scanner)?.[0] ?? "";
  return escapeHtml(plainText);
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
  const start = scanner.position;
  // Links and images must not be nested, except for an image inside a link.
  const isImageInLink = syntax === IMAGE && enclosingLink === LINK;
  if (enclosingLink !== undefined && !isImageInLink) throw errorAt(scanner, start, "markdown-link");
  scanner.position += syntax.opening.length;
  const contentHtml = readContent(scanner, syntax);
  if (!scanner.text.startsWith("](", scanner.position)) throw errorAt(scanner, start, "markdown-link");
  const target = readTarget(scanner, syntax);
  const plainTextHtml = removeTags(contentHtml);
  if (plainTextHtml.trim() === "") throw errorAt(scanner, start, syntax.emptyError);
  // Links can also point to image files.
  const image = scanner.context.findImage(target);
  const url = escapeHtml(image?.url ?? target);
  if (syntax === LINK) return `<a href="${url}">${contentHtml}</a>`;
  return `<img src="${url}" alt="${plainTextHtml}"${image?.attributes ?? ""} />`;
}

/** The address may contain balanced parentheses, but not nested ones. */
const ADDRESS_IN_PARENTHESES = /\((?:\\\S|[^\s\\()]|\((?:\\\S|[^\s\\()])*\))+\)/y;
const URL_CHARACTERS = /^(?:[\w;/?:@&=+$,\-.!~*'()#\u0080-\uD7FF\uE000-\u{10FFFF}]|%[0-9A-Fa-f]{2})+$/u;
const BACKSLASH_ESCAPE = /\\([!-/:-@[-`{-~])/g;
const UNESCAPED_CHARACTER_REFERENCE = /(?<!\\)&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/i;

/** Reads `](address)`. Returns the address, unescaped and percent-encoded, and adds it to the context's links. */
function readTarget(scanner: Scanner, syntax: LinkSyntax): string {
  scanner.position += "]".length;
  const addressStart = scanner.position + "(".length;
  const match = readMatch(ADDRESS_IN_PARENTHESES, scanner);
  if (match === null) throw errorAt(scanner, scanner.position, "markdown-address");
  const rawAddress = match[0].slice(1, -1);
  const address = rawAddress.replace(BACKSLASH_ESCAPE, "$1");
  if (!syntax.targetStartPattern.test(address)) throw errorAt(scanner, addressStart, syntax.targetError);
  const isValid = URL_CHARACTERS.test(address) && !UNESCAPED_CHARACTER_REFERENCE.test(rawAddress);
  if (!isValid) throw errorAt(scanner, addressStart, "markdown-address-character");
  const target = encodeUrl(address);
  const offset = scanner.sourceOffsets[addressStart] ?? 0;
  scanner.context.links.push({ offset, length: rawAddress.length, target });
  return target;
}
