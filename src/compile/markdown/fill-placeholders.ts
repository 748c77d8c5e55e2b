/**
 * Replaces placeholders such as `{{site.sleeps}}` with facts (values from the owner's data files).
 */

import { cleanText, escapeMarkdown } from "./escape-markdown.ts";
import type { FindFact, Problem } from "./lines.ts";

export const PLACEHOLDER = /\{\{([^{}\n]*)\}\}/g;
/** Matches an escaped character, code or a placeholder. Code that is not closed extends to the end of the document. */
const TOKEN = /\\[^]|(`+)(?:[^]*?(?<!`)\1(?!`)|[^]*)|\{\{[^{}\n]*\}\}/g;

/** Replaces placeholders with facts. Reports each unknown fact as a problem, with its offset in `filledMarkdown`. */
export function fillPlaceholders(markdown: string, findFact: FindFact) {
  const problems: Problem[] = [];
  let filledMarkdown = "";
  let copiedUpTo = 0;
  for (const { name, start, end, isCode } of findPlaceholders(markdown)) {
    const factOrError = findFact(name);
    // The name is that of a fragment, so leave the placeholder unchanged.
    if (factOrError === undefined) continue;
    filledMarkdown += markdown.slice(copiedUpTo, start);
    copiedUpTo = end;
    if (typeof factOrError === "string") {
      filledMarkdown += escapeFact(factOrError, isCode, markdown.charAt(end));
    } else {
      problems.push({ offset: filledMarkdown.length, ...factOrError });
      filledMarkdown += name;
    }
  }
  return { filledMarkdown: filledMarkdown + markdown.slice(copiedUpTo), problems };
}

function findPlaceholders(markdown: string) {
  return [...markdown.matchAll(TOKEN)].flatMap((tokenMatch) => {
    const token = tokenMatch[0];
    const isCode = token.startsWith("`");
    // Code may contain several placeholders.
    return [...token.matchAll(PLACEHOLDER)].map((match) => {
      const [text, name = ""] = match;
      const start = tokenMatch.index + match.index;
      return { name: name.trim(), start, end: start + text.length, isCode };
    });
  });
}

/** Escapes the value of a fact for Markdown, unless its placeholder is in a code span or code block. */
function escapeFact(fact: string, isCode: boolean, nextCharacter: string): string {
  if (isCode) return cleanText(fact);
  // Avoid two full stops: if one follows the placeholder, "4 p.m." becomes "4 p.m".
  const text = nextCharacter === "." ? fact.replace(/\.$/, "") : fact;
  return escapeMarkdown(text).replaceAll("{{", "\\{{");
}
