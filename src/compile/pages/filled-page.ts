/**
 * Parses one content file and fills in its placeholders: facts in the front matter, facts and fragments in the body.
 *
 * The markdown and the HTML of the page are both made from the result. This module writes no HTML.
 */

import { unescape as decode } from "node:querystring";
import type { Finding, Location } from "../finding.ts";
import type { Piece } from "../fragments/piece.ts";
import { markupOf } from "../html.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { parseFrontMatter } from "./front-matter.ts";
import { type FilledText, fillPlaceholders, type PlaceholderContext } from "./placeholders.ts";
import { type Report, reporter } from "./report.ts";

export type PageContext = PlaceholderContext & Readonly<{
  /** The date of the last change for pages that do not state one. */
  updated: string;
}>;

export type FilledPage = Readonly<{
  /** The file name without `.md`. */
  name: string;
  title: string;
  description: string;
  /** The page's name in the navigation; empty if it is not listed there. */
  label: string;
  updated: string;
  /** The line number in the file, counted from 1, at which the body starts. */
  bodyLine: number;
  /** The body. A fragment is still its placeholder, e.g. `{{developers.limits}}`. */
  lines: readonly FilledText[];
  /** Fragments, keyed by the line that contains their placeholder. */
  fragments: ReadonlyMap<string, Piece>;
}>;

const DESCRIPTION_MIN = 50;
const DESCRIPTION_MAX = 160;
/** A line with nothing but a placeholder; captures the name. */
const FRAGMENT_LINE = /^\{\{(.*)\}\}$/;
/** The path of an image; captures the file name. */
const IMAGE_PATH = /\/images\/([^\s/?#()]+)/g;

/** Parses a content file and fills in its placeholders. Reports mistakes with their place in the file. */
export function fillPage(name: string, source: string, context: PageContext, findings: Finding[]): FilledPage {
  const report = reporter(name, findings);
  const { fields, body, bodyLine } = parseFrontMatter(source.replace(/\r\n?/g, "\n"), report);
  const valueOf = (fieldName: "title" | "description" | "label") => {
    const field = fields.get(fieldName);
    if (field === undefined) return "";
    // Front matter is plain text, so facts need no escaping.
    return fillPlaceholders(field, context, (fact) => fact, report).text;
  };
  const description = valueOf("description");
  const descriptionField = fields.get("description");
  if (descriptionField !== undefined) checkDescription(description, descriptionField, report);
  const { lines, fragments } = fillBody(body, bodyLine, context, report);
  return {
    name,
    title: valueOf("title"),
    description,
    label: valueOf("label"),
    updated: fields.get("updated")?.text || context.updated,
    bodyLine,
    lines: withoutEmptySections(lines, fragments),
    fragments,
  };
}

function checkDescription({ length }: string, place: Location, report: Report): void {
  if (length === 0 || (length >= DESCRIPTION_MIN && length <= DESCRIPTION_MAX)) return;
  const values = { length, minimum: DESCRIPTION_MIN, maximum: DESCRIPTION_MAX };
  report(place, { code: "description-length", values }, "warning");
}

/** Fills in the facts and collects the fragments. Reports fragments without a blank line before and after them. */
function fillBody(
  body: readonly string[],
  bodyLine: number,
  context: PageContext,
  report: Report,
): Pick<FilledPage, "lines" | "fragments"> {
  const fragments = new Map<string, Piece>();
  const lines: FilledText[] = [];
  for (const [index, text] of body.entries()) {
    const place = { line: bodyLine + index, column: 1 };
    const fragment = context.fragments.get(FRAGMENT_LINE.exec(text)?.[1] ?? "");
    if (fragment === undefined) {
      lines.push(fillPlaceholders({ text, ...place }, context, escapeMarkdown, report));
    } else if (isBlank(body[index - 1]) && isBlank(body[index + 1])) {
      fragments.set(text, fragment);
      lines.push({ text, place, values: [] });
    } else {
      report(place, { code: "fragment-not-apart", values: { placeholder: text } });
      lines.push({ text: "", place, values: [] });
    }
  }
  return { lines, fragments };
}

const SECTION_HEADING = /^## /;

/** Blanks the heading of each section that contains only empty fragments, e.g. a map without places. */
function withoutEmptySections(lines: readonly FilledText[], fragments: ReadonlyMap<string, Piece>): FilledText[] {
  return lines.map((line, index) => {
    const isHeading = SECTION_HEADING.test(line.text);
    return isHeading && isEmptySection(lines.slice(index + 1), fragments) ? { ...line, text: "" } : line;
  });
}

/**
 * Returns whether a section contains fragments, and nothing but empty ones.
 *
 * @param lines all lines after the section's heading; those from the next section on are ignored
 */
function isEmptySection(lines: readonly FilledText[], fragments: ReadonlyMap<string, Piece>): boolean {
  let hasFragment = false;
  for (const { text } of lines) {
    if (SECTION_HEADING.test(text)) break;
    if (isBlank(text)) continue;
    if (!isEmptyPiece(fragments.get(text))) return false;
    hasFragment = true;
  }
  return hasFragment;
}

function isEmptyPiece(fragment: Piece | undefined): boolean {
  return fragment !== undefined && fragment.markdown === "" && markupOf(fragment.html) === "";
}

/** Returns the file names of all images that the page may show. They must be loaded before the page is rendered. */
export function mentionedImages({ lines }: FilledPage): string[] {
  // A name may contain escapes, e.g. `my\_house.jpg`.
  const text = lines.map((line) => line.text).join("\n").replaceAll("\\", "");
  return Array.from(text.matchAll(IMAGE_PATH), ([, name = ""]) => decode(name));
}

/** Returns the page's markdown, with fragments. Drops each empty fragment together with the blank line after it. */
export function filledMarkdown({ lines, fragments }: FilledPage): string {
  const texts: string[] = [];
  let isAfterEmptyFragment = false;
  for (const { text } of lines) {
    const fragment = fragments.get(text);
    const markdown = fragment === undefined ? text : fragment.markdown;
    const isEmptyFragment = fragment !== undefined && markdown === "";
    if (!isEmptyFragment && !(isAfterEmptyFragment && isBlank(text))) texts.push(markdown);
    isAfterEmptyFragment = isEmptyFragment;
  }
  return `${texts.join("\n").replace(/^\n+/, "").trimEnd()}\n`;
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === "";
}
