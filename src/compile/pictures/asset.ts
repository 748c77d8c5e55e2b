/**
 * Files that are served byte for byte: style sheets, icon and images. It reads no file.
 */

import { createHash } from "node:crypto";

export type Asset = Readonly<{
  path: string;
  mediaType: string;
  bytes: Buffer;
  /** True if the path contains a hash of the bytes, so that caches may store the file for good. */
  immutable: boolean;
}>;

/** Returns e.g. `/images/kitchen.1a2b3c4d5e.jpg`: ten hexadecimal digits of the bytes' SHA-256 before the extension. */
export function hashedPath(path: string, bytes: Buffer): string {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
  return path.replace(/(?=\.\w+$)/, `.${hash}`);
}
