/**
 * Reads the format and the dimensions of an image from its header: JPEG, PNG, WebP and SVG.
 *
 * It decodes no pixels. A damaged header has no size, and every loop ends.
 */

export type ImageSize = Readonly<{
  width: number;
  height: number;
}>;

/** `iso` is an ISO base media file: HEIC or AVIF, the formats in which phones save photographs. */
export type ImageFormat = "iso" | "jpeg" | "png" | "svg" | "webp";

const SVG_BYTES_MAX = 64 * 1024;

/** Detects the format by the file signature. Returns undefined for SVG, which has none, and for other formats. */
export function imageFormat(bytes: Buffer): ImageFormat | undefined {
  if (matches(bytes, 0, "\xff\xd8\xff")) return "jpeg";
  if (matches(bytes, 0, "\x89PNG\r\n\x1a\n")) return "png";
  if (matches(bytes, 0, "RIFF") && matches(bytes, 8, "WEBP")) return "webp";
  return matches(bytes, 4, "ftyp") ? "iso" : undefined;
}

/** Returns the dimensions in pixels, or undefined if the header is damaged or states no size. */
export function imageSize(bytes: Buffer, format: ImageFormat): ImageSize | undefined {
  try {
    const size = readSize(bytes, format);
    const isPositive = size !== undefined && size.width > 0 && size.height > 0;
    return isPositive && Number.isFinite(size.width * size.height) ? size : undefined;
  } catch {
    // Buffer throws a RangeError if the header is cut off.
    return undefined;
  }
}

const JPEG_END_OF_IMAGE = "\xff\xd9";

/** Returns whether the end of a JPEG file is missing, e.g. after an interrupted copy. */
export function isTruncatedJpeg(bytes: Buffer): boolean {
  // An Exif thumbnail has an end marker too, but before the frame. Coded data contains none (ITU-T T.81, B.1.1.5).
  const lastEnd = bytes.lastIndexOf(JPEG_END_OF_IMAGE, undefined, "latin1");
  return lastEnd <= readJpegHeader(bytes).frame;
}

function readSize(bytes: Buffer, format: ImageFormat): ImageSize | undefined {
  if (format === "jpeg") return jpegSize(bytes);
  if (format === "png") return pngSize(bytes);
  if (format === "svg") return svgSize(bytes);
  return format === "webp" ? webpSize(bytes) : undefined;
}

/** Returns whether the bytes at an offset equal a Latin-1 text, one character per byte. */
function matches(bytes: Buffer, offset: number, text: string): boolean {
  return bytes.toString("latin1", offset, offset + text.length) === text;
}

/** Reads the IHDR chunk, which is always first and 13 bytes long (RFC 2083, section 4.1.1). */
function pngSize(bytes: Buffer): ImageSize | undefined {
  if (!matches(bytes, 0, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR")) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Reads the frame header. Swaps width and height if the Exif orientation rotates the image by 90 degrees. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  const { frame, exif } = readJpegHeader(bytes);
  if (frame === -1) return undefined;
  const height = bytes.readUInt16BE(frame + 5);
  const width = bytes.readUInt16BE(frame + 7);
  const isRotated = exif !== undefined && isQuarterTurn(exif);
  return isRotated ? { width: height, height: width } : { width, height };
}

type JpegHeader = Readonly<{
  /** The offset of the start-of-frame marker, or -1 if there is none. */
  frame: number;
  /** The TIFF data of the first Exif segment. */
  exif: Buffer | undefined;
}>;

/** Start-of-frame (SOF) markers are C0 to CF, except C4 (DHT), C8 (JPG) and CC (DAC). */
function isFrameMarker(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

const APP1 = 0xe1;
const FILL_BYTE = 0xff;

/** Reads the segments up to the start of the frame. */
function readJpegHeader(bytes: Buffer): JpegHeader {
  let exif: Buffer | undefined;
  let offset = matches(bytes, 0, "\xff\xd8") ? 2 : bytes.length;
  while (bytes[offset] === 0xff) {
    const marker = bytes.readUInt8(offset + 1);
    if (isFrameMarker(marker)) return { frame: offset, exif };
    if (marker === FILL_BYTE) {
      offset += 1;
      continue;
    }
    // The length includes its own two bytes, so a smaller one is an error.
    const length = Math.max(2, bytes.readUInt16BE(offset + 2));
    const end = offset + 2 + length;
    if (marker === APP1 && exif === undefined && matches(bytes, offset + 4, "Exif\0\0")) {
      exif = bytes.subarray(offset + 10, end);
    }
    offset = end;
  }
  return { frame: -1, exif };
}

const ORIENTATION_TAG = 0x112;
const ENTRY_BYTES = 12;

/** Returns whether the orientation in the first directory is 5 to 8: rotated by 90 degrees (Exif 2.32, 4.6.2). */
function isQuarterTurn(tiff: Buffer): boolean {
  const isLittleEndian = matches(tiff, 0, "II");
  // Reads zero beyond the end, so that a damaged directory has no orientation.
  const read = (offset: number, size: number) => {
    if (offset + size > tiff.length) return 0;
    return isLittleEndian ? tiff.readUIntLE(offset, size) : tiff.readUIntBE(offset, size);
  };
  const directory = read(4, 4);
  const entryCount = read(directory, 2);
  for (let index = 0; index < entryCount; index += 1) {
    const entry = directory + 2 + ENTRY_BYTES * index;
    if (read(entry, 2) !== ORIENTATION_TAG) continue;
    const orientation = read(entry + 8, 2);
    return orientation >= 5 && orientation <= 8;
  }
  return false;
}

const LOW_14_BITS = 0x3fff;

/** Reads the first chunk: lossy `VP8 `, lossless `VP8L` or extended `VP8X` (RFC 9649, sections 2.5 to 2.7). */
function webpSize(bytes: Buffer): ImageSize | undefined {
  if (!matches(bytes, 0, "RIFF") || !matches(bytes, 8, "WEBP")) return undefined;
  if (matches(bytes, 12, "VP8 ")) {
    return { width: bytes.readUInt16LE(26) & LOW_14_BITS, height: bytes.readUInt16LE(28) & LOW_14_BITS };
  }
  if (matches(bytes, 12, "VP8L")) {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & LOW_14_BITS) + 1, height: ((bits >>> 14) & LOW_14_BITS) + 1 };
  }
  if (!matches(bytes, 12, "VP8X")) return undefined;
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
}

/** An unclosed comment extends to the end of the text, so that matching takes linear time. */
const XML_COMMENT = /<!--[^]*?(?:-->|$)/g;
const SVG_TAG = /<svg\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/;
const ATTRIBUTE = /\s([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Reads the attribute `viewBox` or, without one, `width` and `height`. Only the proportions of an SVG matter. */
function svgSize(bytes: Buffer): ImageSize {
  const text = bytes.toString("latin1", 0, SVG_BYTES_MAX).replace(XML_COMMENT, "");
  const tag = SVG_TAG.exec(text)?.[0] ?? "";
  const attributes = new Map<string, string>();
  for (const [, name = "", inDoubleQuotes, inSingleQuotes = ""] of tag.matchAll(ATTRIBUTE)) {
    attributes.set(name, inDoubleQuotes ?? inSingleQuotes);
  }
  const viewBox = attributes.get("viewBox")?.trim().split(/[\s,]+/) ?? [];
  const width = viewBox[2] ?? attributes.get("width") ?? "";
  const height = viewBox[3] ?? attributes.get("height") ?? "";
  return { width: Math.round(parseFloat(width)), height: Math.round(parseFloat(height)) };
}
