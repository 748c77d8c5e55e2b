/**
 * Parses the front matter of a content file: `name: value` lines between two `---` lines at the top.
 *
 * The format is not YAML: a value is the rest of the line, and quotes have no special meaning.
 */

import { isIsoDate } from "../data/values.ts";
import type { Location } from "../finding.ts";
import { findInvisibleCharacter } from "../markdown/markdown.ts";
import type { Message } from "../message.ts";

export type Reporter = (location: Location, message: Message) => void;

export type SourceText = Readonly<{ text: string; start: Location }>;

type Fields = Map<string, SourceText>;

const FIELD_NAMES = ["title", "description", "label", "updated"];
const REQUIRED_NAMES = ["title", "description"];

const FILE_START: Location = { line: 1, column: 1 };
const FENCE = "---";
/** Line 1 is the opening `---`. */
const FIRST_FIELD_LINE = 2;
const FIELD = /^(?<prefix>(?<name>[A-Za-z][\w-]*):\s*)(?<value>[^]*)$/;

/**
 * Splits a file into its front matter fields and its body lines. Reports missing, unknown, duplicate and malformed
 * fields. If the front matter is missing or unclosed, reports an error and returns all lines as the body.
 * `firstBodyLine` is a 1-based line number.
 */
export function parseFrontMatter(source: string, report: Reporter) {
  const lines = source.split("\n");
  const bodyOnly = { fields: new Map<string, SourceText>(), bodyLines: lines, firstBodyLine: 1 };
  if (lines[0] !== FENCE) {
    report(FILE_START, { code: "front-matter-missing" });
    return bodyOnly;
  }
  const closingFenceIndex = lines.indexOf(FENCE, 1);
  if (closingFenceIndex === -1) {
    report(FILE_START, { code: "front-matter-unclosed" });
    return bodyOnly;
  }
  const fields = parseFields(lines.slice(1, closingFenceIndex), report);
  checkFields(fields, report);
  const bodyIndex = closingFenceIndex + 1;
  return { fields, bodyLines: lines.slice(bodyIndex), firstBodyLine: bodyIndex + 1 };
}

/** Parses the front matter's lines. Reports invalid lines, and the first invisible character in each line. */
function parseFields(lines: readonly string[], report: Reporter): Fields {
  const fields: Fields = new Map();
  for (const [index, text] of lines.entries()) {
    if (text.trim() === "") continue;
    const line = FIRST_FIELD_LINE + index;
    // `problem` includes the character's offset.
    const problem = findInvisibleCharacter(text);
    if (problem !== undefined) report({ line, column: problem.offset + 1 }, problem);
    addField(text, { line, column: 1 }, fields, report);
  }
  return fields;
}

/** Parses a line such as `title: About us` into `fields`. If the line is invalid, reports it and adds nothing. */
function addField(text: string, start: Location, fields: Fields, report: Reporter): void {
  const groups = FIELD.exec(text.trimEnd())?.groups;
  if (groups === undefined) {
    report(start, { code: "front-matter-line", values: { found: text } });
    return;
  }
  // `prefix` is the text before the value, e.g. "title: ". The defaults are only for the type checker.
  const { prefix = "", name = "", value = "" } = groups;
  if (!FIELD_NAMES.includes(name)) {
    report(start, { code: "front-matter-field-unknown", values: { name, names: FIELD_NAMES.join(", ") } });
  } else if (fields.has(name)) {
    report(start, { code: "front-matter-field-duplicate", values: { name } });
  } else {
    fields.set(name, { text: value, start: { line: start.line, column: prefix.length + 1 } });
  }
}

/** Reports required fields that are missing or empty, and an invalid date in the optional field `updated`. */
function checkFields(fields: Fields, report: Reporter): void {
  for (const name of REQUIRED_NAMES) {
    const field = fields.get(name);
    if (field === undefined || field.text === "") {
      report(field?.start ?? FILE_START, { code: "front-matter-field-missing", values: { name } });
    }
  }
  const updatedField = fields.get("updated");
  if (updatedField !== undefined && !isIsoDate(updatedField.text)) {
    report(updatedField.start, { code: "front-matter-date", values: { found: updatedField.text } });
  }
}
