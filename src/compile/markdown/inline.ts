/**
 * Renders the inline content of one paragraph, heading or table cell to HTML and plain text, in one pass.
 *
 * A closing delimiter that does not match the innermost open one is an error. There is therefore no backtracking, and
 * the time is linear.
 */

import { escapeHtml } from "../html.ts";
import { ParseError } from "../parse-error.ts";
import type { Phrase, PhraseValues } from "../phrase.ts";
import { type DelimiterRun, delimiterRunAt, isMultipleOfThree } from "./delimiter-run.ts";
import type { Context, Line } from "./lines.ts";

/** Rendered inline content. */
interface Span {
  html: string;
  /** The content as plain text, with each picture replaced by its alt text. */
  text: string;
  /**
   * The unclosed delimiter run that this content follows; `outer` is the content before that run. Undefined at the
   * outermost level.
   */
  readonly opener?: DelimiterRun & { readonly outer: Span };
}

/** The content being read, and the current position in it. */
interface Scanner {
  readonly text: string;
  /** Offsets in the Markdown text, one for each character of the content. */
  readonly offsets: readonly number[];
  readonly context: Context;
  position: number;
}

/** The construct whose content is being read. */
type Container = "paragraph" | "link" | "picture";

/** Functions that read an inline construct, by its first character. They return undefined if that is plain text. */
const READERS: Readonly<Record<string, (scanner: Scanner, container: Container) => Span | undefined>> = {
  "\\": readBackslash,
  "`": readCodeSpan,
  "[": readLink,
  "!": readLink,
  "]": (scanner) => fail(scanner, scanner.position, "markdown-link"),
  "<": (scanner) => failIfMatch(scanner, TAG_OR_AUTOLINK, "markdown-html"),
  "&": (scanner) => failIfMatch(scanner, CHARACTER_REFERENCE, "markdown-html-code"),
};

const PLAIN_TEXT = /[^\\`*_[\]!<&\n]+/y;
const BACKTICKS = /`+/y;
const TAG_OR_AUTOLINK = /<(?:[A-Za-z/!?]|[^\s<>]*>)/y;
const CHARACTER_REFERENCE = /&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/iy;
/** Matches `](address)`. The address may contain parentheses, nested at most one deep. */
const ADDRESS = /\]\((?:\\\S|[^\s\\()]|\((?:\\\S|[^\s\\()])*\))*\)/y;
const ESCAPED_PUNCTUATION = /\\[!-/:-@[-`{-~]/y;
/** Has a look-behind because otherwise the engine tries to match at each of many spaces, in quadratic time. */
const TRAILING_SPACES = /(?<! ) +$/;
const HARD_BREAK = { html: "<br />\n", text: "\n" };

/**
 * Renders the inline content of consecutive lines. Ignores white space at the start and end.
 *
 * @throws ParseError if the content has a mistake or syntax that is not supported
 */
export function inline(lines: readonly Line[], context: Context): Span {
  const offsets: number[] = [];
  for (const { text, offset } of lines) {
    // Includes the line feed after the line.
    for (let index = 0; index <= text.length; index += 1) offsets.push(offset + index);
  }
  const text = lines.map((line) => line.text).join("\n");
  const position = text.length - text.trimStart().length;
  return readSpans({ text: text.trimEnd(), offsets, context, position }, "paragraph");
}

function fail({ offsets }: Scanner, position: number, code: Phrase["code"], values?: PhraseValues): never {
  throw new ParseError(offsets[position] ?? 0, code, values);
}

/** Throws if the pattern matches at the current position. */
function failIfMatch(scanner: Scanner, pattern: RegExp, code: Phrase["code"]): undefined {
  if (matchHere(pattern, scanner) !== "") fail(scanner, scanner.position, code);
  return undefined;
}

/** Reads inline content to its end or, inside a link or picture, to the `]` after its link text or alt text. */
function readSpans(scanner: Scanner, container: Container): Span {
  let span: Span = { html: "", text: "" };
  for (;;) {
    const character = scanner.text[scanner.position];
    if (character === undefined || (character === "]" && container !== "paragraph")) break;
    if (character === "*" || character === "_") span = readDelimiterRun(scanner, character, span);
    else append(span, READERS[character]?.(scanner, container) ?? readPlain(scanner));
  }
  const { opener } = span;
  if (opener !== undefined) fail(scanner, opener.start, "markdown-mark-unmatched", { mark: opener.mark });
  return span;
}

/** Adds content at the end of a span, and returns that span. */
function append(span: Span, { html, text }: Span): Span {
  span.html += html;
  span.text += text;
  return span;
}

/** Reads a delimiter run, which closes and opens emphasis (section 6.2). Returns the span for the content after it. */
function readDelimiterRun(scanner: Scanner, mark: string, current: Span): Span {
  const run = delimiterRunAt(scanner.text, scanner.position);
  scanner.position += run.length;
  let span = current;
  while (run.canClose && run.unmatched > 0 && span.opener !== undefined) {
    const { opener } = span;
    const isMatch = opener.mark === mark && !isMultipleOfThree(opener, run);
    if (!isMatch) fail(scanner, run.start, "markdown-mark-ambiguous", { mark });
    const size = Math.min(opener.unmatched, run.unmatched, 2);
    const tag = size === 2 ? "strong" : "em";
    span.html = `<${tag}>${span.html}</${tag}>`;
    opener.unmatched -= size;
    run.unmatched -= size;
    if (opener.unmatched === 0) span = append(opener.outer, span);
  }
  if (run.unmatched === 0) return span;
  if (run.canOpen) return { html: "", text: "", opener: { ...run, outer: span } };
  if (run.canClose) fail(scanner, run.start, "markdown-mark-unmatched", { mark });
  return append(span, plainSpan(scanner, mark.repeat(run.length), scanner.position));
}

/** Returns the text that a sticky pattern matches at the current position, or "" if it does not match. */
function matchHere(sticky: RegExp, { text, position }: Scanner): string {
  sticky.lastIndex = position;
  return sticky.exec(text)?.[0] ?? "";
}

/** Returns a span of plain text, and moves the scanner to the offset `end`. */
function plainSpan(scanner: Scanner, text: string, end: number): Span {
  scanner.position = end;
  return { html: escapeHtml(text), text };
}

/** Reads plain text, at least one character. Before a line feed, two or more spaces make a hard line break. */
function readPlain(scanner: Scanner): Span {
  const text = matchHere(PLAIN_TEXT, scanner) || scanner.text.charAt(scanner.position);
  const end = scanner.position + text.length;
  if (scanner.text[end] !== "\n") return plainSpan(scanner, text, end);
  const trimmed = text.replace(TRAILING_SPACES, "");
  const isHardBreak = text.length - trimmed.length >= 2;
  if (!isHardBreak) return plainSpan(scanner, trimmed, end);
  return append(plainSpan(scanner, trimmed, end + 1), HARD_BREAK);
}

/** Reads an escaped punctuation character or a hard line break. Returns undefined for any other backslash. */
function readBackslash(scanner: Scanner): Span | undefined {
  const { text, position } = scanner;
  const escaped = matchHere(ESCAPED_PUNCTUATION, scanner);
  if (escaped !== "") return plainSpan(scanner, escaped.slice(1), position + escaped.length);
  if (text[position + 1] !== "\n") return undefined;
  scanner.position += 2;
  return HARD_BREAK;
}

/** Reads a code span, which ends at a run of as many backticks as it starts with (section 6.1). */
function readCodeSpan(scanner: Scanner): Span {
  const { length } = matchHere(BACKTICKS, scanner);
  const rest = scanner.text.slice(scanner.position + length);
  const end = rest.search(new RegExp(`(?<!\`)\`{${length}}(?!\`)`));
  if (end === -1) fail(scanner, scanner.position, "markdown-mark-unmatched", { mark: "`" });
  // Remove one space at each end, unless the code is all spaces.
  const code = rest.slice(0, end).replaceAll("\n", " ").replace(/^ (?=.*[^ ])(.*) $/, "$1");
  const { html, text } = plainSpan(scanner, code, scanner.position + end + 2 * length);
  return { html: `<code>${html}</code>`, text };
}

/** Reads a link or a picture. Returns undefined for a "!" that is not followed by "[". */
function readLink(scanner: Scanner, container: Container): Span | undefined {
  const start = scanner.position;
  const isPicture = scanner.text[start] === "!";
  if (isPicture && scanner.text[start + 1] !== "[") return undefined;
  const isAllowed = container === "paragraph" || (container === "link" && isPicture);
  if (!isAllowed) fail(scanner, start, "markdown-link");
  scanner.position += isPicture ? 2 : 1;
  const content = readSpans(scanner, isPicture ? "picture" : "link");
  const target = readTarget(scanner, start, isPicture);
  if (content.text.trim() === "") fail(scanner, start, isPicture ? "markdown-picture-empty" : "markdown-link-empty");
  const { addressOf = String, attributesOf = () => "" } = scanner.context;
  const address = escapeHtml(addressOf(target));
  if (!isPicture) return { html: `<a href="${address}">${content.html}</a>`, text: content.text };
  const html = `<img src="${address}" alt="${escapeHtml(content.text)}"${attributesOf(target)} />`;
  return { html, text: content.text };
}

/** Reads `](address)`, adds the link to the context, and returns its target. */
function readTarget(scanner: Scanner, linkStart: number, isPicture: boolean): string {
  if (!scanner.text.startsWith("](", scanner.position)) fail(scanner, linkStart, "markdown-link");
  const address = matchHere(ADDRESS, scanner).slice("](".length, -1);
  if (address === "") fail(scanner, scanner.position + 1, "markdown-address");
  scanner.position += "](".length;
  const target = targetOf(scanner, address, isPicture);
  const offset = scanner.offsets[scanner.position] ?? 0;
  scanner.context.links.push({ offset, length: address.length, target });
  scanner.position += address.length + 1;
  return target;
}

/** Allowed starts of a link: `https://`, `http://`, `mailto:`, `tel:`, `geo:`, a path of this site, or a fragment. */
const LINK_START = /^(?:https?:\/\/[^/?#]|mailto:[^/]|tel:[^/]|geo:[^/]|\/(?!\/)|#)/i;
const PICTURE_START = /^\/(?!\/)/;
/** Matches percent-encoded characters, ASCII characters that are valid in a URL, and all characters beyond ASCII. */
const ADDRESS_CHARACTERS = /^(?:[\w;/?:@&=+$,\-.!~*'()#\u0080-\uD7FF\uE000-\u{10FFFF}]|%[0-9A-Fa-f]{2})+$/u;
const UNESCAPED_CHARACTER_REFERENCE = /(?<!\\)&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/i;

/** Validates an address as it is written in the text. Returns it percent-encoded, but not escaped for HTML. */
function targetOf(scanner: Scanner, address: string, isPicture: boolean): string {
  const { position } = scanner;
  const target = address.replace(/\\([!-/:-@[-`{-~])/g, "$1");
  if (isPicture && !PICTURE_START.test(target)) fail(scanner, position, "markdown-picture-address");
  if (!isPicture && !LINK_START.test(target)) fail(scanner, position, "markdown-address-start");
  if (!ADDRESS_CHARACTERS.test(target) || UNESCAPED_CHARACTER_REFERENCE.test(address)) {
    fail(scanner, position, "markdown-address-character");
  }
  return encodeURI(target).replaceAll("%25", "%");
}
