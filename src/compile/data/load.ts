/**
 * From the owner's files to checked facts, or to everything that is wrong with them at once.
 *
 * What does not hold is told by file, line and column.
 */

import { readText } from "../files.ts";
import type { Finding } from "../finding.ts";
import { type Json, readJson } from "../json/json.ts";
import { disagreements } from "./consistency.ts";
import { type Facts, FILES } from "./datasets.ts";
import { examine, isObject, type Problem, shown } from "./validate.ts";

export type LoadedData = ReturnType<typeof loadData>;

/** Room for a hundred thousand reviews. */
const BYTES_MAX = 32_000_000;

/** Reads and checks every data file of a folder. Never throws for what stands in a file, or for one that is not there. */
export function loadData({ dataDirectory, programContent, baseUrl }: Readonly<Record<"dataDirectory" | "programContent" | "baseUrl", string>>) {
  const findings: Finding[] = [];
  const read = new Map<string, Json>();
  /** @param at the file and field, as `site/map/0` */
  const located = (level: Finding["level"], at: string, message: string): Finding => {
    const name = at.replace(/\/.*/s, "");
    const pointer = at.slice(name.length);
    return { level, file: fileOf(name), ...read.get(name)?.place(pointer), message: `${fieldInWords(pointer) || "the file"} ${message}` };
  };
  const values = FILES.map(({ name, schema, implied }) => {
    const text = readText(dataDirectory, `${name}.json`, BYTES_MAX);
    const json = typeof text === "string" ? readJson(text) : text;
    if ("problem" in json) findings.push(located("error", name, json.problem));
    else if ("mistake" in json) findings.push({ level: "error", file: fileOf(name), ...json.mistake });
    else {
      read.set(name, json);
      const found: Problem[] = [];
      const sound = examine(schema, isObject(json.value) ? { ...implied?.(baseUrl), ...json.value } : json.value, found);
      for (const { pointer, message } of found) findings.push(located("error", name + pointer, message));
      return [name, sound];
    }
    return [name, examine(schema, undefined, [])];
  });
  const facts: Facts = Object.fromEntries(values);
  const unsound = new Set(findings.map(({ file }) => file));
  const countries = readText(programContent, "countries.json", BYTES_MAX);
  const bounds = typeof countries === "string" ? JSON.parse(countries) : {};
  disagreements(facts, (name) => !unsound.has(fileOf(name)), bounds, (at, message) => findings.push(located("error", at, message)));
  return {
    /** Where there are findings with stand-ins, to look for more that is wrong; then never to be served. */
    facts,
    /** The files of which nothing could be read: whatever `facts` says of them is made up. */
    lost: FILES.map(({ name }) => name).filter((name) => !read.has(name)),
    /** Errors all of them. */
    findings: findings.sort(byPlace),
    located,
  };
}

function fileOf(name: string): string {
  return `data/${name}.json`;
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
  const order = ({ file }: Finding) => FILES.findIndex(({ name }) => file === fileOf(name));
  const { line = 0, column = 0 } = one;
  return order(one) - order(other) || line - (other.line ?? 0) || column - (other.column ?? 0);
}
