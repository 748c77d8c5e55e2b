/**
 * Builds command lines that owners can type in cmd, PowerShell and sh alike. It does not run them.
 */

import { isAbsolute, relative } from "node:path";

/**
 * Characters that cannot be quoted, because some shell interprets them even inside double quotes. Includes curly
 * quotes, which end a quoted string in PowerShell.
 */
export const UNQUOTABLE = /["“”„$%`!\p{Cc}]|\\$/u;

/** Puts a path in double quotes, unless it needs none in any shell. The path must not match `UNQUOTABLE`. */
export function quoted(path: string): string {
  return /^[\w./:-]+$/.test(path) ? path : `"${path}"`;
}

/**
 * Returns a command line that runs this program on a folder, e.g. `node holiday-cottage "my cottage" --check`.
 *
 * @param program path of the program's folder, or of a script in it
 * @param workingDirectory folder in which the owner types the command; "" is the working directory of this process
 */
export function commandLine(program: string, workingDirectory: string, folder: string, flags: string): string {
  const programPath = quoted(shortPath(program, workingDirectory));
  const folderPath = quoted(shortPath(folder, workingDirectory));
  return `node ${programPath} ${folderPath} ${flags}`;
}

/**
 * Returns an absolute path relative to the working directory, if it is inside the parent folder of that. Uses forward
 * slashes, which Windows accepts too. Does not change relative paths.
 */
function shortPath(path: string, workingDirectory: string): string {
  if (!isAbsolute(path)) return path;
  const relativePath = relative(workingDirectory, path) || ".";
  const slashed = relativePath.replaceAll("\\", "/");
  // On Windows, `relative` returns an absolute path if the drives differ.
  const isFar = isAbsolute(slashed) || slashed.startsWith("../..");
  return isFar ? path.replaceAll("\\", "/") : slashed;
}
