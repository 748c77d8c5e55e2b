/**
 * Watches folders for changes by polling the names, modification times and sizes of their files.
 *
 * Does not use `fs.watch`, which often gets no events for a folder that is mounted into a container.
 */

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const POLL_INTERVAL_MS = 500;

/** Matches editors' temporary, lock and backup files, and file managers' metadata. */
const IGNORED_FILE = /(?:^|[\\/])(?:[.~]|Thumbs\.db$|desktop\.ini$)|~$/;

/** Paths of the watched folders, keyed by the prefix of their file names, e.g. `data`. */
type Folders = Readonly<Record<string, string>>;

type Snapshot = ReadonlyMap<string, string>;

/**
 * Calls `onChange` with the names of changed files, e.g. `data/cottage.json`. Waits until two consecutive polls give
 * the same result, because a file may still be being written.
 */
export function watchFolders(folders: Folders, onChange: (files: readonly string[]) => void): NodeJS.Timeout {
  let reportedSnapshot = takeSnapshot(folders);
  let previousSnapshot = reportedSnapshot;
  return setInterval(() => {
    const snapshot = takeSnapshot(folders);
    const isSettled = changedFiles(previousSnapshot, snapshot).length === 0;
    previousSnapshot = snapshot;
    if (!isSettled) return;
    const files = changedFiles(reportedSnapshot, snapshot);
    reportedSnapshot = snapshot;
    if (files.length > 0) onChange(files);
  }, POLL_INTERVAL_MS);
}

export function changedFiles(before: Snapshot, after: Snapshot): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}

/** Maps each file's name, e.g. `data/cottage.json`, to its modification time and size. */
export function takeSnapshot(folders: Folders): Snapshot {
  const snapshot = new Map<string, string>();
  for (const [key, folder] of Object.entries(folders)) {
    const paths = listRecursively(folder).filter((path) => !IGNORED_FILE.test(path));
    for (const path of paths) {
      // Windows paths contain backslashes.
      const name = `${key}/${path.replaceAll("\\", "/")}`;
      snapshot.set(name, timeAndSize(join(folder, path)));
    }
  }
  return snapshot;
}

function listRecursively(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch {
    return [];
  }
}

/** Returns "" if the path is a folder or a file that was just deleted. */
function timeAndSize(path: string): string {
  try {
    const stats = statSync(path);
    return stats.isFile() ? `${stats.mtimeMs} ${stats.size}` : "";
  } catch {
    return "";
  }
}
