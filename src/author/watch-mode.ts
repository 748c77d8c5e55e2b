/**
 * Serves a site while its owner edits it: compiles and lints the folder after each change, and logs the findings.
 */

import { EventEmitter, once } from "node:events";
import { mayBeFolder } from "../compile/files.ts";
import { formatFinding } from "../compile/messages.ts";
import { CompressionCache } from "../compile/targets.ts";
import type { Log, SiteSource } from "../run-server.ts";
import type { CompiledSite, LoadedSite } from "../serve/site.ts";
import { compileAndLint } from "./check.ts";
import type { FolderConfig } from "./folder-config.ts";
import { folderSource } from "./folder-source.ts";
import { formatCounts, formatErrors, loadTranslations, translateMessage } from "./translations.ts";
import { watchFolders } from "./watch.ts";

export function watchedSource(config: FolderConfig): SiteSource {
  const { dataDirectory, contentDirectory } = config;
  const cache = new CompressionCache();
  // Log each warning once, so that errors are not lost among repeated warnings.
  const loggedWarnings = new Set<string>();
  let changedFiles: readonly string[] = [];

  const load = (log: Log): LoadedSite => {
    const { site, findings } = compileAndLint(config, Date.now(), cache);
    const messages = loadTranslations(dataDirectory);
    for (const finding of findings) {
      const key = finding.file + finding.message;
      if (finding.level !== "warning" || loggedWarnings.has(key)) continue;
      loggedWarnings.add(key);
      log("warning", formatFinding(finding, messages));
    }
    const counts = formatCounts(findings, messages);
    log("info", translateMessage(dataDirectory, "watch-summary", { counts }));
    const links = previewPaths(changedFiles, site).map((path) => config.baseUrl + path);
    if (links.length > 0) log("info", translateMessage(dataDirectory, "watch-pages", { links: links.join(", ") }));
    return { site, problems: formatErrors(findings, messages) };
  };

  const loadAndWatch = async (log: Log, onChange: () => void): Promise<LoadedSite> => {
    const changes = new EventEmitter();
    // Start watching before the first load, so that changes made while loading are not missed.
    const timer = watchFolders({ data: dataDirectory, content: contentDirectory }, (files) => {
      changedFiles = files;
      log("info", translateMessage(dataDirectory, "server-changed", { files: files.join(", ") }));
      changes.emit("change");
    });
    const stop = () => process.exit(0);
    process.on("SIGTERM", stop).on("SIGINT", stop);
    // Do not wait for a missing folder: if its name is misspelt, it will never appear.
    const canWait = mayBeFolder(dataDirectory) && mayBeFolder(contentDirectory);
    let loaded = load(log);
    while (loaded.site === undefined && canWait) {
      for (const problem of loaded.problems) log("error", problem);
      log("info", translateMessage(dataDirectory, "server-waiting"));
      await once(changes, "change");
      loaded = load(log);
    }
    process.off("SIGTERM", stop).off("SIGINT", stop);
    changes.on("change", onChange);
    // Do not let this timer keep the process running after the server closes.
    timer.unref();
    return loaded;
  };

  return { ...folderSource(config), load, loadAndWatch };
}

const PAGE_FILE = /^content\/(?!index\.)(\w.*)\.md$/;

/**
 * Returns the URL paths at which the owner can view the changes: `/about` for `content/about.md`, and `/` (the front
 * page) for files that are not pages, e.g. data files.
 */
export function previewPaths(files: readonly string[], site: Pick<CompiledSite, "targets"> | undefined): string[] {
  const paths = files.map((file) => `/${PAGE_FILE.exec(file)?.[1] ?? ""}`);
  // Leave out paths that are not served, e.g. those of deleted pages. Without a site, no path is served.
  const isServed = (path: string) => site?.targets.some((target) => target.path === path);
  return [...new Set(paths)].filter(isServed);
}
