/**
 * Parses the front matter of a content file: the lines `name: value` between two lines `---` at the top.
 *
 * It is not YAML: a value is the rest of the line, and quotes have no meaning. This module only checks the fields.
 */

import { isDay } from "../data/values.ts";
import type { Location } from "../finding.ts";
import { invisibleCharacter } from "../markdown/markdown.ts";
import type { Report } from "./report.ts";

/** A text, and the place in the file where it starts. */
export type SourceText = Location & Readonly<{ text: string }>;

/**
 * `label` is the page's name in the navigation. `updated` is the date of its last change, by default the date on which
 * the facts were updated.
 */
const FIELD_NAMES = ["title", "description", "label", "updated"] as const;
type FieldName = (typeof FIELD_NAMES)[number];
const REQUIRED_NAMES = ["title", "description"] as const;

export type FrontMatter = Readonly<{
  fields: ReadonlyMap<FieldName, SourceText>;
  body: readonly string[];
  /** The line number in the file, counted from 1, at which the body starts. */
  bodyLine: number;
}>;

const TOP: Location = { line: 1, column: 1 };
const FENCE = "---";
const FIELD = /^([A-Za-z][\w-]*):(\s*)([^]*)$/;

/** Splits a file into front matter and body. Reports missing, unknown, repeated and malformed fields. */
export function parseFrontMatter(text: string, report: Report): FrontMatter {
  const lines = text.split("\n");
  const isOpened = lines[0] === FENCE;
  const end = isOpened ? lines.indexOf(FENCE, 1) : -1;
  const fields = new Map<FieldName, SourceText>();
  if (end === -1) {
    report(TOP, { code: isOpened ? "front-matter-unclosed" : "front-matter-missing" });
  } else {
    for (let index = 1; index < end; index += 1) readField(lines[index] ?? "", index + 1, fields, report);
    for (const name of REQUIRED_NAMES) checkRequired(name, fields.get(name), report);
  }
  const updated = fields.get("updated");
  if (updated !== undefined && !isDay(updated.text)) {
    report(updated, { code: "front-matter-date", values: { found: updated.text } });
  }
  return { fields, body: lines.slice(end + 1), bodyLine: end === -1 ? 1 : end + 2 };
}

function checkRequired(name: string, field: SourceText | undefined, report: Report): void {
  if (field === undefined) report(TOP, { code: "front-matter-field-missing", values: { name } });
  else if (field.text === "") report({ ...field, column: 1 }, { code: "front-matter-field-empty", values: { name } });
}

/** Parses one line and adds its field to `fields`. Ignores a blank line. */
function readField(content: string, line: number, fields: Map<FieldName, SourceText>, report: Report): void {
  if (content.trim() === "") return;
  const place = { line, column: 1 };
  const invisible = invisibleCharacter(content);
  if (invisible !== undefined) report({ line, column: invisible.column }, invisible);
  const match = FIELD.exec(content.trimEnd());
  if (match === null) return report(place, { code: "front-matter-line", values: { found: content } });
  const [, name = "", space = "", text = ""] = match;
  const field = FIELD_NAMES.find((known) => known === name);
  if (field === undefined) {
    report(place, { code: "front-matter-field-unknown", values: { name, names: FIELD_NAMES.join(", ") } });
  } else if (fields.has(field)) {
    report(place, { code: "front-matter-field-duplicate", values: { name } });
  } else {
    fields.set(field, { line, column: name.length + 1 + space.length + 1, text });
  }
}
