/**
 * Reads the owner's JSON files, and creates errors and warnings about their fields.
 */

import { basename } from "node:path";
import { readText } from "../files.ts";
import { createFinding, type Finding, type FindingLevel } from "../messages.ts";
import type { Message, MessageCode, MessageValues } from "../messages.ts";
import { locateValues, parentPointer, parseJson } from "./json.ts";

const FILE_BYTES_MAX = 32_000_000;

/** Reads a JSON file in `directory`. Its name is the last part of `path`, which errors show, e.g. `data/site.json`. */
export function readJsonFile(directory: string, path: string, maxBytes = FILE_BYTES_MAX) {
  const { content: text, failure } = readText(directory, basename(path), maxBytes);
  if (failure !== undefined) return { readError: createFinding("error", path, failure) };
  const { value, error } = parseJson(text);
  if (error !== undefined) return { readError: createFinding("error", path, { ...error.message, ...error.location }) };
  return { text, value };
}

/** Creates an error or warning about a field. The path `site/map/0` means the field `/map/0` in `data/site.json`. */
export function createFieldFinding(
  level: FindingLevel,
  fieldPath: string,
  code: MessageCode,
  values: MessageValues = {},
): Finding {
  const [baseName = ""] = fieldPath.split("/", 1);
  const pointer = fieldPath.slice(baseName.length);
  return createPointerFinding(level, dataPath(baseName), pointer, { code, values });
}

/** Creates an error or warning about the field at a JSON pointer, e.g. `/map/0`. */
export function createPointerFinding(
  level: FindingLevel,
  file: string,
  pointer: string,
  { code, values = {} }: Message,
): Finding {
  const valuesWithField = { field: describeField(pointer), ...values };
  return { ...createFinding(level, file, { code, values: valuesWithField }), pointer };
}

export function dataPath(baseName: string): string {
  return `data/${baseName}.json`;
}

type Folders = Readonly<{ dataDirectory: string; contentDirectory: string }>;

/** Groups errors and warnings by file, and sorts each group. Replaces JSON pointers with lines and columns. */
export function locateFindings(folders: Folders, findings: readonly Finding[]): Finding[] {
  const files = new Set(findings.map(({ file }) => file));
  return [...files].flatMap((file) => {
    const findingsInFile = findings.filter((finding) => finding.file === file);
    const directory = file.startsWith("data/") ? folders.dataDirectory : folders.contentDirectory;
    return locateInFile(directory, file, findingsInFile).sort(compareLocations);
  });
}

function compareLocations(a: Finding, b: Finding): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

/** Replaces the JSON pointers of errors and warnings, e.g. `/map/0`, with lines and columns in the file. */
function locateInFile(directory: string, file: string, findings: readonly Finding[]): Finding[] {
  const pointers = findings.map(({ pointer }) => pointer).filter((pointer) => pointer !== undefined);
  if (pointers.length === 0) return [...findings];
  const { text } = readJsonFile(directory, file);
  // If the file can no longer be read, return the findings without lines and columns.
  const locations = text === undefined ? new Map() : locateValues(text, pointers);
  return findings.map(({ pointer, ...finding }) => {
    if (pointer === undefined) return finding;
    return { ...finding, ...locations.get(pointer) };
  });
}

/** Describes a field, e.g. `/map/3/name` as "name in entry 4 of map". Codes such as "field-entry" stand for words. */
function describeField(pointer: string): string | Message {
  if (pointer === "") return { code: "field-whole-file" };
  const parent = parentPointer(pointer);
  const name = lastToken(pointer);
  if (parent === "") return displayName(name);
  const parentField = describeField(parent);
  const isArrayIndex = /^\d+$/.test(name);
  if (isArrayIndex) return { code: "field-entry", values: { number: Number(name) + 1, list: parentField } };
  return { code: "field-in-group", values: { name: displayName(name), group: parentField } };
}

/** Returns the last token of a JSON pointer, without escapes (RFC 6901). */
function lastToken(pointer: string): string {
  const encoded = pointer.slice(pointer.lastIndexOf("/") + 1);
  return encoded.replaceAll("~1", "/").replaceAll("~0", "~");
}

const PLAIN_NAME = /^[\w-]{1,60}$/;

function displayName(name: string): string {
  return PLAIN_NAME.test(name) ? name : quotedExcerpt(name);
}

const QUOTED_LENGTH_MAX = 60;

export function quotedExcerpt(text: string): string {
  const isLong = text.length > QUOTED_LENGTH_MAX;
  return JSON.stringify(isLong ? `${text.slice(0, QUOTED_LENGTH_MAX)}…` : text);
}
