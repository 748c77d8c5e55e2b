/**
 * Extends the server configuration with the folders to compile the site from.
 */

import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { configure, folderVariables, readVariable } from "../config.ts";

/** The folder that contains `src` (in development) or `dist` (in a release). */
const PROGRAM_FOLDER = fileURLToPath(new URL("../..", import.meta.url));
export const PROGRAM_CONTENT = join(PROGRAM_FOLDER, "content");

export type ConfiguredFolder = ReturnType<typeof configureFolder>;
export type FolderConfig = Readonly<ConfiguredFolder["config"]>;

/** @param path the owner's folder, as given on the command line; defaults to the built-in sample */
export function configureFolder(
  environment: Readonly<NodeJS.ProcessEnv>,
  path?: string,
  { isWatched = false, isTerminal = false } = {},
) {
  const { config, problems } = configure(environment, path, isWatched, isTerminal);
  const siteFolder = resolve(path ?? PROGRAM_FOLDER);
  const dataDirectory = resolve(readVariable(environment, "DATA_DIR") ?? join(siteFolder, "data"));
  const contentDirectory = resolve(readVariable(environment, "CONTENT_DIR") ?? join(siteFolder, "content"));
  const hasFolderVariables = folderVariables(environment) !== "";
  // The owner's folder, as messages name it.
  const folder = hasFolderVariables ? `${dataDirectory} and ${contentDirectory}` : siteFolder;
  const programContent = PROGRAM_CONTENT;
  return { config: { ...config, dataDirectory, contentDirectory, folder, programContent }, problems };
}
