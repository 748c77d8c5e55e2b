/**
 * Reads the owner's files. Accepts only regular files, up to a size limit, whose real path is inside the given folder.
 */

import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { Message } from "./messages.ts";

export type ReadResult<Content> = Readonly<
  { content: Content; failure?: undefined } | { content?: undefined; failure: Message }
>;

/** Reads a file. Returns a failure if it is missing, larger than `maxBytes`, or must not be read. */
export function readBytes(folder: string, relativePath: string, maxBytes: number): ReadResult<Buffer> {
  const path = join(folder, relativePath);
  try {
    const failure = findReadProblem(path, folder, maxBytes);
    if (failure !== undefined) return { failure };
    return { content: readFileSync(path) };
  } catch (error) {
    return { failure: explainError(error, path) };
  }
}

export function readText(folder: string, relativePath: string, maxBytes: number): ReadResult<string> {
  const { content, failure } = readBytes(folder, relativePath, maxBytes);
  if (failure !== undefined) return { failure };
  if (!isUtf8(content)) return { failure: { code: "file-not-utf8" } };
  return { content: content.toString("utf8").replace(/^\ufeff/, "") };
}

export function listDirectory(folder: string): readonly string[] {
  try {
    // macOS may return "ü" as two code points. NFC makes the names comparable with those in the owner's files.
    return readdirSync(folder).map((name) => name.normalize("NFC")).sort();
  } catch {
    return [];
  }
}

/** Returns whether there is no folder at a path. */
export function isFolderMissing(path: string): boolean {
  try {
    return !statSync(path, { throwIfNoEntry: false })?.isDirectory();
  } catch {
    // The path cannot be accessed. Reading a file in the folder reports the actual error.
    return false;
  }
}

/** Returns why the file must not be read, or undefined if it may be read. */
function findReadProblem(path: string, folder: string, maxBytes: number): Message | undefined {
  const stats = statSync(path);
  if (stats.isDirectory()) return { code: "file-is-folder" };
  if (!stats.isFile()) return { code: "file-irregular" };
  if (stats.size > maxBytes) {
    return { code: "file-too-large", values: { size: formatSize(stats.size), limit: formatSize(maxBytes) } };
  }
  if (!isRealPathInside(path, folder)) return { code: "file-link-outside", values: { folder } };
  return undefined;
}

function isRealPathInside(path: string, folder: string): boolean {
  const realPath = realpathSync.native(path);
  // End with a separator, so that `/site` does not match `/site-old`. `join` leaves the root folder `/` unchanged.
  const folderPrefix = join(realpathSync.native(folder), sep);
  return realPath.startsWith(folderPrefix);
}

/** Formats a size in kB or MB. Rounds up, so that a size just over a limit is not displayed as equal to it. */
export function formatSize(bytes: number): Message {
  if (bytes < 1_000_000) return { code: "size-kb", values: { size: Math.ceil(bytes / 1000) } };
  // The decimal separator is in the messages, because it depends on the language.
  const tenthsOfMegabyte = Math.ceil(bytes / 100_000);
  const whole = Math.floor(tenthsOfMegabyte / 10);
  const tenths = tenthsOfMegabyte % 10;
  if (tenths === 0) return { code: "size-mb-whole", values: { size: whole } };
  return { code: "size-mb", values: { whole, tenths } };
}

/** `ERR_ACCESS_DENIED` comes from Node's permission model. */
const PERMISSION_ERRORS = ["EACCES", "EPERM", "ERR_ACCESS_DENIED"];

function explainError(error: unknown, path: string): Message {
  const code = String((error as NodeJS.ErrnoException).code);
  if (code === "ENOENT") return explainMissingFile(path);
  if (PERMISSION_ERRORS.includes(code)) return { code: "file-forbidden" };
  return { code: "file-unreadable", values: { reason: code } };
}

function explainMissingFile(path: string): Message {
  const folder = dirname(path);
  const entries = listDirectory(folder);
  const expectedName = basename(path);
  // A file that is listed but cannot be found is a broken symbolic link.
  if (entries.includes(expectedName)) return { code: "file-link-broken" };
  const lowerCaseName = expectedName.toLowerCase();
  // Some editors append `.txt`, which Windows hides.
  const similarNames = [lowerCaseName, `${lowerCaseName}.txt`];
  const actualName = entries.find((entry) => similarNames.includes(entry.toLowerCase()));
  if (actualName === undefined) return { code: "file-missing", values: { folder } };
  return { code: "file-misnamed", values: { folder, name: actualName, expectedName } };
}

/** Caches bytes by key, so that a reload shares unchanged images with the previous site and compresses only changes. */
export class CompileCache {
  #previous = new Map<string, Buffer>();
  #current = new Map<string, Buffer>();

  /** Drops what the previous compilation did not use, to limit memory use. */
  startCompilation(): void {
    this.#previous = this.#current;
    this.#current = new Map();
  }

  getOrCompute(key: string, compute: () => Buffer): Buffer {
    const bytes = this.#current.get(key) ?? this.#previous.get(key) ?? compute();
    this.#current.set(key, bytes);
    return bytes;
  }
}
