/**
 * Parses the blocks of a Markdown document, e.g. headings and lists.
 */

import { escapeHtml, unescapeHtml } from "../html.ts";
import { ParseError } from "../messages.ts";
import { inlineText, renderInline } from "./inline.ts";
import {
  type Block,
  type BlockReader,
  type Context,
  createLine,
  currentLine,
  dropCharacters,
  type Fragment,
  isBlank,
  type Line,
  lineError,
  readLinesWhile,
} from "./lines.ts";

const NESTING_DEPTH_MAX = 3;
/** Maximum number of spaces before a block. Four would mean an indented code block, which is not supported. */
const INDENT_MAX = 3;

/** Block types, in order of precedence. `start` matches the first line of a block, and `read` parses the block. */
const BLOCK_TYPES = [
  { name: "quote", start: /^>/, read: readBlockQuote },
  { name: "heading", start: /^#{1,6}(?: |$)/, read: readHeading },
  { name: "code", start: /^```/, read: readFencedCode },
  { name: "rule", start: /^([-*_])(?: *\1){2,} *$/, read: () => ({ html: "<hr />\n" }) },
  { name: "list", start: /^(?:[-+*]|\d{1,9}[.)])(?: |$)/, read: readList },
  { name: "table", start: /^\|/, read: readTable },
] as const;
const PARAGRAPH = { name: "paragraph", read: readParagraph } as const;

function blockType({ text, indent }: Line) {
  if (indent > INDENT_MAX) return PARAGRAPH;
  return BLOCK_TYPES.find(({ start }) => start.test(text)) ?? PARAGRAPH;
}

const UNSUPPORTED_LINES = [
  [/^~~~/, "markdown-code"],
  [/^(?:#{7}|#+[^# ])/, "markdown-heading"],
  [/^<[A-Za-z/!?]/, "markdown-html"],
  // Bullets pasted from a word processor.
  [/^[•●▪◦‣]/, "markdown-item"],
  // The second row of a table without outer pipes, e.g. `--- | ---`.
  [/^:?-+:? *\|/, "markdown-table"],
] as const;

function assertSupported(line: Line): void {
  if (line.indent > INDENT_MAX) throw lineError(line, "markdown-indented");
  for (const [pattern, code] of UNSUPPORTED_LINES) {
    if (pattern.test(line.text)) throw lineError(line, code);
  }
}

/** Parses lines into blocks, e.g. lists. Adds the first error of each invalid block to `context.problems`. */
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

/** Parses the block that starts at a line, e.g. a list, and moves the reader past it. */
function readBlock(reader: BlockReader, line: Line): Block {
  assertSupported(line);
  const type = blockType(line);
  const isContainer = type.name === "list" || type.name === "quote";
  if (isContainer && reader.depth === NESTING_DEPTH_MAX) throw lineError(line, "markdown-too-deep");
  reader.index += 1;
  return type.read(reader, line);
}

/**
 * Throws if a paragraph or table starts directly below a list item, block quote or table. Without a blank line, it is
 * unclear whether the text belongs to the block above (in CommonMark, a lazy continuation line).
 */
function assertNoTextBelow(reader: BlockReader): void {
  const line = currentLine(reader);
  if (line === undefined || isBlank(line)) return;
  const { name } = blockType(line);
  if (name === "paragraph" || name === "table") throw lineError(line, "markdown-blank-line");
}

/** Matches link definitions such as `[map]: /map`, which are not supported. */
const LINK_DEFINITION = /^\[[^]*?(?<!\\)\]:/;

/** Reads a paragraph, or a placeholder that stands for a generated block (a fragment), e.g. `{{reviews.list}}`. */
function readParagraph(reader: BlockReader, firstLine: Line): Block {
  const { context, depth } = reader;
  const lines = [firstLine, ...readLinesWhile(reader, continuesParagraph)];
  const text = lines.map((line) => line.text).join("\n");
  // Lists and quotes, which have a depth, cannot contain fragments.
  const fragment = depth === 0 ? context.findFragment?.(text) : undefined;
  if (fragment !== undefined) {
    insertFragment(reader, fragment, firstLine.offset);
    return fragment;
  }
  if (LINK_DEFINITION.test(text)) throw lineError(firstLine, "markdown-link");
  const inlineHtml = renderInline(lines, context);
  return { html: `<p>${inlineHtml}</p>\n`, inlineHtml };
}

const HEADING_UNDERLINE = /^(?:=+|-+) *$/;

/** Returns whether a line continues the paragraph above it. Throws if it must not, e.g. if it starts a table. */
function continuesParagraph(line: Line): boolean {
  if (isBlank(line)) return false;
  assertSupported(line);
  if (HEADING_UNDERLINE.test(line.text)) throw lineError(line, "markdown-heading-underlined");
  const { name } = blockType(line);
  if (name === "table") throw lineError(line, "markdown-blank-line");
  return name === "paragraph";
}

/** Adds an edit that replaces the placeholder at `offset`, and the blank lines below it, with generated Markdown. */
function insertFragment(reader: BlockReader, { markdown }: Fragment, offset: number): void {
  const nextLine = skipBlankLines(reader);
  const end = nextLine === undefined ? Infinity : nextLine.offset - nextLine.indent;
  const text = markdown === "" ? "" : `${markdown}\n\n`;
  reader.context.edits.push({ offset, length: end - offset, text });
}

const CLOSING_HASHES = /(?:^| )#+ *$/;

/** Reads a heading, e.g. `## Where to eat`, which has level 2 and, unless it is in use, the id `where-to-eat`. */
function readHeading({ context }: BlockReader, line: Line): Block {
  const level = line.text.search(/[^#]|$/);
  const title = dropCharacters(line, level);
  if (isBlank(title) || CLOSING_HASHES.test(title.text)) throw lineError(line, "markdown-heading");
  const titleHtml = renderInline([title], context);
  const text = unescapeHtml(inlineText(titleHtml));
  const id = uniqueId(headingId(text), context.idUseCounts);
  const heading = { level, text, id, offset: line.offset };
  context.headings.push(heading);
  return { html: `<h${level} id="${id}">${titleHtml}</h${level}>\n`, heading };
}

/** Longer headings are cut before they are normalized, because `normalize` may take quadratic time. */
const ID_LENGTH_MAX = 200;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Matches a Latin letter and its accents. In other scripts, combining marks (`\p{M}`) may be vowels, so they stay. */
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

const OPENING_FENCE = /^(?<fence>`{3,}) *(?<language>[A-Za-z0-9+#.]*) *$/;

/** Reads a code block. Its first and last line have the same backticks (a fence). The first may name the language. */
function readFencedCode(reader: BlockReader, openingLine: Line): Block {
  const opening = OPENING_FENCE.exec(openingLine.text)?.groups;
  // Read the code even if the opening line is invalid, so that it is not parsed as Markdown.
  const { fence = "```", language = "" } = opening ?? {};
  // The first line that contains the fence must be the closing line. `fillPlaceholders` relies on this.
  const codeLines = readLinesWhile(reader, ({ text }) => !text.includes(fence));
  const closingLine = currentLine(reader);
  const isClosed = closingLine?.text.trimEnd() === fence && closingLine.indent <= INDENT_MAX;
  if (opening === undefined || !isClosed) throw lineError(openingLine, "markdown-code");
  reader.index += 1;
  const code = codeLines.map((line) => codeText(line, openingLine.indent)).join("");
  const className = language === "" ? "" : ` class="language-${language}"`;
  return { html: `<pre><code${className}>${escapeHtml(code)}</code></pre>\n` };
}

/** Returns a line of code. Keeps only the spaces by which it is indented further than the opening line. */
function codeText({ text, indent }: Line, openingIndent: number): string {
  const spaces = " ".repeat(Math.max(0, indent - openingIndent));
  return `${spaces}${text}\n`;
}

function readBlockQuote(reader: BlockReader, firstLine: Line): Block {
  const linesBelow = readLinesWhile(reader, (line) => blockType(line).name === "quote");
  const content = [firstLine, ...linesBelow].map((line) => dropCharacters(line, line.text.startsWith("> ") ? 2 : 1));
  const blocks = readBlocks(content, reader.context, reader.depth + 1);
  assertNoTextBelow(reader);
  return { html: `<blockquote>\n${blocks.map((block) => block.html).join("")}</blockquote>\n` };
}

/** Reads a list. There may be blank lines between its items, but not inside an item. */
function readList(reader: BlockReader, firstLine: Line): Block {
  const { digits, listTag } = parseListMarker(firstLine);
  // A numbered list must start at 1.
  if (digits !== "" && digits !== "1") throw lineError(firstLine, "markdown-item");
  const items = [readListItem(reader, firstLine)];
  let isLoose = false;
  for (;;) {
    const itemEnd = reader.index;
    const nextLine = skipBlankLines(reader);
    if (nextLine === undefined || !continuesList(nextLine, firstLine)) break;
    // With a blank line between two items, the list is loose: its paragraphs have `<p>` tags (CommonMark, section 5.3).
    if (reader.index > itemEnd) isLoose = true;
    reader.index += 1;
    items.push(readListItem(reader, nextLine));
  }
  const itemsHtml = items.map((blocks) => `<li>${listItemContent(blocks, isLoose)}</li>\n`).join("");
  return { html: `<${listTag}>\n${itemsHtml}</${listTag}>\n` };
}

/** Returns whether a line is the next item of the list that starts at `firstLine`. Throws if the indent is wrong. */
function continuesList(line: Line, firstLine: Line): boolean {
  const isItem = blockType(line).name === "list";
  const isAligned = isItem ? line.indent === firstLine.indent : line.indent <= firstLine.indent;
  if (!isAligned) throw lineError(line, "markdown-list-alignment");
  return isItem && parseListMarker(line).symbol === parseListMarker(firstLine).symbol;
}

/** With five spaces, the text would be an indented code block, which is not supported. */
const SPACES_AFTER_MARKER_MAX = 4;

/** Reads a list item: the text after a marker such as `-`, and the lines below that are indented as far as the text. */
function readListItem(reader: BlockReader, firstLine: Line): Block[] {
  const { spaces, width: markerWidth } = parseListMarker(firstLine);
  const hasText = markerWidth < firstLine.text.length;
  if (!hasText || spaces.length > SPACES_AFTER_MARKER_MAX) throw lineError(firstLine, "markdown-item");
  const textIndent = firstLine.indent + markerWidth;
  const linesBelow = readLinesWhile(reader, (line) => !isBlank(line) && line.indent >= textIndent);
  const unindentedLines = linesBelow.map((line) => ({ ...line, indent: line.indent - textIndent }));
  const content = [dropCharacters(firstLine, markerWidth), ...unindentedLines];
  const blocks = readBlocks(content, reader.context, reader.depth + 1);
  assertNoTextBelow(reader);
  return blocks;
}

/** Matches a list marker such as `-`, `1.` or `1)`, and the spaces after it. */
const LIST_MARKER = /^(?<digits>\d*)(?<symbol>[-+*.)])(?<spaces> *)/;

function parseListMarker({ text }: Line) {
  const { digits = "", symbol = "", spaces = "" } = LIST_MARKER.exec(text)?.groups ?? {};
  const width = digits.length + symbol.length + spaces.length;
  return { digits, symbol, spaces, width, listTag: digits === "" ? "ul" : "ol" };
}

/** Renders the blocks of a list item. A list is loose if there are blank lines between its items. */
function listItemContent(blocks: readonly Block[], isLoose: boolean): string {
  let content = "";
  for (const { html, inlineHtml } of blocks) {
    if (inlineHtml !== undefined && !isLoose) {
      // The block is a paragraph. Omit its `<p>` tags.
      content += inlineHtml;
    } else {
      const lineBreak = content.endsWith("\n") ? "" : "\n";
      content += lineBreak + html;
    }
  }
  return content;
}

/** Matches a row with a pipe at both ends. Its cells may contain escaped pipes (`\|`). */
const TABLE_ROW = /^\|(?:(?:[^\\|]|\\.)*\|)+ *$/;
const CELL = /(?<=\|)(?:[^\\|]|\\.)*(?=\|)/g;
const DELIMITER_CELL = /^-+ *$/;

/** Reads a table. Below the header, there must be a delimiter row such as `| --- | --- |`. */
function readTable(reader: BlockReader, headerLine: Line): Block {
  const header = parseRow(headerLine);
  const linesBelow = readLinesWhile(reader, (line) => blockType(line).name === "table");
  const [delimiterRow, ...bodyRows] = linesBelow.map((line) => parseRow(line, header.length));
  const hasDelimiterRow = delimiterRow?.every(({ text }) => DELIMITER_CELL.test(text)) === true;
  if (!hasDelimiterRow) throw lineError(linesBelow[0] ?? headerLine, "markdown-table");
  assertNoTextBelow(reader);
  return { html: tableHtml(header, bodyRows, reader.context) };
}

/** Returns the cells of a row. Throws if the row is invalid, or does not have `cellCount` cells. */
function parseRow(line: Line, cellCount?: number): Line[] {
  if (!TABLE_ROW.test(line.text)) throw lineError(line, "markdown-table");
  const cells = [...line.text.matchAll(CELL)];
  if (cellCount !== undefined && cells.length !== cellCount) throw lineError(line, "markdown-table");
  return cells.map((match) => createLine(match[0], line.offset + match.index));
}

function tableHtml(header: readonly Line[], bodyRows: readonly Line[][], context: Context): string {
  const headerHtml = rowHtml(header, '<th scope="col">', "</th>", context);
  const bodyHtml = bodyRows.map((cells) => rowHtml(cells, "<td>", "</td>", context)).join("");
  const tbody = bodyHtml === "" ? "" : `<tbody>\n${bodyHtml}</tbody>\n`;
  return `<table>\n<thead>\n${headerHtml}</thead>\n${tbody}</table>\n`;
}

function rowHtml(cells: readonly Line[], openingTag: string, closingTag: string, context: Context): string {
  const cellsHtml = cells.map((cell) => `${openingTag}${renderInline([cell], context)}${closingTag}\n`);
  return `<tr>\n${cellsHtml.join("")}</tr>\n`;
}
