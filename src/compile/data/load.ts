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

/**
 * Loads the data files and checks that their facts are consistent. The facts of each invalid file are replaced with
 * fallback values that conform to its schema.
 */
export function loadData({ dataDirectory, baseUrl }: Readonly<{ dataDirectory: string; baseUrl: string }>): LoadedData {
  const { texts, validFacts, fileErrors, fieldErrors } = loadDataFiles(dataDirectory, baseUrl);
  const inconsistencies = checkConsistency(validFacts, baseUrl);
  const fallbackEntries = FILES.map(({ name, schema }) => [name, fallbackFor(schema)]);
  const fallbacks = Object.fromEntries(fallbackEntries) as Facts;
  return {
    facts: { ...fallbacks, ...validFacts },
    invalidFiles: FILES.map(({ name }) => name).filter((name) => !Object.hasOwn(validFacts, name)),
    findings: [...fileErrors, ...locateFindings(texts, [...fieldErrors, ...inconsistencies])],
    texts,
  };
}

/**
 * Reads each data file, fills in missing fields that have defaults, and validates the result. Returns the texts of the
 * parsed files and the facts of the valid files. `fileErrors` are about unreadable files, and `fieldErrors` are about
 * invalid values.
 */
function loadDataFiles(dataDirectory: string, baseUrl: string) {
  const texts = new Map<string, string>();
  const validFacts: Record<string, unknown> = {};
  const fileErrors: Finding[] = [];
  let fieldErrors: readonly FieldFinding[] = [];
  for (const { name, schema, defaults } of FILES) {
    const path = dataPath(name);
    const { text, value, readError } = readJsonFile(dataDirectory, path, FILE_BYTES_MAX);
    if (readError !== undefined) {
      fileErrors.push(readError);
      continue;
    }
    texts.set(path, text);
    const valueWithDefaults = isRecord(value) ? { ...defaults?.(baseUrl), ...value } : value;
    const { errors, normalized } = validate(schema, valueWithDefaults, path);
    if (errors.length === 0) validFacts[name] = normalized;
    // Use `concat`, because `push(...errors)` overflows the stack if there are very many errors.
    fieldErrors = fieldErrors.concat(errors);
  }
  return { texts, validFacts: validFacts as Partial<Facts>, fileErrors, fieldErrors };
}
