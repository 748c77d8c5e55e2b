/**
 * Types of the Markdown parser, and functions that read lines. Offsets are positions in the text after placeholders
 * such as `{{site.sleeps}}` have been replaced.
 */

import { type Message, ParseError } from "../messages.ts";

export type Line = Readonly<{
  /** The line without indentation, and without the markers of enclosing lists and block quotes. */
  text: string;
  /** Number of spaces before `text`. */
  indent: number;
  offset: number;
}>;

type Heading = Readonly<{ level: number; text: string; id: string; offset: number }>;

export type Block = Readonly<{
  html: string;
  heading?: Heading;
  /** The HTML of a paragraph without its `<p>` tags. */
  inlineHtml?: string;
  fragmentName?: string;
}>;

/** A block generated from the owner's data. It replaces a paragraph such as `{{reviews.list}}`. */
export type Fragment = Block & { readonly markdown: string };

export type Problem = Message & { readonly offset: number };

export type Edit = Readonly<{ offset: number; length: number; text: string }>;

/**
 * Looks up a placeholder's name, e.g. `site.sleeps`. Returns the value to insert, or an error if the name is unknown.
 * Returns undefined if the placeholder stands for a whole block, which `findFragment` looks up.
 */
export type FindFact = (name: string) => string | Message | undefined;

export type Lookups = Readonly<{
  /** Returns a local image's published URL, and HTML attributes for its `<img>` tag. */
  findImage?: (target: string) => Readonly<{ url: string; attributes: string }> | undefined;
  /** Without this function, placeholders are left unchanged. */
  findFact?: FindFact;
  findFragment?: (paragraph: string) => Fragment | undefined;
  /** Makes the URL of a link or image absolute. */
  absoluteUrl?: (target: string) => string;
}>;

export type Context = Lookups & Readonly<{
  problems: Problem[];
  /** Edits that insert generated blocks and absolute URLs into the published Markdown. In document order. */
  edits: Edit[];
  targets: Readonly<{ offset: number; target: string }>[];
  headings: Heading[];
  /** Number of uses of each heading id. A repeated id gets a suffix such as `-2`. */
  idUseCounts: Map<string, number>;
}>;

/** A cursor over lines. Functions named `read…` or `skip…` advance it. */
export interface BlockReader {
  readonly lines: readonly Line[];
  /** Number of lists and block quotes that enclose `lines`. */
  readonly depth: number;
  readonly context: Context;
  index: number;
}

export function createLine(text: string, offset: number): Line {
  const indent = text.search(/[^ ]|$/);
  return { text: text.slice(indent), indent, offset: offset + indent };
}

export function dropCharacters({ text, offset }: Line, count: number): Line {
  return createLine(text.slice(count), offset + count);
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

export function isBlank({ text }: Line): boolean {
  return text === "";
}

export function lineError({ offset }: Line, code: Message["code"]) {
  return new ParseError(offset, code);
}
