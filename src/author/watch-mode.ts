/**
 * Serves a site while its owner edits it: compiles and lints the folder after each change.
 */

import { CompileCache } from "../compile/compile-cache.ts";
import { isFolder } from "../compile/files.ts";
import { formatFinding } from "../compile/finding.ts";
import { formatPhrase } from "../compile/messages.ts";
import type { Config } from "../config.ts";
import type { SiteSource } from "../run-server.ts";
import { compileAndLint } from "./check.ts";
import { folderSource } from "./folder-source.ts";
import { formatErrors, loadTranslations, translate, translatedCounts } from "./translations.ts";
import { watchFolders } from "./watch.ts";

/** Captures a page's name from its file name. Does not match the front page, `index.md`. */
const PAGE_FILE = /^content\/(?!index\.)(\w.*)\.md$/;

/** Returns a source that loads the site from the owner's folder and reports changes to its files. */
export function watchedSource(config: Config): SiteSource {
  const { dataDirectory, contentDirectory } = config;
  const cache = new CompileCache();
  // Log each warning once, even if its line number changes, so that errors are not lost among repeated warnings.
  const loggedWarnings = new Set<string>();

  const load = () => {
    const { site, findings } = compileAndLint(config, Date.now(), cache);
    const messages = loadTranslations(dataDirectory);
    const notes: { readonly level: "warning" | "info"; readonly message: string }[] = [];
    for (const finding of findings) {
      const key = finding.file + finding.message;
      if (finding.level !== "warning" || loggedWarnings.has(key)) continue;
      loggedWarnings.add(key);
      notes.push({ level: "warning", message: formatFinding(finding, messages) });
    }
    const values = { counts: translatedCounts(findings, messages) };
    notes.push({ level: "info", message: formatPhrase({ code: "watch-summary", values }, messages) });
    return { site, problems: formatErrors(findings, messages), notes };
  };

  return {
    ...folderSource(config),
    load,
    // If a folder is missing, do not wait for changes: its name may be misspelt, in which case it would never appear.
    canBeCorrected: () => isFolder(dataDirectory) && isFolder(contentDirectory),
    watch: (onChange) => {
      watchFolders({ data: dataDirectory, content: contentDirectory }, (files) => {
        onChange(translate(dataDirectory, "server-changed", { files: files.join(", ") }), files.map(pagePathOf));
      });
    },
  };
}

/** Returns the URL path of a changed page, e.g. `/about` for `content/about.md`, and `/` for any other file. */
function pagePathOf(file: string): string {
  const [, page = ""] = PAGE_FILE.exec(file) ?? [];
  return `/${page}`;
}
