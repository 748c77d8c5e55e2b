/**
 * Parses the front matter of a content file: `name: value` lines between two `---` lines at the top.
 *
 * The format is not YAML. Quotes have no special meaning.
 */

import { isIsoDate } from "../data/schema.ts";
import type { LocatedMessage, Location, Message, MessageCode } from "../messages.ts";
import { findInvisibleCharacter } from "../markdown/markdown.ts";

export type Field = Readonly<{ text: string; start: Location }>;

type FieldLine = Readonly<{ text: string; line: number }>;

type Fields = ReadonlyMap<string, Field>;

export type FrontMatter = Readonly<ReturnType<typeof parseFrontMatter>>;

const FIELD_NAMES = ["title", "description", "label", "updated"];
const REQUIRED_NAMES = ["title", "description"];

const FILE_START = { line: 1, column: 1 };
const FENCE = "---";

/** Allows blank lines above the front matter. */
export function parseFrontMatter(source: string) {
  const lines = source.split("\n").map((text, index) => ({ text, line: index + 1 }));
  const openingIndex = lines.findIndex(isNotBlank);
  if (lines[openingIndex]?.text !== FENCE) return withoutFrontMatter(source, "front-matter-missing");
  const closingIndex = lines.findIndex(({ text }, index) => text === FENCE && index > openingIndex);
  if (closingIndex === -1) return withoutFrontMatter(source, "front-matter-unclosed");
  const fieldLines = lines.slice(openingIndex + 1, closingIndex).filter(isNotBlank);
  // Replace the front matter with empty lines, so that the line numbers of the body stay the same.
  const bodyLines = lines.map(({ text }, index) => (index > closingIndex ? text : ""));
  return { ...parseFields(fieldLines), body: bodyLines.join("\n"), firstBodyLine: closingIndex + 2 };
}

function isNotBlank({ text }: FieldLine): boolean {
  return text.trim() !== "";
}

function withoutFrontMatter(source: string, code: MessageCode) {
  const problems: LocatedMessage[] = [{ ...FILE_START, code }];
  return { fields: new Map<string, Field>(), problems, body: source, firstBodyLine: 1 };
}

function parseFields(lines: readonly FieldLine[]) {
  const fields = new Map<string, Field>();
  const problems: LocatedMessage[] = [];
  for (const { text, line } of lines) {
    problems.push(...checkCharacters(text, line));
    const { name, field } = parseFieldLine(text, line);
    const error = checkFieldName(name, text, fields);
    if (error === undefined) {
      fields.set(name, field);
    } else {
      problems.push({ ...error, line, column: 1 });
    }
  }
  // Each valid line adds one field. An invalid line may be a required field with a misspelt name.
  if (fields.size === lines.length) problems.push(...checkRequiredFields(fields));
  problems.push(...checkDate(fields.get("updated")));
  return { fields, problems };
}

function checkCharacters(text: string, line: number): LocatedMessage[] {
  const problem = findInvisibleCharacter(text);
  if (problem === undefined) return [];
  const { offset, ...message } = problem;
  return [{ ...message, line, column: offset + 1 }];
}

/** The name may contain any Unicode letter, e.g. the `í` in `título`. */
const FIELD = /^(?<name>\p{L}[\p{L}\p{M}\w-]*):\s*(?<value>[^]*)$/u;

/** Parses a `name: value` line. Returns an empty name for any other line. */
function parseFieldLine(text: string, line: number) {
  const trimmed = text.trimEnd();
  const { name = "", value = "" } = FIELD.exec(trimmed)?.groups ?? {};
  const column = trimmed.length - value.length + 1;
  return { name, field: { text: value, start: { line, column } } };
}

function checkFieldName(name: string, line: string, fields: Fields): Message | undefined {
  if (name === "") return { code: "front-matter-line", values: { found: line } };
  if (!FIELD_NAMES.includes(name)) {
    return { code: "front-matter-field-unknown", values: { name, names: FIELD_NAMES.join(", ") } };
  }
  return fields.has(name) ? { code: "front-matter-field-duplicate", values: { name } } : undefined;
}

function checkRequiredFields(fields: Fields): LocatedMessage[] {
  const missingNames = REQUIRED_NAMES.filter((name) => !fields.get(name)?.text);
  return missingNames.map((name) => {
    const start = fields.get(name)?.start ?? FILE_START;
    return { ...start, code: "front-matter-field-missing", values: { name } };
  });
}

function checkDate(updated: Field | undefined): LocatedMessage[] {
  if (updated === undefined || isIsoDate(updated.text)) return [];
  return [{ ...updated.start, code: "front-matter-date", values: { found: updated.text } }];
}
