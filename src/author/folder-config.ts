/**
 * Reads the server configuration and the paths of the folders from which the site is compiled.
 */

import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { configure, readVariable } from "../config.ts";

type Environment = Readonly<NodeJS.ProcessEnv>;

/** The folder that contains `src` (in development) or `dist` (in a release). */
const PROGRAM_FOLDER = fileURLToPath(new URL("../..", import.meta.url));

export type ConfigResult = ReturnType<typeof readFolderConfig>;
export type FolderConfig = Readonly<ConfigResult["config"]>;

type RunMode = Readonly<{ isWatched?: boolean; isTerminal?: boolean }>;

/**
 * Returns the server configuration and the folders to compile the site from. For an invalid environment variable,
 * uses the default value and adds an explanation in English to `problems`.
 *
 * @param path the owner's folder, or undefined for the built-in sample
 */
export function readFolderConfig(environment: Environment, path?: string, runMode?: RunMode) {
  const { config, problems } = configure(environment, path, runMode);
  return { config: { ...config, ...resolveFolders(environment, path ?? PROGRAM_FOLDER) }, problems };
}

/**
 * Returns the data and content folders: `data` and `content` in the site's folder, unless `DATA_DIR` or `CONTENT_DIR`
 * overrides them. Also returns `folderLabel` for messages: the site's folder, or both folders if a variable is set.
 */
function resolveFolders(environment: Environment, sitePath: string) {
  const siteFolder = resolve(sitePath);
  const dataVariable = readVariable(environment, "DATA_DIR");
  const contentVariable = readVariable(environment, "CONTENT_DIR");
  const dataDirectory = resolve(dataVariable ?? join(siteFolder, "data"));
  const contentDirectory = resolve(contentVariable ?? join(siteFolder, "content"));
  const hasFolderVariable = dataVariable !== undefined || contentVariable !== undefined;
  const folderLabel = hasFolderVariable ? `${dataDirectory} and ${contentDirectory}` : siteFolder;
  return { dataDirectory, contentDirectory, folderLabel };
}
