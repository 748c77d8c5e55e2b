/**
 * Markdown → HTML in which all text is escaped and every address has one of seven beginnings, and which is what
 * CommonMark 0.31.2 gives; or at least one problem with line and column, and no HTML. Pure, and linear in the text's
 * length. Held to the reference implementation (test/commonmark). The dialect is the part of CommonMark below, and
 * tables: what CommonMark would read as anything else is refused, never passed on as text or HTML.
 *
 *   # Heading … ###### Heading   a space behind the marks
 *   paragraphs                   "\" or two spaces at a line's end break the line
 *   - item, * item, + item       further lines and blocks indented as far as the item's words
 *   1. item, 1) item             the same, numbered
 *   > quotation                  each line marked; lists and quotations stand inside one another twice
 *   ```, ```language or ~~~      code up to the next line of at least as many of the same
 *   ---, *** or ___              a rule, with an empty line above
 *   | a | b |                    a table: headings, a row like | --- | --- | (also :-- :-: --:), more rows
 *   *slanted* **bold** `code`    also _slanted_ and __bold__
 *   [words](address)             https:// http:// mailto: tel: geo: / and #, nothing else; no title
 *   ![description](address)      / alone: a picture of this site
 *   \*                           a backslash before a mark makes it a plain character
 */

import { readBlocks } from "./blocks.ts";
import { markdownAddress } from "./escape-markdown.ts";
import { unescaped } from "./inline.ts";
import type { Line, Notes } from "./lines.ts";

export type { Block } from "./lines.ts";

/** Control characters, halves of surrogate pairs, and what some programs count as space and others do not. */
const UNSEEN = /[\0-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\uFEFF]/gu;

/** The outermost blocks, none when there is any problem; headings are those inside lists and quotations too. */
export function render(markdown: string, questions: Pick<Notes, "ownBlock" | "addressOf" | "attributesOf"> = {}) {
  const notes: Notes = { ...questions, problems: [], links: [], headings: [], ids: new Map() };
  let at = 0;
  const lines = markdown.split(/\r\n|\n|\r/).map((text): Line => {
    const odd = unseen(text);
    if (odd !== undefined) notes.problems.push({ at: at + odd.column - 1, message: odd.message });
    // With a letter in its place it is one problem and no more.
    const line = { text: text.replace(UNSEEN, "\uFFFD"), at };
    at += text.length + 1;
    return line;
  });
  const blocks = readBlocks(lines, notes);
  const problems = placed(notes.problems, lines);
  return { blocks: problems.length > 0 ? [] : blocks, problems, links: placed(notes.links, lines), headings: notes.headings };
}

/** In the order of the text. */
function placed<Found extends { readonly at: number }>(found: readonly Found[], lines: readonly Line[]) {
  let line = 0;
  return found.toSorted((one, other) => one.at - other.at).map(({ at, ...rest }) => {
    while (Number(lines[line]?.at) <= at) line += 1;
    return { ...rest, line, column: at - Number(lines[line - 1]?.at) + 1 };
  });
}

/** The first character of a line that no page shows; undefined when there is none. */
export function unseen(text: string) {
  const at = text.search(UNSEEN);
  if (at === -1) return undefined;
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0");
  return { column: at + 1, message: text[at] === "\t" ? "Use spaces instead of a tab." : `Remove the invisible character U+${code}.` };
}

/** Fenced code, a code span, an escaped character, or where a link leads; code may end with the text, so that it is linear. */
const CODE_OR_ADDRESS =
  /^(?:[ >]|[-+*] |\d+[.)] )*(`{3,}|~{3,})[^`\n]*$[^]*?(?:\n[ >]*\1[`~]* *$|(?![^]))|(`+)(?!`)[^]*?(?:(?<!`)\2(?!`)|(?![^]))|\\.|\]\(((?:\\.|[^\\()]|\((?:\\.|[^\\()])*\))*)/gm;

/** A text without problems, with other addresses in those links and pictures that `change` knows. */
export function withAddresses(markdown: string, change: (target: string) => string | undefined): string {
  return markdown.replace(CODE_OR_ADDRESS, (whole: string, _fence, _ticks, address?: string) => {
    const changed = address === undefined ? undefined : change(unescaped(address));
    return changed === undefined ? whole : `](${markdownAddress(changed)}`;
  });
}
