/**
 * Reads the owner's JSON files, and adds lines and columns to findings about their fields.
 */

import { readText } from "../files.ts";
import { createFinding, type Finding, type FindingLevel } from "../finding.ts";
import { locate, readJson } from "../json/json.ts";
import type { MessageCode, Phrase, PhraseValues } from "../phrase.ts";
import { type Problem, quotedExcerpt } from "./validate.ts";

type JsonFile =
  | Readonly<{ kind: "parsed"; text: string; value: unknown }>
  | Readonly<{ kind: "failed"; finding: Finding }>;

/** @param path path of the file in the owner's folder, for the finding that is returned if the file is invalid */
export function readJsonFile(directory: string, name: string, path: string, bytesMax: number): JsonFile {
  const { content: text, failure } = readText(directory, name, bytesMax);
  if (failure !== undefined) return { kind: "failed", finding: createFinding("error", path, failure) };
  const json = readJson(text);
  if ("value" in json) return { kind: "parsed", text, value: json.value };
  // The error has both the message and the location.
  return { kind: "failed", finding: createFinding("error", path, json.error, json.error) };
}

/** A finding about a field of a JSON file, without the line and column. */
export interface FieldFinding extends Problem {
  readonly level: FindingLevel;
  /** Path of the file in the owner's folder, e.g. `data/site.json`. */
  readonly file: string;
}

/** @param field name of the data file without `.json`, followed by the JSON pointer to the field, e.g. `site/map/0` */
export function fieldFinding(
  level: FindingLevel,
  field: string,
  code: MessageCode,
  values: PhraseValues = {},
): FieldFinding {
  const [name = ""] = field.split("/", 1);
  return { level, file: dataPath(name), pointer: field.slice(name.length), code, values };
}

export function dataPath(name: string): string {
  return `data/${name}.json`;
}

/**
 * Adds the line and column to findings, and fills in the placeholder `{field}` of their messages.
 *
 * @param texts contents of the files, keyed by path. Findings about other files have no line and column.
 * @param describe returns the name of a field for messages, given its JSON pointer
 */
export function locateFindings(
  texts: ReadonlyMap<string, string>,
  findings: readonly FieldFinding[],
  describe: (pointer: string) => string | Phrase = describeField,
): Finding[] {
  const files = new Set(findings.map(({ file }) => file));
  return [...files].flatMap((file) => {
    const findingsInFile = findings.filter((finding) => finding.file === file);
    const text = texts.get(file);
    const locations = text === undefined ? [] : locate(text, findingsInFile.map(({ pointer }) => pointer));
    return findingsInFile.map(({ level, pointer, code, values }, index) => {
      const field = pointer === "" ? ({ code: "field-whole-file" } as const) : describe(pointer);
      return createFinding(level, file, { code, values: { ...values, field } }, locations[index]);
    });
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
