/**
 * Replaces the placeholders in the body of a content file with facts and fragments.
 */

import { markupOf } from "../html.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import type { Reporter } from "./front-matter.ts";
import { type FilledText, fillPlaceholders, type PlaceholderContext } from "./placeholders.ts";

type Fragments = PlaceholderContext["fragments"];

const PLACEHOLDER_LINE = /^\{\{\s*(?<name>.*?)\s*\}\}$/;

/** Fills in facts. Leaves fragments, which need a line of their own between two blank lines, as `{{name}}`. */
export function fillBody(
  body: readonly string[],
  bodyLine: number,
  context: PlaceholderContext,
  report: Reporter,
): FilledText[] {
  const lines = body.map((text, index) => {
    const start = { line: bodyLine + index, column: 1 };
    const hasBlankLinesAround = isBlank(body[index - 1]) && isBlank(body[index + 1]);
    const placeholder = text.replace(PLACEHOLDER_LINE, "{{$<name>}}");
    const isFragment = hasBlankLinesAround && context.fragments.has(placeholder);
    if (isFragment) return { text: placeholder, start, insertions: [] };
    return fillPlaceholders({ text, start }, context, report, escapeMarkdown);
  });
  return withoutEmptySections(lines, context.fragments);
}

/** Blanks out the headings of sections that contain nothing but empty fragments, e.g. if there are no reviews. */
function withoutEmptySections(lines: readonly FilledText[], fragments: Fragments): FilledText[] {
  const isEmptyFragment = ({ text }: FilledText): boolean => {
    const fragment = fragments.get(text);
    return fragment?.markdown === "" && markupOf(fragment.html) === "";
  };
  return lines.map((line, index) => {
    if (!isSectionHeading(line)) return line;
    const linesBelow = lines.slice(index + 1);
    const nextHeading = linesBelow.findIndex(isSectionHeading);
    const section = nextHeading === -1 ? linesBelow : linesBelow.slice(0, nextHeading);
    const content = section.filter(({ text }) => !isBlank(text));
    return content.length > 0 && content.every(isEmptyFragment) ? { ...line, text: "" } : line;
  });
}

function isSectionHeading({ text }: FilledText): boolean {
  return text.startsWith("## ");
}

/** Returns the body as markdown. Link targets are not resolved. */
export function filledMarkdown(lines: readonly FilledText[], fragments: Fragments): string {
  const texts: string[] = [];
  for (const { text } of lines) {
    const fragment = fragments.get(text);
    // If a fragment has no markdown, drop the blank line above it too.
    if (fragment?.markdown === "") texts.pop();
    else texts.push(fragment?.markdown ?? text);
  }
  return `${texts.join("\n").replace(/^\n+/, "").trimEnd()}\n`;
}

function isBlank(line = ""): boolean {
  return line.trim() === "";
}
