/**
 * Parses the front matter of a content file: `name: value` lines between two `---` lines at the top.
 *
 * The format is not YAML: a value is the rest of the line, and quotes have no special meaning.
 */

import { isIsoDate } from "../data/schema.ts";
import type { LocatedMessage, Location, Message } from "../messages.ts";
import { findInvisibleCharacter } from "../markdown/markdown.ts";

type Field = Readonly<{ text: string; start: Location }>;

const FIELD_NAMES = ["title", "description", "label", "updated"];
const REQUIRED_NAMES = ["title", "description"];

const FILE_START = { line: 1, column: 1 };
const FENCE = "---";

/**
 * Separates the front matter from the body. Allows blank lines above the front matter. If it is missing or unclosed,
 * reports a problem and returns the whole file as the body.
 */
export function parseFrontMatter(source: string) {
  const lines = source.split("\n");
  const openingIndex = lines.findIndex((line) => line.trim() !== "");
  const hasOpeningFence = lines[openingIndex] === FENCE;
  const firstFieldIndex = openingIndex + 1;
  const closingIndex = hasOpeningFence ? lines.indexOf(FENCE, firstFieldIndex) : -1;
  if (closingIndex === -1) {
    const code = hasOpeningFence ? "front-matter-unclosed" : "front-matter-missing";
    const problem: LocatedMessage = { ...FILE_START, code };
    return { fields: new Map<string, Field>(), problems: [problem], body: source, firstBodyLine: 1 };
  }
  const { fields, problems } = parseFields(lines.slice(firstFieldIndex, closingIndex), firstFieldIndex + 1);
  const firstBodyIndex = closingIndex + 1;
  // Empty lines replace the front matter, so that line numbers in the body match those in the file.
  const body = "\n".repeat(firstBodyIndex) + lines.slice(firstBodyIndex).join("\n");
  return { fields, problems, body, firstBodyLine: firstBodyIndex + 1 };
}

/** A name may contain any Unicode letters, so that e.g. `título` is reported as an unknown field. */
const FIELD = /^(?<nameAndColon>(?<name>\p{L}[\p{L}\p{M}\w-]*):\s*)(?<value>[^]*)$/u;

/** Parses and checks the lines between the `---` fences. Line numbers start at 1. */
function parseFields(lines: readonly string[], firstLineNumber: number) {
  const { fields, problems, hasInvalidLine } = parseFieldLines(lines, firstLineNumber);
  // An invalid line is often a required field with a misspelt name, so do not also report the field as missing.
  const missingNames = hasInvalidLine ? [] : REQUIRED_NAMES.filter((name) => !fields.get(name)?.text);
  for (const name of missingNames) {
    const start = fields.get(name)?.start ?? FILE_START;
    problems.push({ ...start, code: "front-matter-field-missing", values: { name } });
  }
  const updated = fields.get("updated");
  if (updated !== undefined && !isIsoDate(updated.text)) {
    problems.push({ ...updated.start, code: "front-matter-date", values: { found: updated.text } });
  }
  return { fields, problems };
}

/** Parses `name: value` lines, and checks the names. */
function parseFieldLines(lines: readonly string[], firstLineNumber: number) {
  const fields = new Map<string, Field>();
  const problems: LocatedMessage[] = [];
  let hasInvalidLine = false;
  for (const [index, lineText] of lines.entries()) {
    if (lineText.trim() === "") continue;
    const line = firstLineNumber + index;
    // A line with an invisible character is still used.
    const invisibleCharacter = findInvisibleCharacter(lineText);
    if (invisibleCharacter !== undefined) {
      const { offset, ...message } = invisibleCharacter;
      problems.push({ ...message, line, column: offset + 1 });
    }
    // The name is empty if the line is not a field.
    const { nameAndColon = "", name = "", value = "" } = FIELD.exec(lineText.trimEnd())?.groups ?? {};
    const error = checkFieldName(name, lineText, fields);
    if (error === undefined) {
      fields.set(name, { text: value, start: { line, column: nameAndColon.length + 1 } });
    } else {
      problems.push({ ...error, line, column: 1 });
      hasInvalidLine = true;
    }
  }
  return { fields, problems, hasInvalidLine };
}

/** Returns an error for an unknown or duplicate name. The name is empty if `line` does not start with `name:`. */
function checkFieldName(name: string, line: string, fields: ReadonlyMap<string, Field>): Message | undefined {
  if (name === "") return { code: "front-matter-line", values: { found: line } };
  if (!FIELD_NAMES.includes(name)) {
    return { code: "front-matter-field-unknown", values: { name, names: FIELD_NAMES.join(", ") } };
  }
  return fields.has(name) ? { code: "front-matter-field-duplicate", values: { name } } : undefined;
}
