/**
 * Creates the HTTP representations of a document or file, one for each content coding, with an ETag and header fields.
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
  siteFields: RawHeaders;
  cache: CompileCache;
}>;

const GZIP_LEVEL = 6;
const BROTLI_PARAMS = {
  [constants.BROTLI_PARAM_QUALITY]: 5,
  // Base-2 logarithm of the window size, 64 KiB. A larger window would use more memory and benefit few documents.
  [constants.BROTLI_PARAM_LGWIN]: 16,
};

/**
 * Creates a compressed representation for each coding (Brotli, gzip) that makes the content smaller. The last
 * representation is uncompressed.
 */
export function createRepresentations(source: Source, settings: RepresentationSettings): Representation[] {
  const { mediaType, content } = source;
  const cacheControl = source.cacheControl ?? settings.cacheControl;
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const encodedBodies = compress(bytes, mediaType, settings.cache);
  const isCompressed = encodedBodies.length > 1;
  const vary = source.vary ?? (isCompressed ? "Accept-Encoding" : undefined);
  const varyFields = vary === undefined ? [] : ["Vary", vary];
  // Header fields of both 200 and 304 responses, as alternating names and values.
  const sharedFields = ["Cache-Control", cacheControl, ...varyFields, ...settings.siteFields];
  return encodedBodies.map(({ coding, body }) => {
    // Header fields of 200 responses only.
    const contentFields = ["Content-Type", mediaType, "Content-Length", String(body.length)];
    if (coding !== "identity") contentFields.push("Content-Encoding", coding);
    if (source.fields !== undefined) contentFields.push(...source.fields);
    const etag = computeEtag([...contentFields, ...sharedFields], body);
    return { coding, etag, contentFields, sharedFields, body };
  });
}

/** Hashes the fields too. Otherwise, after a change to only a field, a 304 would make caches keep the old field. */
function computeEtag(fields: RawHeaders, body: Buffer): string {
  return `"${hashOf(fields.join("\n"), "\n\n", body)}"`;
}

/** Returns the SHA-256 hash of the concatenated parts, truncated to 22 base64url characters (132 bits). */
export function hashOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("base64url").slice(0, 22);
}

type EncodedBody = Pick<Representation, "coding" | "body">;

/** Returns the Brotli and gzip versions that are smaller than the original, followed by the original. */
function compress(bytes: Buffer, mediaType: string, cache: CompileCache): EncodedBody[] {
  const uncompressed: EncodedBody = { coding: "identity", body: bytes };
  // Raster formats, e.g. JPEG, are already compressed, unlike SVG.
  const isRasterImage = mediaType.startsWith("image/") && mediaType !== "image/svg+xml";
  if (isRasterImage) return [uncompressed];
  const hash = hashOf(bytes);
  const brotli = cache.getOrCompute(`br ${hash}`, () => brotliCompressSync(bytes, { params: BROTLI_PARAMS }));
  const gzip = cache.getOrCompute(`gzip ${hash}`, () => gzipSync(bytes, { level: GZIP_LEVEL }));
  const compressed: EncodedBody[] = [{ coding: "br", body: brotli }, { coding: "gzip", body: gzip }];
  const smaller = compressed.filter(({ body }) => body.length < bytes.length);
  return [...smaller, uncompressed];
}
