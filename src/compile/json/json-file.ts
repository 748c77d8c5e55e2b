/**
 * Reads the owner's JSON files, and creates findings (errors or warnings) about their fields.
 */

import { basename } from "node:path";
import { readText } from "../files.ts";
import { createFinding, type Finding, type FindingLevel } from "../messages.ts";
import type { Message, MessageCode, MessageValues } from "../messages.ts";
import { locateValues, parentPointer, parseJson } from "./json.ts";

const FILE_BYTES_MAX = 32_000_000;

/** Reads the JSON file in `directory` with the base name of `path`. Errors show the path, e.g. `data/site.json`. */
export function readJsonFile(directory: string, path: string, maxBytes = FILE_BYTES_MAX) {
  const { content: text, failure } = readText(directory, basename(path), maxBytes);
  if (failure !== undefined) return { readError: createFinding("error", path, failure) };
  const { value, error } = parseJson(text);
  if (error !== undefined) return { readError: createFinding("error", path, { ...error.message, ...error.location }) };
  return { text, value };
}

/** Creates a finding about the field at a path such as `site/map/0`, which means `/map/0` in `data/site.json`. */
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

export function createPointerFinding(
  level: FindingLevel,
  file: string,
  pointer: string,
  { code, values = {} }: Message,
): Finding {
  // `values` may override `field`.
  const valuesWithField = { field: describeField(pointer), ...values };
  return { ...createFinding(level, file, { code, values: valuesWithField }), pointer };
}

export function dataPath(baseName: string): string {
  return `data/${baseName}.json`;
}

type Folders = Readonly<{ dataDirectory: string; contentDirectory: string }>;

/** Groups findings by file, replaces their JSON pointers with lines and columns, and sorts each file's findings. */
export function locateFindings(folders: Folders, findings: readonly Finding[]): Finding[] {
  const files = new Set(findings.map(({ file }) => file));
  return [...files].flatMap((file) => {
    const findingsInFile = findings.filter((finding) => finding.file === file);
    const directory = file.startsWith("data/") ? folders.dataDirectory : folders.contentDirectory;
    const located = locateInFile(directory, file, findingsInFile);
    return located.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  });
}

function locateInFile(directory: string, file: string, findings: readonly Finding[]): Finding[] {
  const pointers = findings.flatMap(({ pointer }) => pointer ?? []);
  if (pointers.length === 0) return [...findings];
  const { text } = readJsonFile(directory, file);
  // If the file can no longer be read, return the findings without lines and columns.
  const locations = text === undefined ? new Map() : locateValues(text, pointers);
  return findings.map(({ pointer, ...finding }) => {
    return pointer === undefined ? finding : { ...finding, ...locations.get(pointer) };
  });
}

/** Describes the field `/bedrooms` as "bedrooms", and `/reviews/3/rating` as "rating in entry 4 of reviews". */
function describeField(pointer: string): string | Message {
  if (pointer === "") return { code: "field-whole-file" };
  const parent = parentPointer(pointer);
  const name = lastToken(pointer);
  if (parent === "") return displayName(name);
  const isArrayIndex = /^\d+$/.test(name);
  if (isArrayIndex) return { code: "field-entry", values: { number: Number(name) + 1, list: describeField(parent) } };
  return { code: "field-in-group", values: { name: displayName(name), group: describeField(parent) } };
}

/** Returns the last token of a JSON pointer (RFC 6901). Decodes `~1` as `/` and `~0` as `~`. */
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
