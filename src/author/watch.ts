/**
 * Serves a site while its owner edits it: watches the folder, lints it after each change, and logs the findings.
 */

import { EventEmitter, once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { CompileCache, isFolderMissing } from "../compile/files.ts";
import { formatFinding, isError } from "../compile/messages.ts";
import type { Log, SiteSource } from "../run-server.ts";
import type { LoadedSite } from "../serve/site.ts";
import { compileAndLint, formatCounts } from "./check.ts";
import { createFolderSource, type FolderConfig, formatErrors, loadTranslations, translate } from "./folder.ts";

/** Returns functions to load a site and log its warnings, and to watch its files for changes. */
export function createWatchedSource(config: FolderConfig): SiteSource {
  const cache = new CompileCache();
  const load = async (log: Log) => loadAndLogWarnings(config, cache, log);
  return {
    ...createFolderSource(config),
    load,
    loadAndWatch: (log, onChange) => loadAndWatch(config, () => load(log), log, onChange),
  };
}

/** Loads the site and logs its warnings. The caller logs the errors (`problems`). */
function loadAndLogWarnings(config: FolderConfig, cache: CompileCache, log: Log): LoadedSite {
  const { site, findings } = compileAndLint(config, Date.now(), cache);
  const messages = loadTranslations(config.dataDirectory);
  for (const finding of findings) {
    if (!isError(finding)) log("warning", formatFinding(finding, messages));
  }
  log("info", formatCounts(findings, messages));
  return { site, problems: formatErrors(findings, messages) };
}

/**
 * Loads the site. If it has errors, waits for the owner to correct them, and loads it again. If a folder is missing,
 * returns the errors at once. After this first load, calls `onChange` whenever a file changes.
 */
async function loadAndWatch(config: FolderConfig, load: () => Promise<LoadedSite>, log: Log, onChange: () => void) {
  const changes = new EventEmitter();
  // Start watching before the first load, so that changes made while loading are not missed.
  const timer = watchFolders(config, (files) => {
    log("info", translate(config, "server-changed", { files: files.join(", ") }));
    changes.emit("change");
  });
  // Do not wait for a missing folder, because its name may be misspelt.
  const canWait = !isFolderMissing(config.dataDirectory) && !isFolderMissing(config.contentDirectory);
  let loaded = await load();
  while (loaded.site === undefined && canWait) {
    for (const problem of loaded.problems) log("error", problem);
    log("info", translate(config, "server-waiting"));
    await once(changes, "change");
    loaded = await load();
  }
  changes.on("change", onChange);
  // Let the process exit when the server stops, despite the timer.
  timer.unref();
  return loaded;
}

const POLL_INTERVAL_MS = 500;

type Folders = Pick<FolderConfig, "dataDirectory" | "contentDirectory">;

/** Maps each file's name, e.g. `data/cottage.json`, to its modification time and size. */
type Snapshot = ReadonlyMap<string, string>;

/**
 * Calls `onChange` with the names of changed files, e.g. `data/cottage.json`. Waits until two polls in a row find the
 * same state, because a file that is still changing may be only partly written.
 *
 * Does not use `fs.watch`, which often gets no events for a folder that is mounted into a container.
 */
export function watchFolders(folders: Folders, onChange: (files: readonly string[]) => void): NodeJS.Timeout {
  let reported = takeSnapshot(folders);
  let previous = reported;
  return setInterval(() => {
    const current = takeSnapshot(folders);
    const isStillChanging = findChanges(previous, current).length > 0;
    previous = current;
    if (isStillChanging) return;
    const files = findChanges(reported, current);
    reported = current;
    if (files.length > 0) onChange(files);
  }, POLL_INTERVAL_MS);
}

export function findChanges(before: Snapshot, after: Snapshot): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}

export function takeSnapshot({ dataDirectory, contentDirectory }: Folders): Snapshot {
  return new Map([...fingerprints(dataDirectory, "data"), ...fingerprints(contentDirectory, "content")]);
}

/** Matches hidden files, and editors' temporary, lock and backup files. */
const IGNORED_FILE = /(?:^|[\\/])[.~]|~$/;

function fingerprints(folder: string, label: string): [name: string, fingerprint: string][] {
  const paths = listRecursively(folder).filter((path) => !IGNORED_FILE.test(path));
  return paths.map((path) => [`${label}/${path.replaceAll("\\", "/")}`, fingerprint(join(folder, path))]);
}

function listRecursively(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch {
    return [];
  }
}

/** Returns a file's modification time and size, which change with its content. Returns "" for a folder. */
function fingerprint(path: string): string {
  try {
    const stats = statSync(path);
    return stats.isFile() ? `${stats.mtimeMs} ${stats.size}` : "";
  } catch {
    // The file was deleted after it was listed, or cannot be accessed.
    return "";
  }
}
