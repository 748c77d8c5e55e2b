/**
 * Serves a site while its owner edits it: compiles and lints the folder after each change.
 */

import { EventEmitter, once } from "node:events";
import { CompileCache } from "../compile/compile-cache.ts";
import { isFolder } from "../compile/files.ts";
import { formatFinding } from "../compile/finding.ts";
import { formatMessage } from "../compile/messages.ts";
import type { LoadedSite, Log, SiteSource } from "../run-server.ts";
import { compileAndLint } from "./check.ts";
import type { FolderConfig } from "./folder-config.ts";
import { folderSource } from "./folder-source.ts";
import { formatErrors, loadTranslations, translate, translatedCounts } from "./translations.ts";
import { watchFolders } from "./watch.ts";

/** Captures a page's name from its file name. Does not match the front page, `index.md`. */
const PAGE_FILE = /^content\/(?!index\.)(\w.*)\.md$/;

const HOUR_MS = 3_600_000;

/** Returns a source that compiles the owner's folder after each change to its files, and logs the findings. */
export function watchedSource(config: FolderConfig): SiteSource {
  const { dataDirectory, contentDirectory } = config;
  const cache = new CompileCache();
  // Log each warning once, even if its line number changes, so that errors are not lost among repeated warnings.
  const loggedWarnings = new Set<string>();
  let log: Log = () => undefined;

  const load = (): LoadedSite => {
    const { site, findings } = compileAndLint(config, Date.now(), cache);
    const messages = loadTranslations(dataDirectory);
    for (const finding of findings) {
      const key = finding.file + finding.message;
      if (finding.level !== "warning" || loggedWarnings.has(key)) continue;
      loggedWarnings.add(key);
      log("warning", formatFinding(finding, messages));
    }
    const values = { counts: translatedCounts(findings, messages) };
    log("info", formatMessage({ code: "watch-summary", values }, messages));
    return { site, problems: formatErrors(findings, messages) };
  };

  return {
    ...folderSource(config),
    load,
    watch: (serverLog, publish) => {
      log = serverLog;
      const reload = (files: readonly string[]) => {
        const { site, problems } = loadSafely(load);
        for (const problem of problems) log("error", problem);
        if (site === undefined) return log("error", translate(dataDirectory, "server-reload-refused"));
        const origin = publish(site);
        const changedPaths = files.map(pagePathOf);
        const changedPages = site.targets.filter(({ path }) => changedPaths.includes(path));
        const links = changedPages.map(({ path }) => origin + path).join(", ");
        const code = links === "" ? "server-reloaded" : "server-reloaded-pages";
        log("info", translate(dataDirectory, code, { revision: site.revision, links }));
      };
      const changes = new EventEmitter();
      // Start watching before the first load, so that changes made while loading are not missed.
      watchFolders({ data: dataDirectory, content: contentDirectory }, (files) => {
        log("info", translate(dataDirectory, "server-changed", { files: files.join(", ") }));
        const isAwaited = changes.emit("change");
        if (!isAwaited) reload(files);
      });
      // If a folder is missing, do not wait for changes: its name may be misspelt, in which case it would never appear.
      if (!isFolder(dataDirectory) || !isFolder(contentDirectory)) return Promise.resolve(load());
      return loadUntilValid(load, changes, (problems) => {
        for (const problem of problems) log("error", problem);
        log("info", translate(dataDirectory, "server-waiting"));
      });
    },
  };
}

/** Reports an exception as a problem, so that a compiler bug does not crash the server. */
function loadSafely(load: () => LoadedSite): LoadedSite {
  try {
    return load();
  } catch (error) {
    return { site: undefined, problems: [String(error instanceof Error ? error.stack : error)] };
  }
}

/**
 * Reloads the site after each `change` event until it has no errors. While waiting, a signal still terminates the
 * process.
 */
async function loadUntilValid(
  load: () => LoadedSite,
  changes: EventEmitter,
  report: (problems: readonly string[]) => void,
): Promise<LoadedSite> {
  let loaded = load();
  if (loaded.site !== undefined) return loaded;
  const stop = () => process.exit(0);
  process.on("SIGTERM", stop).on("SIGINT", stop);
  // File watchers do not keep the process alive, so use a timer.
  const keepAlive = setInterval(() => undefined, HOUR_MS);
  while (loaded.site === undefined) {
    report(loaded.problems);
    await once(changes, "change");
    loaded = load();
  }
  clearInterval(keepAlive);
  process.off("SIGTERM", stop).off("SIGINT", stop);
  return loaded;
}

/** Returns the URL path of a changed page, e.g. `/about` for `content/about.md`, and `/` for any other file. */
function pagePathOf(file: string): string {
  const [, page = ""] = PAGE_FILE.exec(file) ?? [];
  return `/${page}`;
}
