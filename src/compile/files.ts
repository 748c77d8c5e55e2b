/**
 * Reads the owner's files: only regular files inside their folder, up to a size limit.
 */

import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { CompileCache } from "./compile-cache.ts";
import type { Phrase } from "./phrase.ts";

/**
 * Files that changed more recently are not cached, because some file systems store times with a resolution of two
 * seconds. A second change within that time could go unnoticed.
 */
const CACHED_AGE_MIN_MS = 3000;

/** The content of a file, or the reason why the file could not be read. */
export type ReadResult<Content> =
  | Readonly<{ content: Content; failure?: undefined }>
  | Readonly<{ content?: undefined; failure: Phrase }>;

/**
 * Reads a regular file inside the folder.
 *
 * @param name path relative to the folder, e.g. `images/kitchen.jpg`
 */
export function readBytes(folder: string, name: string, bytesMax: number, cache?: CompileCache): ReadResult<Buffer> {
  const path = join(folder, name);
  try {
    const stat = statSync(path);
    const failure = checkFile(folder, name, stat, bytesMax);
    return failure === undefined ? { content: readCached(path, stat, cache) } : { failure };
  } catch (error) {
    return { failure: explainError(error, folder, name) };
  }
}

/** Reads a UTF-8 file, without its byte order mark. */
export function readText(folder: string, name: string, bytesMax: number): ReadResult<string> {
  const { content, failure } = readBytes(folder, name, bytesMax);
  if (failure !== undefined) return { failure };
  if (!isUtf8(content)) return { failure: { code: "file-not-utf8" } };
  return { content: content.toString("utf8").replace(/^\ufeff/, "") };
}

/** Lists the names in a folder, sorted. Returns no names if the folder is unreadable. */
export function listDirectory(folder: string): readonly string[] {
  try {
    // macOS may store "ü" as two code points.
    const names = readdirSync(folder).map((name) => name.normalize("NFC"));
    return [...new Set(names)].sort();
  } catch {
    return [];
  }
}

/**
 * Returns whether a path is a folder. Returns true if that cannot be determined, e.g. for lack of permission, so that
 * reading a file in the folder reports the reason.
 */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return true;
  }
}

/** Returns the reason why a file that exists must not be read, or undefined if it may be read. */
function checkFile(folder: string, name: string, stat: Stats, bytesMax: number): Phrase | undefined {
  if (stat.isDirectory()) return { code: "file-is-folder" };
  if (!stat.isFile()) return { code: "file-irregular" };
  if (stat.size > bytesMax) {
    return { code: "file-too-large", values: { size: formatSize(stat.size), limit: formatSize(bytesMax) } };
  }
  const realPath = realpathSync.native(join(folder, name));
  const isInFolder = realPath.startsWith(join(realpathSync.native(folder), sep));
  if (!isInFolder) return { code: "file-link-outside", values: { folder } };
  // Windows and macOS ignore letter case in file names, but the server that the site is published to may not.
  const realName = basename(realPath);
  const differsInCase = realName !== basename(name) && realName.toLowerCase() === basename(name).toLowerCase();
  return differsInCase ? misnamedFile(folder, name, realName) : undefined;
}

/** Reads a file, or returns its cached content if its inode, size and times are unchanged. */
function readCached(path: string, stat: Stats, cache: CompileCache | undefined): Buffer {
  const age = Date.now() - stat.mtimeMs;
  if (cache === undefined || age <= CACHED_AGE_MIN_MS) return readFileSync(path);
  const key = [path, stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join();
  return cache.getOrCompute(key, () => readFileSync(path));
}

/** Formats a size, e.g. "20 kB" or "19.1 MB". Rounds up, so that a size above the limit never looks equal to it. */
export function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${Math.ceil(bytes / 100_000) / 10} MB`;
}

/** Error codes for missing permissions: two from POSIX and one from Node's permission model. */
const PERMISSION_ERRORS = ["EACCES", "EPERM", "ERR_ACCESS_DENIED"];

function explainError(error: unknown, folder: string, name: string): Phrase {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  if (code === "ENOENT") return missingFile(folder, name);
  if (code === "ENOTDIR") return { code: "file-in-file", values: { folder } };
  if (PERMISSION_ERRORS.includes(code)) return { code: "file-forbidden" };
  return { code: "file-unreadable", values: { reason: code } };
}

/** Explains that a file does not exist, and suggests a file with a similar name if there is one. */
function missingFile(folder: string, name: string): Phrase {
  const requested = basename(name);
  const subfolder = join(folder, dirname(name));
  const names = listDirectory(subfolder);
  if (names.includes(requested)) return { code: "file-link-broken" };
  // Some editors append `.txt`, and Windows hides this extension.
  const similar = names.find((entry) => entry.toLowerCase().replace(/\.txt$/, "") === requested.toLowerCase());
  if (similar !== undefined) return misnamedFile(folder, name, similar);
  return { code: "file-missing", values: { folder: subfolder } };
}

function misnamedFile(folder: string, requested: string, stored: string): Phrase {
  const values = { folder: join(folder, dirname(requested)), name: stored, wanted: basename(requested) };
  return { code: "file-misnamed", values };
}
