/**
 * Replaces placeholders such as `{{site.sleeps}}` with facts.
 */

import { escapeMarkdown } from "./escape-markdown.ts";
import type { Context, Line } from "./lines.ts";

export const PLACEHOLDER = /\{\{([^{}\n]*)\}\}/g;
/** Matches an escaped character, a code span (to the end of the text if it is unclosed) or a placeholder. */
const TOKEN = /\\[^]|(`+)(?:[^]*?(?<!`)\1(?!`)|[^]*)|\{\{[^{}\n]*\}\}/g;
const LIST_NUMBER = /^\d{1,9}$/;

/** Replaces placeholders in a line of code with facts, which are not escaped. Adds each edit to `context.edits`. */
export function fillCode(line: Line, context: Context): string {
  return line.text.replace(PLACEHOLDER, (placeholder: string, _name: string, index: number) => {
    const offset = line.offset + index;
    const fact = lookUpFact(placeholder, offset, context);
    context.edits.push({ offset, length: placeholder.length, text: fact });
    return fact;
  });
}

/**
 * Joins the lines of a paragraph, heading or table cell, and replaces placeholders with facts, which are escaped except
 * in code spans. Adds each edit to `context.edits`. `offsets[i]` is the offset of `text[i]` in the Markdown document.
 */
export function fillMarkdown(lines: readonly Line[], context: Context) {
  const source = lines.map((line) => line.text).join("\n");
  const sourceOffsets = lines.flatMap(offsetsOfCharacters);
  if (context.findFact === undefined) return { text: source, offsets: sourceOffsets };

  let text = "";
  const offsetChunks: number[][] = [];
  let copiedUpTo = 0;
  for (const { placeholder, start, isCode } of findPlaceholders(source)) {
    const end = start + placeholder.length;
    const offset = sourceOffsets[start] ?? 0;
    const fact = lookUpFact(placeholder, offset, context);
    const replacement = isCode ? fact : escapeFact(fact, source[start - 1], source[end]);
    context.edits.push({ offset, length: placeholder.length, text: replacement });

    text += source.slice(copiedUpTo, start) + replacement;
    const replacementOffsets = Array<number>(replacement.length).fill(offset);
    offsetChunks.push(sourceOffsets.slice(copiedUpTo, start), replacementOffsets);
    copiedUpTo = end;
  }
  text += source.slice(copiedUpTo);
  offsetChunks.push(sourceOffsets.slice(copiedUpTo));
  return { text, offsets: offsetChunks.flat() };
}

function findPlaceholders(source: string) {
  return [...source.matchAll(TOKEN)].flatMap(({ 0: token, index: tokenStart }) => {
    const isCode = token.startsWith("`");
    const matches = [...token.matchAll(PLACEHOLDER)];
    return matches.map(({ 0: placeholder, index }) => ({ placeholder, start: tokenStart + index, isCode }));
  });
}

/** Includes an offset for the line break. */
function offsetsOfCharacters({ text, offset }: Line): number[] {
  return Array.from({ length: text.length + "\n".length }, (_, index) => offset + index);
}

/** Looks up the fact that a placeholder names. If there is no such fact, reports an error and returns the name. */
function lookUpFact(placeholder: string, offset: number, { findFact, problems }: Context): string {
  const name = placeholder.slice("{{".length, -"}}".length);
  const factOrError = findFact?.(name.trim()) ?? placeholder;
  if (typeof factOrError === "string") return factOrError;
  problems.push({ offset, ...factOrError });
  return name;
}

/** Escapes a fact that stands between the characters `before` and `after`. */
function escapeFact(fact: string, before = "\n", after = ""): string {
  const escapedFact = escapeMarkdown(fact);
  // A number at the start of a line would begin a list if `after` is `.` or `)`, so escape that character.
  const isListMarker = before === "\n" && LIST_NUMBER.test(escapedFact) && /[.)]/.test(after);
  return isListMarker ? `${escapedFact}\\` : escapedFact;
}
