/**
 * Replaces placeholders such as `{{site.sleeps}}` with facts, and adds each replacement to `context.edits`.
 */

import { escapeMarkdown } from "./escape-markdown.ts";
import type { Context, Line } from "./lines.ts";

const PLACEHOLDER = /\{\{([^{}\n]*)\}\}/g;
/**
 * Matches an escaped character, a code span (to the end of the text if it is unclosed) or a placeholder. At the start
 * of a line, also matches a `.` or `)` after the placeholder, because the fact `6` and a `.` would begin a list.
 */
const TOKEN = /\\[^]|(`+)(?:[^]*?(?<!`)\1(?!`)|[^]*)|^\{\{[^{}\n]*\}\}[.)]|\{\{[^{}\n]*\}\}/gm;

type FillContext = Pick<Context, "findFact" | "problems" | "edits">;

/** Fills in the placeholders of a line that is not Markdown. */
export function fillPlainText({ text, offset }: Line, context: FillContext): string {
  return text.replace(PLACEHOLDER, (placeholder: string, _name, index: number) => {
    return fillToken(placeholder, offset + index, context);
  });
}

/**
 * Joins the lines of a paragraph, heading or table cell, and replaces each placeholder with a fact. Facts are escaped,
 * except in code spans. In the result, `sourceOffsets[i]` is the offset of `text[i]` in the Markdown document.
 */
export function fillMarkdown(lines: readonly Line[], context: FillContext) {
  const source = lines.map((line) => line.text).join("\n");
  const offsets = lines.flatMap(offsetsOfCharacters);
  if (context.findFact === undefined) return { text: source, sourceOffsets: offsets };
  const offsetParts: number[][] = [];
  let copiedUpTo = 0;
  const fill = (token: string, index: number, escape?: typeof escapeMarkdown): string => {
    const offset = offsets[index] ?? 0;
    const filled = fillToken(token, offset, context, escape);
    offsetParts.push(offsets.slice(copiedUpTo, index), Array(filled.length).fill(offset));
    copiedUpTo = index + token.length;
    return filled;
  };
  // A code span is one token, but may contain placeholders.
  const text = source.replace(TOKEN, (token: string, _backticks, start: number) => {
    if (token.startsWith("{")) return fill(token, start, escapeMarkdown);
    return token.replace(PLACEHOLDER, (placeholder, _name, index) => fill(placeholder, start + index));
  });
  return { text, sourceOffsets: [...offsetParts.flat(), ...offsets.slice(copiedUpTo)] };
}

/** Returns offsets in the Markdown document: one for each character of a line, and one for its line break. */
function offsetsOfCharacters({ text, offset }: Line): number[] {
  const length = text.length + "\n".length;
  return Array.from({ length }, (_, index) => offset + index);
}

/** Fills in the placeholder in a token. Reports a placeholder that does not name a fact. */
function fillToken(token: string, offset: number, context: FillContext, escape = (fact: string) => fact): string {
  const filled = token.replace(PLACEHOLDER, (placeholder: string, name: string) => {
    const factOrProblem = context.findFact?.(name.trim()) ?? placeholder;
    if (typeof factOrProblem === "string") return factOrProblem;
    context.problems.push({ offset, ...factOrProblem });
    return name;
  });
  const text = escape(filled);
  context.edits.push({ offset, length: token.length, text });
  return text;
}
