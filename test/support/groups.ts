/**
 * Tests that start no program share a process, because a process of its own takes longer than most files' tests.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, testFiles } from "./suites.ts";

const STARTS_PROGRAMS = /support\/(?:running|program)\.ts"|"node:child_process"/;

/** Returns whether a test file may share a process with others. */
export function isGrouped(path: string): boolean {
  return !STARTS_PROGRAMS.test(readFileSync(join(ROOT, "test", path), "utf8"));
}

/** Imports the test files that may share a process and that the caller takes. Their tests run one after another. */
export async function importTests(isWanted: (path: string) => boolean): Promise<void> {
  for (const path of testFiles().filter((file) => isWanted(file) && isGrouped(file))) await import(`../${path}`);
}
