/**
 * Lines of a page's source together with where they stand, and what is noted about those places.
 *
 * Nothing here knows markdown.
 */

export interface Line {
  /** What is left of the line when the marks of the lists and quotations around it are taken away. */
  readonly text: string;
  /** Of the source, counted from 1. */
  readonly number: number;
  /** Where `text` begins in the source's line, counted from 1 in UTF-16 code units. */
  readonly column: number;
}

export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface MarkdownProblem extends Place {
  /** One sentence: what was found and what to write instead. */
  readonly message: string;
}

/** An address that the text points at, be it a link's or a picture's. */
export interface MarkdownLink extends Place {
  readonly target: string;
}

/** What is found on the way, in the order of the source. */
export interface Notes {
  readonly problems: MarkdownProblem[];
  readonly links: MarkdownLink[];
  /** The HTML of a line that is a block of its own; undefined when the line is markdown. */
  readonly block: (line: string) => string | undefined;
}

/** The number of spaces at the start. */
export function indentOf(text: string): number {
  let at = 0;
  while (text[at] === " ") at += 1;
  return at;
}

export function isBlank({ text }: Line): boolean {
  return indentOf(text) === text.length;
}

/** The line without its first `count` characters. */
export function cut({ text, number, column }: Line, count: number): Line {
  return { text: text.slice(count), number, column: column + count };
}

/** A loop and not `/ +$/`, which takes quadratic time over a long run of spaces inside the text. */
export function withoutSpacesAtEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === " ") end -= 1;
  return text.slice(0, end);
}

/** The line without the spaces at both its ends. */
export function trimmed(line: Line): Line {
  const { text, number, column } = cut(line, indentOf(line.text));
  return { text: withoutSpacesAtEnd(text), number, column };
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
    return { line: lines[low]?.number ?? 1, column: (lines[low]?.column ?? 1) + offset - (starts[low] ?? 0) };
  };
}
