/**
 * Creates the HTTP representations of a document or file, one for each content coding, with header fields and ETag.
 */

import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { RawHeaders } from "../serve/http/message.ts";
import type { Representation } from "../serve/http/static-handlers.ts";
import type { CompileCache } from "./compile-cache.ts";

export type Source = Readonly<{
  mediaType: string;
  content: string | Buffer;
  cacheControl?: string | undefined;
  vary?: string;
  /** Header fields sent with a 200 but not with a 304, e.g. `Link`. */
  fields?: RawHeaders;
}>;

export type RepresentationSettings = Readonly<{
  cacheControl: string;
  commonFields: RawHeaders;
  cache: CompileCache;
}>;

const GZIP_LEVEL = 6;
const BROTLI_QUALITY = 5;
/** 64 KiB. A larger window would use more memory and benefit few documents. */
const BROTLI_WINDOW_BITS = 16;

/** Returns the Brotli and gzip representations that are smaller than the original, then the uncompressed one. */
export function createRepresentations(source: Source, settings: RepresentationSettings): Representation[] {
  const { mediaType, content, cacheControl = settings.cacheControl, fields: extraFields = [] } = source;
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const encodings = encode(bytes, mediaType, settings.cache);
  const isCompressed = encodings.length > 1;
  const vary = source.vary ?? (isCompressed ? "Accept-Encoding" : undefined);
  const varyFields = vary === undefined ? [] : ["Vary", vary];
  const sharedFields = ["Cache-Control", cacheControl, ...varyFields, ...settings.commonFields];
  return encodings.map(({ coding, body }) => {
    const lengthFields = ["Content-Length", String(body.length)];
    const codingFields = coding === "identity" ? [] : ["Content-Encoding", coding];
    const contentFields = ["Content-Type", mediaType, ...lengthFields, ...codingFields, ...extraFields];
    const etag = entityTag([...contentFields, ...sharedFields], body);
    return { coding, etag, contentFields, sharedFields, body };
  });
}

/** Returns an ETag that covers the header fields too. Otherwise, a 304 would let caches keep outdated fields. */
function entityTag(fields: RawHeaders, body: Buffer): string {
  return `"${hashOf(fields.join("\n"), "\n\n", body)}"`;
}

/** Returns a SHA-256 of the concatenated parts, truncated to 22 base64url characters (132 bits). */
export function hashOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("base64url").slice(0, 22);
}

type Encoding = Pick<Representation, "coding" | "body">;

function encode(bytes: Buffer, mediaType: string, cache: CompileCache): Encoding[] {
  const uncompressed: Encoding = { coding: "identity", body: bytes };
  const isCompressedImage = mediaType.startsWith("image/") && mediaType !== "image/svg+xml";
  if (isCompressedImage) return [uncompressed];
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
  };
  const hash = hashOf(bytes);
  const brotli = cache.getOrCompute(`br ${hash}`, () => brotliCompressSync(bytes, { params }));
  const gzip = cache.getOrCompute(`gzip ${hash}`, () => gzipSync(bytes, { level: GZIP_LEVEL }));
  const compressed: Encoding[] = [{ coding: "br", body: brotli }, { coding: "gzip", body: gzip }];
  const smaller = compressed.filter(({ body }) => body.length < bytes.length);
  return [...smaller, uncompressed];
}
