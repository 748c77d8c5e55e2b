/**
 * Parses the block structure of a Markdown text, and reads paragraphs and the blocks that contain others.
 *
 * The lines of a list item or quotation are parsed separately, as if they were a text of their own. Text that
 * CommonMark would still count as part of the item, such as a lazy continuation line, is therefore an error.
 */

import { ParseError } from "../parse-error.ts";
import type { Phrase } from "../phrase.ts";
import { inline } from "./inline.ts";
import { readFencedCode, readHeading, readTable, readThematicBreak } from "./leaf-blocks.ts";
import {
  type Block,
  type BlockReader,
  type Context,
  currentLine,
  dropStart,
  indentOf,
  isBlank,
  type Line,
  fail,
  takeWhile,
} from "./lines.ts";

/** Maximum depth of lists and quotations inside each other. */
const DEPTH_MAX = 3;
/** Maximum number of spaces after a list marker. With more, CommonMark would start an indented code block. */
const ITEM_SPACES_MAX = 4;

type ReadBlock = (reader: BlockReader, line: Line) => Block;

/**
 * Patterns for the start of a line, each with the function that reads such a block, or with an error code if the block
 * is not supported. The first match applies. Lines that match none are paragraphs.
 */
const BLOCK_STARTS: readonly (readonly [RegExp, ReadBlock | Phrase["code"]])[] = [
  [/^ {4}/, "markdown-indented"],
  [/^ *>/, readQuotation],
  [/^ *#{1,6}(?: |$)/, readHeading],
  [/^ *#/, "markdown-heading-marks"],
  [/^ *(?:```|~~~)/, readFencedCode],
  [/^ *<[A-Za-z/!?]/, "markdown-html"],
  [/^ *(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/, readThematicBreak],
  [/^ *(?:[-+*]|\d{1,9}[.)])(?: |$)/, readList],
  [/^ *[•●▪◦‣]/, "markdown-bullet"],
  [/^ *\|/, readTable],
];

const QUOTATION_MARK = /^ *> ?/;
/** Captures the parts of a list marker: indentation, digits, sign, and the spaces after it. */
const ITEM_MARK = /^( *)(\d*)([-+*.)])( *)/;
/** Start of a link reference definition, e.g. `[label]:` (CommonMark 0.31.2, section 4.7). */
const LINK_DEFINITION = /^\[(?:[^\\[\]]|\\[^]){0,1000}\]:/;
/** Underline of a setext heading (CommonMark 0.31.2, section 4.3). */
const HEADING_UNDERLINE = /^ *(?:=+|-+) *$/;

/**
 * Parses the lines and returns the blocks that have no errors. Adds problems to the context, at most one per block.
 *
 * @param depth number of lists and quotations that the lines are nested in
 */
export function readBlocks(lines: readonly Line[], context: Context, depth = 0): Block[] {
  const reader: BlockReader = { lines, depth, context, index: 0 };
  const blocks: Block[] = [];
  while (reader.index < lines.length) {
    const line = currentLine(reader);
    const isSeparate = isBelowBlankLine(reader);
    try {
      if (line === undefined) reader.index += 1;
      else blocks.push({ ...readBlock(reader, line), isSeparate });
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      context.problems.push({ offset: error.offset, ...error.phrase });
      // Skip to the next blank line, because further errors before it may be caused by this one.
      while (currentLine(reader) !== undefined) reader.index += 1;
    }
  }
  return blocks;
}

function isBelowBlankLine({ lines, index }: BlockReader): boolean {
  const above = lines[index - 1];
  return above !== undefined && isBlank(above);
}

function readBlock(reader: BlockReader, line: Line): Block {
  const ownHtml = ownBlockHtml(reader, line);
  if (ownHtml !== undefined) return readOwnBlock(reader, ownHtml);
  const read = supportedReader(line);
  const isContainer = read === readQuotation || read === readList;
  if (isContainer && reader.depth === DEPTH_MAX) fail(line, "markdown-too-deep");
  return read(reader, line);
}

/** Returns the HTML of a line in the caller's own syntax, which is recognised only outside lists and quotations. */
function ownBlockHtml({ depth, context }: BlockReader, { text }: Line): string | undefined {
  return depth === 0 ? context.ownBlock?.(text) : undefined;
}

function readOwnBlock(reader: BlockReader, html: string): Block {
  reader.index += 1;
  const next = currentLine(reader);
  if (next !== undefined) fail(next, "markdown-blank-line");
  return { html: `${html}\n` };
}

/** Returns the function that reads the block starting with the line, or an error code if it is not supported. */
function readerOrError({ text }: Line): ReadBlock | Phrase["code"] {
  const blockStart = BLOCK_STARTS.find(([pattern]) => pattern.test(text));
  return blockStart === undefined ? readParagraph : blockStart[1];
}

/** Returns the function that reads the block starting with the line. Throws if the block is not supported. */
function supportedReader(line: Line): ReadBlock {
  const readerOrCode = readerOrError(line);
  if (typeof readerOrCode !== "string") return readerOrCode;
  return fail(line, readerOrCode, { mark: line.text.trim().slice(0, 1) });
}

/** Returns whether CommonMark would treat a line below a list or quotation as part of its last paragraph. */
function isLazyContinuation(line: Line): boolean {
  const readerOrCode = readerOrError(line);
  return typeof readerOrCode === "string" || readerOrCode === readParagraph || readerOrCode === readTable;
}

function readQuotation(reader: BlockReader): Block {
  const lines = takeWhile(reader, (line) => readerOrError(line) === readQuotation);
  const content = lines.map((line) => {
    const [mark = ""] = QUOTATION_MARK.exec(line.text) ?? [];
    return dropStart(line, mark.length);
  });
  const blocks = readBlocks(content, reader.context, reader.depth + 1);
  const next = currentLine(reader);
  if (next !== undefined && isLazyContinuation(next)) fail(next, "markdown-quotation-line");
  const html = blocks.map((block) => block.html).join("");
  return { html: `<blockquote>\n${html}</blockquote>\n` };
}

function readList(reader: BlockReader, firstLine: Line): Block {
  const first = itemMark(firstLine);
  const items: (readonly Block[])[] = [];
  let isTight = true;
  let width = first.width;
  let line: Line | undefined = firstLine;
  while (line !== undefined && readerOrError(line) === readList) {
    const mark = itemMark(line);
    // Another sign starts another list.
    if (mark.sign !== first.sign) break;
    if (mark.indent !== first.indent) fail(line, "markdown-item-misaligned");
    if (mark.width === line.text.length) fail(line, "markdown-item-empty");
    if (mark.spaces > ITEM_SPACES_MAX) fail(line, "markdown-item-spaces");
    width = mark.width;
    // A list is loose if there is a blank line between two of its items, or between two blocks of an item.
    if (items.length > 0 && isBelowBlankLine(reader)) isTight = false;
    const blocks = readItem(reader, width);
    if (blocks.some(({ isSeparate }) => isSeparate)) isTight = false;
    items.push(blocks);
    line = reader.lines[reader.index];
  }
  if (line !== undefined && !isBelowBlankLine(reader) && isLazyContinuation(line)) {
    fail(line, "markdown-item-line", { width });
  }
  const tag = first.digits === "" ? "ul" : "ol";
  const start = first.number === 1 ? "" : ` start="${first.number}"`;
  const html = items.map((blocks) => itemHtml(blocks, isTight)).join("");
  return { html: `<${tag}${start}>\n${html}</${tag}>\n` };
}

/** Reads a list item: the current line, and the following lines that are blank or indented by at least `width`. */
function readItem(reader: BlockReader, width: number): Block[] {
  const firstLine = reader.lines[reader.index];
  const lines = takeWhile(reader, (line) => line === firstLine || isBlank(line) || indentOf(line) >= width);
  return readBlocks(lines.map((line) => dropStart(line, width)), reader.context, reader.depth + 1);
}

/** Parses a list marker. `width` is the number of characters before the text of the item. */
function itemMark({ text }: Line) {
  const [mark = "", indent = "", digits = "", sign = "", spaces = ""] = ITEM_MARK.exec(text) ?? [];
  const number = digits === "" ? 1 : Number(digits);
  return { indent: indent.length, digits, number, sign, spaces: spaces.length, width: mark.length };
}

/** Renders a list item. In a tight list, its paragraphs have no `<p>` element. */
function itemHtml(blocks: readonly Block[], isTight: boolean): string {
  let html = "";
  for (const { html: blockHtml, inlineHtml } of blocks) {
    if (isTight && inlineHtml !== undefined) {
      html += inlineHtml;
      continue;
    }
    if (!html.endsWith("\n")) html += "\n";
    html += blockHtml;
  }
  return `<li>${html}</li>\n`;
}

function readParagraph(reader: BlockReader, firstLine: Line): Block {
  const lines = takeWhile(reader, (line) => line === firstLine || !endsParagraph(reader, line));
  const content = lines.map((line) => dropStart(line, indentOf(line)));
  if (LINK_DEFINITION.test(content.map(({ text }) => text).join("\n"))) fail(firstLine, "markdown-link-definition");
  const inlineHtml = inline(content, reader.context).html;
  return { html: `<p>${inlineHtml}</p>\n`, inlineHtml };
}

/** Returns whether a line below a paragraph ends it. Throws if such a line is not supported there. */
function endsParagraph(reader: BlockReader, line: Line): boolean {
  if (isBlank(line)) return true;
  const read = supportedReader(line);
  if (HEADING_UNDERLINE.test(line.text)) fail(line, "markdown-heading-underlined");
  if (read === readTable || ownBlockHtml(reader, line) !== undefined) fail(line, "markdown-blank-line");
  if (read !== readList) return read !== readParagraph;
  // A list interrupts a paragraph only if its first item has text, and a bullet or the number 1 (section 5.2).
  const { number, width } = itemMark(line);
  return width < line.text.length && number === 1;
}
