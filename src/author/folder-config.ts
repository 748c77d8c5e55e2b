/**
 * Extends the server configuration with the folders to compile the site from.
 */

import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { configure, readVariable } from "../config.ts";

/** The folder that contains `src` (in development) or `dist` (in a release). */
const PROGRAM_FOLDER = fileURLToPath(new URL("../..", import.meta.url));
export const PROGRAM_CONTENT = join(PROGRAM_FOLDER, "content");

export type ConfiguredFolder = ReturnType<typeof configureFolder>;
export type FolderConfig = Readonly<ConfiguredFolder["config"]>;

/** Reads the configuration. `path` is the owner's folder, or undefined for the built-in sample. */
export function configureFolder(
  environment: Readonly<NodeJS.ProcessEnv>,
  path?: string,
  { isWatched = false, isTerminal = false } = {},
) {
  const { config, problems } = configure(environment, path, isWatched, isTerminal);
  const siteFolder = resolve(path ?? PROGRAM_FOLDER);
  const dataVariable = readVariable(environment, "DATA_DIR");
  const contentVariable = readVariable(environment, "CONTENT_DIR");
  const dataDirectory = resolve(dataVariable ?? join(siteFolder, "data"));
  const contentDirectory = resolve(contentVariable ?? join(siteFolder, "content"));
  const isOneFolder = dataVariable === undefined && contentVariable === undefined;
  const folderLabel = isOneFolder ? siteFolder : `${dataDirectory} and ${contentDirectory}`;
  const folders = { dataDirectory, contentDirectory, folderLabel, programContent: PROGRAM_CONTENT };
  return { config: { ...config, ...folders }, problems };
}
