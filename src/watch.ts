/**
 * Notices that a file of some folders was changed, by asking for their times and sizes twice a second.
 *
 * Asked and not told, because notifications do not reach a folder that is mounted into a container.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const INTERVAL_MS = 500;

/** What changes when a file below a folder is written, added, removed or renamed. */
export function signature(directory: string): string {
  try {
    return readdirSync(directory, { recursive: true, encoding: "utf8" })
      .sort()
      .map((name) => {
        const { mtimeMs, size } = statSync(join(directory, name));
        return `${name} ${mtimeMs} ${size}`;
      })
      .join("\n");
  } catch {
    // A file that went away between the two questions: the next round sees the folder as it then is.
    return "";
  }
}

/** Calls back after each change that has come to rest, so that a file half written is not read. */
export function watchFolders(directories: readonly string[], onChange: () => void): void {
  const look = () => directories.map(signature).join("\n\n");
  let known = look();
  let last = known;
  setInterval(() => {
    const seen = look();
    const isAtRest = seen === last;
    last = seen;
    if (!isAtRest || seen === known) return;
    known = seen;
    onChange();
  }, INTERVAL_MS).unref();
}
