/**
 * Temporary folders for tests, empty or with a copy of the sample. They are deleted when the test file ends.
 */
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
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
  readonly dataDirectory: string;
  readonly imagesDirectory: string;
  /** Environment variables that name the copied folders. */
  readonly environment: { readonly DATA_DIR: string; readonly CONTENT_DIR: string };
}

/** Copies the sample's data and content, so that a test can change them. */
export function copySample(): SampleCopy {
  const folder = temporaryFolder();
  for (const name of ["data", "content"]) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  const [dataDirectory, contentDirectory] = [join(folder, "data"), join(folder, "content")];
  const environment = { DATA_DIR: dataDirectory, CONTENT_DIR: contentDirectory };
  return { folder, dataDirectory, imagesDirectory: join(contentDirectory, "images"), environment };
}

/** Replaces the photos in `site.json`. The caller creates the image files. */
export function setPhotos(
  { dataDirectory }: SampleCopy,
  photos: readonly { readonly file: string; readonly alt: string }[],
): void {
  const site = join(dataDirectory, "site.json");
  writeFileSync(site, JSON.stringify({ ...JSON.parse(readFileSync(site, "utf8")), photos }));
}
