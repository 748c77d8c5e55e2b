/**
 * Parses the front matter of a content file: `name: value` lines between two `---` lines at the top.
 *
 * The format is not YAML. Quotes have no special meaning.
 */

import { isIsoDate } from "../data/schema.ts";
import { findInvisibleCharacter } from "../markdown/markdown.ts";
import type { LocatedMessage, Location } from "../messages.ts";

export type Field = Readonly<{ text: string; start: Location }>;

const REQUIRED_NAMES = ["title", "description"];
const FIELD_NAMES = [...REQUIRED_NAMES, "label", "updated"];

const FILE_START = { line: 1, column: 1 };
const FENCE = "---";
const FIRST_FIELD_LINE = 2;

/** Returns the fields, e.g. `title`, and the text below (`body`). */
export function parseFrontMatter(source: string) {
  const lines = source.split("\n");
  const closingIndex = lines[0] === FENCE ? lines.indexOf(FENCE, 1) : -1;
  const fields = new Map<string, Field>();
  const problems: LocatedMessage[] = [];
  if (closingIndex === -1) {
    problems.push({ ...FILE_START, code: "front-matter-missing" });
    return { fields, problems, body: "", firstBodyLine: 1 };
  }
  for (const [index, text] of lines.slice(1, closingIndex).entries()) {
    const problem = readField(text.trimEnd(), FIRST_FIELD_LINE + index, fields);
    if (problem !== undefined) problems.push(problem);
  }
  // Skip this check after other errors. The invalid line may be a required field with a misspelt name.
  if (problems.length === 0) problems.push(...checkRequiredFields(fields));
  // Replace the front matter with empty lines, so that the line numbers of the body stay the same.
  const body = "\n".repeat(closingIndex + 1) + lines.slice(closingIndex + 1).join("\n");
  return { fields, problems, body, firstBodyLine: closingIndex + 2 };
}

const FIELD = /^(?<name>\w+):\s*(?<value>[^]*)$/;

/** Adds the field in a line such as "title: Contact" to `fields`. Returns an error if the line is invalid. */
function readField(text: string, line: number, fields: Map<string, Field>): LocatedMessage | undefined {
  if (text === "") return undefined;
  const problem = checkCharacters(text, line);
  if (problem !== undefined) return problem;
  const { name = "", value = "" } = FIELD.exec(text)?.groups ?? {};
  const isUnknown = !FIELD_NAMES.includes(name);
  const isRepeated = fields.has(name);
  if (isUnknown || isRepeated) {
    return { code: "front-matter-line", values: { names: FIELD_NAMES.join(", ") }, line, column: 1 };
  }
  const start = { line, column: text.length - value.length + 1 };
  fields.set(name, { text: value, start });
  const isInvalidDate = name === "updated" && !isIsoDate(value);
  return isInvalidDate ? { ...start, code: "front-matter-date", values: { found: value } } : undefined;
}

function checkCharacters(text: string, line: number): LocatedMessage | undefined {
  const invisibleCharacter = findInvisibleCharacter(text);
  if (invisibleCharacter === undefined) return undefined;
  const { offset, ...message } = invisibleCharacter;
  return { ...message, line, column: offset + 1 };
}

function checkRequiredFields(fields: ReadonlyMap<string, Field>): LocatedMessage[] {
  const missingNames = REQUIRED_NAMES.filter((name) => !fields.get(name)?.text);
  return missingNames.map((name) => {
    const start = fields.get(name)?.start ?? FILE_START;
    return { ...start, code: "front-matter-field-missing", values: { name } };
  });
}
