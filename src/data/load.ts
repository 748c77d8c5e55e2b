/**
 * From the owner's files to checked facts, or to everything that is wrong with them at once.
 *
 * What does not hold is told by file, line and column.
 */
import { readText } from "../files.ts";
import type { Finding } from "../finding.ts";
import type { Json } from "../json/json.ts";
import { readJson } from "../json/json.ts";
import { disagreements } from "./consistency.ts";
import type { DataSet, Facts } from "./datasets.ts";
import { DATA_SETS, site } from "./datasets.ts";
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
  /** @param at the file and field, as `site/map/0` */
  readonly located: (level: Finding["level"], at: string, message: string) => Finding;
}

/** Room for ten thousand reviews and more. */
const BYTES_MAX = 8_000_000;

interface OwnerFile extends Pick<DataSet, "schema" | "implied"> {
  readonly name: keyof Facts;
}

const FILES: readonly OwnerFile[] = [...DATA_SETS, { name: "site", schema: site }];

/** Reads and checks every data file of a folder. Never throws for what stands in a file, or for one that is not there. */
export function loadData(directory: string, baseUrl: string): LoadedData {
  const findings: Finding[] = [];
  const read = new Map<string, Json>();
  const located = (level: Finding["level"], at: string, message: string, of: "key" | "value" = "value"): Finding => {
    const [name = ""] = at.split("/", 1);
    const pointer = at.slice(name.length);
    return { level, file: `data/${name}.json`, ...read.get(name)?.place(pointer, of), message: `${fieldInWords(pointer) || "the file"} ${message}` };
  };
  const values = FILES.map(({ name, schema, implied }): [name: keyof Facts, value: unknown] => {
    const text = readText(directory, `${name}.json`, BYTES_MAX);
    const json = typeof text === "string" ? readJson(text) : undefined;
    if (json !== undefined && "value" in json) {
      read.set(name, json);
      const value = completed(json.value, schema, implied?.(baseUrl));
      for (const { pointer, of, message } of problems(schema, value)) findings.push(located("error", name + pointer, message, of));
      return [name, mended(schema, value)];
    }
    if (typeof text !== "string") findings.push(located("error", name, text.problem));
    else findings.push({ level: "error", file: `data/${name}.json`, line: 1, message: "", ...json?.mistake });
    return [name, mended(schema, undefined)];
  });
  const isSound = (name: string): boolean => !findings.some(({ file }) => file === `data/${name}.json`);
  const sound: Partial<Facts> = Object.fromEntries(values.filter(([name]) => isSound(name)));
  disagreements(sound, (at, message) => findings.push(located("error", at, message)));
  const all: Facts = Object.fromEntries(values) as Facts;
  const lost = FILES.flatMap(({ name }) => (read.has(name) ? [] : [name]));
  return { facts: findings.length === 0 ? all : undefined, mended: all, lost, findings: findings.sort(byPlace), located };
}

/** Adds what an owner need not write, and leaves out `$schema`, which is for editors. */
function completed(value: unknown, { properties = {} }: JsonSchema, implied: object = {}): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const constants = Object.entries(properties).flatMap(([name, each]) => (each.const === undefined ? [] : [[name, each.const]]));
  const { $schema: _, ...own }: { readonly $schema?: unknown } = value;
  return { ...Object.fromEntries(constants), ...implied, ...own };
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
