/**
 * The source of a site that is being edited: watches the folders and checks the site at every load.
 */

import { type Config, sourceFolders } from "../config.ts";
import { createCompileCache } from "../compile/compile.ts";
import { type Finding, counted, findingLine, isError } from "../compile/finding.ts";
import type { SiteSource } from "../run-server.ts";
import type { Level } from "../serve/log.ts";
import { compileAndLint } from "./check.ts";
import { watchFolders } from "./watch.ts";

export function watchedSource(config: Config): SiteSource {
  const cache = createCompileCache();
  /** Warnings that were logged already, by file and message: they stay true while their line number changes. */
  const loggedWarnings = new Set<string>();

  const notesOn = (findings: readonly Finding[]) => {
    const notes: { level: Level; message: string }[] = [];
    for (const finding of findings.filter(({ level }) => level === "warning")) {
      const key = `${finding.file} ${finding.message}`;
      if (!loggedWarnings.has(key)) notes.push({ level: "warning", message: findingLine(finding) });
      loggedWarnings.add(key);
    }
    return [...notes, { level: "info" as const, message: `${counted(findings)}; --check lists all of them` }];
  };

  const load = () => {
    const { site, findings } = compileAndLint(config, Date.now(), cache);
    const problems = findings.filter(isError).map(findingLine);
    return { site, problems, notes: notesOn(findings) };
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

/** `/about` for `content/about.md`; the front page for every other file. */
function pagePathOf(file: string): string {
  const name = /^content\/(?!index\.)(\w.*)\.md$/.exec(file)?.[1] ?? "";
  return `/${name}`;
}
