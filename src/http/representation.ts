/**
 * Representations are made once, when the server starts, and never change.
 *
 * One source yields one representation per content coding. Each has its own strong validator,
 * because a strong entity tag names exact bytes (RFC 9110, section 8.8.3).
 */

import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Coding } from "./accept.ts";
import { PUBLIC_FIELDS } from "./failure.ts";
import { type FieldLines, type HttpResponse, NO_BODY } from "./message.ts";

export interface Source {
  readonly mediaType: string;
  readonly content: string | Buffer;
  /** False for what is compressed already, as a photograph is. */
  readonly compressible?: boolean;
  /** Sent with the 200 besides the common fields, as `Link`. */
  readonly fields?: FieldLines;
}

export interface Caching {
  readonly cacheControl: string;
  /** Left out where the answer depends on no request field. */
  readonly vary?: string;
}

export interface Representation {
  readonly coding: Coding;
  readonly etag: string;
  readonly ok: HttpResponse;
  readonly notModified: HttpResponse;
}

/** Above this, a better ratio costs more at start than it saves: Brotli 5 takes a second for some 30 MB. */
const LARGE_BYTES = 1 << 20;

const COMPRESS: Readonly<Record<Exclude<Coding, "identity">, (bytes: Buffer) => Buffer>> = {
  br: (bytes) => {
    const quality = bytes.length > LARGE_BYTES ? 1 : 5;
    return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  },
  gzip: (bytes) => gzipSync(bytes, { level: bytes.length > LARGE_BYTES ? 1 : 6 }),
};

/** By coding and hash, as long as it is served: a reload changes few bytes, and requests wait while it compresses. */
const compressed = new Map<string, WeakRef<Buffer>>();
const COMPRESSED_MAX = 1000;

/** What is smaller than the bytes, best first, and the bytes themselves. */
function encode(bytes: Buffer): [coding: Coding, bytes: Buffer][] {
  const hash = createHash("sha256").update(bytes).digest("base64url");
  if (compressed.size > COMPRESSED_MAX) compressed.clear();
  const coded = (["br", "gzip"] as const).map((coding): [Coding, Buffer] => {
    const key = coding + hash;
    const shorter = compressed.get(key)?.deref() ?? COMPRESS[coding](bytes);
    compressed.set(key, new WeakRef(shorter));
    return [coding, shorter];
  });
  return [...coded.filter(([, shorter]) => shorter.length < bytes.length), ["identity", bytes]];
}

/** A tag over fields and bytes, so that a cache that is told 304 never keeps a field we have since changed. */
function entityTag(fields: FieldLines, bytes: Buffer): string {
  const hash = createHash("sha256").update(fields.join("\n")).update("\n\n").update(bytes);
  return `"${hash.digest("base64url").slice(0, 22)}"`;
}

/** @param fields are sent with every answer, the 304 too */
export function represent(source: Source, caching: Caching, fields: FieldLines = PUBLIC_FIELDS): Representation[] {
  const { content } = source;
  // Not a copy: what is served is what files.ts holds, and a reload need not read it anew.
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const codings = source.compressible === false ? ([["identity", bytes]] as const) : encode(bytes);
  const vary = caching.vary ?? (codings.length > 1 ? "Accept-Encoding" : undefined);
  const kept = ["Cache-Control", caching.cacheControl, ...(vary === undefined ? [] : ["Vary", vary]), ...fields];
  return codings.map(([coding, body]) => {
    const own = [
      "Content-Type",
      source.mediaType,
      "Content-Length",
      String(body.length),
      ...(coding === "identity" ? [] : ["Content-Encoding", coding]),
      ...(source.fields ?? []),
    ];
    const etag = entityTag([...own, ...kept], body);
    return {
      coding,
      etag,
      ok: { status: 200, headers: [...own, "ETag", etag, ...kept], body },
      notModified: { status: 304, headers: ["ETag", etag, ...kept], body: NO_BODY },
    };
  });
}
