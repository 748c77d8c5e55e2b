/**
 * Creates the representations of a text or file: one for each content coding, with header fields and an entity tag.
 *
 * It does not know paths or the subject of the content.
 */

import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Coding } from "../serve/http/accept.ts";
import { PUBLIC_FIELDS } from "../serve/http/failure.ts";
import type { FieldLines } from "../serve/http/message.ts";
import type { Representation } from "../serve/http/static-handlers.ts";
import { CompileCache } from "./compile-cache.ts";

/** The content of a target in one media type, before compression. */
export type Source = Readonly<{
  mediaType: string;
  content: string | Buffer;
  /** False for formats that are compressed already, such as photographs. */
  compressible?: boolean;
  /** Additional header fields of the 200 response, e.g. `Link`. A 304 response does not repeat them. */
  fields?: FieldLines;
}>;

export type Caching = Readonly<{
  cacheControl: string;
  /** Value of `Vary`. If undefined, it is `Accept-Encoding` for content that has compressed representations. */
  vary?: string;
}>;

/** Longer content is compressed at the lowest level, because Brotli at level 5 takes a second for about 30 MB. */
const LARGE_BYTES = 1024 * 1024;

/** A window of 64 KiB. Few texts are longer, and a larger window is slower and uses a megabyte more memory. */
const BROTLI_WINDOW_BITS = 16;

/** Returns the representations in order of preference: Brotli and gzip if they are smaller, then uncompressed. */
export function represent(
  source: Source,
  caching: Caching,
  commonFields: FieldLines = PUBLIC_FIELDS,
  cache = new CompileCache(),
): Representation[] {
  const { mediaType, content, compressible = true, fields = [] } = source;
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const encoded = compressible ? encode(bytes, cache) : [{ coding: "identity" as const, body: bytes }];
  const defaultVary = encoded.length > 1 ? "Accept-Encoding" : undefined;
  const vary = caching.vary ?? defaultVary;
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

/** Returns the compressed forms that are smaller than the bytes, and then the bytes themselves. */
function encode(bytes: Buffer, cache: CompileCache): Encoded[] {
  const hash = createHash("sha256").update(bytes).digest("base64url");
  const brotliBody = cachedBytes(cache, `br ${hash}`, () => brotli(bytes));
  const gzipBody = cachedBytes(cache, `gzip ${hash}`, () => gzip(bytes));
  const encoded: Encoded[] = [];
  if (brotliBody.length < bytes.length) encoded.push({ coding: "br", body: brotliBody });
  if (gzipBody.length < bytes.length) encoded.push({ coding: "gzip", body: gzipBody });
  encoded.push({ coding: "identity", body: bytes });
  return encoded;
}

function cachedBytes(cache: CompileCache, key: string, compute: () => Buffer): Buffer {
  const bytes = cache.get(key) ?? compute();
  cache.set(key, bytes);
  return bytes;
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

/** Hashes bytes and header fields. With fields in the tag, no cache keeps an outdated field after a 304 response. */
function entityTag(fields: FieldLines, bytes: Buffer): string {
  const hash = createHash("sha256").update(fields.join("\n")).update("\n\n").update(bytes);
  return `"${hash.digest("base64url").slice(0, 22)}"`;
}
