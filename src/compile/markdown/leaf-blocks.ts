/**
 * Reads the blocks that contain no other blocks: headings, rules, code, and tables, which CommonMark does not have.
 */

import { escapeHtml } from "../html.ts";
import { inline } from "./inline.ts";
import {
  type Block,
  type BlockReader,
  currentLine,
  dropStart,
  indentOf,
  isBlank,
  type Line,
  refuse,
  takeWhile,
} from "./lines.ts";

/** Characters of a heading that make its id, because normalising runs of combining marks takes quadratic time. */
const ID_LENGTH_MAX = 200;

/** Marks at the end of a heading, after a space, belong to its syntax: CommonMark 0.31.2, section 4.2. */
const CLOSING_MARKS = / #+ *$/;
/** ASCII, dashes and quotation marks: for these Unicode's tables need not be loaded. */
const PLAIN = /^[\0-\x7f\u2010-\u201f]*$/;

export function readHeading(reader: BlockReader, line: Line): Block {
  const start = line.text.search(/(?<=#)(?!#)/);
  const content = dropStart(line, start);
  const { html, text } = inline([{ ...content, text: content.text.replace(CLOSING_MARKS, "") }], reader.context);
  if (html === "") refuse(line, "markdown-heading-empty");
  const id = uniqueId(idOf(text), reader.context.ids);
  const heading = { level: start - indentOf(line), text, id };
  reader.context.headings.push(heading);
  reader.index += 1;
  return { html: `<h${heading.level} id="${escapeHtml(id)}">${html}</h${heading.level}>\n`, heading };
}

/** Makes an id of a heading, e.g. `ou-manger`. Only Latin letters lose combining marks, elsewhere vowels. */
function idOf(text: string): string {
  const start = text.slice(0, ID_LENGTH_MAX);
  if (PLAIN.test(start)) return start.toLowerCase().match(/[a-z0-9]+/g)?.join("-") ?? "section";
  const latinMarks = new RegExp("(\\p{Script=Latin})\\p{M}+", "gu");
  const words = new RegExp("[\\p{L}\\p{M}\\p{N}]+", "gu");
  const withoutAccents = start.normalize("NFKD").replace(latinMarks, "$1").normalize("NFC");
  return withoutAccents.toLowerCase().match(words)?.join("-") ?? "section";
}

/** Returns the wanted id, or the first free one of `wanted-2`, `wanted-3` …, and remembers where the search ended. */
function uniqueId(wanted: string, taken: Map<string, number>): string {
  let id = wanted;
  let suffix = taken.get(wanted) ?? 1;
  while (taken.has(id)) {
    suffix += 1;
    id = `${wanted}-${suffix}`;
  }
  taken.set(id, 1);
  taken.set(wanted, suffix);
  return id;
}

export function readRule(reader: BlockReader): Block {
  reader.index += 1;
  return { html: "<hr />\n" };
}

/** The fence and the language. A language may not begin with the prefix of its class. */
const FENCE = /^ *(`{3,}|~{3,}) *((?!language-)[A-Za-z0-9+#.-]*) *$/;

export function readCode(reader: BlockReader, line: Line): Block {
  const match = FENCE.exec(line.text);
  if (match === null) return refuse(line, "markdown-code-language");
  const [, fence = "", language = ""] = match;
  const closingFence = new RegExp(`^ {0,3}${fence.charAt(0)}{${fence.length},} *$`);
  reader.index += 1;
  const lines = takeWhile(reader, ({ text }) => !closingFence.test(text));
  if (reader.index === reader.lines.length) refuse(line, "markdown-code-unclosed", { fence });
  reader.index += 1;
  const indent = indentOf(line);
  const code = lines.map((codeLine) => `${codeLine.text.slice(Math.min(indent, indentOf(codeLine)))}\n`).join("");
  const className = language === "" ? "" : ` class="language-${escapeHtml(language)}"`;
  return { html: `<pre><code${className}>${escapeHtml(code)}</code></pre>\n` };
}

const DELIMITER_CELL = /^ *:?-+:? *$/;

/** Reads a row of headings, a row of dashes, and rows of cells. */
export function readTable(reader: BlockReader, line: Line): Block {
  const width = cellsOf(line).length;
  const lines = takeWhile(reader, ({ text }) => /^ {0,3}\|/.test(text));
  const rows = lines.map((row, index) => {
    const cells = cellsOf(row);
    if (index === 1 && !cells.every(({ text }) => DELIMITER_CELL.test(text))) refuse(row, "markdown-table-dashes");
    if (cells.length !== width) refuse(row, "markdown-table-cells", { found: cells.length, expected: width });
    return cells;
  });
  const [head = [], delimiters, ...body] = rows;
  if (delimiters === undefined) return refuse(line, "markdown-table-dashes");
  const next = currentLine(reader);
  if (next !== undefined) refuse(next, "markdown-table-line");
  const classes = delimiters.map(alignmentClass);
  const rowHtml = (cells: readonly Line[], tag: string, attributes: string) => {
    const cellHtml = cells.map((cell, index) => {
      const content = inline([cell], reader.context).html;
      return `<${tag}${attributes}${classes[index]}>${content}</${tag}>\n`;
    });
    return `<tr>\n${cellHtml.join("")}</tr>\n`;
  };
  const headHtml = `<thead>\n${rowHtml(head, "th", ' scope="col"')}</thead>\n`;
  const bodyRows = body.map((cells) => rowHtml(cells, "td", "")).join("");
  const bodyHtml = body.length === 0 ? "" : `<tbody>\n${bodyRows}</tbody>\n`;
  return { html: `<table>\n${headHtml}${bodyHtml}</table>\n` };
}

/** The text up to a pipe that has no backslash before it. */
const CELL = /((?:[^\\|]|\\.)*)\|/gy;

function cellsOf(row: Line): Line[] {
  // The first match is what is before the first pipe.
  const [, ...cells] = row.text.matchAll(CELL);
  const last = cells.at(-1);
  if (last === undefined || !isBlank(dropStart(row, last.index + last[0].length))) refuse(row, "markdown-table-row");
  return cells.map(({ index, 1: text = "" }) => ({ text, offset: row.offset + index }));
}

function alignmentClass({ text }: Line): string {
  const startsWithColon = /^ *:/.test(text);
  if (/: *$/.test(text)) return ` class="${startsWithColon ? "center" : "right"}"`;
  return startsWithColon ? ' class="left"' : "";
}
