/**
 * Reads the owner's files. Only regular files of bounded size inside their folder are read.
 *
 * It does not know what the files contain.
 */

import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { MessageCode, Phrase, PhraseValues } from "./phrase.ts";

/**
 * Minimum age of a file to be cached, in milliseconds. Some file systems store times with a resolution of two seconds,
 * so a second change to a newer file could go unnoticed.
 */
const CACHED_AGE_MIN_MS = 3000;

/** The reason why a file could not be read, as a sentence for the owner. */
export type ReadFailure = Phrase;

interface CachedFile {
  /** Inode, size and times of the file. If they are equal, the file has not changed. */
  readonly stamp: string;
  readonly bytes: Buffer;
}

/**
 * Cache of file contents by path. A reload shares unchanged photographs with the site that is still being served, so
 * they are in memory only once.
 */
export class FileCache {
  #previous: ReadonlyMap<string, CachedFile> = new Map();
  #current = new Map<string, CachedFile>();

  get(path: string, stamp: string): Buffer | undefined {
    const cached = this.#current.get(path) ?? this.#previous.get(path);
    if (cached?.stamp !== stamp) return undefined;
    this.#current.set(path, cached);
    return cached.bytes;
  }

  set(path: string, stamp: string, bytes: Buffer): void {
    this.#current.set(path, { stamp, bytes });
  }

  /** Evicts files that have not been read since the last call. Call it after each load of the site. */
  evictUnused(): void {
    this.#previous = this.#current;
    this.#current = new Map();
  }
}

/**
 * Reads a file. Returns the reason if it cannot be read.
 *
 * @param name path below the folder, e.g. `images/kitchen.jpg`
 * @param bytesMax maximum size of the file
 */
export function readBytes(folder: string, name: string, bytesMax: number, cache?: FileCache): Buffer | ReadFailure {
  try {
    return readRegularFile(folder, storedName(folder, name), bytesMax, cache);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (code === "ENOENT") return missing(folder, name);
    if (code === "ENOTDIR") return failure("file-in-file", { folder });
    if (PERMISSION_DENIED.test(code)) return failure("file-forbidden");
    return failure("file-unreadable", { reason: code });
  }
}

/** Error codes for missing permissions: two of POSIX, and one of Node's permission model. */
const PERMISSION_DENIED = /^(?:EACCES|EPERM|ERR_ACCESS_DENIED)$/;

/** Reads a UTF-8 file and removes its byte order mark. Returns the reason if it cannot be read. */
export function readText(folder: string, name: string, bytesMax: number): string | ReadFailure {
  const bytes = readBytes(folder, name, bytesMax);
  if (!Buffer.isBuffer(bytes)) return bytes;
  if (!isUtf8(bytes)) return failure("file-not-utf8");
  return bytes.toString("utf8").replace(/^\ufeff/, "");
}

/** Lists the names in a folder, sorted and in Unicode's normal form C. Empty if the folder is unreadable. */
export function listDirectory(folder: string): readonly string[] {
  const names = storedNames(folder).map((name) => name.normalize("NFC"));
  return [...new Set(names)].sort();
}

/** Lists the names in a folder as the file system stores them, or none if the folder is unreadable. */
function storedNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Returns whether a path is a folder. Also returns true if that cannot be determined, e.g. for lack of permission,
 * because reading a file in it then reports the reason.
 */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return true;
  }
}

/**
 * Returns the name under which a file is stored. It may differ from the requested name in its Unicode normal form,
 * because macOS may store "ü" as two characters.
 */
function storedName(folder: string, name: string): string {
  if (isAscii(name)) return name;
  const isStoredAsRequested = statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
  if (isStoredAsRequested) return name;
  const subfolder = dirname(name);
  const wanted = basename(name).normalize("NFC");
  const stored = storedNames(join(folder, subfolder)).find((entry) => entry.normalize("NFC") === wanted);
  return stored === undefined ? name : join(subfolder, stored);
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/** Checks and reads a file. Throws if the file system reports an error. */
function readRegularFile(folder: string, name: string, bytesMax: number, cache?: FileCache): Buffer | ReadFailure {
  const path = join(folder, name);
  const stat = statSync(path);
  if (stat.isDirectory()) return failure("file-is-folder");
  if (!stat.isFile()) return failure("file-irregular");
  if (stat.size > bytesMax) {
    return failure("file-too-large", { size: formatSize(stat.size), limit: formatSize(bytesMax) });
  }
  const realPath = realpathSync.native(path);
  const isInFolder = realPath.startsWith(join(realpathSync.native(folder), sep));
  if (!isInFolder) return failure("file-link-outside", { folder });
  // Windows and macOS ignore letter case in file names, but the server that the site is published to may not.
  if (differsInCaseOnly(basename(realPath), basename(name))) return misnamed(folder, name, basename(realPath));
  return readCached(path, stat, cache);
}

/** Reads a file from disk, unless the cache has it and it has not changed since. */
function readCached(path: string, stat: Stats, cache: FileCache | undefined): Buffer {
  const stamp = [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join();
  const cached = cache?.get(path, stamp);
  if (cached !== undefined) return cached;
  const bytes = readFileSync(path);
  const age = Date.now() - stat.mtimeMs;
  if (age > CACHED_AGE_MIN_MS) cache?.set(path, stamp, bytes);
  return bytes;
}

function differsInCaseOnly(name: string, otherName: string): boolean {
  const composed = name.normalize("NFC");
  const otherComposed = otherName.normalize("NFC");
  return composed !== otherComposed && composed.toLowerCase() === otherComposed.toLowerCase();
}

const BYTES_PER_MB = 1_000_000;

/** Formats a size, e.g. "20 kB" or "19.1 MB". Rounds up, so that a size above a limit never looks equal to it. */
function formatSize(bytes: number): string {
  if (bytes < BYTES_PER_MB) return `${Math.ceil(bytes / 1000)} kB`;
  return `${Math.ceil((bytes * 10) / BYTES_PER_MB) / 10} MB`;
}

function failure(code: MessageCode, values: PhraseValues = {}): ReadFailure {
  return { code, values };
}

/**
 * Returns the reason why a file is missing: a broken link, a file under a similar name, or none at all. Similar names
 * differ in letter case or end in `.txt`, an ending that some editors add and Windows hides.
 */
function missing(folder: string, name: string): ReadFailure {
  const wanted = basename(name);
  const names = listDirectory(join(folder, dirname(name)));
  if (names.includes(wanted)) return failure("file-link-broken");
  const similar = names.find((entry) => entry.toLowerCase().replace(/\.txt$/, "") === wanted.toLowerCase());
  if (similar !== undefined) return misnamed(folder, name, similar);
  return failure("file-missing", { folder: join(folder, dirname(name)) });
}

/** Returns the reason for a file that is stored under a similar name. */
function misnamed(folder: string, name: string, similar: string): ReadFailure {
  return failure("file-misnamed", { folder: join(folder, dirname(name)), name: similar, wanted: basename(name) });
}
