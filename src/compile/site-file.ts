/**
 * Writes a compiled site to a file. For the format, see `serve/site.ts`, which reads it.
 */

import { closeSync, constants, existsSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import type { CompiledSite } from "../serve/site.ts";
import { CHECKSUM_BYTES, isFile, SITE_MAGIC } from "../serve/site.ts";

export function encodeSite(site: CompiledSite, programVersion: string): Buffer {
  const { manifest, buffers } = extractBuffers(site);
  const manifestBytes = Buffer.from(JSON.stringify(manifest));
  const firstLine = Buffer.from(`${SITE_MAGIC} ${programVersion} ${manifestBytes.length}\n`);
  const content = Buffer.concat([firstLine, manifestBytes, ...buffers]);
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([content, checksum]);
}

/** Returns the site's buffers, and a copy of the site with `{ $bytes: [offset, length] }` in place of each buffer. */
function extractBuffers(site: CompiledSite) {
  const offsets = new Map<Buffer, number>();
  let totalLength = 0;
  const manifest = replaceBuffers(site, (buffer) => {
    // Several paths may serve the same buffer, so store it only once.
    if (!offsets.has(buffer)) {
      offsets.set(buffer, totalLength);
      totalLength += buffer.length;
    }
    return { $bytes: [offsets.get(buffer), buffer.length] };
  });
  return { manifest, buffers: [...offsets.keys()] };
}

/** Creates or replaces a file atomically. Throws if `path` exists, but is not a file. */
export function writeSiteFile(path: string, bytes: Buffer): void {
  if (existsSync(path) && !isFile(path)) throw new Error("it exists and is not a file");
  const temporaryPath = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  // Remove the file that a crashed process with the same PID may have left.
  rmSync(temporaryPath, { force: true });
  try {
    createFile(temporaryPath, bytes);
    renameSync(temporaryPath, path);
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    throw error;
  }
}

function replaceBuffers(value: unknown, replace: (buffer: Buffer) => unknown): unknown {
  if (Buffer.isBuffer(value)) return replace(value);
  if (Array.isArray(value)) return value.map((item) => replaceBuffers(item, replace));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, replaceBuffers(child, replace)]);
  return Object.fromEntries(entries);
}

/** `O_EXCL` fails if the file exists. `O_SYNC` is used instead of `fsync`, which Node's permission model forbids. */
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_SYNC;

function createFile(path: string, bytes: Buffer): void {
  const descriptor = openSync(path, NEW_FILE, 0o644);
  try {
    writeFileSync(descriptor, bytes);
  } finally {
    closeSync(descriptor);
  }
}
