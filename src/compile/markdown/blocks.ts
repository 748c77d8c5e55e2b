/**
 * Parses the blocks of a Markdown document.
 *
 * The lines of a list item or block quote are recognised by their indentation or `>`, extracted, and then parsed as a
 * separate document. Lazy continuation lines, which omit the indentation or the `>`, are therefore not supported.
 */

import { escapeHtml, unescapeHtml } from "../html.ts";
import { type MessageCode, type MessageValues, ParseError } from "../messages.ts";
import { fillCode } from "./fill-placeholders.ts";
import { removeTags, renderInline } from "./inline.ts";
import {
  type Block,
  type BlockReader,
  type Context,
  currentLine,
  dropCharacters,
  dropPrefix,
  type Fragment,
  indentOf,
  isBlank,
  type Line,
  lineError,
  readLinesWhile,
} from "./lines.ts";

const NESTING_DEPTH_MAX = 3;
/** CommonMark treats more spaces than this as the start of an indented code block. */
const SPACES_AFTER_MARKER_MAX = 4;

/** `start` matches the first line of a block. `read` starts at the line below. The first type that matches wins. */
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

/** A bullet that a word processor puts before a list item. */
export const BULLET = /^\s*[•●▪◦‣]/;
/** A table's delimiter row without outer pipes, e.g. `--- | ---`. An error, because other parsers accept the row. */
const BARE_DELIMITER_ROW = /^ *:?-+:? *(?:\| *:?-+:? *)+(?:\| *)?$/;

const UNSUPPORTED_LINES = [
  [/^ {4}/, "markdown-indented"],
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
  while (true) {
    readLinesWhile(reader, isBlank);
    const line = currentLine(reader);
    if (line === undefined) return blocks;
    try {
      blocks.push(readBlock(reader, line));
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      context.problems.push({ offset: error.offset, ...error.details });
      // Skip the rest of the block, where the error would often cause others.
      readLinesWhile(reader, (next) => !isBlank(next));
    }
  }
}

function readBlock(reader: BlockReader, line: Line): Block {
  assertSupported(line);
  const type = blockType(line);
  const isContainer = type.name === "list" || type.name === "quote";
  if (isContainer && reader.depth === NESTING_DEPTH_MAX) throw lineError(line, "markdown-too-deep");
  const followsBlankLine = hasBlankLineAbove(reader);
  // `read` starts at the line below.
  reader.index += 1;
  return { ...type.read(reader, line), followsBlankLine };
}

function hasBlankLineAbove({ lines, index }: BlockReader): boolean {
  const above = lines[index - 1];
  return above !== undefined && isBlank(above);
}

const LINK_DEFINITION = /^\[(?:[^\\[\]]|\\[^]){0,1000}\]:/;

/** Reads a paragraph, or the fragment (generated content) whose placeholder is a whole top-level paragraph. */
function readParagraph(reader: BlockReader, firstLine: Line): Block {
  const linesBelow = readLinesWhile(reader, continuesParagraph);
  const lines = [firstLine, ...linesBelow].map((line) => dropPrefix(line, /^ +/));
  const text = lines.map((line) => line.text).join("\n");
  const isTopLevel = reader.depth === 0;
  const fragment = isTopLevel ? reader.context.findFragment?.(text) : undefined;
  if (fragment !== undefined) return readFragment(reader, fragment, firstLine.offset);
  // The label of a link definition, e.g. `[label]: /url`, may span lines, so test the joined lines.
  if (LINK_DEFINITION.test(text)) throw lineError(firstLine, "markdown-link-definition");
  const inlineHtml = renderInline(lines, reader.context);
  return { html: `<p>${inlineHtml}</p>\n`, inlineHtml };
}

const HEADING_UNDERLINE = /^ *(?:=+|-+) *$/;

/** Returns whether the line continues the paragraph above. Throws if it is invalid there. */
function continuesParagraph(line: Line): boolean {
  if (isBlank(line)) return false;
  assertSupported(line);
  if (HEADING_UNDERLINE.test(line.text)) throw lineError(line, "markdown-heading-underlined");
  const type = blockType(line);
  // A table must have a blank line above it.
  if (type.name === "table") throw lineError(line, "markdown-blank-line");
  if (type.name !== "list") return type.name === "paragraph";
  // Only a list item with content and the number 1 can interrupt a paragraph (CommonMark, section 5.2).
  const { number, hasContent } = parseListMarker(line);
  const canInterruptParagraph = number === 1 && hasContent;
  return !canInterruptParagraph;
}

/** Adds an edit that replaces the placeholder and the blank lines below it with the fragment's Markdown. */
function readFragment(reader: BlockReader, { markdown, ...block }: Fragment, offset: number): Block {
  readLinesWhile(reader, isBlank);
  const end = currentLine(reader)?.offset ?? Infinity;
  reader.context.edits.push({ offset, length: end - offset, text: markdown && `${markdown}\n\n` });
  return block;
}

const OPENING_HASHES = /^ *#+/;
const CLOSING_HASHES = / #+ *$/;

/** Renders a heading, e.g. `## Rooms` or `## Rooms ##`, and adds it to `context.headings`. */
function readHeading({ context }: BlockReader, line: Line): Block {
  const level = line.text.trimStart().search(/[^#]|$/);
  const afterHashes = dropPrefix(line, OPENING_HASHES);
  const titleLine = { ...afterHashes, text: afterHashes.text.replace(CLOSING_HASHES, "") };
  const titleHtml = renderInline([titleLine], context);
  if (titleHtml === "") throw lineError(line, "markdown-heading-empty");
  const text = unescapeHtml(removeTags(titleHtml));
  const id = uniqueId(headingId(text), context.idUseCounts);
  const heading = { level, text, id };
  context.headings.push({ ...heading, offset: line.offset });
  return { html: `<h${level} id="${id}">${titleHtml}</h${level}>\n`, heading };
}

/** Only the start of a long heading is used for its id, because normalising combining marks takes quadratic time. */
const ID_LENGTH_MAX = 200;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Only accents of Latin letters are removed, because the combining marks of other scripts may be vowels. */
const ACCENTED_LATIN_LETTER = /(\p{Script=Latin})\p{M}+/gu;

/** Returns an HTML id for a heading, e.g. `ou-manger` for "Où manger ?". */
function headingId(text: string): string {
  const decomposed = text.slice(0, ID_LENGTH_MAX).normalize("NFKD");
  const withoutAccents = decomposed.replace(ACCENTED_LATIN_LETTER, "$1").normalize("NFC");
  return withoutAccents.toLowerCase().match(WORD)?.join("-") ?? "section";
}

/** Returns `id`, with a suffix such as `-2` if it is already in use. */
function uniqueId(id: string, idUseCounts: Map<string, number>): string {
  const count = (idUseCounts.get(id) ?? 0) + 1;
  idUseCounts.set(id, count);
  // The id with the suffix may also be in use, because a heading "Rooms 2" has the id `rooms-2`.
  return count === 1 ? id : uniqueId(`${id}-${count}`, idUseCounts);
}

const OPENING_FENCE = /^ *(?<fence>`{3,}|~{3,}) *(?<language>[A-Za-z0-9+#.]*) *$/;

function readFencedCode(reader: BlockReader, openingLine: Line): Block {
  const groups = OPENING_FENCE.exec(openingLine.text)?.groups;
  // The line does start with a fence, so the info string (the language) must be invalid.
  if (groups === undefined) throw lineError(openingLine, "markdown-code-language");
  const { fence = "", language = "" } = groups;
  const closingFence = new RegExp(`^ {0,3}${fence.charAt(0)}{${fence.length},} *$`);
  const lines = readLinesWhile(reader, ({ text }) => !closingFence.test(text));
  const isUnclosed = currentLine(reader) === undefined;
  if (isUnclosed) throw lineError(openingLine, "markdown-code-unclosed", { fence });
  // Skip the closing fence.
  reader.index += 1;
  const indentation = new RegExp(`^ {0,${indentOf(openingLine)}}`);
  const code = lines.map((line) => `${fillCode(dropPrefix(line, indentation), reader.context)}\n`).join("");
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

/** Throws if the current line could be a lazy continuation line of the block just read (CommonMark, section 5.1). */
function assertNoLazyContinuation(reader: BlockReader, code: MessageCode, values?: MessageValues): void {
  const line = currentLine(reader);
  if (line === undefined || isBlank(line) || hasBlankLineAbove(reader)) return;
  const { name } = blockType(line);
  if (name === "paragraph" || name === "table") throw lineError(line, code, values);
}

/**
 * Reads successive list items with markers of one type. The list is loose, i.e. its paragraphs get a `<p>`, if a blank
 * line separates two of its items, or two blocks of an item (CommonMark, section 5.3).
 */
function readList(reader: BlockReader, firstLine: Line): Block {
  const { listTag, number, type, indent } = parseListMarker(firstLine);
  // The caller has already read `firstLine`.
  const items = [readListItem(reader, firstLine)];
  let isLoose = false;
  let line = currentLine(reader);
  while (line !== undefined && isListItem(line, type)) {
    if (parseListMarker(line).indent !== indent) throw lineError(line, "markdown-item-misaligned");
    isLoose ||= hasBlankLineAbove(reader);
    reader.index += 1;
    items.push(readListItem(reader, line));
    line = currentLine(reader);
  }
  // The first block of an item never follows a blank line.
  isLoose ||= items.flat().some((block) => block.followsBlankLine);
  const startAttribute = number === 1 ? "" : ` start="${number}"`;
  const itemsHtml = items.map((blocks) => listItemHtml(blocks, isLoose)).join("");
  return { html: `<${listTag}${startAttribute}>\n${itemsHtml}</${listTag}>\n` };
}

function isListItem(line: Line, markerType: string): boolean {
  return blockType(line).name === "list" && parseListMarker(line).type === markerType;
}

/** Reads a list item: the first line, and the lines below that are indented as far as its content. */
function readListItem(reader: BlockReader, firstLine: Line): Block[] {
  const { contentIndent, spacesAfterMarker, hasContent } = parseListMarker(firstLine);
  if (!hasContent) throw lineError(firstLine, "markdown-item-empty");
  if (spacesAfterMarker > SPACES_AFTER_MARKER_MAX) throw lineError(firstLine, "markdown-item-spaces");
  const linesBelow = readLinesWhile(reader, (line) => isBlank(line) || indentOf(line) >= contentIndent);
  // Remove the marker from the first line, and as much indentation from the others.
  const content = [firstLine, ...linesBelow].map((line) => dropCharacters(line, contentIndent));
  const blocks = readBlocks(content, reader.context, reader.depth + 1);
  // A lazy continuation line lacks the indentation.
  assertNoLazyContinuation(reader, "markdown-item-line", { width: contentIndent });
  return blocks;
}

const LIST_MARKER = /^(?<indent> *)(?<digits>\d*)(?<type>[-+*.)])(?<spaces> *)/;

/** Parses the marker of a list item's first line, e.g. `- ` (type `-`) or `2. ` (type `.`). */
function parseListMarker({ text }: Line) {
  // The pattern always matches, so `?? {}` is only for the compiler.
  const { indent = "", digits = "", type = "", spaces = "" } = LIST_MARKER.exec(text)?.groups ?? {};
  const isBullet = digits === "";
  const contentIndent = (indent + digits + type + spaces).length;
  return {
    indent: indent.length,
    listTag: isBullet ? "ul" : "ol",
    // Like `1.`, a bullet needs no `start` attribute, and can interrupt a paragraph.
    number: isBullet ? 1 : Number(digits),
    type,
    spacesAfterMarker: spaces.length,
    contentIndent,
    hasContent: contentIndent < text.length,
  };
}

/** Renders a list item. Only its paragraphs have `inlineHtml`. In a tight list, they get no `<p>`. */
function listItemHtml(blocks: readonly Block[], isLoose: boolean): string {
  let content = "";
  for (const { html, inlineHtml } of blocks) {
    const isTightParagraph = inlineHtml !== undefined && !isLoose;
    if (isTightParagraph) content += inlineHtml;
    // Block elements start on a new line, even directly after `<li>`.
    else content += content.endsWith("\n") ? html : `\n${html}`;
  }
  return `<li>${content}</li>\n`;
}

const OPENING_PIPE = /^ {0,3}\|/;
/** A row with a pipe at both ends. An escaped pipe (`\|`) is part of its cell. */
const TABLE_ROW = /^ *\|(?:(?:[^\\|]|\\.)*\|)+ *$/;
const CELL = /((?:[^\\|]|\\.)*)\|/gy;
const DELIMITER_CELL = /^ *:?-+:? *$/;

/** Reads a header row, a delimiter row such as `| --- |`, and any body rows. */
function readTable(reader: BlockReader, headerLine: Line): Block {
  const header = parseRow(headerLine);
  const [delimiterRow, ...bodyRows] = readLinesWhile(reader, ({ text }) => OPENING_PIPE.test(text)).map(parseRow);
  if (delimiterRow === undefined) throw lineError(headerLine, "markdown-table-dashes");
  const isDelimiterRow = delimiterRow.cells.every(({ text }) => DELIMITER_CELL.test(text));
  if (!isDelimiterRow) throw lineError(delimiterRow.line, "markdown-table-dashes");
  const expected = header.cells.length;
  for (const { line, cells } of [delimiterRow, ...bodyRows]) {
    const found = cells.length;
    if (found !== expected) throw lineError(line, "markdown-table-cells", { found, expected });
  }
  // Reject text directly below, because many parsers would read it as another row.
  const lineBelow = currentLine(reader);
  if (lineBelow !== undefined && !isBlank(lineBelow)) throw lineError(lineBelow, "markdown-table-line");
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

/** Renders a table whose rows all have the same number of cells. */
function tableHtml(header: Row, delimiterRow: Row, bodyRows: readonly Row[], context: Context): string {
  const alignmentAttributes = delimiterRow.cells.map(alignmentAttribute);
  const rowHtml = ({ cells }: Row, tag: "th" | "td"): string => {
    const scope = tag === "th" ? ' scope="col"' : "";
    const cellsHtml = cells.map((cell, column) => {
      return `<${tag}${scope}${alignmentAttributes[column]}>${renderInline([cell], context)}</${tag}>\n`;
    });
    return `<tr>\n${cellsHtml.join("")}</tr>\n`;
  };
  const headerHtml = rowHtml(header, "th");
  const bodyHtml = bodyRows.map((row) => rowHtml(row, "td")).join("");
  const tbody = bodyHtml === "" ? "" : `<tbody>\n${bodyHtml}</tbody>\n`;
  return `<table>\n<thead>\n${headerHtml}</thead>\n${tbody}</table>\n`;
}

/** Returns an attribute with a leading space. In a delimiter row, `:-:` centres a column, and `--:` aligns it right. */
function alignmentAttribute({ text }: Line): string {
  const cell = text.trim();
  if (!cell.endsWith(":")) return "";
  return cell.startsWith(":") ? ' class="center"' : ' class="right"';
}
