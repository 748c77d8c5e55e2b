/**
 * Parses the block structure of a Markdown document. Paragraphs, lists and block quotes are handled here.
 *
 * The lines of a list item or block quote are extracted first and then parsed as a separate document, so lazy
 * continuation lines (without the indentation or the `>`) are not supported.
 */

import { ParseError } from "../parse-error.ts";
import type { Message, MessageValues } from "../message.ts";
import { renderInline } from "./inline.ts";
import { readFencedCode, readHeading, readTable, readThematicBreak } from "./leaf-blocks.ts";
import {
  type Block,
  type BlockReader,
  type Context,
  currentLineUnlessBlank,
  dropStart,
  indentOf,
  isBlank,
  type Line,
  lineError,
  readLinesWhile,
} from "./lines.ts";

/** Maximum nesting depth of lists and block quotes. */
const DEPTH_MAX = 3;
/** Maximum number of spaces after a list marker. With more, CommonMark would start an indented code block. */
const MARKER_SPACES_MAX = 4;

const READERS = {
  "block quote": readBlockQuote,
  "fenced code": readFencedCode,
  heading: readHeading,
  list: readList,
  paragraph: readParagraph,
  table: readTable,
  "thematic break": readThematicBreak,
};
type BlockKind = keyof typeof READERS;

/** Patterns for the first line of a block. The first match wins. A line that matches none starts a paragraph. */
const BLOCK_STARTS: readonly (readonly [pattern: RegExp, kind: BlockKind])[] = [
  [/^ {0,3}>/, "block quote"],
  [/^ {0,3}#{1,6}(?: |$)/, "heading"],
  [/^ {0,3}(?:```|~~~)/, "fenced code"],
  [/^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/, "thematic break"],
  [/^ {0,3}(?:[-+*]|\d{1,9}[.)])(?: |$)/, "list"],
  [/^ {0,3}\|/, "table"],
];

const UNSUPPORTED_LINES: readonly (readonly [pattern: RegExp, code: Message["code"]])[] = [
  [/^ {4}/, "markdown-indented"],
  [/^ *(?:#{7}|#+[^# ])/, "markdown-heading-marks"],
  [/^ *<[A-Za-z/!?]/, "markdown-html"],
  [/^ *[•●▪◦‣]/, "markdown-bullet"],
];

const BLOCK_QUOTE_MARKER = /^ *> ?/;
/** Captures the parts of a list marker: indentation, digits, bullet or delimiter, and spaces. */
const LIST_MARKER = /^( *)(\d*)([-+*.)])( *)/;
/** Start of a link reference definition, e.g. `[label]:` (CommonMark 0.31.2, section 4.7). */
const LINK_DEFINITION = /^\[(?:[^\\[\]]|\\[^]){0,1000}\]:/;
/** Underline of a setext heading (CommonMark 0.31.2, section 4.3). */
const HEADING_UNDERLINE = /^ *(?:=+|-+) *$/;

/**
 * Parses lines into blocks. Omits blocks with errors, and adds the first error of each to the context.
 *
 * @param depth number of enclosing lists and block quotes
 */
export function readBlocks(lines: readonly Line[], context: Context, depth = 0): Block[] {
  const reader: BlockReader = { lines, depth, context, index: 0 };
  const blocks: Block[] = [];
  while (reader.index < lines.length) {
    const line = currentLineUnlessBlank(reader);
    if (line === undefined) {
      reader.index += 1;
      continue;
    }
    const followsBlankLine = isBelowBlankLine(reader);
    try {
      blocks.push({ ...readBlock(reader, line), followsBlankLine });
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      context.problems.push({ offset: error.offset, ...error.details });
      skipToBlankLine(reader);
    }
  }
  return blocks;
}

/** Skips the rest of a block that has an error, so that the error does not cause others. */
function skipToBlankLine(reader: BlockReader): void {
  while (currentLineUnlessBlank(reader) !== undefined) reader.index += 1;
}

function isBelowBlankLine({ lines, index }: BlockReader): boolean {
  const above = lines[index - 1];
  return above !== undefined && isBlank(above);
}

function readBlock(reader: BlockReader, line: Line): Block {
  const html = customBlockHtml(reader, line);
  if (html !== undefined) return readCustomBlock(reader, html);
  const unsupported = unsupportedLineError(line);
  if (unsupported !== undefined) throw unsupported;
  const kind = blockKind(line);
  const isContainer = kind === "list" || kind === "block quote";
  if (isContainer && reader.depth === DEPTH_MAX) throw lineError(line, "markdown-too-deep");
  return READERS[kind](reader, line);
}

/** Returns the HTML of a line in custom syntax. Returns undefined if the line is ordinary Markdown or nested. */
function customBlockHtml({ depth, context }: BlockReader, { text }: Line): string | undefined {
  return depth === 0 ? context.customBlock(text) : undefined;
}

function readCustomBlock(reader: BlockReader, html: string): Block {
  reader.index += 1;
  const next = currentLineUnlessBlank(reader);
  if (next !== undefined) throw lineError(next, "markdown-blank-line");
  return { html: `${html}\n` };
}

function unsupportedLineError(line: Line): ParseError | undefined {
  const code = UNSUPPORTED_LINES.find(([pattern]) => pattern.test(line.text))?.[1];
  return code === undefined ? undefined : lineError(line, code, { mark: line.text.trim().slice(0, 1) });
}

function blockKind({ text }: Line): BlockKind {
  return BLOCK_STARTS.find(([pattern]) => pattern.test(text))?.[1] ?? "paragraph";
}

/**
 * Throws if CommonMark would treat the line after a list or block quote as a lazy continuation of its last paragraph.
 */
function assertNoLazyContinuation(reader: BlockReader, code: Message["code"], values?: MessageValues): void {
  const next = currentLineUnlessBlank(reader);
  if (next === undefined || isBelowBlankLine(reader)) return;
  const kind = blockKind(next);
  const isLazyContinuation = kind === "paragraph" || kind === "table" || unsupportedLineError(next) !== undefined;
  if (isLazyContinuation) throw lineError(next, code, values);
}

/**
 * Reads a block quote. Throws if the next line has no `>` but CommonMark would treat it as a continuation of the
 * quote's last paragraph.
 */
function readBlockQuote(reader: BlockReader): Block {
  const lines = readLinesWhile(reader, (line) => blockKind(line) === "block quote");
  const content = lines.map((line) => {
    const [marker = ""] = BLOCK_QUOTE_MARKER.exec(line.text) ?? [];
    return dropStart(line, marker.length);
  });
  const blocks = readBlocks(content, reader.context, reader.depth + 1);
  assertNoLazyContinuation(reader, "markdown-quotation-line");
  const html = blocks.map((block) => block.html).join("");
  return { html: `<blockquote>\n${html}</blockquote>\n` };
}

function readList(reader: BlockReader, firstLine: Line): Block {
  const { indent, symbol, isOrdered, number } = parseListMarker(firstLine);
  const items: Block[][] = [];
  let isTight = true;
  let line: Line | undefined = firstLine;
  while (line !== undefined && blockKind(line) === "list") {
    const marker = parseListMarker(line);
    // A different bullet or delimiter starts a new list.
    if (marker.symbol !== symbol) break;
    if (marker.indent !== indent) throw lineError(line, "markdown-item-misaligned");
    const followsBlankLine = items.length > 0 && isBelowBlankLine(reader);
    const item = readListItem(reader, line, marker);
    // A list is loose if a blank line separates two of its items, or two blocks in an item.
    if (followsBlankLine || item.some((block) => block.followsBlankLine)) isTight = false;
    items.push(item);
    line = reader.lines[reader.index];
  }
  const tag = isOrdered ? "ol" : "ul";
  const start = number === 1 ? "" : ` start="${number}"`;
  const html = items.map((blocks) => listItemHtml(blocks, isTight)).join("");
  return { html: `<${tag}${start}>\n${html}</${tag}>\n` };
}

/** Reads the first line of a list item, and the following lines that are blank or indented as far as its text. */
function readListItem(reader: BlockReader, firstLine: Line, { width, spaces }: ListMarker): Block[] {
  const isEmpty = width === firstLine.text.length;
  if (isEmpty) throw lineError(firstLine, "markdown-item-empty");
  if (spaces > MARKER_SPACES_MAX) throw lineError(firstLine, "markdown-item-spaces");
  reader.index += 1;
  const furtherLines = readLinesWhile(reader, (line) => isBlank(line) || indentOf(line) >= width);
  const content = [firstLine, ...furtherLines].map((line) => dropStart(line, width));
  const blocks = readBlocks(content, reader.context, reader.depth + 1);
  assertNoLazyContinuation(reader, "markdown-item-line", { width });
  return blocks;
}

type ListMarker = ReturnType<typeof parseListMarker>;

/** Parses a list marker. `symbol` is its bullet or delimiter. `width` is the number of characters before the text. */
function parseListMarker({ text }: Line) {
  const [marker = "", indent = "", digits = "", symbol = "", spaces = ""] = LIST_MARKER.exec(text) ?? [];
  const isOrdered = digits !== "";
  const number = isOrdered ? Number(digits) : 1;
  return { indent: indent.length, isOrdered, number, symbol, spaces: spaces.length, width: marker.length };
}

/** Renders a list item. In a tight list, paragraphs are not wrapped in `<p>`. */
function listItemHtml(blocks: readonly Block[], isTight: boolean): string {
  let content = "";
  for (const { html, inlineHtml } of blocks) {
    // A block starts on a new line, even directly after `<li>`, as in the CommonMark specification.
    const lineBreak = content.endsWith("\n") ? "" : "\n";
    content += isTight && inlineHtml !== undefined ? inlineHtml : lineBreak + html;
  }
  return `<li>${content}</li>\n`;
}

function readParagraph(reader: BlockReader, firstLine: Line): Block {
  reader.index += 1;
  const furtherLines = readLinesWhile(reader, (line) => {
    if (isBlank(line)) return false;
    assertAllowedBelowParagraph(reader, line);
    return !startsNewBlock(line);
  });
  const content = [firstLine, ...furtherLines].map((line) => dropStart(line, indentOf(line)));
  const text = content.map((line) => line.text).join("\n");
  if (LINK_DEFINITION.test(text)) throw lineError(firstLine, "markdown-link-definition");
  const inlineHtml = renderInline(content, reader.context).html;
  return { html: `<p>${inlineHtml}</p>\n`, inlineHtml };
}

function assertAllowedBelowParagraph(reader: BlockReader, line: Line): void {
  const unsupported = unsupportedLineError(line);
  if (unsupported !== undefined) throw unsupported;
  if (HEADING_UNDERLINE.test(line.text)) throw lineError(line, "markdown-heading-underlined");
  const needsBlankLine = blockKind(line) === "table" || customBlockHtml(reader, line) !== undefined;
  if (needsBlankLine) throw lineError(line, "markdown-blank-line");
}

/** Returns whether a line directly after a paragraph line starts a new block. */
function startsNewBlock(line: Line): boolean {
  const kind = blockKind(line);
  if (kind !== "list") return kind !== "paragraph";
  // A list can interrupt a paragraph only if its first item is not empty and, for an ordered list, is numbered 1
  // (section 5.2).
  const { number, width } = parseListMarker(line);
  return number === 1 && width < line.text.length;
}
