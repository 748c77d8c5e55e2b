/**
 * Reads the owner's files. Accepts only regular files, up to a size limit, whose real path is inside the given folder.
 */

import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { CompileCache } from "./compile-cache.ts";
import type { Message } from "./message.ts";

/** Newer files are not cached: some file systems round times to two seconds, so another change could go unnoticed. */
const CACHED_AGE_MIN_MS = 3000;

export type ReadResult<Content> =
  | Readonly<{ content: Content; failure?: undefined }>
  | Readonly<{ content?: undefined; failure: Message }>;

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

/** Returns no names if the folder cannot be read. */
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

function findReadProblem(folder: string, name: string, stat: Stats, maxBytes: number): Message | undefined {
  if (!stat.isFile()) return { code: stat.isDirectory() ? "file-is-folder" : "file-irregular" };
  if (stat.size > maxBytes) {
    return { code: "file-too-large", values: { size: formatSize(stat.size), limit: formatSize(maxBytes) } };
  }

  const realPath = realpathSync.native(join(folder, name));
  // Without the separator, `/site` would also match `/site-old`.
  const realFolder = join(realpathSync.native(folder), sep);
  return realPath.startsWith(realFolder) ? undefined : { code: "file-link-outside", values: { folder } };
}

function readCached(path: string, stat: Stats, cache: CompileCache | undefined): Buffer {
  const age = Date.now() - stat.mtimeMs;
  if (cache === undefined || age <= CACHED_AGE_MIN_MS) return readFileSync(path);
  const key = [path, stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join();
  return cache.getOrCompute(key, () => readFileSync(path));
}

/** Rounds up, so that a size just over a limit does not look like the limit. */
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
  const requested = basename(name);
  const subfolder = join(folder, dirname(name));
  const names = listDirectory(subfolder);
  // A name that is listed, but does not exist, is a broken symbolic link.
  if (names.includes(requested)) return { code: "file-link-broken" };
  // Some editors append `.txt`, which Windows hides.
  const withoutTxt = (entry: string) => entry.toLowerCase().replace(/\.txt$/, "");
  const misnamed = names.find((entry) => withoutTxt(entry) === requested.toLowerCase());
  if (misnamed === undefined) return { code: "file-missing", values: { folder: subfolder } };
  return { code: "file-misnamed", values: { folder: subfolder, name: misnamed, wanted: requested } };
}
