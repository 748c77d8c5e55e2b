/**
 * Writes a compiled site to a file. For the format, see `serve/site-file.ts`, which reads it.
 */

import { closeSync, constants, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import type { CompiledSite } from "../serve/site.ts";
import { CHECKSUM_BYTES, SITE_FORMAT, SITE_MAGIC, type SiteManifest } from "../serve/site-file.ts";

/** Encodes a site in the site file format. The result is deterministic. */
export function encodeSite(site: CompiledSite, programVersion: string): Buffer {
  const { manifest, buffers } = extractBuffers({ programVersion, site });
  const manifestBytes = Buffer.from(JSON.stringify(manifest));
  const firstLine = Buffer.from(`${SITE_MAGIC}${SITE_FORMAT} ${manifestBytes.length}\n`);
  const content = Buffer.concat([firstLine, manifestBytes, ...buffers]);
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([content, checksum]);
}

/** Flags that open a new file for synchronous writes. O_SYNC replaces fsync, which Node's permission model forbids. */
const EXCLUSIVE_SYNC_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_SYNC;

/**
 * Writes the file atomically, by renaming a temporary file in the same folder. After a crash or power cut the
 * destination is either the old file or the complete new one.
 *
 * @throws Error from node:fs with a `code`, e.g. `ENOSPC`
 */
export function writeSiteFile(path: string, bytes: Buffer): void {
  const temporaryPath = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    const file = openSync(temporaryPath, EXCLUSIVE_SYNC_FLAGS, 0o644);
    try {
      writeFileSync(file, bytes);
    } finally {
      closeSync(file);
    }
    renameSync(temporaryPath, path);
  } catch (error) {
    // A process that was killed may have left a file with the same PID in its name, which makes the exclusive open
    // fail. Delete it so that a retry succeeds.
    rmSync(temporaryPath, { force: true });
    throw error;
  }
}

/**
 * Replaces each buffer in the manifest with `{"$bytes": [offset, length]}`, where the offset is into the concatenation
 * of the returned buffers. A buffer referenced more than once is returned only once.
 */
function extractBuffers(manifest: SiteManifest): { manifest: unknown; buffers: Buffer[] } {
  const positions = new Map<Buffer, readonly [offset: number, length: number]>();
  let nextOffset = 0;
  const recordAndReplace = (value: unknown): unknown => {
    if (Buffer.isBuffer(value)) {
      if (!positions.has(value)) {
        positions.set(value, [nextOffset, value.length]);
        nextOffset += value.length;
      }
      return { $bytes: positions.get(value) };
    }
    if (Array.isArray(value)) return value.map(recordAndReplace);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, recordAndReplace(property)]));
  };
  // Map keys keep insertion order, so the buffers are in order of their offsets.
  return { manifest: recordAndReplace(manifest), buffers: [...positions.keys()] };
}
