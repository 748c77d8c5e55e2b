/**
 * Reads the owner's files. Accepts only regular files, up to a size limit, whose real path is inside the given folder.
 */

import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { Message } from "./messages.ts";

export type ReadResult<Content> = Readonly<
  { content: Content; failure?: undefined } | { content?: undefined; failure: Message }
>;

/** @param name - Path relative to `folder`, e.g. `images/kitchen.jpg`. */
export function readBytes(folder: string, name: string, maxBytes: number): ReadResult<Buffer> {
  try {
    const path = join(folder, name);
    const failure = findReadProblem(folder, name, statSync(path), maxBytes);
    if (failure !== undefined) return { failure };
    return { content: readFileSync(path) };
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

/** Returns the sorted names of a folder's entries, or an empty array if the folder cannot be read. */
export function listDirectory(folder: string): readonly string[] {
  try {
    // macOS may return "ü" as two code points. NFC makes the names comparable with those in the owner's files.
    return readdirSync(folder).map((name) => name.normalize("NFC")).sort();
  } catch {
    return [];
  }
}

/** Also returns true if the path cannot be accessed, so that reading a file in the folder reports the actual error. */
export function mayBeFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return true;
  }
}

/** Returns why the file must not be read, or undefined if it may be read. */
function findReadProblem(folder: string, name: string, stats: Stats, maxBytes: number): Message | undefined {
  if (stats.isDirectory()) return { code: "file-is-folder" };
  if (!stats.isFile()) return { code: "file-irregular" };
  if (stats.size > maxBytes) {
    return { code: "file-too-large", values: { size: formatSize(stats.size), limit: formatSize(maxBytes) } };
  }
  if (!isInsideFolder(folder, name)) return { code: "file-link-outside", values: { folder } };
  return undefined;
}

function isInsideFolder(folder: string, name: string): boolean {
  const realPath = realpathSync.native(join(folder, name));
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

function explainError(error: unknown, folder: string, name: string): Message {
  const code = String((error as NodeJS.ErrnoException).code);
  if (code === "ENOENT") return explainMissingFile(folder, name);
  if (PERMISSION_ERRORS.includes(code)) return { code: "file-forbidden" };
  return { code: "file-unreadable", values: { reason: code } };
}

function explainMissingFile(folder: string, name: string): Message {
  const parentFolder = join(folder, dirname(name));
  const entries = listDirectory(parentFolder);
  const expectedName = basename(name);
  // The file is listed but does not exist, so it is a broken symbolic link.
  if (entries.includes(expectedName)) return { code: "file-link-broken" };
  const lowerCaseName = expectedName.toLowerCase();
  // Some editors append `.txt`, which Windows hides.
  const similarNames = [lowerCaseName, `${lowerCaseName}.txt`];
  const actualName = entries.find((entry) => similarNames.includes(entry.toLowerCase()));
  if (actualName === undefined) return { code: "file-missing", values: { folder: parentFolder } };
  return { code: "file-misnamed", values: { folder: parentFolder, name: actualName, expectedName } };
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
