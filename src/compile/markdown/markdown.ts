/**
 * Renders a subset of CommonMark 0.31.2, plus tables, as HTML in linear time. Other CommonMark syntax is an error.
 */

import { formatCodePoint } from "../messages.ts";
import { BULLET, readBlocks } from "./blocks.ts";
import { escapeMarkdownUrl } from "./escape-markdown.ts";
import type { Context, Edit, Line, Lookups, Problem } from "./lines.ts";

/** Renders Markdown as blocks of HTML, and fills in its placeholders. If there are problems, both are incomplete. */
export function render(markdown: string, lookups: Lookups = {}) {
  const { normalized, lines, blocks, edits, problems, targets, headings } = parse(markdown, lookups);
  return {
    blocks,
    filledMarkdown: applyEdits(normalized, edits),
    problems: sortAndLocate(problems, lines),
    targets: sortAndLocate(targets, lines),
    headings: sortAndLocate(headings, lines),
  };
}

/** Replaces the target of each link and image, in document order. */
export function replaceTargets(markdown: string, replace: (target: string) => string): string {
  const { normalized, targets } = parse(markdown, {});
  const edits = targets.map(({ target, ...range }) => ({ ...range, text: escapeMarkdownUrl(replace(target)) }));
  return applyEdits(normalized, edits);
}

/** Parses a document. All offsets are positions in `normalized`, which is the document with `\n` line endings. */
function parse(markdown: string, lookups: Lookups) {
  const normalized = markdown.replace(/\r\n?/g, "\n");
  const context: Context = { ...lookups, problems: [], edits: [], targets: [], headings: [], idUseCounts: new Map() };
  const lines = readLines(normalized, context.problems);
  return { ...context, normalized, lines, blocks: readBlocks(lines, context) };
}

/** Applies edits, which must be in document order. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = "";
  let copiedUpTo = 0;
  for (const edit of edits) {
    result += text.slice(copiedUpTo, edit.offset) + edit.text;
    copiedUpTo = edit.offset + edit.length;
  }
  return result + text.slice(copiedUpTo);
}

/** Control characters, lone surrogates, line separators, bidirectional formatting characters and byte order marks. */
const INVISIBLE_CHARACTER = /[\0-\x1f\x7f-\x9f\ud800-\udfff\u2028-\u202e\u2066-\u2069\uFEFF]/gu;

/** Returns the error for the first tab or invisible character in a line. */
export function findInvisibleCharacter(line: string): Problem | undefined {
  const offset = line.search(INVISIBLE_CHARACTER);
  if (offset === -1) return undefined;
  if (line[offset] === "\t") return { offset, code: "markdown-tab" };
  const character = formatCodePoint(line.charAt(offset));
  return { offset, code: "markdown-invisible-character", values: { character } };
}

/** Splits text into lines. Reports tabs and invisible characters, and replaces them to avoid further errors. */
function readLines(text: string, problems: Problem[]): Line[] {
  const lines: Line[] = [];
  let offset = 0;
  let isPreviousLinePasted = false;
  for (const line of text.split("\n")) {
    const problem = findLineProblem(line);
    const isPastedBullet = problem?.code === "markdown-bullet";
    const isPasted = isPastedBullet || problem?.code === "markdown-table-tabs";
    // Report only the first of successive pasted lines.
    const isRepeated = isPasted && isPreviousLinePasted;
    if (problem !== undefined && !isRepeated) problems.push({ ...problem, offset: offset + problem.offset });
    // Parse a pasted bullet line as blank, so that its bullet is not reported again.
    const parsedText = isPastedBullet ? "" : line.replaceAll(INVISIBLE_CHARACTER, "\uFFFD");
    lines.push({ text: parsedText, offset });
    offset += line.length + "\n".length;
    isPreviousLinePasted = isPasted;
  }
  return lines;
}

/** Like `findInvisibleCharacter`, but returns a clearer error if a tab was probably pasted with a list or table. */
function findLineProblem(line: string): Problem | undefined {
  const problem = findInvisibleCharacter(line);
  if (problem?.code !== "markdown-tab") return problem;
  const trimmed = line.trim();
  if (BULLET.test(trimmed)) return { ...problem, code: "markdown-bullet", values: { mark: trimmed.charAt(0) } };
  return trimmed.includes("\t") ? { ...problem, code: "markdown-table-tabs" } : problem;
}

/** Sorts items by offset, and replaces each offset with a 1-based line and column number. */
function sortAndLocate<T extends { offset: number }>(items: readonly T[], lines: readonly Line[]) {
  const startOfLine = (index: number) => lines[index]?.offset ?? Infinity;
  let lineIndex = 0;
  return items.toSorted((a, b) => a.offset - b.offset).map(({ offset, ...item }) => {
    // The items are sorted, so continue the search from the previous item's line.
    while (startOfLine(lineIndex + 1) <= offset) lineIndex += 1;
    return { ...item, line: lineIndex + 1, column: offset - startOfLine(lineIndex) + 1 };
  });
}
