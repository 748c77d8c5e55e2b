/**
 * Reads the owner's files. Accepts only regular files, up to a size limit, whose real path is inside the given folder.
 */

import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { CompileCache } from "./compile-cache.ts";
import type { Message } from "./message.ts";

/** Some file systems round modification times to two seconds, so a second change to a newer file may go unnoticed. */
const CACHED_AGE_MIN_MS = 3000;

export type ReadResult<Content> = Readonly<
  { content: Content; failure?: undefined } | { content?: undefined; failure: Message }
>;

/** @param name path relative to the folder, e.g. `images/kitchen.jpg` */
export function readBytes(folder: string, name: string, maxBytes: number, cache?: CompileCache): ReadResult<Buffer> {
  try {
    const path = join(folder, name);
    const stat = statSync(path);
    const failure = findReadProblem(folder, name, stat, maxBytes);
    return failure === undefined ? { content: readCached(path, stat, cache) } : { failure };
  } catch (error) {
    return { failure: explainError(error, folder, name) };
  }
}

export function readText(folder: string, name: string, maxBytes: number): ReadResult<string> {
  const { content, failure } = readBytes(folder, name, maxBytes);
  if (failure !== undefined) return { failure };
  if (!isUtf8(content)) return { failure: { code: "file-not-utf8" } };
  return { content: content.toString("utf8").replace(/^\ufeff/, "") };
}

/** Returns the names in a folder, or an empty array if the folder cannot be read. */
export function listDirectory(folder: string): readonly string[] {
  try {
    // macOS may store "ü" as two code points.
    return readdirSync(folder).map((name) => name.normalize("NFC")).sort();
  } catch {
    return [];
  }
}

/** Also returns true for an inaccessible path, so that reading a file in it later fails with the actual reason. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return true;
  }
}

/** Checks the type and size of a file, and that its real path is inside the folder. */
function findReadProblem(folder: string, name: string, stat: Stats, maxBytes: number): Message | undefined {
  if (stat.isDirectory()) return { code: "file-is-folder" };
  if (!stat.isFile()) return { code: "file-irregular" };
  if (stat.size > maxBytes) {
    return { code: "file-too-large", values: { size: formatSize(stat.size), limit: formatSize(maxBytes) } };
  }

  const realPath = realpathSync.native(join(folder, name));
  // Ends in a separator, because `/site` alone would also match `/site-old`.
  const folderPrefix = join(realpathSync.native(folder), sep);
  return realPath.startsWith(folderPrefix) ? undefined : { code: "file-link-outside", values: { folder } };
}

function readCached(path: string, stat: Stats, cache: CompileCache | undefined): Buffer {
  const age = Date.now() - stat.mtimeMs;
  if (cache === undefined || age <= CACHED_AGE_MIN_MS) return readFileSync(path);
  const key = [path, stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join();
  return cache.getOrCompute(key, () => readFileSync(path));
}

/** Rounds up, so that a size just over a limit is not displayed as equal to it. */
export function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${Math.ceil(bytes / 100_000) / 10} MB`;
}

/** The last one is from Node's permission model. */
const PERMISSION_ERRORS = ["EACCES", "EPERM", "ERR_ACCESS_DENIED"];

function explainError(error: unknown, folder: string, name: string): Message {
  const code = String((error as NodeJS.ErrnoException).code);
  if (code === "ENOENT") return explainMissingFile(folder, name);
  if (PERMISSION_ERRORS.includes(code)) return { code: "file-forbidden" };
  return { code: "file-unreadable", values: { reason: code } };
}

function explainMissingFile(folder: string, name: string): Message {
  const wanted = basename(name);
  const subfolder = join(folder, dirname(name));
  const names = listDirectory(subfolder);
  // The name exists, but opening it found no file, so it is a broken symbolic link.
  if (names.includes(wanted)) return { code: "file-link-broken" };
  // Some editors append `.txt`, which Windows hides.
  const probableNames = [wanted.toLowerCase(), `${wanted.toLowerCase()}.txt`];
  const misnamed = names.find((entry) => probableNames.includes(entry.toLowerCase()));
  if (misnamed === undefined) return { code: "file-missing", values: { folder: subfolder } };
  return { code: "file-misnamed", values: { folder: subfolder, name: misnamed, wanted } };
}
