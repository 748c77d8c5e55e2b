/**
 * Watches folders for changes by polling the names, modification times and sizes of their files.
 *
 * Does not use `fs.watch`, because its events do not reach a folder that is mounted into a container. Does not read
 * the files.
 */

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const POLL_INTERVAL_MS = 500;

/** Temporary, lock and backup files of editors, and metadata files of file managers. */
const IGNORED_FILE = /(?:^|[\\/])(?:[.~]|Thumbs\.db$|desktop\.ini$)|~$/;

/** Modification time and size of each file, as text, by file name. */
type Signatures = ReadonlyMap<string, string>;

/**
 * Calls back with the names of changed files, e.g. `data/cottage.json`. Reports changes only after two equal polls in a
 * row, so that files are not read while they are being written.
 *
 * @param folders paths of the folders, by the name that starts the reported file names, e.g. `data`
 */
export function watchFolders(
  folders: Readonly<Record<string, string>>,
  onChange: (files: readonly string[]) => void,
): void {
  const poll = () => {
    const entries = Object.entries(folders).flatMap(([name, path]) => [...signatures(path, `${name}/`)]);
    return new Map(entries);
  };
  const changesSinceReport = settledChanges(poll());
  setInterval(() => {
    const files = changesSinceReport(poll());
    if (files.length > 0) onChange(files);
  }, POLL_INTERVAL_MS).unref();
}

/**
 * Returns a function to call with the result of each poll. That function returns the files changed since its last
 * report, or none while the files still differ from the previous poll.
 */
export function settledChanges(initial: Signatures): (current: Signatures) => readonly string[] {
  let reported = initial;
  let previous = initial;
  return (current) => {
    const isSettled = changedFiles(previous, current).length === 0;
    previous = current;
    if (!isSettled) return [];
    const files = changedFiles(reported, current);
    reported = current;
    return files;
  };
}

/** Returns the names of files that were added, changed or deleted, sorted. */
export function changedFiles(before: Signatures, after: Signatures): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}

/**
 * Returns the signatures of all watched files in a folder and its subfolders. A folder that cannot be read has none.
 *
 * @param prefix start of the file names in the result, e.g. `data/`
 */
export function signatures(directory: string, prefix = ""): Signatures {
  const result = new Map<string, string>();
  for (const name of listRecursively(directory)) {
    if (IGNORED_FILE.test(name)) continue;
    result.set(prefix + name.replaceAll("\\", "/"), signatureOf(join(directory, name)));
  }
  return result;
}

function listRecursively(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: "utf8" });
  } catch {
    return [];
  }
}

/** Returns "" for a folder, a broken symbolic link, or a file that was deleted after its folder was listed. */
function signatureOf(path: string): string {
  try {
    const stats = statSync(path);
    return stats.isFile() ? `${stats.mtimeMs} ${stats.size}` : "";
  } catch {
    return "";
  }
}
