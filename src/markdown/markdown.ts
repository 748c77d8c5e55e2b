/**
 * Markdown → HTML in which all text is escaped and every address has one of seven beginnings, and which is what
 * CommonMark 0.31.2 gives; or at least one problem with line and column, and no HTML. Pure, and linear in the text's
 * length. Held to the reference implementation (test/commonmark). The dialect is the part of CommonMark below, and
 * tables: what CommonMark would read as something not on this list is refused, never passed on as text or HTML.
 *
 *   # Heading … ###### Heading       with a space behind the marks
 *   paragraphs                       lines in a row; "\" or two spaces at a line's end break the line
 *   - item, * item, + item           lists, in lists once; further lines and blocks indented as far as the item's words
 *   1. item, 1) item                 numbered lists
 *   > quotation                      each line marked; not inside another quotation
 *   ``` and ```language, or ~~~      code up to the next line of at least as many of the same
 *   ---                              a rule (also *** and ___), with an empty line above
 *   | a | b |                        a table: a row of headings, a row like | --- | --- | (also :-- :-: --:), more rows
 *   *slanted* **bold** `code`        within a line of text; also _slanted_ and __bold__
 *   [words](address)                 https:// http:// mailto: tel: geo: / and #, nothing else; no title
 *   ![description](address)          https:// http:// and /
 *   \*                               a backslash before a mark makes it a plain character
 *
 * So these are refused: HTML, <addresses>, HTML character codes, underlined headings, reference links, brackets that
 * are no link, link titles, code by indentation, emphasis without a partner, text without the mark of the list or
 * quotation it continues, tabs, and characters that nobody can see.
 */
import { readBlocks } from "./blocks.ts";
import { markdownAddress } from "./escape-markdown.ts";
import type { Heading, Line, MarkdownLink, MarkdownProblem, Notes } from "./source.ts";

export type { Heading, MarkdownLink, MarkdownProblem } from "./source.ts";

export interface RenderOptions {
  /** Give each heading its `id`, for links to it. */
  readonly headingIds?: boolean;
  /** What to call the first line when the text is the rest of a file; 1 when left out. */
  readonly firstLine?: number;
  /** The HTML of a line that is a block of its own, with empty lines around it; undefined when it is markdown. */
  readonly block?: (line: string) => string | undefined;
}

/** One of the text's outermost blocks. */
export interface Block {
  readonly html: string;
  /** Where it begins. */
  readonly line: number;
  readonly heading?: Heading;
}

export interface Rendered {
  /** Empty when there is any problem. */
  readonly blocks: readonly Block[];
  readonly problems: readonly MarkdownProblem[];
  readonly links: readonly MarkdownLink[];
  /** All, those inside lists and quotations too. */
  readonly headings: readonly Heading[];
}

const LINE_END = /\r\n|\n|\r/;
/** Control characters, halves of surrogate pairs, and what some programs count as space and others do not. */
const UNSEEN = /[\p{Cc}\p{Cs}\u2028\u2029\uFEFF]/gu;

export function render(markdown: string, options: RenderOptions = {}): Rendered {
  const { headingIds = false, firstLine = 1, block = () => undefined } = options;
  const notes: Notes = { headingIds, block, problems: [], links: [], headings: [], ids: new Map() };
  const lines = markdown.split(LINE_END).map((text, index) => seen({ text, line: firstLine + index, column: 1 }, notes));
  const blocks = readBlocks(lines, notes).map(({ html, first, heading }): Block => {
    return { html, line: first, ...(heading && { heading }) };
  });
  const problems = notes.problems.toSorted((one, other) => one.line - other.line || one.column - other.column);
  return { blocks: problems.length > 0 ? [] : blocks, problems, links: notes.links, headings: notes.headings };
}

/** The line with a letter in the place of each unseen character, so that one of them is one problem. */
function seen(line: Line, { problems }: Notes): Line {
  const at = line.text.search(UNSEEN);
  if (at === -1) return line;
  const code = line.text.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0");
  const message = line.text[at] === "\t" ? "Use spaces instead of a tab." : `Remove the invisible character U+${code}.`;
  problems.push({ line: line.line, column: at + 1, message });
  return { ...line, text: line.text.replace(UNSEEN, "\uFFFD") };
}

/** The blocks' HTML in one. */
export function toHtml(markdown: string, options?: RenderOptions): Rendered & { readonly html: string } {
  const rendered = render(markdown, options);
  return { ...rendered, html: rendered.blocks.map(({ html }) => html).join("") };
}

/** The text with other addresses in those links and pictures that `change` knows; with problems, as it is. */
export function withAddresses(markdown: string, change: (target: string) => string | undefined): string {
  const { problems, links } = render(markdown);
  if (problems.length > 0) return markdown;
  const starts = [0];
  for (const line of markdown.split(LINE_END)) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  const text = markdown.replace(/\r\n?/g, "\n");
  const found = links.map(({ target, address: { line, column, length } }) => {
    const start = (starts[line - 1] ?? 0) + column - 1;
    return { target, start, end: start + length };
  });
  let changed = "";
  let at = 0;
  for (const { target, start, end } of found.toSorted((one, other) => one.start - other.start)) {
    const address = change(target);
    changed += text.slice(at, start) + (address === undefined ? text.slice(start, end) : markdownAddress(address));
    at = end;
  }
  return changed + text.slice(at);
}
