/**
 * Creates the representations of a document or file: one for each content coding, with header fields and an entity tag.
 */

import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Coding } from "../serve/http/accept.ts";
import type { FieldLines } from "../serve/http/message.ts";
import type { Representation } from "../serve/http/static-handlers.ts";
import type { CompileCache } from "./compile-cache.ts";

/** Content in one media type, before compression. */
export type Source = Readonly<{
  mediaType: string;
  content: string | Buffer;
  /** Overrides the value of the settings. */
  cacheControl?: string;
  /** Value of `Vary`. Defaults to `Accept-Encoding` if compression makes the content smaller. */
  vary?: string;
  /** Additional header fields of the 200 response, e.g. `Link`. A 304 response does not repeat them. */
  fields?: FieldLines;
}>;

/** Settings that the representations of all sources share. */
export type RepresentSettings = Readonly<{
  cacheControl: string;
  /** Header fields of both the 200 and the 304 response. */
  commonFields: FieldLines;
  cache: CompileCache;
}>;

/** Larger content is compressed at level 1, because Brotli at level 5 takes about a second for 30 MB. */
const LARGE_BYTES = 1024 * 1024;

/** A window of 64 KiB. Few documents are longer, and a larger window is slower and uses a megabyte more memory. */
const BROTLI_WINDOW_BITS = 16;

/** Returns the representations in order of preference: Brotli and gzip if they are smaller, then uncompressed. */
export function represent(source: Source, { commonFields, cache, ...defaults }: RepresentSettings): Representation[] {
  const { mediaType, content, cacheControl = defaults.cacheControl, vary, fields = [] } = source;
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const encodings = encode(bytes, mediaType, cache);
  const varyValue = vary ?? (encodings.length > 1 ? "Accept-Encoding" : undefined);
  const varyFields = varyValue === undefined ? [] : ["Vary", varyValue];
  const sharedFields = ["Cache-Control", cacheControl, ...varyFields, ...commonFields];
  return encodings.map(({ coding, body }) => {
    const codingFields = coding === "identity" ? [] : ["Content-Encoding", coding];
    const bodyFields = ["Content-Type", mediaType, "Content-Length", String(body.length)];
    const contentFields = [...bodyFields, ...codingFields, ...fields];
    // The entity tag changes with the header fields, so that a 304 response never leaves an old field in a cache.
    const etag = `"${hashOf([...contentFields, ...sharedFields].join("\n"), "\n\n", body)}"`;
    return { coding, etag, contentFields, sharedFields, body };
  });
}

/** Returns the first 132 bits of a SHA-256 in base64url. */
export function hashOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("base64url").slice(0, 22);
}

type Encoding = Readonly<{ coding: Coding; body: Buffer }>;

/** Returns the compressed forms that are smaller than the bytes, and then the uncompressed bytes. */
function encode(bytes: Buffer, mediaType: string, cache: CompileCache): Encoding[] {
  const uncompressed: Encoding = { coding: "identity", body: bytes };
  const isCompressible = !mediaType.startsWith("image/") || mediaType === "image/svg+xml";
  if (!isCompressible) return [uncompressed];
  const hash = createHash("sha256").update(bytes).digest("base64url");
  const compressed: Encoding[] = [
    { coding: "br", body: cache.getOrCompute(`br ${hash}`, () => compressBrotli(bytes)) },
    { coding: "gzip", body: cache.getOrCompute(`gzip ${hash}`, () => compressGzip(bytes)) },
  ];
  return [...compressed.filter(({ body }) => body.length < bytes.length), uncompressed];
}

function compressBrotli(bytes: Buffer): Buffer {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  const isLarge = bytes.length > LARGE_BYTES;
  const levelParams = isLarge
    ? { [BROTLI_PARAM_QUALITY]: 1 }
    : { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS };
  return brotliCompressSync(bytes, { params: { ...levelParams, [BROTLI_PARAM_SIZE_HINT]: bytes.length } });
}

function compressGzip(bytes: Buffer): Buffer {
  return gzipSync(bytes, { level: bytes.length > LARGE_BYTES ? 1 : 6 });
}
