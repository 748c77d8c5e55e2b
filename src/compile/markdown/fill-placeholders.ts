/**
 * Replaces placeholders such as `{{site.sleeps}}` with facts (values from the owner's data files).
 */

import { cleanText, escapeMarkdown } from "./escape-markdown.ts";
import type { FindFact, Problem } from "./lines.ts";

export const PLACEHOLDER = /\{\{([^{}\n]*)\}\}/g;
/** Matches an escaped character, code or a placeholder. Code that is not closed extends to the end of the document. */
const TOKEN = /\\[^]|(`+)(?:[^]*?(?<!`)\1(?!`)|[^]*)|\{\{[^{}\n]*\}\}/g;

/** Fills in facts, and reports unknown ones. The offsets of these problems are positions in `filledMarkdown`. */
export function fillPlaceholders(markdown: string, findFact: FindFact) {
  const problems: Problem[] = [];
  let filledMarkdown = "";
  let copiedUpTo = 0;
  for (const placeholder of findPlaceholders(markdown)) {
    const fact = findFact(placeholder.name);
    if (fact === undefined) continue;
    filledMarkdown += markdown.slice(copiedUpTo, placeholder.start);
    copiedUpTo = placeholder.end;
    if (typeof fact !== "string") problems.push({ offset: filledMarkdown.length, ...fact });
    filledMarkdown += typeof fact === "string" ? escapeFact(fact, placeholder, markdown) : placeholder.name;
  }
  return { filledMarkdown: filledMarkdown + markdown.slice(copiedUpTo), problems };
}

type Placeholder = ReturnType<typeof findPlaceholders>[number];

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

/** Matches if only the markers of lists and block quotes precede a position on its line. */
const CONTENT_START = /(?<=^[ >\d.-]*)/my;
const LIST_NUMBER = /^\d{1,9}$/;

/** Escapes a fact for Markdown, unless it is in code. */
function escapeFact(fact: string, { start, end, isCode }: Placeholder, markdown: string): string {
  if (isCode) return cleanText(fact);
  const after = markdown.charAt(end);
  // Avoid two full stops: if one follows the placeholder, "4 p.m." becomes "4 p.m".
  const escapedFact = escapeMarkdown(after === "." ? fact.replace(/\.$/, "") : fact);
  // Write `4\.` and `4\)` where `4.` and `4)` would start a list item.
  CONTENT_START.lastIndex = start;
  const isListMarker = LIST_NUMBER.test(escapedFact) && /[.)]/.test(after) && CONTENT_START.test(markdown);
  return isListMarker ? `${escapedFact}\\` : escapedFact;
}
