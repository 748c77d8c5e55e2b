/**
 * Lines of a text together with where they stand, what is noted about those places, and how one of them is refused.
 *
 * Nothing here knows markdown.
 */

export interface Place {
  /** Of the source, counted from 1. */
  readonly line: number;
  /** Counted from 1 in UTF-16 code units. */
  readonly column: number;
}

export interface MarkdownProblem extends Place {
  /** One sentence: what was found and what to write instead. */
  readonly message: string;
}

/** An address that the text points at, be it a link's or a picture's. */
export interface MarkdownLink extends Place {
  readonly target: string;
  readonly isPicture: boolean;
  /** Where the address itself stands, and how many characters it takes there. */
  readonly address: Place & { readonly length: number };
}

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** Unlike that of every other heading of the text. */
  readonly id: string;
}

/** What is asked and found on the way, in the order of the source. */
export interface Notes {
  readonly headingIds: boolean;
  readonly block: (line: string) => string | undefined;
  readonly problems: MarkdownProblem[];
  readonly links: MarkdownLink[];
  readonly headings: Heading[];
  /** The ids of headings, each with the last number that was tried behind it. */
  readonly ids: Map<string, number>;
}

/** What is left of a line when the marks of the lists and quotations around it are taken away, and where it begins. */
export interface Line extends Place {
  readonly text: string;
}

/** Thrown where a text cannot be read further; caught where the blocks are read, and nowhere else. */
export class Refusal extends Error {
  readonly problem: MarkdownProblem;

  constructor({ line, column }: Place, message: string) {
    super(message);
    this.problem = { line, column, message };
  }
}

/** With line feeds where the reference implementation puts them, so that the two can be compared. */
export interface Block {
  readonly html: string;
  /** `first` and `last` are lines of the source. */
  readonly first: number;
  readonly last: number;
  readonly heading?: Heading;
  /** What a tight list shows of a paragraph. */
  readonly words?: string;
}

/** The lines being read, how far, and inside how many lists and quotations. */
export interface Source {
  readonly lines: readonly Line[];
  readonly lists: number;
  readonly quotations: number;
  readonly notes: Notes;
  at: number;
}

/** The number of spaces at the start. */
export function indentOf(text: string): number {
  let at = 0;
  while (text[at] === " ") at += 1;
  return at;
}

/** The line being read, unless it is empty. */
export function next({ lines, at }: Source): Line | undefined {
  const line = lines[at];
  return line === undefined || isBlank(line) ? undefined : line;
}

export function isBlank({ text }: Line): boolean {
  return indentOf(text) === text.length;
}

export function refuse(line: Line, message: string): never {
  throw new Refusal(cut(line, indentOf(line.text)), message);
}

/** The line without its first `count` characters. */
export function cut({ text, line, column }: Line, count: number): Line {
  return { text: text.slice(count), line, column: column + count };
}

/** A loop and not `/ +$/`, which takes quadratic time over a long run of spaces inside the text. */
export function withoutSpacesAtEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === " ") end -= 1;
  return text.slice(0, end);
}

/** The line without the spaces at both its ends. */
export function trimmed(line: Line): Line {
  const words = cut(line, indentOf(line.text));
  return { ...words, text: withoutSpacesAtEnd(words.text) };
}

/** Finds the place of an offset into the lines' texts joined by line feeds. */
export function placesIn(lines: readonly Line[]): (offset: number) => Place {
  const starts: number[] = [];
  let length = 0;
  for (const { text } of lines) {
    starts.push(length);
    length += text.length + 1;
  }
  return (offset) => {
    let [low, high] = [0, lines.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const { line, column } = lines[low] ?? { line: 1, column: 1 };
    return { line, column: column + offset - (starts[low] ?? 0) };
  };
}
