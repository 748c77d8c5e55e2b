/**
 * Loads the owner's data files and reports invalid values.
 */

import { createFinding, type Finding } from "../finding.ts";
import { checkConsistency } from "./consistency.ts";
import { type DataFile, type Facts, FILES } from "./datasets.ts";
import { dataPath, type FieldFinding, locateFindings, readJsonFile, resolveFieldFindings } from "./json-file.ts";
import { fallbackFor, type Problem, validate } from "./validate.ts";
import { isRecord } from "./values.ts";

/** Room for ten thousand page-long reviews. */
const FILE_BYTES_MAX = 32_000_000;
const PROBLEMS_LISTED_MAX = 100;

interface DataSettings {
  readonly dataDirectory: string;
  /** Public URL of the site, without a trailing slash. */
  readonly baseUrl: string;
}

export interface LoadedData {
  /** Invalid facts are replaced with fallback values, so that pages can be checked. Never serve fallback values. */
  readonly facts: Facts;
  /** Names (without `.json`) of the files that could not be read or parsed. */
  readonly unparsedFiles: readonly string[];
  /** Errors, ordered by file, line and column. */
  readonly findings: readonly Finding[];
  /** Contents of the parsed files, keyed by path, for `locateFindings`. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Reads and checks the data files. Reports missing and damaged files as findings. */
export function loadData(settings: DataSettings): LoadedData {
  const [cottageFile, ...otherFiles] = FILES;
  const cottage = loadFile(cottageFile, settings);
  const country = countryOf(cottage);
  const files = [cottage, ...otherFiles.map((file) => loadFile(file, settings, country))];
  // The cast is safe, because the facts of each file conform to its schema.
  const facts = Object.fromEntries(files.map((file) => [file.name, file.facts])) as Facts;
  const texts = textsByPath(files);
  const validFiles = files.filter((file) => file.findings.length === 0).map(({ name }) => name);
  const inconsistencies = checkConsistency(facts, validFiles, settings.baseUrl);
  const findings = [...files.flatMap((file) => file.findings), ...locateFindings(texts, inconsistencies)];
  findings.sort(comparePositions);
  const unparsedFiles = files.filter(({ text }) => text === undefined).map(({ name }) => name);
  return { facts, unparsedFiles, findings, texts };
}

/** Returns the cottage's country code, or undefined if cottage.json is invalid. */
function countryOf({ findings, facts }: LoadedFile): string | undefined {
  return findings.length > 0 ? undefined : (facts as Facts["cottage"]).address.addressCountry;
}

function textsByPath(files: readonly LoadedFile[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { name, text } of files) {
    if (text !== undefined) texts.set(dataPath(name), text);
  }
  return texts;
}

interface LoadedFile {
  readonly name: string;
  readonly facts: unknown;
  readonly findings: readonly Finding[];
  /** Undefined if the file could not be read or parsed. */
  readonly text?: string;
}

/** Reads and validates a data file, and replaces invalid values with fallback values. */
function loadFile(file: DataFile, { dataDirectory, baseUrl }: DataSettings, country?: string): LoadedFile {
  const { name, schema } = file;
  const path = dataPath(name);
  const json = readJsonFile(dataDirectory, path, FILE_BYTES_MAX);
  if (json.kind === "failed") return { name, facts: fallbackFor(schema), findings: [json.finding] };
  const { text, value } = json;
  // Some defaults, such as the site's address, are derived from the base URL.
  const defaults = file.defaults?.(baseUrl);
  const valueWithDefaults = isRecord(value) ? { ...defaults, ...value } : value;
  const { problems, normalized: facts } = validate(schema, valueWithDefaults, country);
  return { name, facts, findings: toErrors(problems, path, text), text };
}

/** Converts the problems in a file to errors. If there are too many to list, the last error gives the total. */
function toErrors(problems: readonly Problem[], file: string, text: string): Finding[] {
  const listedProblems = problems.slice(0, PROBLEMS_LISTED_MAX);
  const fieldErrors = listedProblems.map((problem): FieldFinding => ({ ...problem, level: "error", file }));
  const errors = resolveFieldFindings(text, fieldErrors);
  if (problems.length > PROBLEMS_LISTED_MAX) {
    const values = { count: problems.length, shown: PROBLEMS_LISTED_MAX };
    errors.push(createFinding("error", file, { code: "problems-more", values }));
  }
  return errors;
}

const DATA_PATHS = FILES.map(({ name }) => dataPath(name));

/** Orders findings by file, line and column. In each file, findings without a line come first. */
function comparePositions(one: Finding, other: Finding): number {
  const files = DATA_PATHS.indexOf(one.file) - DATA_PATHS.indexOf(other.file);
  const lines = (one.line ?? 0) - (other.line ?? 0);
  const columns = (one.column ?? 0) - (other.column ?? 0);
  return files || lines || columns;
}
