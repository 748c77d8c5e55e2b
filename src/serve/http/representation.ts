/**
 * Representations are made once, at start, and never change.
 *
 * One source yields one for each content coding, with its own strong validator, because a strong entity tag names exact
 * bytes (RFC 9110, section 8.8.3).
 */

import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Coding } from "./accept.ts";
import { PUBLIC_FIELDS } from "./failure.ts";
import { type FieldLines, type HttpResponse, NO_BODY } from "./message.ts";

export interface Source {
  readonly mediaType: string;
  readonly content: string | Buffer;
  /** Not where it is compressed already, as a photograph is. */
  readonly compressible?: boolean;
  /** Of the 200 alone, as `Link`. */
  readonly fields?: FieldLines;
}

export interface Caching {
  readonly cacheControl: string;
  /** Left out where the answer depends on no request field. */
  readonly vary?: string;
}

export type Representation = ReturnType<typeof represent>[number];

/** Above this a better ratio costs more at start than it saves: Brotli 5 takes a second for some 30 MB. */
const LARGE_BYTES = 1 << 20;

const COMPRESS = {
  br: (bytes: Buffer) => {
    const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_LGWIN: window, BROTLI_PARAM_SIZE_HINT: size } = constants;
    // Few of our texts are longer than a window of 64 KiB, which is faster to fill and takes a megabyte less.
    const params = bytes.length > LARGE_BYTES ? { [quality]: 1 } : { [quality]: 5, [window]: 16 };
    return brotliCompressSync(bytes, { params: { ...params, [size]: bytes.length } });
  },
  gzip: (bytes: Buffer) => gzipSync(bytes, { level: bytes.length > LARGE_BYTES ? 1 : 6 }),
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

/** Over fields and bytes: a cache that is told 304 must never keep a field we have since changed. */
function entityTag(fields: FieldLines, bytes: Buffer): string {
  const hash = createHash("sha256").update(fields.join("\n")).update("\n\n").update(bytes);
  return `"${hash.digest("base64url").slice(0, 22)}"`;
}

/** @param fields are sent with every answer, the 304 too */
export function represent(source: Source, caching: Caching, fields: FieldLines = PUBLIC_FIELDS) {
  const { mediaType, content, compressible = true, fields: more = [] } = source;
  // Not a copy: what is served is what files.ts holds, and a reload need not read it anew.
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const codings = compressible ? encode(bytes) : ([["identity", bytes]] as const);
  const vary = caching.vary ?? (codings.length > 1 ? "Accept-Encoding" : undefined);
  const kept = ["Cache-Control", caching.cacheControl, ...(vary === undefined ? [] : ["Vary", vary]), ...fields];
  return codings.map(([coding, body]) => {
    const coded = coding === "identity" ? [] : ["Content-Encoding", coding];
    const own = ["Content-Type", mediaType, "Content-Length", String(body.length), ...coded, ...more];
    const etag = entityTag([...own, ...kept], body);
    const ok: HttpResponse = { kind: "response", status: 200, headers: [...own, "ETag", etag, ...kept], body };
    const notModified: HttpResponse = { kind: "response", status: 304, headers: ["ETag", etag, ...kept], body: NO_BODY };
    return { coding, etag, ok, notModified };
  });
}
