/**
 * Loads the owner's data files: checked facts, or everything that is wrong with the files, with line and column.
 *
 * It does not know what the facts are used for.
 */

import { readText } from "../files.ts";
import { type Finding, findingOf, type Level, type Place } from "../finding.ts";
import { locate, readJson } from "../json/json.ts";
import type { Phrase, PhraseValues } from "../phrase.ts";
import { checkConsistency } from "./consistency.ts";
import { type Facts, FILES } from "./datasets.ts";
import { normalize, quoted, validate } from "./validate.ts";
import { isObject } from "./values.ts";

/** Enough for ten thousand reviews of a page each. */
const FILE_BYTES_MAX = 32_000_000;
/** Problems listed per file: a wrong file may have one on every line. */
const PROBLEMS_MAX = 100;

interface DataSettings {
  readonly dataDirectory: string;
  readonly baseUrl: string;
}

export interface LoadedData {
  /** Contains placeholders if there are findings, so that the pages can be checked too. Never serve it then. */
  readonly facts: Facts;
  /** Names of the files that could not be parsed. Their facts are placeholders. */
  readonly unreadFiles: readonly string[];
  /** Errors only, file by file and from the top of each file. */
  readonly findings: readonly Finding[];
  /** The texts of the parsed files by name, for `findingsAt`. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A phrase about a field. Its placeholder `{field}` is filled by `findingsAt`. */
export interface Remark extends Phrase {
  readonly level: Level;
  /** File and field, e.g. `site/map/0`, or the file alone. */
  readonly at: string;
}

/** Reads and checks the data files of a folder. A missing or damaged file is a finding, never an exception. */
export function loadData({ dataDirectory, baseUrl }: DataSettings): LoadedData {
  const texts = new Map<string, string>();
  const findings: Finding[] = [];
  const values = FILES.map(({ name, schema, defaults }) => {
    const file = fileOf(name);
    const text = readText(dataDirectory, `${name}.json`, FILE_BYTES_MAX);
    if (typeof text !== "string") {
      findings.push(findingOf("error", file, text));
      return [name, normalize(schema, undefined, [])];
    }
    const json = readJson(text);
    if ("mistake" in json) {
      findings.push(findingOf("error", file, json.mistake, json.mistake));
      return [name, normalize(schema, undefined, [])];
    }
    texts.set(name, text);
    const value = isObject(json.value) ? { ...defaults?.(baseUrl), ...json.value } : json.value;
    const problems = validate(schema, value);
    const remarks = problems.slice(0, PROBLEMS_MAX).map(({ pointer, code, values }): Remark => {
      return { level: "error", at: name + pointer, code, values };
    });
    findings.push(...findingsAt(texts, remarks));
    if (problems.length > PROBLEMS_MAX) {
      findings.push(
        findingOf("error", file, { code: "problems-more", values: { count: problems.length, shown: PROBLEMS_MAX } }),
      );
    }
    return [name, normalize(schema, value, problems)];
  });
  const facts: Facts = Object.fromEntries(values);
  const filesWithFindings = new Set(findings.map(({ file }) => file));
  const names = FILES.map(({ name }) => name);
  const validFiles = new Set(names.filter((name) => !filesWithFindings.has(fileOf(name))));
  const disagreements: Remark[] = [];
  checkConsistency(facts, validFiles, baseUrl, (at, code, values) =>
    disagreements.push({ level: "error", at, code, values }),
  );
  findings.push(...findingsAt(texts, disagreements));
  return {
    facts,
    unreadFiles: names.filter((name) => !texts.has(name)),
    findings: findings.sort(comparePlaces),
    texts,
  };
}

/** Returns the findings that remarks make, with the place of their field in its file. Each file is scanned once. */
export function findingsAt(texts: ReadonlyMap<string, string>, remarks: readonly Remark[]): Finding[] {
  const fields = remarks.map(({ at }) => splitField(at));
  const places = new Map<string, Place>();
  for (const [name, text] of texts) {
    const pointers = fields.filter((field) => field.name === name).map(({ pointer }) => pointer);
    if (pointers.length === 0) continue;
    for (const [index, place] of locate(text, pointers).entries()) places.set(name + (pointers[index] ?? ""), place);
  }
  return remarks.map(({ level, at, code, values }) => {
    const { name, pointer } = splitField(at);
    const phrase = { code, values: { ...values, field: fieldInWords(pointer) } };
    return findingOf(level, fileOf(name), phrase, places.get(at));
  });
}

function splitField(at: string): { readonly name: string; readonly pointer: string } {
  const [name = ""] = at.split("/", 1);
  return { name, pointer: at.slice(name.length) };
}

function fileOf(name: string): string {
  return `data/${name}.json`;
}

const PLAIN_NAME = /^[\w-]{1,60}$/;

/** Describes a pointer as people do: `/reviews/3/rating` is "rating in entry 4 of reviews". */
function fieldInWords(pointer: string): string | Phrase {
  const [first, ...inner] = pointer.split("/").slice(1).map(unescapeSegment);
  if (first === undefined) return { code: "field-whole-file" };
  return inner.reduce<string | Phrase>(wordsWithin, nameInWords(first));
}

function wordsWithin(outer: string | Phrase, segment: string): Phrase {
  const isEntry = /^\d+$/.test(segment);
  const values: PhraseValues = isEntry
    ? { number: Number(segment) + 1, list: outer }
    : { name: nameInWords(segment), group: outer };
  return { code: isEntry ? "field-entry" : "field-in-group", values };
}

function nameInWords(name: string): string {
  return PLAIN_NAME.test(name) ? name : quoted(name);
}

function unescapeSegment(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Orders findings by file, line and column. A finding about a whole file comes first. */
function comparePlaces(one: Finding, other: Finding): number {
  const order = ({ file }: Finding) => FILES.findIndex(({ name }) => file === fileOf(name));
  const lines = (one.line ?? 0) - (other.line ?? 0);
  const columns = (one.column ?? 0) - (other.column ?? 0);
  return order(one) - order(other) || lines || columns;
}
