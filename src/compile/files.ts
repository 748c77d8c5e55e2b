/**
 * Reads the owner's files: regular files of bounded size inside their folder, or the reason why not.
 *
 * No other module opens files. This one does not know what is in them.
 */

import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { MessageCode, Phrase, PhraseValues } from "./phrase.ts";

/** Some file systems store times with a resolution of two seconds, so a file written more recently is not cached. */
const SETTLED_MS = 3000;

/** The reason why a file could not be read. */
export type Unread = Phrase;

interface CachedFile {
  /** Identity, size and times of the file. */
  readonly stamp: string;
  readonly bytes: Buffer;
}

/** Cache of file contents by path, so that a reload does not hold unchanged photographs twice. */
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

  /** Drops the files that were not read since the last call. To be called after each load of the site. */
  settle(): void {
    this.#previous = this.#current;
    this.#current = new Map();
  }
}

/** @param name of a file in the folder or below it, e.g. `images/kitchen.jpg` */
export function readBytes(folder: string, name: string, bytesMax: number, cache?: FileCache): Buffer | Unread {
  try {
    return readRegularFile(folder, nameOnDisk(folder, name), bytesMax, cache);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (code === "ENOENT") return missing(folder, name);
    if (code === "ENOTDIR") return unread("file-in-file", { folder });
    if (FORBIDDEN.test(code)) return unread("file-forbidden");
    return unread("file-unreadable", { reason: code });
  }
}

/** Codes of POSIX, and that of Node's permission model. */
const FORBIDDEN = /^(?:EACCES|EPERM|ERR_ACCESS_DENIED)$/;

/** Reads a text without its byte order mark, which editors do not show. */
export function readText(folder: string, name: string, bytesMax: number): string | Unread {
  const bytes = readBytes(folder, name, bytesMax);
  if (!Buffer.isBuffer(bytes)) return bytes;
  if (!isUtf8(bytes)) return unread("file-not-utf8");
  return bytes.toString("utf8").replace(/^\ufeff/, "");
}

/** Lists the names in a folder, sorted, in Unicode's normal form C. Returns no names if the folder cannot be read. */
export function listDirectory(folder: string): readonly string[] {
  const names = rawNames(folder).map((name) => name.normalize("NFC"));
  return [...new Set(names)].sort();
}

function rawNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns whether a path is a folder. An inaccessible path counts as one; reading it reports the reason. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return true;
  }
}

/** Returns the name of a file as the disk has it. A Mac may have written "ü" as two characters. */
function nameOnDisk(folder: string, name: string): string {
  const composed = name.normalize("NFC");
  if (isAscii(name) || statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined) return name;
  const subfolder = dirname(name);
  const found = rawNames(join(folder, subfolder)).find((entry) => entry.normalize("NFC") === basename(composed));
  return found === undefined ? name : join(subfolder, found);
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

function readRegularFile(folder: string, name: string, bytesMax: number, cache?: FileCache): Buffer | Unread {
  const path = join(folder, name);
  const stat = statSync(path);
  if (stat.isDirectory()) return unread("file-is-folder");
  if (!stat.isFile()) return unread("file-irregular");
  if (stat.size > bytesMax)
    return unread("file-too-large", { size: sizeInWords(stat.size), limit: sizeInWords(bytesMax) });
  const realPath = realpathSync.native(path);
  if (!realPath.startsWith(join(realpathSync.native(folder), sep))) return unread("file-link-outside", { folder });
  // Windows and macOS find a file whatever its letter case, but the server that it is published to may not.
  if (differsInCaseOnly(basename(realPath), basename(name))) return misnamed(folder, name, basename(realPath));
  const stamp = [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join();
  const cached = cache?.get(path, stamp);
  if (cached !== undefined) return cached;
  const bytes = readFileSync(path);
  if (Date.now() - stat.mtimeMs > SETTLED_MS) cache?.set(path, stamp, bytes);
  return bytes;
}

function differsInCaseOnly(one: string, other: string): boolean {
  const [first, second] = [one.normalize("NFC"), other.normalize("NFC")];
  return first !== second && first.toLowerCase() === second.toLowerCase();
}

const BYTES_PER_MB = 1_000_000;

/** Rounds up: "20 kB", "19.1 MB". */
function sizeInWords(bytes: number): string {
  if (bytes < BYTES_PER_MB) return `${Math.ceil(bytes / 1000)} kB`;
  return `${Math.ceil((bytes * 10) / BYTES_PER_MB) / 10} MB`;
}

function unread(code: MessageCode, values: PhraseValues = {}): Unread {
  return { code, values };
}

/** Names a similar file: editors and Windows hide or change the end of a name, as in `cottage.json.txt`. */
function missing(folder: string, name: string): Unread {
  const wanted = basename(name);
  const names = listDirectory(join(folder, dirname(name)));
  if (names.includes(wanted)) return unread("file-link-broken");
  const similar = names.find((entry) => entry.toLowerCase().replace(/\.txt$/, "") === wanted.toLowerCase());
  if (similar !== undefined) return misnamed(folder, name, similar);
  return unread("file-missing", { folder: join(folder, dirname(name)) });
}

function misnamed(folder: string, name: string, similar: string): Unread {
  return unread("file-misnamed", { folder: join(folder, dirname(name)), name: similar, wanted: basename(name) });
}
