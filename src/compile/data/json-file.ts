/**
 * Reads the owner's JSON files, and adds lines and columns to findings about their fields.
 */

import { readText } from "../files.ts";
import { createFinding, type Finding, type FindingLevel } from "../finding.ts";
import { locate, readJson } from "../json/json.ts";
import type { Phrase } from "../phrase.ts";
import { quotedExcerpt } from "./validate.ts";

type JsonFile =
  | Readonly<{ kind: "parsed"; text: string; value: unknown }>
  | Readonly<{ kind: "failed"; finding: Finding }>;

/**
 * Reads and parses a JSON file. Returns a finding if that fails.
 *
 * @param path path of the file in the owner's folder, for the finding
 */
export function readJsonFile(directory: string, name: string, path: string, bytesMax: number): JsonFile {
  const { content: text, failure } = readText(directory, name, bytesMax);
  if (failure !== undefined) return { kind: "failed", finding: createFinding("error", path, failure) };
  const json = readJson(text);
  if ("value" in json) return { kind: "parsed", text, value: json.value };
  // The error has both the message and the location.
  return { kind: "failed", finding: createFinding("error", path, json.error, json.error) };
}

/** A finding about a field of a data file, without the line and column. */
export interface FieldFinding extends Phrase {
  readonly level: FindingLevel;
  /** Name of the file without `.json`, followed by the JSON pointer to the field, e.g. `site/map/0`. */
  readonly field: string;
}

/** Returns the path of a data file in the owner's folder. */
export function dataPath(name: string): string {
  return `data/${name}.json`;
}

/**
 * Adds the line and column to findings about data files. Findings about files that are not in `texts` have none.
 *
 * @param texts contents of the parsed data files, keyed by name
 */
export function locateFindings(texts: ReadonlyMap<string, string>, findings: readonly FieldFinding[]): Finding[] {
  const names = new Set(findings.map(fileNameOf));
  return [...names].flatMap((name) => {
    const findingsInFile = findings.filter((finding) => fileNameOf(finding) === name);
    const withPointers = findingsInFile.map((finding) => ({ ...finding, pointer: finding.field.slice(name.length) }));
    return locateInFile(dataPath(name), texts.get(name), withPointers);
  });
}

function fileNameOf({ field }: FieldFinding): string {
  return field.split("/", 1).join();
}

/** A finding about a field of a known file. */
interface PointerFinding extends Phrase {
  /** "error" if undefined. */
  readonly level?: FindingLevel;
  readonly pointer: string;
}

/**
 * Adds the line and column to findings about one file, and fills in the placeholder `{field}` of their messages.
 *
 * @param text content of the file, or undefined if it could not be read
 * @param describe returns the name of a field for messages, given its JSON pointer
 */
export function locateInFile(
  path: string,
  text: string | undefined,
  findings: readonly PointerFinding[],
  describe: (pointer: string) => string | Phrase = describeField,
): Finding[] {
  const places = text === undefined ? [] : locate(text, findings.map(({ pointer }) => pointer));
  return findings.map(({ level = "error", pointer, code, values }, index) => {
    const field = pointer === "" ? ({ code: "field-whole-file" } as const) : describe(pointer);
    return createFinding(level, path, { code, values: { ...values, field } }, places[index]);
  });
}

/** Matches a field name that needs no quotation marks in a sentence. */
const PLAIN_NAME = /^[\w-]{1,60}$/;

/** Describes a field for messages, e.g. `/reviews/3/rating` as "rating in entry 4 of reviews". */
function describeField(pointer: string): string | Phrase {
  const lastSlash = pointer.lastIndexOf("/");
  // RFC 6901, section 4, defines these escape sequences and their order.
  const name = pointer.slice(lastSlash + 1).replaceAll("~1", "/").replaceAll("~0", "~");
  const quotedName = PLAIN_NAME.test(name) ? name : quotedExcerpt(name);
  if (lastSlash === 0) return quotedName;
  const parent = describeField(pointer.slice(0, lastSlash));
  const isEntry = /^\d+$/.test(name);
  if (isEntry) return { code: "field-entry", values: { number: Number(name) + 1, list: parent } };
  return { code: "field-in-group", values: { name: quotedName, group: parent } };
}
