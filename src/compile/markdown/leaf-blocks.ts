/**
 * Reads blocks that contain no other blocks: headings, thematic breaks, fenced code and tables.
 *
 * Tables are an extension to CommonMark. Paragraphs are in `blocks.ts`, because their end depends on the next block.
 */

import { escapeHtml } from "../html.ts";
import { inline } from "./inline.ts";
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

/** Maximum length of the text that an id is made from. Normalising long runs of combining marks is quadratic. */
const ID_LENGTH_MAX = 200;

/** The optional closing sequence of a heading, e.g. ` ##` (CommonMark 0.31.2, section 4.2). */
const CLOSING_SEQUENCE = / #+ *$/;
/** Matches text of ASCII, dashes and quotation marks, whose id is made without loading the Unicode tables. */
const WITHOUT_ACCENTS = /^[\0-\x7f\u2010-\u201f]*$/;

export function readHeading(reader: BlockReader, line: Line): Block {
  const indent = indentOf(line);
  const level = line.text.trimStart().search(/[^#]|$/);
  const content = dropStart(line, indent + level);
  const contentText = content.text.replace(CLOSING_SEQUENCE, "");
  const { html, text } = inline([{ text: contentText, offset: content.offset }], reader.context);
  if (html === "") fail(line, "markdown-heading-empty");
  const id = uniqueId(idOf(text), reader.context.ids);
  const heading = { level, text, id };
  reader.context.headings.push(heading);
  reader.index += 1;
  return { html: `<h${level} id="${escapeHtml(id)}">${html}</h${level}>\n`, heading };
}

/**
 * Returns an HTML id for the text of a heading, e.g. `ou-manger` for "Où manger ?".
 *
 * Removes accents from Latin letters only, because combining marks are vowels in other scripts.
 */
function idOf(text: string): string {
  const start = text.slice(0, ID_LENGTH_MAX);
  if (WITHOUT_ACCENTS.test(start)) return start.toLowerCase().match(/[a-z0-9]+/g)?.join("-") ?? "section";
  // Not regular expression literals, so that the Unicode tables are loaded only for headings that need them.
  const accentedLetter = new RegExp("(\\p{Script=Latin})\\p{M}+", "gu");
  const words = new RegExp("[\\p{L}\\p{M}\\p{N}]+", "gu");
  const unaccented = start.normalize("NFKD").replace(accentedLetter, "$1").normalize("NFC");
  return unaccented.toLowerCase().match(words)?.join("-") ?? "section";
}

/** Returns the wanted id or, if it is taken, the first free one of `wanted-2`, `wanted-3` …, and marks it as taken. */
function uniqueId(wanted: string, taken: Map<string, number>): string {
  let id = wanted;
  // Continue after the last suffix tried, so that many equal headings take linear time.
  let suffix = taken.get(wanted) ?? 1;
  while (taken.has(id)) {
    suffix += 1;
    id = `${wanted}-${suffix}`;
  }
  taken.set(id, 1);
  taken.set(wanted, suffix);
  return id;
}

/** Reads a thematic break, such as `---`. */
export function readThematicBreak(reader: BlockReader): Block {
  reader.index += 1;
  return { html: "<hr />\n" };
}

/**
 * Opening fence and optional language. The language must not start with `language-`, because this prefix is added to
 * form the class name.
 */
const FENCE = /^ *(`{3,}|~{3,}) *((?!language-)[A-Za-z0-9+#.-]*) *$/;

/** Reads a fenced code block. Removes the indentation of the fence from each line of code. */
export function readFencedCode(reader: BlockReader, line: Line): Block {
  const match = FENCE.exec(line.text);
  if (match === null) return fail(line, "markdown-code-language");
  const [, fence = "", language = ""] = match;
  const closingFence = new RegExp(`^ {0,3}${fence.charAt(0)}{${fence.length},} *$`);
  reader.index += 1;
  const lines = takeWhile(reader, ({ text }) => !closingFence.test(text));
  if (reader.index === reader.lines.length) fail(line, "markdown-code-unclosed", { fence });
  reader.index += 1;
  const indent = indentOf(line);
  const code = lines.map((codeLine) => {
    const removed = Math.min(indent, indentOf(codeLine));
    return `${codeLine.text.slice(removed)}\n`;
  });
  const className = language === "" ? "" : ` class="language-${escapeHtml(language)}"`;
  return { html: `<pre><code${className}>${escapeHtml(code.join(""))}</code></pre>\n` };
}

const DELIMITER_CELL = /^ *:?-+:? *$/;

/** Reads a table: a header row, a delimiter row such as `| --- | :-: |`, and body rows of as many cells. */
export function readTable(reader: BlockReader, line: Line): Block {
  const width = cellsOf(line).length;
  const lines = takeWhile(reader, ({ text }) => /^ {0,3}\|/.test(text));
  const rows = lines.map((row, index) => {
    const cells = cellsOf(row);
    if (index === 1 && !cells.every(({ text }) => DELIMITER_CELL.test(text))) fail(row, "markdown-table-dashes");
    if (cells.length !== width) fail(row, "markdown-table-cells", { found: cells.length, expected: width });
    return cells;
  });
  const [head = [], delimiters, ...body] = rows;
  if (delimiters === undefined) return fail(line, "markdown-table-dashes");
  const next = currentLine(reader);
  if (next !== undefined) fail(next, "markdown-table-line");
  const headStart = delimiters.map((cell) => `<th scope="col"${alignmentClass(cell)}>`);
  const bodyStart = delimiters.map((cell) => `<td${alignmentClass(cell)}>`);
  const headHtml = `<thead>\n${rowHtml(head, headStart, "</th>", reader.context)}</thead>\n`;
  const bodyRows = body.map((cells) => rowHtml(cells, bodyStart, "</td>", reader.context));
  const bodyHtml = bodyRows.length === 0 ? "" : `<tbody>\n${bodyRows.join("")}</tbody>\n`;
  return { html: `<table>\n${headHtml}${bodyHtml}</table>\n` };
}

/** @param startTags one start tag for each column */
function rowHtml(cells: readonly Line[], startTags: readonly string[], endTag: string, context: Context): string {
  const cellsHtml = cells.map((cell, column) => `${startTags[column]}${inline([cell], context).html}${endTag}\n`);
  return `<tr>\n${cellsHtml.join("")}</tr>\n`;
}

/** Matches the text up to the next pipe that is not escaped with a backslash. */
const CELL = /((?:[^\\|]|\\.)*)\|/gy;

/** Returns the cells of a row, without the pipes. Throws if there is text after the last pipe. */
function cellsOf(row: Line): Line[] {
  // The first match is the indentation before the first pipe.
  const [, ...cells] = row.text.matchAll(CELL);
  const lastCell = cells.at(-1);
  if (lastCell === undefined) return fail(row, "markdown-table-row");
  const afterLastPipe = dropStart(row, lastCell.index + lastCell[0].length);
  if (!isBlank(afterLastPipe)) fail(row, "markdown-table-row");
  return cells.map(({ index, 1: text = "" }) => ({ text, offset: row.offset + index }));
}

/** Returns the class attribute for the alignment of a delimiter cell: `:--` left, `:-:` center, `--:` right. */
function alignmentClass({ text }: Line): string {
  const startsWithColon = /^ *:/.test(text);
  const endsWithColon = /: *$/.test(text);
  if (startsWithColon && endsWithColon) return ' class="center"';
  if (startsWithColon) return ' class="left"';
  return endsWithColon ? ' class="right"' : "";
}
