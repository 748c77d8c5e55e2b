/**
 * Writes a compiled site as one file. `serve/site-file.ts` describes the format and reads it.
 */

import { closeSync, constants, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import type { CompiledSite } from "../serve/site.ts";
import { CHECKSUM_BYTES, type SiteManifest, siteFirstLine } from "../serve/site-file.ts";

/** Returns the bytes of the file. The same site gives the same bytes. */
export function encodeSite(site: CompiledSite, programVersion: string): Buffer {
  const manifest: SiteManifest = { programVersion, site };
  const buffers = bufferList();
  const json = Buffer.from(JSON.stringify(withPositions(manifest, buffers.position)));
  const bufferBytes = buffers.list.reduce((sum, buffer) => sum + buffer.length, 0);
  const firstLine = Buffer.from(siteFirstLine(json.length, bufferBytes));
  const bytes = Buffer.concat([firstLine, json, ...buffers.list, Buffer.alloc(CHECKSUM_BYTES)]);
  const checkedBytes = bytes.length - CHECKSUM_BYTES;
  bytes.writeUInt32BE(crc32(bytes.subarray(0, checkedBytes)), checkedBytes);
  return bytes;
}

/** Writes return when the bytes are on the disk. Node's permission model allows this flag, but no fsync. */
const NEW_AND_SYNCHRONOUS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_SYNC;

/**
 * Writes the file beside its destination and renames it, so that the destination is always whole, also after a power
 * cut.
 *
 * @throws Error of node:fs, with its `code`
 */
export function writeSiteFile(path: string, bytes: Buffer): void {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    const file = openSync(temporary, NEW_AND_SYNCHRONOUS, 0o644);
    try {
      for (let offset = 0; offset < bytes.length; ) offset += writeSync(file, bytes, offset);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Collects buffers. One that several targets share is stored once. */
function bufferList() {
  const list: Buffer[] = [];
  const positions = new Map<Buffer, readonly [offset: number, length: number]>();
  let end = 0;
  const position = (bytes: Buffer) => {
    const known = positions.get(bytes);
    if (known !== undefined) return known;
    const added = [end, bytes.length] as const;
    positions.set(bytes, added);
    list.push(bytes);
    end += bytes.length;
    return added;
  };
  return { list, position };
}

/** Returns a copy of the value with `{"$bytes": position}` in place of every buffer. */
function withPositions(value: unknown, position: (bytes: Buffer) => readonly number[]): unknown {
  if (Buffer.isBuffer(value)) return { $bytes: position(value) };
  if (Array.isArray(value)) return value.map((item) => withPositions(item, position));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withPositions(member, position)]));
}
