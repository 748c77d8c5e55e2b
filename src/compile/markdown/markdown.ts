/**
 * Renders a subset of CommonMark 0.31.2, plus tables, as HTML in linear time. Reports all other syntax as errors.
 */

import { formatCodePoint } from "../messages.ts";
import { readBlocks } from "./blocks.ts";
import { fillPlaceholders } from "./fill-placeholders.ts";
import { type Context, createLine, type Edit, type Line, type Lookups, type Problem } from "./lines.ts";

/**
 * Renders Markdown whose lines end with `\n`. Also returns `publishedMarkdown`, a copy of the Markdown with filled-in
 * placeholders and absolute URLs. If there are `problems`, the other results are incomplete.
 */
export function render(markdown: string, lookups: Lookups = {}) {
  const { filledMarkdown, problems } = fillPlaceholders(markdown, lookups.findFact ?? (() => undefined));
  const lines = splitLines(filledMarkdown);
  problems.push(...lines.flatMap(findProblemInLine));
  const context: Context = { ...lookups, problems, edits: [], targets: [], headings: [], idUseCounts: new Map() };
  // `readBlocks` also adds problems, edits, targets and headings to `context`.
  const blocks = readBlocks(lines.map(replaceInvisibleCharacters), context);
  return {
    blocks,
    publishedMarkdown: applyEdits(filledMarkdown, context.edits),
    problems: sortAndLocate(problems, lines),
    targets: sortAndLocate(context.targets, lines),
    headings: sortAndLocate(context.headings, lines),
  };
}

function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let offset = 0;
  for (const line of text.split("\n")) {
    lines.push(createLine(line, offset));
    offset += line.length + "\n".length;
  }
  return lines;
}

const INVISIBLE_CHARACTER = /[\0-\x1f\x7f-\x9f\ud800-\udfff\u2028-\u202e\u2066-\u2069\uFEFF]/gu;

export function findInvisibleCharacter(line: string): Problem | undefined {
  const offset = line.search(INVISIBLE_CHARACTER);
  if (offset === -1) return undefined;
  if (line[offset] === "\t") return { offset, code: "markdown-tab" };
  const character = formatCodePoint(line.charAt(offset));
  return { offset, code: "markdown-invisible-character", values: { character } };
}

function findProblemInLine({ text, offset }: Line): Problem[] {
  const problem = findInvisibleCharacter(text);
  return problem === undefined ? [] : [{ ...problem, offset: offset + problem.offset }];
}

function replaceInvisibleCharacters(line: Line): Line {
  return { ...line, text: line.text.replaceAll(INVISIBLE_CHARACTER, "\uFFFD") };
}

/** Replaces parts of a text. The edits must be sorted by offset. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = "";
  let copiedUpTo = 0;
  for (const edit of edits) {
    result += text.slice(copiedUpTo, edit.offset) + edit.text;
    copiedUpTo = edit.offset + edit.length;
  }
  return result + text.slice(copiedUpTo);
}

/** Sorts items by offset, and replaces each offset with a line and column. Both count from 1. */
function sortAndLocate<T extends { offset: number }>(items: readonly T[], lines: readonly Line[]) {
  const sortedItems = items.toSorted((a, b) => a.offset - b.offset);
  const lineStarts = lines.map(({ offset, indent }) => offset - indent);
  let index = 0;
  return sortedItems.map(({ offset, ...item }) => {
    // The items are sorted, so continue the search from the line of the previous item.
    while ((lineStarts[index + 1] ?? Infinity) <= offset) index += 1;
    const lineStart = lineStarts[index] ?? 0;
    return { ...item, line: index + 1, column: offset - lineStart + 1 };
  });
}
