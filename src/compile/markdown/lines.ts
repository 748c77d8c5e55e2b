/**
 * Data types of the Markdown parser, and functions that read lines and report errors in them.
 *
 * The only syntax it knows is blank lines and indentation. Offsets count UTF-16 code units from the start of the text.
 */

import { ParseError } from "../parse-error.ts";
import type { Phrase, PhraseValues } from "../phrase.ts";

/** The part of a line after the list and quotation markers around it, and the offset of that part in the text. */
export interface Line {
  readonly text: string;
  readonly offset: number;
}

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** HTML id, unique within the text. */
  readonly id: string;
}

/** A rendered block, such as a paragraph or a list. Its HTML has the line feeds of the CommonMark specification. */
export interface Block {
  readonly html: string;
  readonly heading?: Heading;
  /** HTML of a paragraph without the `<p>` element, because a tight list omits that. Undefined for other blocks. */
  readonly inlineHtml?: string;
  /** Whether there is a blank line directly above the block. */
  readonly isSeparate?: boolean;
}

/** Callbacks that let the caller add its own kind of block and change addresses. */
export interface Options {
  /** Returns the HTML of a line in the caller's own syntax, such as `{{name}}`, or undefined if it is Markdown. */
  readonly ownBlock?: (line: string) => string | undefined;
  /** Maps the target of a link or image to the URL for `href` or `src`. If omitted, the target is used unchanged. */
  readonly addressOf?: (target: string) => string;
  /** Returns extra HTML attributes for the image with this URL, e.g. ` width="800" height="600"`. */
  readonly attributesOf?: (target: string) => string;
}

/** The options, and the problems, links and headings found in the text so far. */
export interface Context extends Options {
  readonly problems: (Phrase & { readonly offset: number })[];
  /** Targets of links and pictures. `offset` and `length` locate the address as it is written in the text. */
  readonly links: { readonly offset: number; readonly length: number; readonly target: string }[];
  readonly headings: Heading[];
  /** Heading ids in use, each with the last numeric suffix tried for it, e.g. 3 for `rooms` after `rooms-3`. */
  readonly ids: Map<string, number>;
}

/** The lines of a text, list item or quotation, and the index of the line to be read next. */
export interface BlockReader {
  readonly lines: readonly Line[];
  /** Number of lists and quotations that the lines are nested in. */
  readonly depth: number;
  readonly context: Context;
  index: number;
}

/** Throws a parse error at the first character of the line that is not a space. */
export function fail(line: Line, code: Phrase["code"], values?: PhraseValues): never {
  throw new ParseError(line.offset + indentOf(line), code, values);
}

/** Returns the current line, or undefined if it is blank or the text has ended. */
export function currentLine({ lines, index }: BlockReader): Line | undefined {
  const line = lines[index];
  return line === undefined || isBlank(line) ? undefined : line;
}

/** Reads lines, from the current one, until one does not match. Returns the lines read. */
export function takeWhile(reader: BlockReader, matches: (line: Line) => boolean): Line[] {
  const start = reader.index;
  let line = reader.lines[start];
  while (line !== undefined && matches(line)) {
    reader.index += 1;
    line = reader.lines[reader.index];
  }
  return reader.lines.slice(start, reader.index);
}

export function isBlank(line: Line): boolean {
  return indentOf(line) === line.text.length;
}

/** Returns the number of spaces at the start of the line. */
export function indentOf({ text }: Line): number {
  return text.search(/[^ ]|$/);
}

/** Returns the line without its first `count` characters. */
export function dropStart({ text, offset }: Line, count: number): Line {
  return { text: text.slice(count), offset: offset + count };
}
