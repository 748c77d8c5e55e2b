/**
 * Serves a site while its owner edits it: watches the folder, lints it after each change, and logs the findings.
 */

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { CompileCache, isFolderMissing } from "../compile/files.ts";
import { type Finding, formatFinding, isError, type MessageTable } from "../compile/messages.ts";
import type { Log, SiteSource } from "../run-server.ts";
import type { LoadedSite } from "../serve/site.ts";
import { compileAndLint, formatCounts } from "./check.ts";
import { createFolderSource, type FolderConfig, formatErrors, loadTranslations, translate } from "./folder.ts";

/** State that is kept between the loads of a site. */
type WatchState = { cache: CompileCache; loggedWarnings: Set<string>; changedFiles: readonly string[] };

export function createWatchedSource(config: FolderConfig): SiteSource {
  const state: WatchState = { cache: new CompileCache(), loggedWarnings: new Set(), changedFiles: [] };
  return {
    ...createFolderSource(config),
    load: async (log) => load(config, state, log),
    loadAndWatch: (log, onChange) => loadAndWatch(config, state, log, onChange),
  };
}

function load(config: FolderConfig, { cache, loggedWarnings, changedFiles }: WatchState, log: Log): LoadedSite {
  const { site, findings } = compileAndLint(config, Date.now(), cache);
  const messages = loadTranslations(config.dataDirectory);
  logNewWarnings(findings, loggedWarnings, messages, log);
  log("info", translate(config, "watch-summary", { counts: formatCounts(findings, messages) }));
  const servedPaths = site?.targets.map(({ path }) => path) ?? [];
  const links = changedPages(changedFiles, servedPaths).map((path) => config.baseUrl + path);
  if (links.length > 0) log("info", translate(config, "watch-pages", { links: links.join(", ") }));
  return { site, problems: formatErrors(findings, messages) };
}

/** Resolves to the first site without errors. From then on, calls `onChange` after each change. */
async function loadAndWatch(config: FolderConfig, state: WatchState, log: Log, onChange: () => void) {
  let handleChange = () => {};
  // Start watching before the first load, so that changes made while loading are not missed.
  const timer = watchFolders(config, (files) => {
    state.changedFiles = files;
    log("info", translate(config, "server-changed", { files: files.join(", ") }));
    handleChange();
  });
  // Do not wait for a missing folder: if its name is misspelt, it will never appear.
  const canWait = !isFolderMissing(config.dataDirectory) && !isFolderMissing(config.contentDirectory);
  let loaded = load(config, state, log);
  while (loaded.site === undefined && canWait) {
    for (const problem of loaded.problems) log("error", problem);
    log("info", translate(config, "server-waiting"));
    await new Promise<void>((resolve) => (handleChange = resolve));
    loaded = load(config, state, log);
  }
  handleChange = onChange;
  timer.unref();
  return loaded;
}

/** Logs warnings that are not in `loggedWarnings`. Logging a warning again would distract from the errors. */
function logNewWarnings(
  findings: readonly Finding[],
  loggedWarnings: Set<string>,
  messages: MessageTable,
  log: Log,
): void {
  for (const finding of findings.filter((candidate) => !isError(candidate))) {
    // The key has no line number, because a warning that has moved to another line is not new.
    const key = `${finding.file}: ${finding.message}`;
    if (!loggedWarnings.has(key)) log("warning", formatFinding(finding, messages));
    loggedWarnings.add(key);
  }
}

/** Returns the URL paths of the changed pages, e.g. `/about` for `content/about.md`. Omits deleted pages. */
export function changedPages(files: readonly string[], servedPaths: readonly string[]): string[] {
  const markdownPaths = files.map((file) => file.replace(/^content/, "")).filter((path) => path.endsWith(".md"));
  const servedPages = markdownPaths.filter((path) => servedPaths.includes(path));
  return servedPages.map((path) => path.replace(/(?:index)?\.md$/, ""));
}

const POLL_INTERVAL_MS = 500;

type Folders = Pick<FolderConfig, "dataDirectory" | "contentDirectory">;

/** Maps each file's name, e.g. `data/cottage.json`, to a fingerprint of its content. */
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
