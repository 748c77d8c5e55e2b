/**
 * The markdown of our pages → HTML, or the places and reasons why not.
 *
 * The dialect is the part of CommonMark 0.31.2 below, and tables. Whatever it accepts renders exactly as CommonMark
 * does, and whatever CommonMark would read as something not on this list is refused, never passed on as text or HTML.
 *
 *   # Heading … ###### Heading       with a space behind the marks
 *   paragraphs                       lines in a row; "\" or two spaces at a line's end break the line
 *   - item, 1. item                  lists, in lists once; further lines and blocks indented as far as the item's words
 *   > quotation                      each line marked; not inside another quotation
 *   ``` and ```language              code up to the next line of at least as many backticks
 *   ---                              a rule (also *** and ___), with an empty line above
 *   | a | b |                        a table: a row of headings, a row like | --- | --- | (also :-- :-: --:), more rows
 *   *slanted* **bold** `code`        within a line of text
 *   [words](address)                 https:// http:// mailto: tel: geo: / and #, nothing else; no title
 *   ![description](address)          https:// http:// and /
 *   \*                               a backslash before a mark makes it a plain character
 *
 * So these are refused: HTML, <addresses>, HTML character codes, underlined headings, reference links, brackets that
 * are no link, link titles, code by indentation or ~~~, lists with * + or 1), emphasis with _ or without a partner,
 * lines without the mark of the list or quotation they continue, tabs, and characters that nobody can see.
 */
import { readBlocks } from "./blocks.ts";
import { type Heading, headingsOf, renderBlock } from "./render.ts";
import type { Line, MarkdownLink, MarkdownProblem, Notes } from "./source.ts";

export type { Heading, MarkdownLink, MarkdownProblem };

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

/** Control characters, halves of surrogate pairs, and what some programs count as space and others do not. */
const UNSEEN = /[\p{Cc}\p{Cs}\u2028\u2029\uFEFF]/gu;

export function render(markdown: string, options: RenderOptions = {}): Rendered {
  const { headingIds = false, firstLine = 1, block = () => undefined } = options;
  const lines = markdown.split(/\r\n|\n|\r/).map((text, index) => ({ text, number: firstLine + index, column: 1 }));
  const notes: Notes = { problems: lines.flatMap(unseenIn), links: [], block };
  const read = readBlocks(notes.problems.length > 0 ? lines.map(withoutUnseen) : lines, notes);
  const headings = headingsOf(read);
  const shown = headingIds ? headings : new Map();
  const blocks = read.map((each): Block => {
    const heading = headings.get(each);
    return { html: renderBlock(each, shown), line: each.first, ...(heading && { heading }) };
  });
  const problems = notes.problems.toSorted((one, other) => one.line - other.line || one.column - other.column);
  return { blocks: problems.length > 0 ? [] : blocks, problems, links: notes.links, headings: [...headings.values()] };
}

/** The blocks' HTML in one. */
export function toHtml(markdown: string, options?: RenderOptions): Rendered & { readonly html: string } {
  const rendered = render(markdown, options);
  return { ...rendered, html: rendered.blocks.map(({ html }) => html).join("") };
}

/** With a letter in the place of each, so that one of them is one problem. */
function withoutUnseen({ text, number, column }: Line): Line {
  return { text: text.replace(UNSEEN, "\uFFFD"), number, column };
}

function unseenIn({ text, number }: Line): MarkdownProblem[] {
  const at = text.search(UNSEEN);
  if (at === -1) return [];
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0");
  const message = text[at] === "\t" ? "Use spaces instead of a tab." : `Remove the invisible character U+${code}.`;
  return [{ line: number, column: at + 1, message }];
}
