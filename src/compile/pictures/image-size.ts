/**
 * Reads the format, width and height of an image from its file header.
 */

export type ImageSize = Readonly<{ width: number; height: number }>;

const SIZE_READERS = { jpeg: jpegSize, png: pngSize, svg: svgSize, webp: webpSize };

export type ImageFormat = keyof typeof SIZE_READERS;

/** Detects an image format by the first bytes of a file. Returns "heif" for HEIC and AVIF. */
export function detectFormat(bytes: Buffer): ImageFormat | "heif" | undefined {
  if (matches(bytes, 0, "\xff\xd8\xff")) return "jpeg";
  if (matches(bytes, 0, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR")) return "png";
  if (matches(bytes, 0, "RIFF") && matches(bytes, 8, "WEBP")) return "webp";
  if (matches(bytes, 4, "ftyp")) return "heif";
  return findSvgTag(bytes) === undefined ? undefined : "svg";
}

function matches(bytes: Buffer, offset: number, text: string): boolean {
  return bytes.toString("latin1", offset, offset + text.length) === text;
}

export function imageSize(bytes: Buffer, format: ImageFormat): ImageSize | undefined {
  try {
    const size = SIZE_READERS[format](bytes);
    const isValid = size !== undefined && size.width > 0 && size.height > 0;
    return isValid ? size : undefined;
  } catch {
    // The file is truncated: reading past its end throws.
    return undefined;
  }
}

function pngSize(bytes: Buffer): ImageSize {
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function jpegSize(bytes: Buffer): ImageSize | undefined {
  const frameOffset = findFrameHeader(bytes);
  if (frameOffset === undefined) return undefined;
  // A frame header has a marker (2 bytes), a length (2), a precision (1), the height (2) and the width (2).
  const height = bytes.readUInt16BE(frameOffset + 5);
  const width = bytes.readUInt16BE(frameOffset + 7);
  // The Exif data before the frame may tell viewers to rotate the image by 90°.
  const isRotated = isRotatedByExif(bytes.subarray(0, frameOffset));
  return isRotated ? { width: height, height: width } : { width, height };
}

const START_OF_IMAGE_LENGTH = 2;
const MARKER_LENGTH = 2;
/** JPEG types that browsers display: baseline, extended and progressive. */
const FRAME_TYPES = [0xc0, 0xc1, 0xc2];

/** Returns the offset of the JPEG segment with the image size. Throws if the file ends too early. */
function findFrameHeader(bytes: Buffer): number | undefined {
  let offset = START_OF_IMAGE_LENGTH;
  // Each segment begins with a marker (0xff and a type) and a length.
  while (bytes[offset] === 0xff) {
    if (FRAME_TYPES.includes(bytes.readUInt8(offset + 1))) return offset;
    const segmentLength = bytes.readUInt16BE(offset + MARKER_LENGTH);
    offset += MARKER_LENGTH + segmentLength;
  }
  return undefined;
}

/** Captures the value, 1 to 8, of the Exif orientation tag (0x112) in either byte order. */
const ORIENTATION_TAG = /(?:\x12\x01\x03\0\x01\0\0\0|\x01\x12\0\x03\0\0\0\x01\0)([\x01-\x08])/;

/** Orientations 5 to 8 rotate by 90° or 270°, which swaps width and height (Exif 2.32, section 4.6.2). */
function isRotatedByExif(jpegHeader: Buffer): boolean {
  const orientation = ORIENTATION_TAG.exec(jpegHeader.toString("latin1"))?.[1];
  return orientation !== undefined && orientation >= "\x05";
}

const LOW_14_BITS = 0x3fff;

/** Reads the size from the first chunk of a WebP file, whose layout depends on its type (RFC 9649). */
function webpSize(bytes: Buffer): ImageSize | undefined {
  const chunkType = bytes.toString("latin1", 12, 16);
  // Skip the file header (12 bytes) and the chunk's type and length (4 bytes each).
  const data = bytes.subarray(20);
  switch (chunkType) {
    case "VP8X": // Extended: flags (4 bytes), width - 1 and height - 1 (3 bytes each).
      return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
    case "VP8L": { // Lossless: a signature (1 byte), width - 1 and height - 1 (14 bits each).
      const bits = data.readUInt32LE(1);
      return { width: (bits & LOW_14_BITS) + 1, height: ((bits >>> 14) & LOW_14_BITS) + 1 };
    }
    case "VP8 ": // Lossy: a header (6 bytes), width and height (14 bits each, then 2 bits of scaling).
      return { width: data.readUInt16LE(6) & LOW_14_BITS, height: data.readUInt16LE(8) & LOW_14_BITS };
    default:
      return undefined;
  }
}

const SVG_HEADER_BYTES_MAX = 64 * 1024;
/** Matches from `<svg` to the last `>` before the next `<`, because attribute values may contain `>`. */
const SVG_TAG = /<svg\s[^<]*>/;

function findSvgTag(bytes: Buffer): string | undefined {
  // Latin-1 suffices, because the size attributes are ASCII.
  return SVG_TAG.exec(bytes.toString("latin1", 0, SVG_HEADER_BYTES_MAX))?.[0];
}

function svgSize(bytes: Buffer): ImageSize {
  const tag = findSvgTag(bytes) ?? "";
  // Prefer `viewBox="minX minY width height"`, because `width` and `height` may be percentages.
  const [, , boxWidth, boxHeight] = attributeOf(tag, "viewBox").trim().split(/[\s,]+/);
  const width = boxWidth ?? attributeOf(tag, "width");
  const height = boxHeight ?? attributeOf(tag, "height");
  return { width: parsePixels(width), height: parsePixels(height) };
}

function attributeOf(tag: string, name: string): string {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(tag)?.[1] ?? "";
}

/** Parses a length, e.g. "800.5px". Returns 0 if the text does not begin with a number. */
function parsePixels(length: string): number {
  return Math.round(parseFloat(length)) || 0;
}
