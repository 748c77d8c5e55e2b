/**
 * Temporary folders for tests, empty or with a copy of the sample. They are deleted when the test file ends.
 */
import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { ROOT } from "./suites.ts";

const folders: string[] = [];

function deleteAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

after(deleteAll);
process.on("exit", deleteAll);

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "holiday-cottage-"));
  folders.push(folder);
  return folder;
}

export interface SampleCopy {
  readonly folder: string;
  /** Names the copied folders to the program. */
  readonly environment: { readonly DATA_DIR: string; readonly CONTENT_DIR: string };
}

/** Copies the sample's data and content, so that a test can change them. */
export function copyOfSample(): SampleCopy {
  const folder = temporaryFolder();
  for (const name of ["data", "content"]) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  return { folder, environment: { DATA_DIR: join(folder, "data"), CONTENT_DIR: join(folder, "content") } };
}
