/**
 * The blocks that hold no other blocks: headings, rules, code and tables.
 *
 * Pipe tables are the one thing here that CommonMark does not have; a cell holds what a line of text may hold.
 */
import { escapeHtml } from "../html.ts";
import { inline } from "./inline.ts";
import { type Block, type Line, type Source, cut, indentOf, next, refuse, trimmed } from "./source.ts";

const OPENING_FENCE = /^(`{3,}|~{3,}) *((?!language-)[A-Za-z0-9+#.-]*) *$/;
const CLOSING_FENCE = /^(`{3,}|~{3,}) *$/;
/** What an id is made of: a heading may be as long as a page, and marks take quadratic time to be put in order. */
const ID_LENGTH_MAX = 200;

export function readHeading(source: Source, line: Line): Block {
  const whole = trimmed(line);
  const level = whole.text.search(/[^#]|$/);
  const words = withoutClosingMarks(trimmed(cut(whole, level)));
  if (words.text === "") refuse(line, "A heading needs words behind its #.");
  const { html, text } = inline([words], source.notes);
  const heading = { level, text, id: freeId(idFrom(text), source.notes.ids) };
  source.notes.headings.push(heading);
  const id = source.notes.headingIds ? ` id="${escapeHtml(heading.id)}"` : "";
  source.at += 1;
  return { html: `<h${level}${id}>${html}</h${level}>\n`, heading, first: line.line, last: line.line };
}

/** Section 4.2: marks at the end, set off by a space, belong to the heading's mark. */
function withoutClosingMarks(words: Line): Line {
  let end = words.text.length;
  while (words.text[end - 1] === "#") end -= 1;
  return end === 0 || words.text[end - 1] === " " ? trimmed({ ...words, text: words.text.slice(0, end) }) : words;
}

/** "Où manger ?" → "ou-manger"; outside the Latin script a mark may be a vowel, so it stays. */
function idFrom(text: string): string {
  const plain = text.slice(0, ID_LENGTH_MAX).normalize("NFKD").replace(/(\p{Script=Latin})\p{M}+/gu, "$1");
  return plain.normalize("NFC").toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu)?.join("-") ?? "section";
}

/** The wanted id, or the first of "wanted-2", "wanted-3" … that is not taken; where to go on looking is remembered. */
function freeId(wanted: string, taken: Map<string, number>): string {
  let id = wanted;
  let count = taken.get(wanted) ?? 1;
  while (taken.has(id)) {
    count += 1;
    id = `${wanted}-${count}`;
  }
  taken.set(wanted, count);
  if (id !== wanted) taken.set(id, 1);
  return id;
}

export function readRule(source: Source, { line }: Line): Block {
  source.at += 1;
  return { html: "<hr />\n", first: line, last: line };
}

export function readCode(source: Source, line: Line): Block {
  const indent = indentOf(line.text);
  const [, fence = "", language] = OPENING_FENCE.exec(line.text.slice(indent)) ?? [];
  if (language === undefined) return refuse(line, "Behind ``` comes nothing or one word, the language.");
  let text = "";
  for (let at = source.at + 1; at < source.lines.length; at += 1) {
    const each = source.lines[at] ?? line;
    const eachIndent = indentOf(each.text);
    const [, closing = ""] = CLOSING_FENCE.exec(each.text.slice(eachIndent)) ?? [];
    if (closing.startsWith(fence) && eachIndent < 4) {
      source.at = at + 1;
      const name = language === "" ? "" : ` class="language-${escapeHtml(language)}"`;
      const html = `<pre><code${name}>${escapeHtml(text)}</code></pre>\n`;
      return { html, first: line.line, last: each.line };
    }
    text += `${each.text.slice(Math.min(indent, eachIndent))}\n`;
  }
  source.at = source.lines.length;
  return refuse(line, `This code has no end; put a line of ${fence} below it.`);
}

const DASHES = /^:?-+:?$/;

export function readTable(source: Source, line: Line): Block {
  const { notes } = source;
  const rows: (readonly Line[])[] = [];
  let each: Line | undefined = line;
  for (; each !== undefined && isRow(each); each = next(source)) {
    const cells = cellsOf(trimmed(each)) ?? refuse(each, "A row of a table ends with |.");
    const wanted = rows[1]?.length ?? cells.length;
    if (rows.length === 1 && !cells.every(({ text }) => DASHES.test(text))) {
      refuse(each, "The second row of a table holds only dashes, as in | --- | --- |.");
    }
    if (cells.length !== wanted) {
      refuse(each, `This row has ${cells.length} cells, but the row of dashes has ${wanted}.`);
    }
    const unclear = cells.find(({ text }) => text.includes("\\|") && text.replace(/\\./g, "").includes("`"));
    if (unclear !== undefined) refuse(unclear, "A cell cannot hold both code and \\|.");
    rows.push(cells);
    source.at += 1;
  }
  const [head = [], dashes, ...body] = rows;
  if (dashes === undefined) return refuse(line, "A table needs a second row like | --- | --- |; for a plain | write \\|.");
  if (head.length !== dashes.length) refuse(line, `This row has ${head.length} cells, but the row of dashes has ${dashes.length}.`);
  if (each !== undefined) refuse(each, "Begin this line with | too, or leave an empty line above it.");
  const classes = dashes.map(({ text }) => alignment(text));
  const row = (cells: readonly Line[], tag: string): string => {
    const inside = cells.map((cell, index) => `<${tag}${classes[index]}>${inline([cell], notes).html}</${tag.slice(0, 2)}>\n`);
    return `<tr>\n${inside.join("")}</tr>\n`;
  };
  const headings = row(head, 'th scope="col"');
  const rest = body.length === 0 ? "" : `<tbody>\n${body.map((cells) => row(cells, "td")).join("")}</tbody>\n`;
  return {
    html: `<table>\n<thead>\n${headings}</thead>\n${rest}</table>\n`,
    first: line.line,
    last: line.line + rows.length - 1,
  };
}

function isRow({ text }: Line): boolean {
  const indent = indentOf(text);
  return indent < 4 && text[indent] === "|";
}

/** The parts between pipes without a backslash before them; undefined when the row does not end with such a pipe. */
function cellsOf({ text, line, column }: Line): Line[] | undefined {
  const found = [...text.slice(1).matchAll(/((?:[^\\|]|\\.)*)\|/gy)];
  const end = found.reduce((at, [whole]) => at + whole.length, 1);
  if (found.length === 0 || end !== text.length) return undefined;
  return found.map(({ index, 1: cell = "" }) => trimmed({ text: cell, line, column: column + 1 + index }));
}

function alignment(dashes: string): string {
  const isLeft = dashes.startsWith(":");
  if (dashes.endsWith(":")) return ` class="${isLeft ? "center" : "right"}"`;
  return isLeft ? ' class="left"' : "";
}
