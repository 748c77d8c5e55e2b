/**
 * Serves a site while its owner edits it: compiles and lints the folder after each change. Prints nothing.
 */

import { dirname, join } from "node:path";
import { CompileCache } from "../compile/compile-cache.ts";
import { formatFinding, isError } from "../compile/finding.ts";
import { formatPhrase } from "../compile/messages.ts";
import type { Config } from "../config.ts";
import type { SiteSource } from "../run-server.ts";
import { compileAndLint } from "./check.ts";
import { commandLine } from "./command-line.ts";
import { sourceFolders } from "./folder-source.ts";
import { loadTranslations, translate, translatedCounts } from "./translations.ts";
import { watchFolders } from "./watch.ts";

/** Captures a page's name from its file name. Does not match the front page, `index.md`. */
const PAGE_FILE = /^content\/(?!index\.)(\w.*)\.md$/;

/** Returns a source that loads the site from the owner's folder and reports changes to its files. */
export function watchedSource(config: Config): SiteSource {
  const { dataDirectory, contentDirectory, programContent } = config;
  const cache = new CompileCache();
  const command = commandLine(join(programContent, ".."), "", dirname(dataDirectory), "--check");
  // Log each warning once, even if its line number changes, so that errors are not lost among repeated warnings.
  const loggedWarnings = new Set<string>();

  const load = () => {
    const { site, findings } = compileAndLint(config, Date.now(), cache);
    const messages = loadTranslations(dataDirectory);
    const problems = findings.filter(isError).map((error) => formatFinding(error, messages));
    const newWarnings = findings.filter(({ level, file, message }) => {
      return level === "warning" && !loggedWarnings.has(file + message);
    });
    for (const { file, message } of newWarnings) loggedWarnings.add(file + message);
    const values = { counts: translatedCounts(findings, messages), command };
    const notes = [
      ...newWarnings.map((finding) => ({ level: "warning", message: formatFinding(finding, messages) }) as const),
      { level: "info", message: formatPhrase({ code: "watch-summary", values }, messages) } as const,
    ];
    return { site, problems, notes };
  };

  return {
    name: sourceFolders(config),
    load,
    translate: (code, values) => translate(dataDirectory, code, values),
    watch: (onChange) => {
      watchFolders({ data: dataDirectory, content: contentDirectory }, (files) => {
        onChange(translate(dataDirectory, "server-changed", { files: files.join(", ") }), files.map(pagePathOf));
      });
    },
  };
}

/** Returns the path of the page that shows a file: `/about` for `content/about.md`, `/` for files other than pages. */
function pagePathOf(file: string): string {
  const [, page = ""] = PAGE_FILE.exec(file) ?? [];
  return `/${page}`;
}
