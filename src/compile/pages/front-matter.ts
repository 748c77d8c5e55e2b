/**
 * Parses the front matter of a content file: `name: value` lines between two `---` lines at the top.
 *
 * The format is not YAML: a value is the rest of the line, and quotes have no special meaning.
 */

import { isDay } from "../data/values.ts";
import type { FindingLevel, Location } from "../finding.ts";
import { findInvisibleCharacter } from "../markdown/markdown.ts";
import type { Message } from "../message.ts";

/** Reports a finding in a content file. The default level is "error". */
export type Reporter = (location: Location, message: Message, level?: FindingLevel) => void;

export type SourceText = Readonly<{ text: string; start: Location }>;

type Fields = Map<string, SourceText>;

const FIELD_NAMES = ["title", "description", "label", "updated"];
const REQUIRED_NAMES = ["title", "description"];

const FILE_START: Location = { line: 1, column: 1 };
const FENCE = "---";
const FIELD = /^(?<prefix>(?<name>[A-Za-z][\w-]*):\s*)(?<value>[^]*)$/;

/** Splits a file into front matter and body. Reports missing, unknown, duplicate and malformed fields. */
export function parseFrontMatter(source: string, report: Reporter) {
  const fields: Fields = new Map();
  const lines = source.split("\n");
  const withoutFields = { fields, body: lines, firstBodyLine: 1 };
  if (lines[0] !== FENCE) {
    report(FILE_START, { code: "front-matter-missing" });
    return withoutFields;
  }
  const closingFence = lines.indexOf(FENCE, 1);
  if (closingFence === -1) {
    report(FILE_START, { code: "front-matter-unclosed" });
    return withoutFields;
  }
  for (const [index, text] of lines.slice(1, closingFence).entries()) {
    // The first field is on line 2.
    const start = { line: index + 2, column: 1 };
    parseField({ text, start }, fields, report);
  }
  checkFields(fields, report);
  return { fields, body: lines.slice(closingFence + 1), firstBodyLine: closingFence + 2 };
}

function parseField({ text, start }: SourceText, fields: Fields, report: Reporter): void {
  if (text.trim() === "") return;
  const problem = findInvisibleCharacter(text);
  if (problem !== undefined) report({ ...start, column: problem.offset + 1 }, problem);
  // Parse the field nevertheless, so that it is not reported as missing too.
  const groups = FIELD.exec(text.trimEnd())?.groups;
  if (groups === undefined) {
    report(start, { code: "front-matter-line", values: { found: text } });
    return;
  }
  const { prefix = "", name = "", value = "" } = groups;
  if (!FIELD_NAMES.includes(name)) {
    report(start, { code: "front-matter-field-unknown", values: { name, names: FIELD_NAMES.join(", ") } });
  } else if (fields.has(name)) {
    report(start, { code: "front-matter-field-duplicate", values: { name } });
  } else {
    fields.set(name, { text: value, start: { ...start, column: prefix.length + 1 } });
  }
}

function checkFields(fields: Fields, report: Reporter): void {
  for (const name of REQUIRED_NAMES) {
    const field = fields.get(name);
    if (field === undefined || field.text === "") {
      report(field?.start ?? FILE_START, { code: "front-matter-field-missing", values: { name } });
    }
  }
  const updated = fields.get("updated");
  if (updated !== undefined && !isDay(updated.text)) {
    report(updated.start, { code: "front-matter-date", values: { found: updated.text } });
  }
}
