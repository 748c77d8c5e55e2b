/**
 * Notices which files of some folders were changed, by asking for their times and sizes twice a second: notifications
 * do not reach a folder that is mounted into a container.
 */

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const INTERVAL_MS = 500;

/** What editors lay beside the files they have open. */
const BY_THE_WAY = /(?:^|[\\/])[.~]|~$/;

/** By the name of a file: what changes when it is written. */
export function signatures(directory: string, prefix = ""): ReadonlyMap<string, string> {
  const names = orElse([], () => readdirSync(directory, { recursive: true, encoding: "utf8" }));
  const signature = (name: string) => {
    const stat = orElse(undefined, () => statSync(join(directory, name)));
    return stat?.isFile() ? `${stat.mtimeMs} ${stat.size}` : "";
  };
  return new Map(names.filter((name) => !BY_THE_WAY.test(name)).map((name) => [prefix + name.replaceAll("\\", "/"), signature(name)]));
}

/** A link may lead nowhere, and a file go away between two questions. */
function orElse<T>(otherwise: T, ask: () => T): T {
  try {
    return ask();
  } catch {
    return otherwise;
  }
}

export function changed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name)).sort();
}

/**
 * Calls back once a change has come to rest, so that no file is read half written.
 *
 * @param folders by the name their files are told with, as in `data/cottage.json`
 */
export function watchFolders(folders: Readonly<Record<string, string>>, onChange: (files: readonly string[]) => void): void {
  const look = () => new Map(Object.entries(folders).flatMap(([told, path]) => [...signatures(path, `${told}/`)]));
  let known = look();
  let last = known;
  setInterval(() => {
    const seen = look();
    const files = changed(last, seen).length === 0 ? changed(known, seen) : [];
    last = seen;
    if (files.length === 0) return;
    known = seen;
    onChange(files);
  }, INTERVAL_MS).unref();
}
