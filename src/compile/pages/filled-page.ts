/**
 * Parses one content file: its front matter, and its text with facts and fragments filled in.
 *
 * The filled-in text is both the markdown of the page and the source of its HTML. This module writes no HTML and knows
 * no other page.
 */

import { unescape as decode } from "node:querystring";
import type { Finding } from "../finding.ts";
import type { Piece } from "../fragments/piece.ts";
import { markupOf } from "../html.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { parseFrontMatter } from "./front-matter.ts";
import { type FilledText, fillPlaceholders, type PlaceholderContext } from "./placeholders.ts";
import { reporter } from "./report.ts";

/** `updated` is the date of a page that states none. */
export type PageContext = PlaceholderContext & Readonly<{ updated: string }>;

export type FilledPage = Readonly<{
  /** The file without `.md`. */
  name: string;
  title: string;
  description: string;
  label: string;
  updated: string;
  bodyLine: number;
  lines: readonly FilledText[];
  /** The fragments of the page, by their line. */
  fragments: ReadonlyMap<string, Piece>;
}>;

const DESCRIPTION_MIN = 50;
const DESCRIPTION_MAX = 160;
const FRAGMENT_LINE = /^\{\{(.*)\}\}$/;
const MENTIONED_IMAGE = /\/images\/([^\s/?#()]+)/g;

export function fillPage(name: string, source: string, context: PageContext, findings: Finding[]): FilledPage {
  const report = reporter(name, findings);
  const { fields, body, bodyLine } = parseFrontMatter(source.replace(/\r\n?/g, "\n"), report);
  // Front matter is plain text, so facts go into it without escapes.
  const valueOf = (name: "title" | "description" | "label") => {
    const field = fields.get(name);
    return field === undefined ? "" : fillPlaceholders(field, context, (fact) => fact, report).text;
  };
  const description = valueOf("description");
  const { length } = description;
  const place = fields.get("description");
  if (place !== undefined && length > 0 && (length < DESCRIPTION_MIN || length > DESCRIPTION_MAX)) {
    const values = { length, minimum: DESCRIPTION_MIN, maximum: DESCRIPTION_MAX };
    report(place, { code: "description-length", values }, "warning");
  }
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

const SECTION_HEADING = /^## /;

/** Blanks the heading of each section that consists of empty fragments, such as that of a map without places. */
function withoutEmptySections(lines: readonly FilledText[], fragments: ReadonlyMap<string, Piece>): FilledText[] {
  return lines.map((line, index) => {
    if (!SECTION_HEADING.test(line.text)) return line;
    const rest = lines.slice(index + 1);
    const next = rest.findIndex(({ text }) => SECTION_HEADING.test(text));
    const body = rest.slice(0, next === -1 ? rest.length : next).filter(({ text }) => !isBlank(text));
    const isEmpty = body.length > 0 && body.every(({ text }) => isEmptyPiece(fragments.get(text)));
    return isEmpty ? { ...line, text: "" } : line;
  });
}

function isEmptyPiece(fragment: Piece | undefined): boolean {
  return fragment !== undefined && fragment.markdown === "" && markupOf(fragment.html) === "";
}

/** Returns the names of all image files that a text may show, so that they can be read before it is rendered. */
export function mentionedImages({ lines }: FilledPage): string[] {
  const text = lines.map((line) => line.text).join("\n").replaceAll("\\", "");
  return Array.from(text.matchAll(MENTIONED_IMAGE), ([, name = ""]) => decode(name));
}

/** Fills the fragments' markdown in. An empty fragment goes together with the empty line below it. */
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
