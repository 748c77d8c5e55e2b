/**
 * Loads the owner's data files: returns their facts, and findings with line and column for everything that is invalid.
 *
 * It does not know how the facts are used.
 */

import { readText } from "../files.ts";
import { createFinding, type Finding, type FindingLevel, type Location } from "../finding.ts";
import { locate, readJson } from "../json/json.ts";
import type { Phrase } from "../phrase.ts";
import { checkConsistency } from "./consistency.ts";
import { type DataFile, type Facts, FILES } from "./datasets.ts";
import { normalize, type Problem, quoted, validate } from "./validate.ts";
import { isObject } from "./values.ts";

/** Maximum size of a data file. Enough for ten thousand reviews of a page each. */
const FILE_BYTES_MAX = 32_000_000;
/** Maximum number of problems listed for a file. A file that is wrong throughout may have one on every line. */
const PROBLEMS_MAX = 100;

interface DataSettings {
  readonly dataDirectory: string;
  /** Public address of the site, without a slash at its end. */
  readonly baseUrl: string;
}

export interface LoadedData {
  /** If there are findings, invalid facts are placeholders, so that the pages can be checked. Do not serve them. */
  readonly facts: Facts;
  /** Names of the files that could not be read or parsed, without `.json`. All their facts are placeholders. */
  readonly unreadFiles: readonly string[];
  /** Errors, ordered by file, line and column. */
  readonly findings: readonly Finding[];
  /** Contents of the parsed files by name, for `findingsAt`. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A finding about a field whose place in the file is not known yet. `findingsAt` adds it and fills in `{field}`. */
export interface FieldFinding extends Phrase {
  readonly level: FindingLevel;
  /** Name of the file without `.json`, and JSON pointer of the field in it, e.g. `site/map/0`. */
  readonly field: string;
}

/** Reads and checks the data files of a folder. Reports missing and damaged files as findings. Never throws. */
export function loadData(settings: DataSettings): LoadedData {
  const files = FILES.map((file) => loadFile(file, settings));
  const factsByFile = files.map(({ name, facts }) => [name, facts]);
  const facts: Facts = Object.fromEntries(factsByFile);
  const texts = new Map<string, string>();
  for (const { name, text } of files) {
    if (text !== undefined) texts.set(name, text);
  }
  const validFiles = files.filter(({ findings }) => findings.length === 0).map(({ name }) => name);
  const inconsistencies: FieldFinding[] = [];
  checkConsistency(facts, new Set(validFiles), settings.baseUrl, (field, code, values) => {
    inconsistencies.push({ level: "error", field, code, values });
  });
  const findings = [...files.flatMap((file) => file.findings), ...findingsAt(texts, inconsistencies)];
  return {
    facts,
    unreadFiles: files.filter(({ text }) => text === undefined).map(({ name }) => name),
    findings: findings.sort(comparePlaces),
    texts,
  };
}

/** The facts of one file and what is wrong with them. */
interface LoadedFile {
  readonly name: string;
  readonly facts: unknown;
  /** Undefined if the file could not be read or parsed. */
  readonly text?: string;
  readonly findings: readonly Finding[];
}

/** Reads, parses, validates and normalises one file. */
function loadFile(file: DataFile, { dataDirectory, baseUrl }: DataSettings): LoadedFile {
  const { name, schema, defaults } = file;
  const { content: text, failure } = readText(dataDirectory, `${name}.json`, FILE_BYTES_MAX);
  if (failure !== undefined) return unreadFile(file, failure);
  const json = readJson(text);
  if ("mistake" in json) return unreadFile(file, json.mistake, json.mistake);
  const value = isObject(json.value) ? { ...defaults?.(baseUrl), ...json.value } : json.value;
  const problems = validate(schema, value);
  const facts = normalize(schema, value, problems);
  return { name, facts, text, findings: problemFindings(name, text, problems) };
}

/** Returns placeholders for all facts of a file that could not be read or parsed, and a finding with the reason. */
function unreadFile({ name, schema }: DataFile, reason: Phrase, place?: Location): LoadedFile {
  const finding = createFinding("error", pathOf(name), reason, place);
  return { name, facts: normalize(schema, undefined, []), findings: [finding] };
}

/** Converts the problems of a file into findings. The last finding says how many problems are not listed. */
function problemFindings(name: string, text: string, problems: readonly Problem[]): Finding[] {
  const listedProblems = problems.slice(0, PROBLEMS_MAX).map(({ pointer, code, values }): FieldFinding => {
    return { level: "error", field: name + pointer, code, values };
  });
  const findings = findingsAt(new Map([[name, text]]), listedProblems);
  if (problems.length > PROBLEMS_MAX) {
    const values = { count: problems.length, shown: PROBLEMS_MAX };
    findings.push(createFinding("error", pathOf(name), { code: "problems-more", values }));
  }
  return findings;
}

/**
 * Adds places to findings about fields. A finding has no place if its file could not be parsed.
 *
 * @param texts contents of the data files by name; each is scanned once
 */
export function findingsAt(texts: ReadonlyMap<string, string>, fieldFindings: readonly FieldFinding[]): Finding[] {
  const places = placesOf(texts, fieldFindings.map(({ field }) => field));
  return fieldFindings.map(({ level, field, code, values }) => {
    const { name, pointer } = splitField(field);
    const phrase = { code, values: { ...values, field: describeField(pointer) } };
    return createFinding(level, pathOf(name), phrase, places.get(field));
  });
}

/** Returns the places of the fields whose files have a text, by field, e.g. `site/map/0`. */
function placesOf(texts: ReadonlyMap<string, string>, fields: readonly string[]): ReadonlyMap<string, Location> {
  const places = new Map<string, Location>();
  for (const [name, text] of texts) {
    const fieldsOfFile = fields.filter((field) => splitField(field).name === name);
    if (fieldsOfFile.length === 0) continue;
    const pointers = fieldsOfFile.map((field) => splitField(field).pointer);
    const placesOfFile = locate(text, pointers);
    for (const [index, field] of fieldsOfFile.entries()) {
      const place = placesOfFile[index];
      if (place !== undefined) places.set(field, place);
    }
  }
  return places;
}

/** Splits `site/map/0` into the name of the file, `site`, and the JSON pointer, `/map/0`. */
function splitField(field: string): { readonly name: string; readonly pointer: string } {
  const [name = ""] = field.split("/", 1);
  return { name, pointer: field.slice(name.length) };
}

function pathOf(name: string): string {
  return `data/${name}.json`;
}

/** A field name that needs no quotation marks in a sentence. */
const PLAIN_NAME = /^[\w-]{1,60}$/;

/** Describes a JSON pointer in words, e.g. `/reviews/3/rating` as "rating in entry 4 of reviews". */
function describeField(pointer: string): string | Phrase {
  const [first, ...inner] = pointer.split("/").slice(1).map(unescapeSegment);
  if (first === undefined) return { code: "field-whole-file" };
  let description: string | Phrase = quotedIfNeeded(first);
  for (const segment of inner) description = describeMember(description, segment);
  return description;
}

/** Describes an entry of a list or a field of an object. Entries count from 1. */
function describeMember(container: string | Phrase, segment: string): Phrase {
  const isEntry = /^\d+$/.test(segment);
  if (isEntry) return { code: "field-entry", values: { number: Number(segment) + 1, list: container } };
  return { code: "field-in-group", values: { name: quotedIfNeeded(segment), group: container } };
}

function quotedIfNeeded(name: string): string {
  return PLAIN_NAME.test(name) ? name : quoted(name);
}

/** Decodes a segment of a JSON pointer (RFC 6901, section 4). */
function unescapeSegment(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Orders findings by file, line and column. Findings about a whole file come first. */
function comparePlaces(one: Finding, other: Finding): number {
  const files = fileIndex(one) - fileIndex(other);
  const lines = (one.line ?? 0) - (other.line ?? 0);
  const columns = (one.column ?? 0) - (other.column ?? 0);
  return files || lines || columns;
}

function fileIndex({ file }: Finding): number {
  return FILES.findIndex(({ name }) => file === pathOf(name));
}
