/**
 * Reads the owner's JSON files and adds line and column numbers to findings about their fields.
 */

import { basename } from "node:path";
import { readText } from "../files.ts";
import { createFinding, type Finding, type FindingLevel } from "../finding.ts";
import { locate, readJson } from "../json/json.ts";
import type { Message, MessageCode, MessageValues } from "../message.ts";
import { type Problem, quotedExcerpt } from "./validate.ts";

type JsonFile =
  | Readonly<{ kind: "parsed"; text: string; value: unknown }>
  | Readonly<{ kind: "failed"; finding: Finding }>;

/**
 * @param displayPath path to show in findings, e.g. `data/site.json`. Its last segment is the name of the file to read.
 */
export function readJsonFile(directory: string, displayPath: string, bytesMax: number): JsonFile {
  const { content: text, failure } = readText(directory, basename(displayPath), bytesMax);
  if (failure !== undefined) return { kind: "failed", finding: createFinding("error", displayPath, failure) };
  const json = readJson(text);
  if ("value" in json) return { kind: "parsed", text, value: json.value };
  const { line, column, ...message } = json.error;
  return { kind: "failed", finding: createFinding("error", displayPath, message, { line, column }) };
}

/** A finding about a field of a JSON file, before its line and column are looked up. */
export interface FieldFinding extends Problem {
  readonly level: FindingLevel;
  /** Path of the file in the owner's folder, e.g. `data/site.json`. */
  readonly file: string;
}

/**
 * Creates a finding about a field of a data file.
 *
 * @param fieldPath name of the data file without `.json`, then the JSON pointer to the field, e.g. `site/map/0`
 */
export function fieldFinding(
  level: FindingLevel,
  fieldPath: string,
  code: MessageCode,
  values: MessageValues = {},
): FieldFinding {
  const pointerStart = fieldPath.indexOf("/");
  const file = dataPath(fieldPath.slice(0, pointerStart));
  return { level, file, pointer: fieldPath.slice(pointerStart), code, values };
}

export function dataPath(name: string): string {
  return `data/${name}.json`;
}

/**
 * Adds line and column numbers to findings, and fills in the `{field}` placeholder in their messages.
 *
 * @param texts contents of the files, keyed by path. Findings about other files get no line and column.
 */
export function locateFindings(texts: ReadonlyMap<string, string>, findings: readonly FieldFinding[]): Finding[] {
  const files = new Set(findings.map(({ file }) => file));
  return [...files].flatMap((file) => {
    const findingsInFile = findings.filter((finding) => finding.file === file);
    return locateInFile(texts.get(file), findingsInFile);
  });
}

/** Adds field descriptions and, if `text` is given, line and column numbers to findings about one file. */
export function locateInFile(
  text: string | undefined,
  findings: readonly FieldFinding[],
  describe: (pointer: string) => string | Message = describeField,
): Finding[] {
  const pointers = findings.map(({ pointer }) => pointer);
  const locations = text === undefined ? [] : locate(text, pointers);
  return findings.map(({ level, file, pointer, code, values }, index) => {
    const field = pointer === "" ? WHOLE_FILE : describe(pointer);
    return createFinding(level, file, { code, values: { ...values, field } }, locations[index]);
  });
}

const WHOLE_FILE: Message = { code: "field-whole-file" };

/** Matches a field name that needs no quotation marks in a sentence. */
const PLAIN_NAME = /^[\w-]{1,60}$/;

/** Describes a field for messages, e.g. `/reviews/3/rating` as "rating in entry 4 of reviews". */
function describeField(pointer: string): string | Message {
  const lastSlash = pointer.lastIndexOf("/");
  // RFC 6901, section 4, defines these escape sequences and their order.
  const name = pointer.slice(lastSlash + 1).replaceAll("~1", "/").replaceAll("~0", "~");
  const quotedName = PLAIN_NAME.test(name) ? name : quotedExcerpt(name);
  const isTopLevel = lastSlash === 0;
  if (isTopLevel) return quotedName;
  const parent = describeField(pointer.slice(0, lastSlash));
  const isEntry = /^\d+$/.test(name);
  if (isEntry) return { code: "field-entry", values: { number: Number(name) + 1, list: parent } };
  return { code: "field-in-group", values: { name: quotedName, group: parent } };
}
