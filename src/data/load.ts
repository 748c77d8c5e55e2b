/**
 * From the owner's files to checked facts, or to everything that is wrong with them at once.
 *
 * The only module here that reads files. What does not hold is told by file, line and column.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../finding.ts";
import { isError } from "../finding.ts";
import { adviceOn } from "./advice.ts";
import type { Disagreement } from "./consistency.ts";
import { disagreements } from "./consistency.ts";
import type { Facts } from "./datasets.ts";
import { DATA_SETS, site } from "./datasets.ts";
import type { JsonText } from "./json-text.ts";
import { decodeUtf8, readJson } from "./json-text.ts";
import type { Problem, Shape } from "./shape.ts";

export interface LoadedData {
  /** Undefined when a finding is an error. */
  readonly facts: Facts | undefined;
  readonly findings: readonly Finding[];
}

interface OwnerFile {
  readonly name: string;
  readonly shape: Shape<object>;
}

const FILES: readonly OwnerFile[] = [...DATA_SETS, { name: "site", shape: site }];

function fileName(name: string): string {
  return `data/${name}.json`;
}

/** The file's text, or why there is none. */
function readText(path: string, directory: string): { readonly text: string } | { readonly problem: string } {
  try {
    const text = decodeUtf8(readFileSync(path));
    if (text !== undefined) return { text };
    return { problem: 'is not saved as UTF-8: in your editor choose "Save with encoding", UTF-8' };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    const reasons = new Map([
      ["ENOENT", `is missing: there is no such file in ${directory}`],
      ["EACCES", "cannot be read: the server has no permission to"],
      ["EISDIR", "is a folder, not a file"],
    ]);
    return { problem: reasons.get(code) ?? `cannot be read (${code})` };
  }
}

/** `/reviews/3/rating` as people say it: `reviews[3].rating`, counted from 0 as programs do. */
function fieldPath(pointer: string): string {
  const names = pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.map((name, index) => (/^\d+$/.test(name) ? `[${name}]` : index === 0 ? name : `.${name}`)).join("");
}

function toFinding(file: string, document: JsonText, { pointer, of, message }: Problem): Finding {
  const field = fieldPath(pointer);
  return { level: "error", file, ...document.place(pointer, of), message: field === "" ? `the file ${message}` : `${field} ${message}` };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Adds the constants an owner need not write, leaves out `$schema`, which is for editors, and puts members into
 * the order the schema lists them in.
 */
function completed(value: unknown, { schema }: Shape<object>): unknown {
  const properties = schema["properties"];
  if (!isObject(value) || !isObject(properties)) return value;
  const known = Object.entries(properties).flatMap(([name, property]): [string, unknown][] => {
    if (Object.hasOwn(value, name)) return [[name, value[name]]];
    return isObject(property) && "const" in property ? [[name, property["const"]]] : [];
  });
  const others = Object.entries(value).filter(([name]) => !Object.hasOwn(properties, name) && name !== "$schema");
  return Object.fromEntries([...known, ...others]);
}

interface Read {
  readonly value: unknown;
  readonly document: JsonText | undefined;
  readonly findings: readonly Finding[];
}

function readFile({ name, shape }: OwnerFile, directory: string): Read {
  const file = fileName(name);
  const source = readText(join(directory, `${name}.json`), directory);
  if ("problem" in source) {
    const finding: Finding = { level: "error", file, message: `the file ${source.problem}` };
    return { value: undefined, document: undefined, findings: [finding] };
  }
  const result = readJson(source.text);
  if ("problems" in result) {
    const findings = result.problems.map((problem): Finding => ({ level: "error", file, ...problem }));
    return { value: undefined, document: undefined, findings };
  }
  const { document } = result;
  const value = completed(document.value, shape);
  return { value, document, findings: shape.problems(value, "").map((problem) => toFinding(file, document, problem)) };
}

/** Whether every file was read and every value has its shape, which is what `findings` tells. */
function areFacts(_values: unknown, findings: readonly Finding[]): _values is Facts {
  return !findings.some(isError);
}

/**
 * Reads and checks every data file of a folder. Never throws for what stands in a file, or for one that is not there.
 *
 * @param today as `2026-07-31`, when advice is wanted besides errors
 */
export function loadData(directory: string, today?: string): LoadedData {
  const files = new Map(FILES.map((file) => [file.name, readFile(file, directory)]));
  const values: unknown = Object.fromEntries([...files].map(([name, { value }]) => [name, value]));
  const findings = [...files.values()].flatMap((file) => file.findings);
  if (!areFacts(values, findings)) return { facts: undefined, findings };
  const facts = values;
  const located = (level: Finding["level"], problem: Disagreement): Finding[] => {
    const document = files.get(problem.name)?.document;
    return document === undefined ? [] : [{ ...toFinding(fileName(problem.name), document, problem), level }];
  };
  const conflicts = disagreements(facts).flatMap((each) => located("error", each));
  const advice = today === undefined ? [] : adviceOn(facts, today).flatMap((each) => located(each.level, each));
  return { facts: conflicts.length === 0 ? facts : undefined, findings: [...conflicts, ...advice] };
}
