/**
 * The blocks that hold no other blocks: headings, rules, code, and tables, which CommonMark does not have.
 */

import { escapeHtml } from "../html.ts";
import { inline } from "./inline.ts";
import { type Block, type Line, type Source, cut, indentOf, isBlank, next, refuse, take } from "./lines.ts";

/** Of a heading as long as a page, for marks upon letters take quadratic time to be put in order. */
const ID_LENGTH_MAX = 200;

export function readHeading(source: Source, line: Line): Block {
  const end = line.text.search(/(?<=#)(?!#)/);
  const words = cut(line, end);
  // Marks at the end, set off by a space, belong to the heading's mark: CommonMark 0.31.2, section 4.2.
  const { html, text } = inline([{ ...words, text: words.text.replace(/ #+ *$/, "") }], source.notes);
  if (html === "") refuse(line, "A heading needs words behind its #.");
  const heading = { level: end - indentOf(line), text, id: freeId(idFrom(text), source.notes.ids) };
  source.notes.headings.push(heading);
  source.at += 1;
  return { html: `<h${heading.level} id="${escapeHtml(heading.id)}">${html}</h${heading.level}>\n`, heading };
}

/** "Où manger ?" → "ou-manger"; outside the Latin script a mark may be a vowel, so it stays. */
function idFrom(text: string): string {
  const cut = text.slice(0, ID_LENGTH_MAX);
  // ASCII, dashes and quotation marks: for these Unicode's tables need not be read.
  const isPlain = /^[\0-\x7f\u2010-\u201f]*$/.test(cut);
  const plain = isPlain ? cut : cut.normalize("NFKD").replace(new RegExp("(\\p{Script=Latin})\\p{M}+", "gu"), "$1").normalize("NFC");
  return plain.toLowerCase().match(isPlain ? /[a-z0-9]+/g : new RegExp("[\\p{L}\\p{M}\\p{N}]+", "gu"))?.join("-") ?? "section";
}

/** The wanted id, or the first of "wanted-2", "wanted-3" … that is free; where to go on looking is remembered. */
function freeId(wanted: string, taken: Map<string, number>): string {
  let [id, count] = [wanted, taken.get(wanted) ?? 1];
  while (taken.has(id)) id = `${wanted}-${(count += 1)}`;
  taken.set(id, 1).set(wanted, count);
  return id;
}

export function readRule(source: Source): Block {
  source.at += 1;
  return { html: "<hr />\n" };
}

export function readCode(source: Source, line: Line): Block {
  const indent = indentOf(line);
  const [, fence = "", language] = /^ *(`{3,}|~{3,}) *((?!language-)[A-Za-z0-9+#.-]*) *$/.exec(line.text) ?? [];
  if (language === undefined) return refuse(line, "Behind ``` comes nothing or one word, the language.");
  const end = new RegExp(`^ {0,3}${fence.charAt(0)}{${fence.length},} *$`);
  source.at += 1;
  const lines = take(source, (each) => !end.test(each.text));
  if (source.at === source.lines.length) refuse(line, `This code has no end; put a line of ${fence} below it.`);
  source.at += 1;
  const text = lines.map((each) => `${each.text.slice(Math.min(indent, indentOf(each)))}\n`).join("");
  const name = language === "" ? "" : ` class="language-${escapeHtml(language)}"`;
  return { html: `<pre><code${name}>${escapeHtml(text)}</code></pre>\n` };
}

const DASHES = "The second row of a table holds only dashes, as in | --- | --- |; for a plain | write \\|.";

/** A row of headings, a row of dashes, rows of cells. */
export function readTable(source: Source, line: Line): Block {
  const width = cellsOf(line).length;
  const lines = take(source, ({ text }) => /^ {0,3}\|/.test(text));
  const [head = [], dashes, ...body] = lines.map((each, index) => {
    const cells = cellsOf(each);
    if (index === 1 && !cells.every(({ text }) => /^ *:?-+:? *$/.test(text))) refuse(each, DASHES);
    if (cells.length !== width) refuse(each, `This row has ${cells.length} cells, but the first has ${width}.`);
    return cells;
  });
  if (dashes === undefined) return refuse(line, DASHES);
  const after = next(source);
  if (after !== undefined) refuse(after, "Begin this line with | too, or leave an empty line above it.");
  const sides = dashes.map(alignment);
  const row = (cells: readonly Line[], tag: string, attributes = "") => {
    const inside = cells.map((cell, index) => `<${tag}${attributes}${sides[index]}>${inline([cell], source.notes).html}</${tag}>\n`);
    return `<tr>\n${inside.join("")}</tr>\n`;
  };
  const rest = body.length === 0 ? "" : `<tbody>\n${body.map((cells) => row(cells, "td")).join("")}</tbody>\n`;
  return { html: `<table>\n<thead>\n${row(head, "th", ' scope="col"')}</thead>\n${rest}</table>\n` };
}

/** The parts between pipes without a backslash before them. */
function cellsOf(row: Line): Line[] {
  const [, ...cells] = row.text.matchAll(/((?:[^\\|]|\\.)*)\|/gy);
  const last = cells.at(-1);
  if (last === undefined || !isBlank(cut(row, last.index + last[0].length))) refuse(row, "A row of a table ends with |.");
  return cells.map(({ index, 1: text = "" }) => ({ text, at: row.at + index }));
}

function alignment({ text }: Line): string {
  const isLeft = /^ *:/.test(text);
  if (/: *$/.test(text)) return ` class="${isLeft ? "center" : "right"}"`;
  return isLeft ? ' class="left"' : "";
}
