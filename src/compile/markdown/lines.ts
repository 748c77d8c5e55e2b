/**
 * Types of the Markdown parser, and functions that read lines. Offsets count UTF-16 code units.
 */

import { ParseError } from "../parse-error.ts";
import type { Phrase, PhraseValues } from "../phrase.ts";

export interface Line {
  /** Without the markers of the lists and block quotes that contain the line. */
  readonly text: string;
  /** Offset of `text` in the Markdown document. */
  readonly offset: number;
}

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** HTML id, unique within the document. */
  readonly id: string;
}

/** A rendered block, such as a paragraph or list. */
export interface Block {
  readonly html: string;
  readonly heading?: Heading;
  /** HTML of a paragraph without `<p>`, for tight lists. Undefined for other blocks. */
  readonly inlineHtml?: string;
  readonly followsBlankLine?: boolean;
}

export interface Options {
  /** Returns the HTML of a line in a custom syntax, e.g. `{{map}}`, or undefined if the line is Markdown. */
  readonly customBlock?: (line: string) => string | undefined;
  /** Returns the URL of a link or image target. By default, this is the target itself. */
  readonly urlFor?: (target: string) => string;
  /** Returns additional HTML attributes of the image with a target, e.g. ` width="800" height="600"`. */
  readonly imageAttributes?: (target: string) => string;
}

/** The options, and everything found in the document so far. */
export interface Context extends Required<Options> {
  readonly problems: (Phrase & { readonly offset: number })[];
  /** Links and images in document order. `offset` and `length` locate the target as written, with its escapes. */
  readonly links: { readonly offset: number; readonly length: number; readonly target: string }[];
  readonly headings: Heading[];
  /** The last numeric suffix tried for each heading id in use, e.g. 3 for `rooms` after `rooms-3`. */
  readonly lastSuffixes: Map<string, number>;
}

/** The lines of a document, list item or block quote, and the index of the current line. */
export interface BlockReader {
  readonly lines: readonly Line[];
  /** Number of lists and block quotes around the lines. */
  readonly depth: number;
  readonly context: Context;
  index: number;
}

/** Creates an error located at the first character of the line that is not a space. */
export function lineError(line: Line, code: Phrase["code"], values?: PhraseValues): ParseError {
  return new ParseError(line.offset + indentOf(line), code, values);
}

/** Returns the current line, or undefined if it is blank or there is none. */
export function currentLine({ lines, index }: BlockReader): Line | undefined {
  const line = lines[index];
  return line === undefined || isBlank(line) ? undefined : line;
}

/** Reads lines for as long as they match, and returns them. */
export function readLinesWhile(reader: BlockReader, matches: (line: Line) => boolean): Line[] {
  const matching: Line[] = [];
  for (let line = reader.lines[reader.index]; line !== undefined && matches(line); line = reader.lines[reader.index]) {
    matching.push(line);
    reader.index += 1;
  }
  return matching;
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
