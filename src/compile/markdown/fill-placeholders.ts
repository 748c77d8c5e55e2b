/**
 * Replaces placeholders such as `{{site.sleeps}}` with facts.
 */

import { escapeMarkdown } from "./escape-markdown.ts";
import type { Context, Line, LocatedText } from "./lines.ts";

export const PLACEHOLDER = /\{\{([^{}\n]*)\}\}/g;
/** Matches a placeholder, a code span, or an escaped character, so that `\{{` does not start a placeholder. */
const TOKEN = /\\[^]|(`+)(?:[^]*?(?<!`)\1(?!`)|[^]*)|\{\{[^{}\n]*\}\}/g;
const LIST_NUMBER = /^\d{1,9}$/;

/** Fills in the placeholders in a line of code. Adds each edit to `context.edits`. */
export function fillCode(line: Line, context: Context): string {
  return line.text.replace(PLACEHOLDER, (placeholder: string, _name: string, index: number) => {
    const offset = line.offset + index;
    const fact = lookUpFact(placeholder, offset, context);
    context.edits.push({ offset, length: placeholder.length, text: fact });
    return fact;
  });
}

/** Joins lines, and fills in their placeholders. Adds each edit to `context.edits`. */
export function fillMarkdown(lines: readonly Line[], context: Context): LocatedText {
  const source = joinLines(lines);
  // Without facts, keep the placeholders.
  if (context.findFact === undefined) return source;
  const parts: LocatedText[] = [];
  let copiedUpTo = 0;
  for (const placeholder of findPlaceholders(source.text)) {
    parts.push(slice(source, copiedUpTo, placeholder.start), fillPlaceholder(placeholder, source, context));
    copiedUpTo = placeholder.end;
  }
  parts.push(slice(source, copiedUpTo));
  return { text: parts.map((part) => part.text).join(""), offsets: parts.flatMap((part) => part.offsets) };
}

function joinLines(lines: readonly Line[]): LocatedText {
  return { text: lines.map((line) => line.text).join("\n"), offsets: lines.flatMap(offsetsOfCharacters) };
}

function offsetsOfCharacters({ text, offset }: Line): number[] {
  return Array.from({ length: text.length + "\n".length }, (_, index) => offset + index);
}

function slice({ text, offsets }: LocatedText, start: number, end?: number): LocatedText {
  return { text: text.slice(start, end), offsets: offsets.slice(start, end) };
}

type Placeholder = ReturnType<typeof findPlaceholders>[number];

function findPlaceholders(text: string) {
  return [...text.matchAll(TOKEN)].flatMap(({ 0: token, index: tokenStart }) => {
    // A token is a placeholder, or a code span, which may contain several.
    return Array.from(token.matchAll(PLACEHOLDER), ({ 0: placeholder, index }) => {
      const start = tokenStart + index;
      return { text: placeholder, start, end: start + placeholder.length, isCode: token.startsWith("`") };
    });
  });
}

/** Returns the fact for a placeholder, escaped except in code spans. Adds the edit to `context.edits`. */
function fillPlaceholder(placeholder: Placeholder, source: LocatedText, context: Context): LocatedText {
  const { text, start, end, isCode } = placeholder;
  const offset = source.offsets[start] ?? 0;
  const fact = lookUpFact(text, offset, context);
  const replacement = isCode ? fact : escapeFact(fact, source.text[start - 1], source.text[end]);
  context.edits.push({ offset, length: text.length, text: replacement });
  // Give every character of the fact the offset at which the placeholder starts.
  return { text: replacement, offsets: Array<number>(replacement.length).fill(offset) };
}

/** Looks up a placeholder's fact. If there is none, reports the error and returns the name. */
function lookUpFact(placeholder: string, offset: number, { findFact, problems }: Context): string {
  const name = placeholder.slice("{{".length, -"}}".length);
  const factOrError = findFact?.(name.trim()) ?? placeholder;
  if (typeof factOrError === "string") return factOrError;
  problems.push({ offset, ...factOrError });
  return name;
}

/** Escapes a fact as Markdown. `before` and `after` are the adjacent characters. */
function escapeFact(fact: string, before = "\n", after = ""): string {
  // Avoid two full stops: at the end of a sentence, "4 p.m." becomes "4 p.m".
  const escapedFact = escapeMarkdown(after === "." ? fact.replace(/\.$/, "") : fact);
  // Escape `4.` and `4)` where they would start a list item.
  const isListMarker = before === "\n" && LIST_NUMBER.test(escapedFact) && /[.)]/.test(after);
  return isListMarker ? `${escapedFact}\\` : escapedFact;
}
