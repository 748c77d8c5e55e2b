/**
 * Builds command lines that owners can type unchanged in cmd, PowerShell and sh.
 */

import { isAbsolute, relative } from "node:path";

/**
 * Matches characters that at least one shell interprets even in double quotes. Curly quotes end a string in PowerShell,
 * and a trailing backslash escapes the closing quote.
 */
export const UNQUOTABLE = /["“”„$%`!\p{Cc}]|\\$/u;

/** Double-quotes a path, unless it is safe unquoted in every shell. The path must not match `UNQUOTABLE`. */
export function quotePath(path: string): string {
  return /^[\w./:-]+$/.test(path) ? path : `"${path}"`;
}

/**
 * Returns a command line that runs this program on a folder, e.g. `node holiday-cottage "my cottage" --check`.
 *
 * @param program path of the program's folder, or of a script in it
 * @param workingDirectory folder in which the owner types the command; "" is the working directory of this process
 */
export function commandLine(program: string, workingDirectory: string, folder: string, flags: string): string {
  const [programPath, folderPath] = [program, folder].map((path) => quotePath(shorten(path, workingDirectory)));
  return `node ${programPath} ${folderPath} ${flags}`;
}

/**
 * Makes an absolute path relative to the working directory, unless the result goes up more than one level. Uses forward
 * slashes, which Windows accepts too. Does not change relative paths.
 */
function shorten(path: string, workingDirectory: string): string {
  if (!isAbsolute(path)) return path;
  const relativePath = relative(workingDirectory, path) || ".";
  // On Windows, `relative` returns an absolute path if the drives differ.
  const isFarAway = isAbsolute(relativePath) || /^\.\.[\\/]\.\./.test(relativePath);
  return (isFarAway ? path : relativePath).replaceAll("\\", "/");
}
