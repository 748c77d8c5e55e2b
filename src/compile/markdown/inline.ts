/**
 * Renders the inline content of a paragraph, heading or table cell in a single pass, without backtracking. A closing
 * delimiter must therefore match the innermost open one.
 */

import { escapeHtml } from "../html.ts";
import { type Message, type MessageValues, ParseError } from "../message.ts";
import { canMatch, type DelimiterRun, delimiterRunAt } from "./delimiter-run.ts";
import { encodeUrl } from "./escape-markdown.ts";
import type { Context, Line } from "./lines.ts";

interface Scanner {
  readonly text: string;
  /** Offsets in the Markdown document, one for each character of `text`. */
  readonly offsets: readonly number[];
  readonly context: Context;
  position: number;
}

/** Constructs without nested content, each with a function that renders the captured `content`. */
const LEAF_SYNTAX: readonly (readonly [pattern: RegExp, render: (content: string) => string])[] = [
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

/** Any one character, then text up to the next special character or the spaces at the end of the line. */
const PLAIN_TEXT = /[^](?:[^ \\`*_[\]!<&\n]| +(?![ \n]))*/y;

export function renderInline(lines: readonly Line[], context: Context): string {
  const text = lines.map((line) => line.text).join("\n");
  const offsets = lines.flatMap(({ text: { length }, offset }) => {
    return Array.from({ length: length + "\n".length }, (_, index) => offset + index);
  });
  // White space at the start is skipped, not removed, so that `offsets` stays aligned with the text.
  const position = text.length - text.trimStart().length;
  return readContent({ text: text.trimEnd(), offsets, context, position });
}

/** Captures the alt text of an image. */
const TAG = /<img src="[^"]*" alt="([^"]*)"[^>]*>|<[^>]*>/g;

/** Removes the tags from the output of `renderInline`, and replaces each image with its alt text. */
export function removeTags(html: string): string {
  return html.replace(TAG, "$1");
}

function errorAt({ offsets }: Scanner, position: number, code: Message["code"], values?: MessageValues): ParseError {
  return new ParseError(offsets[position] ?? 0, code, values);
}

/** Reads inline content up to the end of the text or, in a link or image, up to the `]`. */
function readContent(scanner: Scanner, container?: LinkSyntax): string {
  const output: string[] = [];
  const openRuns: OpenRun[] = [];
  while (scanner.position < scanner.text.length) {
    const character = scanner.text.charAt(scanner.position);
    if (character === "]" && container !== undefined) break;
    if (character === "*" || character === "_") {
      readDelimiterRun(scanner, output, openRuns);
    } else {
      output.push(readInline(scanner, container));
    }
  }
  const unclosed = openRuns.at(-1);
  if (unclosed !== undefined) {
    throw errorAt(scanner, unclosed.start, "markdown-mark-unmatched", { mark: unclosed.mark });
  }
  return output.join("");
}

interface OpenRun extends DelimiterRun {
  /** Index of the opening tags in the output. */
  readonly outputIndex: number;
}

/** Reads a delimiter run, which may close open runs, open a new one, or both. */
function readDelimiterRun(scanner: Scanner, output: string[], openRuns: OpenRun[]): void {
  const run = delimiterRunAt(scanner.text, scanner.position);
  const { start, mark, length, canOpen, canClose } = run;
  scanner.position += length;
  if (canClose) closeEmphasis(scanner, output, openRuns, run);
  if (run.unmatchedCount === 0) return;
  if (canClose && !canOpen) throw errorAt(scanner, start, "markdown-mark-unmatched", { mark });
  // The opening tags are inserted when the run is closed.
  if (canOpen) openRuns.push({ ...run, outputIndex: output.length });
  output.push(canOpen ? "" : mark.repeat(length));
}

/** Closes all open runs that the closing run matches, from the innermost out, e.g. both runs in `**a *b***`. */
function closeEmphasis(scanner: Scanner, output: string[], openRuns: OpenRun[], closer: DelimiterRun): void {
  let opener = openRuns.at(-1);
  while (opener !== undefined && closer.unmatchedCount > 0) {
    if (!canMatch(opener, closer)) {
      throw errorAt(scanner, closer.start, "markdown-mark-ambiguous", { mark: closer.mark });
    }
    const isStrong = opener.unmatchedCount >= 2 && closer.unmatchedCount >= 2;
    const tag = isStrong ? "strong" : "em";
    const matchedCount = isStrong ? 2 : 1;
    output[opener.outputIndex] = `<${tag}>${output[opener.outputIndex]}`;
    output.push(`</${tag}>`);
    opener.unmatchedCount -= matchedCount;
    closer.unmatchedCount -= matchedCount;
    if (opener.unmatchedCount === 0) openRuns.pop();
    opener = openRuns.at(-1);
  }
}

function matchHere(sticky: RegExp, { text, position }: Scanner): RegExpExecArray | null {
  sticky.lastIndex = position;
  return sticky.exec(text);
}

function readInline(scanner: Scanner, container?: LinkSyntax): string {
  const { text, position } = scanner;
  const linkSyntax = [LINK, IMAGE].find(({ opening }) => text.startsWith(opening, position));
  if (linkSyntax !== undefined) return readLink(scanner, linkSyntax, container);
  for (const [pattern, render] of LEAF_SYNTAX) {
    const match = matchHere(pattern, scanner);
    if (match !== null) {
      scanner.position += match[0].length;
      return render(match.groups?.["content"] ?? "");
    }
  }
  for (const [pattern, code] of UNSUPPORTED_SYNTAX) {
    const isUnsupported = matchHere(pattern, scanner) !== null;
    if (isUnsupported) throw errorAt(scanner, position, code, { mark: text.charAt(position) });
  }
  const plainText = matchHere(PLAIN_TEXT, scanner)?.[0] ?? "";
  scanner.position += plainText.length;
  return escapeHtml(plainText);
}

function codeSpan(content: string): string {
  // If there is a space at both ends, remove one from each, unless the code is all spaces (section 6.1).
  const code = content.replaceAll("\n", " ").replace(/^ (?=.*[^ ])(.*) $/, "$1");
  return `<code>${escapeHtml(code)}</code>`;
}

const LINK = {
  opening: "[",
  // A URL with a supported scheme, a path on this site, or a fragment.
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
type LinkSyntax = typeof LINK | typeof IMAGE;

function readLink(scanner: Scanner, syntax: LinkSyntax, container?: LinkSyntax): string {
  const { position: start, context } = scanner;
  // Only an image in a link may be nested.
  const isAllowedHere = container === undefined || (container === LINK && syntax === IMAGE);
  if (!isAllowedHere) throw errorAt(scanner, start, "markdown-link");
  scanner.position += syntax.opening.length;
  const content = readContent(scanner, syntax);
  const target = readTarget(scanner, start, syntax);
  const text = removeTags(content);
  if (text.trim() === "") throw errorAt(scanner, start, syntax.emptyError);
  const image = context.findImage(target);
  const url = escapeHtml(image?.url ?? target);
  if (syntax === LINK) return `<a href="${url}">${content}</a>`;
  return `<img src="${url}" alt="${text}"${image?.attributes ?? ""} />`;
}

/** The address may contain pairs of parentheses, but not nested ones. */
const LINK_END = /\]\((?<address>(?:\\\S|[^\s\\()]|\((?:\\\S|[^\s\\()])*\))+)\)/y;
const URL_CHARACTERS = /^(?:[\w;/?:@&=+$,\-.!~*'()#\u0080-\uD7FF\uE000-\u{10FFFF}]|%[0-9A-Fa-f]{2})+$/u;
const BACKSLASH_ESCAPE = /\\([!-/:-@[-`{-~])/g;
const UNESCAPED_CHARACTER_REFERENCE = /(?<!\\)&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/i;

/** Reads `](address)`, adds the link or image to the context, and returns its percent-encoded target. */
function readTarget(scanner: Scanner, linkStart: number, { targetStart, targetError }: LinkSyntax): string {
  const { text, position } = scanner;
  if (!text.startsWith("](", position)) throw errorAt(scanner, linkStart, "markdown-link");
  const address = matchHere(LINK_END, scanner)?.groups?.["address"];
  if (address === undefined) throw errorAt(scanner, position + 1, "markdown-address");
  const addressStart = position + "](".length;
  const url = address.replace(BACKSLASH_ESCAPE, "$1");
  if (!targetStart.test(url)) throw errorAt(scanner, addressStart, targetError);
  const isValid = URL_CHARACTERS.test(url) && !UNESCAPED_CHARACTER_REFERENCE.test(address);
  if (!isValid) throw errorAt(scanner, addressStart, "markdown-address-character");
  const target = encodeUrl(url);
  scanner.context.links.push({ offset: scanner.offsets[addressStart] ?? 0, length: address.length, target });
  scanner.position = addressStart + address.length + ")".length;
  return target;
}
