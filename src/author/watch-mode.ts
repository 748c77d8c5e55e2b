/**
 * The source of a site that is being edited: watches the folders and checks the site at every load.
 */

import { dirname, join } from "node:path";
import type { Config } from "../config.ts";
import { createCompileCache } from "../compile/compile.ts";
import { isError } from "../compile/finding.ts";
import { sentence } from "../compile/messages.ts";
import type { SiteSource } from "../run-server.ts";
import { compileAndLint } from "./check.ts";
import { commandLine } from "./command-line.ts";
import { sourceFolders } from "./folder-source.ts";
import { loadTranslations, translatedCounts, translatedLine } from "./translations.ts";
import { watchFolders } from "./watch.ts";

export function watchedSource(config: Config): SiteSource {
  const { dataDirectory, contentDirectory, programContent } = config;
  const cache = createCompileCache();
  const command = commandLine(join(programContent, ".."), "", dirname(dataDirectory), "--check");
  /** Warnings are logged once, wherever their line moves, so that errors stay in sight. */
  const logged = new Set<string>();

  const load = () => {
    const { site, findings } = compileAndLint(config, Date.now(), cache);
    const table = loadTranslations(config);
    const warnings = findings.filter(({ level, file, message }) => level === "warning" && !logged.has(file + message));
    for (const { file, message } of warnings) logged.add(file + message);
    const notes = warnings.map((warning) => ({ level: "warning", message: translatedLine(warning, table) }) as const);
    const values = { counts: translatedCounts(findings, table), command };
    return {
      site,
      problems: findings.filter(isError).map((error) => translatedLine(error, table)),
      notes: [...notes, { level: "info", message: sentence({ code: "watch-summary", values }, table) } as const],
    };
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

/** Returns `/about` for `content/about.md`; the front page for every other file. */
function pagePathOf(file: string): string {
  return `/${/^content\/(?!index\.)(\w.*)\.md$/.exec(file)?.[1] ?? ""}`;
}
