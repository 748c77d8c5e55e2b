/**
 * The source of a site that is compiled from a folder at every load.
 *
 * It does not watch the folder: `watch-mode.ts` does.
 */

import { dirname, join } from "node:path";
import { compile, createCompileCache, findingLines } from "../compile/compile.ts";
import type { Config } from "../config.ts";
import type { SiteSource } from "../run-server.ts";

export function folderSource(config: Config): SiteSource {
  const cache = createCompileCache();
  const load = () => {
    const { site, findings } = compile(config, cache);
    return { site, problems: findingLines(findings) };
  };
  return { name: sourceFolders(config), load };
}

/** Returns the folder that data and content are in, or both folders if they are apart. */
export function sourceFolders({ dataDirectory, contentDirectory }: Config): string {
  const folder = dirname(dataDirectory);
  const isOneFolder = dataDirectory === join(folder, "data") && contentDirectory === join(folder, "content");
  return isOneFolder ? folder : `${dataDirectory} and ${contentDirectory}`;
}
