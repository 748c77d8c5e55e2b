/**
 * Lines of a text together with where they stand, what is noted about those places, and how one of them is refused.
 */

export interface Place {
  readonly line: number;
  /** Counted from 1 in UTF-16 code units, as lines are from 1. */

  readonly column: number;
}

export interface MarkdownProblem extends Place {
  /** One sentence: what was found and what to write instead. */
  readonly message: string;
}

/** An address that the text points at, where it stands and how many characters it takes there. */
export interface MarkdownLink extends Place {
  readonly length: number;
  readonly target: string;
}

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** Unlike that of every other heading of the text. */
  readonly id: string;
}

/** With line feeds where the reference implementation puts them, so that the two can be compared. */
export interface Content {
  readonly html: string;
  readonly heading?: Heading;
  /** What a tight list shows of a paragraph. */
  readonly words?: string;
}

export interface Block extends Content {
  /** Where it begins and ends. */
  readonly line: number;
  readonly last: number;
}

/** What is left of a line when the marks of the lists and quotations around it are taken away, and where it begins. */
export interface Line extends Place {
  readonly text: string;
}

export interface Questions {
  /** The HTML of a line that is a block of its own; undefined when the line is markdown. */
  readonly ownBlock: (line: string) => string | undefined;
  /** What HTML calls a target of a link or picture. */
  readonly addressOf: (target: string) => string;
  /** Further attributes of a picture, by its address; each begins with a space. */
  readonly sizeOf: (address: string) => string;
}

/** What is asked and found on the way. */
export interface Notes extends Questions {
  readonly problems: MarkdownProblem[];
  readonly links: MarkdownLink[];
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

/** Thrown where a text cannot be read further; caught where the blocks are read, and nowhere else. */
export class Refusal extends Error {
  readonly problem: MarkdownProblem;

  constructor({ line, column }: Place, message: string) {
    super(message);
    this.problem = { line, column, message };
  }
}

export function refuse(line: Line, message: string): never {
  throw new Refusal(cut(line, indentOf(line)), message);
}

/** The line being read, unless it is empty. */
export function next({ lines, at }: Source): Line | undefined {
  const line = lines[at];
  return line === undefined || isBlank(line) ? undefined : line;
}

/** Moves on to the line below, be it empty or not. */
export function below(source: Source): Line | undefined {
  source.at += 1;
  return source.lines[source.at];
}

export function isBlank(line: Line): boolean {
  return indentOf(line) === line.text.length;
}

/** The number of spaces at the start. */
export function indentOf({ text }: Line): number {
  return text.search(/[^ ]|$/);
}

/** The line without its first `count` characters. */
export function cut({ text, line, column }: Line, count: number): Line {
  return { text: text.slice(count), line, column: column + count };
}

/** The line without the spaces at both its ends. */
export function trimmed(line: Line): Line {
  const words = cut(line, indentOf(line));
  return { ...words, text: words.text.replace(SPACES_AT_END, "") };
}

/** Tells where a text begins when line feeds join them all; Infinity beyond the last. */
export function startsOf(texts: readonly string[]): (index: number) => number {
  let end = 0;
  const starts = texts.map((text) => (end += text.length + 1) - text.length - 1);
  return (index) => {
    const { [index]: start = Infinity } = starts;
    return start;
  };
}

/** The look behind keeps it from beginning at each of many spaces, which would take quadratic time. */
export const SPACES_AT_END = /(?<! ) +$/;
