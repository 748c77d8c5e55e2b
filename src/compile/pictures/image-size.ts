/**
 * Reads format, width and height from the first bytes of an image file: JPEG, PNG, WebP, AVIF and SVG.
 *
 * It decodes nothing and trusts nothing. Reading beyond the end of the bytes gives no size, and every loop ends.
 */

export interface ImageSize {
  /** In pixels, as browsers show the image. */
  readonly width: number;
  readonly height: number;
}

export type ImageFormat = "avif" | "heic" | "jpeg" | "png" | "svg" | "webp";

/** How many bytes of an SVG or AVIF file are searched for the size. */
const HEADER_BYTES_MAX = 64 * 1024;

const HEIC_BRANDS = ["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1"];

/** Returns the format by the signature, or undefined for a text such as SVG and for any other file. */
export function imageFormat(bytes: Buffer): ImageFormat | undefined {
  if (has(bytes, 0, "\xff\xd8\xff")) return "jpeg";
  if (has(bytes, 0, "\x89PNG\r\n\x1a\n")) return "png";
  if (has(bytes, 0, "RIFF") && has(bytes, 8, "WEBP")) return "webp";
  if (!has(bytes, 4, "ftyp")) return undefined;
  const brand = bytes.toString("latin1", 8, 12);
  if (brand === "avif" || brand === "avis") return "avif";
  return HEIC_BRANDS.includes(brand) ? "heic" : undefined;
}

/** Returns undefined if the bytes are not a complete header of that format, or state no size. */
export function imageSize(bytes: Buffer, format: ImageFormat): ImageSize | undefined {
  try {
    const size = readSize(bytes, format);
    const isPositive = size !== undefined && size.width > 0 && size.height > 0;
    return isPositive && Number.isFinite(size.width * size.height) ? size : undefined;
  } catch {
    // A RangeError of Buffer: the header is cut off.
    return undefined;
  }
}

/** Tells whether the end of the image is missing, as after a copy that was broken off. */
export function isTruncated(bytes: Buffer, format: ImageFormat): boolean {
  // The end-of-image marker cannot occur within coded data (ITU-T T.81, B.1.1.5). Cameras write more after it.
  if (format === "jpeg") return bytes.lastIndexOf("\xff\xd9", undefined, "latin1") <= frameOffset(bytes);
  if (format === "png") return !bytes.includes("IEND", 33, "latin1");
  if (format === "webp") return bytes.length < bytes.readUInt32LE(4) + 8;
  return false;
}

function readSize(bytes: Buffer, format: ImageFormat): ImageSize | undefined {
  switch (format) {
    case "avif":
      return avifSize(bytes);
    case "jpeg":
      return jpegSize(bytes);
    case "png":
      return pngSize(bytes);
    case "svg":
      return svgSize(bytes);
    case "webp":
      return webpSize(bytes);
    case "heic":
      return undefined;
  }
}

function has(bytes: Buffer, offset: number, text: string): boolean {
  return bytes.toString("latin1", offset, offset + text.length) === text;
}

/** The chunk IHDR, of 13 bytes, is first (RFC 2083, section 4.1.1). */
function pngSize(bytes: Buffer): ImageSize | undefined {
  if (!has(bytes, 0, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR")) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Swaps width and height if the Exif orientation turns the image by a quarter. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  const frame = frameOffset(bytes);
  if (frame === -1) return undefined;
  const height = bytes.readUInt16BE(frame + 5);
  const width = bytes.readUInt16BE(frame + 7);
  const exif = exifSegment(bytes, frame);
  const isTurned = exif !== undefined && isQuarterTurn(exif);
  return isTurned ? { width: height, height: width } : { width, height };
}

/** Returns the offset of the marker that begins the frame (SOF), or -1. */
function frameOffset(bytes: Buffer): number {
  let frame = -1;
  for (const { marker, offset } of jpegSegments(bytes)) {
    if (isFrameMarker(marker)) {
      frame = offset;
      break;
    }
  }
  return frame;
}

/** SOF markers are C0 to CF, except C4, C8 and CC, which do not start a frame. */
function isFrameMarker(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Iterates over the segments before the coded data. FF is a fill byte. */
function* jpegSegments(bytes: Buffer): Generator<{ readonly marker: number; readonly offset: number; readonly length: number }> {
  if (!has(bytes, 0, "\xff\xd8")) return;
  let offset = 2;
  while (bytes[offset] === 0xff) {
    const marker = bytes.readUInt8(offset + 1);
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    const length = Math.max(2, bytes.readUInt16BE(offset + 2));
    yield { marker, offset, length };
    offset += 2 + length;
  }
}

/** Returns the TIFF structure of the first Exif segment. Later ones are ignored, as a file has one. */
function exifSegment(bytes: Buffer, frame: number): Buffer | undefined {
  for (const { marker, offset, length } of jpegSegments(bytes)) {
    if (offset >= frame) return undefined;
    const content = offset + 4;
    if (marker === 0xe1 && has(bytes, content, "Exif\0\0")) return bytes.subarray(content + 6, offset + 2 + length);
  }
  return undefined;
}

/** Reads the orientation, tag 0x112 of the first directory (Exif 2.32, section 4.6.2). 5 to 8 are quarter turns. */
function isQuarterTurn(tiff: Buffer): boolean {
  const isLittleEndian = has(tiff, 0, "II");
  const read = (offset: number, size: number) => {
    if (offset + size > tiff.length) return 0;
    return isLittleEndian ? tiff.readUIntLE(offset, size) : tiff.readUIntBE(offset, size);
  };
  const directory = read(4, 4);
  const count = read(directory, 2);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + 12 * index;
    if (read(entry, 2) === 0x112) return [5, 6, 7, 8].includes(read(entry + 8, 2));
  }
  return false;
}

/** Three kinds of first chunk: lossy, lossless and extended (RFC 9649, sections 2.5 to 2.7). */
function webpSize(bytes: Buffer): ImageSize | undefined {
  if (!has(bytes, 0, "RIFF") || !has(bytes, 8, "WEBP")) return undefined;
  if (has(bytes, 12, "VP8 ")) {
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
  if (has(bytes, 12, "VP8L")) {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (has(bytes, 12, "VP8X")) return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  return undefined;
}

/** An unclosed comment reaches to the end, so that the time is linear. */
const XML_COMMENT = /<!--[^]*?(?:-->|$)/g;
const SVG_TAG = /<svg\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/;
const ATTRIBUTE = /\s([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The view box states the proportions; width and height are used if it is missing. */
function svgSize(bytes: Buffer): ImageSize | undefined {
  const text = bytes.toString("latin1", 0, HEADER_BYTES_MAX).replace(XML_COMMENT, "");
  const tag = SVG_TAG.exec(text)?.[0] ?? "";
  const attributes = new Map<string, string>();
  for (const [, name = "", quoted, apostrophed = ""] of tag.matchAll(ATTRIBUTE)) attributes.set(name, quoted ?? apostrophed);
  const viewBox = attributes.get("viewBox")?.trim().split(/[\s,]+/) ?? [];
  const width = viewBox[2] ?? attributes.get("width") ?? "";
  const height = viewBox[3] ?? attributes.get("height") ?? "";
  return { width: Math.round(parseFloat(width)), height: Math.round(parseFloat(height)) };
}

/**
 * Reads the largest `ispe` property, because there may be a thumbnail and an alpha plane: 4 bytes of box size, the
 * name, 4 bytes of version and flags, width and height (ISO/IEC 23008-12, section 6.5.3).
 */
function avifSize(bytes: Buffer): ImageSize | undefined {
  if (imageFormat(bytes) !== "avif") return undefined;
  const header = bytes.subarray(0, HEADER_BYTES_MAX);
  let largest = { width: 0, height: 0 };
  for (let offset = header.indexOf("ispe", 12); offset !== -1; offset = header.indexOf("ispe", offset + 4)) {
    if (bytes.readUInt32BE(offset - 4) !== 20) continue;
    const width = bytes.readUInt32BE(offset + 8);
    const height = bytes.readUInt32BE(offset + 12);
    if (width * height > largest.width * largest.height) largest = { width, height };
  }
  return isAvifTurned(header) ? { width: largest.height, height: largest.width } : largest;
}

/** Reads the `irot` property, a box of 9 bytes that ends with the number of quarter turns. */
function isAvifTurned(header: Buffer): boolean {
  const offset = header.indexOf("irot", 12);
  if (offset === -1 || header.readUInt32BE(offset - 4) !== 9) return false;
  return header.readUInt8(offset + 4) % 2 === 1;
}
