/**
 * Types and line-reading helpers for the Markdown parser. Offsets are in UTF-16 code units.
 */

import { type Message, type MessageValues, ParseError } from "../messages.ts";

/** A bullet that a word processor puts before a list item. */
export const BULLET = /^\s*[•●▪◦‣]/;

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
  /** The HTML inside the `<p>` element. Set only for paragraphs. */
  readonly inlineHtml?: string;
  readonly isBelowBlankLine?: boolean;
  /** Set only for fragments. */
  readonly fragmentName?: string;
}

/** A generated block that replaces a paragraph such as `{{reviews.list}}`. */
export type Fragment = Block & { readonly markdown: string };

export type Problem = Message & { readonly offset: number };

/** A replacement for part of the Markdown document. */
export type Edit = Readonly<{ offset: number; length: number; text: string }>;

/** Lookup functions. Without `findFact`, placeholders are plain text. */
export interface Lookups {
  /** Looks up the image that a target refers to. `attributes` contains HTML attributes, each with a leading space. */
  readonly findImage?: (target: string) => { readonly url: string; readonly attributes: string } | undefined;
  /** Returns a fact as plain text, or an error. */
  readonly findFact?: (name: string) => string | Message;
  readonly findFragment?: (paragraph: string) => Fragment | undefined;
}

export interface Context extends Lookups {
  readonly problems: Problem[];
  /** Filled-in placeholders, in document order. */
  readonly edits: Edit[];
  /**
   * Targets of links and images, without backslash escapes. `offset` is the position of the escaped target in the
   * Markdown document. `length` is the length of the escaped target with its placeholders filled in.
   */
  readonly targets: { readonly offset: number; readonly length: number; readonly target: string }[];
  /** `offset` is the position of the heading in the Markdown document. */
  readonly headings: (Heading & { readonly offset: number })[];
  /** How many times each id has been requested. Repeated ids get a suffix. */
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

export function lineError(line: Line, code: Message["code"], values?: MessageValues): ParseError {
  return new ParseError(line.offset + indentOf(line), code, values);
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

export function isBlank(line: Line): boolean {
  return indentOf(line) === line.text.length;
}

export function indentOf({ text }: Line): number {
  return text.search(/[^ ]|$/);
}

/** Removes the text that `pattern` matches, which must be at the start of the line. */
export function dropPrefix(line: Line, pattern: RegExp): Line {
  const rest = line.text.replace(pattern, "");
  return dropCharacters(line, line.text.length - rest.length);
}

/** Removes the first `count` characters of a line, or all of them if the line is shorter. */
export function dropCharacters({ text, offset }: Line, count: number): Line {
  return { text: text.slice(count), offset: offset + Math.min(count, text.length) };
}
