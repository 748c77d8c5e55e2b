/**
 * Loads the owner's data files and reports invalid values.
 */

import type { Finding } from "../finding.ts";
import { checkConsistency } from "./consistency.ts";
import { type DataFile, type Facts, FILES } from "./datasets.ts";
import { dataPath, type FieldFinding, locateFindings, readJsonFile } from "./json-file.ts";
import { fallbackFor, validate } from "./validate.ts";
import { isRecord } from "./values.ts";

const FILE_BYTES_MAX = 32_000_000;

export interface LoadedData {
  /** Fallback values replace the data of invalid files, so that pages can be checked. They must never be served. */
  readonly facts: Facts;
  /** Names (without `.json`) of the files with errors. */
  readonly invalidFiles: readonly string[];
  readonly findings: readonly Finding[];
  /** Contents of the parsed files, keyed by path. */
  readonly texts: ReadonlyMap<string, string>;
}

type DataSettings = Readonly<{ dataDirectory: string; baseUrl: string }>;

/** Reads and validates the data files, and returns their errors as findings. */
export function loadData({ dataDirectory, baseUrl }: DataSettings): LoadedData {
  const { parsedFiles, readFindings } = readDataFiles(dataDirectory);
  const { validFacts, problems } = validateDataFiles(parsedFiles, baseUrl);
  const inconsistencies = checkConsistency(validFacts, baseUrl);
  const texts = new Map(parsedFiles.map(({ path, text }) => [path, text]));
  const fallbacks = Object.fromEntries(FILES.map(({ name, schema }) => [name, fallbackFor(schema)])) as Facts;
  return {
    facts: { ...fallbacks, ...validFacts },
    invalidFiles: Object.keys(fallbacks).filter((name) => !Object.hasOwn(validFacts, name)),
    findings: [...readFindings, ...locateFindings(texts, [...problems, ...inconsistencies])],
    texts,
  };
}

type ParsedFile = DataFile & Readonly<{ path: string; text: string; value: unknown }>;

/** Reads and parses the data files. Returns a finding for each file that cannot be read or parsed. */
function readDataFiles(dataDirectory: string) {
  const parsedFiles: ParsedFile[] = [];
  const readFindings: Finding[] = [];
  for (const dataFile of FILES) {
    const path = dataPath(dataFile.name);
    const { text, value, finding } = readJsonFile(dataDirectory, path, FILE_BYTES_MAX);
    if (finding === undefined) parsedFiles.push({ ...dataFile, path, text, value });
    else readFindings.push(finding);
  }
  return { parsedFiles, readFindings };
}

/** Returns the facts from the valid files, keyed by file name, and the problems in the other files. */
function validateDataFiles(parsedFiles: readonly ParsedFile[], baseUrl: string) {
  let validFacts: Partial<Facts> = {};
  let problems: readonly FieldFinding[] = [];
  for (const { name, schema, defaults, path, value } of parsedFiles) {
    const valueWithDefaults = isRecord(value) ? { ...defaults?.(baseUrl), ...value } : value;
    const result = validate(schema, valueWithDefaults, path);
    if (result.problems.length === 0) validFacts = { ...validFacts, [name]: result.normalized };
    problems = [...problems, ...result.problems];
  }
  return { validFacts, problems };
}
