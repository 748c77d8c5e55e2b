/**
 * Reads the format and the dimensions of an image from its header, without decoding it.
 */

export type ImageSize = Readonly<{
  width: number;
  height: number;
}>;

export type ImageFormat = "jpeg" | "png" | "svg" | "webp";

/**
 * Detects the format from the file signature. Returns "iso" for an ISO base media file, e.g. HEIC or AVIF. Returns
 * undefined for SVG, which has no signature, and for unknown formats.
 */
export function detectFormat(bytes: Buffer): ImageFormat | "iso" | undefined {
  if (matches(bytes, 0, "\xff\xd8\xff")) return "jpeg";
  if (matches(bytes, 0, "\x89PNG\r\n\x1a\n")) return "png";
  if (matches(bytes, 0, "RIFF") && matches(bytes, 8, "WEBP")) return "webp";
  return matches(bytes, 4, "ftyp") ? "iso" : undefined;
}

/** Returns the dimensions in pixels, or undefined if the header is damaged or does not match the format. */
export function imageSize(bytes: Buffer, format: ImageFormat): ImageSize | undefined {
  // SVG has no signature to detect.
  if (format !== "svg" && detectFormat(bytes) !== format) return undefined;
  try {
    const size = SIZE_READERS[format](bytes);
    const isValid = size !== undefined && isPositive(size.width) && isPositive(size.height);
    return isValid ? size : undefined;
  } catch {
    // A truncated header makes Buffer throw a RangeError.
    return undefined;
  }
}

function isPositive(length: number): boolean {
  return length > 0 && Number.isFinite(length);
}

const JPEG_END_OF_IMAGE = "\xff\xd9";

/** Returns whether the end of a JPEG file is missing, e.g. after an interrupted copy. */
export function isTruncatedJpeg(bytes: Buffer): boolean {
  const frameOffset = jpegFrameOffset(bytes) ?? 0;
  // Ignore an end marker before the frame, which belongs to the Exif thumbnail. Compressed data cannot contain end
  // markers (T.81, B.1.1.5).
  return bytes.lastIndexOf(JPEG_END_OF_IMAGE, undefined, "latin1") <= frameOffset;
}

const SIZE_READERS: Readonly<Record<ImageFormat, (bytes: Buffer) => ImageSize | undefined>> = {
  jpeg: jpegSize,
  png: pngSize,
  svg: svgSize,
  webp: webpSize,
};

/** Returns whether the bytes at an offset match the string, read as Latin-1. */
function matches(bytes: Buffer, offset: number, text: string): boolean {
  return bytes.toString("latin1", offset, offset + text.length) === text;
}

/** Reads the IHDR chunk, which is always first (RFC 2083, section 4.1.1). */
function pngSize(bytes: Buffer): ImageSize | undefined {
  if (!matches(bytes, 12, "IHDR")) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Reads the size from the frame header. Swaps width and height if the Exif orientation rotates the image by 90°. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  const frameOffset = jpegFrameOffset(bytes);
  if (frameOffset === undefined) return undefined;
  const height = bytes.readUInt16BE(frameOffset + 5);
  const width = bytes.readUInt16BE(frameOffset + 7);
  const orientation = exifOrientation(bytes.subarray(0, frameOffset));
  const isSideways = orientation >= 5 && orientation <= 8;
  return isSideways ? { width: height, height: width } : { width, height };
}

const FILL_BYTE = 0xff;

/** Returns the offset of the start-of-frame marker, or undefined if missing. Throws if the header is truncated. */
function jpegFrameOffset(bytes: Buffer): number | undefined {
  // Skip the start-of-image marker.
  let offset = 2;
  while (bytes[offset] === 0xff) {
    const marker = bytes.readUInt8(offset + 1);
    if (isFrameMarker(marker)) return offset;
    if (marker === FILL_BYTE) {
      offset += 1;
    } else {
      // The length includes its own two bytes. In a damaged file it may be less than 2; clamp it so that the loop still
      // advances.
      const segmentLength = Math.max(2, bytes.readUInt16BE(offset + 2));
      offset += 2 + segmentLength;
    }
  }
  return undefined;
}

/** Start-of-frame (SOF) markers are C0 to CF, except C4 (DHT), C8 (JPG) and CC (DAC). */
function isFrameMarker(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

const EXIF_SIGNATURE = "Exif\0\0";
const ORIENTATION_TAG = 0x112;
const UPRIGHT = 1;
const ENTRY_BYTES = 12;

/** Returns the Exif orientation (Exif 2.32, section 4.6.2). The default is 1, i.e. upright. */
function exifOrientation(jpegHeader: Buffer): number {
  const signatureOffset = jpegHeader.indexOf(EXIF_SIGNATURE);
  if (signatureOffset === -1) return UPRIGHT;
  const tiff = jpegHeader.subarray(signatureOffset + EXIF_SIGNATURE.length);
  const isLittleEndian = matches(tiff, 0, "II");
  // Returns 0 past the end, so that damaged Exif data does not throw.
  const readUInt = (offset: number, size: number) => {
    if (offset + size > tiff.length) return 0;
    return isLittleEndian ? tiff.readUIntLE(offset, size) : tiff.readUIntBE(offset, size);
  };
  // TIFF 6.0: bytes 4–7 hold the offset of the image file directory (IFD). Each entry has its tag at byte 0 and its
  // value at byte 8.
  const ifdOffset = readUInt(4, 4);
  const entryCount = readUInt(ifdOffset, 2);
  for (let index = 0; index < entryCount; index += 1) {
    const entryOffset = ifdOffset + 2 + ENTRY_BYTES * index;
    if (readUInt(entryOffset, 2) === ORIENTATION_TAG) return readUInt(entryOffset + 8, 2);
  }
  return UPRIGHT;
}

const LOW_14_BITS = 0x3fff;

/** Reads the dimensions from the first chunk, whose type is at byte 12 (RFC 9649, sections 2.5 to 2.7). */
function webpSize(bytes: Buffer): ImageSize | undefined {
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      // The upper two bits of each value are a scaling factor, which is ignored.
      return { width: bytes.readUInt16LE(26) & LOW_14_BITS, height: bytes.readUInt16LE(28) & LOW_14_BITS };
    case "VP8L": {
      // Width and height are each stored as 14 bits, minus one.
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & LOW_14_BITS) + 1, height: ((bits >>> 14) & LOW_14_BITS) + 1 };
    }
    case "VP8X":
      // Width and height are each stored as 24 bits, minus one.
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

const SEARCHED_SVG_BYTES = 64 * 1024;
/** An unclosed comment matches to the end. Otherwise, each `<!--` would scan to the end, in quadratic time. */
const XML_COMMENT = /<!--[^]*?(?:-->|$)/g;
const SVG_TAG = /<svg\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/;

/** Reads the size from `viewBox`, or from `width` and `height` if there is none. A missing dimension becomes NaN. */
function svgSize(bytes: Buffer): ImageSize {
  const text = bytes.toString("latin1", 0, SEARCHED_SVG_BYTES).replace(XML_COMMENT, "");
  const tag = SVG_TAG.exec(text)?.[0] ?? "";
  // Format: `viewBox="min-x min-y width height"`.
  const [, , viewBoxWidth, viewBoxHeight] = attributeOf(tag, "viewBox").trim().split(/[\s,]+/);
  const width = parseFloat(viewBoxWidth ?? attributeOf(tag, "width"));
  const height = parseFloat(viewBoxHeight ?? attributeOf(tag, "height"));
  return { width: Math.round(width), height: Math.round(height) };
}

/** Returns the value of a tag's attribute, or an empty string if there is none. */
function attributeOf(tag: string, name: string): string {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(tag)?.[1] ?? "";
}
