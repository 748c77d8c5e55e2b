/**
 * Shared types of the Markdown parser, and functions that read lines. Offsets are in UTF-16 code units.
 */

import { type Message, type MessageValues, ParseError } from "../messages.ts";

export interface Line {
  /** The line without the markers of enclosing lists and block quotes. */
  readonly text: string;
  /** Offset of `text` in the Markdown document. */
  readonly offset: number;
}

interface Heading {
  readonly level: number;
  readonly text: string;
  /** HTML id, unique within the document. */
  readonly id: string;
}

export interface Block {
  readonly html: string;
  readonly heading?: Heading;
  /** A paragraph's HTML without the `<p>`, for tight lists. */
  readonly inlineHtml?: string;
  readonly isBelowBlankLine?: boolean;
  readonly fragmentName?: string;
}

/** A generated block that replaces a paragraph such as `{{reviews.list}}`. */
export type Fragment = Block & { readonly markdown: string };

export type Problem = Message & { readonly offset: number };

export type Edit = Readonly<{ offset: number; length: number; text: string }>;

export interface Lookups {
  /** `attributes` contains HTML attributes, each with a leading space. */
  readonly findImage?: (target: string) => { readonly url: string; readonly attributes: string } | undefined;
  /** Returns the plain text that replaces a placeholder, or an error. If undefined, placeholders are not replaced. */
  readonly findFact?: (name: string) => string | Message;
  readonly findFragment?: (paragraph: string) => Fragment | undefined;
}

/** The parser's input and output. Offsets are positions in the Markdown document. */
export interface Context extends Lookups {
  readonly problems: Problem[];
  /** Filled-in placeholders, in document order. */
  readonly edits: Edit[];
  /** Unescaped targets of links and images. `length` is the length before unescaping, with placeholders filled in. */
  readonly targets: { readonly offset: number; readonly length: number; readonly target: string }[];
  readonly headings: (Heading & { readonly offset: number })[];
  /** How many times each heading id has been requested. Repeated ids get a suffix. */
  readonly idUseCounts: Map<string, number>;
}

/** A cursor over the lines of a document, list item or block quote. Functions named `read…` move the cursor. */
export interface BlockReader {
  readonly lines: readonly Line[];
  /** How many lists and block quotes enclose `lines`. */
  readonly depth: number;
  readonly context: Context;
  index: number;
}

export function currentLine({ lines, index }: BlockReader): Line | undefined {
  return lines[index];
}

export function readLinesWhile(reader: BlockReader, matches: (line: Line) => boolean): Line[] {
  const start = reader.index;
  for (let line = currentLine(reader); line !== undefined && matches(line); line = currentLine(reader)) {
    reader.index += 1;
  }
  return reader.lines.slice(start, reader.index);
}

export function lineError(line: Line, code: Message["code"], values?: MessageValues): ParseError {
  return new ParseError(line.offset + indentOf(line), code, values);
}

export function isBlank(line: Line): boolean {
  return indentOf(line) === line.text.length;
}

export function indentOf({ text }: Line): number {
  return text.search(/[^ ]|$/);
}

export function dropPrefix(line: Line, pattern: RegExp): Line {
  return dropCharacters(line, pattern.exec(line.text)?.[0].length ?? 0);
}

export function dropCharacters({ text, offset }: Line, count: number): Line {
  return { text: text.slice(count), offset: offset + Math.min(count, text.length) };
}
