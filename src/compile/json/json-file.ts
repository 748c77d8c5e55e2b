/**
 * Reads the owner's JSON files, and adds lines and columns to findings about them.
 */

import { basename } from "node:path";
import { readText } from "../files.ts";
import { createFinding, type Finding, type FindingLevel, type Location } from "../messages.ts";
import type { Message, MessageCode, MessageValues } from "../messages.ts";
import { locateValues, parentPointer, parseJson } from "./json.ts";

/**
 * Returns a JSON file's text and parsed value, or a finding if reading fails.
 *
 * @param path path to show to the owner, e.g. `data/site.json` for `site.json` in `directory`
 */
export function readJsonFile(directory: string, path: string, maxBytes: number) {
  const { content: text, failure } = readText(directory, basename(path), maxBytes);
  if (failure !== undefined) return { readError: createFinding("error", path, failure) };
  const { value, error } = parseJson(text);
  if (error !== undefined) return { readError: createFinding("error", path, { ...error.message, ...error.location }) };
  return { text, value };
}

/** A finding about a field of a JSON file, without its line and column. */
export interface FieldFinding extends Message {
  readonly level: FindingLevel;
  readonly file: string;
  /** JSON pointer (RFC 6901). */
  readonly pointer: string;
}

/** Creates a finding about a field. The path "site/map/0" means `/map/0` in `data/site.json`. */
export function createFieldFinding(
  level: FindingLevel,
  fieldPath: string,
  code: MessageCode,
  values: MessageValues = {},
): FieldFinding {
  const [baseName = ""] = fieldPath.split("/", 1);
  const pointer = fieldPath.slice(baseName.length);
  return { level, file: dataPath(baseName), pointer, code, values };
}

export function dataPath(baseName: string): string {
  return `data/${baseName}.json`;
}

/** Adds lines and columns to findings, and sorts the findings of each file. `texts` is keyed by file path. */
export function locateFindings(
  texts: ReadonlyMap<string, string | undefined>,
  findings: readonly FieldFinding[],
): Finding[] {
  const files = new Set(findings.map(({ file }) => file));
  return [...files].flatMap((file) => {
    const findingsInFile = findings.filter((finding) => finding.file === file);
    return locateInFile(texts.get(file), findingsInFile);
  });
}

function locateInFile(text: string | undefined, findings: readonly FieldFinding[]): Finding[] {
  if (text === undefined) return findings.map((finding) => addLocation(finding));
  const locations = locateValues(text, findings.map(({ pointer }) => pointer));
  return findings.map((finding) => addLocation(finding, locations.get(finding.pointer))).sort(compareLocations);
}

function compareLocations(a: Finding, b: Finding): number {
  if (a.line === b.line) return (a.column ?? 0) - (b.column ?? 0);
  return (a.line ?? 0) - (b.line ?? 0);
}

function addLocation({ level, file, pointer, code, values }: FieldFinding, location?: Location): Finding {
  // A `field` in `values` overrides the description derived from the pointer.
  return createFinding(level, file, { code, values: { field: describeField(pointer), ...values }, ...location });
}

/** Describes a field, e.g. as "bedrooms" or, if nested, "rating in entry 4 of reviews". */
function describeField(pointer: string): string | Message {
  if (pointer === "") return { code: "field-whole-file" };
  const parent = parentPointer(pointer);
  const name = lastName(pointer);
  if (parent === "") return displayName(name);
  const isArrayIndex = /^\d+$/.test(name);
  if (isArrayIndex) return { code: "field-entry", values: { number: Number(name) + 1, list: describeField(parent) } };
  return { code: "field-in-group", values: { name: displayName(name), group: describeField(parent) } };
}

/** Returns the last name in a JSON pointer. Decodes `~1` as `/` and `~0` as `~`. */
function lastName(pointer: string): string {
  const encodedName = pointer.slice(pointer.lastIndexOf("/") + 1);
  return encodedName.replaceAll("~1", "/").replaceAll("~0", "~");
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
