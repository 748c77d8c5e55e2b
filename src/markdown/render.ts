/**
 * Blocks → HTML, with the line feeds where the reference implementation puts them, so that the two can be compared.
 *
 * It decides nothing about the source: all text in it was escaped when it was read.
 */
import type { Block } from "./blocks.ts";
import { escapeHtml } from "../html.ts";
import type { Inline } from "./inline.ts";
import type { Table } from "./table.ts";

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** Unlike that of every other heading of the text. */
  readonly id: string;
}

/** What each heading is called; the ones that are not in the map get no `id`. */
export type Headings = ReadonlyMap<Block, Heading>;

export function headingsOf(blocks: readonly Block[]): Headings {
  const taken = new Map<string, number>();
  const headings = new Map<Block, Heading>();
  for (const block of everyBlock(blocks)) {
    if (block.kind !== "heading") continue;
    const { level, content } = block;
    headings.set(block, { level, text: content.text, id: freeId(idFrom(content.text), taken) });
  }
  return headings;
}

function renderBlocks(blocks: readonly Block[], headings: Headings): string {
  return blocks.map((block) => renderBlock(block, headings)).join("");
}

export function renderBlock(block: Block, headings: Headings): string {
  switch (block.kind) {
    case "heading": {
      const heading = headings.get(block);
      const id = heading === undefined ? "" : ` id="${escapeHtml(heading.id)}"`;
      return `<h${block.level}${id}>${block.content.html}</h${block.level}>\n`;
    }
    case "paragraph":
      return `<p>${block.content.html}</p>\n`;
    case "code": {
      const name = block.language === "" ? "" : ` class="language-${escapeHtml(block.language)}"`;
      return `<pre><code${name}>${escapeHtml(block.text)}</code></pre>\n`;
    }
    case "own":
      return `${block.html}\n`;
    case "rule":
      return "<hr />\n";
    case "quotation":
      return `<blockquote>\n${renderBlocks(block.blocks, headings)}</blockquote>\n`;
    case "list": {
      const items = block.items.map((item) => renderItem(item, block.isTight, headings)).join("");
      if (block.start === undefined) return `<ul>\n${items}</ul>\n`;
      return `<ol${block.start === 1 ? "" : ` start="${block.start}"`}>\n${items}</ol>\n`;
    }
    case "table":
      return renderTable(block);
  }
}

function renderItem(blocks: readonly Block[], isTight: boolean, headings: Headings): string {
  const parts = ["<li>"];
  for (const block of blocks) {
    if (isTight && block.kind === "paragraph") parts.push(block.content.html);
    else parts.push(parts.at(-1)?.endsWith("\n") ? "" : "\n", renderBlock(block, headings));
  }
  return `${parts.join("")}</li>\n`;
}

function renderTable({ aligned, head, body }: Table): string {
  const row = (cells: readonly Inline[], tag: string, attributes: string): string => {
    const inside = cells.map(({ html }, index) => {
      const side = aligned[index];
      return `<${tag}${attributes}${side === undefined ? "" : ` class="${side}"`}>${html}</${tag}>\n`;
    });
    return `<tr>\n${inside.join("")}</tr>\n`;
  };
  const rows = body.map((cells) => row(cells, "td", "")).join("");
  const rest = rows === "" ? "" : `<tbody>\n${rows}</tbody>\n`;
  return `<table>\n<thead>\n${row(head, "th", ' scope="col"')}</thead>\n${rest}</table>\n`;
}

function everyBlock(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => {
    if (block.kind === "quotation") return everyBlock(block.blocks);
    return block.kind === "list" ? block.items.flatMap(everyBlock) : [block];
  });
}

/** "Où manger ?" → "ou-manger"; outside the Latin script a mark may be a vowel, so it stays. */
function idFrom(text: string): string {
  const plain = text.normalize("NFKD").replace(/(\p{Script=Latin})\p{M}+/gu, "$1").normalize("NFC").toLowerCase();
  return plain.match(/[\p{L}\p{M}\p{N}]+/gu)?.join("-") ?? "section";
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
