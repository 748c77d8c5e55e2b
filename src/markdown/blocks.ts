/**
 * The block structure of a text: which lines make a heading, a paragraph, a list, a quotation, code, a rule or a table.
 *
 * A list item or a quotation is first gathered line by line and then read as a small text of its own; whatever
 * CommonMark would settle by reaching over such a border (a lazy continuation, a crooked list) is refused.
 */
import { inline } from "./inline.ts";
import { readCode, readHeading, readRule, readTable } from "./leaf-blocks.ts";
import { type Block, type Line, type Notes, Refusal, type Source, cut, indentOf, isBlank, next, refuse, trimmed } from "./source.ts";

type Reader = (source: Source, line: Line) => Block;

const LISTS_MAX = 2;
const QUOTATIONS_MAX = 1;

/** What a line begins: its reader, or why it is refused. The first that matches: CommonMark 0.31.2, chapters 4 and 5. */
const BEGINNINGS: readonly (readonly [RegExp, Reader | string])[] = [
  [/^>/, readQuotation],
  [/^#{1,6}(?: |$)/, readHeading],
  [/^#/, "A heading is one to six # and a space before its words; for a plain # write \\#."],
  [/^(?:```|~~~)/, readCode],
  [/^<[A-Za-z/!?]/, "HTML and <addresses> are not used here; for a plain < write \\<."],
  [/^(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/, readRule],
  [/^(?:[-+*]|\d{1,9}[.)])(?: |$)/, readList],
  [/^\|/, readTable],
  [/^/, readParagraph],
];

const TOO_FAR_IN = "This line begins with too many spaces; for code, put ``` above and below it.";
const APART = "Leave an empty line above this one.";
const ITEM_ASKEW =
  "Begin this item exactly below the one above it, or indent it as far as that item's words to put it inside.";
const DEFINED = "Write the address with the link, as in [words](address); for a plain bracket write \\[.";
const UNDERLINED =
  "Headings are not underlined here: begin the line above with # or ##, or leave an empty line above this one.";

const SETEXT_UNDERLINE = /^(?:=+|-+) *$/;
/** A link reference definition's beginning: section 4.7. */
const DEFINITION = /^\[(?:[^\\[\]]|\\[^]){0,1000}\]:/;

/** Of a text with refused blocks, those that could be read. */
export function readBlocks(lines: readonly Line[], notes: Notes, lists = 0, quotations = 0): Block[] {
  const source: Source = { lines, lists, quotations, notes, at: 0 };
  const blocks: Block[] = [];
  while (source.at < lines.length) {
    const line = next(source);
    try {
      if (line === undefined) source.at += 1;
      else blocks.push(readBlock(source, line));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      notes.problems.push(error.problem);
      // What stands before the next empty line may only be wrong in consequence.
      while (next(source) !== undefined) source.at += 1;
    }
  }
  return blocks;
}

function beginningOf({ text }: Line): Reader | string {
  const indent = indentOf(text);
  if (indent >= 4) return TOO_FAR_IN;
  const words = text.slice(indent);
  return BEGINNINGS.find(([pattern]) => pattern.test(words))?.[1] ?? readParagraph;
}

/** Whether the line would only go on with a paragraph, even one inside the list or quotation above it. */
function isMoreText(line: Line): boolean {
  const beginning = beginningOf(line);
  return typeof beginning === "string" || beginning === readParagraph || beginning === readTable;
}

function readBlock(source: Source, line: Line): Block {
  const html = ownHtml(source, line);
  if (html === undefined) {
    const beginning = beginningOf(line);
    return typeof beginning === "string" ? refuse(line, beginning) : beginning(source, line);
  }
  source.at += 1;
  const after = next(source);
  if (after !== undefined) refuse(after, APART);
  return { html: `${html}\n`, first: line.line, last: line.line };
}

/** The caller's own blocks stand outside lists and quotations. */
function ownHtml({ lists, quotations, notes }: Source, { text }: Line): string | undefined {
  return lists + quotations === 0 ? notes.block(text) : undefined;
}

function readQuotation(source: Source, line: Line): Block {
  const { lists, quotations, notes } = source;
  if (quotations >= QUOTATIONS_MAX) refuse(line, "A quotation cannot stand inside another one.");
  const inside: Line[] = [];
  let each: Line | undefined = line;
  for (; each !== undefined && beginningOf(each) === readQuotation; each = next(source)) {
    const content = cut(each, indentOf(each.text) + 1);
    inside.push(content.text.startsWith(" ") ? cut(content, 1) : content);
    source.at += 1;
  }
  const html = htmlOf(readBlocks(inside, notes, lists, quotations + 1));
  if (each !== undefined && isMoreText(each)) refuse(each, "Begin this line with > too, or leave an empty line above it.");
  const last = inside.at(-1)?.line ?? line.line;
  return { html: `<blockquote>\n${html}</blockquote>\n`, first: line.line, last };
}

function htmlOf(blocks: readonly Block[]): string {
  return blocks.map(({ html }) => html).join("");
}

function readList(source: Source, line: Line): Block {
  const { lists, quotations, notes } = source;
  if (lists >= LISTS_MAX) refuse(line, "Lists can be nested once and no deeper.");
  const first = markerOf(line);
  const items: Block[][] = [];
  let isTight = true;
  let last = line.line;
  let width = first.width;
  let each: Line | undefined = line;
  while (each !== undefined && beginningOf(each) === readList) {
    const marker = markerOf(each);
    if (marker.sign !== first.sign) break;
    if (marker.indent !== first.indent) refuse(each, ITEM_ASKEW);
    if (marker.problem !== undefined) refuse(each, marker.problem);
    const inside = gatherItem(source, each, marker.width);
    const blocks = readBlocks(inside, notes, lists + 1, quotations);
    if (hasGap(blocks) || (items.length > 0 && each.line !== last + 1)) isTight = false;
    last = inside.at(-1)?.line ?? last;
    width = marker.width;
    items.push(blocks);
    while (source.at < source.lines.length && next(source) === undefined) source.at += 1;
    each = source.lines[source.at];
  }
  if (each?.line === last + 1 && isMoreText(each)) {
    refuse(each, `Indent this line by ${width} spaces to keep it in the list, or leave an empty line above.`);
  }
  const tag = first.number === undefined ? "ul" : "ol";
  const start = (first.number ?? 1) === 1 ? "" : ` start="${first.number}"`;
  const html = items.map((blocks) => itemHtml(blocks, isTight)).join("");
  return { html: `<${tag}${start}>\n${html}</${tag}>\n`, first: line.line, last };
}

interface Marker {
  /** What the marks of one list have in common. */
  readonly sign: string | undefined;
  /** Undefined when the list has bullets. */
  readonly number: number | undefined;
  readonly indent: number;
  /** Columns from the line's start to the item's words. */
  readonly width: number;
  readonly problem: string | undefined;
}

/** The line has to begin an item. */
function markerOf({ text }: Line): Marker {
  const indent = indentOf(text);
  const [whole = "", digits, sign, spaces = ""] = /^(\d*)([-+*.)])( *)/.exec(text.slice(indent)) ?? [];
  const width = indent + whole.length;
  let problem: string | undefined;
  if (width === text.length) problem = "A list item needs words behind its mark.";
  else if (spaces.length > 4) problem = "Put one space behind the mark of a list item.";
  return { sign, number: digits === "" ? undefined : Number(digits), indent, width, problem };
}

/** The lines of one item without its marker and indentation, and without the empty lines at its end. */
function gatherItem(source: Source, line: Line, width: number): Line[] {
  const inside = [cut(line, width)];
  let length = 1;
  for (source.at += 1; source.at < source.lines.length; source.at += 1) {
    const each = source.lines[source.at] ?? line;
    const isEmpty = isBlank(each);
    if (!isEmpty && indentOf(each.text) < width) break;
    inside.push(cut(each, width));
    if (!isEmpty) length = inside.length;
  }
  return inside.slice(0, length);
}

/** Whether an empty line stands between two of the blocks. */
function hasGap(blocks: readonly Block[]): boolean {
  return blocks.some(({ first }, index) => {
    const above = blocks[index - 1];
    return above !== undefined && first !== above.last + 1;
  });
}

function itemHtml(blocks: readonly Block[], isTight: boolean): string {
  let html = "";
  for (const block of blocks) {
    if (isTight && block.words !== undefined) html += block.words;
    else html += (html.endsWith("\n") ? "" : "\n") + block.html;
  }
  return `<li>${html}</li>\n`;
}

function readParagraph(source: Source, line: Line): Block {
  const lines = [cut(line, indentOf(line.text))];
  source.at += 1;
  for (let each = next(source); each !== undefined; each = next(source)) {
    const beginning = beginningOf(each);
    if (typeof beginning === "string") return refuse(each, beginning);
    if (ownHtml(source, each) !== undefined) refuse(each, APART);
    const words = cut(each, indentOf(each.text));
    if (SETEXT_UNDERLINE.test(words.text)) refuse(each, UNDERLINED);
    if (beginning === readTable) refuse(each, "Leave an empty line above a table; for a plain | write \\|.");
    if (interruptsParagraph(each, beginning)) break;
    lines.push(words);
    source.at += 1;
  }
  if (DEFINITION.test(lines.map(({ text }) => text).join("\n"))) refuse(line, DEFINED);
  const last = lines.at(-1) ?? line;
  const words = inline([...lines.slice(0, -1), trimmed(last)], source.notes).html;
  return { html: `<p>${words}</p>\n`, words, first: line.line, last: last.line };
}

/** Only an item with words, numbered 1 or not at all, does so (section 5.2). */
function interruptsParagraph(line: Line, beginning: Reader): boolean {
  if (beginning !== readList) return beginning !== readParagraph;
  const { number = 1, width } = markerOf(line);
  return width < line.text.length && number === 1;
}
