/**
 * Writes a compiled site to a file. For the format, see `serve/site-file.ts`, which reads it.
 */

import { closeSync, constants, existsSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import type { CompiledSite } from "../serve/site.ts";
import { CHECKSUM_BYTES, isFile, SITE_MAGIC } from "../serve/site-file.ts";

/** Concatenates a first line, the site as JSON (the manifest), the buffers that it refers to, and a checksum. */
export function encodeSite(site: CompiledSite, programVersion: string): Buffer {
  const { manifest, buffers } = extractBuffers(site);
  const manifestBytes = Buffer.from(JSON.stringify(manifest));
  const firstLine = Buffer.from(`${SITE_MAGIC} ${programVersion} ${manifestBytes.length}\n`);
  const content = Buffer.concat([firstLine, manifestBytes, ...buffers]);
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([content, checksum]);
}

/** Opening fails if the file exists (`O_EXCL`). `O_SYNC` replaces `fsync`, which Node's permission model forbids. */
const CREATE_SYNC = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_SYNC;

/**
 * Writes a file atomically, so that a crash or power cut leaves either the old file or the complete new one. Throws if
 * `path` exists but is not a regular file, because renaming would replace even a device.
 */
export function writeSiteFile(path: string, bytes: Buffer): void {
  if (existsSync(path) && !isFile(path)) throw new Error("it exists and is not a file");
  const temporaryPath = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  // A crashed process with the same PID may have left this file behind.
  rmSync(temporaryPath, { force: true });
  try {
    const fd = openSync(temporaryPath, CREATE_SYNC, 0o644);
    try {
      writeFileSync(fd, bytes);
    } finally {
      closeSync(fd);
    }
    renameSync(temporaryPath, path);
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    throw error;
  }
}

/** Returns the site's distinct buffers, and a manifest: the site with the offset and length of each buffer instead. */
function extractBuffers(site: CompiledSite) {
  // A Map keeps its keys in insertion order, so they are sorted by offset.
  const offsets = new Map<Buffer, number>();
  let nextOffset = 0;
  const replaceBuffers = (value: unknown): unknown => {
    if (Buffer.isBuffer(value)) {
      if (!offsets.has(value)) {
        offsets.set(value, nextOffset);
        nextOffset += value.length;
      }
      return { $bytes: [offsets.get(value), value.length] };
    }
    if (Array.isArray(value)) return value.map(replaceBuffers);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, replaceBuffers(child)]));
  };
  const manifest = replaceBuffers(site);
  return { manifest, buffers: [...offsets.keys()] };
}
