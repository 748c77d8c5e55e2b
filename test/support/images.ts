/**
 * Minimal image files, and descriptions of photos, for tests.
 */
import type { Photo } from "../../src/compile/pictures/photographs.ts";

const PHOTO: Photo = {
  name: "a.jpg",
  path: "/images/a.1.jpg",
  mediaType: "image/jpeg",
  bytes: Buffer.alloc(0),
  immutable: true,
  width: 1600,
  height: 1200,
  versions: [],
  srcset: "",
  alt: "",
};

/** Returns a photo of 1600 × 1200 pixels without smaller versions, with the given fields changed. */
export function photoWith(fields: Partial<Photo>): Photo {
  return { ...PHOTO, ...fields };
}

/** Returns a JPEG that has only a frame header and an end marker, with `padding` bytes between them. */
export function jpegOf(width: number, height: number, padding = 0): Buffer {
  const start = [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 3, 0, 0];
  return Buffer.concat([Buffer.from(start), Buffer.alloc(padding), Buffer.from([0xff, 0xd9])]);
}

function bytesOf(...parts: readonly (string | readonly number[])[]): Buffer {
  return Buffer.concat(parts.map((part) => Buffer.from(typeof part === "string" ? Buffer.from(part, "latin1") : part)));
}

/** Header of a PNG image of 1600 × 1200 pixels. */
export const PNG = bytesOf(
  "\x89PNG\r\n\x1a\n",
  [0, 0, 0, 13],
  "IHDR",
  [0, 0, 6, 64, 0, 0, 4, 176, 8, 2, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0],
  "IEND",
);

/** Header of a HEIC image, the default format of iPhones. */
export const HEIC = bytesOf([0, 0, 0, 24], "ftypheic", [0, 0, 0, 0], "mif1heic");

export const AVIF = bytesOf([0, 0, 0, 24], "ftypavif", [0, 0, 0, 0], "mif1avif");
