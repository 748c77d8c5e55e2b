/**
 * Extends the server configuration with the folders to compile the site from.
 */

import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { configure, folderVariables, readVariable } from "../config.ts";

/** The parent of `src` (in development) and of `dist` (the build). */
const PROGRAM_FOLDER = fileURLToPath(new URL("../..", import.meta.url));

export type FolderConfigured = ReturnType<typeof configureFolder>;
export type FolderConfig = Readonly<FolderConfigured["config"]>;

/** @param path the owner's folder, as given on the command line; defaults to the built-in sample */
export function configureFolder(
  environment: Readonly<NodeJS.ProcessEnv>,
  path?: string,
  isWatched = false,
  isTerminal = false,
) {
  const { config, problems } = configure(environment, path, isWatched, isTerminal);
  const siteFolder = resolve(path ?? PROGRAM_FOLDER);
  const dataDirectory = resolve(readVariable(environment, "DATA_DIR") ?? join(siteFolder, "data"));
  const contentDirectory = resolve(readVariable(environment, "CONTENT_DIR") ?? join(siteFolder, "content"));
  const folders = {
    dataDirectory,
    contentDirectory,
    /** Describes the folders in messages. */
    folder: folderVariables(environment) === "" ? siteFolder : `${dataDirectory} and ${contentDirectory}`,
    programContent: join(PROGRAM_FOLDER, "content"),
  };
  return { config: { ...config, ...folders }, problems };
}
