/**
 * Parses the front matter of a content file: `name: value` lines between two `---` lines at the top.
 *
 * The format is not YAML: a value is the rest of the line, and quotes have no special meaning.
 */

import { isDay } from "../data/values.ts";
import type { Location } from "../finding.ts";
import { invisibleCharacter } from "../markdown/markdown.ts";
import type { Reporter } from "./report.ts";

/** Text and the position in the file where it starts. */
export type SourceText = Readonly<{ text: string; start: Location }>;

/** `label` is the page's name in the navigation. `updated` is the date of the page's last change. */
const FIELD_NAMES = ["title", "description", "label", "updated"] as const;
const REQUIRED_NAMES = ["title", "description"] as const;

type Fields = Map<(typeof FIELD_NAMES)[number], SourceText>;

const TOP: Location = { line: 1, column: 1 };
const FENCE = "---";
/** Captures the name and colon with the white space after them, the name alone, and the value. */
const FIELD = /^(([A-Za-z][\w-]*):\s*)([^]*)$/;

/**
 * Splits a file into the fields of its front matter and the lines of its body, which starts at the 1-based line
 * `bodyLine`. Reports missing, unknown, repeated and malformed fields.
 */
export function parseFrontMatter(text: string, report: Reporter) {
  const lines = text.split("\n");
  const fields: Fields = new Map();
  const isOpened = lines[0] === FENCE;
  const end = lines.indexOf(FENCE, 1);
  if (!isOpened || end === -1) {
    report(TOP, { code: isOpened ? "front-matter-unclosed" : "front-matter-missing" });
    return { fields, body: lines, bodyLine: 1 };
  }
  for (let index = 1; index < end; index += 1) parseField(lines[index] ?? "", index + 1, fields, report);
  for (const name of REQUIRED_NAMES) {
    const field = fields.get(name);
    if (field === undefined || field.text === "") {
      report(field?.start ?? TOP, { code: "front-matter-field-missing", values: { name } });
    }
  }
  const updated = fields.get("updated");
  if (updated !== undefined && !isDay(updated.text)) {
    report(updated.start, { code: "front-matter-date", values: { found: updated.text } });
  }
  return { fields, body: lines.slice(end + 1), bodyLine: end + 2 };
}

/**
 * Parses one line and adds its field to `fields`. Ignores blank lines.
 *
 * @param line 1-based number of the line in the file
 */
function parseField(content: string, line: number, fields: Fields, report: Reporter): void {
  if (content.trim() === "") return;
  const start = { line, column: 1 };
  const invisible = invisibleCharacter(content);
  if (invisible !== undefined) report({ line, column: invisible.column }, invisible);
  const match = FIELD.exec(content.trimEnd());
  if (match === null) {
    report(start, { code: "front-matter-line", values: { found: content } });
    return;
  }
  const [, prefix = "", name = "", text = ""] = match;
  const fieldName = FIELD_NAMES.find((known) => known === name);
  if (fieldName === undefined) {
    report(start, { code: "front-matter-field-unknown", values: { name, names: FIELD_NAMES.join(", ") } });
  } else if (fields.has(fieldName)) {
    report(start, { code: "front-matter-field-duplicate", values: { name } });
  } else {
    fields.set(fieldName, { text, start: { line, column: prefix.length + 1 } });
  }
}
