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
  nonBlankLine,
  dropStart,
  indentOf,
  isBlank,
  type Line,
  lineError,
  readLinesWhile,
} from "./lines.ts";

const NESTING_DEPTH_MAX = 3;
/** CommonMark treats more spaces than this as the start of an indented code block. */
const SPACES_AFTER_MARKER_MAX = 4;

const BLOCK_READERS = {
  "block quote": readBlockQuote,
  "fenced code": readFencedCode,
  heading: readHeading,
  list: readList,
  paragraph: readParagraph,
  table: readTable,
  "thematic break": readThematicBreak,
};
type BlockKind = keyof typeof BLOCK_READERS;

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

/** Parses lines into blocks. Leaves out blocks with errors, and adds the first error of each to `context.problems`. */
export function readBlocks(lines: readonly Line[], context: Context, depth = 0): Block[] {
  const reader: BlockReader = { lines, depth, context, index: 0 };
  const blocks: Block[] = [];
  for (;;) {
    // Skip blank lines.
    readLinesWhile(reader, isBlank);
    const line = lines[reader.index];
    if (line === undefined) return blocks;
    const followsBlankLine = isBelowBlankLine(reader);
    try {
      blocks.push({ ...readBlock(reader, line), followsBlankLine });
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      context.problems.push({ offset: error.offset, ...error.details });
      // Skip the rest of the block, so that the error does not cause others.
      readLinesWhile(reader, (lineOfBlock) => !isBlank(lineOfBlock));
    }
  }
}

function isBelowBlankLine({ lines, index }: BlockReader): boolean {
  const above = lines[index - 1];
  return above !== undefined && isBlank(above);
}

function readBlock(reader: BlockReader, line: Line): Block {
  const customHtml = customBlockHtml(reader, line);
  if (customHtml !== undefined) return readCustomBlock(reader, customHtml);
  assertSupported(line);
  const kind = blockKind(line);
  const isContainer = kind === "list" || kind === "block quote";
  if (isContainer && reader.depth === NESTING_DEPTH_MAX) throw lineError(line, "markdown-too-deep");
  return BLOCK_READERS[kind](reader, line);
}

/** Returns the HTML of a line in custom syntax. Returns undefined if the line is ordinary Markdown or nested. */
function customBlockHtml({ depth, context }: BlockReader, { text }: Line): string | undefined {
  return depth === 0 ? context.customBlock(text) : undefined;
}

function readCustomBlock(reader: BlockReader, html: string): Block {
  reader.index += 1;
  const next = nonBlankLine(reader);
  if (next !== undefined) throw lineError(next, "markdown-blank-line");
  return { html: `${html}\n` };
}

function assertSupported(line: Line): void {
  const code = unsupportedSyntaxCode(line);
  if (code !== undefined) throw lineError(line, code, { mark: line.text.trim().slice(0, 1) });
}

function unsupportedSyntaxCode({ text }: Line): Message["code"] | undefined {
  return UNSUPPORTED_LINES.find(([pattern]) => pattern.test(text))?.[1];
}

function blockKind({ text }: Line): BlockKind {
  return BLOCK_STARTS.find(([pattern]) => pattern.test(text))?.[1] ?? "paragraph";
}

/**
 * Throws if CommonMark would treat the line after a list or block quote as a lazy continuation of its last paragraph.
 */
function assertNoLazyContinuation(reader: BlockReader, code: Message["code"], values?: MessageValues): void {
  const next = nonBlankLine(reader);
  if (next === undefined || isBelowBlankLine(reader)) return;
  const kind = blockKind(next);
  const isLazyContinuation = kind === "paragraph" || kind === "table" || unsupportedSyntaxCode(next) !== undefined;
  if (isLazyContinuation) throw lineError(next, code, values);
}

/** Reads a block quote. Throws if the next line continues the paragraph without `>` (a lazy continuation line). */
function readBlockQuote(reader: BlockReader): Block {
  const lines = readLinesWhile(reader, (line) => blockKind(line) === "block quote");
  const content = lines.map((line) => {
    const marker = BLOCK_QUOTE_MARKER.exec(line.text)?.[0] ?? "";
    return dropStart(line, marker.length);
  });
  const blocks = readBlocks(content, reader.context, reader.depth + 1);
  assertNoLazyContinuation(reader, "markdown-quotation-line");
  const html = blocks.map((block) => block.html).join("");
  return { html: `<blockquote>\n${html}</blockquote>\n` };
}

/** Reads a list, i.e. consecutive items with the same indentation and the same bullet or delimiter. */
function readList(reader: BlockReader, firstLine: Line): Block {
  const firstMarker = parseListMarker(firstLine);
  const items = [readListItem(reader, firstLine)];
  let hasBlankLineBetweenItems = false;
  let line = reader.lines[reader.index];
  while (line !== undefined && blockKind(line) === "list") {
    const marker = parseListMarker(line);
    // A different bullet or delimiter starts a new list.
    if (marker.symbol !== firstMarker.symbol) break;
    if (marker.indent !== firstMarker.indent) throw lineError(line, "markdown-item-misaligned");
    if (isBelowBlankLine(reader)) hasBlankLineBetweenItems = true;
    items.push(readListItem(reader, line));
    line = reader.lines[reader.index];
  }
  const hasBlankLineInItem = items.flat().some((block) => block.followsBlankLine);
  const isTight = !hasBlankLineBetweenItems && !hasBlankLineInItem;
  const { isOrdered, number } = firstMarker;
  const tag = isOrdered ? "ol" : "ul";
  const startAttribute = isOrdered && number !== 1 ? ` start="${number}"` : "";
  const itemsHtml = items.map((blocks) => listItemHtml(blocks, isTight)).join("");
  return { html: `<${tag}${startAttribute}>\n${itemsHtml}</${tag}>\n` };
}

/**
 * Reads a list item: its first line, and any following lines that are blank or indented at least as far as its content.
 */
function readListItem(reader: BlockReader, firstLine: Line): Block[] {
  const { contentIndent, spacesAfterMarker } = parseListMarker(firstLine);
  const isEmpty = contentIndent === firstLine.text.length;
  if (isEmpty) throw lineError(firstLine, "markdown-item-empty");
  if (spacesAfterMarker > SPACES_AFTER_MARKER_MAX) throw lineError(firstLine, "markdown-item-spaces");
  reader.index += 1;
  const furtherLines = readLinesWhile(reader, (line) => isBlank(line) || indentOf(line) >= contentIndent);
  const content = [firstLine, ...furtherLines].map((line) => dropStart(line, contentIndent));
  const blocks = readBlocks(content, reader.context, reader.depth + 1);
  assertNoLazyContinuation(reader, "markdown-item-line", { width: contentIndent });
  return blocks;
}

/** Parses a list marker. `symbol` is the bullet or delimiter; `number` is 1 for unordered items. */
function parseListMarker({ text }: Line) {
  const [marker = "", indent = "", digits = "", symbol = "", spaces = ""] = LIST_MARKER.exec(text) ?? [];
  const isOrdered = digits !== "";
  const number = isOrdered ? Number(digits) : 1;
  const contentIndent = marker.length;
  return { indent: indent.length, isOrdered, number, symbol, spacesAfterMarker: spaces.length, contentIndent };
}

/** Renders a list item. In a tight list, paragraphs (the only blocks with `inlineHtml`) are not wrapped in `<p>`. */
function listItemHtml(blocks: readonly Block[], isTight: boolean): string {
  let content = "";
  for (const { html, inlineHtml } of blocks) {
    if (isTight && inlineHtml !== undefined) {
      content += inlineHtml;
    } else {
      // All other blocks start on a new line, even directly after `<li>`.
      if (!content.endsWith("\n")) content += "\n";
      content += html;
    }
  }
  return `<li>${content}</li>\n`;
}

function readParagraph(reader: BlockReader, firstLine: Line): Block {
  reader.index += 1;
  const furtherLines = readLinesWhile(reader, (line) => !isBlank(line) && !startsNewBlock(line));
  for (const line of furtherLines) assertAllowedBelowParagraph(reader, line);
  const lineBelow = nonBlankLine(reader);
  if (lineBelow !== undefined) assertAllowedBelowParagraph(reader, lineBelow);
  const content = [firstLine, ...furtherLines].map((line) => dropStart(line, indentOf(line)));
  // Join the lines before testing, because a link definition's label may span several lines.
  const text = content.map((line) => line.text).join("\n");
  if (LINK_DEFINITION.test(text)) throw lineError(firstLine, "markdown-link-definition");
  const inlineHtml = renderInline(content, reader.context).html;
  return { html: `<p>${inlineHtml}</p>\n`, inlineHtml };
}

function assertAllowedBelowParagraph(reader: BlockReader, line: Line): void {
  assertSupported(line);
  if (HEADING_UNDERLINE.test(line.text)) throw lineError(line, "markdown-heading-underlined");
  const needsBlankLine = blockKind(line) === "table" || customBlockHtml(reader, line) !== undefined;
  if (needsBlankLine) throw lineError(line, "markdown-blank-line");
}

/** Returns whether a line directly below a paragraph line starts a new block. */
function startsNewBlock(line: Line): boolean {
  const kind = blockKind(line);
  if (kind === "paragraph") return false;
  if (kind !== "list") return true;
  // A list can interrupt a paragraph only if its first item is not empty and, if ordered, is numbered 1 (section 5.2).
  const { number, contentIndent } = parseListMarker(line);
  const isEmpty = contentIndent === line.text.length;
  return !isEmpty && number === 1;
}
