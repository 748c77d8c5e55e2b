/**
 * Parses the front matter of a content file: `name: value` lines between two `---` lines at the top.
 *
 * The format is not YAML: a value is the rest of the line, and quotes have no special meaning.
 */

import { isDay } from "../data/values.ts";
import type { Location } from "../finding.ts";
import { findInvisibleCharacter } from "../markdown/markdown.ts";
import type { Reporter } from "./report.ts";

/** Text and the position in the file where it starts. */
export type SourceText = Readonly<{ text: string; start: Location }>;

const FIELD_NAMES = ["title", "description", "label", "updated"];
const REQUIRED_NAMES = ["title", "description"];

type Fields = Map<string, SourceText>;

const TOP: Location = { line: 1, column: 1 };
const FENCE = "---";
const FIELD = /^(?<beforeValue>(?<name>[A-Za-z][\w-]*):\s*)(?<value>[^]*)$/;

type ParsedFile = Readonly<{ fields: Fields; body: readonly string[]; bodyLine: number }>;

/** Splits a file into front matter and body. Reports missing, unknown, duplicate and malformed fields. */
export function parseFrontMatter(text: string, report: Reporter): ParsedFile {
  const lines = text.split("\n");
  const fields: Fields = new Map();
  const withoutFields = { fields, body: lines, bodyLine: 1 };
  if (lines[0] !== FENCE) {
    report(TOP, { code: "front-matter-missing" });
    return withoutFields;
  }
  const closingFenceIndex = lines.indexOf(FENCE, 1);
  if (closingFenceIndex === -1) {
    report(TOP, { code: "front-matter-unclosed" });
    return withoutFields;
  }
  for (let index = 1; index < closingFenceIndex; index += 1) {
    parseField({ text: lines[index] ?? "", start: { line: index + 1, column: 1 } }, fields, report);
  }
  checkFields(fields, report);
  const bodyIndex = closingFenceIndex + 1;
  return { fields, body: lines.slice(bodyIndex), bodyLine: bodyIndex + 1 };
}

function checkFields(fields: Fields, report: Reporter): void {
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
}

/**
 * Parses one line and adds its field to `fields`. A field containing an invisible character is reported but still
 * added.
 */
function parseField({ text, start }: SourceText, fields: Fields, report: Reporter): void {
  if (text.trim() === "") return;
  const problem = findInvisibleCharacter(text);
  if (problem !== undefined) report({ ...start, column: problem.offset + 1 }, problem);
  const captures = FIELD.exec(text.trimEnd())?.groups;
  if (captures === undefined) {
    report(start, { code: "front-matter-line", values: { found: text } });
    return;
  }
  const { beforeValue = "", name = "", value = "" } = captures;
  if (!FIELD_NAMES.includes(name)) {
    report(start, { code: "front-matter-field-unknown", values: { name, names: FIELD_NAMES.join(", ") } });
  } else if (fields.has(name)) {
    report(start, { code: "front-matter-field-duplicate", values: { name } });
  } else {
    fields.set(name, { text: value, start: { ...start, column: beforeValue.length + 1 } });
  }
}
