/**
 * Watches folders by polling names, times and sizes twice a second: notifications of the system do not reach a folder
 * that is mounted into a container.
 *
 * It does not read the files.
 */

import { readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";

const POLL_INTERVAL_MS = 500;

/** Editor temp, lock and backup files, and what file managers leave behind. */
const IGNORED_FILE = /(?:^|[\\/])(?:[.~]|Thumbs\.db$|desktop\.ini$)|~$/;

/** What changes when a file is written, by the file's name. */
export type Signatures = ReadonlyMap<string, string>;

/**
 * Calls back with the names of changed files. Debounced: waits until two polls in a row agree, so that half-written
 * files are never read.
 *
 * @param folders paths by the name their files are reported under, as `data` in `data/cottage.json`
 */
export function watchFolders(folders: Readonly<Record<string, string>>, onChange: (files: readonly string[]) => void): void {
  const poll = (): Signatures => {
    const entries = Object.entries(folders).flatMap(([name, path]) => [...signatures(path, `${name}/`)]);
    return new Map(entries);
  };
  const changesSince = settledChanges(poll());
  setInterval(() => {
    const files = changesSince(poll());
    if (files.length > 0) onChange(files);
  }, POLL_INTERVAL_MS).unref();
}

/** Returns a function that takes each poll and returns the files changed since the last report, once they are settled. */
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

/** Returns the names that are in one of the two only, or have another signature, in order. */
export function changedFiles(before: Signatures, after: Signatures): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}

/** Returns the signature of each file below a folder; none if the folder cannot be read. Folders have an empty one. */
export function signatures(directory: string, prefix = ""): Signatures {
  const names = namesBelow(directory).filter((name) => !IGNORED_FILE.test(name));
  return new Map(names.map((name) => [prefix + name.replaceAll("\\", "/"), signature(join(directory, name))]));
}

function namesBelow(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: "utf8" });
  } catch {
    return [];
  }
}

function signature(path: string): string {
  const stats = statsOf(path);
  return stats?.isFile() === true ? `${stats.mtimeMs} ${stats.size}` : "";
}

/** Returns undefined for a broken link, or a file deleted since the folder was listed. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
