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
  /** Contains fallback values for each invalid file, so that pages can be checked. Never serve fallback values. */
  readonly facts: Facts;
  /** Names (without `.json`) of the files with errors. */
  readonly invalidFiles: readonly string[];
  readonly findings: readonly Finding[];
  /** Contents of the parsed files, keyed by path. */
  readonly texts: ReadonlyMap<string, string>;
}

type DataSettings = Readonly<{ dataDirectory: string; baseUrl: string }>;

export function loadData({ dataDirectory, baseUrl }: DataSettings): LoadedData {
  const fileFindings: Finding[] = [];
  let fieldFindings: FieldFinding[] = [];
  const texts = new Map<string, string>();
  const validFacts: Partial<Facts> = {};
  for (const { name, schema, defaults } of FILES) {
    const path = dataPath(name);
    const { text, value, finding } = readJsonFile(dataDirectory, path, FILE_BYTES_MAX);
    if (finding !== undefined) {
      fileFindings.push(finding);
      continue;
    }
    texts.set(path, text);
    const valueWithDefaults = isRecord(value) ? { ...defaults?.(baseUrl), ...value } : value;
    const country = validFacts.cottage?.address.addressCountry;
    const { problems, normalized } = validate(schema, valueWithDefaults, path, country);
    if (problems.length === 0) Object.assign(validFacts, { [name]: normalized });
    fieldFindings = [...fieldFindings, ...problems];
  }
  fieldFindings = [...fieldFindings, ...checkConsistency(validFacts, baseUrl)];
  const fallbacks = Object.fromEntries(FILES.map(({ name, schema }) => [name, fallbackFor(schema)])) as Facts;
  return {
    facts: { ...fallbacks, ...validFacts },
    invalidFiles: Object.keys(fallbacks).filter((name) => !Object.hasOwn(validFacts, name)),
    findings: [...fileFindings, ...locateFindings(texts, fieldFindings)],
    texts,
  };
}
