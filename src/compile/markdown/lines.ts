/**
 * Types and line-reading helpers of the Markdown parser. Offsets are in UTF-16 code units.
 */

import { type Message, type MessageValues, ParseError } from "../message.ts";

export interface Line {
  /** The line without the markers of enclosing lists and block quotes. */
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

export interface Block {
  readonly html: string;
  readonly heading?: Heading;
  /** HTML of a paragraph without `<p>`. */
  readonly inlineHtml?: string;
  readonly followsBlankLine?: boolean;
}

export interface Context {
  /** Looks up the image that a target refers to. Each attribute starts with a space, e.g. ` width="800"`. */
  readonly findImage: (target: string) => { readonly url: string; readonly attributes: string } | undefined;
  readonly problems: (Message & { readonly offset: number })[];
  /** Links and images. `offset` and `length` span the target as written, including escapes. */
  readonly links: { readonly offset: number; readonly length: number; readonly target: string }[];
  readonly headings: Heading[];
  /** Number of headings for each id, including those that got a suffix. */
  readonly countById: Map<string, number>;
}

/** A cursor over the lines of a document, list item or block quote. */
export interface BlockReader {
  readonly lines: readonly Line[];
  /** Number of lists and block quotes that enclose the lines. */
  readonly depth: number;
  readonly context: Context;
  index: number;
}

export function lineError(line: Line, code: Message["code"], values?: MessageValues): ParseError {
  return new ParseError(line.offset + indentOf(line), code, values);
}

/** Returns the current line, or undefined if it is blank or there is none. */
export function nonBlankLine({ lines, index }: BlockReader): Line | undefined {
  const line = lines[index];
  return line === undefined || isBlank(line) ? undefined : line;
}

export function readLinesWhile(reader: BlockReader, matches: (line: Line) => boolean): Line[] {
  const { lines, index: start } = reader;
  let line = lines[start];
  while (line !== undefined && matches(line)) {
    reader.index += 1;
    line = lines[reader.index];
  }
  return lines.slice(start, reader.index);
}

export function isBlank(line: Line): boolean {
  return indentOf(line) === line.text.length;
}

export function indentOf({ text }: Line): number {
  return text.search(/[^ ]|$/);
}

export function dropStart({ text, offset }: Line, count: number): Line {
  return { text: text.slice(count), offset: offset + count };
}
