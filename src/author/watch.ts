/**
 * Watches folders for changes by polling the names, modification times and sizes of their files.
 *
 * Does not use `fs.watch`, because its events do not reach a folder that is mounted into a container.
 */

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const POLL_INTERVAL_MS = 500;

/** Matches editors' temporary, lock and backup files, and file managers' metadata. */
const IGNORED_FILE = /(?:^|[\\/])(?:[.~]|Thumbs\.db$|desktop\.ini$)|~$/;

/** Modification times and sizes, as strings, keyed by file name. */
type Signatures = ReadonlyMap<string, string>;

/**
 * Calls `onChange` with the names of changed files, e.g. `data/cottage.json`. Waits until two consecutive polls give
 * the same result, so that files are not read while they are being written.
 *
 * @param folders paths of the folders, keyed by the prefix of the reported file names, e.g. `data`
 */
export function watchFolders(
  folders: Readonly<Record<string, string>>,
  onChange: (files: readonly string[]) => void,
): void {
  const entries = Object.entries(folders);
  const takeSnapshot = () => new Map(entries.flatMap(([name, path]) => readSignatures(path, name)));
  let lastReported = takeSnapshot();
  let previous = lastReported;
  const timer = setInterval(() => {
    const current = takeSnapshot();
    const isSettled = changedFiles(previous, current).length === 0;
    previous = current;
    if (!isSettled) return;
    const files = changedFiles(lastReported, current);
    if (files.length === 0) return;
    lastReported = current;
    onChange(files);
  }, POLL_INTERVAL_MS);
  // Do not let the timer keep the process alive.
  timer.unref();
}

/** Returns the names of files that were added, changed or deleted, sorted. */
export function changedFiles(before: Signatures, after: Signatures): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}

/**
 * Reads the signatures of the files in a folder and its subfolders. The returned names begin with the prefix, e.g.
 * `data/site.json`.
 */
export function readSignatures(folder: string, prefix: string): [name: string, signature: string][] {
  const names = listRecursively(folder).filter((name) => !IGNORED_FILE.test(name));
  return names.map((name) => [`${prefix}/${name.replaceAll("\\", "/")}`, readSignature(join(folder, name))]);
}

function listRecursively(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch {
    return [];
  }
}

/** Returns a string that changes when the file is modified, or "" if there is no file. */
function readSignature(path: string): string {
  try {
    const stats = statSync(path);
    return stats.isFile() ? `${stats.mtimeMs} ${stats.size}` : "";
  } catch {
    return "";
  }
}
