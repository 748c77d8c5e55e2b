/**
 * Loads a site while its owner edits it: compiles and lints the folder after each change, and logs the findings.
 */

import { CompileCache, isFolderMissing } from "../compile/files.ts";
import { formatFinding, type MessageCode, type MessageValues } from "../compile/messages.ts";
import type { Log, SiteSource } from "../run-server.ts";
import type { LoadedSite } from "../serve/site.ts";
import { compileAndLint, formatCounts } from "./check.ts";
import {
  createFolderSource,
  type FolderConfig,
  formatErrors,
  loadTranslations,
  translateMessage,
} from "./folder.ts";
import { watchFolders } from "./watch.ts";

export function createWatchedSource(config: FolderConfig): SiteSource {
  const { dataDirectory, contentDirectory } = config;
  const cache = new CompileCache();
  const loggedWarnings = new Set<string>();
  let changedFiles: readonly string[] = [];

  function inform(log: Log, code: MessageCode, values?: MessageValues): void {
    log("info", translateMessage(dataDirectory, code, values));
  }

  function load(log: Log): LoadedSite {
    const { site, findings } = compileAndLint(config, Date.now(), cache);
    const messages = loadTranslations(dataDirectory);
    for (const finding of findings.filter(({ level }) => level === "warning")) {
      // Log each warning once, even if its line number changes, so that errors are not lost among repeated warnings.
      const key = finding.file + finding.message;
      if (!loggedWarnings.has(key)) log("warning", formatFinding(finding, messages));
      loggedWarnings.add(key);
    }
    const counts = formatCounts(findings, messages);
    inform(log, "watch-summary", { counts });
    const servedPaths = site?.targets.map(({ path }) => path) ?? [];
    const links = previewPaths(changedFiles, servedPaths).map((path) => config.baseUrl + path).join(", ");
    if (links !== "") inform(log, "watch-pages", { links });
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
    // Do not let this timer keep the process running after the server closes.
    timer.unref();
    return loaded;
  }

  return { ...createFolderSource(config), load: async (log) => load(log), loadAndWatch };
}

const PAGE_FILE = /^content\/(?!index\.)(\w.*)\.md$/;

/**
 * Returns the URL paths at which the owner can view the changes: `/about` for `content/about.md`, and `/` for files
 * that are not pages. Leaves out paths that are not served, e.g. those of deleted pages.
 */
export function previewPaths(files: readonly string[], servedPaths: readonly string[]): string[] {
  const paths = files.map((file) => `/${PAGE_FILE.exec(file)?.[1] ?? ""}`);
  return [...new Set(paths)].filter((path) => servedPaths.includes(path));
}
