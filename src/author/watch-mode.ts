/**
 * Serves a site while its owner edits it: compiles and lints the folder after each change.
 *
 * It does not print. The server logs the messages it returns.
 */

import { dirname, join } from "node:path";
import type { Config } from "../config.ts";
import { CompileCache } from "../compile/compile-cache.ts";
import { isError } from "../compile/finding.ts";
import { formatPhrase } from "../compile/messages.ts";
import type { SiteSource } from "../run-server.ts";
import { compileAndLint } from "./check.ts";
import { commandLine } from "./command-line.ts";
import { sourceFolders } from "./folder-source.ts";
import { loadTranslations, translatedCounts, translatedLine } from "./translations.ts";
import { watchFolders } from "./watch.ts";

/** Captures the name of a page's file, except that of the front page. */
const PAGE_FILE = /^content\/(?!index\.)(\w.*)\.md$/;

interface Note {
  readonly level: "warning" | "info";
  readonly message: string;
}

/** Returns a source that loads the site from the owner's folder and reports changes of the files in it. */
export function watchedSource(config: Config): SiteSource {
  const { dataDirectory, contentDirectory, programContent } = config;
  const cache = new CompileCache();
  const checkCommand = commandLine(join(programContent, ".."), "", dirname(dataDirectory), "--check");
  // Log each warning once, even if its line number changes, so that errors are not lost among repeated warnings.
  const loggedWarnings = new Set<string>();

  const load = () => {
    const { site, findings } = compileAndLint(config, Date.now(), cache);
    const table = loadTranslations(config);
    const notes: Note[] = [];
    for (const finding of findings) {
      const key = finding.file + finding.message;
      if (finding.level !== "warning" || loggedWarnings.has(key)) continue;
      loggedWarnings.add(key);
      notes.push({ level: "warning", message: translatedLine(finding, table) });
    }
    const values = { counts: translatedCounts(findings, table), command: checkCommand };
    notes.push({ level: "info", message: formatPhrase({ code: "watch-summary", values }, table) });
    const problems = findings.filter(isError).map((error) => translatedLine(error, table));
    return { site, problems, notes };
  };

  return {
    name: sourceFolders(config),
    load,
    watch: (onChange) => {
      watchFolders({ data: dataDirectory, content: contentDirectory }, (files) => {
        onChange(files, files.map(pagePathOf));
      });
    },
  };
}

/** Returns the path of the page to look at after a change: `/about` for `content/about.md`, `/` for other files. */
function pagePathOf(file: string): string {
  const [, page = ""] = PAGE_FILE.exec(file) ?? [];
  return `/${page}`;
}
