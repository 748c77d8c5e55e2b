/**
 * Reads the format and the size of an image from its header.
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
    return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
  } catch {
    // The header is truncated.
    return undefined;
  }
}

function pngSize(bytes: Buffer): ImageSize {
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function jpegSize(bytes: Buffer): ImageSize | undefined {
  const frameOffset = findFrameHeader(bytes);
  if (frameOffset === undefined) return undefined;
  // The frame header is described in ITU-T T.81, B.2.2.
  const height = bytes.readUInt16BE(frameOffset + 5);
  const width = bytes.readUInt16BE(frameOffset + 7);
  // The Exif data before the frame may tell viewers to rotate the image by 90°.
  const isRotated = isRotatedByExif(bytes.subarray(0, frameOffset));
  return isRotated ? { width: height, height: width } : { width, height };
}

const START_OF_IMAGE_LENGTH = 2;
const MARKER_LENGTH = 2;
/** Markers of the frame headers that browsers support: baseline, extended and progressive. */
const FRAME_MARKERS = [0xc0, 0xc1, 0xc2];

/** Returns the offset of a JPEG file's frame header, or undefined. Throws a RangeError if the file ends too early. */
function findFrameHeader(bytes: Buffer): number | undefined {
  let offset = START_OF_IMAGE_LENGTH;
  while (bytes[offset] === 0xff) {
    if (FRAME_MARKERS.includes(bytes.readUInt8(offset + 1))) return offset;
    const segmentLength = bytes.readUInt16BE(offset + MARKER_LENGTH);
    offset += MARKER_LENGTH + segmentLength;
  }
  return undefined;
}

/** Matches the Exif tag for the orientation (0x112, one two-byte integer), little-endian or big-endian. */
const ORIENTATION_TAG = /(?:\x12\x01\x03\0\x01\0\0\0|\x01\x12\0\x03\0\0\0\x01\0)([\x01-\x08])/;

/** Returns whether the orientation is one of 5 to 8, which swap the width and height (Exif 2.32, section 4.6.2). */
function isRotatedByExif(jpegHeader: Buffer): boolean {
  const orientation = ORIENTATION_TAG.exec(jpegHeader.toString("latin1"))?.[1] ?? "\x01";
  return orientation >= "\x05";
}

const LOW_14_BITS = 0x3fff;

/** Reads the size from the first chunk of a WebP file (RFC 9649). */
function webpSize(bytes: Buffer): ImageSize | undefined {
  const chunkType = bytes.toString("latin1", 12, 16);
  const data = bytes.subarray(20);
  if (chunkType === "VP8X") return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
  if (chunkType === "VP8L") {
    const bits = data.readUInt32LE(1);
    return { width: (bits & LOW_14_BITS) + 1, height: ((bits >>> 14) & LOW_14_BITS) + 1 };
  }
  if (chunkType !== "VP8 ") return undefined;
  // The top two bits of each number are a scaling factor.
  return { width: data.readUInt16LE(6) & LOW_14_BITS, height: data.readUInt16LE(8) & LOW_14_BITS };
}

const SVG_HEADER_BYTES_MAX = 64 * 1024;
/** Matches up to the last `>` before the next tag, because attributes may contain `>`, but not `<`. */
const SVG_TAG = /<svg\s[^<]*>/;

function findSvgTag(bytes: Buffer): string | undefined {
  // The size attributes are ASCII, so Latin-1 decodes them correctly.
  return SVG_TAG.exec(bytes.toString("latin1", 0, SVG_HEADER_BYTES_MAX))?.[0];
}

function svgSize(bytes: Buffer): ImageSize {
  const tag = findSvgTag(bytes) ?? "";
  // Prefer `viewBox` ("min-x min-y width height"), because `width` and `height` may be percentages.
  const viewBox = attributeOf(tag, "viewBox").trim().split(/[\s,]+/);
  const width = viewBox[2] ?? attributeOf(tag, "width");
  const height = viewBox[3] ?? attributeOf(tag, "height");
  return { width: parsePixels(width), height: parsePixels(height) };
}

function attributeOf(tag: string, name: string): string {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(tag)?.[1] ?? "";
}

/** Parses and rounds a length, e.g. "800.5px". Returns 0 unless the text begins with a number. */
function parsePixels(length: string): number {
  return Math.round(parseFloat(length)) || 0;
}
