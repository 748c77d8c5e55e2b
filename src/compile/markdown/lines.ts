/**
 * Lines of a text with their offsets, what is noted while they are read, and how a line is refused.
 *
 * It knows no syntax but blank lines and indentation. An offset counts UTF-16 code units of the whole text.
 */

import { ParseError } from "../parse-error.ts";
import type { Phrase, PhraseValues } from "../phrase.ts";

/** The rest of a line without the marks of the lists and quotations around it, and the offset where it begins. */
export interface Line {
  readonly text: string;
  readonly offset: number;
}

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** Unique within the text. */
  readonly id: string;
}

/** HTML with line feeds where the reference implementation has them. */
export interface Block {
  readonly html: string;
  readonly heading?: Heading;
  /** HTML of a paragraph without its element, for tight lists. */
  readonly inlineHtml?: string;
  /** Whether a blank line is above it. */
  readonly isSeparate?: boolean;
}

/** The callbacks by which a caller fills in what it knows about its own lines and addresses. */
export interface Options {
  /** Returns the HTML of a line that is a block of the caller's, or undefined if the line is Markdown. */
  readonly ownBlock?: (line: string) => string | undefined;
  /** Returns the address that the HTML has for the target of a link or picture. */
  readonly addressOf?: (target: string) => string;
  /** Returns further attributes of a picture by its target, each with a space before it. */
  readonly attributesOf?: (target: string) => string;
}

/** The options, and what has been found so far. */
export interface Context extends Options {
  readonly problems: (Phrase & { readonly offset: number })[];
  /** Targets of links and pictures. The offset and length are those of the address in the text. */
  readonly links: { readonly offset: number; readonly length: number; readonly target: string }[];
  readonly headings: Heading[];
  /** The ids of headings, each with the last numeric suffix that was tried for it. */
  readonly ids: Map<string, number>;
}

/** The lines of a text, or of a list item or quotation in it, and the index of the current one. */
export interface BlockReader {
  readonly lines: readonly Line[];
  /** The number of lists and quotations around the lines. */
  readonly depth: number;
  readonly context: Context;
  index: number;
}

export function refuse(line: Line, code: Phrase["code"], values?: PhraseValues): never {
  throw new ParseError(line.offset + indentOf(line), code, values);
}

/** Returns the current line, or undefined if it is blank or the text has ended. */
export function currentLine({ lines, index }: BlockReader): Line | undefined {
  const line = lines[index];
  return line === undefined || isBlank(line) ? undefined : line;
}

/** Moves past the lines from the current one on that match, and returns them. */
export function takeWhile(reader: BlockReader, matches: (line: Line) => boolean): Line[] {
  const start = reader.index;
  for (let line = reader.lines[start]; line !== undefined && matches(line); line = reader.lines[reader.index]) {
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

/** Returns the line without its first characters. */
export function dropStart({ text, offset }: Line, count: number): Line {
  return { text: text.slice(count), offset: offset + count };
}
