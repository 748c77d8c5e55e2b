/**
 * Reads a compiled site from a file that `compile/site-file.ts` wrote. A damaged file is rejected as a whole.
 *
 * The file has four parts: (1) one line with the format version and the length of the manifest in bytes, (2) the
 * manifest, which is the site as JSON with `{"$bytes": [offset, length]}` in place of each buffer, (3) the buffers, and
 * (4) the CRC-32 of parts 1 to 3, as four bytes, big-endian.
 */

import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { crc32 } from "node:zlib";
import type { CompiledSite } from "./site.ts";

/** Increase the version when an older program would misread the file. */
export const SITE_FORMAT = 2;

const MAGIC = "holiday-cottage site ";
/** Also matches other format versions, so that the error message can name the version. */
const FIRST_LINE = /^holiday-cottage site (\d{1,6}) ([\d ]{1,30})\n/;
const FIRST_LINE_BYTES_MAX = 64;
export const CHECKSUM_BYTES = 4;

/** A site with 100,000 reviews takes about 90 MiB. */
const FILE_BYTES_MAX = 512 * 1024 * 1024;

const CHUNK_BYTES = 1024 * 1024;

/** Settings that the file must have been compiled with. */
export type SiteExpectations = Readonly<{
  programVersion: string;
  baseUrl: string | undefined;
  rateLimit: number | "off" | undefined;
}>;

type SiteFile = Readonly<{ kind: "site"; site: CompiledSite } | { kind: "problem"; message: string }>;

export type SiteManifest = Readonly<{ programVersion: string; site: CompiledSite }>;

export function siteFirstLine(manifestBytes: number): string {
  return `${MAGIC}${SITE_FORMAT} ${manifestBytes}\n`;
}

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Never throws: a file that cannot be used is reported as a problem. */
export async function readSiteFile(path: string, expected: SiteExpectations): Promise<SiteFile> {
  try {
    if (statSync(path).size > FILE_BYTES_MAX) {
      return problem(path, `is larger than ${FILE_BYTES_MAX} bytes, so it is not a compiled site`);
    }
    const bytes = await readFile(path);
    return await decodeSite(path, bytes, expected);
  } catch (error) {
    return problem(path, `cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

const DAMAGED = "is damaged or incomplete; copy or compile it again";

/** Decodes the first line, manifest, buffers and checksum of a file. */
async function decodeSite(path: string, bytes: Buffer, expected: SiteExpectations): Promise<SiteFile> {
  if (bytes.length === 0) return problem(path, "is empty; compile the site again");
  const start = bytes.toString("latin1", 0, FIRST_LINE_BYTES_MAX);
  const [firstLine, format, manifestBytes] = FIRST_LINE.exec(start) ?? [];
  if (firstLine === undefined) {
    const isTruncated = start.startsWith(MAGIC) || MAGIC.startsWith(start);
    return problem(path, isTruncated ? DAMAGED : "is not a compiled site; make one with --compile");
  }
  if (Number(format) !== SITE_FORMAT) {
    return problem(path, `has format ${format}, but this program reads format ${SITE_FORMAT}; compile the site again`);
  }
  try {
    const checksumOffset = bytes.length - CHECKSUM_BYTES;
    const checksum = await checksumOf(bytes.subarray(0, checksumOffset));
    if (checksum !== bytes.readUInt32BE(checksumOffset)) return problem(path, DAMAGED);
    const manifestEnd = firstLine.length + Number(manifestBytes);
    const manifest = JSON.parse(bytes.toString("utf8", firstLine.length, manifestEnd));
    restoreBuffers(manifest, bytes.subarray(manifestEnd, checksumOffset));
    const { programVersion, site }: SiteManifest = manifest;
    const mismatch = describeMismatch(programVersion, site, expected);
    return mismatch === undefined ? { kind: "site", site } : problem(path, mismatch);
  } catch {
    // JSON.parse and the buffer reads throw on damaged data.
    return problem(path, DAMAGED);
  }
}

/** Computes the CRC-32 in chunks, so that requests are still served during a reload. */
async function checksumOf(bytes: Buffer): Promise<number> {
  let checksum = 0;
  for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES) {
    checksum = crc32(bytes.subarray(offset, offset + CHUNK_BYTES), checksum);
    await yieldToEventLoop();
  }
  return checksum;
}

/** Replaces each `{"$bytes": [offset, length]}` in a JSON value with that part of `buffers`, in place. */
function restoreBuffers(value: Record<string, unknown>, buffers: Buffer): void {
  for (const key in value) {
    const child = value[key];
    // Skip arrays of strings, because they contain no buffers and make up most of the manifest.
    const isStringArray = Array.isArray(child) && typeof child[0] === "string";
    if (isStringArray || !isRecord(child)) continue;
    const position = child["$bytes"];
    if (position === undefined) restoreBuffers(child, buffers);
    else value[key] = bufferAt(position, buffers);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function bufferAt(position: unknown, buffers: Buffer): Buffer {
  const [offset, length] = position as [number, number];
  const buffer = buffers.subarray(offset, offset + length);
  if (buffer.length !== length) throw new RangeError("A buffer is outside the file");
  return buffer;
}

/**
 * Returns a sentence fragment describing the first difference, to be appended to the file name, or undefined if there
 * is none.
 */
function describeMismatch(version: string, site: CompiledSite, expected: SiteExpectations): string | undefined {
  if (version !== expected.programVersion) {
    return `was compiled by version ${version}, not by ${expected.programVersion}; compile the site again`;
  }
  const settings = [
    { name: "BASE_URL", compiled: site.baseUrl, wanted: expected.baseUrl },
    { name: "RATE_LIMIT", compiled: site.rateLimit ?? "off", wanted: expected.rateLimit },
  ];
  // An undefined setting accepts any value.
  const difference = settings.find(({ compiled, wanted }) => wanted !== undefined && wanted !== compiled);
  if (difference === undefined) return undefined;
  const { name, compiled, wanted } = difference;
  return `was compiled for ${name} ${compiled}, but ${name} is ${wanted}; compile the site again`;
}

function problem(path: string, reason: string): SiteFile {
  return { kind: "problem", message: `The file ${path} ${reason}` };
}
