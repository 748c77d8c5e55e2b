/**
 * Parses a content file. Replaces the placeholders in its front matter with facts, and those in its body with facts and
 * fragments.
 */

import { unescape as decode } from "node:querystring";
import type { Finding } from "../finding.ts";
import type { Piece } from "../fragments/piece.ts";
import { markupOf } from "../html.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { parseFrontMatter, type SourceText } from "./front-matter.ts";
import { type FilledText, fillPlaceholders, type PageContext } from "./placeholders.ts";
import { createReporter, type Reporter } from "./report.ts";

/** A line of the body. If it has a fragment, its text is the fragment's placeholder. */
type FilledLine = FilledText & Readonly<{ fragment?: Piece }>;

export type FilledPage = Readonly<{
  /** The file name without `.md`. */
  name: string;
  title: string;
  description: string;
  /** The page's label in the navigation; empty if the page is not listed there. */
  label: string;
  /** Date of the last change, e.g. `2026-05-01`. */
  updated: string;
  /** 1-based line number in the file where the body starts. */
  bodyLine: number;
  lines: readonly FilledLine[];
}>;

const DESCRIPTION_LENGTH_MIN = 50;
const DESCRIPTION_LENGTH_MAX = 160;
const PLACEHOLDER_LINE = /^\{\{(.*)\}\}$/;
const SECTION_HEADING = /^## /;
const IMAGE_PATH = /\/images\/([^\s/?#()]+)/g;

export function fillPage(name: string, source: string, context: PageContext, findings: Finding[]): FilledPage {
  const report = createReporter(name, findings);
  const { fields, body, bodyLine } = parseFrontMatter(source.replace(/\r\n?/g, "\n"), report);
  const fillField = (field: SourceText | undefined): string => {
    if (field === undefined) return "";
    // Front matter is plain text, so facts need no escaping.
    return fillPlaceholders(field, context, (fact) => fact, report).text;
  };
  const title = fillField(fields.get("title"));
  const description = fillField(fields.get("description"));
  checkDescription(description, fields.get("description"), report);
  return {
    name,
    title,
    description,
    label: fillField(fields.get("label")),
    updated: fields.get("updated")?.text ?? context.updated,
    bodyLine,
    lines: withoutEmptySections(fillBody(body, bodyLine, context, report)),
  };
}

function checkDescription({ length }: string, field: SourceText | undefined, report: Reporter): void {
  if (field === undefined || length === 0) return;
  if (length >= DESCRIPTION_LENGTH_MIN && length <= DESCRIPTION_LENGTH_MAX) return;
  const values = { length, minimum: DESCRIPTION_LENGTH_MIN, maximum: DESCRIPTION_LENGTH_MAX };
  report(field.start, { code: "description-length", values }, "warning");
}

/**
 * Replaces placeholders with facts. The placeholder of a fragment must be on a line of its own with blank lines around
 * it; the fragment is then attached to that line.
 */
function fillBody(body: readonly string[], bodyLine: number, context: PageContext, report: Reporter): FilledLine[] {
  return body.map((text, index) => {
    const start = { line: bodyLine + index, column: 1 };
    const name = PLACEHOLDER_LINE.exec(text)?.[1]?.trim() ?? "";
    const fragment = context.fragments.get(name);
    const hasBlankLinesAround = isBlank(body[index - 1]) && isBlank(body[index + 1]);
    if (fragment !== undefined && hasBlankLinesAround) {
      // Later steps look for exactly `{{name}}`, so omit spaces inside the braces.
      return { text: `{{${name}}}`, start, replacements: [], fragment };
    }
    // This call also reports an error if a fragment's placeholder has no blank lines around it.
    return fillPlaceholders({ text, start }, context, escapeMarkdown, report);
  });
}

/** Blanks out the headings of sections that contain only empty fragments, e.g. a list of reviews if there are none. */
function withoutEmptySections(lines: readonly FilledLine[]): FilledLine[] {
  return lines.map((line, index) => {
    if (!SECTION_HEADING.test(line.text)) return line;
    const content = contentUpToNextSection(lines.slice(index + 1));
    const hasOnlyEmptyFragments = content.length > 0 && content.every(isEmptyFragment);
    return hasOnlyEmptyFragments ? { ...line, text: "" } : line;
  });
}

function contentUpToNextSection(lines: readonly FilledLine[]): FilledLine[] {
  const nextSection = lines.findIndex(({ text }) => SECTION_HEADING.test(text));
  const section = nextSection === -1 ? lines : lines.slice(0, nextSection);
  return section.filter(({ text }) => !isBlank(text));
}

function isEmptyFragment({ fragment }: FilledLine): boolean {
  return fragment?.markdown === "" && markupOf(fragment.html) === "";
}

/** Returns the file names of all images mentioned on the page, so that they can be loaded before rendering. */
export function mentionedImages({ lines }: FilledPage): string[] {
  // A name may contain escapes, e.g. `my\_house.jpg`.
  const text = lines.map((line) => line.text).join("\n").replaceAll("\\", "");
  return Array.from(text.matchAll(IMAGE_PATH), ([, name = ""]) => decode(name));
}

/** Returns the page as markdown. Link targets are not resolved. */
export function filledMarkdown({ lines }: FilledPage): string {
  const texts: string[] = [];
  for (const { text, fragment } of lines) {
    if (fragment?.markdown === "") {
      // Also drop the blank line above an empty fragment.
      texts.pop();
    } else {
      texts.push(fragment?.markdown ?? text);
    }
  }
  return `${texts.join("\n").replace(/^\n+/, "").trimEnd()}\n`;
}

/** @param line undefined before the first line and after the last */
function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === "";
}
