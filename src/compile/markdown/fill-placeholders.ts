/**
 * Replaces placeholders such as `{{site.sleeps}}` with facts, and adds each replacement to `context.edits`.
 */

import { escapeMarkdown } from "./escape-markdown.ts";
import type { Context, Line } from "./lines.ts";

export const PLACEHOLDER = /\{\{([^{}\n]*)\}\}/g;
/** Matches an escaped character, a code span (to the end of the text if it is unclosed) or a placeholder. */
const TOKEN = /\\[^]|(`+)(?:[^]*?(?<!`)\1(?!`)|[^]*)|\{\{[^{}\n]*\}\}/g;
const LIST_NUMBER = /^\d{1,9}$/;

/** Fills in the placeholders of a line of code. */
export function fillCode({ text, offset: lineOffset }: Line, context: Context): string {
  return text.replace(PLACEHOLDER, (placeholder: string, _name, index: number) => {
    const offset = lineOffset + index;
    const fact = lookUpFact(placeholder, offset, context);
    context.edits.push({ offset, length: placeholder.length, text: fact });
    return fact;
  });
}

/**
 * Joins the lines of a paragraph, heading or table cell, and replaces each placeholder with a fact. Facts are escaped,
 * except in code spans. In the result, `sourceOffsets[i]` is the offset of `text[i]` in the Markdown document.
 */
export function fillMarkdown(lines: readonly Line[], context: Context) {
  const source = lines.map(({ text }) => text).join("\n");
  const offsets = lines.flatMap(offsetsOfCharacters);
  if (context.findFact === undefined) return { text: source, sourceOffsets: offsets };
  let text = "";
  const offsetArrays: number[][] = [];
  let copiedUpTo = 0;
  for (const { 0: token, index: tokenStart } of source.matchAll(TOKEN)) {
    const isCode = token.startsWith("`");
    for (const { 0: placeholder, index } of token.matchAll(PLACEHOLDER)) {
      const start = tokenStart + index;
      const end = start + placeholder.length;
      const offset = offsets[start] ?? 0;
      const fact = lookUpFact(placeholder, offset, context);
      const replacement = isCode ? fact : escapeFact(fact, source[start - 1], source[end]);
      context.edits.push({ offset, length: placeholder.length, text: replacement });
      text += source.slice(copiedUpTo, start) + replacement;
      // Every character of the replacement gets the offset of the placeholder.
      offsetArrays.push(offsets.slice(copiedUpTo, start), Array<number>(replacement.length).fill(offset));
      copiedUpTo = end;
    }
  }
  const sourceOffsets = [...offsetArrays, offsets.slice(copiedUpTo)].flat();
  return { text: text + source.slice(copiedUpTo), sourceOffsets };
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
