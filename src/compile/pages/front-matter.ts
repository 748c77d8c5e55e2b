/**
 * Parses the front matter of a content file: `name: value` lines between two `---` lines at the top.
 *
 * The format is not YAML: a value is the rest of the line, and quotes have no special meaning.
 */

import { isIsoDate } from "../data/schema.ts";
import type { Location, Message } from "../messages.ts";
import { findInvisibleCharacter } from "../markdown/markdown.ts";

export type Reporter = (location: Location, message: Message) => void;

type SourceText = Readonly<{ text: string; start: Location }>;

type Fields = Map<string, SourceText>;

const FIELD_NAMES = ["title", "description", "label", "updated"];
const REQUIRED_NAMES = ["title", "description"];

const FILE_START: Location = { line: 1, column: 1 };
const FENCE = "---";
/** Matches `name: value`. The name may be in any script, so that e.g. `título` is reported as an unknown name. */
const FIELD = /^(?<prefix>(?<name>\p{L}[\p{L}\p{M}\w-]*):\s*)(?<value>[^]*)$/u;

/**
 * Splits a file into its front matter fields and its body lines. There may be blank lines above the front matter. If it
 * is missing or unclosed, reports an error and returns all lines as the body. `firstBodyLine` is a 1-based line number.
 */
export function parseFrontMatter(source: string, report: Reporter) {
  const lines = source.split("\n");
  const bodyOnly = { fields: new Map<string, SourceText>(), bodyLines: lines, firstBodyLine: 1 };
  const openingFenceIndex = lines.findIndex((line) => line.trim() !== "");
  if (lines[openingFenceIndex] !== FENCE) {
    report(FILE_START, { code: "front-matter-missing" });
    return bodyOnly;
  }
  const closingFenceIndex = lines.indexOf(FENCE, openingFenceIndex + 1);
  if (closingFenceIndex === -1) {
    report(FILE_START, { code: "front-matter-unclosed" });
    return bodyOnly;
  }
  const firstFieldIndex = openingFenceIndex + 1;
  const fields = parseFields(lines.slice(firstFieldIndex, closingFenceIndex), firstFieldIndex + 1, report);
  const bodyIndex = closingFenceIndex + 1;
  return { fields, bodyLines: lines.slice(bodyIndex), firstBodyLine: bodyIndex + 1 };
}

/**
 * Parses the lines between the fences. Reports missing, unknown, duplicate and malformed fields. `firstLine` is the
 * 1-based number of the first line.
 */
function parseFields(lines: readonly string[], firstLine: number, report: Reporter): Fields {
  const fields: Fields = new Map();
  let hasInvalidLine = false;
  for (const [index, text] of lines.entries()) {
    if (text.trim() === "") continue;
    const line = firstLine + index;
    const problem = findInvisibleCharacter(text);
    if (problem !== undefined) report({ line, column: problem.offset + 1 }, problem);
    const lineError = addField(text, line, fields);
    if (lineError !== undefined) {
      report({ line, column: 1 }, lineError);
      hasInvalidLine = true;
    }
  }
  // An invalid line is often a required field with a misspelt name, so do not also report the field as missing.
  if (!hasInvalidLine) checkRequiredFields(fields, report);
  checkDate(fields.get("updated"), report);
  return fields;
}

/** Adds a line such as `title: About us` to `fields`. If the line is invalid, returns the error instead. */
function addField(text: string, line: number, fields: Fields): Message | undefined {
  const groups = FIELD.exec(text.trimEnd())?.groups;
  if (groups === undefined) return { code: "front-matter-line", values: { found: text } };
  // `prefix` is the text before the value, e.g. "title: ". The defaults are only for the type checker.
  const { prefix = "", name = "", value = "" } = groups;
  if (!FIELD_NAMES.includes(name)) {
    return { code: "front-matter-field-unknown", values: { name, names: FIELD_NAMES.join(", ") } };
  }
  if (fields.has(name)) return { code: "front-matter-field-duplicate", values: { name } };
  fields.set(name, { text: value, start: { line, column: prefix.length + 1 } });
  return undefined;
}

function checkRequiredFields(fields: Fields, report: Reporter): void {
  for (const name of REQUIRED_NAMES) {
    const field = fields.get(name);
    if (field === undefined || field.text === "") {
      report(field?.start ?? FILE_START, { code: "front-matter-field-missing", values: { name } });
    }
  }
}

function checkDate(field: SourceText | undefined, report: Reporter): void {
  if (field === undefined || isIsoDate(field.text)) return;
  report(field.start, { code: "front-matter-date", values: { found: field.text } });
}
