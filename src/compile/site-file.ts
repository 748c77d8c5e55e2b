/**
 * Writes a compiled site as one file. `serve/site-file.ts` describes the format and reads it.
 */

import { closeSync, constants, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import type { CompiledSite } from "../serve/site.ts";
import { CHECKSUM_BYTES, type SiteManifest, siteFirstLine } from "../serve/site-file.ts";

/** Encodes a site as the bytes of a file. The result is deterministic. */
export function encodeSite(site: CompiledSite, programVersion: string): Buffer {
  const manifest: SiteManifest = { programVersion, site };
  const section = new BufferSection();
  const manifestBytes = Buffer.from(JSON.stringify(withPositions(manifest, section)));
  const firstLine = Buffer.from(siteFirstLine(manifestBytes.length, section.length));
  const bytes = Buffer.concat([firstLine, manifestBytes, ...section.buffers, Buffer.alloc(CHECKSUM_BYTES)]);
  const checksumOffset = bytes.length - CHECKSUM_BYTES;
  bytes.writeUInt32BE(crc32(bytes.subarray(0, checksumOffset)), checksumOffset);
  return bytes;
}

/** Flags of a new file whose writes reach the disk before they return. Node's permission model forbids fsync. */
const NEW_AND_SYNCHRONOUS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_SYNC;

/**
 * Writes the file atomically: to a temporary file in the same folder, which is then renamed. After a crash or power cut
 * the destination is either the old file or the new one, never a part of it.
 *
 * @throws Error from node:fs with a `code`, e.g. `ENOSPC`
 */
export function writeSiteFile(path: string, bytes: Buffer): void {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    const file = openSync(temporary, NEW_AND_SYNCHRONOUS, 0o644);
    try {
      let offset = 0;
      while (offset < bytes.length) offset += writeSync(file, bytes, offset);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

type BufferPosition = readonly [offset: number, length: number];

/** The section of the file that holds the buffers. A buffer that several targets share is stored only once. */
class BufferSection {
  readonly buffers: Buffer[] = [];
  /** Total length of the buffers in bytes. */
  length = 0;
  readonly #positions = new Map<Buffer, BufferPosition>();

  /** Appends a buffer, unless it is stored already, and returns its position in the section. */
  add(buffer: Buffer): BufferPosition {
    const existing = this.#positions.get(buffer);
    if (existing !== undefined) return existing;
    const position: BufferPosition = [this.length, buffer.length];
    this.#positions.set(buffer, position);
    this.buffers.push(buffer);
    this.length += buffer.length;
    return position;
  }
}

/** Returns a copy of the value with `{"$bytes": [offset, length]}` for each buffer. Adds the buffers to the section. */
function withPositions(value: unknown, section: BufferSection): unknown {
  if (Buffer.isBuffer(value)) return { $bytes: section.add(value) };
  if (Array.isArray(value)) return value.map((item) => withPositions(item, section));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withPositions(member, section)]));
}
