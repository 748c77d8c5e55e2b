/**
 * Reads the format and the size of an image from its header. Detects truncated files.
 */

export type ImageSize = Readonly<{ width: number; height: number }>;

const SIZE_READERS = { jpeg: jpegSize, png: pngSize, svg: svgSize, webp: webpSize };

export type ImageFormat = keyof typeof SIZE_READERS;

/** Detects an image format by its file signature. Returns "heif" for HEIC or AVIF, and undefined for SVG. */
export function detectFormat(bytes: Buffer): ImageFormat | "heif" | undefined {
  if (matches(bytes, 0, "\xff\xd8\xff")) return "jpeg";
  if (matches(bytes, 0, "\x89PNG\r\n\x1a\n")) return "png";
  if (matches(bytes, 0, "RIFF") && matches(bytes, 8, "WEBP")) return "webp";
  return matches(bytes, 4, "ftyp") ? "heif" : undefined;
}

function matches(bytes: Buffer, offset: number, text: string): boolean {
  return bytes.toString("latin1", offset, offset + text.length) === text;
}

/** Returns undefined if the header is damaged or the image is not in the given `format`. */
export function imageSize(bytes: Buffer, format: ImageFormat): ImageSize | undefined {
  // An SVG has no file signature.
  if (format !== "svg" && detectFormat(bytes) !== format) return undefined;
  try {
    const size = SIZE_READERS[format](bytes);
    return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
  } catch {
    // The header is truncated.
    return undefined;
  }
}

const JPEG_END_MARKER = "\xff\xd9";
const PNG_END_CHUNK = "IEND";
const RIFF_HEADER_LENGTH = 8;

/** Returns whether an image with a valid header was cut off. */
export function isTruncated(bytes: Buffer): boolean {
  const format = detectFormat(bytes);
  if (format === "png") return !bytes.includes(PNG_END_CHUNK);
  // At offset 4, a WebP file stores how many bytes follow its RIFF header.
  if (format === "webp") return bytes.length < RIFF_HEADER_LENGTH + bytes.readUInt32LE(4);
  // Start at the frame, because the Exif thumbnail before it has an end marker of its own.
  if (format === "jpeg") return !bytes.includes(JPEG_END_MARKER, findStartOfFrame(bytes), "latin1");
  return false;
}

function pngSize(bytes: Buffer): ImageSize | undefined {
  // The first chunk of a valid PNG is IHDR (RFC 2083, section 4.1.1).
  if (!matches(bytes, 12, "IHDR")) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function jpegSize(bytes: Buffer): ImageSize | undefined {
  const frameOffset = findStartOfFrame(bytes);
  if (frameOffset === undefined) return undefined;
  // The frame header is described in ITU-T T.81, B.2.2.
  const height = bytes.readUInt16BE(frameOffset + 5);
  const width = bytes.readUInt16BE(frameOffset + 7);
  // The Exif data before the frame may tell viewers to rotate the image by 90°.
  const isRotated = isRotatedByExif(bytes.subarray(0, frameOffset));
  return isRotated ? { width: height, height: width } : { width, height };
}

const START_OF_IMAGE_LENGTH = 2;
const MARKER_START = 0xff;
const MARKER_LENGTH = 2;

/**
 * Returns the offset of a JPEG file's start-of-frame marker, or undefined if there is none. Throws a RangeError if the
 * file ends within a segment's header.
 */
function findStartOfFrame(bytes: Buffer): number | undefined {
  let offset = START_OF_IMAGE_LENGTH;
  while (bytes[offset] === MARKER_START) {
    // Skip fill bytes.
    while (bytes[offset + 1] === MARKER_START) offset += 1;
    if (isStartOfFrame(bytes.readUInt8(offset + 1))) return offset;
    const segmentLength = bytes.readUInt16BE(offset + MARKER_LENGTH);
    offset += MARKER_LENGTH + segmentLength;
  }
  return undefined;
}

/** Start-of-frame markers are C0 to CF, except C4 (DHT), C8 (JPG) and CC (DAC). */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

const EXIF_SIGNATURE = "Exif\0\0";
const ORIENTATION_TAG = 0x112;

function isRotatedByExif(jpegHeader: Buffer): boolean {
  const signatureOffset = jpegHeader.indexOf(EXIF_SIGNATURE);
  if (signatureOffset === -1) return false;
  const tiff = jpegHeader.subarray(signatureOffset + EXIF_SIGNATURE.length);
  const orientation = readTiffTag(tiff, ORIENTATION_TAG);
  // Orientations 5 to 8 swap the width and height (Exif 2.32, section 4.6.2).
  return orientation >= 5 && orientation <= 8;
}

/** Returns the two-byte value of a tag in Exif data (TIFF 6.0, section 2), or 0 if the tag is missing. */
function readTiffTag(tiff: Buffer, tag: number): number {
  // Bytes 4 to 7 hold the offset of the directory, which is a two-byte count followed by 12-byte entries.
  const directoryOffset = readTiffInteger(tiff, 4, 4);
  const entryCount = readTiffInteger(tiff, directoryOffset, 2);
  for (let index = 0; index < entryCount; index += 1) {
    const entryOffset = directoryOffset + 2 + 12 * index;
    // An entry has its tag at byte 0 and its value at byte 8.
    if (readTiffInteger(tiff, entryOffset, 2) === tag) return readTiffInteger(tiff, entryOffset + 8, 2);
  }
  return 0;
}

/** Returns 0 beyond the end of the data, because damaged files may contain wrong offsets. */
function readTiffInteger(tiff: Buffer, offset: number, size: number): number {
  if (offset + size > tiff.length) return 0;
  // The byte order is "II" (Intel, little-endian) or "MM" (Motorola, big-endian).
  const isLittleEndian = matches(tiff, 0, "II");
  return isLittleEndian ? tiff.readUIntLE(offset, size) : tiff.readUIntBE(offset, size);
}

/** Reads the size from the first chunk of a WebP file (RFC 9649). */
function webpSize(bytes: Buffer): ImageSize | undefined {
  const chunkType = bytes.toString("latin1", 12, 16);
  const chunkData = bytes.subarray(20);
  if (chunkType === "VP8 ") return lossyWebpSize(chunkData);
  if (chunkType === "VP8L") return losslessWebpSize(chunkData);
  if (chunkType !== "VP8X") return undefined;
  // The extended format (VP8X) stores the width minus 1 and the height minus 1.
  return { width: chunkData.readUIntLE(4, 3) + 1, height: chunkData.readUIntLE(7, 3) + 1 };
}

const LOW_14_BITS = 0x3fff;

function lossyWebpSize(data: Buffer): ImageSize {
  // Ignore the top two bits, which are a scaling factor.
  const width = data.readUInt16LE(6) & LOW_14_BITS;
  const height = data.readUInt16LE(8) & LOW_14_BITS;
  return { width, height };
}

/** Reads two 14-bit numbers: the width minus 1 and the height minus 1. */
function losslessWebpSize(data: Buffer): ImageSize {
  const bits = data.readUInt32LE(1);
  return { width: (bits & LOW_14_BITS) + 1, height: ((bits >>> 14) & LOW_14_BITS) + 1 };
}

const SVG_HEADER_BYTES_MAX = 64 * 1024;
/** Also matches an unclosed comment, up to the end. Otherwise, many unclosed `<!--` would take quadratic time. */
const XML_COMMENT = /<!--[^]*?(?:-->|$)/g;
const SVG_TAG = /<svg\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/;

function svgSize(bytes: Buffer): ImageSize {
  const tag = findSvgTag(bytes);
  // Prefer `viewBox` ("min-x min-y width height"), because `width` and `height` may be percentages.
  const viewBox = attributeOf(tag, "viewBox").trim().split(/[\s,]+/);
  const width = viewBox[2] ?? attributeOf(tag, "width");
  const height = viewBox[3] ?? attributeOf(tag, "height");
  return { width: parsePixels(width), height: parsePixels(height) };
}

function findSvgTag(bytes: Buffer): string {
  // The size attributes are ASCII, so Latin-1 decodes them correctly.
  const header = bytes.toString("latin1", 0, SVG_HEADER_BYTES_MAX);
  const match = SVG_TAG.exec(header.replace(XML_COMMENT, ""));
  return match?.[0] ?? "";
}

function attributeOf(tag: string, name: string): string {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(tag)?.[1] ?? "";
}

/** Rounds a length, e.g. "800.5px" to 801. Returns 0 unless the text begins with a number. */
function parsePixels(length: string): number {
  return Math.round(parseFloat(length)) || 0;
}
