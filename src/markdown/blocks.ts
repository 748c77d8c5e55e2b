/**
 * The block structure of a page: which lines make a heading, a paragraph, a list, a quotation, code, a rule or a table.
 *
 * A list item or a quotation is first gathered line by line and then read as a small document of its own; whatever
 * CommonMark would settle by reaching over such a border (a lazy continuation, a crooked list) is refused.
 */
import { type Inline, inline } from "./inline.ts";
import { interruptsParagraph, markerOf, startOf, underlines } from "./line-start.ts";
import { type Line, type Notes, cut, indentOf, isBlank, trimmed } from "./source.ts";
import { type Table, readTable } from "./table.ts";

/** `first` and `last` are line numbers of the source. */
export type Block = { readonly first: number; readonly last: number } & (
  | { readonly kind: "heading"; readonly level: number; readonly content: Inline }
  | { readonly kind: "paragraph"; readonly content: Inline }
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "rule" }
  | { readonly kind: "own"; readonly html: string }
  | { readonly kind: "quotation"; readonly blocks: readonly Block[] }
  | List
  | ({ readonly kind: "table" } & Table)
);

interface List {
  readonly kind: "list";
  /** The first number; undefined when the list has bullets. */
  readonly start: number | undefined;
  /** Whether no empty line stands between its items or between the blocks of one item. */
  readonly isTight: boolean;
  readonly items: readonly (readonly Block[])[];
}

/** The lines being read, how far, and inside how many lists and quotations. */
interface Reader {
  readonly lines: readonly Line[];
  readonly lists: number;
  readonly quotations: number;
  readonly notes: Notes;
  at: number;
}

const LISTS_MAX = 2;
const QUOTATIONS_MAX = 1;

const ITEM_ASKEW =
  "Begin this item exactly below the one above it, or indent it as far as that item's words to put it inside.";

const OPENING_FENCE = /^(`{3,}) *((?!language-)[A-Za-z0-9+#.-]*) *$/;
const CLOSING_FENCE = /^(`{3,}) *$/;
/** A link reference definition's beginning: CommonMark 0.31.2, section 4.7. */
const DEFINITION = /^\[(?:[^\\[\]]|\\[^]){0,1000}\]:/;

const DEFINED = "Write the address with the link, as in [words](address); for a plain bracket write \\[.";
const UNDERLINED =
  "Headings are not underlined here: begin the line above with # or ##, or leave an empty line above this one.";

export function readBlocks(lines: readonly Line[], notes: Notes, lists = 0, quotations = 0): Block[] {
  const reader: Reader = { lines, lists, quotations, notes, at: 0 };
  const blocks: Block[] = [];
  while (reader.at < lines.length) {
    const line = lines[reader.at];
    if (line === undefined || isBlank(line)) reader.at += 1;
    else blocks.push(...readBlock(reader, line));
  }
  return blocks;
}

/** One block, or none when it was refused. */
function readBlock(reader: Reader, line: Line): Block[] {
  const html = ownHtml(reader, line);
  if (html !== undefined) {
    reader.at += 1;
    const after = next(reader);
    if (after !== undefined) return refuse(reader, after, "Leave an empty line above this one.");
    return [{ kind: "own", html, first: line.number, last: line.number }];
  }
  const start = startOf(line);
  if (typeof start === "object") return refuse(reader, line, start.refused);
  switch (start) {
    case "heading":
      return readHeading(reader, line);
    case "fence":
      return readCode(reader, line);
    case "rule":
      reader.at += 1;
      return [{ kind: "rule", first: line.number, last: line.number }];
    case "quotation":
      return readQuotation(reader, line);
    case "item":
      return readList(reader, line);
    case "table":
      return readTableBlock(reader, line);
    case "text":
      return readParagraph(reader, line);
  }
}

/** Only outside lists and quotations. */
function ownHtml({ lists, quotations, notes }: Reader, { text }: Line): string | undefined {
  return lists + quotations === 0 ? notes.block(text) : undefined;
}

/** Notes a problem and goes on at the next empty line: what stands before it may only be wrong in consequence. */
function refuse(reader: Reader, { text, number, column }: Line, message: string): [] {
  reader.notes.problems.push({ line: number, column: column + indentOf(text), message });
  while (next(reader) !== undefined) reader.at += 1;
  return [];
}

/** The line being read, unless it is empty. */
function next({ lines, at }: Reader): Line | undefined {
  const line = lines[at];
  return line === undefined || isBlank(line) ? undefined : line;
}

function readHeading(reader: Reader, line: Line): Block[] {
  const whole = trimmed(line);
  const level = whole.text.search(/[^#]|$/);
  const words = withoutClosingMarks(trimmed(cut(whole, level)));
  if (words.text === "") return refuse(reader, line, "A heading needs words behind its #.");
  reader.at += 1;
  const content = inline([words], reader.notes);
  return [{ kind: "heading", level, content, first: line.number, last: line.number }];
}

/** CommonMark 0.31.2, section 4.2: marks at the end, set off by a space, belong to the heading's mark. */
function withoutClosingMarks(words: Line): Line {
  let end = words.text.length;
  while (words.text[end - 1] === "#") end -= 1;
  return end === 0 || words.text[end - 1] === " " ? trimmed({ ...words, text: words.text.slice(0, end) }) : words;
}

function readCode(reader: Reader, line: Line): Block[] {
  const indent = indentOf(line.text);
  const [, fence = "", language] = OPENING_FENCE.exec(line.text.slice(indent)) ?? [];
  if (language === undefined) return refuse(reader, line, "Behind ``` comes nothing or one word, the language.");
  let text = "";
  for (let at = reader.at + 1; at < reader.lines.length; at += 1) {
    const each = reader.lines[at] ?? line;
    const eachIndent = indentOf(each.text);
    const [, closing = ""] = CLOSING_FENCE.exec(each.text.slice(eachIndent)) ?? [];
    if (closing.length >= fence.length && eachIndent < 4) {
      reader.at = at + 1;
      return [{ kind: "code", language, text, first: line.number, last: each.number }];
    }
    text += `${each.text.slice(Math.min(indent, eachIndent))}\n`;
  }
  reader.at = reader.lines.length;
  return refuse(reader, line, "This code has no end; put a line of ``` below it.");
}

function readQuotation(reader: Reader, line: Line): Block[] {
  if (reader.quotations >= QUOTATIONS_MAX) return refuse(reader, line, "A quotation cannot stand inside another one.");
  const inside: Line[] = [];
  for (let each = next(reader); each !== undefined && startOf(each) === "quotation"; each = next(reader)) {
    const content = cut(each, indentOf(each.text) + 1);
    inside.push(content.text.startsWith(" ") ? cut(content, 1) : content);
    reader.at += 1;
  }
  const last = inside.at(-1)?.number ?? line.number;
  const blocks = readBlocks(inside, reader.notes, reader.lists, reader.quotations + 1);
  const after = next(reader);
  if (after !== undefined) refuse(reader, after, "Begin this line with > too, or leave an empty line above it.");
  return [{ kind: "quotation", blocks, first: line.number, last }];
}

function readList(reader: Reader, line: Line): Block[] {
  if (reader.lists >= LISTS_MAX) return refuse(reader, line, "Lists can be nested once and no deeper.");
  const first = markerOf(line);
  const items: Block[][] = [];
  let isTight = true;
  let last = line.number;
  let width = first.width;
  let each: Line | undefined = line;
  while (each !== undefined && startOf(each) === "item") {
    const marker = markerOf(each);
    if (marker.isNumbered !== first.isNumbered) break;
    if (marker.indent !== first.indent) return refuse(reader, each, ITEM_ASKEW);
    if (marker.problem !== undefined) return refuse(reader, each, marker.problem);
    const inside = gatherItem(reader, each, marker.width);
    const blocks = readBlocks(inside, reader.notes, reader.lists + 1, reader.quotations);
    if (hasGap(blocks) || (items.length > 0 && each.number !== last + 1)) isTight = false;
    last = inside.at(-1)?.number ?? last;
    width = marker.width;
    items.push(blocks);
    while (reader.at < reader.lines.length && next(reader) === undefined) reader.at += 1;
    each = reader.lines[reader.at];
  }
  if (each?.number === last + 1) {
    refuse(reader, each, `Indent this line by ${width} spaces to keep it in the list, or leave an empty line above.`);
  }
  const start = first.isNumbered ? first.number : undefined;
  return [{ kind: "list", start, isTight, items, first: line.number, last }];
}

/** Whether an empty line stands between two of the blocks. */
function hasGap(blocks: readonly Block[]): boolean {
  return blocks.some(({ first }, index) => {
    const above = blocks[index - 1];
    return above !== undefined && first !== above.last + 1;
  });
}

/** The lines of one item without its marker and indentation, and without the empty lines at its end. */
function gatherItem(reader: Reader, line: Line, width: number): Line[] {
  const inside = [cut(line, width)];
  let length = 1;
  for (reader.at += 1; reader.at < reader.lines.length; reader.at += 1) {
    const each = reader.lines[reader.at] ?? line;
    const isEmpty = isBlank(each);
    if (!isEmpty && indentOf(each.text) < width) break;
    inside.push(cut(each, width));
    if (!isEmpty) length = inside.length;
  }
  return inside.slice(0, length);
}

function readTableBlock(reader: Reader, line: Line): Block[] {
  const rows: Line[] = [];
  for (let each = next(reader); each !== undefined && startOf(each) === "table"; each = next(reader)) {
    rows.push(trimmed(each));
    reader.at += 1;
  }
  const after = next(reader);
  const table = readTable(rows, reader.notes);
  if (after !== undefined) refuse(reader, after, "Begin this line with | too, or leave an empty line above it.");
  const last = rows.at(-1)?.number ?? line.number;
  return table === undefined ? [] : [{ kind: "table", ...table, first: line.number, last }];
}

function readParagraph(reader: Reader, line: Line): Block[] {
  const lines = [cut(line, indentOf(line.text))];
  reader.at += 1;
  for (let each = next(reader); each !== undefined; each = next(reader)) {
    const start = startOf(each);
    if (typeof start === "object") return refuse(reader, each, start.refused);
    if (ownHtml(reader, each) !== undefined) return refuse(reader, each, "Leave an empty line above this one.");
    if (underlines(each)) return refuse(reader, each, UNDERLINED);
    if (start === "table") return refuse(reader, each, "Leave an empty line above a table; for a plain | write \\|.");
    if (interruptsParagraph(each, start)) break;
    lines.push(cut(each, indentOf(each.text)));
    reader.at += 1;
  }
  if (DEFINITION.test(lines.map(({ text }) => text).join("\n"))) return refuse(reader, line, DEFINED);
  const content = inline([...lines.slice(0, -1), trimmed(lines.at(-1) ?? line)], reader.notes);
  return [{ kind: "paragraph", content, first: line.number, last: lines.at(-1)?.number ?? line.number }];
}
