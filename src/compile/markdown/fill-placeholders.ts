/**
 * Replaces placeholders such as `{{site.sleeps}}` with facts (values from the owner's data files).
 */

import { cleanText, escapeMarkdown } from "./escape-markdown.ts";
import type { FindFact, Problem } from "./lines.ts";

export const PLACEHOLDER = /\{\{([^{}\n]*)\}\}/g;
/** Matches an escaped character, a code span or block, or a placeholder. Unclosed code extends to the end. */
const TOKEN = /\\[^]|(`+)(?:[^]*?(?<!`)\1(?!`)|[^]*)|\{\{[^{}\n]*\}\}/g;

/** Replaces placeholders with the owner's data. Reports unknown names as problems, with offsets in `filledMarkdown`. */
export function fillPlaceholders(markdown: string, findFact: FindFact) {
  const problems: Problem[] = [];
  let filledMarkdown = "";
  let copiedUpTo = 0;
  for (const { name, start, end, isCode } of findPlaceholders(markdown)) {
    const valueOrError = findFact(name);
    // This placeholder stands for a whole block, which is inserted later.
    if (valueOrError === undefined) continue;
    filledMarkdown += markdown.slice(copiedUpTo, start);
    copiedUpTo = end;
    if (typeof valueOrError === "string") {
      const nextCharacter = markdown.charAt(end);
      filledMarkdown += escapeValue(valueOrError, isCode, nextCharacter);
    } else {
      problems.push({ offset: filledMarkdown.length, ...valueOrError });
      filledMarkdown += name;
    }
  }
  return { filledMarkdown: filledMarkdown + markdown.slice(copiedUpTo), problems };
}

/** Finds placeholders such as `{{site.sleeps}}`, even in code, and their offsets. Skips escaped ones (`\{{`). */
function findPlaceholders(markdown: string) {
  const placeholders = [];
  for (const tokenMatch of markdown.matchAll(TOKEN)) {
    const token = tokenMatch[0];
    const isCode = token.startsWith("`");
    // Code may contain several placeholders.
    for (const match of token.matchAll(PLACEHOLDER)) {
      const [text, name = ""] = match;
      const start = tokenMatch.index + match.index;
      placeholders.push({ name: name.trim(), start, end: start + text.length, isCode });
    }
  }
  return placeholders;
}

/** Escapes a value for Markdown, unless it is in code. */
function escapeValue(value: string, isCode: boolean, nextCharacter: string): string {
  if (isCode) return cleanText(value);
  // If the value is e.g. "4 p.m." and another full stop follows, write only one.
  const text = nextCharacter === "." ? value.replace(/\.$/, "") : value;
  return escapeMarkdown(text).replaceAll("{{", "\\{{");
}
