/**
 * From the owner's files to checked facts, or to everything that is wrong with them at once.
 *
 * What does not hold is told by file, line and column.
 */
import { readText } from "../files.ts";
import type { Finding } from "../finding.ts";
import type { Json } from "../json/json.ts";
import { readJson } from "../json/json.ts";
import type { Disagreement } from "./consistency.ts";
import { disagreements } from "./consistency.ts";
import type { DataSet, Facts } from "./datasets.ts";
import { DATA_SETS, site } from "./datasets.ts";
import type { Problem } from "./problems.ts";
import { mended, problems, shown } from "./problems.ts";
import type { JsonSchema } from "./schema.ts";

export interface LoadedData {
  /** Undefined when a finding is an error. */
  readonly facts: Facts | undefined;
  /** With a stand-in for whatever is not sound, to look for more that is wrong; never to be served. */
  readonly mended: Facts;
  /** The files of which nothing could be read: whatever `mended` says of them is made up. */
  readonly lost: readonly (keyof Facts)[];
  readonly findings: readonly Finding[];
  /** Where in the files something is that was found in the facts. */
  readonly located: (found: readonly Graded<Disagreement>[]) => Finding[];
}

/** A problem, and how grave it is when that is not what keeps the server from starting. */
export type Graded<P extends Problem> = P & { readonly level?: Finding["level"] };

/** Room for ten thousand reviews and more. */
const BYTES_MAX = 8_000_000;

interface OwnerFile extends Pick<DataSet, "schema" | "implied"> {
  readonly name: keyof Facts;
}

const FILES: readonly OwnerFile[] = [...DATA_SETS, { name: "site", schema: site }];

interface Read {
  readonly name: keyof Facts;
  readonly findings: readonly Finding[];
  /** What could be made of the file: the facts themselves, when there are no findings. */
  readonly value: unknown;
  /** Undefined when it is not JSON. */
  readonly json?: Json;
}

/** Reads and checks every data file of a folder. Never throws for what stands in a file, or for one that is not there. */
export function loadData(directory: string, baseUrl: string): LoadedData {
  const files = FILES.map((file) => readFile(file, directory, baseUrl));
  const located = (found: readonly Graded<Disagreement>[]): Finding[] =>
    files.flatMap(({ name, json }) =>
      json === undefined ? [] : found.filter((each) => each.name === name).map((each) => toFinding(name, json, each)),
    );
  const sound = files.filter((file) => file.findings.length === 0);
  const findings = [...files.flatMap((file) => file.findings), ...located(disagreements(factsOf(sound)))].sort(byPlace);
  const all = factsOf(files) as Facts;
  const lost = files.flatMap(({ name, json }) => (json === undefined ? [name] : []));
  return { facts: findings.length === 0 ? all : undefined, mended: all, lost, findings, located };
}

function readFile({ name, schema, implied }: OwnerFile, directory: string, baseUrl: string): Read {
  const text = readText(directory, `${name}.json`, BYTES_MAX);
  const nothing = mended(schema, undefined);
  if (typeof text !== "string") return { name, findings: [error(name, { message: `the file ${text.problem}` })], value: nothing };
  const json = readJson(text);
  if ("mistake" in json) return { name, findings: [error(name, json.mistake)], value: nothing };
  const value = completed(json.value, schema, implied?.(baseUrl));
  return { name, findings: problems(schema, value).map((each) => toFinding(name, json, each)), value: mended(schema, value), json };
}

/** Adds what an owner need not write, and leaves out `$schema`, which is for editors. */
function completed(value: unknown, { properties = {} }: JsonSchema, implied: object = {}): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const constants = Object.entries(properties).flatMap(([name, each]) => (each.const === undefined ? [] : [[name, each.const]]));
  const { $schema: _, ...own }: { readonly $schema?: unknown } = value;
  return { ...Object.fromEntries(constants), ...implied, ...own };
}

function factsOf(files: readonly Read[]): Partial<Facts> {
  return Object.fromEntries(files.map(({ name, value }) => [name, value]));
}

function error(name: string, told: Pick<Finding, "line" | "column" | "message">): Finding {
  return { level: "error", file: `data/${name}.json`, ...told };
}

function toFinding(name: string, { place }: Json, { pointer, of, message, level = "error" }: Graded<Problem>): Finding {
  return { ...error(name, { ...place(pointer, of), message: `${fieldInWords(pointer) || "the file"} ${message}` }), level };
}

/** `/reviews/3/rating` as people say it: `rating in entry 4 of reviews`; empty for the whole file. */
function fieldInWords(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((outer, name) => {
      if (/^\d+$/.test(name)) return `entry ${Number(name) + 1} of ${outer}`;
      const plain = /^[\w-]{1,60}$/.test(name) ? name : shown(name);
      return outer === "" ? plain : `${plain} in ${outer}`;
    }, "");
}

/** File by file and line by line; what has no line comes first in its file. */
function byPlace(one: Finding, other: Finding): number {
  const order = ({ file }: Finding): number => FILES.findIndex(({ name }) => file === `data/${name}.json`);
  return order(one) - order(other) || (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0);
}
