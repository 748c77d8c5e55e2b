/**
 * Renders Markdown as HTML in which all text is escaped and every address has one of seven beginnings. The result is
 * that of CommonMark 0.31.2 (compared in test/commonmark), or no HTML and at least one problem with line and column.
 * Takes linear time. The dialect is the part of CommonMark below, and tables. All other syntax is refused.
 *
 *   # Heading … ###### Heading   a space after the marks
 *   paragraphs                   "\" or two spaces at the end of a line break it
 *   - item, * item, + item       further lines and blocks indented as far as the item's words
 *   1. item, 1) item             the same, numbered
 *   > quotation                  every line marked; lists and quotations inside one another twice
 *   ```, ```language or ~~~      code up to the next line of at least as many of the same
 *   ---, *** or ___              a rule, with a blank line above
 *   | a | b |                    a table: headings, a row like | --- | --- | (also :-- :-: --:), more rows
 *   *slanted* **bold** `code`    also _slanted_ and __bold__
 *   [words](address)             https:// http:// mailto: tel: geo: / and #, nothing else; no title
 *   ![description](address)      / only: a picture of this site
 *   \*                           a backslash before a mark makes it a plain character
 */

import type { Place } from "../finding.ts";
import type { Phrase } from "../phrase.ts";
import { readBlocks } from "./blocks.ts";
import { markdownAddress } from "./escape-markdown.ts";
import type { Block, Context, Heading, Line, Options } from "./lines.ts";

export type { Block, Heading } from "./lines.ts";

export interface Rendered {
  /** The outermost blocks. None if there is a problem. */
  readonly blocks: readonly Block[];
  readonly problems: readonly (Phrase & Place)[];
  /** Targets of links and pictures. */
  readonly links: readonly (Place & { readonly target: string })[];
  /** Including those inside lists and quotations. */
  readonly headings: readonly Heading[];
}

export function render(markdown: string, options: Options = {}): Rendered {
  const { lines, blocks, context } = parse(markdown, options);
  const problems = context.problems.map(({ offset, code, values = {} }) => ({ offset, item: { code, values } }));
  const links = context.links.map(({ offset, target }) => ({ offset, item: { target } }));
  return {
    blocks: problems.length > 0 ? [] : blocks,
    problems: inOrder(problems, lines),
    links: inOrder(links, lines),
    headings: context.headings,
  };
}

/**
 * Replaces the addresses of links and pictures. A text with problems stays as it is.
 *
 * @param change returns undefined for a target that stays
 */
export function withAddresses(markdown: string, change: (target: string) => string | undefined): string {
  const text = markdown.replace(/\r\n?/g, "\n");
  const { context } = parse(text, {});
  if (context.problems.length > 0) return text;
  let changed = "";
  let end = 0;
  for (const { offset, length, target } of context.links.toSorted(byOffset)) {
    const address = change(target);
    if (address === undefined) continue;
    changed += text.slice(end, offset) + markdownAddress(address);
    end = offset + length;
  }
  return changed + text.slice(end);
}

/** Control characters, lone surrogates, and characters that only some programs count as space. */
const INVISIBLE = /[\0-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\uFEFF]/gu;

/** Returns the first character of a line that no page may show, as a phrase with its column. */
export function invisibleCharacter(line: string): (Phrase & { readonly column: number }) | undefined {
  const index = line.search(INVISIBLE);
  if (index === -1) return undefined;
  if (line[index] === "\t") return { column: index + 1, code: "markdown-tab" };
  const code = line.charCodeAt(index).toString(16).toUpperCase().padStart(4, "0");
  return { column: index + 1, code: "markdown-invisible-character", values: { character: `U+${code}` } };
}

function parse(markdown: string, options: Options) {
  const context: Context = { ...options, problems: [], links: [], headings: [], ids: new Map() };
  let offset = 0;
  const lines = markdown.split(/\r\n|\n|\r/).map((text): Line => {
    const invisible = invisibleCharacter(text);
    if (invisible !== undefined) context.problems.push({ ...invisible, offset: offset + invisible.column - 1 });
    // A replacement character keeps the line from causing further problems.
    const line = { text: text.replace(INVISIBLE, "\uFFFD"), offset };
    offset += text.length + 1;
    return line;
  });
  return { lines, context, blocks: readBlocks(lines, context) };
}

/** Returns the items in the order of the text, with the places of their offsets. */
function inOrder<T>(
  found: readonly { readonly offset: number; readonly item: T }[],
  lines: readonly Line[],
): (T & Place)[] {
  const starts = lines.map(({ offset }) => offset);
  let line = 0;
  return found.toSorted(byOffset).map(({ offset, item }) => {
    while (line < starts.length && (starts[line] ?? 0) <= offset) line += 1;
    return { ...item, line, column: offset - (starts[line - 1] ?? 0) + 1 };
  });
}

function byOffset(one: { readonly offset: number }, other: { readonly offset: number }): number {
  return one.offset - other.offset;
}
