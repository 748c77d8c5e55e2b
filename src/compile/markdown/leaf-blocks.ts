/**
 * Reads headings, thematic breaks, fenced code and tables, which contain no other blocks.
 */

import { escapeHtml, unescapeHtml } from "../html.ts";
import { removeTags, renderInline } from "./inline.ts";
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

/** The optional `#` characters at the end of a heading. */
const CLOSING_SEQUENCE = / #+ *$/;

export function readHeading(reader: BlockReader, line: Line): Block {
  const unindented = dropStart(line, indentOf(line));
  const [hashes = ""] = /^#*/.exec(unindented.text) ?? [];
  const level = hashes.length;
  const afterHashes = dropStart(unindented, level);
  const titleLine = { ...afterHashes, text: afterHashes.text.replace(CLOSING_SEQUENCE, "") };
  const titleHtml = renderInline([titleLine], reader.context);
  if (titleHtml === "") throw lineError(line, "markdown-heading-empty");
  const plainText = unescapeHtml(removeTags(titleHtml));
  const id = uniqueId(headingId(plainText), reader.context.countById);
  const heading = { level, text: plainText, id };
  reader.context.headings.push(heading);
  reader.index += 1;
  return { html: `<h${level} id="${id}">${titleHtml}</h${level}>\n`, heading };
}

/** Maximum length of an id, because normalising long runs of combining marks takes quadratic time. */
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

/** Returns `id`, with a suffix such as `-2` if it is in use. */
function uniqueId(id: string, countById: Map<string, number>): string {
  const count = (countById.get(id) ?? 0) + 1;
  countById.set(id, count);
  // The id with a suffix may be in use too, e.g. by a heading "Rooms 2".
  return count === 1 ? id : uniqueId(`${id}-${count}`, countById);
}

export function readThematicBreak(reader: BlockReader): Block {
  reader.index += 1;
  return { html: "<hr />\n" };
}

const OPENING_FENCE = /^ *(`{3,}|~{3,}) *([A-Za-z0-9+#.]*) *$/;

export function readFencedCode(reader: BlockReader, line: Line): Block {
  const match = OPENING_FENCE.exec(line.text);
  // The line is known to start with a fence, so the language must be invalid.
  if (match === null) throw lineError(line, "markdown-code-language");
  const [, fence = "", language = ""] = match;
  // A closing fence is at least as long as the opening one.
  const closingFence = new RegExp(`^ {0,3}${fence.charAt(0)}{${fence.length},} *$`);
  // Skip the opening fence.
  reader.index += 1;
  const lines = readLinesWhile(reader, ({ text }) => !closingFence.test(text));
  if (currentLine(reader) === undefined) throw lineError(line, "markdown-code-unclosed", { fence });
  // Skip the closing fence.
  reader.index += 1;
  const fenceIndent = new RegExp(`^ {0,${indentOf(line)}}`);
  const code = lines.map(({ text }) => `${text.replace(fenceIndent, "")}\n`);
  const className = language === "" ? "" : ` class="language-${language}"`;
  return { html: `<pre><code${className}>${escapeHtml(code.join(""))}</code></pre>\n` };
}

const TABLE_ROW_START = /^ {0,3}\|/;
/** A row with a pipe at both ends. An escaped pipe (`\|`) is part of its cell. */
const TABLE_ROW = /^ *\|(?:(?:[^\\|]|\\.)*\|)+ *$/;
const CELL = /((?:[^\\|]|\\.)*)\|/gy;
const DELIMITER_CELL = /^ *:?-+:? *$/;

/** Reads a table: a header row, a delimiter row such as `| --- | :-: |`, and body rows. */
export function readTable(reader: BlockReader, firstLine: Line): Block {
  const lines = readLinesWhile(reader, ({ text }) => TABLE_ROW_START.test(text));
  const [header = [], delimiters = [], ...body] = lines.map(cellsOf);
  const isDelimiterRow = delimiters.length > 0 && delimiters.every(({ text }) => DELIMITER_CELL.test(text));
  if (!isDelimiterRow) throw lineError(lines[1] ?? firstLine, "markdown-table-dashes");
  for (const line of lines) {
    const found = cellsOf(line).length;
    const expected = header.length;
    if (found !== expected) throw lineError(line, "markdown-table-cells", { found, expected });
  }
  // Require a blank line below the table, because many parsers would read any other line as a further row.
  const lineBelow = currentLine(reader);
  if (lineBelow !== undefined && !isBlank(lineBelow)) throw lineError(lineBelow, "markdown-table-line");
  const alignments = delimiters.map(alignmentClass);
  const headerHtml = rowHtml(header, "th", alignments, reader.context);
  const bodyHtml = body.map((cells) => rowHtml(cells, "td", alignments, reader.context)).join("");
  const tbody = bodyHtml === "" ? "" : `<tbody>\n${bodyHtml}</tbody>\n`;
  return { html: `<table>\n<thead>\n${headerHtml}</thead>\n${tbody}</table>\n` };
}

function rowHtml(cells: readonly Line[], tag: "th" | "td", alignments: readonly string[], context: Context): string {
  const scope = tag === "th" ? ' scope="col"' : "";
  const cellsHtml = cells.map((cell, column) => {
    return `<${tag}${scope}${alignments[column]}>${renderInline([cell], context)}</${tag}>\n`;
  });
  return `<tr>\n${cellsHtml.join("")}</tr>\n`;
}

function cellsOf(row: Line): Line[] {
  if (!TABLE_ROW.test(row.text)) throw lineError(row, "markdown-table-row");
  const content = dropStart(row, indentOf(row) + "|".length);
  const matches = [...content.text.matchAll(CELL)];
  return matches.map(({ index, 1: text = "" }) => ({ text, offset: content.offset + index }));
}

/** Returns the class attribute for a column: `:-:` means center, and `--:` right. */
function alignmentClass({ text }: Line): string {
  const cell = text.trim();
  if (!cell.endsWith(":")) return "";
  return cell.startsWith(":") ? ' class="center"' : ' class="right"';
}
