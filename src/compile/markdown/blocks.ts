/**
 * Parses the blocks of a Markdown document.
 *
 * The lines of a list item or block quote are recognised by their indentation or `>`, extracted, and then parsed as a
 * separate document. Lazy continuation lines, which omit the indentation or the `>`, are therefore not supported.
 */

import { type MessageCode, type MessageValues, ParseError } from "../messages.ts";
import { renderInline } from "./inline.ts";
import { readFencedCode, readFragment, readHeading, readTable } from "./leaf-blocks.ts";
import {
  type Block,
  type BlockReader,
  BULLET,
  type Context,
  currentLine,
  dropCharacters,
  dropPrefix,
  indentOf,
  isBlank,
  type Line,
  lineError,
  readLinesWhile,
} from "./lines.ts";

const NESTING_DEPTH_MAX = 3;
/** CommonMark treats more spaces than this as the start of an indented code block. */
const SPACES_AFTER_MARKER_MAX = 4;

/** Types of blocks, each with a pattern for its first line. The first match wins. */
const BLOCK_TYPES = [
  { name: "quote", start: /^ {0,3}>/, read: readBlockQuote },
  { name: "heading", start: /^ {0,3}#{1,6}(?: |$)/, read: readHeading },
  { name: "code", start: /^ {0,3}(?:```|~~~)/, read: readFencedCode },
  { name: "break", start: /^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/, read: () => ({ html: "<hr />\n" }) },
  { name: "list", start: /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?: |$)/, read: readList },
  { name: "table", start: /^ {0,3}\|/, read: readTable },
] as const;
const PARAGRAPH = { name: "paragraph", read: readParagraph } as const;

function blockType({ text }: Line) {
  return BLOCK_TYPES.find(({ start }) => start.test(text)) ?? PARAGRAPH;
}

/**
 * Matches a table's delimiter row without a leading pipe, e.g. `--- | ---`. Other Markdown parsers, such as GitHub's,
 * accept such a table, so the table is reported instead of being rendered as a paragraph.
 */
const DELIMITER_ROW_WITHOUT_OUTER_PIPES = /^ *:?-+:? *(?:\| *:?-+:? *)+(?:\| *)?$/;

const UNSUPPORTED_LINES = [
  [/^ {4}/, "markdown-indented"],
  [/^ *(?:#{7}|#+[^# ])/, "markdown-heading-marks"],
  [/^ *<[A-Za-z/!?]/, "markdown-html"],
  [BULLET, "markdown-bullet"],
  [DELIMITER_ROW_WITHOUT_OUTER_PIPES, "markdown-table-row"],
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
  while (true) {
    const line = skipToNonBlankLine(reader);
    if (line === undefined) return blocks;
    try {
      blocks.push(readBlock(reader, line));
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      context.problems.push({ offset: error.offset, ...error.details });
      // Skip the rest of the block, because an error often causes others in the lines below it.
      readLinesWhile(reader, (next) => !isBlank(next));
    }
  }
}

function skipToNonBlankLine(reader: BlockReader): Line | undefined {
  readLinesWhile(reader, isBlank);
  return currentLine(reader);
}

function hasBlankLineAbove({ lines, index }: BlockReader): boolean {
  const above = lines[index - 1];
  return above !== undefined && isBlank(above);
}

/** Reads the block that starts at `line`, which is the reader's current line. */
function readBlock(reader: BlockReader, line: Line): Block {
  assertSupported(line);
  const { name, read } = blockType(line);
  const isContainer = name === "list" || name === "quote";
  if (isContainer && reader.depth === NESTING_DEPTH_MAX) throw lineError(line, "markdown-too-deep");
  const isBelowBlankLine = hasBlankLineAbove(reader);
  // Move past `line`, because `read` receives `line` as an argument and expects the reader to be on the next line.
  reader.index += 1;
  const block = read(reader, line);
  return { ...block, isBelowBlankLine };
}

/**
 * Throws if a list item or block quote is followed by text or a table row without a blank line in between. CommonMark
 * may treat such a line as part of the item or quote, and then calls it a lazy continuation line.
 */
function assertNoTextDirectlyBelow(reader: BlockReader, code: MessageCode, values?: MessageValues): void {
  const line = currentLine(reader);
  if (line === undefined || isBlank(line) || hasBlankLineAbove(reader)) return;
  const { name } = blockType(line);
  if (name === "paragraph" || name === "table") throw lineError(line, code, values);
}

const BLOCK_QUOTE_MARKER = /^ *> ?/;

/** Reads a block quote. The reader is already past `firstLine`. */
function readBlockQuote(reader: BlockReader, firstLine: Line): Block {
  const quotedLines = readLinesWhile(reader, (line) => blockType(line).name === "quote");
  const content = [firstLine, ...quotedLines].map((line) => dropPrefix(line, BLOCK_QUOTE_MARKER));
  const blocks = readBlocks(content, reader.context, reader.depth + 1);
  // Require a blank line between the block quote and any text below it.
  assertNoTextDirectlyBelow(reader, "markdown-quotation-line");
  const html = blocks.map((block) => block.html).join("");
  return { html: `<blockquote>\n${html}</blockquote>\n` };
}

/**
 * Reads a list. A list is tight if there are no blank lines between its items, or between the blocks within an item.
 * Paragraphs in a tight list have no `<p>`.
 */
function readList(reader: BlockReader, firstLine: Line): Block {
  const { number, listTag } = parseListMarker(firstLine);
  const { items, hasBlankLineBetweenItems } = readListItems(reader, firstLine);
  // This finds only blank lines within an item, because an item's first block starts on the same line as the marker.
  const hasBlankLineInItem = items.flat().some((block) => block.isBelowBlankLine);
  const isTight = !hasBlankLineBetweenItems && !hasBlankLineInItem;
  // HTML lists start at 1 by default.
  const startAttribute = number === 1 ? "" : ` start="${number}"`;
  const itemsHtml = items.map((blocks) => listItemHtml(blocks, isTight)).join("");
  return { html: `<${listTag}${startAttribute}>\n${itemsHtml}</${listTag}>\n` };
}

/**
 * Reads the items of one list. They have the same bullet (e.g. `-`), or the same character after the number (e.g. `.`).
 * Throws if the items are not all indented by the same amount. The reader is already past `firstLine`.
 */
function readListItems(reader: BlockReader, firstLine: Line) {
  const first = parseListMarker(firstLine);
  const items = [readListItem(reader, firstLine)];
  let hasBlankLineBetweenItems = false;
  let line = currentLine(reader);
  while (line !== undefined && blockType(line).name === "list") {
    const marker = parseListMarker(line);
    if (marker.symbol !== first.symbol) break;
    if (marker.indent !== first.indent) throw lineError(line, "markdown-item-misaligned");
    if (hasBlankLineAbove(reader)) hasBlankLineBetweenItems = true;
    reader.index += 1;
    items.push(readListItem(reader, line));
    line = currentLine(reader);
  }
  return { items, hasBlankLineBetweenItems };
}

/**
 * Reads a list item: its first line, and each following line that is blank or indented at least as far as the text
 * after the marker. Throws if the item is empty, or if too many spaces follow the marker.
 */
function readListItem(reader: BlockReader, firstLine: Line): Block[] {
  const { contentIndent, spacesAfterMarker, hasContent } = parseListMarker(firstLine);
  if (!hasContent) throw lineError(firstLine, "markdown-item-empty");
  if (spacesAfterMarker > SPACES_AFTER_MARKER_MAX) throw lineError(firstLine, "markdown-item-spaces");
  const linesBelow = readLinesWhile(reader, (line) => isBlank(line) || indentOf(line) >= contentIndent);
  // Remove the marker from the first line, and the indentation from the lines below.
  const content = [firstLine, ...linesBelow].map((line) => dropCharacters(line, contentIndent));
  const blocks = readBlocks(content, reader.context, reader.depth + 1);
  // The message proposes two corrections: a blank line below the item, or indenting the text by `width` spaces.
  assertNoTextDirectlyBelow(reader, "markdown-item-line", { width: contentIndent });
  return blocks;
}

const LIST_MARKER = /^(?<indent> *)(?<digits>\d*)(?<symbol>[-+*.)])(?<spaces> *)/;

/**
 * Parses a list marker, e.g. `- ` or `2. `. `symbol` is the bullet, or the character after the number. `contentIndent`
 * is the position of the text after the marker.
 */
function parseListMarker({ text }: Line) {
  // Callers pass only lines that match the pattern, so the defaults are never used.
  const { indent = "", digits = "", symbol = "", spaces = "" } = LIST_MARKER.exec(text)?.groups ?? {};
  const isBullet = digits === "";
  const contentIndent = (indent + digits + symbol + spaces).length;
  return {
    indent: indent.length,
    listTag: isBullet ? "ul" : "ol",
    // A list that starts with a bullet or with the number 1 needs no `start` attribute, and can begin directly below a
    // paragraph. So treat a bullet like the number 1.
    number: isBullet ? 1 : Number(digits),
    symbol,
    spacesAfterMarker: spaces.length,
    contentIndent,
    hasContent: contentIndent < text.length,
  };
}

/** Renders a list item. In a tight list, omits the `<p>` of each paragraph. Only paragraphs have `inlineHtml`. */
function listItemHtml(blocks: readonly Block[], isTight: boolean): string {
  let content = "";
  for (const { html, inlineHtml } of blocks) {
    if (isTight && inlineHtml !== undefined) {
      content += inlineHtml;
    } else {
      // Block elements start on a new line, even directly after `<li>`.
      if (!content.endsWith("\n")) content += "\n";
      content += html;
    }
  }
  return `<li>${content}</li>\n`;
}

const LINK_DEFINITION = /^\[(?:[^\\[\]]|\\[^]){0,1000}\]:/;
/** Underline of a setext heading (CommonMark, section 4.3). */
const HEADING_UNDERLINE = /^ *(?:=+|-+) *$/;

/**
 * Reads a paragraph, up to a blank line or another block. Returns its content both inside a `<p>` element (`html`) and
 * without the `<p>` (`inlineHtml`). `inlineHtml` is used in tight lists, i.e. lists without blank lines.
 */
function readParagraph(reader: BlockReader, firstLine: Line): Block {
  const linesBelow = readLinesWhile(reader, continuesParagraph);
  const unindentedLines = [firstLine, ...linesBelow].map((line) => dropCharacters(line, indentOf(line)));
  const text = unindentedLines.map((line) => line.text).join("\n");
  // Only a top-level paragraph can be a fragment's placeholder, e.g. `{{reviews.list}}`.
  const fragment = reader.depth === 0 ? reader.context.findFragment?.(text) : undefined;
  if (fragment !== undefined) return readFragment(reader, fragment, firstLine.offset);
  // The label of a link definition, e.g. `[label]: /url`, may span several lines, so test the joined lines.
  if (LINK_DEFINITION.test(text)) throw lineError(firstLine, "markdown-link-definition");
  const inlineHtml = renderInline(unindentedLines, reader.context);
  return { html: `<p>${inlineHtml}</p>\n`, inlineHtml };
}

/** Returns whether a line continues the paragraph above. Throws if the line has unsupported syntax. */
function continuesParagraph(line: Line): boolean {
  if (isBlank(line)) return false;
  assertSupported(line);
  if (HEADING_UNDERLINE.test(line.text)) throw lineError(line, "markdown-heading-underlined");
  if (blockType(line).name === "table") throw lineError(line, "markdown-blank-line");
  return !interruptsParagraph(line);
}

/** Returns whether a line directly below a paragraph starts another block. */
function interruptsParagraph(line: Line): boolean {
  const { name } = blockType(line);
  if (name !== "list") return name !== "paragraph";
  // In CommonMark, only an item with content and the number 1 can interrupt a paragraph. A bullet counts as number 1.
  const { number, hasContent } = parseListMarker(line);
  return number === 1 && hasContent;
}
