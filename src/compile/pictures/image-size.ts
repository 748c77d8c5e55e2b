/**
 * The width and height that an image file states in its first bytes: JPEG, PNG, WebP, AVIF and SVG.
 *
 * It decodes nothing and believes nothing: to read beyond the bytes given is to have no size, and every loop ends.
 */

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Undefined when the bytes are not a whole header of the type that the file's name ends in, or state no size. */
export function imageSize(bytes: Buffer, ending: string): ImageSize | undefined {
  try {
    const { width = 0, height = 0 } = READERS[ending]?.(bytes) ?? {};
    return width > 0 && height > 0 && width * height < Infinity ? { width, height } : undefined;
  } catch {
    return undefined;
  }
}

const READERS: Readonly<Record<string, (bytes: Buffer) => ImageSize | undefined>> = { avif, jpeg, jpg: jpeg, png, svg, webp };

function has(bytes: Buffer, at: number, text: string): boolean {
  return bytes.toString("latin1", at, at + text.length) === text;
}

/** The signature, then the IHDR chunk of 13 bytes, which must come first (RFC 2083, section 4.1.1). */
function png(bytes: Buffer): ImageSize | undefined {
  if (!has(bytes, 0, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR")) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Segments follow each other by their lengths; the size is in the one that begins the frame, behind what cameras say. */
function jpeg(bytes: Buffer): ImageSize | undefined {
  if (!has(bytes, 0, "\xff\xd8")) return undefined;
  let isTurned = false;
  let at = 2;
  while (bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    const length = bytes.readUInt16BE(at + 2);
    // C0 to CF, but for the three among them that begin tables and not frames.
    if (marker >> 4 === 0xc && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return isTurned ? { width: height, height: width } : { width, height };
    }
    if (marker === 0xe1) isTurned ||= isExifTurned(bytes.subarray(at + 4, at + 2 + length));
    // FF is a fill byte.
    at += marker === 0xff ? 1 : 2 + Math.max(2, length);
  }
  return undefined;
}

/** Whether the camera was held upright: orientations 5 to 8 of the first directory's tag 0x112 (Exif 2.32, section 4.6.2). */
function isExifTurned(segment: Buffer): boolean {
  if (!has(segment, 0, "Exif\0\0")) return false;
  const tiff = segment.subarray(6);
  const number = (at: number, size: number) => {
    if (at + size > tiff.length) return 0;
    return has(tiff, 0, "II") ? tiff.readUIntLE(at, size) : tiff.readUIntBE(at, size);
  };
  const directory = number(4, 4);
  const entries = Array.from({ length: number(directory, 2) }, (_, index) => directory + 2 + 12 * index);
  return entries.some((at) => number(at, 2) === 0x112 && [5, 6, 7, 8].includes(number(at + 8, 2)));
}

/** Three kinds of first chunk: lossy, lossless and extended (RFC 9649, sections 2.5 to 2.7). */
function webp(bytes: Buffer): ImageSize | undefined {
  if (!has(bytes, 0, "RIFF") || !has(bytes, 8, "WEBP")) return undefined;
  if (has(bytes, 12, "VP8 ")) return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (has(bytes, 12, "VP8L")) {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return has(bytes, 12, "VP8X") ? { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 } : undefined;
}

/** The view box, which says the drawing's proportions, or else its width and height. */
function svg(bytes: Buffer): ImageSize | undefined {
  const [tag = ""] = /<svg\s[^<>]*>/.exec(bytes.toString("latin1", 0, HEADER_BYTES_MAX)) ?? [];
  const attribute = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
  const [, , width = attribute("width"), height = attribute("height")] = attribute("viewBox").split(/[ ,]+/);
  return { width: Math.round(parseFloat(width)), height: Math.round(parseFloat(height)) };
}

/** How far into an SVG or AVIF file its size is looked for. */
const HEADER_BYTES_MAX = 64 * 1024;

/**
 * The largest `ispe` property, for there may be a thumbnail and an alpha plane: four bytes of size, its name, four of
 * version and flags, width and height.
 */
function avif(bytes: Buffer): ImageSize | undefined {
  if (!has(bytes, 4, "ftypavif") && !has(bytes, 4, "ftypavis")) return undefined;
  const header = bytes.subarray(0, HEADER_BYTES_MAX);
  let largest = { width: 0, height: 0 };
  for (let at = header.indexOf("ispe", 12); at !== -1; at = header.indexOf("ispe", at + 4)) {
    if (bytes.readUInt32BE(at - 4) !== 20) continue;
    const [width, height] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
    if (width * height > largest.width * largest.height) largest = { width, height };
  }
  return largest;
}
