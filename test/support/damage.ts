/**
 * Copies of the sample's data folder that contain a mistake, with its place.
 */
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadData } from "../../src/compile/data/load.ts";
import type { LoadedData } from "../../src/compile/data/load.ts";
import { formatFinding } from "../../src/compile/finding.ts";
import { BASE_URL, sampleConfig } from "./sample.ts";
import { temporaryFolder } from "./folder.ts";

export const DATA = fileURLToPath(new URL("../../data/", import.meta.url));

export function loadIn(directory: string, baseUrl = BASE_URL): LoadedData {
  return loadData({ ...sampleConfig(), baseUrl, dataDirectory: directory });
}

/** Reads one file of the sample. */
export function sampleText(name: string): string {
  return readFileSync(join(DATA, `${name}.json`), "utf8");
}

/** Marks the place in a damaged text that a finding should point to. It is removed from the text. */
const MARK = "‸";

/** Runs with a temporary copy of the sample's data folder. */
export function withCopy<T>(use: (directory: string) => T): T {
  const directory = temporaryFolder();
  cpSync(DATA, directory, { recursive: true });
  return use(directory);
}

export interface DamagedText {
  readonly text: string;
  /** Line and column of the mark, e.g. `12:7`; empty if there is no mark. */
  readonly place: string;
}

/** Replaces the first occurrence of `from` by `to`, which may contain a mark. */
export function replaced(text: string, from: string, to: string): DamagedText {
  assert.ok(text.includes(from), `the sample has ${from}`);
  const marked = text.replace(from, () => to);
  const offset = marked.indexOf(MARK);
  if (offset === -1) return { text: marked, place: "" };
  const linesBefore = marked.slice(0, offset).split("\n");
  const lastLine = linesBefore.at(-1) ?? "";
  return { text: marked.replace(MARK, ""), place: `${linesBefore.length}:${lastLine.length + 1}` };
}

/** Loads a copy of the sample in which the given files are replaced. */
export function loadDamaged(files: Readonly<Record<string, string | Uint8Array>>, baseUrl = BASE_URL): LoadedData {
  return withCopy((directory) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
    return loadIn(directory, baseUrl);
  });
}

export function findingLines({ findings }: Pick<LoadedData, "findings">): string[] {
  return findings.map((finding) => formatFinding(finding));
}
