/**
 * From the owner's files to checked facts, or to everything that is wrong with them at once.
 *
 * What does not hold is told by file, line and column.
 */
import { readText } from "../files.ts";
import type { Finding } from "../finding.ts";
import { adviceOn } from "../advice/advice.ts";
import type { Disagreement } from "./consistency.ts";
import { disagreements } from "./consistency.ts";
import type { Facts } from "./datasets.ts";
import { DATA_SETS, site } from "./datasets.ts";
import type { Json } from "../json/json.ts";
import { readJson } from "../json/json.ts";
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

/** Ten thousand reviews and more. */
const BYTES_MAX = 8_000_000;

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

/** A problem, and how grave it is when that is not what keeps the server from starting. */
type Graded<P extends Problem> = P & { readonly level?: Finding["level"] };

function toFinding(
  file: string,
  document: Json,
  { pointer, of, message, level = "error" }: Graded<Problem>,
): Finding {
  return { level, file, ...document.place(pointer, of), message: `${fieldInWords(pointer) || "the file"} ${message}` };
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
  readonly name: string;
  readonly findings: readonly Finding[];
}

/** A file that is JSON; without findings, its value has the shape. */
interface ReadJson extends Read {
  readonly value: unknown;
  readonly document: Json;
}

function readFile({ name, shape }: OwnerFile, directory: string): Read | ReadJson {
  const file = fileName(name);
  const source = readText(directory, `${name}.json`, BYTES_MAX);
  if (typeof source !== "string") {
    return { name, findings: [{ level: "error", file, message: `the file ${source.problem}` }] };
  }
  const result = readJson(source);
  if ("mistake" in result) return { name, findings: [{ level: "error", file, ...result.mistake }] };
  const value = completed(result.value, shape);
  const findings = shape.problems(value, "").map((problem) => toFinding(file, result, problem));
  return { name, findings, value, document: result };
}

function isSound(file: Read | ReadJson): file is ReadJson {
  return file.findings.length === 0;
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
  const files = FILES.map((file) => readFile(file, directory));
  const sound = files.filter(isSound);
  const facts = Object.fromEntries(sound.map(({ name, value }) => [name, value])) as Partial<Facts>;
  const located = (problems: readonly Graded<Disagreement>[]): Finding[] =>
    sound.flatMap(({ name, document }) =>
      problems.filter((each) => each.name === name).map((each) => toFinding(fileName(name), document, each)),
    );
  const findings = [...files.flatMap((file) => file.findings), ...located(disagreements(facts))].sort(byPlace);
  if (!isWhole(facts)) return { facts: undefined, findings };
  const advice = today === undefined ? [] : located(adviceOn(facts, today));
  return { facts: findings.length === 0 ? facts : undefined, findings: [...findings, ...advice] };
}
