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
type Container = "block" | "link" | "image";

/**
 * Patterns for inline constructs that cannot contain other constructs, each with a function that renders the captured
 * `content`.
 */
const CHILDLESS_SYNTAX: readonly (readonly [pattern: RegExp, render: (content: string) => Content])[] = [
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
const LINK_END = /\]\(((?:\\\S|[^\s\\()]|\((?:\\\S|[^\s\\()])*\))+)\)/y;

const EMPTY: Content = { html: "", text: "" };

/** Renders the inline content of consecutive lines. Throws a `ParseError` for invalid or unsupported syntax. */
export function renderInline(lines: readonly Line[], context: Context): Content {
  // Offset in the document of each character of the joined text.
  const offsets: number[] = [];
  for (const { text, offset } of lines) {
    // `<=` also adds the offset of the line feed.
    for (let index = 0; index <= text.length; index += 1) offsets.push(offset + index);
  }
  const joinedText = lines.map((line) => line.text).join("\n");
  // White space at the start is skipped rather than removed, so that `offsets` stays aligned with the text.
  const position = joinedText.search(/\S|$/);
  return readContent({ text: joinedText.trimEnd(), offsets, context, position }, "block");
}

function errorAt({ offsets }: Scanner, position: number, code: Message["code"], values?: MessageValues): ParseError {
  return new ParseError(offsets[position] ?? 0, code, values);
}

/** An unclosed delimiter run, and the content between the previous unclosed run and this run. */
type OpenRun = Readonly<{ opener: DelimiterRun; contentBefore: Content }>;

/** Reads inline content up to the end of the text or, in a link or image, up to the `]`. */
function readContent(scanner: Scanner, container: Container): Content {
  // Unclosed delimiter runs, innermost last.
  const openRuns: OpenRun[] = [];
  // The content read since the innermost open run or, if no run is open, since the start.
  let content = EMPTY;
  while (scanner.position < scanner.text.length) {
    const character = scanner.text.charAt(scanner.position);
    if (character === "]" && container !== "block") break;
    if (character === "*" || character === "_") {
      content = readDelimiterRun(scanner, openRuns, content);
    } else {
      content = concatenate(content, readInline(scanner, container));
    }
  }
  const unclosed = openRuns.at(-1)?.opener;
  if (unclosed !== undefined) throw runError(scanner, unclosed, "markdown-mark-unmatched");
  return content;
}

function concatenate(first: Content, second: Content): Content {
  return { html: first.html + second.html, text: first.text + second.text };
}

/**
 * Reads a delimiter run, which can close emphasis, open emphasis, or both. Updates `openRuns`.
 *
 * @param content content since the innermost open run
 * @returns content since the innermost open run after this one has been read
 */
function readDelimiterRun(scanner: Scanner, openRuns: OpenRun[], content: Content): Content {
  const run = delimiterRunAt(scanner.text, scanner.position);
  scanner.position += run.length;
  const contentBefore = run.canClose ? closeEmphasis(scanner, openRuns, content, run) : content;
  // `closeEmphasis` reduces `unmatched`.
  if (run.unmatched === 0) return contentBefore;
  if (run.canOpen) {
    openRuns.push({ opener: run, contentBefore });
    return EMPTY;
  }
  if (run.canClose) throw runError(scanner, run, "markdown-mark-unmatched");
  // The run can neither open nor close emphasis, so it is plain text.
  return concatenate(contentBefore, plainText(run.mark.repeat(run.length)));
}

/**
 * Closes matching open runs, innermost first, wrapping the content after each in `em` or `strong`. Subtracts the
 * matched characters from each run's `unmatched` count.
 */
function closeEmphasis(scanner: Scanner, openRuns: OpenRun[], content: Content, closer: DelimiterRun): Content {
  let result = content;
  let innermost = openRuns.at(-1);
  while (innermost !== undefined && closer.unmatched > 0) {
    const { opener, contentBefore } = innermost;
    if (!canMatch(opener, closer)) throw runError(scanner, closer, "markdown-mark-ambiguous");
    const markCount = Math.min(opener.unmatched, closer.unmatched, 2);
    const tag = markCount === 2 ? "strong" : "em";
    result = { html: `<${tag}>${result.html}</${tag}>`, text: result.text };
    opener.unmatched -= markCount;
    closer.unmatched -= markCount;
    if (opener.unmatched === 0) {
      openRuns.pop();
      result = concatenate(contentBefore, result);
    }
    innermost = openRuns.at(-1);
  }
  return result;
}

function runError(scanner: Scanner, { start, mark }: DelimiterRun, code: Message["code"]): ParseError {
  return errorAt(scanner, start, code, { mark });
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
  for (const [pattern, render] of CHILDLESS_SYNTAX) {
    const match = matchHere(pattern, scanner);
    if (match === null) continue;
    scanner.position += match[0].length;
    return render(match.groups?.["content"] ?? "");
  }
  for (const [pattern, code] of UNSUPPORTED_SYNTAX) {
    const isMatch = matchHere(pattern, scanner) !== null;
    if (isMatch) throw errorAt(scanner, position, code, { mark: text.charAt(position) });
  }
  const [plain = ""] = matchHere(PLAIN_TEXT, scanner) ?? [];
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

function readLink(scanner: Scanner, container: Container): Content {
  const start = scanner.position;
  // Links are not supported in a link or in alt text.
  if (container !== "block") throw errorAt(scanner, start, "markdown-link");
  scanner.position += "[".length;
  const { html, text } = readContent(scanner, "link");
  const target = readTarget(scanner, start, LINK_TARGET);
  if (text.trim() === "") throw errorAt(scanner, start, "markdown-link-empty");
  const url = scanner.context.urlFor(target);
  return { html: `<a href="${escapeHtml(url)}">${html}</a>`, text };
}

function readImage(scanner: Scanner, container: Container): Content {
  const start = scanner.position;
  // Images are not supported in alt text.
  if (container === "image") throw errorAt(scanner, start, "markdown-link");
  scanner.position += "![".length;
  const { text } = readContent(scanner, "image");
  const target = readTarget(scanner, start, IMAGE_TARGET);
  if (text.trim() === "") throw errorAt(scanner, start, "markdown-picture-empty");
  const { urlFor, imageAttributes } = scanner.context;
  const html = `<img src="${escapeHtml(urlFor(target))}" alt="${escapeHtml(text)}"${imageAttributes(target)} />`;
  return { html, text };
}

/** A URL with a supported scheme, a path on this site, or a fragment. */
const LINK_TARGET = {
  start: /^(?:https?:\/\/[^/?#]|mailto:[^/]|tel:[^/]|geo:[^/]|\/(?!\/)|#)/i,
  startError: "markdown-address-start",
} as const;
const IMAGE_TARGET = { start: /^\/(?!\/)/, startError: "markdown-picture-address" } as const;
/**
 * Matches a URL that consists only of percent-encoded bytes, ASCII characters valid in a URL, and non-ASCII characters.
 */
const URL_CHARACTERS = /^(?:[\w;/?:@&=+$,\-.!~*'()#\u0080-\uD7FF\uE000-\u{10FFFF}]|%[0-9A-Fa-f]{2})+$/u;
const BACKSLASH_ESCAPE = /\\([!-/:-@[-`{-~])/g;
const UNESCAPED_CHARACTER_REFERENCE = /(?<!\\)&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/i;

/**
 * Reads `](address)`, adds the link or image to the context, and returns its percent-encoded target.
 *
 * @param linkStart position of the link or image
 */
function readTarget(scanner: Scanner, linkStart: number, syntax: typeof LINK_TARGET | typeof IMAGE_TARGET): string {
  const { text, offsets, context, position } = scanner;
  if (!text.startsWith("](", position)) throw errorAt(scanner, linkStart, "markdown-link");
  const match = matchHere(LINK_END, scanner);
  if (match === null) throw errorAt(scanner, position + 1, "markdown-address");
  const [linkEnd, address = ""] = match;
  const addressStart = position + "](".length;
  const unescaped = address.replace(BACKSLASH_ESCAPE, "$1");
  if (!syntax.start.test(unescaped)) throw errorAt(scanner, addressStart, syntax.startError);
  const hasCharacterReference = UNESCAPED_CHARACTER_REFERENCE.test(address);
  const isValid = URL_CHARACTERS.test(unescaped) && !hasCharacterReference;
  if (!isValid) throw errorAt(scanner, addressStart, "markdown-address-character");
  // Undo the double encoding: encodeURI turns an existing `%20` into `%2520`.
  const target = encodeURI(unescaped).replaceAll("%25", "%");
  context.links.push({ offset: offsets[addressStart] ?? 0, length: address.length, target });
  scanner.position += linkEnd.length;
  return target;
}
