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

/** The element whose content is being read, apart from emphasis. */
type Container = "block" | "link" | "image";

/** Patterns of inline syntax, each with the function that renders what the group `content` captures. */
const LEAVES: readonly (readonly [pattern: RegExp, render: (content: string) => Content])[] = [
  [/\\(?<content>[!-/:-@[-`{-~])/y, plainText],
  [/(?:\\| {2,})\n/y, () => ({ html: "<br />\n", text: "\n" })],
  [/ ?\n/y, () => ({ html: "\n", text: "\n" })],
  // A code span is closed by as many backticks as open it.
  [/(`+)(?!`)(?<content>[^]*?)(?<!`)\1(?!`)/y, codeSpan],
];

/** Patterns of invalid or unsupported syntax, each with the error code to report. */
const UNSUPPORTED: readonly (readonly [pattern: RegExp, code: Phrase["code"]])[] = [
  [/`/y, "markdown-mark-unmatched"],
  [/\]/y, "markdown-link"],
  [/<(?:[A-Za-z/!?]|[^\s<>]*>)/y, "markdown-html"],
  [/&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/iy, "markdown-html-code"],
];

/** Any character, and the characters after it that have no special meaning. Spaces at the end of a line have one. */
const PLAIN_TEXT = /[^](?:[^ \\`*_[\]!<&\n]| +(?![ \n]))*/y;
/** Matches `](address)`. The address may contain pairs of parentheses, but not nested ones. */
const LINK_END = /\]\(((?:\\\S|[^\s\\()]|\((?:\\\S|[^\s\\()])*\))+)\)/y;

const EMPTY: Content = { html: "", text: "" };

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
      content = concatenate(content, readInline(scanner, container));
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
  return concatenate(before, plainText(run.mark.repeat(run.length)));
}

/** Matches a closing run with open runs, and wraps the content after each of them in `<em>` or `<strong>`. */
function closeEmphasis(scanner: Scanner, openRuns: OpenRun[], content: Content, closer: DelimiterRun): Content {
  let result = content;
  for (let open = openRuns.at(-1); open !== undefined && closer.unmatched > 0; open = openRuns.at(-1)) {
    const opener = open.run;
    if (!canMatch(opener, closer)) throw runError(scanner, closer, "markdown-mark-ambiguous");
    const count = Math.min(opener.unmatched, closer.unmatched, 2);
    const tag = count === 2 ? "strong" : "em";
    result = { html: `<${tag}>${result.html}</${tag}>`, text: result.text };
    opener.unmatched -= count;
    closer.unmatched -= count;
    if (opener.unmatched === 0) {
      openRuns.pop();
      result = concatenate(open.before, result);
    }
  }
  return result;
}

function runError(scanner: Scanner, { start, mark }: DelimiterRun, code: Phrase["code"]): ParseError {
  return errorAt(scanner, start, code, { mark });
}

function matchHere(sticky: RegExp, { text, position }: Scanner): RegExpExecArray | null {
  sticky.lastIndex = position;
  return sticky.exec(text);
}

/** Reads a link, an image, other inline syntax or plain text. */
function readInline(scanner: Scanner, container: Container): Content {
  const { text, position } = scanner;
  if (text.startsWith("[", position)) return readLink(scanner, container);
  if (text.startsWith("![", position)) return readImage(scanner, container);
  for (const [pattern, render] of LEAVES) {
    const match = matchHere(pattern, scanner);
    if (match === null) continue;
    scanner.position += match[0].length;
    return render(match.groups?.["content"] ?? "");
  }
  for (const [pattern, code] of UNSUPPORTED) {
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
  // Remove one space at the start and end if there are both, unless the code is all spaces (section 6.1).
  const text = code.replaceAll("\n", " ").replace(/^ (?=.*[^ ])(.*) $/, "$1");
  return { html: `<code>${escapeHtml(text)}</code>`, text };
}

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

function readImage(scanner: Scanner, container: Container): Content {
  const start = scanner.position;
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
