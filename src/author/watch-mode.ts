/**
 * Serves a site while its owner edits it: compiles and lints the folder after each change.
 */

import { EventEmitter, once } from "node:events";
import { CompileCache } from "../compile/compile-cache.ts";
import { isFolder } from "../compile/files.ts";
import { formatFinding } from "../compile/finding.ts";
import type { MessageCode, MessageValues } from "../compile/message.ts";
import { formatMessage } from "../compile/messages.ts";
import type { LoadedSite, Log, SiteSource } from "../run-server.ts";
import { compileAndLint } from "./check.ts";
import type { FolderConfig } from "./folder-config.ts";
import { folderSource } from "./folder-source.ts";
import { formatErrors, loadTranslations, translate, translatedCounts } from "./translations.ts";
import { watchFolders } from "./watch.ts";

/** Returns a source that compiles the owner's folder after each change to its files, and logs the findings. */
export function watchedSource(config: FolderConfig): SiteSource {
  const { dataDirectory, contentDirectory } = config;
  const cache = new CompileCache();
  // Log each warning once, even if its line number changes, so that errors are not lost among repeated warnings.
  const loggedWarnings = new Set<string>();

  const load = (log: Log): LoadedSite => {
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

  const watch: SiteSource["watch"] = async (log, publish) => {
    const say = (code: MessageCode, values?: MessageValues) => log("info", translate(dataDirectory, code, values));
    const changes = new EventEmitter();
    // Start watching before the first load, so that changes made while loading are not missed.
    const timer = watchFolders({ data: dataDirectory, content: contentDirectory }, (files) => {
      say("server-changed", { files: files.join(", ") });
      changes.emit("change", files);
    });
    const stop = () => process.exit(0);
    process.on("SIGTERM", stop).on("SIGINT", stop);
    // If a folder is missing, do not wait for changes: its name may be misspelt, in which case it would never appear.
    const canWait = isFolder(dataDirectory) && isFolder(contentDirectory);
    let loaded = load(log);
    while (loaded.site === undefined && canWait) {
      for (const problem of loaded.problems) log("error", problem);
      say("server-waiting");
      await once(changes, "change");
      loaded = load(log);
    }
    process.off("SIGTERM", stop).off("SIGINT", stop);
    // From here on, only the server keeps the process alive.
    timer.unref();
    changes.on("change", (files: readonly string[]) => {
      const { site, problems } = loadSafely(() => load(log));
      for (const problem of problems) log("error", problem);
      if (site === undefined) return log("error", translate(dataDirectory, "server-reload-refused"));
      const origin = publish(site);
      const changedPaths = files.map(pagePathOf);
      const changedPages = site.targets.filter(({ path }) => changedPaths.includes(path));
      const links = changedPages.map(({ path }) => origin + path).join(", ");
      say(links === "" ? "server-reloaded" : "server-reloaded-pages", { revision: site.revision, links });
    });
    return loaded;
  };

  return { ...folderSource(config), load, watch };
}

/** Reports an exception as a problem, so that a compiler bug does not crash the server. */
function loadSafely(load: () => LoadedSite): LoadedSite {
  try {
    return load();
  } catch (error) {
    return { site: undefined, problems: [String(error instanceof Error ? error.stack : error)] };
  }
}

/** Captures a page's name from its file name. Does not match the front page, `index.md`. */
const PAGE_FILE = /^content\/(?!index\.)(\w.*)\.md$/;

/** Returns the URL path of a changed page, e.g. `/about` for `content/about.md`, and `/` for any other file. */
function pagePathOf(file: string): string {
  return `/${PAGE_FILE.exec(file)?.[1] ?? ""}`;
}
