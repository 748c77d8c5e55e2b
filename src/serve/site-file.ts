/**
 * Reads a compiled site from a file, or explains in one sentence why the file cannot be used. A damaged file is
 * rejected as a whole. `compile/site-file.ts` writes the file.
 *
 * The file has four parts: (1) one line with the format version and the lengths in bytes of the next two parts, (2) the
 * manifest, which is the site as JSON with `{"$bytes": [offset, length]}` in place of each buffer, (3) the buffers, and
 * (4) the CRC-32 of parts 1 to 3, as four bytes, big-endian.
 */

import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { crc32 } from "node:zlib";
import type { CompiledSite } from "./site.ts";

/** Version of the file format. Increase it when an older program would misread the file. */
export const SITE_FORMAT = 1;

const MAGIC = "holiday-cottage site ";
const FIRST_LINE = /^holiday-cottage site (\d{1,6}) (\d{1,12}) (\d{1,12})\n/;
const FIRST_LINE_BYTES_MAX = 64;
export const CHECKSUM_BYTES = 4;

/** 512 MiB. A site with 100,000 reviews takes about 90 MiB. */
const FILE_BYTES_MAX = 512 * 1024 * 1024;

/** Bytes that are read before yielding to the event loop. They bound how long a reload blocks requests. */
const CHUNK_BYTES = 1024 * 1024;

/** Settings that the file must have been compiled with. Undefined settings are not compared. */
export type SiteExpectations = Readonly<{
  programVersion: string;
  baseUrl: string | undefined;
  rateLimit: number | "off" | undefined;
}>;

/** The message says in one sentence what is wrong with the file and what to do. */
type SiteFileProblem = Readonly<{ kind: "problem"; message: string }>;
type SiteFile = Readonly<{ kind: "site"; site: CompiledSite }> | SiteFileProblem;

export type SiteManifest = Readonly<{ programVersion: string; site: CompiledSite }>;

export function siteFirstLine(manifestBytes: number, bufferBytes: number): string {
  return `${MAGIC}${SITE_FORMAT} ${manifestBytes} ${bufferBytes}\n`;
}

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Returns a problem, rather than throwing, if the file cannot be used. */
export async function readSiteFile(path: string, expected: SiteExpectations): Promise<SiteFile> {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const { size } = fstatSync(file);
    if (size > FILE_BYTES_MAX) {
      return problem(path, `is larger than ${FILE_BYTES_MAX} bytes, so it is not a compiled site`);
    }
    const bytes = Buffer.allocUnsafe(size);
    const checkedBytes = Math.max(0, size - CHECKSUM_BYTES);
    let checksum = 0;
    for (let offset = 0; offset < size; offset += CHUNK_BYTES) {
      const chunkBytes = Math.min(CHUNK_BYTES, size - offset);
      if (readSync(file, bytes, offset, chunkBytes, offset) < chunkBytes) return problem(path, DAMAGED);
      checksum = crc32(bytes.subarray(offset, Math.min(offset + chunkBytes, checkedBytes)), checksum);
      await setImmediate();
    }
    return decodeSite(path, bytes, checksum, expected);
  } catch (error) {
    return problem(path, `cannot be read (${errorCode(error)})`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const DAMAGED = "is damaged or incomplete; copy or compile it again";

/** @param checksum CRC-32 of all bytes but the last four */
function decodeSite(path: string, bytes: Buffer, checksum: number, expected: SiteExpectations): SiteFile {
  if (bytes.length === 0) return problem(path, "is empty; compile the site again");
  const start = bytes.toString("latin1", 0, FIRST_LINE_BYTES_MAX);
  const [firstLine, format, manifestBytes, bufferBytes] = FIRST_LINE.exec(start) ?? [];
  if (firstLine === undefined) {
    const isTruncated = start.startsWith(MAGIC) || MAGIC.startsWith(start);
    return problem(path, isTruncated ? DAMAGED : "is not a compiled site; make one with --compile");
  }
  if (Number(format) !== SITE_FORMAT) {
    return problem(path, `has format ${format}, but this program reads format ${SITE_FORMAT}; compile the site again`);
  }
  const manifestEnd = firstLine.length + Number(manifestBytes);
  const buffersEnd = manifestEnd + Number(bufferBytes);
  const isWhole = bytes.length === buffersEnd + CHECKSUM_BYTES && bytes.readUInt32BE(buffersEnd) === checksum;
  if (!isWhole) return problem(path, DAMAGED);
  const manifestText = bytes.toString("utf8", firstLine.length, manifestEnd);
  const manifest = parseManifest(manifestText, bytes.subarray(manifestEnd, buffersEnd));
  if (manifest === undefined) return problem(path, DAMAGED);
  const mismatch = mismatchOf(manifest, expected);
  return mismatch === undefined ? { kind: "site", site: manifest.site } : problem(path, mismatch);
}

/** Compares settings; returns the message about the first that differs. */
function mismatchOf({ programVersion, site }: SiteManifest, expected: SiteExpectations): string | undefined {
  const compiledLimit = site.rateLimit ?? "off";
  if (programVersion !== expected.programVersion) {
    return `was compiled by version ${programVersion}, not by ${expected.programVersion}; compile the site again`;
  }
  const { baseUrl = site.baseUrl, rateLimit = compiledLimit } = expected;
  if (baseUrl !== site.baseUrl) return otherSetting("BASE_URL", site.baseUrl, baseUrl);
  return rateLimit === compiledLimit ? undefined : otherSetting("RATE_LIMIT", compiledLimit, rateLimit);
}

function otherSetting(name: string, compiled: string | number, expected: string | number): string {
  return `was compiled for ${name} ${compiled}, but ${name} is ${expected}; compile the site again`;
}

/** @returns undefined if the text is not the manifest of a site */
function parseManifest(text: string, buffers: Buffer): SiteManifest | undefined {
  try {
    const manifest = withBuffers(JSON.parse(text), buffers);
    return isManifest(manifest) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the value with the buffers in place of `{"$bytes": [offset, length]}`. */
function withBuffers(value: unknown, buffers: Buffer): unknown {
  if (Array.isArray(value)) return value.map((item) => withBuffers(item, buffers));
  if (!isObject(value)) return value;
  const position = value["$bytes"];
  if (position === undefined) {
    for (const name of Object.keys(value)) value[name] = withBuffers(value[name], buffers);
    return value;
  }
  const [offset, length] = Array.isArray(position) ? position : [];
  const bytes = buffers.subarray(offset, offset + length);
  if (offset < 0 || bytes.length !== length) throw new RangeError("A buffer without a valid position");
  return bytes;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Checks the outermost members only. The checksum covers the rest, which our own compiler wrote. */
function isManifest(value: unknown): value is SiteManifest {
  return isObject(value) && typeof value["programVersion"] === "string" && isObject(value["site"]);
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

function problem(path: string, reason: string): SiteFileProblem {
  return { kind: "problem", message: `The file ${path} ${reason}` };
}
