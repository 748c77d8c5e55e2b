/**
 * Markdown → HTML in which all text is escaped and every address has one of seven beginnings, and which is what
 * CommonMark 0.31.2 gives; or at least one problem with line and column, and no HTML. Pure, and linear in the text's
 * length. Held to the reference implementation (test/commonmark). The dialect is the part of CommonMark below, and
 * tables: what CommonMark would read as something not on this list is refused, never passed on as text or HTML.
 *
 *   # Heading … ###### Heading       with a space behind the marks
 *   paragraphs                       lines in a row; "\" or two spaces at a line's end break the line
 *   - item, * item, + item           lists; further lines and blocks indented as far as the item's words
 *   1. item, 1) item                 numbered lists
 *   > quotation                      each line marked; lists and quotations stand inside one another twice
 *   ``` and ```language, or ~~~      code up to the next line of at least as many of the same
 *   ---                              a rule (also *** and ___), with an empty line above
 *   | a | b |                        a table: a row of headings, a row like | --- | --- | (also :-- :-: --:), more rows
 *   *slanted* **bold** `code`        within a line of text; also _slanted_ and __bold__
 *   [words](address)                 https:// http:// mailto: tel: geo: / and #, nothing else; no title
 *   ![description](address)          / alone: a picture of this site
 *   \*                               a backslash before a mark makes it a plain character
 */

import { readBlocks } from "./blocks.ts";
import { markdownAddress } from "./escape-markdown.ts";
import { type Block, type Heading, type Line, type MarkdownLink, type MarkdownProblem, type Notes, type Questions, startsOf } from "./source.ts";

export type { Block, MarkdownLink } from "./source.ts";

export interface Rendered {
  /** The outermost ones; none when there is any problem. */
  readonly blocks: readonly Block[];
  readonly problems: readonly MarkdownProblem[];
  /** In the order of the text. */
  readonly links: readonly MarkdownLink[];
  /** Those inside lists and quotations too. */
  readonly headings: readonly Heading[];
}

/** Control characters, halves of surrogate pairs, and what some programs count as space and others do not. */
const UNSEEN = /[\0-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\uFEFF]/gu;

export function render(markdown: string, questions: Partial<Questions> = {}): Rendered {
  const { ownBlock = () => undefined, addressOf = (target) => target, sizeOf = () => "" } = questions;
  const notes: Notes = { ownBlock, addressOf, sizeOf, problems: [], links: [], headings: [], ids: new Map() };
  const blocks = readBlocks(linesOf(markdown).map((text, index) => seen(text, index + 1, notes)), notes);
  const problems = notes.problems.toSorted((one, other) => one.line - other.line || one.column - other.column);
  return { blocks: problems.length > 0 ? [] : blocks, problems, links: notes.links, headings: notes.headings };
}

function linesOf(markdown: string): string[] {
  return markdown.split(/\r\n|\n|\r/);
}

/** The line with a letter in the place of each unseen character, so that one of them is one problem. */
function seen(text: string, line: number, { problems }: Notes): Line {
  const found = unseen(text);
  if (found === undefined) return { text, line, column: 1 };
  problems.push({ line, ...found });
  return { text: text.replace(UNSEEN, "\uFFFD"), line, column: 1 };
}

/** The first character of a line that no page shows; undefined when there is none. */
export function unseen(text: string): Pick<MarkdownProblem, "column" | "message"> | undefined {
  const at = text.search(UNSEEN);
  if (at === -1) return undefined;
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0");
  return { column: at + 1, message: text[at] === "\t" ? "Use spaces instead of a tab." : `Remove the invisible character U+${code}.` };
}

/** The text with other addresses in those links and pictures that `change` knows; with problems, as it is. */
export function withAddresses(markdown: string, change: (target: string) => string | undefined): string {
  const { problems, links } = render(markdown);
  if (problems.length > 0) return markdown;
  const lines = linesOf(markdown);
  const startOf = startsOf(lines);
  const text = lines.join("\n");
  let [changed, at] = ["", 0];
  for (const { target, line, column, length } of links) {
    const address = change(target);
    if (address === undefined) continue;
    const start = startOf(line - 1) + column - 1;
    changed += text.slice(at, start) + markdownAddress(address);
    at = start + length;
  }
  return changed + text.slice(at);
}
