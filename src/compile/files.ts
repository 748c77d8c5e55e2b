/**
 * The owner's files, read here and nowhere else: regular files of bounded size that lie in their folder, or why not.
 * What stands in them is not known here.
 */

import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";

export interface Unread {
  /** The rest of a sentence that begins with the file: "is missing: …". */
  readonly problem: string;
  readonly isMissing: boolean;
  readonly isTooLarge?: boolean;
}

/** @param name of a file below the folder, as `images/kitchen.jpg` */
export function readBytes(folder: string, name: string, bytesMax: number): Buffer | Unread {
  try {
    return read(folder, name, bytesMax);
  } catch (error) {
    const { code = String(error) }: { readonly code?: string } = Object(error);
    if (code === "ENOENT") return missing(folder, name);
    if (code === "ENOTDIR") return unread(`cannot be read: ${folder} is a file, not a folder`);
    const isForbidden = /^(?:EACCES|EPERM|ERR_ACCESS_DENIED)$/.test(code);
    return unread(`cannot be read${isForbidden ? ": the server has no permission to" : ` (${code})`}`);
  }
}

/** Without a byte order mark, which no editor shows. */
export function readText(folder: string, name: string, bytesMax: number): string | Unread {
  const bytes = readBytes(folder, name, bytesMax);
  if (!Buffer.isBuffer(bytes)) return bytes;
  if (!isUtf8(bytes)) return unread('is not saved as UTF-8: in your editor choose "Save with encoding", UTF-8');
  return bytes.toString("utf8").replace(/^\ufeff/, "");
}

/** None when there is no such folder, or it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** What may not be looked at is taken for one, and tells why when it is read. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return true;
  }
}

/** What was read and is still in use: a file that is the same is not opened anew, so that a reload holds no photograph twice. */
const known = new Map<string, { readonly stamp: string; readonly bytes: WeakRef<Buffer> }>();

/** Some file systems tell times to two seconds: what was changed since may look the same and be another. */
const SETTLED_MS = 3000;

function read(folder: string, name: string, bytesMax: number): Buffer | Unread {
  const path = join(folder, name);
  const stat = statSync(path);
  if (stat.isDirectory()) return unread("is a folder, not a file");
  if (!stat.isFile()) return unread("is not an ordinary file");
  if (stat.size > bytesMax) {
    return { ...unread(`has ${kilobytes(stat.size)}, and ${kilobytes(bytesMax)} is the most`), isTooLarge: true };
  }
  const stamp = [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join();
  const before = known.get(path);
  const kept = before?.stamp === stamp ? before.bytes.deref() : undefined;
  if (kept !== undefined) return kept;
  const inside = join(realpathSync.native(folder), sep);
  if (!realpathSync.native(path).startsWith(inside)) return unread(`is a link out of ${folder}: put the file itself there`);
  const bytes = readFileSync(path);
  if (Date.now() - stat.mtimeMs > SETTLED_MS) known.set(path, { stamp, bytes: new WeakRef(bytes) });
  return bytes;
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`;
}

function unread(problem: string): Unread {
  return { problem, isMissing: false };
}

/** Editors and Windows hide or change the end of a name: `cottage.json.txt`, `About.md`. */
function missing(folder: string, name: string): Unread {
  const place = join(folder, dirname(name));
  const wanted = basename(name);
  const names = namesIn(place);
  if (names.includes(wanted)) return unread("is a link that leads nowhere");
  const near = names.find((each) => each.toLowerCase().replace(/\.txt$/, "") === wanted.toLowerCase());
  const advice = near === undefined ? "" : `, but there is ${near}: rename it to ${wanted}`;
  return { problem: `is missing: there is no such file in ${place}${advice}`, isMissing: true };
}
