/**
 * What a line begins, judged by its first characters alone.
 *
 * It does not know the lines above, except for what can begin in the middle of a paragraph.
 */
import { type Line, indentOf } from "./source.ts";

export type LineStart =
  | "heading"
  | "fence"
  | "rule"
  | "quotation"
  | "item"
  | "table"
  | "text"
  | { readonly refused: string };

/** The mark of a list item. */
export interface Marker {
  readonly isNumbered: boolean;
  /** NaN when not numbered. */
  readonly number: number;
  readonly indent: number;
  /** Columns from the line's start to the item's words. */
  readonly width: number;
  readonly problem: string | undefined;
}

/** The first that matches decides: CommonMark 0.31.2, chapters 4 and 5; a rule of dashes goes before an item. */
const STARTS: readonly (readonly [RegExp, LineStart])[] = [
  [/^>/, "quotation"],
  [/^#{1,6}(?: |$)/, "heading"],
  [/^#/, { refused: "A heading is one to six # and a space before its words; for a plain # write \\#." }],
  [/^```/, "fence"],
  [/^~~~/, { refused: "Begin and end code with ``` instead; for a plain ~ write \\~." }],
  [/^<[A-Za-z/!?]/, { refused: "HTML and <addresses> are not used here; for a plain < write \\<." }],
  [/^(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/, "rule"],
  [/^(?:-|\d{1,9}\.)(?: |$)/, "item"],
  [/^[*+](?: |$)/, { refused: "Begin each item of a list with - and a space; for a plain sign write \\* or \\+." }],
  [/^\d{1,9}\)(?: |$)/, { refused: "Begin the items of a numbered list with 1. and so on; for a plain ) write \\)." }],
  [/^\|/, "table"],
];

const TOO_FAR_IN = "This line begins with too many spaces; for code, put ``` above and below it.";

export function startOf({ text }: Line): LineStart {
  const indent = indentOf(text);
  if (indent >= 4) return { refused: TOO_FAR_IN };
  const words = text.slice(indent);
  return STARTS.find(([pattern]) => pattern.test(words))?.[1] ?? "text";
}

/** The line has to begin an item. */
export function markerOf({ text }: Line): Marker {
  const indent = indentOf(text);
  const [whole = "", , digits, spaces = ""] = /^(-|(\d{1,9})\.)( *)/.exec(text.slice(indent)) ?? [];
  const width = indent + whole.length;
  let problem: string | undefined;
  if (width === text.length) problem = "A list item needs words behind its mark.";
  else if (spaces.length > 4) problem = "Put one space behind the mark of a list item.";
  return { isNumbered: digits !== undefined, number: Number(digits), indent, width, problem };
}

/** Whether the line, below one of a paragraph, would make that a heading (section 4.3). */
export function underlines({ text }: Line): boolean {
  return /^(?:=+|-+) *$/.test(text.slice(indentOf(text)));
}

/** Whether a line in a paragraph ends it. Only an item with words, numbered 1 or not at all, does so (section 5.2). */
export function interruptsParagraph(line: Line, start: LineStart): boolean {
  if (start !== "item") return start !== "text";
  const { isNumbered, number, width } = markerOf(line);
  return width < line.text.length && (!isNumbered || number === 1);
}
