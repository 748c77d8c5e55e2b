/**
 * Replaces placeholders such as `{{site.sleeps}}` with facts (values from the owner's data files).
 */

import { escapeMarkdown } from "./escape-markdown.ts";
import type { Context, Line, LocatedText } from "./lines.ts";

export const PLACEHOLDER = /\{\{([^{}\n]*)\}\}/g;
/** Matches a placeholder, a code span or an escaped character. As `\{` is escaped, `\{{` starts no placeholder. */
const TOKEN = /\\[^]|(`+)(?:[^]*?(?<!`)\1(?!`)|[^]*)|\{\{[^{}\n]*\}\}/g;
const LIST_NUMBER = /^\d{1,9}$/;

/** Fills in the placeholders in a line of code. Records each replacement in `context.edits`. */
export function fillCode(line: Line, context: Context): string {
  return line.text.replace(PLACEHOLDER, (placeholder: string, _name: string, index: number) => {
    const offset = line.offset + index;
    const fact = lookUpFact(placeholder, offset, context);
    context.edits.push({ offset, length: placeholder.length, text: fact });
    return fact;
  });
}

/** Joins lines and fills in their placeholders. Records each replacement in `context.edits`. */
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
  return [...text.matchAll(TOKEN)].flatMap((tokenMatch) => {
    const token = tokenMatch[0];
    const isCode = token.startsWith("`");
    // A code span may contain several placeholders.
    return [...token.matchAll(PLACEHOLDER)].map((match) => {
      const start = tokenMatch.index + match.index;
      return { text: match[0], start, end: start + match[0].length, isCode };
    });
  });
}

/** Returns the fact for a placeholder, escaped unless it is in a code span. Records the edit in `context.edits`. */
function fillPlaceholder(placeholder: Placeholder, source: LocatedText, context: Context): LocatedText {
  const { text, start, end, isCode } = placeholder;
  const offset = source.offsets[start] ?? 0;
  const fact = lookUpFact(text, offset, context);
  const replacement = isCode ? fact : escapeFact(fact, source.text[start - 1], source.text[end]);
  context.edits.push({ offset, length: text.length, text: replacement });
  // Map every character of the replacement to the offset at which the placeholder starts.
  return { text: replacement, offsets: Array<number>(replacement.length).fill(offset) };
}

/**
 * Returns the fact that a placeholder names. If there is no such fact, reports an error and returns the name. Without
 * `findFact`, returns the placeholder.
 */
function lookUpFact(placeholder: string, offset: number, { findFact, problems }: Context): string {
  const name = placeholder.slice("{{".length, -"}}".length);
  const factOrError = findFact?.(name.trim()) ?? placeholder;
  if (typeof factOrError === "string") return factOrError;
  problems.push({ offset, ...factOrError });
  return name;
}

/** Escapes a fact for Markdown. `before` and `after` are the characters around the placeholder. */
function escapeFact(fact: string, before = "\n", after = ""): string {
  // Avoid two full stops: if one follows the placeholder, "4 p.m." becomes "4 p.m".
  const escapedFact = escapeMarkdown(after === "." ? fact.replace(/\.$/, "") : fact);
  // Write `4\.` and `4\)` where `4.` and `4)` would start a list item.
  const isListMarker = before === "\n" && LIST_NUMBER.test(escapedFact) && /[.)]/.test(after);
  return isListMarker ? `${escapedFact}\\` : escapedFact;
}
