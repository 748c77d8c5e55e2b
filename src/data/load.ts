/**
 * From the owner's files to checked facts, or to everything that is wrong with them at once.
 *
 * The only module here that reads files. What does not hold is told by file, line and column.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../finding.ts";
import { adviceOn } from "./advice.ts";
import type { Disagreement } from "./consistency.ts";
import { disagreements } from "./consistency.ts";
import type { Facts } from "./datasets.ts";
import { DATA_SETS, site } from "./datasets.ts";
import type { JsonText } from "./json-text.ts";
import { decodeUtf8, readJson } from "./json-text.ts";
import type { Problem, Shape } from "./shape.ts";
import { shown } from "./shape.ts";

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
      ["ENOTDIR", `cannot be read: ${directory} is a file, not a folder`],
    ]);
    return { problem: reasons.get(code) ?? `cannot be read (${code})` };
  }
}

/** `/reviews/3/rating` as people say it: `rating in entry 4 of reviews`; empty for the whole file. */
function fieldInWords(pointer: string): string {
  const names = pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.reduce((outer, name) => {
    if (/^\d+$/.test(name)) return `entry ${Number(name) + 1} of ${outer}`;
    const plain = /^[\w-]{1,60}$/.test(name) ? name : shown(name);
    return outer === "" ? plain : `${plain} in ${outer}`;
  }, "");
}

function toFinding(file: string, document: JsonText, { pointer, of, message }: Problem): Finding {
  return {
    level: "error",
    file,
    ...document.place(pointer, of),
    message: `${fieldInWords(pointer) || "the file"} ${message}`,
  };
}

const FILE_NAMES = FILES.map(({ name }) => fileName(name));

/** What has no line comes first in its file. */
function placeOf({ file, line = 0, column = 0 }: Finding): readonly [file: number, line: number, column: number] {
  return [FILE_NAMES.indexOf(file), line, column];
}

function byPlace(one: Finding, other: Finding): number {
  const [here, there] = [placeOf(one), placeOf(other)];
  return here[0] - there[0] || here[1] - there[1] || here[2] - there[2];
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

/** The values of the files that nothing is wrong with, which is to say that have their shape. */
function soundFacts(files: ReadonlyMap<string, Read>): Partial<Facts> {
  const sound = [...files].filter(([, { findings }]) => findings.length === 0);
  return Object.fromEntries(sound.map(([name, { value }]) => [name, value])) as Partial<Facts>;
}

function isWhole(facts: Partial<Facts>): facts is Facts {
  return FILES.every(({ name }) => Object.hasOwn(facts, name));
}

/**
 * Reads and checks every data file of a folder. Never throws for what stands in a file, or for one that is not there.
 *
 * @param today as `2026-07-31`, when advice is wanted besides errors
 */
export function loadData(directory: string, today?: string): LoadedData {
  const files = new Map(FILES.map((file) => [file.name, readFile(file, directory)]));
  const findings = [...files.values()].flatMap((file) => file.findings);
  const facts = soundFacts(files);
  const located = (level: Finding["level"], problem: Disagreement): Finding[] => {
    const document = files.get(problem.name)?.document;
    return document === undefined ? [] : [{ ...toFinding(fileName(problem.name), document, problem), level }];
  };
  findings.push(...disagreements(facts).flatMap((each) => located("error", each)));
  findings.sort(byPlace);
  if (!isWhole(facts)) return { facts: undefined, findings };
  const advice = today === undefined ? [] : adviceOn(facts, today).flatMap((each) => located(each.level, each));
  return { facts: findings.length === 0 ? facts : undefined, findings: [...findings, ...advice] };
}
