/**
 * Loads the owner's data files and reports invalid values.
 */

import { createFinding, type Finding } from "../finding.ts";
import { checkConsistency } from "./consistency.ts";
import { type DataFile, type Facts, FILES } from "./datasets.ts";
import { dataPath, locateFindings, readJsonFile } from "./json-file.ts";
import { fallbackFor, validate } from "./validate.ts";
import { isRecord } from "./values.ts";

/** Room for ten thousand page-long reviews. */
const FILE_BYTES_MAX = 32_000_000;
const PROBLEMS_LISTED_MAX = 100;

interface DataSettings {
  readonly dataDirectory: string;
  readonly baseUrl: string;
}

export interface LoadedData {
  /** Facts of invalid files are fallbacks, so that pages can be checked. Never serve fallbacks. */
  readonly facts: Facts;
  /** Names (without `.json`) of the files with errors. */
  readonly invalidFiles: readonly string[];
  /** Errors, ordered by file, line and column. */
  readonly findings: readonly Finding[];
  /** Contents of the parsed files, keyed by path, for `locateFindings`. */
  readonly texts: ReadonlyMap<string, string>;
}

export function loadData(settings: DataSettings): LoadedData {
  const files: LoadedFile[] = [];
  for (const file of FILES) {
    const { cottage } = validFacts(files);
    files.push(loadFile(file, settings, cottage?.address.addressCountry));
  }
  const texts = new Map<string, string>();
  for (const { name, text } of files) {
    if (text !== undefined) texts.set(dataPath(name), text);
  }
  const invalidFiles = files.filter((file) => !isValid(file)).map(({ name }) => name);
  const inconsistencies = [...checkConsistency(validFacts(files), settings.baseUrl)];
  const findings = [...files.flatMap((file) => file.findings), ...locateFindings(texts, inconsistencies)];
  findings.sort(comparePositions);
  return { facts: factsOf(files) as Facts, invalidFiles, findings, texts };
}

interface LoadedFile {
  readonly name: string;
  readonly facts: unknown;
  readonly findings: readonly Finding[];
  /** Undefined if the file could not be read or parsed. */
  readonly text?: string;
}

function validFacts(files: readonly LoadedFile[]): Partial<Facts> {
  return factsOf(files.filter(isValid));
}

function isValid({ findings }: LoadedFile): boolean {
  return findings.length === 0;
}

function factsOf(files: readonly LoadedFile[]): Partial<Facts> {
  return Object.fromEntries(files.map(({ name, facts }) => [name, facts]));
}

function loadFile(file: DataFile, { dataDirectory, baseUrl }: DataSettings, country?: string): LoadedFile {
  const { name, schema, defaults } = file;
  const path = dataPath(name);
  const json = readJsonFile(dataDirectory, path, FILE_BYTES_MAX);
  if (json.kind === "failed") return { name, facts: fallbackFor(schema), findings: [json.finding] };
  const { text, value } = json;
  const valueWithDefaults = isRecord(value) ? { ...defaults?.(baseUrl), ...value } : value;
  const { problems, normalized } = validate(schema, valueWithDefaults, path, country);
  const findings = locateFindings(new Map([[path, text]]), problems.slice(0, PROBLEMS_LISTED_MAX));
  if (problems.length > PROBLEMS_LISTED_MAX) {
    const values = { count: problems.length, shown: PROBLEMS_LISTED_MAX };
    findings.push(createFinding("error", path, { code: "problems-more", values }));
  }
  return { name, facts: normalized ?? fallbackFor(schema), findings, text };
}

const DATA_PATHS = FILES.map(({ name }) => dataPath(name));

/** In each file, findings without a line come first. */
function comparePositions(one: Finding, other: Finding): number {
  const files = DATA_PATHS.indexOf(one.file) - DATA_PATHS.indexOf(other.file);
  const lines = (one.line ?? 0) - (other.line ?? 0);
  const columns = (one.column ?? 0) - (other.column ?? 0);
  return files || lines || columns;
}
