/**
 * Parses a content file and replaces its placeholders with facts and fragments.
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
  /** Label in the navigation; empty if the page is not listed there. */
  label: string;
  /** Date of the last change, e.g. `2026-05-01`. */
  updated: string;
  /** 1-based line number in the file where the body starts. */
  bodyLine: number;
  lines: readonly FilledLine[];
}>;

const DESCRIPTION_LENGTH_MIN = 50;
const DESCRIPTION_LENGTH_MAX = 160;
const PLACEHOLDER_LINE = /^\{\{\s*(?<name>.*?)\s*\}\}$/;
const SECTION_HEADING = /^## /;
const IMAGE_PATH = /\/images\/([^\s/?#()]+)/g;

export function fillPage(name: string, source: string, context: PageContext, findings: Finding[]): FilledPage {
  const report = createReporter(name, findings);
  const { fields, body, bodyLine } = parseFrontMatter(source.replace(/\r\n?/g, "\n"), report);
  // Front matter is plain text.
  const unescaped = (fact: string) => fact;
  const fillField = (field: SourceText | undefined): string => {
    return field === undefined ? "" : fillPlaceholders(field, context, unescaped, report).text;
  };
  const title = fillField(fields.get("title"));
  const description = fillField(fields.get("description"));
  checkDescription(description, fields.get("description"), report);
  const label = fillField(fields.get("label"));
  const updated = fields.get("updated")?.text ?? context.updated;
  const lines = withoutEmptySections(fillBody(body, bodyLine, context, report));
  return { name, title, description, label, updated, bodyLine, lines };
}

function checkDescription({ length }: string, field: SourceText | undefined, report: Reporter): void {
  if (field === undefined || length === 0) return;
  if (length >= DESCRIPTION_LENGTH_MIN && length <= DESCRIPTION_LENGTH_MAX) return;
  const values = { length, minimum: DESCRIPTION_LENGTH_MIN, maximum: DESCRIPTION_LENGTH_MAX };
  report(field.start, { code: "description-length", values }, "warning");
}

/**
 * Fills in all lines. A fragment needs a line of its own between two blank lines; `fillPlaceholders` reports fragments
 * anywhere else.
 */
function fillBody(body: readonly string[], bodyLine: number, context: PageContext, report: Reporter): FilledLine[] {
  return body.map((text, index) => {
    const source = { text, start: { line: bodyLine + index, column: 1 } };
    const hasBlankLinesAround = isBlank(body[index - 1]) && isBlank(body[index + 1]);
    const fragmentLine = hasBlankLinesAround ? attachFragment(source, context) : undefined;
    return fragmentLine ?? fillPlaceholders(source, context, escapeMarkdown, report);
  });
}

/**
 * Returns the line with its fragment, or undefined if it has none. Normalises the placeholder to `{{name}}`, without
 * inner spaces, so later code can search for it.
 */
function attachFragment({ text, start }: SourceText, { fragments }: PageContext): FilledLine | undefined {
  const name = PLACEHOLDER_LINE.exec(text)?.groups?.["name"] ?? "";
  const fragment = fragments.get(name);
  return fragment === undefined ? undefined : { text: `{{${name}}}`, start, replacements: [], fragment };
}

/**
 * Blanks out the heading of any section that contains nothing but empty fragments, e.g. Reviews when there are no
 * reviews.
 */
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

/** Returns the file names of all images mentioned on the page. */
export function mentionedImages({ lines }: FilledPage): string[] {
  // A name may contain escapes, e.g. `my\_house.jpg`.
  const text = lines.map((line) => line.text).join("\n").replaceAll("\\", "");
  return Array.from(text.matchAll(IMAGE_PATH), ([, name = ""]) => decode(name));
}

/** Returns the page as markdown. Link targets are not resolved. */
export function filledMarkdown({ lines }: FilledPage): string {
  const texts: string[] = [];
  for (const { text, fragment } of lines) {
    // If a fragment has no markdown, skip it and drop the blank line above it.
    if (fragment?.markdown === "") texts.pop();
    else texts.push(fragment?.markdown ?? text);
  }
  return `${texts.join("\n").replace(/^\n+/, "").trimEnd()}\n`;
}

function isBlank(line = ""): boolean {
  return line.trim() === "";
}
