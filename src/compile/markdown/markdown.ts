/**
 * Renders a subset of CommonMark 0.31.2, and tables, as HTML in linear time. All text is escaped.
 *
 * The HTML of the syntax below is the same as that of CommonMark (compared in test/commonmark). All other syntax is
 * an error: the result then has no HTML, but at least one problem with its line and column.
 *
 *   # Heading … ###### Heading   a space is required after the marks
 *   paragraph                    "\" or two spaces at the end of a line add a line break
 *   - item, * item, + item       following lines of the item are indented as far as its text
 *   1. item, 1) item             the same, numbered
 *   > quotation                  every line has the mark; lists and quotations may be nested three deep
 *   ```, ```language or ~~~      fenced code, up to a closing fence that is at least as long
 *   ---, *** or ___              a thematic break, with a blank line above
 *   | a | b |                    a table: header row, delimiter row | --- | --- | (or :-- :-: --:), body rows
 *   *emphasis* **strong** `code` also _emphasis_ and __strong__
 *   [link text](address)         starts with https:// http:// mailto: tel: geo: / or #; has no title
 *   ![alt text](address)         starts with /, because pictures are from this site
 *   \*                           a backslash before a punctuation character makes it literal
 */

import type { Location } from "../finding.ts";
import type { Phrase } from "../phrase.ts";
import { readBlocks } from "./blocks.ts";
import { markdownAddress } from "./escape-markdown.ts";
import type { Block, Context, Heading, Line, Options } from "./lines.ts";

export type { Block, Heading } from "./lines.ts";

export interface Rendered {
  /** Top-level blocks. Empty if there are problems. */
  readonly blocks: readonly Block[];
  readonly problems: readonly (Phrase & Location)[];
  /** Targets of links and pictures, in the order of the text. */
  readonly links: readonly (Location & { readonly target: string })[];
  /** All headings, including those inside lists and quotations. */
  readonly headings: readonly Heading[];
}

export function render(markdown: string, options: Options = {}): Rendered {
  const { lines, blocks, context } = parse(markdown, options);
  const problems = context.problems.map(({ offset, code, values = {} }) => ({ offset, item: { code, values } }));
  const links = context.links.map(({ offset, target }) => ({ offset, item: { target } }));
  return {
    blocks: problems.length > 0 ? [] : blocks,
    problems: sortAndLocate(problems, lines),
    links: sortAndLocate(links, lines),
    headings: context.headings,
  };
}

/**
 * Replaces the addresses of links and pictures in a Markdown text. Does not change a text that has problems.
 *
 * @param newAddress returns the new address for a target, or undefined to leave it unchanged
 */
export function withAddresses(markdown: string, newAddress: (target: string) => string | undefined): string {
  const text = markdown.replace(/\r\n?/g, "\n");
  const { context } = parse(text, {});
  if (context.problems.length > 0) return text;
  let result = "";
  let copiedEnd = 0;
  for (const { offset, length, target } of context.links.toSorted(byOffset)) {
    const address = newAddress(target);
    if (address === undefined) continue;
    result += text.slice(copiedEnd, offset) + markdownAddress(address);
    copiedEnd = offset + length;
  }
  return result + text.slice(copiedEnd);
}

/** Control characters, lone surrogates, line and paragraph separators, and the byte order mark. */
const INVISIBLE = /[\0-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\uFEFF]/gu;

/** Returns a problem with the 1-based column of the first tab or invisible character in a line, if there is one. */
export function invisibleCharacter(line: string): (Phrase & { readonly column: number }) | undefined {
  const index = line.search(INVISIBLE);
  if (index === -1) return undefined;
  if (line[index] === "\t") return { column: index + 1, code: "markdown-tab" };
  const code = line.charCodeAt(index).toString(16).toUpperCase().padStart(4, "0");
  return { column: index + 1, code: "markdown-invisible-character", values: { character: `U+${code}` } };
}

/** Splits the text into lines and parses their blocks. Reports invisible characters as problems. */
function parse(markdown: string, options: Options) {
  const context: Context = { ...options, problems: [], links: [], headings: [], ids: new Map() };
  let offset = 0;
  const lines = markdown.split(/\r\n|\n|\r/).map((text): Line => {
    const invisible = invisibleCharacter(text);
    if (invisible !== undefined) context.problems.push({ ...invisible, offset: offset + invisible.column - 1 });
    // Parse the line with replacement characters, so that the same characters cause no further problems.
    const line = { text: text.replace(INVISIBLE, "\uFFFD"), offset };
    offset += text.length + 1;
    return line;
  });
  return { lines, context, blocks: readBlocks(lines, context) };
}

/** Sorts items by their offset in the text. Returns each with its 1-based line and column instead of the offset. */
function sortAndLocate<T>(
  items: readonly { readonly offset: number; readonly item: T }[],
  lines: readonly Line[],
): (T & Location)[] {
  const located: (T & Location)[] = [];
  let index = 0;
  let lineStart = 0;
  for (const { offset, item } of items.toSorted(byOffset)) {
    // After this loop, `index` is that of the line after the item.
    for (let line = lines[index]; line !== undefined && line.offset <= offset; line = lines[index]) {
      lineStart = line.offset;
      index += 1;
    }
    located.push({ ...item, line: index, column: offset - lineStart + 1 });
  }
  return located;
}

function byOffset(one: { readonly offset: number }, other: { readonly offset: number }): number {
  return one.offset - other.offset;
}
