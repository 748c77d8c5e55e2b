/**
 * Parses the blocks of a Markdown document. List items and block quotes are parsed as documents of their own.
 */

import { escapeHtml, unescapeHtml } from "../html.ts";
import { type MessageCode, type MessageValues, ParseError } from "../messages.ts";
import { inlineText, renderInline } from "./inline.ts";
import {
  type Block,
  type BlockReader,
  type Context,
  currentLine,
  dropCharacters,
  dropIndentation,
  dropPrefix,
  type Fragment,
  indentOf,
  isBlank,
  type Line,
  lineError,
  readLinesWhile,
} from "./lines.ts";

const NESTING_DEPTH_MAX = 3;
/** Four spaces would start an indented code block. */
const INDENTATION_MAX = 3;
/** Five spaces would start an indented code block in the list item. */
const SPACES_AFTER_MARKER_MAX = 4;

/** A line begins a block of the first type whose `start` matches it. `read` may also read lines below. */
const BLOCK_TYPES = [
  { name: "quote", start: /^ {0,3}>/, read: readBlockQuote },
  { name: "heading", start: /^ {0,3}#{1,6}(?: |$)/, read: readHeading },
  { name: "code", start: /^ {0,3}```/, read: readFencedCode },
  { name: "break", start: /^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/, read: () => ({ html: "<hr />\n" }) },
  { name: "list", start: /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?: |$)/, read: readList },
  { name: "table", start: /^ {0,3}\|/, read: readTable },
] as const;
const PARAGRAPH = { name: "paragraph", read: readParagraph } as const;

function blockType({ text }: Line) {
  return BLOCK_TYPES.find(({ start }) => start.test(text)) ?? PARAGRAPH;
}

/** Matches a bullet pasted from a word processor, e.g. `•`. */
export const BULLET = /^\s*[•●▪◦‣]/;
/** A table's delimiter row without outer pipes, e.g. `--- | ---`. */
const BARE_DELIMITER_ROW = /^ *:?-+:? *(?:\| *:?-+:? *)+(?:\| *)?$/;

const UNSUPPORTED_LINES = [
  [/^ {4}/, "markdown-indented"],
  [/^ *~~~/, "markdown-code"],
  [/^ *(?:#{7}|#+[^# ])/, "markdown-heading-marks"],
  [/^ *<[A-Za-z/!?]/, "markdown-html"],
  [BULLET, "markdown-bullet"],
  [BARE_DELIMITER_ROW, "markdown-table-row"],
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
  for (let line = skipBlankLines(reader); line !== undefined; line = skipBlankLines(reader)) {
    try {
      blocks.push(readBlock(reader, line));
    } catch (error) {
      skipInvalidBlock(reader, error);
    }
  }
  return blocks;
}

function skipBlankLines(reader: BlockReader): Line | undefined {
  readLinesWhile(reader, isBlank);
  return currentLine(reader);
}

function skipInvalidBlock(reader: BlockReader, error: unknown): void {
  if (!(error instanceof ParseError)) throw error;
  reader.context.problems.push({ offset: error.offset, ...error.details });
  readLinesWhile(reader, (line) => !isBlank(line));
}

function readBlock(reader: BlockReader, line: Line): Block {
  assertSupported(line);
  const type = blockType(line);
  const isContainer = type.name === "list" || type.name === "quote";
  if (isContainer && reader.depth === NESTING_DEPTH_MAX) throw lineError(line, "markdown-too-deep");
  const followsBlankLine = hasBlankLineAbove(reader);
  reader.index += 1;
  return { ...type.read(reader, line), followsBlankLine };
}

function hasBlankLineAbove({ lines, index }: BlockReader): boolean {
  const above = lines[index - 1];
  return above !== undefined && isBlank(above);
}

const LINK_DEFINITION = /^\[(?:[^\\[\]]|\\[^]){0,1000}\]:/;

/** Reads a paragraph. At the top level, a placeholder such as `{{reviews.list}}` is replaced with a generated block. */
function readParagraph(reader: BlockReader, firstLine: Line): Block {
  const { context, depth } = reader;
  const linesBelow = readLinesWhile(reader, continuesParagraph);
  const lines = [firstLine, ...linesBelow].map((line) => dropIndentation(line));
  const text = lines.map((line) => line.text).join("\n");
  const fragment = depth === 0 ? context.findFragment?.(text) : undefined;
  if (fragment !== undefined) {
    insertFragment(reader, fragment, firstLine.offset);
    return fragment;
  }
  if (LINK_DEFINITION.test(text)) throw lineError(firstLine, "markdown-link-definition");
  const inlineHtml = renderInline(lines, context);
  return { html: `<p>${inlineHtml}</p>\n`, inlineHtml };
}

const HEADING_UNDERLINE = /^ *(?:=+|-+) *$/;

function continuesParagraph(line: Line): boolean {
  if (isBlank(line)) return false;
  assertSupported(line);
  if (HEADING_UNDERLINE.test(line.text)) throw lineError(line, "markdown-heading-underlined");
  const { name } = blockType(line);
  // Reject a table without a blank line above it.
  if (name === "table") throw lineError(line, "markdown-blank-line");
  if (name === "list") return !canInterruptParagraph(line);
  return name === "paragraph";
}

/** See CommonMark, section 5.2. */
function canInterruptParagraph(itemLine: Line): boolean {
  const { number, hasContent } = parseListMarker(itemLine);
  return number === 1 && hasContent;
}

/** Skips blank lines. Adds an edit that replaces the placeholder at `offset` and these lines with `markdown`. */
function insertFragment(reader: BlockReader, { markdown }: Fragment, offset: number): void {
  const lineBelow = skipBlankLines(reader);
  // If no line follows, replace the rest of the document.
  const end = lineBelow?.offset ?? Infinity;
  const text = markdown === "" ? "" : `${markdown}\n\n`;
  reader.context.edits.push({ offset, length: end - offset, text });
}

const OPENING_HASHES = /^ *#+/;
const CLOSING_HASHES = / #+ *$/;

function readHeading({ context }: BlockReader, line: Line): Block {
  // Count the hashes.
  const level = line.text.trimStart().search(/[^#]|$/);
  const titleHtml = renderInline([dropHashes(line)], context);
  if (titleHtml === "") throw lineError(line, "markdown-heading-empty");
  const text = unescapeHtml(inlineText(titleHtml));
  const id = uniqueId(headingId(text), context.idUseCounts);
  const heading = { level, text, id, offset: line.offset };
  context.headings.push(heading);
  return { html: `<h${level} id="${id}">${titleHtml}</h${level}>\n`, heading };
}

function dropHashes(line: Line): Line {
  const { text, offset } = dropPrefix(line, OPENING_HASHES);
  return { text: text.replace(CLOSING_HASHES, ""), offset };
}

/** Limits how long `normalize` can take, because its time may be quadratic. */
const ID_LENGTH_MAX = 200;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Matches only Latin letters, because in other scripts the combining marks (`\p{M}`) may be vowels. */
const ACCENTED_LATIN_LETTER = /(\p{Script=Latin})\p{M}+/gu;

/** Returns an HTML id for a heading, e.g. `ou-manger` for "Où manger ?". */
function headingId(text: string): string {
  const decomposed = text.slice(0, ID_LENGTH_MAX).normalize("NFKD");
  const withoutAccents = decomposed.replace(ACCENTED_LATIN_LETTER, "$1").normalize("NFC");
  return withoutAccents.toLowerCase().match(WORD)?.join("-") ?? "section";
}

function uniqueId(id: string, idUseCounts: Map<string, number>): string {
  const count = (idUseCounts.get(id) ?? 0) + 1;
  idUseCounts.set(id, count);
  // Check the new id too: a heading "Rooms 2" may already have the id `rooms-2`.
  return count === 1 ? id : uniqueId(`${id}-${count}`, idUseCounts);
}

const OPENING_FENCE = /^ *(?<fence>`{3,}) *(?<language>[A-Za-z0-9+#.]*) *$/;

/** Reads code up to the next fence, which must be as long as the first (`fillPlaceholders` relies on this). */
function readFencedCode(reader: BlockReader, openingLine: Line): Block {
  const { fence = "```", language = "" } = OPENING_FENCE.exec(openingLine.text)?.groups ?? {};
  const lines = readLinesWhile(reader, ({ text }) => !text.includes(fence));
  const closingLine = currentLine(reader);
  const isClosed = closingLine?.text.trim() === fence && indentOf(closingLine) <= INDENTATION_MAX;
  if (!isClosed || !OPENING_FENCE.test(openingLine.text)) throw lineError(openingLine, "markdown-code");
  // Skip the closing fence.
  reader.index += 1;
  const indentation = indentOf(openingLine);
  const code = lines.map((line) => `${dropIndentation(line, indentation).text}\n`).join("");
  const className = language === "" ? "" : ` class="language-${language}"`;
  return { html: `<pre><code${className}>${escapeHtml(code)}</code></pre>\n` };
}

const BLOCK_QUOTE_MARKER = /^ *> ?/;

function readBlockQuote(reader: BlockReader, firstLine: Line): Block {
  const linesBelow = readLinesWhile(reader, (line) => blockType(line).name === "quote");
  const content = [firstLine, ...linesBelow].map((line) => dropPrefix(line, BLOCK_QUOTE_MARKER));
  const blocks = readBlocks(content, reader.context, reader.depth + 1);
  assertNoLazyContinuation(reader, "markdown-quotation-line");
  return { html: `<blockquote>\n${blocks.map((block) => block.html).join("")}</blockquote>\n` };
}

/**
 * Throws if the current line may be meant to continue the block above, but lacks that block's `>` or indentation
 * (CommonMark, section 5.1, lazy continuation line).
 */
function assertNoLazyContinuation(reader: BlockReader, code: MessageCode, values?: MessageValues): void {
  const line = currentLine(reader);
  if (line === undefined || isBlank(line) || hasBlankLineAbove(reader)) return;
  const { name } = blockType(line);
  if (name === "paragraph" || name === "table") throw lineError(line, code, values);
}

function readList(reader: BlockReader, firstLine: Line): Block {
  const marker = parseListMarker(firstLine);
  // `readBlock` has already moved the reader past `firstLine`.
  const items = [readListItem(reader, firstLine)];
  let line = currentLine(reader);
  while (line !== undefined && continuesList(line, marker)) {
    reader.index += 1;
    items.push(readListItem(reader, line));
    line = currentLine(reader);
  }
  return { html: listHtml(items, marker) };
}

function continuesList(line: Line, firstMarker: ListMarker): boolean {
  if (blockType(line).name !== "list") return false;
  const { symbol, indent } = parseListMarker(line);
  if (symbol !== firstMarker.symbol) return false;
  if (indent !== firstMarker.indent) throw lineError(line, "markdown-item-misaligned");
  return true;
}

type ListItem = ReturnType<typeof readListItem>;

function readListItem(reader: BlockReader, firstLine: Line) {
  assertValidItem(firstLine);
  const { contentIndent } = parseListMarker(firstLine);
  const linesBelow = readLinesWhile(reader, (line) => isBlank(line) || indentOf(line) >= contentIndent);
  // Remove the marker or indentation from each line.
  const content = [firstLine, ...linesBelow].map((line) => dropCharacters(line, contentIndent));
  const blocks = readBlocks(content, reader.context, reader.depth + 1);
  assertNoLazyContinuation(reader, "markdown-item-line", { width: contentIndent });
  return { blocks, endsWithBlankLine: hasBlankLineAbove(reader) };
}

function assertValidItem(firstLine: Line): void {
  const { hasContent, spacesAfterMarker } = parseListMarker(firstLine);
  if (!hasContent) throw lineError(firstLine, "markdown-item-empty");
  if (spacesAfterMarker > SPACES_AFTER_MARKER_MAX) throw lineError(firstLine, "markdown-item-spaces");
}

type ListMarker = ReturnType<typeof parseListMarker>;

/** Parses the marker of a list item, e.g. `- ` (symbol `-`) or `2. ` (number 2, symbol `.`). */
function parseListMarker(line: Line) {
  const indent = indentOf(line);
  const symbolIndex = line.text.search(/[-+*.)]/);
  const digits = line.text.slice(indent, symbolIndex);
  const isBullet = digits === "";
  const content = dropCharacters(line, symbolIndex + 1);
  const spacesAfterMarker = indentOf(content);
  return {
    indent,
    listTag: isBullet ? "ul" : "ol",
    // Give bullets the number 1, because lists that start at 1 can interrupt a paragraph and need no `start` attribute.
    number: isBullet ? 1 : Number(digits),
    symbol: line.text.charAt(symbolIndex),
    spacesAfterMarker,
    contentIndent: symbolIndex + 1 + spacesAfterMarker,
    hasContent: !isBlank(content),
  };
}

function listHtml(items: readonly ListItem[], { listTag, number }: ListMarker): string {
  const isLoose = isLooseList(items);
  const itemsHtml = items.map(({ blocks }) => listItemHtml(blocks, isLoose)).join("");
  const startAttribute = number === 1 ? "" : ` start="${number}"`;
  return `<${listTag}${startAttribute}>\n${itemsHtml}</${listTag}>\n`;
}

/** Returns whether a blank line separates two list items, or two blocks of an item (CommonMark, section 5.3). */
function isLooseList(items: readonly ListItem[]): boolean {
  const itemsBeforeLast = items.slice(0, -1);
  if (itemsBeforeLast.some((item) => item.endsWithBlankLine)) return true;
  return items.some(({ blocks }) => blocks.some((block) => block.followsBlankLine));
}

function listItemHtml(blocks: readonly Block[], isLoose: boolean): string {
  let content = "";
  for (const { html, inlineHtml } of blocks) {
    const isTightParagraph = inlineHtml !== undefined && !isLoose;
    // In a tight list, the text of a paragraph follows directly, without `<p>`. Other blocks start on a new line.
    const lineBreak = isTightParagraph || content.endsWith("\n") ? "" : "\n";
    content += lineBreak + (isTightParagraph ? inlineHtml : html);
  }
  return `<li>${content}</li>\n`;
}

const OPENING_PIPE = /^ {0,3}\|/;
/** A row with a pipe at both ends. Its cells may contain escaped pipes (`\|`). */
const TABLE_ROW = /^ *\|(?:(?:[^\\|]|\\.)*\|)+ *$/;
const CELL = /((?:[^\\|]|\\.)*)\|/gy;
const DELIMITER_CELL = /^ *:?-+:? *$/;

function readTable(reader: BlockReader, headerLine: Line): Block {
  const header = parseRow(headerLine);
  const linesBelow = readLinesWhile(reader, ({ text }) => OPENING_PIPE.test(text));
  const [delimiterRow, ...bodyRows] = linesBelow.map(parseRow);
  if (delimiterRow === undefined || !isDelimiterRow(delimiterRow)) {
    throw lineError(delimiterRow?.line ?? headerLine, "markdown-table-dashes");
  }
  for (const row of [delimiterRow, ...bodyRows]) assertCellCount(row, header.cells.length);
  assertBlankLineBelowTable(reader);
  return { html: tableHtml(header, delimiterRow, bodyRows, reader.context) };
}

type Row = ReturnType<typeof parseRow>;

function parseRow(line: Line) {
  if (!TABLE_ROW.test(line.text)) throw lineError(line, "markdown-table-row");
  const content = dropPrefix(line, OPENING_PIPE);
  const matches = [...content.text.matchAll(CELL)];
  const cells = matches.map(({ index, 1: text = "" }): Line => ({ text, offset: content.offset + index }));
  return { line, cells };
}

function isDelimiterRow({ cells }: Row): boolean {
  return cells.every(({ text }) => DELIMITER_CELL.test(text));
}

function assertCellCount({ line, cells }: Row, expected: number): void {
  const found = cells.length;
  if (found !== expected) throw lineError(line, "markdown-table-cells", { found, expected });
}

function assertBlankLineBelowTable(reader: BlockReader): void {
  const line = currentLine(reader);
  if (line !== undefined && !isBlank(line)) throw lineError(line, "markdown-table-line");
}

function tableHtml(header: Row, delimiterRow: Row, bodyRows: readonly Row[], context: Context): string {
  const classAttributes = delimiterRow.cells.map(alignmentClass);
  const headerHtml = rowHtml(header, "th", classAttributes, context);
  const bodyHtml = bodyRows.map((row) => rowHtml(row, "td", classAttributes, context)).join("");
  const tbody = bodyHtml === "" ? "" : `<tbody>\n${bodyHtml}</tbody>\n`;
  return `<table>\n<thead>\n${headerHtml}</thead>\n${tbody}</table>\n`;
}

function rowHtml({ cells }: Row, tag: "th" | "td", classAttributes: readonly string[], context: Context): string {
  const scope = tag === "th" ? ' scope="col"' : "";
  const cellsHtml = cells.map((cell, column) => {
    const content = renderInline([cell], context);
    return `<${tag}${scope}${classAttributes[column]}>${content}</${tag}>\n`;
  });
  return `<tr>\n${cellsHtml.join("")}</tr>\n`;
}

/** Returns an attribute such as ` class="right"` for the cell `--:` of a delimiter row, or "" for left alignment. */
function alignmentClass({ text }: Line): string {
  const cell = text.trim();
  if (!cell.endsWith(":")) return "";
  return cell.startsWith(":") ? ' class="center"' : ' class="right"';
}
