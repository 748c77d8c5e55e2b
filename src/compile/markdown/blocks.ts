/**
 * Parses the block structure of a Markdown document, and reads paragraphs, lists and block quotes.
 *
 * The lines of a list item or block quote are parsed as a separate document. Lazy continuation lines, which lack the
 * indentation or the `>`, are therefore errors.
 */

import { ParseError } from "../parse-error.ts";
import type { Phrase } from "../phrase.ts";
import { renderInline } from "./inline.ts";
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
  lineError,
  readLinesWhile,
} from "./lines.ts";

/** Maximum nesting of lists and block quotes. */
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

/** Patterns of a block's first line. The first match wins. A line that matches none starts a paragraph. */
const BLOCK_STARTS: readonly (readonly [pattern: RegExp, kind: BlockKind])[] = [
  [/^ {0,3}>/, "block quote"],
  [/^ {0,3}#{1,6}(?: |$)/, "heading"],
  [/^ {0,3}(?:```|~~~)/, "fenced code"],
  [/^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/, "thematic break"],
  [/^ {0,3}(?:[-+*]|\d{1,9}[.)])(?: |$)/, "list"],
  [/^ {0,3}\|/, "table"],
];

/** Patterns of lines that are not supported, each with the error code to report. */
const UNSUPPORTED_LINES: readonly (readonly [pattern: RegExp, code: Phrase["code"]])[] = [
  [/^ {4}/, "markdown-indented"],
  [/^ *(?:#{7}|#+[^# ])/, "markdown-heading-marks"],
  [/^ *<[A-Za-z/!?]/, "markdown-html"],
  [/^ *[•●▪◦‣]/, "markdown-bullet"],
];

const BLOCK_QUOTE_MARKER = /^ *> ?/;
/** Captures the parts of a list marker: indentation, digits, sign, and the spaces after it. */
const LIST_MARKER = /^( *)(\d*)([-+*.)])( *)/;
/** Start of a link reference definition, e.g. `[label]:` (CommonMark 0.31.2, section 4.7). */
const LINK_DEFINITION = /^\[(?:[^\\[\]]|\\[^]){0,1000}\]:/;
/** Underline of a setext heading (CommonMark 0.31.2, section 4.3). */
const HEADING_UNDERLINE = /^ *(?:=+|-+) *$/;

/**
 * Parses lines into blocks. Leaves out blocks with errors, and adds the first error of each to the context.
 *
 * @param depth number of lists and block quotes around the lines
 */
export function readBlocks(lines: readonly Line[], context: Context, depth = 0): Block[] {
  const reader: BlockReader = { lines, depth, context, index: 0 };
  const blocks: Block[] = [];
  while (reader.index < lines.length) {
    const line = currentLine(reader);
    if (line === undefined) {
      reader.index += 1;
      continue;
    }
    const followsBlankLine = isBelowBlankLine(reader);
    try {
      blocks.push({ ...readBlock(reader, line), followsBlankLine });
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      context.problems.push({ offset: error.offset, ...error.phrase });
      // Skip to the next blank line, because this error may cause further ones before it.
      readLinesWhile(reader, (skipped) => !isBlank(skipped));
    }
  }
  return blocks;
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

/** Returns the HTML of a line in the custom syntax, or undefined. This syntax is only allowed at the top level. */
function customBlockHtml({ depth, context }: BlockReader, { text }: Line): string | undefined {
  return depth === 0 ? context.customBlock(text) : undefined;
}

function readCustomBlock(reader: BlockReader, html: string): Block {
  reader.index += 1;
  const next = currentLine(reader);
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

/** Returns whether CommonMark could add a line below a list or block quote to the last paragraph in it. */
function isLazyContinuation(line: Line): boolean {
  const kind = blockKind(line);
  return kind === "paragraph" || kind === "table" || unsupportedLineError(line) !== undefined;
}

function readBlockQuote(reader: BlockReader): Block {
  const lines = readLinesWhile(reader, (line) => blockKind(line) === "block quote");
  const content = lines.map((line) => {
    const [marker = ""] = BLOCK_QUOTE_MARKER.exec(line.text) ?? [];
    return dropStart(line, marker.length);
  });
  const blocks = readBlocks(content, reader.context, reader.depth + 1);
  const next = currentLine(reader);
  if (next !== undefined && isLazyContinuation(next)) throw lineError(next, "markdown-quotation-line");
  const html = blocks.map((block) => block.html).join("");
  return { html: `<blockquote>\n${html}</blockquote>\n` };
}

function readList(reader: BlockReader, firstLine: Line): Block {
  const firstMarker = parseListMarker(firstLine);
  const items: Block[][] = [];
  let isTight = true;
  let width = firstMarker.width;
  let line: Line | undefined = firstLine;
  while (line !== undefined && blockKind(line) === "list") {
    const marker = parseListMarker(line);
    // A different sign starts a new list.
    if (marker.sign !== firstMarker.sign) break;
    if (marker.indent !== firstMarker.indent) throw lineError(line, "markdown-item-misaligned");
    assertValidListMarker(line, marker);
    width = marker.width;
    const followsGap = items.length > 0 && isBelowBlankLine(reader);
    const item = readListItem(reader, line, width);
    // A list is loose if a blank line separates two of its items, or two blocks in an item.
    if (followsGap || item.some(({ followsBlankLine }) => followsBlankLine)) isTight = false;
    items.push(item);
    line = reader.lines[reader.index];
  }
  if (line !== undefined && !isBelowBlankLine(reader) && isLazyContinuation(line)) {
    throw lineError(line, "markdown-item-line", { width });
  }
  const tag = firstMarker.isOrdered ? "ol" : "ul";
  const start = firstMarker.number === 1 ? "" : ` start="${firstMarker.number}"`;
  const html = items.map((blocks) => listItemHtml(blocks, isTight)).join("");
  return { html: `<${tag}${start}>\n${html}</${tag}>\n` };
}

function assertValidListMarker(line: Line, { width, spaces }: ListMarker): void {
  if (width === line.text.length) throw lineError(line, "markdown-item-empty");
  if (spaces > MARKER_SPACES_MAX) throw lineError(line, "markdown-item-spaces");
}

/** Reads the first line of a list item, and the following lines that are blank or indented by at least `width`. */
function readListItem(reader: BlockReader, firstLine: Line, width: number): Block[] {
  reader.index += 1;
  const furtherLines = readLinesWhile(reader, (line) => isBlank(line) || indentOf(line) >= width);
  const content = [firstLine, ...furtherLines].map((line) => dropStart(line, width));
  return readBlocks(content, reader.context, reader.depth + 1);
}

type ListMarker = ReturnType<typeof parseListMarker>;

/** Parses a list marker. `width` is the number of characters before the text of the item. */
function parseListMarker({ text }: Line) {
  const [marker = "", indent = "", digits = "", sign = "", spaces = ""] = LIST_MARKER.exec(text) ?? [];
  const isOrdered = digits !== "";
  const number = isOrdered ? Number(digits) : 1;
  return { indent: indent.length, isOrdered, number, sign, spaces: spaces.length, width: marker.length };
}

/** Renders a list item. In a tight list, paragraphs are not wrapped in `<p>`. */
function listItemHtml(blocks: readonly Block[], isTight: boolean): string {
  let content = "";
  for (const { html, inlineHtml } of blocks) {
    if (isTight && inlineHtml !== undefined) content += inlineHtml;
    else if (content.endsWith("\n")) content += html;
    else content += `\n${html}`;
  }
  return `<li>${content}</li>\n`;
}

function readParagraph(reader: BlockReader, firstLine: Line): Block {
  const lines = [firstLine];
  reader.index += 1;
  for (let line = currentLine(reader); line !== undefined; line = currentLine(reader)) {
    assertAllowedBelowParagraph(reader, line);
    if (endsParagraph(line)) break;
    lines.push(line);
    reader.index += 1;
  }
  const content = lines.map((line) => dropStart(line, indentOf(line)));
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

/** Returns whether a line below a paragraph starts a new block. */
function endsParagraph(line: Line): boolean {
  const kind = blockKind(line);
  if (kind !== "list") return kind !== "paragraph";
  // A list interrupts a paragraph only if its first item has text and, in an ordered list, the number 1 (section 5.2).
  const { number, width } = parseListMarker(line);
  return number === 1 && width < line.text.length;
}
