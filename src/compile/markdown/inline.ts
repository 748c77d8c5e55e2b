/**
 * Renders the inline content of a paragraph, heading or table cell as HTML and as plain text.
 *
 * Works in a single pass, so it runs in linear time. It never backtracks, so a closing delimiter that does not match
 * the innermost open one is an error.
 */

import { escapeHtml } from "../html.ts";
import { ParseError } from "../parse-error.ts";
import type { Message, MessageValues } from "../message.ts";
import { canMatch, type DelimiterRun, delimiterRunAt } from "./delimiter-run.ts";
import type { Context, Line } from "./lines.ts";

interface Content {
  readonly html: string;
  /** Plain text, with each image replaced with its alt text. */
  readonly text: string;
}

interface Scanner {
  readonly text: string;
  /** Offsets in the Markdown document, one for each character of `text`. */
  readonly offsets: readonly number[];
  readonly context: Context;
  position: number;
}

/** The innermost enclosing element whose content is being read. Emphasis does not count. */
type Container = "block" | "link text" | "alt text";

/**
 * Patterns for inline constructs that cannot contain other constructs, each with a function that renders the captured
 * `content`.
 */
const LEAF_SYNTAX: readonly (readonly [pattern: RegExp, render: (content: string) => Content])[] = [
  [/\\(?<content>[!-/:-@[-`{-~])/y, plainText],
  [/(?:\\| {2,})\n/y, () => ({ html: "<br />\n", text: "\n" })],
  [/ ?\n/y, () => ({ html: "\n", text: "\n" })],
  // A code span ends with the same number of backticks as it starts with.
  [/(`+)(?!`)(?<content>[^]*?)(?<!`)\1(?!`)/y, codeSpan],
];

const UNSUPPORTED_SYNTAX: readonly (readonly [pattern: RegExp, code: Message["code"]])[] = [
  [/`/y, "markdown-mark-unmatched"],
  [/\]/y, "markdown-link"],
  [/<(?:[A-Za-z/!?]|[^\s<>]*>)/y, "markdown-html"],
  [/&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/iy, "markdown-html-code"],
];

/**
 * Any one character, then ordinary text up to the next special character or the spaces that end a line (a possible hard
 * line break).
 */
const PLAIN_TEXT = /[^](?:[^ \\`*_[\]!<&\n]| +(?![ \n]))*/y;
/** Matches `](address)`. The address may contain pairs of parentheses, but not nested ones. */
const LINK_END = /\]\((?<address>(?:\\\S|[^\s\\()]|\((?:\\\S|[^\s\\()])*\))+)\)/y;

const EMPTY: Content = { html: "", text: "" };

/** Renders the inline content of consecutive lines. Throws a `ParseError` for invalid or unsupported syntax. */
export function renderInline(lines: readonly Line[], context: Context): Content {
  const text = lines.map((line) => line.text).join("\n");
  // White space at the start is skipped rather than removed, so that `offsets` stays aligned with the text.
  const position = text.length - text.trimStart().length;
  return readContent({ text: text.trimEnd(), offsets: characterOffsets(lines), context, position }, "block");
}

/** Returns the document offset of every character in the lines, counting a line feed after each line. */
function characterOffsets(lines: readonly Line[]): number[] {
  return lines.flatMap(({ text, offset }) => {
    return Array.from({ length: text.length + "\n".length }, (_, index) => offset + index);
  });
}

function errorAt({ offsets }: Scanner, position: number, code: Message["code"], values?: MessageValues): ParseError {
  return new ParseError(offsets[position] ?? 0, code, values);
}

/** An unclosed delimiter run, and the content between the previous unclosed run and this run. */
interface OpenRun {
  readonly opener: DelimiterRun;
  readonly contentBefore: Content;
  /** Number of characters of the opening run that have not been closed yet. */
  unmatchedCount: number;
}

/** Reads inline content up to the end of the text or, in a link or image, up to the `]`. */
function readContent(scanner: Scanner, container: Container): Content {
  const endsAtBracket = container !== "block";
  const openRuns: OpenRun[] = [];
  // Content read since the innermost open run, or since the start of the text if no run is open.
  let contentSinceOpenRun = EMPTY;
  while (scanner.position < scanner.text.length) {
    const character = scanner.text.charAt(scanner.position);
    if (endsAtBracket && character === "]") break;
    if (character === "*" || character === "_") {
      contentSinceOpenRun = readDelimiterRun(scanner, openRuns, contentSinceOpenRun);
    } else {
      contentSinceOpenRun = concatenate(contentSinceOpenRun, readInline(scanner, container));
    }
  }
  const unclosedRun = openRuns.at(-1)?.opener;
  if (unclosedRun !== undefined) {
    throw errorAt(scanner, unclosedRun.start, "markdown-mark-unmatched", { mark: unclosedRun.mark });
  }
  return contentSinceOpenRun;
}

function concatenate(first: Content, second: Content): Content {
  return { html: first.html + second.html, text: first.text + second.text };
}

/**
 * Reads a delimiter run, which may close open runs, open a new one, or both. Returns the content since the innermost
 * run that is still open.
 */
function readDelimiterRun(scanner: Scanner, openRuns: OpenRun[], contentSinceOpenRun: Content): Content {
  const run = delimiterRunAt(scanner.text, scanner.position);
  scanner.position += run.length;
  const isPlainText = !run.canOpen && !run.canClose;
  if (isPlainText) return concatenate(contentSinceOpenRun, plainText(run.mark.repeat(run.length)));
  const { content, unmatchedCount } = closeEmphasis(scanner, openRuns, contentSinceOpenRun, run);
  if (unmatchedCount === 0) return content;
  if (!run.canOpen) throw errorAt(scanner, run.start, "markdown-mark-unmatched", { mark: run.mark });
  openRuns.push({ opener: run, unmatchedCount, contentBefore: content });
  return EMPTY;
}

/**
 * Wraps the content in `em` or `strong` for each open run that the closing run matches, from the innermost out. A
 * closing run can match several: `***` closes both runs in `**a *b***`.
 */
function closeEmphasis(scanner: Scanner, openRuns: OpenRun[], contentSinceOpenRun: Content, closer: DelimiterRun) {
  let content = contentSinceOpenRun;
  let unmatchedCount = closer.length;
  while (closer.canClose && unmatchedCount > 0) {
    const innermost = openRuns.at(-1);
    if (innermost === undefined) break;
    const { start, mark } = closer;
    if (!canMatch(innermost.opener, closer)) throw errorAt(scanner, start, "markdown-mark-ambiguous", { mark });
    const isStrong = innermost.unmatchedCount >= 2 && unmatchedCount >= 2;
    const tag = isStrong ? "strong" : "em";
    const matchedCount = isStrong ? 2 : 1;
    content = { html: `<${tag}>${content.html}</${tag}>`, text: content.text };
    unmatchedCount -= matchedCount;
    innermost.unmatchedCount -= matchedCount;
    if (innermost.unmatchedCount === 0) {
      openRuns.pop();
      content = concatenate(innermost.contentBefore, content);
    }
  }
  return { content, unmatchedCount };
}

function matchHere(sticky: RegExp, { text, position }: Scanner): RegExpExecArray | null {
  sticky.lastIndex = position;
  return sticky.exec(text);
}

/** Reads a link, an image, a construct with no nested content (such as a code span), or plain text. */
function readInline(scanner: Scanner, container: Container): Content {
  const { text, position } = scanner;
  if (text.startsWith("[", position)) return readLink(scanner, container);
  if (text.startsWith("![", position)) return readImage(scanner, container);
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
  const plain = matchHere(PLAIN_TEXT, scanner)?.[0] ?? "";
  scanner.position += plain.length;
  return plainText(plain);
}

function plainText(text: string): Content {
  return { html: escapeHtml(text), text };
}

function codeSpan(code: string): Content {
  // If there is a space at both ends, remove one from each, unless the code is all spaces (section 6.1).
  const text = code.replaceAll("\n", " ").replace(/^ (?=.*[^ ])(.*) $/, "$1");
  return { html: `<code>${escapeHtml(text)}</code>`, text };
}

/** Reads `[link text](address)`. */
function readLink(scanner: Scanner, container: Container): Content {
  const start = scanner.position;
  const isInLinkOrImage = container !== "block";
  if (isInLinkOrImage) throw errorAt(scanner, start, "markdown-link");
  scanner.position += "[".length;
  const { html, text } = readContent(scanner, "link text");
  const target = readTarget(scanner, start, LINK_TARGET);
  if (text.trim() === "") throw errorAt(scanner, start, "markdown-link-empty");
  const url = scanner.context.urlFor(target);
  return { html: `<a href="${escapeHtml(url)}">${html}</a>`, text };
}

/** Reads `![alt text](address)`. */
function readImage(scanner: Scanner, container: Container): Content {
  const start = scanner.position;
  // Images inside alt text are not supported.
  if (container === "alt text") throw errorAt(scanner, start, "markdown-link");
  scanner.position += "![".length;
  const { text } = readContent(scanner, "alt text");
  const target = readTarget(scanner, start, IMAGE_TARGET);
  if (text.trim() === "") throw errorAt(scanner, start, "markdown-picture-empty");
  const url = scanner.context.urlFor(target);
  // `attributes` is empty or starts with a space.
  const attributes = scanner.context.imageAttributes(target);
  return { html: `<img src="${escapeHtml(url)}" alt="${escapeHtml(text)}"${attributes} />`, text };
}

/** A URL with a supported scheme, a path on this site, or a fragment. */
const LINK_TARGET = {
  start: /^(?:https?:\/\/[^/?#]|mailto:[^/]|tel:[^/]|geo:[^/]|\/(?!\/)|#)/i,
  startError: "markdown-address-start",
} as const;
const IMAGE_TARGET = { start: /^\/(?!\/)/, startError: "markdown-picture-address" } as const;
/** Matches a URL of percent-encoded bytes, ASCII characters that are valid in URLs, and non-ASCII characters. */
const URL_CHARACTERS = /^(?:[\w;/?:@&=+$,\-.!~*'()#\u0080-\uD7FF\uE000-\u{10FFFF}]|%[0-9A-Fa-f]{2})+$/u;
const BACKSLASH_ESCAPE = /\\([!-/:-@[-`{-~])/g;
const UNESCAPED_CHARACTER_REFERENCE = /(?<!\\)&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/i;

/** Reads `](address)`, adds the link or image to the context, and returns its percent-encoded target. */
function readTarget(scanner: Scanner, linkStart: number, syntax: typeof LINK_TARGET | typeof IMAGE_TARGET): string {
  const { address, addressStart } = readAddress(scanner, linkStart);
  const unescapedAddress = address.replace(BACKSLASH_ESCAPE, "$1");
  if (!syntax.start.test(unescapedAddress)) throw errorAt(scanner, addressStart, syntax.startError);
  const isValid = URL_CHARACTERS.test(unescapedAddress) && !UNESCAPED_CHARACTER_REFERENCE.test(address);
  if (!isValid) throw errorAt(scanner, addressStart, "markdown-address-character");
  // Undo the double encoding: encodeURI turns an existing `%20` into `%2520`.
  const target = encodeURI(unescapedAddress).replaceAll("%25", "%");
  const offset = scanner.offsets[addressStart] ?? 0;
  scanner.context.links.push({ offset, length: address.length, target });
  return target;
}

/**
 * Reads `](address)` and returns the address exactly as written. Throws an error for the link at `linkStart` if the
 * address is missing.
 */
function readAddress(scanner: Scanner, linkStart: number) {
  const { text, position } = scanner;
  if (!text.startsWith("](", position)) throw errorAt(scanner, linkStart, "markdown-link");
  const match = matchHere(LINK_END, scanner);
  if (match === null) throw errorAt(scanner, position + 1, "markdown-address");
  scanner.position += match[0].length;
  return { address: match.groups?.["address"] ?? "", addressStart: position + "](".length };
}
