/**
 * Renders the inline content of a paragraph, heading or table cell as HTML and as plain text.
 *
 * Reads the content once and never goes back, so the time is linear. A closing delimiter that does not match the
 * innermost open one is therefore an error.
 */

import { escapeHtml } from "../html.ts";
import { ParseError } from "../parse-error.ts";
import type { Phrase, PhraseValues } from "../phrase.ts";
import { canMatch, type DelimiterRun, delimiterRunAt } from "./delimiter-run.ts";
import type { Context, Line } from "./lines.ts";

interface Content {
  readonly html: string;
  /** Plain text, in which each image is replaced with its alt text. */
  readonly text: string;
}

interface Scanner {
  readonly text: string;
  /** Offset in the Markdown document of each character of `text`. */
  readonly offsets: readonly number[];
  readonly context: Context;
  position: number;
}

/** The innermost element that contains the current position, apart from emphasis. */
type Container = "block" | "link" | "image";

/** Functions that read inline syntax, keyed by its first character. They return undefined for plain text. */
const READERS: Readonly<Record<string, (scanner: Scanner, container: Container) => Content | undefined>> = {
  "\\": readBackslash,
  "`": readCodeSpan,
  "[": readLink,
  "!": readImage,
  " ": readLineEnd,
  "\n": readLineEnd,
  "]": assertSupported,
  "<": assertSupported,
  "&": assertSupported,
};

/** Any character, and the characters without a special meaning after it. Spaces at the end of a line have one. */
const PLAIN_TEXT = /[^](?:[^ \\`*_[\]!<&\n]| +(?![ \n]))*/y;
const LINE_END = / *\n/y;
const ESCAPED_PUNCTUATION = /\\[!-/:-@[-`{-~]/y;
/** Captures the opening backticks and the code. As many backticks close the code span. */
const CODE_SPAN = /(`+)(?!`)([^]*?)(?<!`)\1(?!`)/y;
/** Matches `](address)`. The address may contain pairs of parentheses, but not nested ones. */
const LINK_END = /\]\(((?:\\\S|[^\s\\()]|\((?:\\\S|[^\s\\()])*\))+)\)/y;

/** Unsupported syntax: a `]` without a `[`, HTML tags, autolinks and character references. */
const UNSUPPORTED: readonly (readonly [pattern: RegExp, code: Phrase["code"]])[] = [
  [/\]/y, "markdown-link"],
  [/<(?:[A-Za-z/!?]|[^\s<>]*>)/y, "markdown-html"],
  [/&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/iy, "markdown-html-code"],
];

const EMPTY: Content = { html: "", text: "" };
const HARD_LINE_BREAK: Content = { html: "<br />\n", text: "\n" };

/** Renders the inline content of consecutive lines. Throws a `ParseError` for invalid or unsupported syntax. */
export function renderInline(lines: readonly Line[], context: Context): Content {
  const offsets: number[] = [];
  for (const { text, offset } of lines) {
    // The last offset is that of the line feed after the line.
    for (let index = 0; index <= text.length; index += 1) offsets.push(offset + index);
  }
  const text = lines.map((line) => line.text).join("\n");
  const position = text.length - text.trimStart().length;
  return readContent({ text: text.trimEnd(), offsets, context, position }, "block");
}

function errorAt({ offsets }: Scanner, position: number, code: Phrase["code"], values?: PhraseValues): ParseError {
  return new ParseError(offsets[position] ?? 0, code, values);
}

/** An unclosed delimiter run, and the content before it. */
type OpenRun = Readonly<{ run: DelimiterRun; before: Content }>;

/** Reads inline content up to the end of the text or, in a link or image, up to the `]`. */
function readContent(scanner: Scanner, container: Container): Content {
  /** Unclosed delimiter runs, innermost last. */
  const openRuns: OpenRun[] = [];
  /** The content after the innermost unclosed run. */
  let content = EMPTY;
  for (;;) {
    const character = scanner.text.charAt(scanner.position);
    const isEnd = character === "" || (character === "]" && container !== "block");
    if (isEnd) break;
    if (character === "*" || character === "_") {
      content = readDelimiterRun(scanner, openRuns, content);
    } else {
      const next = READERS[character]?.(scanner, container) ?? readPlainText(scanner);
      content = concatenate(content, next);
    }
  }
  const unclosed = openRuns.at(-1)?.run;
  if (unclosed !== undefined) throw runError(scanner, unclosed, "markdown-mark-unmatched");
  return content;
}

function concatenate(first: Content, second: Content): Content {
  return { html: first.html + second.html, text: first.text + second.text };
}

/**
 * Reads a delimiter run, which can close emphasis, open it, or both. Updates `openRuns`. Takes the content after the
 * innermost open run, and returns that after the new innermost one.
 */
function readDelimiterRun(scanner: Scanner, openRuns: OpenRun[], content: Content): Content {
  const run = delimiterRunAt(scanner.text, scanner.position);
  const before = run.canClose ? closeEmphasis(scanner, openRuns, content, run) : content;
  scanner.position += run.length;
  if (run.unmatched === 0) return before;
  if (run.canOpen) {
    openRuns.push({ run, before });
    return EMPTY;
  }
  if (run.canClose) throw runError(scanner, run, "markdown-mark-unmatched");
  const literal = run.mark.repeat(run.length);
  return concatenate(before, { html: literal, text: literal });
}

/** Matches a closing run with open runs, and wraps the content after each of them in `<em>` or `<strong>`. */
function closeEmphasis(scanner: Scanner, openRuns: OpenRun[], content: Content, closer: DelimiterRun): Content {
  let { html, text } = content;
  while (closer.unmatched > 0) {
    const open = openRuns.at(-1);
    if (open === undefined) break;
    const { run: opener, before } = open;
    if (!canMatch(opener, closer)) throw runError(scanner, closer, "markdown-mark-ambiguous");
    const count = Math.min(opener.unmatched, closer.unmatched, 2);
    const tag = count === 2 ? "strong" : "em";
    html = `<${tag}>${html}</${tag}>`;
    opener.unmatched -= count;
    closer.unmatched -= count;
    if (opener.unmatched === 0) {
      openRuns.pop();
      ({ html, text } = concatenate(before, { html, text }));
    }
  }
  return { html, text };
}

function runError(scanner: Scanner, { start, mark }: DelimiterRun, code: Phrase["code"]): ParseError {
  return errorAt(scanner, start, code, { mark });
}

/** Matches a sticky pattern at the current position. */
function matchHere(sticky: RegExp, { text, position }: Scanner): RegExpExecArray | null {
  sticky.lastIndex = position;
  return sticky.exec(text);
}

function readPlainText(scanner: Scanner): Content {
  const [text = ""] = matchHere(PLAIN_TEXT, scanner) ?? [];
  scanner.position += text.length;
  return { html: escapeHtml(text), text };
}

/** Reads the end of a line. Two or more spaces before the line feed make a hard line break. */
function readLineEnd(scanner: Scanner): Content | undefined {
  const [lineEnd] = matchHere(LINE_END, scanner) ?? [];
  if (lineEnd === undefined) return undefined;
  scanner.position += lineEnd.length;
  return lineEnd.length > 2 ? HARD_LINE_BREAK : { html: "\n", text: "\n" };
}

/** Reads an escaped punctuation character or a hard line break. */
function readBackslash(scanner: Scanner): Content | undefined {
  const next = scanner.text.charAt(scanner.position + 1);
  const isEscape = matchHere(ESCAPED_PUNCTUATION, scanner) !== null;
  if (!isEscape && next !== "\n") return undefined;
  scanner.position += 2;
  return isEscape ? { html: escapeHtml(next), text: next } : HARD_LINE_BREAK;
}

function readCodeSpan(scanner: Scanner): Content {
  const match = matchHere(CODE_SPAN, scanner);
  if (match === null) throw errorAt(scanner, scanner.position, "markdown-mark-unmatched", { mark: "`" });
  const [codeSpan, , code = ""] = match;
  scanner.position += codeSpan.length;
  // Remove one space at the start and end if there are both, unless the code is all spaces (section 6.1).
  const text = code.replaceAll("\n", " ").replace(/^ (?=.*[^ ])(.*) $/, "$1");
  return { html: `<code>${escapeHtml(text)}</code>`, text };
}

function assertSupported(scanner: Scanner): undefined {
  for (const [pattern, code] of UNSUPPORTED) {
    if (matchHere(pattern, scanner) !== null) throw errorAt(scanner, scanner.position, code);
  }
}

/** Reads `[link text](address)`. */
function readLink(scanner: Scanner, container: Container): Content {
  const start = scanner.position;
  if (container !== "block") throw errorAt(scanner, start, "markdown-link");
  scanner.position += "[".length;
  const { html, text } = readContent(scanner, "link");
  const target = readTarget(scanner, start, LINK_START, "markdown-address-start");
  if (text.trim() === "") throw errorAt(scanner, start, "markdown-link-empty");
  const url = scanner.context.urlFor(target);
  return { html: `<a href="${escapeHtml(url)}">${html}</a>`, text };
}

/** Reads `![alt text](address)`. Returns undefined for a `!` that is not followed by `[`. */
function readImage(scanner: Scanner, container: Container): Content | undefined {
  const start = scanner.position;
  if (!scanner.text.startsWith("![", start)) return undefined;
  if (container === "image") throw errorAt(scanner, start, "markdown-link");
  scanner.position += "![".length;
  const { text } = readContent(scanner, "image");
  const target = readTarget(scanner, start, INTERNAL_PATH, "markdown-picture-address");
  if (text.trim() === "") throw errorAt(scanner, start, "markdown-picture-empty");
  const { urlFor, imageAttributes } = scanner.context;
  const html = `<img src="${escapeHtml(urlFor(target))}" alt="${escapeHtml(text)}"${imageAttributes(target)} />`;
  return { html, text };
}

/** The allowed starts of a link target. Besides URLs, these are a path on this site and a fragment. */
const LINK_START = /^(?:https?:\/\/[^/?#]|mailto:[^/]|tel:[^/]|geo:[^/]|\/(?!\/)|#)/i;
const INTERNAL_PATH = /^\/(?!\/)/;
/** Only percent-encoded bytes, ASCII characters that are valid in a URL, and characters outside ASCII. */
const URL_CHARACTERS = /^(?:[\w;/?:@&=+$,\-.!~*'()#\u0080-\uD7FF\uE000-\u{10FFFF}]|%[0-9A-Fa-f]{2})+$/u;
const UNESCAPED_CHARACTER_REFERENCE = /(?<!\\)&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/i;

/**
 * Reads `](address)`, adds the link or image to the context, and returns its percent-encoded target.
 *
 * @param linkStart position of the link or image
 * @param startError reported if the target does not match `allowedStart`
 */
function readTarget(scanner: Scanner, linkStart: number, allowedStart: RegExp, startError: Phrase["code"]): string {
  const { text, offsets, context, position } = scanner;
  if (!text.startsWith("](", position)) throw errorAt(scanner, linkStart, "markdown-link");
  const [linkEnd, address] = matchHere(LINK_END, scanner) ?? [];
  if (linkEnd === undefined || address === undefined) throw errorAt(scanner, position + 1, "markdown-address");
  const start = position + "](".length;
  const unescaped = address.replace(/\\([!-/:-@[-`{-~])/g, "$1");
  if (!allowedStart.test(unescaped)) throw errorAt(scanner, start, startError);
  const isValid = URL_CHARACTERS.test(unescaped) && !UNESCAPED_CHARACTER_REFERENCE.test(address);
  if (!isValid) throw errorAt(scanner, start, "markdown-address-character");
  // encodeURI would also encode the percent signs of characters that are already encoded.
  const target = encodeURI(unescaped).replaceAll("%25", "%");
  context.links.push({ offset: offsets[start] ?? 0, length: address.length, target });
  scanner.position += linkEnd.length;
  return target;
}
