/**
 * Reads headings, fenced code, tables and fragments, which contain no other blocks.
 */

import { escapeHtml, unescapeHtml } from "../html.ts";
import { fillPlainText } from "./fill-placeholders.ts";
import { removeTags, renderInline } from "./inline.ts";
import {
  type Block,
  type BlockReader,
  type Context,
  currentLine,
  dropPrefix,
  type Fragment,
  indentOf,
  isBlank,
  type Line,
  lineError,
  readLinesWhile,
} from "./lines.ts";

const OPENING_HASHES = /^ *#+/;
const END_OF_HASHES = /[^#]|$/;
const CLOSING_HASHES = / #+ *$/;

/** Reads a heading, e.g. `## Rooms ##`, and adds it to `context.headings`. */
export function readHeading(reader: BlockReader, line: Line): Block {
  // The level is the number of hashes, i.e. the index of the first character after them.
  const level = line.text.trimStart().search(END_OF_HASHES);
  const afterHashes = dropPrefix(line, OPENING_HASHES);
  const title = { ...afterHashes, text: afterHashes.text.replace(CLOSING_HASHES, "") };
  const titleHtml = renderInline([title], reader.context);
  if (titleHtml === "") throw lineError(line, "markdown-heading-empty");
  const text = unescapeHtml(removeTags(titleHtml));
  const id = uniqueId(headingId(text), reader.context.idUseCounts);
  const heading = { level, text, id };
  reader.context.headings.push({ ...heading, offset: line.offset });
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
  // The id with the suffix may be in use too, e.g. `rooms-2` by a heading "Rooms 2", so make that id unique as well.
  return count === 1 ? id : uniqueId(`${id}-${count}`, idUseCounts);
}

const OPENING_FENCE = /^ *(?<fence>`{3,}|~{3,}) *(?<language>[A-Za-z0-9+#.]*) *$/;

/** Reads a fenced code block, e.g. from `~~~js` to `~~~`. */
export function readFencedCode(reader: BlockReader, openingLine: Line): Block {
  const groups = OPENING_FENCE.exec(openingLine.text)?.groups;
  // The line starts with a fence, so if the pattern does not match, the language after the fence is invalid.
  if (groups === undefined) throw lineError(openingLine, "markdown-code-language");
  const { fence = "", language = "" } = groups;
  // The closing fence may be longer than the opening one, e.g. `~~~~` for `~~~`, so `+` repeats the last character.
  const closingFence = new RegExp(`^ {0,3}${fence}+ *$`);
  const lines = readLinesWhile(reader, ({ text }) => !closingFence.test(text));
  if (currentLine(reader) === undefined) throw lineError(openingLine, "markdown-code-unclosed", { fence });
  // Skip the closing fence.
  reader.index += 1;
  // Remove the indentation of each line, up to the indentation of the opening fence.
  const fenceIndent = indentOf(openingLine);
  const filledLines = lines.map((line) => {
    return fillPlainText(line, reader.context).slice(Math.min(indentOf(line), fenceIndent));
  });
  const code = filledLines.map((text) => `${text}\n`).join("");
  const className = language === "" ? "" : ` class="language-${language}"`;
  return { html: `<pre><code${className}>${escapeHtml(code)}</code></pre>\n` };
}

/**
 * Adds an edit that replaces the fragment's placeholder at `offset`, and the blank lines below it, with the fragment's
 * Markdown. Reads those blank lines.
 */
export function readFragment(reader: BlockReader, { markdown, ...block }: Fragment, offset: number): Block {
  readLinesWhile(reader, isBlank);
  const end = currentLine(reader)?.offset ?? Infinity;
  reader.context.edits.push({ offset, length: end - offset, text: markdown && `${markdown}\n\n` });
  return block;
}

const OPENING_PIPE = /^ {0,3}\|/;
/** A row with a pipe at both ends. An escaped pipe (`\|`) is part of its cell. */
const TABLE_ROW = /^ *\|(?:(?:[^\\|]|\\.)*\|)+ *$/;
const CELL = /((?:[^\\|]|\\.)*)\|/gy;
const DELIMITER_CELL = /^ *:?-+:? *$/;

type Row = ReturnType<typeof parseRow>;

/** Reads a table: a header row, a delimiter row such as `| --- | :-: |`, and body rows. */
export function readTable(reader: BlockReader, headerLine: Line): Block {
  const header = parseRow(headerLine);
  const [delimiterRow, ...bodyRows] = readLinesWhile(reader, ({ text }) => OPENING_PIPE.test(text)).map(parseRow);
  if (delimiterRow === undefined) throw lineError(headerLine, "markdown-table-dashes");
  if (!delimiterRow.cells.every(({ text }) => DELIMITER_CELL.test(text))) {
    throw lineError(delimiterRow.line, "markdown-table-dashes");
  }
  assertCellCounts([delimiterRow, ...bodyRows], header.cells.length);
  // The line below the table must be blank, because many parsers would read any text there as another row.
  const lineBelow = currentLine(reader);
  if (lineBelow !== undefined && !isBlank(lineBelow)) throw lineError(lineBelow, "markdown-table-line");
  return { html: tableHtml(header, delimiterRow, bodyRows, reader.context) };
}

function assertCellCounts(rows: readonly Row[], expected: number): void {
  for (const { line, cells } of rows) {
    const found = cells.length;
    if (found !== expected) throw lineError(line, "markdown-table-cells", { found, expected });
  }
}

function tableHtml(header: Row, delimiterRow: Row, bodyRows: readonly Row[], context: Context): string {
  const alignments = delimiterRow.cells.map(alignmentClass);
  const headerHtml = rowHtml(header.cells, "th", alignments, context);
  const bodyHtml = bodyRows.map(({ cells }) => rowHtml(cells, "td", alignments, context)).join("");
  const tbody = bodyHtml === "" ? "" : `<tbody>\n${bodyHtml}</tbody>\n`;
  return `<table>\n<thead>\n${headerHtml}</thead>\n${tbody}</table>\n`;
}

function rowHtml(cells: readonly Line[], tag: "th" | "td", alignments: readonly string[], context: Context): string {
  const scope = tag === "th" ? ' scope="col"' : "";
  const cellsHtml = cells.map((cell, column) => {
    return `<${tag}${scope}${alignments[column]}>${renderInline([cell], context)}</${tag}>\n`;
  });
  return `<tr>\n${cellsHtml.join("")}</tr>\n`;
}

function parseRow(line: Line) {
  if (!TABLE_ROW.test(line.text)) throw lineError(line, "markdown-table-row");
  const content = dropPrefix(line, OPENING_PIPE);
  const matches = [...content.text.matchAll(CELL)];
  const cells = matches.map(({ index, 1: text = "" }): Line => ({ text, offset: content.offset + index }));
  return { line, cells };
}

/** Returns the class attribute for a column. In the delimiter row, `:-:` means center, and `--:` right. */
function alignmentClass({ text }: Line): string {
  const cell = text.trim();
  if (!cell.endsWith(":")) return "";
  return cell.startsWith(":") ? ' class="center"' : ' class="right"';
}
