/**
 * Reads the block structure of a text: headings, paragraphs, lists, quotations, code, rules and tables.
 *
 * The lines of a list item or quotation are read as a small text of its own. Text that CommonMark would continue across
 * such a border (a lazy continuation, a misaligned list) is refused.
 */

import { ParseError } from "../parse-error.ts";
import type { Phrase } from "../phrase.ts";
import { inline } from "./inline.ts";
import { readCode, readHeading, readRule, readTable } from "./leaf-blocks.ts";
import {
  type Block,
  type BlockReader,
  type Context,
  currentLine,
  dropStart,
  indentOf,
  isBlank,
  type Line,
  refuse,
  takeWhile,
} from "./lines.ts";

const DEPTH_MAX = 3;
/** Further spaces after the mark of an item would begin a block of code. */
const ITEM_SPACES_MAX = 4;

type ReadBlock = (reader: BlockReader, line: Line) => Block;

/** Beginnings of lines with their reader or the code of the refusal. The first match counts. */
const BEGINNINGS: readonly (readonly [RegExp, ReadBlock | Phrase["code"]])[] = [
  [/^ {4}/, "markdown-indented"],
  [/^ *>/, readQuotation],
  [/^ *#{1,6}(?: |$)/, readHeading],
  [/^ *#/, "markdown-heading-marks"],
  [/^ *(?:```|~~~)/, readCode],
  [/^ *<[A-Za-z/!?]/, "markdown-html"],
  [/^ *(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/, readRule],
  [/^ *(?:[-+*]|\d{1,9}[.)])(?: |$)/, readList],
  [/^ *[•●▪◦‣]/, "markdown-bullet"],
  [/^ *\|/, readTable],
];

const QUOTATION_MARK = /^ *> ?/;
/** Indentation, digits, sign and spaces of the mark of a list item. */
const ITEM_MARK = /^( *)(\d*)([-+*.)])( *)/;
/** A link reference definition: section 4.7. */
const LINK_DEFINITION = /^\[(?:[^\\[\]]|\\[^]){0,1000}\]:/;
const HEADING_UNDERLINE = /^ *(?:=+|-+) *$/;

/** Returns the blocks that could be read. Problems are added to the context, at most one per block. */
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
      // Skip to the next blank line, because errors before it may only be knock-on effects.
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
  const beginning = beginningOf(line);
  if (typeof beginning === "string") refuse(line, beginning, { mark: line.text.trim().slice(0, 1) });
  const isContainer = beginning === readQuotation || beginning === readList;
  if (isContainer && reader.depth === DEPTH_MAX) refuse(line, "markdown-too-deep");
  return beginning(reader, line);
}

/** Blocks of the caller's are not recognised inside lists and quotations. */
function ownBlockHtml({ depth, context }: BlockReader, { text }: Line): string | undefined {
  return depth === 0 ? context.ownBlock?.(text) : undefined;
}

function readOwnBlock(reader: BlockReader, html: string): Block {
  reader.index += 1;
  const next = currentLine(reader);
  if (next !== undefined) refuse(next, "markdown-blank-line");
  return { html: `${html}\n` };
}

function beginningOf({ text }: Line): ReadBlock | Phrase["code"] {
  const match = BEGINNINGS.find(([pattern]) => pattern.test(text));
  return match === undefined ? readParagraph : match[1];
}

/** Returns whether CommonMark would continue a paragraph of the list or quotation above with the line. */
function continuesParagraph(line: Line): boolean {
  const beginning = beginningOf(line);
  return typeof beginning === "string" || beginning === readParagraph || beginning === readTable;
}

function readQuotation(reader: BlockReader): Block {
  const lines = takeWhile(reader, (line) => beginningOf(line) === readQuotation);
  const content = lines.map((line) => {
    const [mark = ""] = QUOTATION_MARK.exec(line.text) ?? [];
    return dropStart(line, mark.length);
  });
  const blocks = readBlocks(content, reader.context, reader.depth + 1);
  const next = currentLine(reader);
  if (next !== undefined && continuesParagraph(next)) refuse(next, "markdown-quotation-line");
  const html = blocks.map((block) => block.html).join("");
  return { html: `<blockquote>\n${html}</blockquote>\n` };
}

function readList(reader: BlockReader, firstLine: Line): Block {
  const first = itemMark(firstLine);
  const items: (readonly Block[])[] = [];
  let isTight = true;
  let width = first.width;
  let line: Line | undefined = firstLine;
  while (line !== undefined && beginningOf(line) === readList && itemMark(line).sign === first.sign) {
    const mark = itemMark(line);
    if (mark.indent !== first.indent) refuse(line, "markdown-item-misaligned");
    if (mark.width === line.text.length) refuse(line, "markdown-item-empty");
    if (mark.spaces > ITEM_SPACES_MAX) refuse(line, "markdown-item-spaces");
    width = mark.width;
    // A list is loose if a blank line is between two items, or between two blocks of an item.
    if (items.length > 0 && isBelowBlankLine(reader)) isTight = false;
    const blocks = readItem(reader, width);
    if (blocks.some(({ isSeparate }) => isSeparate)) isTight = false;
    items.push(blocks);
    line = reader.lines[reader.index];
  }
  if (line !== undefined && !isBelowBlankLine(reader) && continuesParagraph(line)) {
    refuse(line, "markdown-item-line", { width });
  }
  const tag = first.digits === "" ? "ul" : "ol";
  const start = first.number === 1 ? "" : ` start="${first.number}"`;
  const html = items.map((blocks) => itemHtml(blocks, isTight)).join("");
  return { html: `<${tag}${start}>\n${html}</${tag}>\n` };
}

/** Reads the current line, and those below that are blank or indented as far as the words of the item. */
function readItem(reader: BlockReader, width: number): Block[] {
  const firstLine = reader.lines[reader.index];
  const lines = takeWhile(reader, (line) => line === firstLine || isBlank(line) || indentOf(line) >= width);
  return readBlocks(lines.map((line) => dropStart(line, width)), reader.context, reader.depth + 1);
}

/** Parses the mark of a list item. Its width reaches to the first word. */
function itemMark({ text }: Line) {
  const [mark = "", indent = "", digits = "", sign = "", spaces = ""] = ITEM_MARK.exec(text) ?? [];
  const number = digits === "" ? 1 : Number(digits);
  return { indent: indent.length, digits, number, sign, spaces: spaces.length, width: mark.length };
}

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
  if (LINK_DEFINITION.test(content.map(({ text }) => text).join("\n"))) refuse(firstLine, "markdown-link-definition");
  const inlineHtml = inline(content, reader.context).html;
  return { html: `<p>${inlineHtml}</p>\n`, inlineHtml };
}

function endsParagraph(reader: BlockReader, line: Line): boolean {
  if (isBlank(line)) return true;
  const beginning = beginningOf(line);
  if (typeof beginning === "string") refuse(line, beginning, { mark: line.text.trim().slice(0, 1) });
  if (HEADING_UNDERLINE.test(line.text)) refuse(line, "markdown-heading-underlined");
  if (beginning === readTable || ownBlockHtml(reader, line) !== undefined) refuse(line, "markdown-blank-line");
  if (beginning !== readList) return beginning !== readParagraph;
  // Only an item with words, numbered 1 or not at all, ends a paragraph (section 5.2).
  const { number, width } = itemMark(line);
  return width < line.text.length && number === 1;
}
