/**
 * Loads a site while its owner edits it. Lints the folder after each change, and logs the findings.
 */

import { CompileCache, isFolderMissing } from "../compile/files.ts";
import {
  type Finding,
  formatFinding,
  formatMessage,
  type MessageCode,
  type MessageTable,
  type MessageValues,
} from "../compile/messages.ts";
import type { Log, SiteSource } from "../run-server.ts";
import type { LoadedSite } from "../serve/site.ts";
import { compileAndLint, formatCounts } from "./check.ts";
import { createFolderSource, type FolderConfig, formatErrors, loadTranslations } from "./folder.ts";
import { watchFolders } from "./watch.ts";

export function createWatchedSource(config: FolderConfig): SiteSource {
  const { dataDirectory, contentDirectory } = config;
  const cache = new CompileCache();
  const loggedWarnings = new Set<string>();
  let changedFiles: readonly string[] = [];

  function inform(log: Log, code: MessageCode, values: MessageValues = {}): void {
    log("info", formatMessage({ code, values }, loadTranslations(dataDirectory)));
  }

  function load(log: Log): LoadedSite {
    const { site, findings } = compileAndLint(config, Date.now(), cache);
    const messages = loadTranslations(dataDirectory);
    logNewWarnings(findings, loggedWarnings, messages, log);
    inform(log, "watch-summary", { counts: formatCounts(findings, messages) });
    const servedPaths = site?.targets.map(({ path }) => path) ?? [];
    const links = previewPaths(changedFiles, servedPaths).map((path) => config.baseUrl + path);
    if (links.length > 0) inform(log, "watch-pages", { links: links.join(", ") });
    return { site, problems: formatErrors(findings, messages) };
  }

  async function loadAndWatch(log: Log, onChange: () => void): Promise<LoadedSite> {
    let handleChange = () => {};
    // Start watching before the first load, so that changes made while loading are not missed.
    const timer = watchFolders({ data: dataDirectory, content: contentDirectory }, (files) => {
      changedFiles = files;
      inform(log, "server-changed", { files: files.join(", ") });
      handleChange();
    });
    // Do not wait for a missing folder: if its name is misspelt, it will never appear.
    const canWait = !isFolderMissing(dataDirectory) && !isFolderMissing(contentDirectory);
    let loaded = load(log);
    while (loaded.site === undefined && canWait) {
      for (const problem of loaded.problems) log("error", problem);
      inform(log, "server-waiting");
      await new Promise<void>((resolve) => (handleChange = resolve));
      loaded = load(log);
    }
    handleChange = onChange;
    timer.unref();
    return loaded;
  }

  return { ...createFolderSource(config), load: async (log) => load(log), loadAndWatch };
}

/** Logs warnings that are not in `loggedWarnings`. Logging a warning again would distract from the errors. */
function logNewWarnings(
  findings: readonly Finding[],
  loggedWarnings: Set<string>,
  messages: MessageTable,
  log: Log,
): void {
  for (const finding of findings.filter(({ level }) => level === "warning")) {
    // The key has no line number, because a warning that has moved to another line is not new.
    const key = `${finding.file}: ${finding.message}`;
    if (!loggedWarnings.has(key)) log("warning", formatFinding(finding, messages));
    loggedWarnings.add(key);
  }
}

const PAGE_FILE = /^content\/(?!index\.)(\w.*)\.md$/;

/**
 * Returns the URL paths of the changed files: `/about` for `content/about.md`, and `/` for a file that is not a page.
 * Omits paths that are not served, e.g. those of deleted pages.
 */
export function previewPaths(files: readonly string[], servedPaths: readonly string[]): string[] {
  const paths = files.map((file) => `/${PAGE_FILE.exec(file)?.[1] ?? ""}`);
  return [...new Set(paths)].filter((path) => servedPaths.includes(path));
}
