/**
 * Serves a site from the owner's folder, which is compiled each time the site is loaded.
 *
 * It does not watch the folder for changes. That is done in `watch-mode.ts`.
 */

import { dirname, join } from "node:path";
import { CompileCache } from "../compile/compile-cache.ts";
import { compile } from "../compile/compile.ts";
import { formatFinding, isError } from "../compile/finding.ts";
import type { Config } from "../config.ts";
import type { SiteSource } from "../run-server.ts";

/** Returns a source that compiles the folder at each load. Files that have not changed are cached. */
export function folderSource(config: Config): SiteSource {
  const cache = new CompileCache();
  const load = () => {
    const { site, findings } = compile(config, cache);
    return { site, problems: findings.filter(isError).map(formatFinding) };
  };
  return { name: sourceFolders(config), load };
}

/** Returns the folder that contains `data` and `content`. If they are elsewhere, returns both paths joined by "and". */
export function sourceFolders({ dataDirectory, contentDirectory }: Config): string {
  const folder = dirname(dataDirectory);
  const hasDefaultNames = dataDirectory === join(folder, "data") && contentDirectory === join(folder, "content");
  return hasDefaultNames ? folder : `${dataDirectory} and ${contentDirectory}`;
}
