/**
 * Copies of the sample's data folder with errors at known locations.
 */
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadData } from "../../src/compile/data/load.ts";
import type { LoadedData } from "../../src/compile/data/load.ts";
import { locateFindings } from "../../src/compile/json/json-file.ts";
import { formatFinding } from "../../src/compile/messages.ts";
import { BASE_URL, sampleConfig } from "./sample.ts";
import { temporaryFolder } from "./folder.ts";

export const DATA = fileURLToPath(new URL("../../data/", import.meta.url));

export function loadDataFolder(directory: string, baseUrl = BASE_URL): LoadedData {
  const config = { ...sampleConfig(), baseUrl, dataDirectory: directory };
  const data = loadData(config);
  return { ...data, findings: locateFindings(config, data.findings) };
}

/** Reads one file of the sample. */
export function sampleText(name: string): string {
  return readFileSync(join(DATA, `${name}.json`), "utf8");
}

/** Marks the location in a damaged file to which a finding should point. The mark is removed from the file. */
const LOCATION_MARK = "‸";

/** Calls a function with a temporary copy of the sample's data folder. */
export function withDataCopy<T>(use: (directory: string) => T): T {
  const directory = temporaryFolder();
  cpSync(DATA, directory, { recursive: true });
  return use(directory);
}

export interface DamagedText {
  readonly text: string;
  /** Line and column of the mark, e.g. `12:7`; empty if there is no mark. */
  readonly location: string;
}

/** Replaces the first occurrence of `from` with `to`, which may contain `‸` where a finding is expected. */
export function replaceMarked(text: string, from: string, to: string): DamagedText {
  assert.ok(text.includes(from), `the sample has ${from}`);
  const marked = text.replace(from, () => to);
  const offset = marked.indexOf(LOCATION_MARK);
  if (offset === -1) return { text: marked, location: "" };
  const linesBefore = marked.slice(0, offset).split("\n");
  const lastLine = linesBefore.at(-1) ?? "";
  return { text: marked.replace(LOCATION_MARK, ""), location: `${linesBefore.length}:${lastLine.length + 1}` };
}

/** Loads a copy of the sample in which the given files are replaced. */
export function loadDamaged(files: Readonly<Record<string, string | Uint8Array>>, baseUrl = BASE_URL): LoadedData {
  return withDataCopy((directory) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
    return loadDataFolder(directory, baseUrl);
  });
}

export function findingLines({ findings }: Pick<LoadedData, "findings">): string[] {
  return findings.map((finding) => formatFinding(finding));
}
