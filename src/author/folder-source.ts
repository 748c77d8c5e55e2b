/**
 * Serves a site from the owner's folder, which is compiled on each load. Changes are watched by `watch-mode.ts`.
 */

import { dirname, join } from "node:path";
import { CompileCache } from "../compile/compile-cache.ts";
import { compile } from "../compile/compile.ts";
import { formatFinding, isError } from "../compile/finding.ts";
import type { Config } from "../config.ts";
import type { LoadedSite, SiteSource } from "../run-server.ts";
import { loadTranslations, translate } from "./translations.ts";

/** Returns a source that compiles the folder on each load, reusing cached results for unchanged files. */
export function folderSource(config: Config): SiteSource {
  const cache = new CompileCache();
  return {
    name: sourceFolders(config),
    load: () => loadFolder(config, cache),
    translate: (code, values) => translate(config.dataDirectory, code, values),
  };
}

/** Compiles the owner's folder. The problems are the errors, in the owner's language. */
export function loadFolder(config: Config, cache?: CompileCache): LoadedSite {
  const { site, findings } = compile(config, cache);
  const messages = loadTranslations(config.dataDirectory);
  return { site, problems: findings.filter(isError).map((error) => formatFinding(error, messages)) };
}

/**
 * Returns the parent folder of `data` and `content`. If the two folders have other names or different parents, returns
 * both paths joined by "and".
 */
export function sourceFolders({ dataDirectory, contentDirectory }: Config): string {
  const folder = dirname(dataDirectory);
  const hasDefaultNames = dataDirectory === join(folder, "data") && contentDirectory === join(folder, "content");
  return hasDefaultNames ? folder : `${dataDirectory} and ${contentDirectory}`;
}
