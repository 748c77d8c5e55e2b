/**
 * The width and height that an image file states in its first bytes: JPEG, PNG, WebP, AVIF and SVG.
 *
 * It decodes nothing and believes nothing: every read is within the bytes given, every loop ends.
 */

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Undefined when the bytes are not a whole header of that type, or state no size. */

export function imageSize(bytes: Buffer, mediaType: string): ImageSize | undefined {
  const size = READERS[mediaType]?.(bytes);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

/** The media types of photographs, by the ending of the file's name. */
export const IMAGE_TYPES: Readonly<Record<string, string>> = {
  avif: "image/avif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  webp: "image/webp",
};

type Reader = (bytes: Buffer) => ImageSize | undefined;

const READERS: Readonly<Record<string, Reader>> = {
  "image/avif": avif,
  "image/jpeg": jpeg,
  "image/png": png,
  "image/svg+xml": svg,
  "image/webp": webp,
};

function text(bytes: Buffer, at: number, length: number): string {
  return bytes.toString("latin1", at, at + length);
}

/** The signature, then the IHDR chunk, which must come first (RFC 2083, section 4.1.1). */
function png(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 24 || text(bytes, 0, 8) !== "\x89PNG\r\n\x1a\n" || text(bytes, 12, 4) !== "IHDR") return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Segments follow each other by their lengths; the size stands in the start-of-frame segment, behind what cameras say. */
function jpeg(bytes: Buffer): ImageSize | undefined {
  if (text(bytes, 0, 2) !== "\xff\xd8") return undefined;
  let isTurned = false;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1; // a fill byte
    } else if (isStartOfFrame(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return isTurned ? { width: height, height: width } : { width, height };
    } else {
      if (marker === 0xe1) isTurned ||= isExifTurned(bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2)));
      at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
    }
  }
  return undefined;
}

/** Whether the camera was held upright: orientations 5 to 8 of the first directory's tag 0x112 (Exif 2.32, section 4.6.2). */
function isExifTurned(segment: Buffer): boolean {
  if (text(segment, 0, 6) !== "Exif\0\0") return false;
  const tiff = segment.subarray(6);
  const isLittle = text(tiff, 0, 2) === "II";
  const number = (at: number, size: number): number => {
    if (at + size > tiff.length) return 0;
    return isLittle ? tiff.readUIntLE(at, size) : tiff.readUIntBE(at, size);
  };
  const first = number(4, 4);
  for (let entry = 0; entry < number(first, 2); entry += 1) {
    const at = first + 2 + entry * 12;
    if (number(at, 2) === 0x112) return number(at + 8, 2) >= 5 && number(at + 8, 2) <= 8;
  }
  return false;
}

/** C0 to CF, but for the three among them that begin tables and not frames. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Three kinds of first chunk: lossy, lossless and extended (RFC 9649, sections 2.5 to 2.7). */
function webp(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 30 || text(bytes, 0, 4) !== "RIFF" || text(bytes, 8, 4) !== "WEBP") return undefined;
  switch (text(bytes, 12, 4)) {
    case "VP8 ":
      if (text(bytes, 23, 3) !== "\x9d\x01\x2a") return undefined;
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      if (bytes[20] !== 0x2f) return undefined;
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

/** The view box, which says the drawing's proportions, or else its width and height. */
function svg(bytes: Buffer): ImageSize | undefined {
  const [tag = ""] = /<svg\s[^<>]*>/.exec(text(bytes, 0, HEADER_BYTES_MAX)) ?? [];
  const [, width, height] =
    /\sviewBox="[-\d.]+[ ,]+[-\d.]+[ ,]+([\d.]+)[ ,]+([\d.]+)"/.exec(tag) ?? /^(?=.*?\swidth="([\d.]+))(?=.*?\sheight="([\d.]+))/s.exec(tag) ?? [];
  return { width: Math.round(Number(width)), height: Math.round(Number(height)) };
}

/** How far into an SVG or AVIF file its size is looked for. */
const HEADER_BYTES_MAX = 64 * 1024;

/**
 * The largest `ispe` property: a file may hold thumbnails and an alpha plane besides the picture.
 * A property is four bytes of size, its name, four of version and flags, width and height.
 */
function avif(bytes: Buffer): ImageSize | undefined {
  if (text(bytes, 4, 4) !== "ftyp" || !/^avi[fs]/.test(text(bytes, 8, 4))) return undefined;
  const header = bytes.subarray(0, HEADER_BYTES_MAX);
  let largest: ImageSize | undefined;
  for (let at = header.indexOf("ispe", 12, "latin1"); at !== -1; at = header.indexOf("ispe", at + 4, "latin1")) {
    if (at + 16 > header.length || header.readUInt32BE(at - 4) !== 20) continue;
    const size = { width: header.readUInt32BE(at + 8), height: header.readUInt32BE(at + 12) };
    if (largest === undefined || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}
