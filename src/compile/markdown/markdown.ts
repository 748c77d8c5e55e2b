/**
 * Renders a subset of CommonMark 0.31.2, plus tables, as HTML in linear time. Other CommonMark syntax is an error.
 */

import { formatCodePoint } from "../messages.ts";
import { BULLET, readBlocks } from "./blocks.ts";
import { escapeMarkdownUrl } from "./escape-markdown.ts";
import type { Context, Edit, Line, Lookups, Problem } from "./lines.ts";

/** Renders Markdown, and fills in its placeholders. If there are problems, the results are incomplete. */
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

/** Parses a document. Offsets are positions in `normalized`, the document with `\n` line endings. */
function parse(markdown: string, lookups: Lookups) {
  const normalized = markdown.replace(/\r\n?/g, "\n");
  const lines = splitLines(normalized);
  const problems = findLineProblems(lines);
  const context: Context = { ...lookups, problems, edits: [], targets: [], headings: [], idUseCounts: new Map() };
  const blocks = readBlocks(lines.map(replaceInvisibleCharacters), context);
  return { ...context, normalized, lines, blocks };
}

function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let offset = 0;
  for (const line of text.split("\n")) {
    lines.push({ text: line, offset });
    offset += line.length + "\n".length;
  }
  return lines;
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

/** Also matches lone surrogates and bidirectional formatting characters. */
const INVISIBLE_CHARACTER = /[\0-\x1f\x7f-\x9f\ud800-\udfff\u2028-\u202e\u2066-\u2069\uFEFF]/gu;

/** Returns the error for the first tab or invisible character in a line. */
export function findInvisibleCharacter(line: string): Problem | undefined {
  const offset = line.search(INVISIBLE_CHARACTER);
  if (offset === -1) return undefined;
  if (line[offset] === "\t") return { offset, code: "markdown-tab" };
  const character = formatCodePoint(line.charAt(offset));
  return { offset, code: "markdown-invisible-character", values: { character } };
}

/** Finds tabs and invisible characters. Reports a pasted list or table only at its first line. */
function findLineProblems(lines: readonly Line[]): Problem[] {
  const problems: Problem[] = [];
  let isPreviousLinePasted = false;
  for (const { text, offset } of lines) {
    const problem = findLineProblem(text);
    const isPasted = problem?.code === "markdown-bullet" || problem?.code === "markdown-table-tabs";
    const isRepeated = isPasted && isPreviousLinePasted;
    if (problem !== undefined && !isRepeated) problems.push({ ...problem, offset: offset + problem.offset });
    isPreviousLinePasted = isPasted;
  }
  return problems;
}

/** Like `findInvisibleCharacter`, but with clearer errors for pasted lists and tables. */
function findLineProblem(line: string): Problem | undefined {
  const problem = findInvisibleCharacter(line);
  if (problem?.code !== "markdown-tab") return problem;
  const trimmed = line.trim();
  if (BULLET.test(trimmed)) return { ...problem, code: "markdown-bullet", values: { mark: trimmed.charAt(0) } };
  return trimmed.includes("\t") ? { ...problem, code: "markdown-table-tabs" } : problem;
}

function replaceInvisibleCharacters({ text, offset }: Line): Line {
  // The pasted bullet is already reported, so make the line empty.
  const isPastedBullet = findLineProblem(text)?.code === "markdown-bullet";
  return { text: isPastedBullet ? "" : text.replaceAll(INVISIBLE_CHARACTER, "\uFFFD"), offset };
}

/** Sorts items by offset. Replaces offsets with 1-based line and column numbers. */
function sortAndLocate<T extends { offset: number }>(items: readonly T[], lines: readonly Line[]) {
  const startOfLine = (index: number) => lines[index]?.offset ?? Infinity;
  let lineIndex = 0;
  return items.toSorted((a, b) => a.offset - b.offset).map(({ offset, ...item }) => {
    // Continue the search from the previous item's line.
    while (startOfLine(lineIndex + 1) <= offset) lineIndex += 1;
    return { ...item, line: lineIndex + 1, column: offset - startOfLine(lineIndex) + 1 };
  });
}
