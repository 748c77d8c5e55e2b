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
 * Reads and parses a JSON file. Returns a finding if reading or parsing fails.
 *
 * @param path path to show in findings, e.g. `data/site.json`; its last segment is the name of the file in `directory`
 */
export function readJsonFile(directory: string, path: string, maxBytes: number): JsonFile {
  const fileName = basename(path);
  const { content: text, failure } = readText(directory, fileName, maxBytes);
  if (failure !== undefined) return { kind: "failed", finding: createFinding("error", path, failure) };
  const { value, error } = readJson(text);
  if (error === undefined) return { kind: "parsed", text, value };
  return { kind: "failed", finding: createFinding("error", path, error.message, error.location) };
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
export function createFieldFinding(
  level: FindingLevel,
  fieldPath: string,
  code: MessageCode,
  values: MessageValues = {},
): FieldFinding {
  const firstSlash = fieldPath.indexOf("/");
  const file = dataPath(fieldPath.slice(0, firstSlash));
  const pointer = fieldPath.slice(firstSlash);
  return { level, file, pointer, code, values };
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
    return resolveFieldFindings(texts.get(file), findingsInFile);
  });
}

/**
 * Converts one file's field findings to findings, adding each field's description and, if `text` is given, its
 * location.
 */
export function resolveFieldFindings(
  text: string | undefined,
  findings: readonly FieldFinding[],
  describePointer: (pointer: string) => string | Message = describeField,
): Finding[] {
  const pointers = findings.map(({ pointer }) => pointer);
  const locations = text === undefined ? [] : locate(text, pointers);
  return findings.map(({ level, file, pointer, code, values }, index) => {
    const field = pointer === "" ? WHOLE_FILE : describePointer(pointer);
    return createFinding(level, file, { code, values: { ...values, field } }, locations[index]);
  });
}

const WHOLE_FILE: Message = { code: "field-whole-file" };

/** Matches a field name that needs no quotation marks in a sentence. */
const PLAIN_NAME = /^[\w-]{1,60}$/;

/** Describes a field for messages, e.g. `/reviews/3/rating` as "rating in entry 4 of reviews". */
function describeField(pointer: string): string | Message {
  const lastSlash = pointer.lastIndexOf("/");
  const name = unescapeSegment(pointer.slice(lastSlash + 1));
  const displayName = PLAIN_NAME.test(name) ? name : quotedExcerpt(name);
  const isTopLevel = lastSlash === 0;
  if (isTopLevel) return displayName;
  const parent = describeField(pointer.slice(0, lastSlash));
  const isEntry = /^\d+$/.test(name);
  if (isEntry) return { code: "field-entry", values: { number: Number(name) + 1, list: parent } };
  return { code: "field-in-group", values: { name: displayName, group: parent } };
}

/** Decodes the escape sequences of a JSON pointer in the order that RFC 6901, section 4, defines. */
function unescapeSegment(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}
