/**
 * Extends the server configuration with the folders to compile the site from.
 */

import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { configure, folderVariables, readVariable } from "../config.ts";

/** The project's root, which is the parent of `src` (in development) and of `dist` (the build). */
const PROGRAM_FOLDER = fileURLToPath(new URL("../..", import.meta.url));

export type FolderConfigured = ReturnType<typeof configureFolder>;
export type FolderConfig = Readonly<FolderConfigured["config"]>;

/** @param path the owner's folder, as given on the command line; defaults to the built-in sample's folders */
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
  const variables = folderVariables(environment);
  const folders = {
    dataDirectory,
    contentDirectory,
    /** The folder or folders of the site, for messages. */
    folder: variables === "" ? siteFolder : `${dataDirectory} and ${contentDirectory}`,
    /** The argument or variables that specify the folders. The error message names them if the folders do not exist. */
    namedBy: path === undefined ? variables || "the location of the program" : `"${path}" on the command line`,
    /** Folder of built-in files, used for files that the owner's folder does not contain. */
    programContent: join(PROGRAM_FOLDER, "content"),
  };
  return { config: { ...config, ...folders }, problems };
}
