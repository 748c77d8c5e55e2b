/**
 * Loads the owner's data files and reports invalid values.
 */

import { createFinding, type Finding } from "../finding.ts";
import { checkConsistency } from "./consistency.ts";
import { type Facts, FILES } from "./datasets.ts";
import { dataPath, type FieldFinding, locateFindings, readJsonFile } from "./json-file.ts";
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

export function loadData({ dataDirectory, baseUrl }: DataSettings): LoadedData {
  const findings: Finding[] = [];
  const problems: FieldFinding[] = [];
  const texts = new Map<string, string>();
  const validFacts: Partial<Facts> = {};
  for (const { name, schema, defaults } of FILES) {
    const path = dataPath(name);
    const json = readJsonFile(dataDirectory, path, FILE_BYTES_MAX);
    if (json.kind === "failed") {
      findings.push(json.finding);
      continue;
    }
    texts.set(path, json.text);
    const value = isRecord(json.value) ? { ...defaults?.(baseUrl), ...json.value } : json.value;
    const country = validFacts.cottage?.address.addressCountry;
    const validation = validate(schema, value, path, country);
    const count = validation.problems.length;
    if (count === 0) Object.assign(validFacts, { [name]: validation.normalized });
    problems.push(...validation.problems.slice(0, PROBLEMS_LISTED_MAX));
    if (count > PROBLEMS_LISTED_MAX) {
      const values = { count, shown: PROBLEMS_LISTED_MAX };
      findings.push(createFinding("error", path, { code: "problems-more", values }));
    }
  }
  findings.push(...locateFindings(texts, [...problems, ...checkConsistency(validFacts, baseUrl)]));
  findings.sort(comparePositions);
  const fallbacks = Object.fromEntries(FILES.map(({ name, schema }) => [name, fallbackFor(schema)])) as Facts;
  const invalidFiles = Object.keys(fallbacks).filter((name) => !Object.hasOwn(validFacts, name));
  return { facts: { ...fallbacks, ...validFacts }, invalidFiles, findings, texts };
}

const DATA_PATHS = FILES.map(({ name }) => dataPath(name));

/** In each file, findings without a line come first. */
function comparePositions(one: Finding, other: Finding): number {
  const files = DATA_PATHS.indexOf(one.file) - DATA_PATHS.indexOf(other.file);
  const lines = (one.line ?? 0) - (other.line ?? 0);
  const columns = (one.column ?? 0) - (other.column ?? 0);
  return files || lines || columns;
}
