/**
 * Lines of a text together with where they stand, what is noted about those places, and how one of them is refused.
 *
 * A place is an offset into the text, in UTF-16 code units, until `render` tells it as line and column.
 */

/** From 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** What is left of a line without the marks of the lists and quotations around it, and where it begins. */
export interface Line {
  readonly text: string;
  readonly at: number;
}

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** Unlike that of every other heading of the text. */
  readonly id: string;
}

/** With line feeds where the reference implementation has them. */
export interface Block {
  readonly html: string;
  readonly heading?: Heading;
  /** What a tight list shows of a paragraph. */
  readonly words?: string;
  /** Whether an empty line stands above it. */
  readonly isApart?: boolean;
}

/** What is asked and found on the way. */
export interface Notes {
  /** The HTML of a line that is a block of its own; undefined when the line is markdown. */
  readonly ownBlock?: (line: string) => string | undefined;
  /** Returns the address of a link or picture in the HTML. */
  readonly addressOf?: (target: string) => string;
  /** Returns further attributes of a picture, each with a space before it. */
  readonly attributesOf?: (target: string) => string;
  /** One sentence each: what was found and what to write instead. */
  readonly problems: { readonly at: number; readonly message: string }[];
  /** Addresses that the text points at. */
  readonly links: { readonly at: number; readonly target: string }[];
  readonly headings: Heading[];
  /** The ids of headings, each with the last number that was tried behind it. */
  readonly ids: Map<string, number>;
}

/** The lines being read, how far, and inside how many lists and quotations. */
export interface Source {
  readonly lines: readonly Line[];
  readonly depth: number;
  readonly notes: Notes;
  at: number;
}

/** Thrown where a text cannot be read further; caught by `readBlocks` alone. */
export class Refusal extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

export function refuse(line: Line, message: string): never {
  throw new Refusal(line.at + indentOf(line), message);
}

/** The line being read, unless it is empty. */
export function next({ lines, at }: Source): Line | undefined {
  const line = lines[at];
  return line === undefined || isBlank(line) ? undefined : line;
}

/** The lines from here on, moving behind them, as long as they belong. */
export function take(source: Source, belongs: (line: Line) => boolean): Line[] {
  const { lines, at } = source;
  for (let line = lines[at]; line !== undefined && belongs(line); line = lines[source.at]) source.at += 1;
  return lines.slice(at, source.at);
}

export function isBlank(line: Line): boolean {
  return indentOf(line) === line.text.length;
}

export function indentOf({ text }: Line): number {
  return text.search(/[^ ]|$/);
}

export function cut({ text, at }: Line, count: number): Line {
  return { text: text.slice(count), at: at + count };
}
