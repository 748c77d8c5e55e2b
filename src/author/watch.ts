/**
 * Watches folders by polling names, times and sizes, since notifications of the system do not reach a folder that is
 * mounted into a container. It does not read the files.
 */

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const POLL_INTERVAL_MS = 500;

/** Editor temp, lock and backup files, and what file managers leave behind. */
const IGNORED_FILE = /(?:^|[\\/])(?:[.~]|Thumbs\.db$|desktop\.ini$)|~$/;

/** Time and size of each file, by its name. */
type Signatures = ReadonlyMap<string, string>;

/**
 * Calls back with the names of changed files, once two polls in a row agree, so that half-written files are never read.
 *
 * @param folders paths by the name their files are reported under, as `data` in `data/cottage.json`
 */
export function watchFolders(
  folders: Readonly<Record<string, string>>,
  onChange: (files: readonly string[]) => void,
): void {
  const poll = () => new Map(Object.entries(folders).flatMap(([name, path]) => [...signatures(path, `${name}/`)]));
  const changesAt = settledChanges(poll());
  setInterval(() => {
    const files = changesAt(poll());
    if (files.length > 0) onChange(files);
  }, POLL_INTERVAL_MS).unref();
}

/** Returns a function that takes each poll and returns the files changed since its last report, once settled. */
export function settledChanges(initial: Signatures): (current: Signatures) => readonly string[] {
  let reported = initial;
  let previous = initial;
  return (current) => {
    const isSettled = changedFiles(previous, current).length === 0;
    const files = isSettled ? changedFiles(reported, current) : [];
    if (isSettled) reported = current;
    previous = current;
    return files;
  };
}

export function changedFiles(before: Signatures, after: Signatures): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}

export function signatures(directory: string, prefix = ""): Signatures {
  const names = tryOr([], () => readdirSync(directory, { recursive: true, encoding: "utf8" }));
  const signature = (name: string) => {
    const stats = tryOr(undefined, () => statSync(join(directory, name)));
    return stats?.isFile() === true ? `${stats.mtimeMs} ${stats.size}` : "";
  };
  const watched = names.filter((name) => !IGNORED_FILE.test(name));
  return new Map(watched.map((name) => [prefix + name.replaceAll("\\", "/"), signature(name)]));
}

/** Returns the fallback for a broken link, or for a file deleted since its folder was listed. */
function tryOr<T>(fallback: T, read: () => T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
