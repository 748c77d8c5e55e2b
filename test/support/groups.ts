/**
 * Runs several test files in one process, because starting a process takes longer than most of the files do. Files that
 * start programs are left out.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, testFiles } from "./suites.ts";

const STARTS_PROGRAMS = /support\/(?:running|program)\.ts"|"node:child_process"/;

/** Returns whether a test file may share a process with others. */
export function isGrouped(path: string): boolean {
  return !STARTS_PROGRAMS.test(readFileSync(join(ROOT, "test", path), "utf8"));
}

/** Imports the selected test files that may share a process. Their tests run one after another. */
export async function importTests(isSelected: (path: string) => boolean): Promise<void> {
  for (const path of testFiles().filter((file) => isSelected(file) && isGrouped(file))) await import(`../${path}`);
}
