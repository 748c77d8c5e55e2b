/**
 * Files that are served unchanged: style sheets, icons, images and the contact card.
 */

import { createHash } from "node:crypto";

export type Asset = Readonly<{
  path: string;
  mediaType: string;
  bytes: Buffer;
  /** True if the path contains a hash of the bytes, so that caches never need to revalidate the file. */
  immutable: boolean;
}>;

/** Inserts a content hash before the extension, e.g. `/images/kitchen.1a2b3c4d5e.jpg`. */
export function hashedPath(path: string, bytes: Buffer): string {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
  return path.replace(/(?=\.\w+$)/, `.${hash}`);
}
