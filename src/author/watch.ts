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

/** Paths of the watched folders. Each key, e.g. `data`, is prefixed to the names of that folder's files. */
type Folders = Readonly<Record<string, string>>;

/** Maps each file's name, e.g. `data/cottage.json`, to a fingerprint of its content. */
type Snapshot = ReadonlyMap<string, string>;

/**
 * Calls `onChange` with the names of changed files, e.g. `data/cottage.json`. Waits until two polls in a row find the
 * same state, because a file that is still changing may be only partly written.
 */
export function watchFolders(folders: Folders, onChange: (files: readonly string[]) => void): NodeJS.Timeout {
  let reported = takeSnapshot(folders);
  let previous = reported;
  return setInterval(() => {
    const current = takeSnapshot(folders);
    const isStillChanging = changedFiles(previous, current).length > 0;
    previous = current;
    if (isStillChanging) return;
    const files = changedFiles(reported, current);
    reported = current;
    if (files.length > 0) onChange(files);
  }, POLL_INTERVAL_MS);
}

export function changedFiles(before: Snapshot, after: Snapshot): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}

export function takeSnapshot(folders: Folders): Snapshot {
  const snapshot = new Map<string, string>();
  for (const [key, folder] of Object.entries(folders)) {
    const paths = listRecursively(folder).filter((path) => !IGNORED_FILE.test(path));
    for (const path of paths) {
      const name = `${key}/${path.replaceAll("\\", "/")}`;
      snapshot.set(name, fingerprint(join(folder, path)));
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

/** Returns a string that changes whenever the file does. Returns "" for a folder, whose files have fingerprints too. */
function fingerprint(path: string): string {
  try {
    const stats = statSync(path);
    return stats.isFile() ? `${stats.mtimeMs} ${stats.size}` : "";
  } catch {
    // The file was deleted after it was listed, or cannot be accessed.
    return "";
  }
}
