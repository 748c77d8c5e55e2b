/**
 * Loads the owner's data files and reports invalid values.
 */

import type { Finding } from "../finding.ts";
import { checkConsistency } from "./consistency.ts";
import { type Facts, FILES } from "./datasets.ts";
import { dataPath, type FieldFinding, locateFindings, readJsonFile } from "./json-file.ts";
import { fallbackFor, validate } from "./validate.ts";
import { isRecord } from "./values.ts";

/** Room for ten thousand page-long reviews. */
const FILE_BYTES_MAX = 32_000_000;

type DataSettings = Readonly<{ dataDirectory: string; baseUrl: string }>;

export interface LoadedData {
  /** Facts of invalid files are fallbacks, so that pages can be checked. Never serve fallbacks. */
  readonly facts: Facts;
  /** Names (without `.json`) of the files with errors. */
  readonly invalidFiles: readonly string[];
  readonly findings: readonly Finding[];
  /** Contents of the parsed files, keyed by path, for `locateFindings`. */
  readonly texts: ReadonlyMap<string, string>;
}

export function loadData({ dataDirectory, baseUrl }: DataSettings): LoadedData {
  const fileErrors: Finding[] = [];
  const problems: FieldFinding[][] = [];
  const texts = new Map<string, string>();
  const validFacts: Partial<Facts> = {};
  for (const { name, schema, defaults } of FILES) {
    const path = dataPath(name);
    const { text, value, finding } = readJsonFile(dataDirectory, path, FILE_BYTES_MAX);
    if (finding !== undefined) {
      fileErrors.push(finding);
      continue;
    }
    texts.set(path, text);
    const valueWithDefaults = isRecord(value) ? { ...defaults?.(baseUrl), ...value } : value;
    const validation = validate(schema, valueWithDefaults, path, validFacts.cottage?.address.addressCountry);
    problems.push(validation.problems);
    if (validation.problems.length === 0) Object.assign(validFacts, { [name]: validation.normalized });
  }
  const inconsistencies = checkConsistency(validFacts, baseUrl);
  const findings = [...fileErrors, ...locateFindings(texts, [...problems.flat(), ...inconsistencies])];
  const fallbacks = Object.fromEntries(FILES.map(({ name, schema }) => [name, fallbackFor(schema)])) as Facts;
  return {
    facts: { ...fallbacks, ...validFacts },
    invalidFiles: Object.keys(fallbacks).filter((name) => !Object.hasOwn(validFacts, name)),
    findings,
    texts,
  };
}
