/**
 * The block structure of a text: which lines make a heading, a paragraph, a list, a quotation, code, a rule or a table.
 *
 * A list item or a quotation is gathered line by line and then read as a small text of its own; what CommonMark would
 * settle by reaching over such a border (a lazy continuation, a crooked list) is refused.
 */

import { HTML, inline } from "./inline.ts";
import { readCode, readHeading, readRule, readTable } from "./leaf-blocks.ts";
import { type Block, type Line, type Notes, Refusal, type Source, cut, indentOf, isBlank, next, refuse, take } from "./lines.ts";

type Reader = (source: Source, line: Line) => Block;

const DEPTH_MAX = 3;

/** What a line begins: its reader, or why it is refused. The first that matches: CommonMark 0.31.2, chapters 4 and 5. */
const BEGINNINGS: readonly (readonly [RegExp, Reader | string])[] = [
  [/^ {4}/, "This line begins with too many spaces; for code, put ``` above and below it."],
  [/^ *>/, readQuotation],
  [/^ *#{1,6}(?: |$)/, readHeading],
  [/^ *#/, "A heading is one to six # and a space before its words; for a plain # write \\#."],
  [/^ *(?:```|~~~)/, readCode],
  [/^ *<[A-Za-z/!?]/, HTML],
  [/^ *(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/, readRule],
  [/^ *(?:[-+*]|\d{1,9}[.)])(?: |$)/, readList],
  [/^ *\|/, readTable],
];

const APART = "Leave an empty line above this one.";
const TOO_DEEP = "Lists and quotations stand inside one another twice and no deeper.";
const ITEM_ASKEW = "Begin this item exactly below the one above, or below its words to put it inside.";
const UNDERLINED = "Headings are not underlined: begin the line above with #, or leave an empty line above this one.";
const DEFINED = "Write the address with the link, as in [words](address); for a plain bracket write \\[.";

/** Of a text with refused blocks, those that could be read. */
export function readBlocks(lines: readonly Line[], notes: Notes, depth = 0): Block[] {
  const source: Source = { lines, depth, notes, at: 0 };
  const blocks: Block[] = [];
  while (source.at < lines.length) {
    const line = next(source);
    const isApart = isBelowEmpty(source);
    try {
      if (line === undefined) source.at += 1;
      else blocks.push({ ...readBlock(source, line), isApart });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      notes.problems.push({ at: error.at, message: error.message });
      // What stands before the next empty line may only be wrong in consequence.
      while (next(source) !== undefined) source.at += 1;
    }
  }
  return blocks;
}

/** Whether an empty line stands above the one being read. */
function isBelowEmpty({ lines, at }: Source): boolean {
  const { [at - 1]: above } = lines;
  return above !== undefined && isBlank(above);
}

function readBlock(source: Source, line: Line): Block {
  const html = ownHtml(source, line);
  const beginning = beginningOf(line);
  if (source.depth === DEPTH_MAX && (beginning === readQuotation || beginning === readList)) refuse(line, TOO_DEEP);
  if (html === undefined) return typeof beginning === "string" ? refuse(line, beginning) : beginning(source, line);
  source.at += 1;
  const after = next(source);
  if (after !== undefined) refuse(after, APART);
  return { html: `${html}\n` };
}

/** The caller's own blocks stand outside lists and quotations. */
function ownHtml({ depth, notes }: Source, { text }: Line): string | undefined {
  return depth === 0 ? notes.ownBlock?.(text) : undefined;
}

function beginningOf({ text }: Line): Reader | string {
  return BEGINNINGS.find(([pattern]) => pattern.test(text))?.[1] ?? readParagraph;
}

/** Whether the line would only go on with a paragraph, even one inside the list or quotation above it. */
function isMoreText(line: Line): boolean {
  const beginning = beginningOf(line);
  return typeof beginning === "string" || beginning === readParagraph || beginning === readTable;
}

function readQuotation(source: Source): Block {
  const lines = take(source, (each) => beginningOf(each) === readQuotation);
  const inside = lines.map((each) => cut(each, each.text.length - each.text.replace(/^ *> ?/, "").length));
  const blocks = readBlocks(inside, source.notes, source.depth + 1);
  const after = next(source);
  if (after !== undefined && isMoreText(after)) refuse(after, "Begin this line with > too, or leave an empty line above it.");
  const html = blocks.map((block) => block.html).join("");
  return { html: `<blockquote>\n${html}</blockquote>\n` };
}

function readList(source: Source, line: Line): Block {
  const first = markerOf(line);
  const items: (readonly Block[])[] = [];
  let { width } = first;
  let isTight = true;
  let each: Line | undefined = line;
  for (; each !== undefined && beginningOf(each) === readList; each = source.lines[source.at]) {
    const marker = markerOf(each);
    if (marker.sign !== first.sign) break;
    if (marker.indent !== first.indent) refuse(each, ITEM_ASKEW);
    if (marker.width === each.text.length) refuse(each, "A list item needs words behind its mark.");
    if (marker.spaces > 4) refuse(each, "Put one space behind the mark of a list item.");
    ({ width } = marker);
    // An empty line stands between two items, or between two blocks of one.
    if (items.length > 0 && isBelowEmpty(source)) isTight = false;
    const lines = take(source, (one) => one === each || isBlank(one) || indentOf(one) >= width);
    const blocks = readBlocks(lines.map((one) => cut(one, width)), source.notes, source.depth + 1);
    if (blocks.some(({ isApart }) => isApart)) isTight = false;
    items.push(blocks);
  }
  if (each !== undefined && !isBelowEmpty(source) && isMoreText(each)) {
    refuse(each, `Indent this line by ${width} spaces to keep it in the list, or leave an empty line above.`);
  }
  const tag = first.digits === "" ? "ul" : "ol";
  const start = first.number === 1 ? "" : ` start="${first.number}"`;
  const html = items.map((blocks) => itemHtml(blocks, isTight)).join("");
  return { html: `<${tag}${start}>\n${html}</${tag}>\n` };
}

/** Of a line that begins an item; `width` is up to its words. */
function markerOf({ text }: Line) {
  const [, indent = "", digits = "", sign = "", spaces = ""] = text.split(/^( *)(\d*)([-+*.)])( *)/, 5);
  const width = indent.length + digits.length + sign.length + spaces.length;
  return { indent: indent.length, digits, number: Number(digits || 1), sign, spaces: spaces.length, width };
}

function itemHtml(blocks: readonly Block[], isTight: boolean): string {
  let html = "";
  for (const block of blocks) {
    const { words } = block;
    html += isTight && words !== undefined ? words : (html.endsWith("\n") ? "" : "\n") + block.html;
  }
  return `<li>${html}</li>\n`;
}

function readParagraph(source: Source, line: Line): Block {
  const lines = take(source, (each) => each === line || !endsParagraph(source, each)).map((each) => cut(each, indentOf(each)));
  // A link reference definition: section 4.7.
  if (/^\[(?:[^\\[\]]|\\[^]){0,1000}\]:/.test(lines.map(({ text }) => text).join("\n"))) refuse(line, DEFINED);
  const words = inline(lines, source.notes).html;
  return { html: `<p>${words}</p>\n`, words };
}

function endsParagraph(source: Source, line: Line): boolean {
  if (isBlank(line)) return true;
  const beginning = beginningOf(line);
  if (typeof beginning === "string") refuse(line, beginning);
  if (/^ *(?:=+|-+) *$/.test(line.text)) refuse(line, UNDERLINED);
  if (beginning === readTable || ownHtml(source, line) !== undefined) refuse(line, APART);
  if (beginning !== readList) return beginning !== readParagraph;
  // Only an item with words, numbered 1 or not at all, does so (section 5.2).
  const { number, width } = markerOf(line);
  return width < line.text.length && number === 1;
}
