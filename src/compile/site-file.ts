/**
 * Writes a compiled site to a file. `serve/site-file.ts` describes and reads its format.
 */

import { closeSync, constants, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import type { CompiledSite } from "../serve/site.ts";
import { CHECKSUM_BYTES, siteFirstLine, type SiteManifest } from "../serve/site-file.ts";

/** Encodes a site as the content of a site file. The result is deterministic. */
export function encodeSite(site: CompiledSite, programVersion: string): Buffer {
  const { manifest, buffers } = extractBuffers({ programVersion, site });
  const manifestBytes = Buffer.from(JSON.stringify(manifest));
  const firstLine = Buffer.from(siteFirstLine(manifestBytes.length));
  const bytes = Buffer.concat([firstLine, manifestBytes, ...buffers, Buffer.alloc(CHECKSUM_BYTES)]);
  const checksumOffset = bytes.length - CHECKSUM_BYTES;
  bytes.writeUInt32BE(crc32(bytes.subarray(0, checksumOffset)), checksumOffset);
  return bytes;
}

/** Flags for creating a file with synchronous writes, because Node's permission model forbids fsync. */
const NEW_AND_SYNCHRONOUS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_SYNC;

/**
 * Writes the file atomically, by renaming a temporary file in the same folder. After a crash or power cut the
 * destination is either the old file or the complete new one.
 *
 * @throws Error from node:fs with a `code`, e.g. `ENOSPC`
 */
export function writeSiteFile(path: string, bytes: Buffer): void {
  const temporaryPath = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    const file = openSync(temporaryPath, NEW_AND_SYNCHRONOUS, 0o644);
    try {
      let offset = 0;
      while (offset < bytes.length) offset += writeSync(file, bytes, offset);
    } finally {
      closeSync(file);
    }
    renameSync(temporaryPath, path);
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    throw error;
  }
}

/**
 * Replaces each buffer of the manifest with `{"$bytes": [offset, length]}`, its position among the returned buffers. A
 * buffer that several targets share is returned only once.
 */
function extractBuffers(manifest: SiteManifest): { manifest: unknown; buffers: Buffer[] } {
  const positions = new Map<Buffer, readonly [offset: number, length: number]>();
  let end = 0;
  const replaceBuffers = (value: unknown): unknown => {
    if (Buffer.isBuffer(value)) {
      if (!positions.has(value)) {
        positions.set(value, [end, value.length]);
        end += value.length;
      }
      return { $bytes: positions.get(value) };
    }
    if (Array.isArray(value)) return value.map(replaceBuffers);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, replaceBuffers(property)]));
  };
  return { manifest: replaceBuffers(manifest), buffers: [...positions.keys()] };
}
