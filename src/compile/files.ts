/**
 * Reads the owner's files. Accepts only regular files inside the given folder, up to a size limit.
 */

import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { Message } from "./messages.ts";

export type ReadResult<Content> = Readonly<
  { content: Content; failure?: undefined } | { content?: undefined; failure: Message }
>;

/** Reads a file. If that fails or is not allowed, `failure` tells the owner why. */
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
    // Normalize letters such as "ü" to one code point, because macOS may return two.
    return readdirSync(folder).map((name) => name.normalize("NFC")).sort();
  } catch {
    return [];
  }
}

export function isFolderMissing(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined || !stats.isDirectory();
  } catch {
    // The folder may exist but be inaccessible. Reading its files will report the reason.
    return false;
  }
}

function findReadProblem(path: string, folder: string, maxBytes: number): Message | undefined {
  const stats = statSync(path);
  // Reject directories, and symbolic links that would expose files outside the folder.
  if (!stats.isFile() || !isRealPathInside(path, folder)) return { code: "file-irregular" };
  if (stats.size <= maxBytes) return undefined;
  return { code: "file-too-large", values: { size: formatSize(stats.size), limit: formatSize(maxBytes) } };
}

function isRealPathInside(path: string, folder: string): boolean {
  const realPath = realpathSync.native(path);
  // Append a separator, so that `/site` does not match `/site-old`.
  const folderPrefix = join(realpathSync.native(folder), sep);
  return realPath.startsWith(folderPrefix);
}

/** Rounds up, so that a file of 5,000,001 bytes does not seem to be within a limit of 5000 kB. */
export function formatSize(bytes: number): Message {
  return { code: "size-kb", values: { size: Math.ceil(bytes / 1000) } };
}

function explainError(error: unknown, path: string): Message {
  const code = String((error as NodeJS.ErrnoException).code);
  return code === "ENOENT" ? explainMissingFile(path) : { code: "file-unreadable", values: { reason: code } };
}

/** Reports that a file is missing or misnamed, e.g. `About.md` or `about.md.txt` instead of `about.md`. */
function explainMissingFile(path: string): Message {
  const folder = dirname(path);
  const expectedName = basename(path);
  const names = listDirectory(folder);
  // If a file is listed but does not exist, it is a broken symbolic link.
  if (names.includes(expectedName)) return { code: "file-irregular" };
  // Some editors append `.txt`, which Windows hides.
  const similarNames = [expectedName.toLowerCase(), `${expectedName.toLowerCase()}.txt`];
  const name = names.find((entry) => similarNames.includes(entry.toLowerCase()));
  if (name === undefined) return { code: "file-missing", values: { folder } };
  return { code: "file-misnamed", values: { folder, name, expectedName } };
}

/** Caches images and compressed bodies for the next compilation. */
export class CompileCache {
  #previous = new Map<string, Buffer>();
  #current = new Map<string, Buffer>();

  /** Keeps only the entries that the last compilation used, to limit memory use. */
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
