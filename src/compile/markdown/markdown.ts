/**
 * Renders a subset of CommonMark 0.31.2, plus tables, as HTML in linear time. Reports other syntax as an error.
 */

import { formatCodePoint } from "../messages.ts";
import { BULLET, readBlocks } from "./blocks.ts";
import { fillPlaceholders } from "./fill-placeholders.ts";
import type { Context, Edit, Line, Lookups, Problem } from "./lines.ts";

/**
 * Renders Markdown. Lines must end with `\n`. `publishedMarkdown` contains facts, fragments and absolute URLs. If there
 * are `problems`, the other results are incomplete.
 */
export function render(markdown: string, lookups: Lookups = {}) {
  const { filledMarkdown, problems } = fillPlaceholders(markdown, lookups.findFact ?? (() => undefined));
  const lines = splitLines(filledMarkdown);
  problems.push(...findLineProblems(lines));
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
    lines.push({ text: line, offset });
    offset += line.length + "\n".length;
  }
  return lines;
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = "";
  let copiedUpTo = 0;
  for (const edit of edits) {
    result += text.slice(copiedUpTo, edit.offset) + edit.text;
    copiedUpTo = edit.offset + edit.length;
  }
  return result + text.slice(copiedUpTo);
}

/** Matches tabs, invisible characters, lone surrogates and bidirectional formatting characters. */
const INVISIBLE_CHARACTER = /[\0-\x1f\x7f-\x9f\ud800-\udfff\u2028-\u202e\u2066-\u2069\uFEFF]/gu;

export function findInvisibleCharacter(line: string): Problem | undefined {
  const offset = line.search(INVISIBLE_CHARACTER);
  if (offset === -1) return undefined;
  if (line[offset] === "\t") return { offset, code: "markdown-tab" };
  const character = formatCodePoint(line.charAt(offset));
  return { offset, code: "markdown-invisible-character", values: { character } };
}

/** Finds tabs and invisible characters. Reports a list or table pasted with tabs only at its first line. */
function findLineProblems(lines: readonly Line[]): Problem[] {
  const problems: Problem[] = [];
  let wasPasted = false;
  for (const { text, offset } of lines) {
    const problem = findLineProblem(text);
    const isPasted = problem?.code === "markdown-bullet" || problem?.code === "markdown-table-tabs";
    const isRepeated = isPasted && wasPasted;
    if (problem !== undefined && !isRepeated) problems.push({ ...problem, offset: offset + problem.offset });
    wasPasted = isPasted;
  }
  return problems;
}

/** Like `findInvisibleCharacter`, but with clearer errors for the tabs in a pasted list or table. */
function findLineProblem(line: string): Problem | undefined {
  const problem = findInvisibleCharacter(line);
  if (problem?.code !== "markdown-tab") return problem;
  const trimmed = line.trim();
  if (BULLET.test(trimmed)) return { ...problem, code: "markdown-bullet", values: { mark: trimmed.charAt(0) } };
  return trimmed.includes("\t") ? { ...problem, code: "markdown-table-tabs" } : problem;
}

function replaceInvisibleCharacters({ text, offset }: Line): Line {
  // Blank out a line with a pasted bullet, so that the bullet is not reported twice.
  const isPastedBullet = findLineProblem(text)?.code === "markdown-bullet";
  return { text: isPastedBullet ? "" : text.replaceAll(INVISIBLE_CHARACTER, "\uFFFD"), offset };
}

/** Sorts items by offset. Replaces offsets with 1-based line and column numbers. */
function sortAndLocate<T extends { offset: number }>(items: readonly T[], lines: readonly Line[]) {
  const offsetOfLine = (line: number) => lines[line - 1]?.offset ?? Infinity;
  let line = 1;
  return items.toSorted((a, b) => a.offset - b.offset).map(({ offset, ...item }) => {
    // Items are sorted, so continue the search from the previous item's line.
    while (offsetOfLine(line + 1) <= offset) line += 1;
    return { ...item, line, column: offset - offsetOfLine(line) + 1 };
  });
}
