/**
 * Makes the representations of a text or file: compressed where that is smaller, with entity tags and header fields.
 */

import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Coding } from "../serve/http/accept.ts";
import { PUBLIC_FIELDS } from "../serve/http/failure.ts";
import type { FieldLines } from "../serve/http/message.ts";
import type { Representation } from "../serve/http/static-handlers.ts";

export type Source = Readonly<{
  mediaType: string;
  content: string | Buffer;
  /** False for formats that are compressed already, such as photographs. */
  compressible?: boolean;
  /** Header fields of the 200 only, such as `Link`. */
  fields?: FieldLines;
}>;

export type Caching = Readonly<{
  cacheControl: string;
  /** Undefined if the response depends on no request field but, for compressed representations, Accept-Encoding. */
  vary?: string;
}>;

/** Compressed bytes by coding and hash, so that a reload compresses only what has changed. */
export type CompressionCache = Readonly<{
  /** Compressed bytes of the previously compiled site. */
  previous: ReadonlyMap<string, Buffer>;
  /** Compressed bytes of this site; `represent` fills it. */
  used: Map<string, Buffer>;
}>;

export function compressionCache(previous: ReadonlyMap<string, Buffer> = new Map()): CompressionCache {
  return { previous, used: new Map() };
}

/** Larger texts are compressed at the lowest level: Brotli 5 takes a second for some 30 MB. */
const LARGE_BYTES = 1 << 20;

/** 64 KiB. Few of our texts are longer, and a small window is faster and takes a megabyte less memory. */
const BROTLI_WINDOW_BITS = 16;

/** Returns one representation for each coding that is smaller than the one before it, best first, identity last. */
export function represent(
  source: Source,
  caching: Caching,
  commonFields: FieldLines = PUBLIC_FIELDS,
  cache = compressionCache(),
): Representation[] {
  const { mediaType, content, compressible = true, fields = [] } = source;
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const encoded = compressible ? encode(bytes, cache) : [{ coding: "identity" as const, body: bytes }];
  const vary = caching.vary ?? (encoded.length > 1 ? "Accept-Encoding" : undefined);
  const varyFields = vary === undefined ? [] : ["Vary", vary];
  const sharedFields = ["Cache-Control", caching.cacheControl, ...varyFields, ...commonFields];
  return encoded.map(({ coding, body }) => {
    const codingFields = coding === "identity" ? [] : ["Content-Encoding", coding];
    const bodyFields = ["Content-Type", mediaType, "Content-Length", String(body.length)];
    const contentFields = [...bodyFields, ...codingFields, ...fields];
    const etag = entityTag([...contentFields, ...sharedFields], body);
    return { coding, etag, contentFields, sharedFields, body };
  });
}

type Encoded = Readonly<{ coding: Coding; body: Buffer }>;

/** Returns the compressed forms that are smaller than the bytes, and the bytes themselves. */
function encode(bytes: Buffer, cache: CompressionCache): Encoded[] {
  const hash = createHash("sha256").update(bytes).digest("base64url");
  const compress = (coding: "br" | "gzip", compressBytes: (bytes: Buffer) => Buffer): Encoded => {
    const key = `${coding} ${hash}`;
    const body = cache.used.get(key) ?? cache.previous.get(key) ?? compressBytes(bytes);
    cache.used.set(key, body);
    return { coding, body };
  };
  const compressed = [compress("br", brotli), compress("gzip", gzip)];
  return [...compressed.filter(({ body }) => body.length < bytes.length), { coding: "identity", body: bytes }];
}

function brotli(bytes: Buffer): Buffer {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  const isLarge = bytes.length > LARGE_BYTES;
  const quality = isLarge
    ? { [BROTLI_PARAM_QUALITY]: 1 }
    : { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS };
  return brotliCompressSync(bytes, { params: { ...quality, [BROTLI_PARAM_SIZE_HINT]: bytes.length } });
}

function gzip(bytes: Buffer): Buffer {
  return gzipSync(bytes, { level: bytes.length > LARGE_BYTES ? 1 : 6 });
}

/** Hashes fields and bytes: a cache that receives a 304 must not keep a field that has changed since. */
function entityTag(fields: FieldLines, bytes: Buffer): string {
  const hash = createHash("sha256").update(fields.join("\n")).update("\n\n").update(bytes);
  return `"${hash.digest("base64url").slice(0, 22)}"`;
}
