/**
 * The source of a site that is being edited: watches the folders and checks the site at every load.
 *
 * It does not know how the site is served.
 */

import { dirname, join } from "node:path";
import { type Config, sourceFolders } from "../config.ts";
import { createCompileCache } from "../compile/compile.ts";
import { type Finding, isError } from "../compile/finding.ts";
import { sentence } from "../compile/messages/messages.ts";
import type { SiteSource } from "../run-server.ts";
import type { Level } from "../serve/log.ts";
import { compileAndLint } from "./check.ts";
import { commandLine } from "./command-line.ts";
import { loadTranslations, translatedCounts, translatedLine } from "./translations.ts";
import { watchFolders } from "./watch.ts";

interface Note {
  readonly level: Level;
  readonly message: string;
}

export function watchedSource(config: Config): SiteSource {
  const cache = createCompileCache();
  const newWarnings = createWarningFilter();
  const command = commandLine(join(config.programContent, ".."), "", dirname(config.dataDirectory), "--check");

  const load = () => {
    const { site, findings } = compileAndLint(config, Date.now(), cache);
    const table = loadTranslations(config);
    const line = (finding: Finding) => translatedLine(finding, table);
    const warnings = newWarnings(findings).map((finding): Note => ({ level: "warning", message: line(finding) }));
    const summary = sentence({ code: "watch-summary", values: { counts: translatedCounts(findings, table), command } }, table);
    const notes = [...warnings, { level: "info", message: summary } as const];
    return { site, problems: findings.filter(isError).map(line), notes };
  };

  return {
    name: sourceFolders(config),
    load,
    watch: (onChange) => {
      watchFolders({ data: config.dataDirectory, content: config.contentDirectory }, (files) => {
        onChange({ files, pagePaths: [...new Set(files.map(pagePathOf))] });
      });
    },
  };
}

/** Returns a function that passes each warning once, wherever its line moves, so that errors stay in sight. */
function createWarningFilter() {
  const passed = new Set<string>();
  return (findings: readonly Finding[]): Finding[] => {
    const keyOf = ({ file, message }: Finding) => `${file} ${message}`;
    const warnings = findings.filter((finding) => finding.level === "warning" && !passed.has(keyOf(finding)));
    for (const warning of warnings) passed.add(keyOf(warning));
    return warnings;
  };
}

/** Returns `/about` for `content/about.md`; the front page for every other file. */
export function pagePathOf(file: string): string {
  const name = /^content\/(?!index\.)(\w.*)\.md$/.exec(file)?.[1] ?? "";
  return `/${name}`;
}
