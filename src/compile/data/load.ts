/**
 * Loads the owner's data files. Returns their facts, and a finding with line and column for each invalid value.
 */

import { createFinding, type Finding } from "../finding.ts";
import { checkConsistency } from "./consistency.ts";
import { type DataFile, type Facts, FILES } from "./datasets.ts";
import { dataPath, locateFindings, locateInFile, readJsonFile } from "./json-file.ts";
import { placeholderFor, validate } from "./validate.ts";
import { isJsonObject } from "./values.ts";

/** Maximum size of a data file. Enough for ten thousand page-long reviews. */
const FILE_BYTES_MAX = 32_000_000;
/** Maximum number of problems listed for a file. A thoroughly broken file could have one on every line. */
const PROBLEMS_MAX = 100;

interface DataSettings {
  readonly dataDirectory: string;
  /** Public URL of the site, without a trailing slash. */
  readonly baseUrl: string;
}

export interface LoadedData {
  /** If there are findings, placeholders replace invalid facts, so that pages can be checked. Do not serve them. */
  readonly facts: Facts;
  /** Names (without `.json`) of the files that could not be read or parsed. All their facts are placeholders. */
  readonly unreadFiles: readonly string[];
  /** Errors, ordered by file, line and column. */
  readonly findings: readonly Finding[];
  /** Contents of the parsed files, keyed by name, for `locateFindings`. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Reads and checks the data files in a folder. Never throws for missing or damaged files, but returns findings. */
export function loadData({ dataDirectory, baseUrl }: DataSettings): LoadedData {
  const files = FILES.map((file) => loadFile(file, dataDirectory, baseUrl));
  // The cast is safe, because the facts of each file conform to its schema.
  const facts = Object.fromEntries(files.map((file) => [file.name, file.facts])) as Facts;
  const texts = new Map<string, string>();
  for (const { name, text } of files) {
    if (text !== undefined) texts.set(name, text);
  }
  const validFiles = files.filter((file) => file.findings.length === 0).map(({ name }) => name);
  const inconsistencies = checkConsistency(facts, new Set(validFiles), baseUrl);
  const findings = [...files.flatMap((file) => file.findings), ...locateFindings(texts, inconsistencies)];
  findings.sort(comparePositions);
  const unreadFiles = files.filter(({ text }) => text === undefined).map(({ name }) => name);
  return { facts, unreadFiles, findings, texts };
}

/** Returns the facts of a file, its findings, and its text, which is undefined if it could not be read or parsed. */
function loadFile({ name, schema, defaults }: DataFile, dataDirectory: string, baseUrl: string) {
  const path = dataPath(name);
  const json = readJsonFile(dataDirectory, `${name}.json`, path, FILE_BYTES_MAX);
  if (json.kind === "failed") return { name, facts: placeholderFor(schema), findings: [json.finding] };
  const value = isJsonObject(json.value) ? { ...defaults?.(baseUrl), ...json.value } : json.value;
  const { problems, normalized } = validate(schema, value);
  const findings = locateInFile(path, json.text, problems.slice(0, PROBLEMS_MAX));
  if (problems.length > PROBLEMS_MAX) {
    const values = { count: problems.length, shown: PROBLEMS_MAX };
    findings.push(createFinding("error", path, { code: "problems-more", values }));
  }
  return { name, facts: normalized, findings, text: json.text };
}

/** Orders findings by file, line and column. Findings about a whole file come first. */
function comparePositions(one: Finding, other: Finding): number {
  const files = fileIndex(one) - fileIndex(other);
  const lines = (one.line ?? 0) - (other.line ?? 0);
  const columns = (one.column ?? 0) - (other.column ?? 0);
  return files || lines || columns;
}

function fileIndex({ file }: Finding): number {
  return FILES.findIndex(({ name }) => file === dataPath(name));
}
