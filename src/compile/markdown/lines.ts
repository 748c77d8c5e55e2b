/**
 * Types for the Markdown parser, and functions that read lines. Offsets count from the start of the Markdown, after the
 * placeholders of facts have been replaced.
 */

import { type Message, type MessageValues, ParseError } from "../messages.ts";

export type Line = Readonly<{
  /** The line without indentation, and without the markers of enclosing lists and block quotes. */
  text: string;
  /** Number of spaces before `text`. */
  indent: number;
  /** Offset of `text`. */
  offset: number;
}>;

type Heading = Readonly<{
  level: number;
  text: string;
  /** HTML id, unique within the document. */
  id: string;
  offset: number;
}>;

export type Block = Readonly<{
  html: string;
  heading?: Heading;
  /** A paragraph's HTML without the `<p>`, for tight lists. */
  inlineHtml?: string;
  fragmentName?: string;
}>;

/** A generated block, which replaces a paragraph such as `{{reviews.list}}`. */
export type Fragment = Block & { readonly markdown: string };

export type Problem = Message & { readonly offset: number };

export type Edit = Readonly<{ offset: number; length: number; text: string }>;

/**
 * Looks up the name in a placeholder. Returns the text of a fact, undefined for a fragment (a block that is generated
 * separately), or an error if the name is unknown.
 */
export type FindFact = (name: string) => string | Message | undefined;

export type Lookups = Readonly<{
  /** Finds the image for a target. `attributes` contains further HTML attributes, each with a leading space. */
  findImage?: (target: string) => Readonly<{ url: string; attributes: string }> | undefined;
  /** Without `findFact`, placeholders are left as they are. */
  findFact?: FindFact;
  findFragment?: (paragraph: string) => Fragment | undefined;
  /** Returns the absolute URL of a link or image, for the Markdown version of the page. */
  absoluteUrl?: (target: string) => string;
}>;

export type Context = Lookups & Readonly<{
  problems: Problem[];
  /** Edits that insert fragments and absolute URLs into the published Markdown, in document order. */
  edits: Edit[];
  /** Targets of links and images. */
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

export function lineError({ offset }: Line, code: Message["code"], values?: MessageValues) {
  return new ParseError(offset, code, values);
}
