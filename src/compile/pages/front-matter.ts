/**
 * Parses the front matter of a content file: `name: value` lines between two `---` lines at the top.
 *
 * The format is not YAML: a value is the rest of the line, and quotes have no special meaning.
 */

import { isIsoDate } from "../data/schema.ts";
import type { Location, Message } from "../messages.ts";
import { findInvisibleCharacter } from "../markdown/markdown.ts";

export type Reporter = (location: Location, message: Message) => void;

type Field = Readonly<{ text: string; start: Location }>;

const FIELD_NAMES = ["title", "description", "label", "updated"];
const REQUIRED_NAMES = ["title", "description"];

const FILE_START: Location = { line: 1, column: 1 };
const FENCE = "---";

/** There may be blank lines above the front matter. If it is missing or unclosed, the whole file is the body. */
export function parseFrontMatter(source: string, report: Reporter) {
  const lines = source.split("\n");
  const openingIndex = lines.findIndex((line) => line.trim() !== "");
  const isOpened = lines[openingIndex] === FENCE;
  const closingIndex = isOpened ? lines.indexOf(FENCE, openingIndex + 1) : -1;
  if (closingIndex === -1) {
    report(FILE_START, { code: isOpened ? "front-matter-unclosed" : "front-matter-missing" });
    return { fields: new Map<string, Field>(), body: source, firstBodyLine: 1 };
  }
  const firstFieldIndex = openingIndex + 1;
  const fields = parseFields(lines.slice(firstFieldIndex, closingIndex), firstFieldIndex + 1, report);
  const firstBodyIndex = closingIndex + 1;
  // Empty lines replace the front matter, so that line numbers in the body are those of the file.
  const body = "\n".repeat(firstBodyIndex) + lines.slice(firstBodyIndex).join("\n");
  return { fields, body, firstBodyLine: firstBodyIndex + 1 };
}

/** Captures the text before the value, the name and the value. The name may be in any script, e.g. `título`. */
const FIELD = /^((\p{L}[\p{L}\p{M}\w-]*):\s*)([^]*)$/u;

/** Parses the lines between the fences. The first of them has the 1-based number `firstLine`. */
function parseFields(lines: readonly string[], firstLine: number, report: Reporter): Map<string, Field> {
  const fields = new Map<string, Field>();
  let hasInvalidLine = false;
  for (const [index, text] of lines.entries()) {
    if (text.trim() === "") continue;
    const line = firstLine + index;
    const problem = findInvisibleCharacter(text);
    if (problem !== undefined) report({ line, column: problem.offset + 1 }, problem);
    const [, prefix = "", name = "", value = ""] = FIELD.exec(text.trimEnd()) ?? [];
    const error = checkFieldName(name, text, fields);
    if (error === undefined) {
      fields.set(name, { text: value, start: { line, column: prefix.length + 1 } });
    } else {
      report({ line, column: 1 }, error);
      hasInvalidLine = true;
    }
  }
  for (const name of REQUIRED_NAMES) {
    const { text, start } = fields.get(name) ?? { text: "", start: FILE_START };
    // An invalid line is often a required field with a misspelt name, so do not also report the field as missing.
    if (text === "" && !hasInvalidLine) report(start, { code: "front-matter-field-missing", values: { name } });
  }
  const updated = fields.get("updated");
  if (updated !== undefined && !isIsoDate(updated.text)) {
    report(updated.start, { code: "front-matter-date", values: { found: updated.text } });
  }
  return fields;
}

/** Returns the error if `name` is not a new field of a page. The name is empty if `line` has no name and colon. */
function checkFieldName(name: string, line: string, fields: ReadonlyMap<string, Field>): Message | undefined {
  if (name === "") return { code: "front-matter-line", values: { found: line } };
  if (!FIELD_NAMES.includes(name)) {
    return { code: "front-matter-field-unknown", values: { name, names: FIELD_NAMES.join(", ") } };
  }
  return fields.has(name) ? { code: "front-matter-field-duplicate", values: { name } } : undefined;
}
