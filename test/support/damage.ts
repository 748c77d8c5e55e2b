/**
 * Copies of the sample's data folder with something wrong in them, and where it is.
 */
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadData } from "../../src/compile/data/load.ts";
import type { LoadedData } from "../../src/compile/data/load.ts";
import { findingLine } from "../../src/compile/finding.ts";
import { BASE_URL, sampleConfig } from "./sample.ts";
import { temporaryFolder } from "./folder.ts";

export const DATA = fileURLToPath(new URL("../../data/", import.meta.url));

export function loadIn(directory: string, baseUrl = BASE_URL): LoadedData {
  return loadData({ ...sampleConfig(), baseUrl, dataDirectory: directory });
}

/** The text of one file of the sample. */
export function sampleText(name: string): string {
  return readFileSync(join(DATA, `${name}.json`), "utf8");
}

/** Stands in a damaged text just before what a finding should point to. */
export const HERE = "‸";

/** Runs with a temporary copy of the sample's data folder. */
export function withCopy<T>(use: (directory: string) => T): T {
  const directory = temporaryFolder();
  cpSync(DATA, directory, { recursive: true });
  return use(directory);
}

export interface Damaged {
  readonly text: string;
  /** `12:7`, line and column of the mark; empty when there is none. */
  readonly place: string;
}

/** The text with the first occurrence of `from` replaced by `to`, in which a mark may stand. */
export function replaced(text: string, from: string, to: string): Damaged {
  assert.ok(text.includes(from), `the sample has ${from}`);
  const marked = text.replace(from, () => to);
  const at = marked.indexOf(HERE);
  const lines = marked.slice(0, Math.max(at, 0)).split("\n");
  return {
    text: marked.replace(HERE, ""),
    place: at === -1 ? "" : `${lines.length}:${(lines.at(-1) ?? "").length + 1}`,
  };
}

/** What is found once these files are written over those of the sample. */
export function loadDamaged(files: Readonly<Record<string, string | Uint8Array>>, baseUrl = BASE_URL): LoadedData {
  return withCopy((directory) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
    return loadIn(directory, baseUrl);
  });
}

export function findingLines({ findings }: Pick<LoadedData, "findings">): string[] {
  return findings.map(findingLine);
}
