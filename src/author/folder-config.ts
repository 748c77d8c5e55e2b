/**
 * Extends the server configuration with the folders to compile the site from.
 */

import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { configure, readVariable } from "../config.ts";

/** The folder that contains `src` (in development) or `dist` (in a release). */
const PROGRAM_FOLDER = fileURLToPath(new URL("../..", import.meta.url));
export const PROGRAM_CONTENT = join(PROGRAM_FOLDER, "content");

/** `problems` says, in English, which environment variables are invalid. */
export type ConfigResult = ReturnType<typeof readFolderConfig>;
export type FolderConfig = Readonly<ConfigResult["config"]>;

/** Whether the site is run with `--watch`, and whether standard output is a terminal. */
type RunMode = Readonly<{ isWatched?: boolean; isTerminal?: boolean }>;

/**
 * Reads the server configuration, and adds the folders to compile the site from: `data` and `content` in the owner's
 * folder, unless the variables `DATA_DIR` and `CONTENT_DIR` name others.
 *
 * @param path the owner's folder, or undefined for the built-in sample
 */
export function readFolderConfig(
  environment: Readonly<NodeJS.ProcessEnv>,
  path?: string,
  { isWatched = false, isTerminal = false }: RunMode = {},
) {
  const { config: serverConfig, problems } = configure(environment, path, { isWatched, isTerminal });
  const siteFolder = resolve(path ?? PROGRAM_FOLDER);
  const dataVariable = readVariable(environment, "DATA_DIR");
  const contentVariable = readVariable(environment, "CONTENT_DIR");
  const dataDirectory = resolve(dataVariable ?? join(siteFolder, "data"));
  const contentDirectory = resolve(contentVariable ?? join(siteFolder, "content"));
  const hasFolderVariable = dataVariable !== undefined || contentVariable !== undefined;
  const folderLabel = hasFolderVariable ? `${dataDirectory} and ${contentDirectory}` : siteFolder;
  const config = { ...serverConfig, dataDirectory, contentDirectory, folderLabel, programContent: PROGRAM_CONTENT };
  return { config, problems };
}
