/**
 * Reads the front matter of a content file: the fields between two lines `---` at its top.
 *
 * It is not YAML: a value is the rest of its line, as it is written. This module does not know what the fields mean.
 */

import { isDay } from "../data/values.ts";
import type { Place } from "../finding.ts";
import { invisibleCharacter } from "../markdown/markdown.ts";
import type { Report } from "./report.ts";

/** A text of the file and the place where it begins. */
export interface SourceText extends Place {
  readonly text: string;
}

/**
 * `label` is the name of the page in navigation and footer. `updated` is the date of its last change; the default is
 * that of the facts.
 */
const FIELD_NAMES = ["title", "description", "label", "updated"] as const;
const REQUIRED_NAMES = ["title", "description"] as const;

export interface FrontMatter {
  readonly fields: Readonly<Record<(typeof FIELD_NAMES)[number], SourceText>>;
  /** The lines after the front matter. */
  readonly body: readonly string[];
  /** The number of the body's first line in the file. */
  readonly bodyLine: number;
}

const TOP: Place = { line: 1, column: 1 };
const FENCE = "---";
const FIELD = /^([A-Za-z][\w-]*):(\s*)([^]*)$/;

/** Parses a text with line feeds. A missing field has an empty text. */
export function parseFrontMatter(text: string, report: Report): FrontMatter {
  const lines = text.split("\n");
  const isOpened = lines[0] === FENCE;
  const end = isOpened ? lines.indexOf(FENCE, 1) : -1;
  const fields = new Map<string, SourceText>();
  if (end === -1) {
    report(TOP, { code: isOpened ? "front-matter-unclosed" : "front-matter-missing" });
  } else {
    for (const [index, line] of lines.slice(1, end).entries()) readField(line, index + 2, fields, report);
    for (const name of REQUIRED_NAMES) checkRequired(name, fields.get(name), report);
  }
  const updated = fields.get("updated");
  if (updated !== undefined && !isDay(updated.text)) {
    report(updated, { code: "front-matter-date", values: { found: updated.text } });
  }
  const field = (name: string): SourceText => fields.get(name) ?? { ...TOP, text: "" };
  return {
    fields: {
      title: field("title"),
      description: field("description"),
      label: field("label"),
      updated: field("updated"),
    },
    body: lines.slice(end + 1),
    bodyLine: end === -1 ? 1 : end + 2,
  };
}

function checkRequired(name: string, field: SourceText | undefined, report: Report): void {
  if (field === undefined) report(TOP, { code: "front-matter-field-missing", values: { name } });
  else if (field.text === "") report({ ...field, column: 1 }, { code: "front-matter-field-empty", values: { name } });
}

function readField(content: string, line: number, fields: Map<string, SourceText>, report: Report): void {
  if (content.trim() === "") return;
  const place = { line, column: 1 };
  const invisible = invisibleCharacter(content);
  if (invisible !== undefined) report({ line, column: invisible.column }, invisible);
  const match = FIELD.exec(content.trimEnd());
  if (match === null) return report(place, { code: "front-matter-line", values: { found: content } });
  const [, name = "", space = "", text = ""] = match;
  const names = FIELD_NAMES.join(", ");
  if (!FIELD_NAMES.some((known) => known === name)) {
    report(place, { code: "front-matter-field-unknown", values: { name, names } });
  } else if (fields.has(name)) {
    report(place, { code: "front-matter-field-duplicate", values: { name } });
  } else {
    fields.set(name, { line, column: name.length + 1 + space.length + 1, text });
  }
}
