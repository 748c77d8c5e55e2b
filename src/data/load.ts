/**
 * From the owner's files to checked facts, or to everything that is wrong with them at once.
 *
 * What does not hold is told by file, line and column.
 */

import { readText } from "../files.ts";
import type { Finding } from "../finding.ts";
import { type Json, readJson } from "../json/json.ts";
import { type Bounds, disagreements } from "./consistency.ts";
import { type Facts, FILES } from "./datasets.ts";
import { isObject, mended, problems, shown } from "./problems.ts";
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

/** Room for a hundred thousand reviews. */
const BYTES_MAX = 32_000_000;

/** Where facts are read, and where they will be served. */
interface Settings {
  readonly dataDirectory: string;
  readonly programContent: string;
  readonly baseUrl: string;
}

/** Reads and checks every data file of a folder. Never throws for what stands in a file, or for one that is not there. */
export function loadData({ dataDirectory, programContent, baseUrl }: Settings): LoadedData {
  const findings: Finding[] = [];
  const read = new Map<string, Json>();
  const located = (level: Finding["level"], at: string, message: string, of: "key" | "value" = "value"): Finding => {
    const name = at.replace(/\/.*/s, "");
    const pointer = at.slice(name.length);
    return { level, file: fileOf(name), ...read.get(name)?.place(pointer, of), message: `${fieldInWords(pointer) || "the file"} ${message}` };
  };
  const values = FILES.map(({ name, schema, implied }) => {
    const text = readText(dataDirectory, `${name}.json`, BYTES_MAX);
    const json = typeof text === "string" ? readJson(text) : text;
    if ("problem" in json) findings.push(located("error", name, json.problem));
    else if ("mistake" in json) findings.push({ level: "error", file: fileOf(name), ...json.mistake });
    else {
      read.set(name, json);
      const value = completed(json.value, schema, implied?.(baseUrl));
      for (const { pointer, of, message } of problems(schema, value)) findings.push(located("error", name + pointer, message, of));
      return [name, mended(schema, value)];
    }
    return [name, mended(schema, undefined)];
  });
  const all: Facts = Object.fromEntries(values);
  const unsound = new Set(findings.map(({ file }) => file));
  const countries = readText(programContent, "countries.json", BYTES_MAX);
  const bounds: Bounds = typeof countries === "string" ? JSON.parse(countries) : {};
  disagreements(all, (name) => !unsound.has(fileOf(name)), bounds, (at, message) => findings.push(located("error", at, message)));
  const lost = FILES.map(({ name }) => name).filter((name) => !read.has(name));
  return { facts: findings.length === 0 ? all : undefined, mended: all, lost, findings: findings.sort(byPlace), located };
}

function fileOf(name: string): string {
  return `data/${name}.json`;
}

/** Adds what an owner need not write, and leaves out `$schema`, which is for editors. */
function completed(value: unknown, { properties = {} }: JsonSchema, implied: object = {}): unknown {
  if (!isObject(value)) return value;
  const constants = Object.entries(properties).flatMap(([name, each]) => (each.const === undefined ? [] : [[name, each.const]]));
  const { $schema: _, ...own } = value;
  return { ...Object.fromEntries(constants), ...implied, ...own };
}

/** `/reviews/3/rating` as people say it: `rating in entry 4 of reviews`; empty for the whole file. */
function fieldInWords(pointer: string): string {
  const names = pointer.split("/").slice(1);
  return names.reduce((outer, escaped) => {
    const name = escaped.replaceAll("~1", "/").replaceAll("~0", "~");
    if (/^\d+$/.test(name)) return `entry ${Number(name) + 1} of ${outer}`;
    const plain = /^[\w-]{1,60}$/.test(name) ? name : shown(name);
    return outer === "" ? plain : `${plain} in ${outer}`;
  }, "");
}

/** File by file and line by line; what has no line comes first in its file. */
function byPlace(one: Finding, other: Finding): number {
  const order = ({ file }: Finding): number => FILES.findIndex(({ name }) => file === fileOf(name));
  const { line = 0, column = 0 } = one;
  const { line: otherLine = 0, column: otherColumn = 0 } = other;
  return order(one) - order(other) || line - otherLine || column - otherColumn;
}
