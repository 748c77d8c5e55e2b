/**
 * Writes a compiled site to a file. For the format, see `serve/site-file.ts`, which reads it.
 */

import { closeSync, constants, existsSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import type { CompiledSite } from "../serve/site.ts";
import { CHECKSUM_BYTES, isFile, SITE_MAGIC } from "../serve/site-file.ts";

/** Concatenates a first line, the manifest (JSON), the buffers, and a checksum. */
export function encodeSite(site: CompiledSite, programVersion: string): Buffer {
  // Targets may share buffers.
  const buffers = new Set(findBuffers(site));
  const manifest = replaceBuffers(site, offsetsOf(buffers));
  const manifestBytes = Buffer.from(JSON.stringify(manifest));
  const firstLine = Buffer.from(`${SITE_MAGIC} ${programVersion} ${manifestBytes.length}\n`);
  const content = Buffer.concat([firstLine, manifestBytes, ...buffers]);
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([content, checksum]);
}

/** Creates or replaces a file atomically. Throws if `path` exists, but is not a file. */
export function writeSiteFile(path: string, bytes: Buffer): void {
  if (existsSync(path) && !isFile(path)) throw new Error("it exists and is not a file");
  const temporaryPath = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  // A crashed process with the same PID may have left this file behind.
  rmSync(temporaryPath, { force: true });
  try {
    createFileSync(temporaryPath, bytes);
    renameSync(temporaryPath, path);
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    throw error;
  }
}

/** Returns all buffers in a value. */
function findBuffers(value: unknown): Buffer[] {
  if (Buffer.isBuffer(value)) return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(findBuffers);
}

/** Returns the offset of each buffer in their concatenation. */
function offsetsOf(buffers: ReadonlySet<Buffer>): Map<Buffer, number> {
  const offsets = new Map<Buffer, number>();
  let nextOffset = 0;
  for (const buffer of buffers) {
    offsets.set(buffer, nextOffset);
    nextOffset += buffer.length;
  }
  return offsets;
}

/** Replaces each buffer in a value with its offset and length. */
function replaceBuffers(value: unknown, offsets: ReadonlyMap<Buffer, number>): unknown {
  if (Buffer.isBuffer(value)) return { $bytes: [offsets.get(value), value.length] };
  if (Array.isArray(value)) return value.map((item) => replaceBuffers(item, offsets));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, replaceBuffers(child, offsets)]);
  return Object.fromEntries(entries);
}

/** Opening fails if the file exists. `O_SYNC` stands in for `fsync`, which Node's permission model forbids. */
const CREATE_SYNC = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_SYNC;

function createFileSync(path: string, bytes: Buffer): void {
  const fd = openSync(path, CREATE_SYNC, 0o644);
  try {
    writeFileSync(fd, bytes);
  } finally {
    closeSync(fd);
  }
}
