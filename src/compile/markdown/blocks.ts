/**
 * Parses the blocks of a Markdown document.
 *
 * The lines of a list item or block quote are extracted first and then parsed as a separate document, so lazy
 * continuation lines (without the indentation or the `>`) are not supported.
 */

import { type Message, type MessageValues, ParseError } from "../message.ts";
import { renderInline } from "./inline.ts";
import { readFencedCode, readHeading, readTable, readThematicBreak } from "./leaf-blocks.ts";
import {
  type Block,
  type BlockReader,
  type Context,
  dropStart,
  indentOf,
  isBlank,
  type Line,
  lineError,
  nonBlankLine,
  readLinesWhile,
} from "./lines.ts";

const NESTING_DEPTH_MAX = 3;
/** CommonMark treats more spaces than this as the start of an indented code block. */
const SPACES_AFTER_MARKER_MAX = 4;

/** Patterns for the first line of a block. The first match wins. */
const BLOCK_STARTS = [
  { pattern: /^ {0,3}>/, read: readBlockQuote },
  { pattern: /^ {0,3}#{1,6}(?: |$)/, read: readHeading },
  { pattern: /^ {0,3}(?:```|~~~)/, read: readFencedCode },
  { pattern: /^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/, read: readThematicBreak },
  { pattern: /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?: |$)/, read: readList },
  { pattern: /^ {0,3}\|/, read: readTable },
];

function readerFor({ text }: Line): (reader: BlockReader, firstLine: Line) => Block {
  return BLOCK_STARTS.find(({ pattern }) => pattern.test(text))?.read ?? readParagraph;
}

const UNSUPPORTED_LINES = [
  [/^ {4}/, "markdown-indented"],
  [/^ *(?:#{7}|#+[^# ])/, "markdown-heading-marks"],
  [/^ *<[A-Za-z/!?]/, "markdown-html"],
  [/^ *[•●▪◦‣]/, "markdown-bullet"],
] as const;

function assertSupported(line: Line): void {
  for (const [pattern, code] of UNSUPPORTED_LINES) {
    if (pattern.test(line.text)) throw lineError(line, code, { mark: line.text.trim().charAt(0) });
  }
}

/** Parses lines into blocks. Adds the first error of each invalid block to `context.problems`. */
export function readBlocks(lines: readonly Line[], context: Context, depth = 0): Block[] {
  const reader: BlockReader = { lines, depth, context, index: 0 };
  const blocks: Block[] = [];
  for (;;) {
    readLinesWhile(reader, isBlank);
    const line = lines[reader.index];
    if (line === undefined) return blocks;
    const followsBlankLine = isBelowBlankLine(reader);
    try {
      blocks.push({ ...readBlock(reader, line), followsBlankLine });
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      context.problems.push({ offset: error.offset, ...error.details });
      // Skip the rest of the block, to avoid further errors.
      readLinesWhile(reader, (lineOfBlock) => !isBlank(lineOfBlock));
    }
  }
}

function isBelowBlankLine({ lines, index }: BlockReader): boolean {
  const above = lines[index - 1];
  return above !== undefined && isBlank(above);
}

function readBlock(reader: BlockReader, line: Line): Block {
  assertSupported(line);
  const read = readerFor(line);
  const isContainer = read === readList || read === readBlockQuote;
  if (isContainer && reader.depth === NESTING_DEPTH_MAX) throw lineError(line, "markdown-too-deep");
  return read(reader, line);
}

/** Throws if the current line would be a lazy continuation of the list or block quote above. */
function assertNoLazyContinuation(reader: BlockReader, code: Message["code"], values?: MessageValues): void {
  const next = nonBlankLine(reader);
  if (next === undefined || isBelowBlankLine(reader)) return;
  const read = readerFor(next);
  if (read === readParagraph || read === readTable) throw lineError(next, code, values);
}

const BLOCK_QUOTE_MARKER = /^ *> ?/;

function readBlockQuote(reader: BlockReader): Block {
  const lines = readLinesWhile(reader, (line) => readerFor(line) === readBlockQuote);
  const content = lines.map((line) => dropStart(line, BLOCK_QUOTE_MARKER.exec(line.text)?.[0].length ?? 0));
  const blocks = readBlocks(content, reader.context, reader.depth + 1);
  assertNoLazyContinuation(reader, "markdown-quotation-line");
  const html = blocks.map((block) => block.html).join("");
  return { html: `<blockquote>\n${html}</blockquote>\n` };
}

/** Reads list items with the same bullet or delimiter. A different one starts a new list. */
function readList(reader: BlockReader, firstLine: Line): Block {
  const { symbol, indent, number, tag } = parseListMarker(firstLine);
  const items = [readListItem(reader, firstLine)];
  let isTight = true;
  let line = reader.lines[reader.index];
  while (line !== undefined && readerFor(line) === readList) {
    const marker = parseListMarker(line);
    if (marker.symbol !== symbol) break;
    if (marker.indent !== indent) throw lineError(line, "markdown-item-misaligned");
    if (isBelowBlankLine(reader)) isTight = false;
    items.push(readListItem(reader, line));
    line = reader.lines[reader.index];
  }
  if (items.flat().some((block) => block.followsBlankLine)) isTight = false;
  const startAttribute = number === 1 ? "" : ` start="${number}"`;
  const itemsHtml = items.map((blocks) => listItemHtml(blocks, isTight)).join("");
  return { html: `<${tag}${startAttribute}>\n${itemsHtml}</${tag}>\n` };
}

/** Reads the first line of an item, and the lines below it that are blank or indented as far as its content. */
function readListItem(reader: BlockReader, firstLine: Line): Block[] {
  const { contentIndent, spacesAfterMarker, isEmpty } = parseListMarker(firstLine);
  if (isEmpty) throw lineError(firstLine, "markdown-item-empty");
  if (spacesAfterMarker > SPACES_AFTER_MARKER_MAX) throw lineError(firstLine, "markdown-item-spaces");
  reader.index += 1;
  const furtherLines = readLinesWhile(reader, (line) => isBlank(line) || indentOf(line) >= contentIndent);
  const content = [firstLine, ...furtherLines].map((line) => dropStart(line, contentIndent));
  const blocks = readBlocks(content, reader.context, reader.depth + 1);
  assertNoLazyContinuation(reader, "markdown-item-line", { width: contentIndent });
  return blocks;
}

const LIST_MARKER = /^( *)(\d*)([-+*.)])( *)/;

/** Parses a list marker. `symbol` is the bullet or delimiter; `number` is 1 for unordered items. */
function parseListMarker({ text }: Line) {
  const [marker = "", indent = "", digits = "", symbol = "", spaces = ""] = LIST_MARKER.exec(text) ?? [];
  return {
    indent: indent.length,
    tag: digits === "" ? "ul" : "ol",
    number: digits === "" ? 1 : Number(digits),
    symbol,
    spacesAfterMarker: spaces.length,
    contentIndent: marker.length,
    isEmpty: marker.length === text.length,
  };
}

function listItemHtml(blocks: readonly Block[], isTight: boolean): string {
  let content = "";
  for (const { html, inlineHtml } of blocks) {
    if (isTight && inlineHtml !== undefined) {
      content += inlineHtml;
    } else {
      // Other blocks start on a new line, even directly after `<li>`.
      if (!content.endsWith("\n")) content += "\n";
      content += html;
    }
  }
  return `<li>${content}</li>\n`;
}

/** Start of a link reference definition, e.g. `[label]:` (section 4.7). */
const LINK_DEFINITION = /^\[(?:[^\\[\]]|\\[^]){0,1000}\]:/;
/** Underline of a setext heading (section 4.3). */
const HEADING_UNDERLINE = /^ *(?:=+|-+) *$/;

function readParagraph(reader: BlockReader, firstLine: Line): Block {
  const lines = [firstLine];
  reader.index += 1;
  for (let line = nonBlankLine(reader); line !== undefined; line = nonBlankLine(reader)) {
    assertSupported(line);
    if (HEADING_UNDERLINE.test(line.text)) throw lineError(line, "markdown-heading-underlined");
    if (readerFor(line) === readTable) throw lineError(line, "markdown-blank-line");
    if (startsNewBlock(line)) break;
    lines.push(line);
    reader.index += 1;
  }
  const content = lines.map((line) => dropStart(line, indentOf(line)));
  // Join the lines before testing, because a link definition's label may span several lines.
  const text = content.map((line) => line.text).join("\n");
  if (LINK_DEFINITION.test(text)) throw lineError(firstLine, "markdown-link-definition");
  const inlineHtml = renderInline(content, reader.context);
  return { html: `<p>${inlineHtml}</p>\n`, inlineHtml };
}

/** Returns whether a line directly below a paragraph starts a new block. */
function startsNewBlock(line: Line): boolean {
  const read = readerFor(line);
  if (read !== readList) return read !== readParagraph;
  // A list can interrupt a paragraph only if its first item is not empty and, if ordered, is numbered 1 (section 5.2).
  const { number, isEmpty } = parseListMarker(line);
  return !isEmpty && number === 1;
}
