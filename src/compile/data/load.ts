/**
 * Loads the owner's data files and reports invalid values.
 */

import type { Finding } from "../finding.ts";
import { checkConsistency } from "./consistency.ts";
import { type Facts, FILES } from "./datasets.ts";
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

/** Loads the data files. Errors in the files become findings. */
export function loadData({ dataDirectory, baseUrl }: DataSettings): LoadedData {
  const { texts, validFacts, readFindings, problems } = loadDataFiles(dataDirectory, baseUrl);
  const inconsistencies = checkConsistency(validFacts, baseUrl);
  const fallbacks = Object.fromEntries(FILES.map(({ name, schema }) => [name, fallbackFor(schema)])) as Facts;
  return {
    facts: { ...fallbacks, ...validFacts },
    invalidFiles: Object.keys(fallbacks).filter((name) => !Object.hasOwn(validFacts, name)),
    findings: [...readFindings, ...locateFindings(texts, [...problems, ...inconsistencies])],
    texts,
  };
}

/** Reads and validates each data file. Returns the facts from the valid files, and the problems in the others. */
function loadDataFiles(dataDirectory: string, baseUrl: string) {
  const texts = new Map<string, string>();
  const readFindings: Finding[] = [];
  let validFacts: Partial<Facts> = {};
  let problems: readonly FieldFinding[] = [];
  for (const { name, schema, defaults } of FILES) {
    const path = dataPath(name);
    const { text, value, finding } = readJsonFile(dataDirectory, path, FILE_BYTES_MAX);
    if (finding !== undefined) {
      readFindings.push(finding);
      continue;
    }
    texts.set(path, text);
    const valueWithDefaults = isRecord(value) ? { ...defaults?.(baseUrl), ...value } : value;
    const result = validate(schema, valueWithDefaults, path);
    if (result.problems.length === 0) validFacts = { ...validFacts, [name]: result.normalized };
    problems = [...problems, ...result.problems];
  }
  return { texts, validFacts, readFindings, problems };
}
