/**
 * Reads the format and the dimensions of an image from its header, without decoding it. Detects truncated files.
 */

export type ImageSize = Readonly<{ width: number; height: number }>;

const SIZE_READERS = { jpeg: jpegSize, png: pngSize, svg: svgSize, webp: webpSize };

export type ImageFormat = keyof typeof SIZE_READERS;

/** Detects the format from the file signature, which SVG lacks. Returns "heif" for HEIC or AVIF. */
export function detectFormat(bytes: Buffer): ImageFormat | "heif" | undefined {
  if (matches(bytes, 0, "\xff\xd8\xff")) return "jpeg";
  if (matches(bytes, 0, "\x89PNG\r\n\x1a\n")) return "png";
  if (matches(bytes, 0, "RIFF") && matches(bytes, 8, "WEBP")) return "webp";
  return matches(bytes, 4, "ftyp") ? "heif" : undefined;
}

function matches(bytes: Buffer, offset: number, text: string): boolean {
  return bytes.toString("latin1", offset, offset + text.length) === text;
}

/** Reads the width and height. Returns undefined if either is zero, or the header is damaged or does not match. */
export function imageSize(bytes: Buffer, format: ImageFormat): ImageSize | undefined {
  // An SVG is text without a file signature.
  if (format !== "svg" && detectFormat(bytes) !== format) return undefined;
  try {
    const size = SIZE_READERS[format](bytes);
    return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
  } catch {
    // A truncated header makes Buffer throw a RangeError.
    return undefined;
  }
}

const JPEG_END_MARKER = "\xff\xd9";
const PNG_END_CHUNK = "IEND";
const RIFF_HEADER_LENGTH = 8;

/**
 * Returns whether the end of a JPEG, PNG or WebP image is missing, e.g. after an interrupted copy. Its header must be
 * valid. Ignores data after the image, e.g. a video.
 */
export function isTruncated(bytes: Buffer): boolean {
  const format = detectFormat(bytes);
  if (format === "png") return !bytes.includes(PNG_END_CHUNK);
  if (format === "webp") {
    const lengthAfterHeader = bytes.readUInt32LE(4);
    return bytes.length < RIFF_HEADER_LENGTH + lengthAfterHeader;
  }
  if (format !== "jpeg") return false;
  // An end marker before the frame (the image data) belongs to the Exif thumbnail.
  return !bytes.includes(JPEG_END_MARKER, findStartOfFrame(bytes), "latin1");
}

function pngSize(bytes: Buffer): ImageSize | undefined {
  // The IHDR chunk is always first (RFC 2083, section 4.1.1).
  if (!matches(bytes, 12, "IHDR")) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function jpegSize(bytes: Buffer): ImageSize | undefined {
  const frameOffset = findStartOfFrame(bytes);
  if (frameOffset === undefined) return undefined;
  // JPEG frame header (ITU-T T.81, B.2.2): marker (2 bytes), length (2), precision (1), height (2), width (2).
  const height = bytes.readUInt16BE(frameOffset + 5);
  const width = bytes.readUInt16BE(frameOffset + 7);
  const orientation = exifOrientation(bytes.subarray(0, frameOffset));
  // Orientations 5 to 8 rotate the image by 90° or 270°.
  const isSideways = orientation >= 5 && orientation <= 8;
  return isSideways ? { width: height, height: width } : { width, height };
}

const START_OF_IMAGE_LENGTH = 2;
const MARKER_START = 0xff;
const MARKER_LENGTH = 2;

/** Returns the offset of the start-of-frame marker, if any. Throws a RangeError if a segment header is truncated. */
function findStartOfFrame(bytes: Buffer): number | undefined {
  let offset = START_OF_IMAGE_LENGTH;
  while (bytes[offset] === MARKER_START) {
    // Skip fill bytes.
    while (bytes[offset + 1] === MARKER_START) offset += 1;
    if (isStartOfFrame(bytes.readUInt8(offset + 1))) return offset;
    // The length includes its own two bytes, so it is at least 2, except in a damaged file.
    const segmentLength = Math.max(2, bytes.readUInt16BE(offset + MARKER_LENGTH));
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
const ENTRY_COUNT_LENGTH = 2;
const ENTRY_LENGTH = 12;

/** Returns the value of the orientation tag (Exif 2.32, section 4.6.2), or 0 if it is missing or damaged. */
function exifOrientation(jpegHeader: Buffer): number {
  const signatureOffset = jpegHeader.indexOf(EXIF_SIGNATURE);
  if (signatureOffset === -1) return 0;
  const tiff = jpegHeader.subarray(signatureOffset + EXIF_SIGNATURE.length);
  // The byte order is "II" (Intel, little-endian) or "MM" (Motorola, big-endian).
  const isLittleEndian = matches(tiff, 0, "II");
  // Damaged Exif data may contain offsets past the end.
  const readUIntOrZero = (offset: number, size: number) => {
    if (offset + size > tiff.length) return 0;
    return isLittleEndian ? tiff.readUIntLE(offset, size) : tiff.readUIntBE(offset, size);
  };
  // TIFF 6.0: bytes 4 to 7 contain the offset of the first directory, which is an entry count followed by the entries.
  const directoryOffset = readUIntOrZero(4, 4);
  const entryCount = readUIntOrZero(directoryOffset, ENTRY_COUNT_LENGTH);
  for (let index = 0; index < entryCount; index += 1) {
    const entryOffset = directoryOffset + ENTRY_COUNT_LENGTH + ENTRY_LENGTH * index;
    // Entry: tag (2 bytes), type (2), number of values (4) and, from byte 8, the value (2 bytes for the orientation).
    if (readUIntOrZero(entryOffset, 2) === ORIENTATION_TAG) return readUIntOrZero(entryOffset + 8, 2);
  }
  return 0;
}

const LOW_14_BITS = 0x3fff;

/** Reads the size from the first chunk of a WebP file (RFC 9649, sections 2.5 to 2.7). */
function webpSize(bytes: Buffer): ImageSize | undefined {
  // RIFF header (12 bytes), chunk type (4), chunk length (4) and, from byte 20, chunk data.
  const chunkType = bytes.toString("latin1", 12, 16);
  const data = bytes.subarray(20);
  if (chunkType === "VP8 ") {
    // Lossy format: frame tag (3 bytes), start code (3), width (2), height (2). The top two bits of the width and the
    // height are a scaling factor, so mask them out.
    const width = data.readUInt16LE(6) & LOW_14_BITS;
    const height = data.readUInt16LE(8) & LOW_14_BITS;
    return { width, height };
  }
  if (chunkType === "VP8L") {
    // Lossless format: signature (1 byte), integer (4). The integer's low 14 bits are the width minus 1, and the next
    // 14 bits are the height minus 1.
    const bits = data.readUInt32LE(1);
    return { width: (bits & LOW_14_BITS) + 1, height: ((bits >>> 14) & LOW_14_BITS) + 1 };
  }
  if (chunkType !== "VP8X") return undefined;
  // Extended format: flags (1 byte), reserved (3 bytes), width minus 1 (3 bytes), height minus 1 (3 bytes).
  return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
}

const SVG_HEADER_BYTES_MAX = 64 * 1024;
/** Also matches an unclosed comment, because searching the text for the end of each `<!--` would be quadratic. */
const XML_COMMENT = /<!--[^]*?(?:-->|$)/g;
const SVG_TAG = /<svg\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/;

function svgSize(bytes: Buffer): ImageSize {
  // The size attributes are ASCII, so decoding UTF-8 as Latin-1 does not change them.
  const header = bytes.toString("latin1", 0, SVG_HEADER_BYTES_MAX).replace(XML_COMMENT, "");
  const tag = SVG_TAG.exec(header)?.[0] ?? "";
  // Prefer the `viewBox` ("min-x min-y width height"), because `width` and `height` may be percentages.
  const viewBox = attributeOf(tag, "viewBox").trim().split(/[\s,]+/);
  const width = viewBox[2] ?? attributeOf(tag, "width");
  const height = viewBox[3] ?? attributeOf(tag, "height");
  return { width: parsePixels(width), height: parsePixels(height) };
}

/** Parses and rounds a length such as "800" or "800.5px". Returns 0 if there is no number. */
function parsePixels(length: string): number {
  return Math.round(parseFloat(length)) || 0;
}

function attributeOf(tag: string, name: string): string {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(tag)?.[1] ?? "";
}
