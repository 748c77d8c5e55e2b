/**
 * Command lines for owners to type, valid in cmd, PowerShell and sh alike.
 */

import { isAbsolute, relative } from "node:path";

/** Characters that some shell interprets even between double quotation marks. PowerShell also accepts curly marks. */
export const UNQUOTABLE = /["“”„$%`!\p{Cc}]|\\$/u;

/** Quotes a path unless every shell reads it as one plain word. */
export function quoted(path: string): string {
  return /^[\w./:-]+$/.test(path) ? path : `"${path}"`;
}

/**
 * Returns the line that runs this program on a folder, such as `node holiday-cottage "my cottage" --check`.
 *
 * @param program the program's folder, or a file in it that was started
 * @param workingDirectory folder that the terminal is in; empty for that of the process
 */
export function commandLine(program: string, workingDirectory: string, folder: string, flags: string): string {
  const [programPath = "", folderPath = ""] = [program, folder].map((path) =>
    quoted(shortPath(path, workingDirectory)),
  );
  return `node ${programPath} ${folderPath} ${flags}`;
}

/** Returns an absolute path relative to the working directory, with slashes, which Windows accepts too. */
function shortPath(path: string, workingDirectory: string): string {
  if (!isAbsolute(path)) return path;
  const fromHere = (relative(workingDirectory, path) || ".").replaceAll("\\", "/");
  return isAbsolute(fromHere) || fromHere.startsWith("../..") ? path.replaceAll("\\", "/") : fromHere;
}
